// What each instrument lets a reader do beyond its controls: kernels under the roofline, chips to choose, a cursor in time,
// policies side by side, and what a change leaves as it was.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoProblems, openPage, tableText, waitReady } from "./harness.mjs";

async function open(path, options) {
  const page = await openPage({ path, ...options });
  await waitReady(page);
  return page;
}

const chart = (name) => `[data-chart="${name}"]`;
const textIs = (page, selector, words) =>
  page.waitForFunction(([s, w]) => document.querySelector(s)?.textContent.includes(w), [selector, words]);
const openFold = (page, name) => page.click(`details.part-table-${name} > summary`);

for (const lang of ["en", "zh"]) {
  test(`${lang}: a kernel put under the roofline by one tap says its intensity and what binds it`, async () => {
    const page = await open(`${lang}/generations/`, { lang });
    const pick = (id) => page.locator(`${chart("roofline")} [data-pick="${id}"]`);
    assert.equal(await pick("decode-32").getAttribute("aria-pressed"), "true");
    await pick("gemm-4096").click();
    // 2 × 4096³ operations on 3 × 4096² numbers of one byte: 4096 × 2 / 3 for each.
    await textIs(page, `${chart("roofline")} .chart-description`, "2,731");
    assert.equal(await pick("gemm-4096").getAttribute("aria-pressed"), "true");
    await openFold(page, "roofs");
    await waitReady(page); // parts are drawn in turns
    const roofs = await tableText(page, "roofs");
    assert.equal(roofs.find(([chip]) => chip === "H100")[1], "2,731");
    assert.match(roofs.find(([chip]) => chip === "H100")[2], /^1\.979/); // the roof itself: compute binds
    await pick("prefill-512").click();
    await textIs(page, `${chart("roofline")} .chart-description`, "512 FLOP/B");
    await pick("decode-1").click();
    await page.waitForFunction(
      () => location.search === "?batch=1&sequence=512" || location.search.includes("batch=1"),
    );
    assert.equal(await page.inputValue("[name=kernel]"), "decode");
    assert.equal(await page.inputValue("[name=batch]"), "1");
    assertNoProblems(page);
    await page.close();
  });
}

test("the chip table is searched, sorted and chosen from, and gives the base", async () => {
  const page = await open("en/generations/");
  await openFold(page, "all");
  const table = 'table[data-table="all"]';
  const names = () => page.$$eval(`${table} tbody th [data-choose]`, (all) => all.map((box) => box.dataset.choose));
  await page.waitForSelector(`${table} [data-choose]`);
  assert.equal((await names()).length, 19);
  const sortBy = (label) => page.locator(`${table} thead button`, { hasText: label }).click();
  await sortBy("Memory bandwidth");
  await sortBy("Memory bandwidth");
  assert.deepEqual((await names()).slice(0, 2), ["Rubin", "Rubin-NVL72"]); // 22 TB/s, then 8
  await page.fill(".choose-search input", "mi3");
  assert.deepEqual((await names()).sort(), ["MI300X", "MI325X", "MI355X"]);
  assert.equal(await page.textContent(".choose-search [role=status]"), "3 found");
  await page.check(`${table} [data-choose="MI300X"]`);
  await page.waitForFunction(() => document.querySelector('table[data-table="main"]').textContent.includes("MI300X"));
  await page.click(`${table} [data-one="MI300X"]`);
  await page.waitForFunction(() => document.querySelector("[name=base]").value === "MI300X");
  await waitReady(page); // parts are drawn in turns
  const row = (await tableText(page)).find(([chip]) => chip === "MI300X");
  assert.deepEqual(row.slice(2, 5), ["1.0×", "1.0×", "1.0×"]);
  assert.equal(await page.getAttribute(`${table} [data-one="MI300X"]`, "aria-pressed"), "true");
  await page.uncheck(`${table} [data-choose="MI300X"]`);
  await page.waitForFunction(() => !document.querySelector('table[data-table="main"]').textContent.includes("MI300X"));
  assertNoProblems(page);
  await page.close();
});

for (const [lang, compute] of [
  ["en", "64-bit compute"],
  ["zh", "64 位算力"],
]) {
  test(`${lang}: the decade before is drawn as it is quoted, 80 and 17 times, with its source`, async () => {
    const page = await open(`${lang}/generations/`, { lang });
    const figure = page.locator(chart("decade"));
    const description = await figure.locator(".chart-description").textContent();
    for (const words of ["80×", "17×", "arXiv 2601.05047"]) assert.ok(description.includes(words), description);
    await figure.locator(".to-table").click();
    await page.waitForSelector("#data-decade table");
    const points = (await tableText(page, "chart-decade")).slice(1);
    assert.equal(points.length, 4);
    assert.ok(points.some(([, reading]) => reading.includes("2022") && reading.includes(`80×`)));
    assert.ok(points.some(([series]) => series.startsWith(compute)));
    await page.close();
  });
}

