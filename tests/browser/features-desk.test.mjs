// Settings as a whole: undo, what differs from the lecture, links, pins, own starting points, and stopping a long run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoProblems, eventually, numericCells, openPage, tableText, waitReady } from "./harness.mjs";

async function open(path, options) {
  const page = await openPage({ path, permissions: ["clipboard-read", "clipboard-write"], ...options });
  await waitReady(page);
  return page;
}

const figure = (page, name) => page.textContent(`.widget > header [data-figure="${name}"], [data-figure="${name}"]`);
const shows = (page, name, text) =>
  page.waitForFunction(([n, t]) => document.querySelector(`[data-figure="${n}"]`).textContent === t, [name, text]);

async function type(page, name, value) {
  await page.fill(`[name="${name}"]`, value);
  await page.locator(`[name="${name}"]`).blur();
}

test("undo and redo walk through the settings, by button and by key", async () => {
  const page = await open("en/littles-law/");
  assert.ok(await page.isDisabled("[data-undo]"));
  await type(page, "latencyNs", "1400");
  await shows(page, "in-flight", "4.69 MB");
  await type(page, "bandwidthTBps", "6.7");
  await shows(page, "in-flight", "9.38 MB");
  await page.click("[data-undo]");
  await shows(page, "in-flight", "4.69 MB");
  await page.focus(".hero [role=img]");
  await page.keyboard.press("Control+z");
  await shows(page, "in-flight", "2.345 MB");
  assert.ok(await page.isDisabled("[data-undo]"));
  await page.keyboard.press("Control+Shift+Z");
  await shows(page, "in-flight", "4.69 MB");
  await page.click("[data-redo]");
  await shows(page, "in-flight", "9.38 MB");
  await page.waitForFunction(() => location.search === "?bandwidthTBps=6.7&latencyNs=1400");
  // Outside of the demo the keys are the browser's.
  await page.focus(".site-header a");
  await page.keyboard.press("Control+z");
  await page.waitForTimeout(200);
  assert.equal(await figure(page, "in-flight"), "9.38 MB");
  assertNoProblems(page);
  await page.close();
});

test("undo takes back a change that is still being computed, and only that", async () => {
  const page = await open("en/littles-law/");
  await type(page, "latencyNs", "1400");
  await shows(page, "in-flight", "4.69 MB");
  await waitReady(page);
  await page.focus(".hero [role=img]");
  await page.evaluate(() => {
    const field = document.querySelector("[name=bandwidthTBps]");
    field.value = "6.7";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "z", ctrlKey: true, bubbles: true }));
  });
  await page.waitForFunction(() => document.querySelector("[data-redo]").disabled === false);
  await waitReady(page);
  assert.equal(await figure(page, "in-flight"), "4.69 MB");
  assert.equal(await page.inputValue("[name=bandwidthTBps]"), "3.35");
  await page.click("[data-redo]");
  await shows(page, "in-flight", "9.38 MB");
  assertNoProblems(page);
  await page.close();
});

/** Clicks one after the other, faster than any answer. */
const clickAll = (page, selectors) =>
  page.evaluate((all) => {
    for (const selector of all) document.querySelector(selector).click();
  }, selectors);

test("quick taps all count, though none of them was answered yet", async () => {
  const param = (page, name) => eventually(() => new URL(page.url()).searchParams.get(name), Boolean);
  const littles = await open("en/littles-law/");
  const more = '[data-control="ilp"] .step:last-child';
  const start = Number(await littles.inputValue("[name=ilp]"));
  await clickAll(littles, [more, more, more]);
  assert.equal(Number(await param(littles, "ilp")), start + 3);
  await littles.close();

  const generations = await open("en/generations/");
  const box = (chip) => `[data-control="chips"] [value="${chip}"]`;
  const chosen = await generations.$$eval('[name="chips"]:checked', (all) => all.map((one) => one.value));
  const rest = await generations.$$eval('[name="chips"]:not(:checked)', (all) => all.map((one) => one.value));
  await clickAll(generations, [box(rest[0]), box(rest[1]), box(chosen[0])]);
  await waitReady(generations);
  const now = await generations.$$eval('[name="chips"]:checked', (all) => all.map((one) => one.value));
  assert.deepEqual(new Set(now), new Set([...chosen.slice(1), rest[0], rest[1]]));
  await generations.click("details.part-table-all > summary");
  await generations.waitForSelector(`[data-choose="${rest[2]}"]`);
  await clickAll(generations, [`[data-choose="${rest[2]}"]`, `[data-choose="${rest[3]}"]`]);
  await generations.waitForFunction((chip) => location.search.includes(chip), rest[3]);
  assert.deepEqual((await param(generations, "chips")).split(",").slice(-4), rest.slice(0, 4));
  await generations.close();

  const pipeline = await open("en/async-pipeline/");
  const later = '[data-step="tile-forward"]';
  await clickAll(pipeline, [later, later]);
  assert.equal(await param(pipeline, "firstTile"), "2");
  await pipeline.close();
});

