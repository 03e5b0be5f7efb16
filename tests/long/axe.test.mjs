// axe on every page, in both languages and themes, at three widths: no finding of WCAG 2.2 AA or best practice.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/command.mjs";
import { findings } from "../browser/axe.mjs";
import { openPage, waitReady } from "../browser/harness.mjs";

const dist = join(root, "dist");
const pages = readdirSync(dist, { recursive: true })
  .filter((file) => file.endsWith(".html") && file !== "index.html" && !/offline\/|^v\//.test(file))
  .sort();

for (const file of pages) {
  for (const theme of ["light", "dark"]) {
    for (const [width, height] of [
      [390, 844],
      [820, 1180],
      [1280, 800],
    ]) {
      test(`${file}, ${theme}, ${width} wide: nothing for axe to find`, async () => {
        const page = await openPage({ path: file.replace(/index\.html$/, ""), theme, width, height });
        if (readFileSync(join(dist, file), "utf8").includes("<lecture-demo")) await waitReady(page);
        await page.$$eval("details", (all) => {
          for (const one of all) one.open = true;
        });
        await page.waitForTimeout(200);
        assert.deepEqual(await findings(page), []);
        await page.close();
      });
    }
  }
}