test("any chip sets bandwidth and SMs, with its sources; a changed control is none of them", async () => {
  const page = await open("en/littles-law/");
  const list = page.locator('[data-picks="chip"] select');
  assert.equal(await list.inputValue(), "H100");
  await list.selectOption("B200");
  // 8 TB/s × 700 ns, over 148 SMs.
  await page.waitForFunction(() => document.querySelector('[data-figure="in-flight"]').textContent === "5.6 MB");
  await waitReady(page); // parts are drawn in turns
  assert.equal(await page.textContent('[data-figure="per-sm"]'), "37.84 kB");
  assert.equal(await page.inputValue("[name=sms]"), "148");
  assert.match(await page.textContent('[data-picks="chip"] details'), /B200\. Bandwidth: NVIDIA/);
  await page.fill("[name=bandwidthTBps]", "5");
  await page.waitForFunction(() => document.querySelector('[data-picks="chip"] select').value === "");
  assertNoProblems(page);
  await page.close();
});

test("any chip sets the pipeline's rates, and is in the address", async () => {
  const page = await open("zh/async-pipeline/", { lang: "zh" });
  const list = page.locator('[data-picks="chip"] select');
  assert.equal(await list.inputValue(), "H100");
  const before = await page.textContent('[data-figure="compute-time"]');
  await list.selectOption("B200");
  await page.waitForFunction(
    (old) => document.querySelector('[data-figure="compute-time"]').textContent !== old,
    before,
  );
  await waitReady(page);
  const [rate, clock] = [await page.inputValue("[name=flopsPerSmClk]"), await page.inputValue("[name=clockGhz]")];
  const nanoseconds = (2 * 128 * 128 * 64) / (Number(rate) * Number(clock));
  const shown = Number((await page.textContent('[data-figure="compute-time"]')).split(" ")[0]);
  assert.ok(Math.abs(shown - nanoseconds) < 0.06, `${shown} against ${nanoseconds}`);
  await page.waitForFunction(() => location.search.includes("hbmTBps=8"));
  await page.click("[data-undo]");
  await page.waitForFunction(
    (old) => document.querySelector('[data-figure="compute-time"]').textContent === old,
    before,
  );
  await waitReady(page);
  assert.equal(await list.inputValue(), "H100");
  assertNoProblems(page);
  await page.close();
});

test("a cursor steps through the timeline, from event to event, and says what every lane does", async () => {
  const page = await open("en/async-pipeline/");
  const box = chart("timeline");
  const step = (name) => page.click(`${box} [data-step="${name}"]`);
  const reading = () => page.textContent(`${box} [data-reading]`);
  // The lanes are drawn in their turn, after the reading.
  const cursorIsAt = (timeUs) =>
    page.waitForFunction(
      ([selector, at]) => {
        const line = document.querySelector(`${selector} .time-cursor`);
        return line && Math.abs(Number(line.dataset.at) - at) < 1e-4;
      },
      [box, timeUs],
    );
  await step("forward");
  await cursorIsAt(0);
  assert.match(await reading(), /^0 s · .*Channel: transfer 0/);
  await step("forward");
  await cursorIsAt(0.2798);
  assert.match(await reading(), /^279\.8 ns · .*Channel: transfer 1/);
  // The cursor stands where the axis says, to a pixel.
  const places = await page.evaluate((selector) => {
    const line = document.querySelector(`${selector} .time-cursor`).getBoundingClientRect();
    const bars = document.querySelector(`${selector} path.c-transfer`); // all in one outline, the channel's first
    const left = Number(bars.getAttribute("d").match(/M\d+/g)[1].slice(1));
    const { a, e } = bars.getScreenCTM();
    return [line.x + line.width / 2, e + left * a];
  }, box);
  assert.ok(Math.abs(places[0] - places[1]) < 1, places.join());
  for (let i = 0; i < 2; i += 1) await step("forward");
  await cursorIsAt(0.9798);
  assert.match(await reading(), /tensor core\): compute 0/); // the first tile is there
  await step("back");
  await cursorIsAt(0.5596);
  assertNoProblems(page);
  await page.close();
});

