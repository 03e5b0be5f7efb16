// Every page of the built site, in both languages: clean, still, readable without script, live with the lecture's numbers.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/command.mjs";
import {
  assertNoProblems,
  assertStill,
  numericCells,
  openPage,
  sample,
  tableText,
  waitReady,
  watchShifts,
} from "./harness.mjs";

const dist = join(root, "dist");
const pages = readdirSync(dist, { recursive: true })
  .filter((file) => file.endsWith(".html") && !file.includes("offline") && !file.startsWith("v/"))
  .sort();
const addressOf = (file) => file.replace(/index\.html$/, "");
const isDemo = (file) => readFileSync(join(dist, file), "utf8").includes("<lecture-demo");
const demoPages = pages.filter((file) => isDemo(file));
const ownPages = demoPages.filter((file) => !file.includes("/embed/"));
const idOf = (file) => file.split("/").at(-2);

const transcripts = JSON.parse(readFileSync(join(root, "tests/golden/transcripts.json"), "utf8"));
const transcriptOf = {
  generations: "lecture01/demo1_trends",
  "block-formats": "lecture01/demo2_nvfp4",
  "exp-bottleneck": "lecture01/demo3_exp_bottleneck",
  "littles-law": "lecture08/demo1_littles_law",
  "async-pipeline": "lecture08/demo2_pipeline",
  "ping-pong": "lecture08/demo3_pingpong",
};
const goldenCells = (id) =>
  transcripts[transcriptOf[id]]
    .filter((line) => line.includes(" | "))
    .slice(1)
    .flatMap((line) => line.split(" | ").filter((cell) => /^\d/.test(cell)));

/** Lets late work (fonts, the live charts) happen. */
const settle = (page) => page.waitForTimeout(400);

/** The front door leads on at once, so its own page is seen without script. */
const openAny = (file, options) =>
  openPage({ path: addressOf(file), javaScriptEnabled: file !== "index.html", ...options });

test("there are pages to test", () => {
  assert.ok(ownPages.length >= 2);
  for (const expected of ["index.html", "404.html", "zh/index.html", "en/about/index.html"])
    assert.ok(pages.includes(expected));
});

/** With script the lecture's table is what it was without, and both are the golden one. */
async function assertLectureTable(live, file) {
  const still = await openPage({ path: addressOf(file), javaScriptEnabled: false });
  const golden = goldenCells(idOf(file));
  assert.deepEqual(await numericCells(still), golden);
  assert.deepEqual(await numericCells(live), golden);
  assert.deepEqual(await tableText(live), await tableText(still));
  assert.equal(await live.textContent(".sentence"), await still.textContent(".sentence"));
  assert.equal(new URL(live.url()).search, "");
  await still.close();
}

for (const file of pages) {
  test(`${file} is clean, does not move, and shows the lecture's numbers`, async () => {
    const page = await openAny(file, { prepare: watchShifts });
    if (isDemo(file)) await waitReady(page);
    await settle(page);
    assertNoProblems(page);
    if (file !== "index.html") await assertStill(page);
    assert.equal(await page.locator("h1").count(), 1);
    assert.ok((await page.title()).length > 5);
    if (isDemo(file)) await assertLectureTable(page, file);
    await page.close();
  });
}

const shownWhole = pages.filter((name) => !name.includes("/embed/"));
for (const file of sample(
  shownWhole,
  shownWhole.filter((name) => !name.startsWith("zh/") || /^zh\/(index|async|generations)/.test(name)),
)) {
  test(`${file} fits a phone and moves nothing there`, async () => {
    const page = await openAny(file, { width: 390, height: 844, hasTouch: true, prepare: watchShifts });
    if (isDemo(file)) await waitReady(page);
    await settle(page);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    if (file !== "index.html") await assertStill(page);
    await page.close();
  });
}

// The words differ between the languages, the controls do not.
const english = ownPages.filter((name) => name.startsWith("en/"));
for (const file of sample(
  english,
  english.filter((name) => /async|block|exp/.test(name)),
)) {
  test(`${file}: a step of a control reaches the address and the reset takes it back`, async () => {
    const page = await openPage({ path: addressOf(file) });
    await waitReady(page);
    await page.waitForLoadState("networkidle"); // what a page loads late, as the tools of tables, is there
    const before = await page.textContent(".widget");
    const control = page.locator(".control-slider").first();
    await control.evaluate((element) => {
      const more = element.closest("details");
      if (more) more.open = true;
    });
    const name = await control.getAttribute("data-control");
    const field = control.locator(`[name="${name}"]`);
    const lecture = await field.inputValue();
    await control.locator(".step").last().click();
    await page.waitForFunction((key) => new URLSearchParams(location.search).has(key), name);
    await waitReady(page);
    assert.notEqual(await field.inputValue(), lecture);
    assert.equal(new URL(page.url()).searchParams.get(name), await field.inputValue());
    await page.click("[data-reset]");
    await page.waitForFunction(() => location.search === "");
    await waitReady(page);
    assert.equal(await field.inputValue(), lecture);
    await control.evaluate((element) => {
      const more = element.closest("details");
      if (more) more.open = false;
    });
    await page.waitForFunction(() => !document.querySelector(".just-changed"));
    assert.equal(await page.textContent(".widget"), before);
    assertNoProblems(page);
    await page.close();
  });

  test(`${file}: an address gives back what it says`, async () => {
    const page = await openPage({ path: addressOf(file) });
    await waitReady(page);
    const presets = page.locator("[data-preset]");
    await presets.nth(1).click();
    await page.waitForFunction(() => location.search !== "");
    await waitReady(page);
    const other = await openPage({ path: addressOf(file) + new URL(page.url()).search });
    await waitReady(other);
    assert.deepEqual(await tableText(other), await tableText(page));
    assert.equal(await other.getAttribute("[data-preset] >> nth=1", "aria-pressed"), "true");
    assert.equal(new URL(other.url()).search, new URL(page.url()).search);
    await other.close();
    await page.close();
  });
}