test("while a hand moves on, an answer to where it was takes no control back", async () => {
  const page = await open("en/block-formats/?n=1048576");
  await page.click("details.more > summary");
  const [asked, stood] = await page.evaluate(async () => {
    const demo = document.querySelector("[data-demo]");
    const slider = document.querySelector('[data-control="df"] [type=range]');
    const field = document.querySelector("[name=df]");
    const values = [];
    // In one task: the first is being computed when the second is asked for, however slow the machine.
    for (const position of [2, 5]) {
      slider.value = String(position);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    }
    while (demo.dataset.state !== "ready") {
      await new Promise(requestAnimationFrame);
      values.push(`${slider.value}: ${field.value}`);
    }
    return [`${slider.value}: ${field.value}`, values];
  });
  const lecture = stood[0]; // until the first answer the field is the lecture's
  assert.deepEqual(new Set(stood), new Set([lecture, asked]));
  assert.match(lecture, /^5: /);
  assertNoProblems(page);
  await page.close();
});

test("what is put back before it was answered is put back in its control, too", async () => {
  const page = await open("en/littles-law/");
  const stood = await page.evaluate(async () => {
    const demo = document.querySelector("[data-demo]");
    const slider = document.querySelector('[data-control="bandwidthTBps"] [type=range]');
    const stands = () => [slider.value, document.querySelector("[name=bandwidthTBps]").value];
    const before = stands();
    slider.value = "3";
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    demo.dispatchEvent(new KeyboardEvent("keydown", { key: "z", ctrlKey: true }));
    while (demo.dataset.state !== "ready") await new Promise(requestAnimationFrame);
    return { before, after: stands() };
  });
  assert.deepEqual(stood.after, stood.before);
  assertNoProblems(page);
  await page.close();
});

test("each change from the lecture is named and put back by one tap, and reset puts back all", async () => {
  const page = await open("en/littles-law/?latencyNs=1400&bandwidthTBps=6.7&sms=66");
  const changes = page.locator("[data-changes] li");
  assert.equal(await changes.count(), 3);
  assert.match(await changes.nth(1).textContent(), /700 → 1400 ns|700 → 1,400 ns/);
  await page.click('[data-put-back="bandwidthTBps"]');
  await shows(page, "in-flight", "4.69 MB");
  assert.equal(await changes.count(), 2);
  await page.click("[data-reset]");
  await shows(page, "in-flight", "2.345 MB");
  assert.equal(await changes.count(), 0);
  await page.close();
});

test("a copied link leads to the same numbers", async () => {
  const page = await open("en/embed/littles-law/?latencyNs=1400");
  await page.click("[data-copy-link]");
  await page.waitForFunction(() => document.querySelector(".said").textContent !== "");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /\/en\/littles-law\/\?latencyNs=1400$/);
  await page.goto(link);
  await waitReady(page);
  assert.equal(await figure(page, "in-flight"), "4.69 MB");
  await page.close();
});

test("a pinned result stands beside the present one, differences marked, and its curve behind", async () => {
  const page = await open("en/littles-law/");
  const before = await numericCells(page);
  await page.click("[data-pin]");
  await page.waitForSelector("[data-compare]");
  await type(page, "latencyNs", "1400");
  await shows(page, "in-flight", "4.69 MB");
  await waitReady(page); // parts are drawn in turns
  const settings = await tableText(page, "compare-settings");
  assert.deepEqual(settings[1].slice(1), ["700 ns", "1,400 ns"]);
  const figures = await tableText(page, "compare-figures");
  assert.ok(
    figures.some(([, pinned, now]) => pinned === "2.345 MB" && now === "4.69 MB"),
    JSON.stringify(figures),
  );
  const old = await page.$$eval('table[data-table="compare-main"] [data-differs] del', (all) =>
    all.map((e) => e.textContent),
  );
  assert.ok(old.length > 0 && old.every((text) => before.includes(text)), old.join());
  const ghosts = await page.$$eval(".hero .direct", (all) => all.map((label) => label.textContent));
  assert.ok(
    ghosts.some((label) => label.includes("Pinned")),
    ghosts.join(),
  );
  assert.deepEqual(await page.locator('[data-figure="in-flight"]').count(), 1);
  await page.click("[data-swap]");
  await shows(page, "in-flight", "2.345 MB");
  assert.deepEqual((await tableText(page, "compare-settings"))[1].slice(1), ["1,400 ns", "700 ns"]);
  await page.click("[data-unpin]");
  await page.waitForSelector("[data-compare]", { state: "detached" });
  assertNoProblems(page);
  await page.close();
});

const choose = (page, text) =>
  page.setInputFiles("input[name=presets]", {
    name: "mine.json",
    mimeType: "application/json",
    buffer: Buffer.from(text),
  });

