// The archive for a course server: unpacks with the usual tools, is the site, and is the same for the same site.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/command.mjs";
import { serve } from "../../scripts/serve.mjs";
import { siteArchive } from "../../scripts/zip.mjs";
import { assertNoProblems, openPage, waitReady } from "./harness.mjs";

const python = `import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    archive.extractall(sys.argv[2])`;

test("the archive unpacks to the site, and runs from there", async () => {
  const { name, bytes } = siteArchive();
  assert.ok(bytes.equals(siteArchive().bytes));
  const folder = mkdtempSync(join(tmpdir(), "companion-"));
  try {
    writeFileSync(join(folder, name), bytes);
    const { status, stderr } = spawnSync("python3", ["-c", python, join(folder, name), folder], { encoding: "utf8" });
    assert.equal(status, 0, stderr);
    const site = join(folder, name.replace(/\.zip$/, ""));
    for (const path of ["index.html", "sw.js", "zh/offline/littles-law.html", ".nojekyll"])
      assert.ok(readFileSync(join(site, path)).equals(readFileSync(join(root, "dist", path))), path);
    assert.match(readFileSync(join(site, "README.txt"), "utf8"), /Access-Control-Allow-Origin/);
    const server = await serve({ folder: site, prefix: "/courses/a b/" });
    const page = await openPage({ path: "courses/a%20b/zh/littles-law/", url: server.url.replace(/\/courses.*/, "/") });
    await waitReady(page);
    assertNoProblems(page);
    await page.close();
    await server.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