for (const lang of sample(["zh", "en"], ["zh"])) {
  const littlesLaw = `${lang}/littles-law/`;

  test(`${lang}: a typed latency changes the numbers it should`, async () => {
    const page = await openPage({ path: littlesLaw });
    await waitReady(page);
    await page.fill('[name="latencyNs"]', "400");
    await page.waitForFunction(() => document.querySelector('[data-figure="in-flight"]').textContent === "1.34 MB");
    assert.equal(await page.textContent('[data-figure="per-sm"]'), "10.15 kB");
    assert.match(await page.textContent("[data-changes]"), /700.*400/);
    await page.close();
  });

  for (const [given, used] of [
    ["1e99", "100000"],
    ["-1", "1"],
    ["NaN", "700"],
    ["many", "700"],
  ]) {
    test(`${lang}: latencyNs=${given} is answered by a notice, and ${used} is used`, async () => {
      const page = await openPage({ path: `${littlesLaw}?latencyNs=${given}` });
      await waitReady(page);
      assert.match(await page.textContent('[data-notice="latencyNs"]'), /latencyNs/);
      assert.equal(await page.inputValue('[name="latencyNs"]'), used);
      assertNoProblems(page);
      await page.close();
    });
  }

  test(`${lang}: a bad value that is typed is answered too`, async () => {
    const page = await openPage({ path: littlesLaw });
    await waitReady(page);
    await page.click(".more > summary");
    await page.fill('[name="sms"]', "0");
    await page.press('[name="sms"]', "Enter");
    assert.match(await page.locator('[data-notice="sms"]').textContent(), /sms/);
    assert.equal(await page.inputValue('[name="sms"]'), "1");
    await page.close();
  });
}

test("the language switch keeps the parameters", async () => {
  const page = await openPage({ path: "zh/littles-law/?latencyNs=400" });
  await waitReady(page);
  await page.click("a[data-language]");
  await waitReady(page);
  assert.match(page.url(), /\/en\/littles-law\/\?latencyNs=400$/);
  assert.equal(await page.getAttribute("html", "lang"), "en");
  await page.close();
});

test("the front door leads to the reader's language", async () => {
  for (const [lang, expected] of [
    ["zh", "/zh/"],
    ["en", "/en/"],
    ["fr-FR", "/en/"],
  ]) {
    const page = await openPage({ lang });
    await page.waitForURL(`**${expected}`);
    await page.close();
  }
});

const paper = (page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

test("the theme follows the system, the address and the switch, and is remembered", async () => {
  const page = await openPage({ path: "en/littles-law/", theme: "dark" });
  const dark = await paper(page);
  await page.click('button[data-theme-choice="light"]');
  const light = await paper(page);
  assert.notEqual(light, dark);
  await page.reload();
  assert.equal(await paper(page), light);
  await page.goto(`${page.url()}?theme=dark`);
  assert.equal(await paper(page), dark);
  await page.close();
});

test("a number in the sentence leads to its control", async () => {
  const page = await openPage({ path: "en/littles-law/" });
  await waitReady(page);
  await page.click('.sentence [data-param="sms"]');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("name")), "sms");
  await page.close();
});

test("the picture stays in sight on a phone while the controls scroll", async () => {
  const page = await openPage({ path: "en/littles-law/", width: 390, height: 844, hasTouch: true });
  await waitReady(page);
  await page.evaluate(() => window.scrollBy(0, document.querySelector(".rail").getBoundingClientRect().top - 350));
  const box = await page.locator(".hero").boundingBox();
  assert.equal(Math.round(box.y), 0);
  assert.ok(box.height <= 0.47 * 844, `the picture is ${box.height} px high`);
  await page.close();
});

test("controls= and view= leave out what they do not name", async () => {
  const page = await openPage({ path: "en/embed/littles-law/?controls=latencyNs&view=chart" });
  await waitReady(page);
  assert.ok(await page.isVisible('[data-control="latencyNs"]'));
  assert.ok(await page.isHidden('[data-control="bandwidthTBps"]'));
  assert.ok(await page.isVisible("figure[data-chart]"));
  assert.ok(await page.isHidden('table[data-table="main"]'));
  assert.ok(await page.isHidden("[data-observations]"));
  await page.goto(page.url().replace(/\?.*/, "?controls=none"));
  await waitReady(page);
  assert.ok(await page.isHidden(".rail"));
  assert.ok(await page.isVisible('table[data-table="main"]'));
  await page.close();
});

test("without WebAssembly the table stays and a sentence says why", async () => {
  const page = await openPage({
    path: "zh/littles-law/",
    prepare: (p) => p.route("**/*.wasm", (route) => route.abort()),
  });
  await page.waitForSelector('[data-demo][data-state="error"]');
  assert.ok((await page.textContent("[data-trouble]")).length > 10);
  assert.deepEqual(await numericCells(page), goldenCells("littles-law"));
  await page.unroute("**/*.wasm");
  await page.click("[data-retry]");
  await waitReady(page);
  assert.equal(await page.locator("[data-trouble]").count(), 0);
  await page.close();
});
