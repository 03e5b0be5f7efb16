// The dialog for embedding: reached by keyboard, read by screen readers, and what it offers works where it is pasted.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/command.mjs";
import { openPage, site, waitReady } from "../browser/harness.mjs";
import { demoFrame, figure, hostOf } from "./host.mjs";

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A demo's page with the dialog open, after the latency was set to 400 ns. */
async function openDialog({ lang = "en", ...options } = {}) {
  const page = await openPage({ path: `${lang}/littles-law/?latencyNs=400`, ...options });
  await waitReady(page);
  await page.focus("[data-embed]");
  await page.keyboard.press("Enter");
  await page.waitForSelector("dialog[open]");
  return page;
}

const snippets = (page) =>
  page.$$eval("textarea[data-snippet]:not([data-snippet=permalink])", (all) => all.map((one) => one.value));
const choose = (page, name, value) => page.selectOption(`select[name="${name}"]`, value);

test("it opens and closes by keyboard, has a name, and gives the focus back", async () => {
  const page = await openDialog();
  const dialog = page.getByRole("dialog", { name: "Put this experiment into your page" });
  assert.ok(await dialog.isVisible());
  assert.ok(await page.evaluate(() => document.querySelector("dialog").contains(document.activeElement)));
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  assert.ok(await page.evaluate(() => document.activeElement.matches("[data-embed]")));
  assert.deepEqual(page.problems, { consoleErrors: [], pageErrors: [], foreignRequests: [], cspViolations: [] });
  await page.close();
});

for (const [lang, theme, width] of [
  ["en", "light", 1280],
  ["zh", "dark", 390],
]) {
  test(`axe finds nothing in it (${lang}, ${theme}, ${width} px)`, async () => {
    const page = await openDialog({ lang, theme, width, bypassCSP: true });
    await page.addScriptTag({ content: axe });
    const violations = await page.evaluate(async () => {
      const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
      const { violations: found } = await window.axe.run("dialog", { runOnly: tags, iframes: false });
      return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 80))}`);
    });
    assert.deepEqual(violations, []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.close();
  });
}

test("the preview is live and follows the choices", async () => {
  const page = await openDialog();
  const preview = await demoFrame(page);
  assert.equal(await figure(preview), "1.34 MB");
  await choose(page, "embed-lang", "zh");
  await choose(page, "embed-view", "table");
  await choose(page, "embed-theme", "dark");
  await page.waitForFunction(() => document.querySelector("dialog iframe").src.includes("theme=dark"));
  const chinese = await demoFrame(page);
  const { pathname, searchParams } = new URL(chinese.url());
  assert.equal(pathname, "/zh/embed/littles-law/");
  assert.deepEqual(
    ["latencyNs", "view", "theme"].map((key) => searchParams.get(key)),
    ["400", "table", "dark"],
  );
  assert.equal(await page.evaluate(() => history.length), 2, "choices leave the history alone");
  await page.close();
});

test("every host's snippet carries the state and the choices, in this version or the newest", async () => {
  const page = await openDialog();
  await choose(page, "embed-controls", "main");
  for (const host of await page.$$eval('select[name="embed-host"] option', (all) => all.map((one) => one.value))) {
    await choose(page, "embed-host", host);
    await choose(page, "embed-version", "pinned");
    const pinned = (await snippets(page)).join("\n");
    assert.match(pinned, /latencyNs=400/, host);
    assert.match(pinned, /controls="?=?[a-zA-Z,]*latencyNs/, host);
    const isFrame = pinned.includes("<iframe");
    assert.ok(pinned.includes(isFrame ? `${site.url}v/${version}/en/embed/` : `${site.url}embed-${version}.js`), host);
    assert.equal(pinned.includes("integrity"), !isFrame, host);
    if (host === "lms") assert.doesNotMatch(pinned, /<script/);
    await choose(page, "embed-version", "newest");
    assert.ok(!(await snippets(page)).join("\n").includes(version), host);
    await choose(page, "embed-height", "fixed");
    await page.fill('input[name="embed-pixels"]', "480");
    await page.press('input[name="embed-pixels"]', "Enter");
    assert.match((await snippets(page)).join("\n"), /<iframe[^>]* height="480"/, host);
    await choose(page, "embed-height", "auto");
  }
  await page.close();
});

test("the link is pinned to this version, and leads to the same state", async () => {
  const page = await openDialog();
  const link = await page.inputValue('textarea[data-snippet="permalink"]');
  assert.equal(link, `${site.url}v/${version}/en/littles-law/?latencyNs=400`);
  await page.goto(link);
  await waitReady(page);
  assert.equal(await figure(page), "1.34 MB");
  // Offered from the pinned page, it is the same link.
  await page.click("[data-embed]");
  assert.equal(await page.inputValue('textarea[data-snippet="permalink"]'), link);
  await page.close();
});

test("a snippet is copied with one press, and that is said", async () => {
  const page = await openDialog({ permissions: ["clipboard-read", "clipboard-write"] });
  const [code] = await snippets(page);
  await page.click(".embed-copy button");
  await page.waitForFunction(() => document.querySelector(".embed-copy [role=status]").textContent !== "");
  assert.equal(await page.textContent(".embed-copy [role=status]"), "Copied");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), code);
  await page.close();
});

test("the plain snippets work where they are pasted: the helper, and the frame", async () => {
  const page = await openDialog();
  const pages = { "/helper": (await snippets(page)).join("\n") };
  await choose(page, "embed-host", "lms");
  pages["/frame"] = (await snippets(page)).join("\n");
  await page.close();
  const host = await hostOf(pages);
  try {
    for (const path of Object.keys(pages)) {
      const notes = await openPage({ path: host.url + path });
      assert.equal(await figure(await demoFrame(notes)), "1.34 MB", path);
      assert.deepEqual(notes.problems.pageErrors, []);
      await notes.close();
    }
  } finally {
    await host.close();
  }
});

test("the dialog's code is not part of the page until it is asked for", async () => {
  const page = await openPage({ path: "en/littles-law/" });
  await waitReady(page);
  const loaded = () =>
    page.evaluate(
      () => performance.getEntriesByType("resource").filter(({ name }) => name.includes("embed-dialog")).length,
    );
  assert.equal(await loaded(), 0);
  await page.click("[data-embed]");
  await page.waitForSelector("dialog[open]");
  assert.equal(await loaded(), 1);
  await page.close();
});

test("each demo is described by oEmbed in both languages", () => {
  for (const lang of ["zh", "en"]) {
    const file = join(root, "dist/oembed", lang, "littles-law.json");
    assert.ok(existsSync(file));
    const { version: format, type, title } = JSON.parse(readFileSync(file, "utf8"));
    assert.equal(format, "1.0");
    assert.ok(["rich", "link"].includes(type));
    assert.ok(title.length > 5);
  }
});
