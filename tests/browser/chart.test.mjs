// Charts for people: names, readings by pointer and arrow keys, colours that follow the theme, no trace left behind.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoProblems, eventually, openPage, waitReady } from "./harness.mjs";

const path = "en/littles-law/";
const hero = ".hero figure[data-chart]";

async function openDrawn(options) {
  const page = await openPage({ path, ...options });
  await waitReady(page);
  await page.waitForSelector(`${hero} .drawn canvas`);
  return page;
}

/** Sum over the canvas: changes when anything that is drawn changes. */
const pixels = (page) =>
  page.$eval(`${hero} canvas`, (canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let hash = 0;
    for (let i = 0; i < data.length; i += 1) hash = (hash * 31 + data[i]) | 0;
    return hash;
  });

async function assertRedrawn(page, before) {
  const now = await eventually(
    () => pixels(page),
    (value) => value !== before,
  );
  assert.notEqual(now, before);
}

test("a chart has a name, a description that follows the data, and a way to its table", async () => {
  const page = await openDrawn();
  const plot = page.locator(`${hero} [role=img]`);
  const describedBy = await plot.getAttribute("aria-describedby");
  const before = await page.textContent(`#${describedBy}`);
  assert.ok((await plot.getAttribute("aria-label")).length > 5);
  assert.ok(before.length > 20);
  await page.fill('[name="latencyNs"]', "300");
  await page.waitForFunction(([id, old]) => document.getElementById(id).textContent !== old, [describedBy, before]);
  const target = await page.getAttribute(`${hero} .to-table`, "href");
  await page.click(`${hero} .to-table`);
  await page.waitForSelector(`${target} table`);
  await page.close();
});

test("the live curves lie in the box of the static ones", async () => {
  const page = await openDrawn();
  const area = await page.locator(`${hero} .plot-area`).boundingBox();
  const canvas = await page.locator(`${hero} canvas`).boundingBox();
  for (const side of ["x", "y", "width", "height"]) assert.ok(Math.abs(area[side] - canvas[side]) < 1, side);
  await page.close();
});

test("arrow keys read the curve out", async () => {
  const page = await openDrawn();
  await page.focus(`${hero} [role=img]`);
  await page.keyboard.press("Home");
  const first = await page.textContent(`${hero} [data-reading]`);
  await page.keyboard.press("End");
  const last = await page.textContent(`${hero} [data-reading]`);
  assert.match(first, /\d/);
  assert.notEqual(first, last);
  assert.equal(await page.getAttribute(`${hero} [data-reading]`, "aria-live"), "polite");
  await page.close();
});

test("a pointer reads the point under it", async () => {
  const page = await openDrawn();
  const box = await page.locator(`${hero} .plot-area`).boundingBox();
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.5);
  assert.match(await page.textContent(`${hero} [data-reading]`), /\d/);
  await page.close();
});

test("a change redraws the curves", async () => {
  const page = await openDrawn();
  const before = await pixels(page);
  await page.fill('[name="bandwidthTBps"]', "2");
  await assertRedrawn(page, before);
  await page.close();
});

test("another theme recolours the curves", async () => {
  const page = await openDrawn();
  const before = await pixels(page);
  await page.click('button[data-theme-choice="dark"]');
  await assertRedrawn(page, before);
  await page.close();
});

test("a swipe that starts on a chart scrolls the page", async () => {
  const page = await openDrawn({ width: 390, height: 844, hasTouch: true });
  const actions = await page.$$eval(`${hero} .plot, ${hero} .plot-area`, (all) =>
    all.map((e) => getComputedStyle(e).touchAction),
  );
  assert.deepEqual(new Set(actions), new Set(["pan-y"]));
  await page.close();
});

test("a chart follows its box through widths", async () => {
  const page = await openDrawn({ width: 1000 });
  for (const width of [700, 390, 1000]) {
    await page.setViewportSize({ width, height: 800 });
    const widthOf = async (part) => (await page.locator(`${hero} ${part}`).boundingBox()).width;
    const beside = await eventually(
      async () => (await widthOf("canvas")) - (await widthOf(".plot-area")),
      (pixels) => Math.abs(pixels) <= 1,
    );
    assert.ok(Math.abs(beside) <= 1, `${width}: ${beside}`);
  }
  await page.close();
});

test("a demo that leaves the page takes its charts along and can come back", async () => {
  const page = await openDrawn();
  const html = await page.evaluate(() => {
    const demo = document.querySelector("lecture-demo");
    const parent = demo.parentElement;
    const copy = demo.cloneNode(true);
    window.canvases = [...demo.querySelectorAll("canvas")];
    demo.remove();
    copy.dataset.state = "static";
    parent.prepend(copy);
    return window.canvases.every((canvas) => !canvas.isConnected);
  });
  assert.ok(html);
  await waitReady(page);
  await page.waitForSelector(`${hero} .drawn canvas`);
  assert.equal(await page.locator(`${hero} canvas`).count(), 1);
  assertNoProblems(page);
  await page.close();
});

test("in an embed Chart.js comes when somebody points at the picture, and reads the point at once", async () => {
  const page = await openPage({ path: "en/embed/littles-law/" });
  await waitReady(page);
  assert.equal(await page.locator("canvas").count(), 0);
  await page.locator(".hero .plot-area").hover();
  await page.waitForSelector(".hero .drawn canvas");
  await page.waitForFunction(() => document.querySelector(".hero [data-reading]").textContent.match(/\d/));
  assertNoProblems(page);
  await page.close();
});

test("until then an embed's static curves follow the controls, and a tap brings Chart.js as well", async () => {
  const page = await openPage({ path: "en/embed/littles-law/", width: 390, hasTouch: true });
  await waitReady(page);
  const curves = () => page.locator(`${hero} .static-series`).innerHTML();
  const before = await curves();
  await page.fill('[name="bandwidthTBps"]', "2");
  await page.waitForFunction(
    ([selector, old]) => document.querySelector(selector).innerHTML !== old,
    [`${hero} .static-series`, before],
  );
  assert.equal(await page.locator("canvas").count(), 0);
  await page.locator(`${hero} .plot-area`).tap();
  await page.waitForSelector(`${hero} .drawn canvas`);
  assertNoProblems(page);
  await page.close();
});

test("a timeline's window is moved tile by tile, and plays to the run's end; not under reduced motion", async () => {
  const page = await openPage({ path: "en/async-pipeline/?tiles=6&shownTiles=2" });
  await waitReady(page);
  const step = (name) => page.locator(`[data-chart="timeline"] [data-step="${name}"]`);
  const first = () => page.inputValue('[name="firstTile"]');
  assert.ok(await step("tile-back").isDisabled());
  await step("tile-forward").click();
  await page.waitForFunction(() => document.querySelector('[name="firstTile"]').value === "1");
  assert.match(await page.textContent('[data-chart="timeline"] .chart-description'), /2 tiles/);
  await step("play").click();
  await page.waitForFunction(() => document.querySelector('[name="firstTile"]').value === "4");
  await page.waitForFunction(() => document.querySelector('[data-step="forward"]').disabled);
  assert.equal(await first(), "4"); // 6 tiles, 2 shown
  await step("tile-back").click();
  await page.waitForFunction(() => document.querySelector('[name="firstTile"]').value === "3");
  assert.equal(await step("play").textContent(), "Play");
  await page.emulateMedia({ reducedMotion: "reduce" });
  assert.ok(!(await step("play").isVisible()) && (await step("forward").isVisible()));
  assertNoProblems(page);
  await page.close();
});
