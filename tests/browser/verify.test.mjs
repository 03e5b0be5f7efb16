// The verify page in Chromium: every proof passes, every planted fault is found, sweeps stop and go on; and the badge.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoProblems, numericCells, openPage, sample, site, waitReady } from "./harness.mjs";

const results = (page) =>
  page.$$eval("[data-proof]", (rows) => Object.fromEntries(rows.map((row) => [row.dataset.proof, row.dataset.result])));

/** Presses a button and waits until every proof has come to its end. */
async function run(page, button = "[data-run]") {
  await page.click(`${button}:not([disabled])`);
  await page.waitForSelector("[data-verified]", { timeout: 180_000 });
  return results(page);
}

for (const lang of sample(["en", "zh"], ["en"])) {
  test(`${lang}: every proof passes, and the report says so`, { timeout: 240_000 }, async () => {
    const page = await openPage({ path: `${lang}/verify/`, lang });
    const before = await results(page);
    assert.deepEqual(new Set(Object.values(before)), new Set(["waiting"]));
    assert.ok(Object.keys(before).length >= 12);
    const after = await run(page);
    assert.deepEqual([...new Set(Object.values(after))], ["pass"], JSON.stringify(after));
    const report = await page.inputValue("[data-report] textarea");
    assert.match(report, /HeadlessChrome|Chrome\//);
    assert.equal(report.match(/^(pass|通过) /gm)?.length, Object.keys(after).length);
    assertNoProblems(page);
    await page.close();
  });
}

for (const fault of sample(["tie", "bias", "block", "release", "fast"], ["tie", "release"])) {
  test(`the planted fault ${fault} is found`, { timeout: 240_000 }, async () => {
    const page = await openPage({ path: `en/verify/?fault=${fault}` });
    await page.click("[data-run]:not([disabled])");
    const failing = '[data-proof]:not([data-proof="self-test"])[data-result="fail"]';
    await page.waitForSelector(failing, { timeout: 180_000 });
    assert.equal((await results(page))["self-test"], "fail");
    if (await page.isVisible("[data-stop]")) await page.click("[data-stop]");
    await page.waitForSelector("[data-verified]");
    assert.equal(await page.getAttribute("[data-verify]", "data-verified"), "fail");
    assertNoProblems(page);
    await page.close();
  });
}

test("a sweep stops when asked, and goes on from there after the page was loaded anew", {
  timeout: 240_000,
}, async () => {
  const page = await openPage({ path: "en/verify/" });
  const done = async () =>
    Number((await page.textContent('[data-proof="sweep-e4m3"] [data-detail]')).match(/\d+/)?.[0]);
  await page.click("[data-run-all]:not([disabled])");
  await page.waitForFunction(
    () => {
      const detail = document.querySelector('[data-proof="sweep-e4m3"] [data-detail]');
      return Number(detail.textContent.match(/\d+/)?.[0]) > 150;
    },
    undefined,
    { timeout: 180_000 },
  );
  await page.click("[data-stop]");
  await page.waitForSelector('[data-verified="stopped"]');
  const atStop = await done();
  assert.ok(atStop < 4096);
  await page.reload();
  await page.click("[data-run-all]:not([disabled])");
  await page.waitForFunction(
    () => /\d/.test(document.querySelector('[data-proof="sweep-e4m3"] [data-detail]').textContent),
    undefined,
    { timeout: 180_000 },
  );
  assert.ok((await done()) > 100, "it did not begin at the first slice again");
  await page.click("[data-stop]");
  await page.waitForSelector('[data-verified="stopped"]');
  assertNoProblems(page);
  await page.close();
});

test("the proofs run over plain http from a host that is no localhost, where the browser keeps nothing", {
  timeout: 240_000,
}, async () => {
  const page = await openPage({
    path: "zh/verify/",
    url: site.url.replace("localhost", "verify.test"),
    prepare: (target) =>
      target.addInitScript(() => {
        Object.defineProperty(window, "localStorage", {
          get() {
            throw new DOMException("no", "SecurityError");
          },
        });
      }),
  });
  assert.equal(await page.evaluate(() => isSecureContext), false);
  const after = await run(page);
  assert.deepEqual([...new Set(Object.values(after))], ["pass"], JSON.stringify(after));
  await page.click("[data-copy]");
  await page.close();
});

for (const path of sample(["en/", "zh/littles-law/", "en/about/", "en/lecture01/"], ["zh/littles-law/", "en/about/"])) {
  test(`the badge of ${path} says that the self-test passed, and leads to the proofs`, async () => {
    const page = await openPage({ path });
    await page.hover("[data-badge]"); // a page without a demo does not load the core for nothing
    await page.waitForSelector('[data-badge="pass"]', { timeout: 60_000 });
    assert.match(await page.getAttribute("[data-badge]", "href"), /verify\/$/);
    assert.equal(await page.locator('[data-notice="self-test"]').count(), 0);
    assertNoProblems(page);
    await page.close();
  });
}

test("a wrong answer of the self-test switches the fast paths off and says so; the numbers stay right", {
  timeout: 120_000,
}, async () => {
  const page = await openPage({ path: "en/block-formats/?fault=fast" });
  await waitReady(page);
  const before = await numericCells(page);
  await page.waitForSelector('[data-badge="fail"]', { timeout: 60_000 });
  assert.match(await page.textContent('[data-notice="self-test"]'), /fast paths are switched off/);
  await waitReady(page, { timeout: 60_000 });
  assert.deepEqual(await numericCells(page), before);
  await page.close();
});
