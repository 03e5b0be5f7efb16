// The site kept on a device: every demo without a network, new versions only when asked for, frames left alone.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/command.mjs";
import { serve } from "../../scripts/serve.mjs";
import { numericCells, openPage, waitReady } from "./harness.mjs";

const demos = readdirSync(join(root, "dist/en/embed"));
const worker = readFileSync(join(root, "dist/sw.js"), "utf8");

const allowed = { serviceWorkers: "allow" };

/** Opens a page of a server's and waits until the device has the site. */
async function keptFrom(server, path = "en/") {
  const page = await openPage({ path, url: server.url, ...allowed });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  return page;
}

test("after one visit of the home page every demo runs without a network", async () => {
  const server = await serve();
  const page = await keptFrom(server);
  await server.close();
  for (const lang of ["en", "zh"]) {
    for (const id of demos) {
      await page.goto(`${server.url}${lang}/${id}/`);
      await waitReady(page);
      assert.ok((await numericCells(page)).length > 0, `${lang}/${id}`);
    }
  }
  await page.goto(`${server.url}?theme=dark`); // the front door leads on, with what the address says
  await page.waitForURL(/\/en\/\?theme=dark$/);
  await page.close();
});

test("the kept site holds all demos in a sensible size", async () => {
  const [, list] = worker.match(/`([^`]*assets\/[^`]*)`\.split/) ?? [];
  const files = list.split(",");
  for (const path of ["./", ...demos.flatMap((id) => [`en/${id}/`, `zh/${id}/`])])
    assert.ok(files.includes(path), path);
  assert.deepEqual(
    files.filter((path) => /embed\/|offline\/|oembed/.test(path)),
    [],
  );
  let bytes = 0;
  for (const path of files)
    bytes += readFileSync(join(root, "dist", path.replace(/(^|\/)$|^\.\/$/, "$1index.html"))).length;
  assert.ok(bytes < 6e6, `${bytes} bytes`);
});

test("a new version waits until the reader asks for it, and older tabs keep their files", async () => {
  const dialog = worker.match(/assets\/embed-dialog-[\w-]+\.js/)[0];
  const changed = (text) => ({ headers: { ETag: '"new"' }, body: Buffer.from(text) });
  let isNew = false;
  const server = await serve({
    intercept(path, usual) {
      if (!isNew) return undefined;
      if (path === "/sw.js") return changed(worker.replace(/`[0-9a-f]{16}`/, "`new`").replace(`${dialog},`, ""));
      if (path === `/${dialog}`) return { status: 404, body: Buffer.from("gone") };
      if (path === "/en/") return changed(String(usual.body).replace("<title>", "<title>New "));
      return undefined;
    },
  });
  try {
    const older = await keptFrom(server, "en/littles-law/");
    await older.reload();
    await waitReady(older);
    const newer = await older.context().newPage();
    await newer.goto(`${server.url}en/`);
    isNew = true;
    await newer.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
    await newer.locator("[data-update]").waitFor({ state: "visible", timeout: 20_000 });
    assert.doesNotMatch(await newer.title(), /^New/);
    await Promise.all([newer.waitForNavigation(), newer.click("[data-update-now]")]);
    assert.match(await newer.title(), /^New/);
    await older.click("button[data-embed]"); // the dialog's script is loaded only now
    await older.locator("dialog[open]").waitFor();
    assert.equal(
      await older.evaluate(() => performance.getEntriesByType("navigation")[0].type),
      "reload",
      "not taken over in use",
    );
    await older.close();
  } finally {
    await server.close();
  }
});

test("pages for frames are never answered from the device", async () => {
  const server = await serve();
  const page = await keptFrom(server);
  const answer = await page.goto(`${server.url}en/embed/littles-law/`);
  assert.equal(answer.fromServiceWorker(), false);
  await waitReady(page);
  await server.close();
  await assert.rejects(page.reload());
  await page.close();
});

test("nothing is kept from within a frame", async () => {
  let asked = 0;
  const server = await serve({
    intercept(path) {
      if (path === "/sw.js") asked += 1;
      if (path !== "/host") return undefined;
      return {
        status: 200,
        headers: { "Content-Type": "text/html" },
        body: Buffer.from('<iframe src="en/littles-law/"></iframe>'),
      };
    },
  });
  const page = await openPage({ path: "host", url: server.url, ...allowed });
  await page.frameLocator("iframe").locator('[data-state="ready"]').waitFor();
  await page.waitForTimeout(3000);
  assert.equal(asked, 0);
  assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
  await page.close();
  await server.close();
});
