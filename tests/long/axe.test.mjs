// axe on every page, in both languages and themes, at three widths, also with what opens and comes by use: no finding of
// WCAG 2.2 AA or best practice.
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
const isDemo = (file) => readFileSync(join(dist, file), "utf8").includes("<lecture-demo");

const looks = ["light", "dark"].flatMap((theme) =>
  [
    [390, 844],
    [820, 1180],
    [1280, 800],
  ].map(([width, height]) => ({ theme, width, height })),
);

/** What a reader does on a page, and a sign that it has happened. */
const uses = {
  "with the dialog for embedding open": async (page) => {
    await page.click("[data-embed]");
    await page.waitForSelector("dialog[open] textarea[data-snippet]");
  },
  "with a term explained": async (page) => {
    await page.locator("a[data-term]:visible").first().click();
    await page.waitForSelector(".term-note");
  },
  "with a bad value answered": async (page) => {
    await page.$eval("details.more", (more) => {
      more.open = true;
    });
    const field = page.locator('.control-slider input[type="text"]:visible').first();
    await field.fill("1e99");
    await field.press("Enter");
    await page.waitForSelector("[data-notice]");
  },
  "with a result pinned": async (page) => {
    await page.click("[data-pin]");
    await page.waitForSelector('[data-pin][aria-pressed="true"]');
  },
};
const demos = pages.filter((file) => /^(en|zh)\/[a-z-]+\/index\.html$/.test(file) && isDemo(file));

for (const file of demos) {
  for (const [how, use] of Object.entries(uses)) {
    for (const look of looks) {
      test(`${file}, ${look.theme}, ${look.width} wide, ${how}: nothing for axe to find`, async () => {
        const page = await openPage({ path: file.replace(/index\.html$/, ""), ...look });
        await waitReady(page);
        await use(page);
        await page.waitForTimeout(300); // what fades in has its last colour then
        assert.deepEqual(await findings(page), []);
        await page.close();
      });
    }
  }
}

for (const lang of ["en", "zh"]) {
  for (const look of looks) {
    test(`${lang}, ${look.theme}, ${look.width} wide, with own weights: nothing for axe to find`, async () => {
      const page = await openPage({ path: `${lang}/block-formats/`, ...look });
      await waitReady(page);
      await page.click("[data-sample]");
      await page.waitForSelector("[data-summary]");
      assert.deepEqual(await findings(page), []);
      await page.close();
    });
    test(`${lang}, ${look.theme}, ${look.width} wide, after the proofs: nothing for axe to find`, async () => {
      const page = await openPage({ path: `${lang}/verify/?fault=tie`, ...look });
      await page.click("[data-run]:not([disabled])");
      await page.waitForSelector("[data-verified]", { timeout: 180_000 });
      assert.deepEqual(await findings(page), []);
      await page.close();
    });
  }
}

for (const file of pages) {
  for (const { theme, width, height } of looks) {
    test(`${file}, ${theme}, ${width} wide: nothing for axe to find`, async () => {
      const page = await openPage({ path: file.replace(/index\.html$/, ""), theme, width, height });
      if (isDemo(file)) await waitReady(page);
      await page.$$eval("details", (all) => {
        for (const one of all) one.open = true;
      });
      await page.waitForTimeout(200);
      assert.deepEqual(await findings(page), []);
      await page.close();
    });
  }
}