test("own starting points come from a file, last for the visit, and bad files say what is wrong", async () => {
  const page = await open("en/littles-law/");
  for (const [text, words] of [
    ["{", /no JSON/],
    ['{"label":"x"}', /no list/],
    ['[{"params":{}}]', /1 has no label/],
    ['[{"label":"x","params":{"speed":3}}]', /1: speed is no parameter/],
    ['[{"label":"x","params":{"sms":null}}]', /1: sms is neither/],
    ['[{"label":"x","params":{"sms":2000}}]', /1: sms must be: 1 … 1,024/],
    ['[{"label":"x","params":{}},{"label":"y","params":{"latencyNs":-5}}]', /2: latencyNs must be: 1 … 100,000 ns/],
  ]) {
    await choose(page, text);
    await page.waitForFunction(
      (source) => new RegExp(source).test(document.querySelector('[data-notice="presets"]')?.textContent ?? ""),
      words.source,
    );
  }
  await choose(page, JSON.stringify([{ label: "Twice as far", params: { latencyNs: 1400 } }]));
  await page.click("[data-own-preset]");
  await shows(page, "in-flight", "4.69 MB");
  assert.equal(await page.getAttribute("[data-own-preset]", "aria-pressed"), "true");
  assert.equal(await page.locator('[data-notice="presets"]').count(), 0);
  await page.reload();
  await waitReady(page);
  await page.waitForSelector("[data-own-preset]");
  assertNoProblems(page);
  await page.close();
});

test("a value of an own starting point that is not allowed is said in Chinese, too, with what is", async () => {
  const page = await open("zh/async-pipeline/", { lang: "zh" });
  await choose(page, '[{"label":"x","params":{"release":"never"}}]');
  await page.waitForSelector('[data-notice="presets"]');
  assert.match(await page.textContent('[data-notice="presets"]'), /1: release 只能是：cp_async、ring、sync。/);
  await page.close();
});

test("own starting points come with the address", async () => {
  const presets = encodeURIComponent(JSON.stringify([{ label: "Half", params: { sms: 66 } }]));
  const page = await open(`zh/littles-law/?presets=${presets}`, { lang: "zh" });
  await page.click("[data-own-preset]");
  await shows(page, "per-sm", "35.53 kB");
  assert.ok(page.url().includes("presets="));
  await page.close();
});

test("a long run says so and can be stopped; the last result stays and work goes on", async () => {
  const page = await open("en/block-formats/");
  const before = await tableText(page);
  await page.click("details.more > summary");
  await type(page, "n", "67108864");
  await page.waitForSelector("[data-stop]");
  await page.waitForFunction(() => /^\d+%$/.test(document.querySelector(".busy .share").textContent));
  await page.click("[data-stop]");
  await page.waitForFunction(() => document.querySelector("[data-demo]").dataset.state === "ready");
  assert.equal(await page.inputValue("[name=n]"), "1048576");
  assert.equal(await page.locator("[data-stop]").count(), 0);
  assert.deepEqual(await tableText(page), before);
  await type(page, "seed", "1");
  await page.waitForFunction(
    (old) => document.querySelector('table[data-table="main"]').textContent !== old,
    await page.textContent('table[data-table="main"]'),
    { timeout: 30_000 },
  );
  assertNoProblems(page);
  await page.close();
});

test("many seeds of a long pipeline count up while they run, and end in numbers", async () => {
  const page = await open("zh/async-pipeline/", { lang: "zh" });
  await page.evaluate(() => {
    window.shares = [];
    new MutationObserver(() => {
      const text = document.querySelector(".busy .share")?.textContent;
      if (text) window.shares.push(Number.parseInt(text, 10));
    }).observe(document.querySelector(".busy-slot"), { childList: true, subtree: true, characterData: true });
  });
  await page.click("details.more > summary");
  await type(page, "tiles", "65536");
  await type(page, "maxStages", "64");
  await page.waitForFunction(() => new Set(window.shares).size > 3, undefined, { timeout: 30_000 });
  await waitReady(page, { timeout: 60_000 });
  const shares = await page.evaluate(() => window.shares);
  assert.ok(
    shares.every((share) => share >= 0 && share <= 100),
    shares.join(),
  );
  assert.equal(await page.locator(".busy").count(), 0);
  assert.match(await page.textContent('table[data-table="main"]'), /\d%/);
  await page.close();
});

test("on a phone the chosen starting point is swept into sight", async () => {
  const page = await open("en/async-pipeline/?bytesPerElement=1&flopsPerSmClk=8192", { width: 390, height: 844 });
  const chip = page.locator('[data-preset="fp8"]');
  assert.equal(await chip.getAttribute("aria-pressed"), "true");
  const { x, width } = await chip.boundingBox();
  assert.ok(x >= 0 && x + width <= 390, `${x} … ${x + width}`);
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.close();
});