test("the ping-pong timeline plays by itself to its end, and stops there", async () => {
  const page = await open("zh/ping-pong/?timelineSteps=1", { lang: "zh" });
  const box = chart("timeline");
  await page.click(`${box} [data-step="play"]`);
  await page.waitForFunction((selector) => document.querySelector(`${selector} [data-step="forward"]`).disabled, box, {
    timeout: 20_000,
  });
  assert.match(await page.textContent(`${box} [data-reading]`), /µs|ns/);
  assert.equal(await page.textContent(`${box} [data-step="play"]`), "播放");
  await page.close();
});

test("the codes of two policies stand side by side and follow the choice", async () => {
  const page = await open("en/block-formats/");
  await page.click("details.more > summary");
  await page.selectOption("[name=policyA]", "lecture/mxfp4");
  await page.selectOption("[name=policyB]", "ocp/mxfp4");
  await textIs(page, `${chart("policies")} .chart-description`, "lecture MXFP4 beside OCP MXFP4");
  await page.click(`${chart("policies")} .to-table`);
  await page.waitForSelector("#data-policies table");
  const points = (await tableText(page, "chart-policies")).slice(1);
  assert.equal(points.length, 32); // sixteen codes of each
  const share = (side) =>
    points
      .filter(([series]) => series.startsWith(`${side}:`))
      .reduce((sum, [, text]) => sum + Number(text.match(/: ([\d.]+)% of/)[1]), 0);
  for (const side of ["A", "B"]) assert.ok(Math.abs(share(side) - 100) < 1, `${side}: ${share(side)}`);
  await page.selectOption("[name=policyB]", "ocp/mxfp8-e4m3");
  await page.waitForFunction(
    () => document.querySelectorAll('table[data-table="chart-policies"] tbody tr').length === 512,
  );
  assertNoProblems(page);
  await page.close();
});

test("another policy for a million numbers leaves the draw and the other results as they were", async () => {
  const page = await open("en/block-formats/");
  const before = await tableText(page);
  await page.click("details.more > summary");
  for (const policy of ["ocp/mxfp4", "torchao/nvfp4", "te/nvfp4", "microxcaling/mxfp4", "compressed-tensors/mxfp4"]) {
    const description = page.locator(`${chart("policies")} .chart-description`);
    const old = await description.textContent();
    await page.selectOption("[name=policyA]", policy);
    await page.waitForFunction(
      ([selector, text]) => document.querySelector(selector).textContent !== text,
      [`${chart("policies")} .chart-description`, old],
    );
    await waitReady(page);
    assert.deepEqual(await tableText(page), before, policy);
  }
  await page.close();
});

test("controls stay under the finger: nothing above them gives up its room when numbers change", async () => {
  const page = await open("en/littles-law/", { width: 390 });
  const slider = page.locator('[data-control="bandwidthTBps"] [type=range]');
  const chip = page.locator('[data-picks="chip"] select');
  assert.equal(await page.locator('[data-picks="chip"] .help').isVisible(), true);
  const fromChip = async () => (await slider.boundingBox()).y - (await chip.boundingBox()).y;
  const before = await fromChip();
  await slider.press("ArrowRight");
  await waitReady(page);
  assert.equal(await chip.inputValue(), ""); // no chip's any more, and no note on one
  assert.equal(await page.locator('[data-picks="chip"] .help').isVisible(), false);
  assert.equal(await fromChip(), before);
  await page.close();
});

test("the live sentence keeps the height of its longest form, at each width anew", async () => {
  const page = await open("en/async-pipeline/", { width: 390 });
  const height = () => page.$eval(".sentence", (element) => element.offsetHeight);
  const linesHeight = () =>
    page.$eval(".sentence", (element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().height;
    });
  const says = async (params) => {
    await page.evaluate((values) => {
      for (const [name, value] of Object.entries(values)) {
        const field = document.querySelector(`[data-control="${name}"] .value-field`);
        field.value = value;
        field.dispatchEvent(new Event("change", { bubbles: true }));
      }
    }, params);
    await waitReady(page);
  };
  const short = await height();
  await says({ stages: "63", latencyNs: "88000", tileM: "980", tileN: "980", tileK: "980" });
  const tall = await height();
  assert.ok(tall > short, `${tall} px and ${short} px`);
  await says({ stages: "4", latencyNs: "700", tileM: "128", tileN: "128", tileK: "64" });
  assert.ok((await linesHeight()) < tall);
  assert.equal(await height(), tall);
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.waitForFunction((most) => document.querySelector(".sentence").offsetHeight < most, tall);
  await page.close();
});
