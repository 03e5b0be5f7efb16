// What many changes, many comings and goings, and dense screens must not do: pile up work, memory or pixels.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoProblems, drag, openPage, sample, waitReady } from "./harness.mjs";

const demos = ["littles-law", "async-pipeline", "ping-pong", "generations", "block-formats", "exp-bottleneck"];

/** Counts what is asked of workers. */
const countRequests = (page) =>
  page.addInitScript(() => {
    window.requests = 0;
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function post(message, ...rest) {
      if (message?.call === "present") window.requests += 1;
      return postMessage.call(this, message, ...rest);
    };
  });

test("of fifty changes within a second the last is shown, and those overtaken are not computed", async () => {
  const page = await openPage({ path: "en/block-formats/", prepare: countRequests });
  await waitReady(page);
  const before = await page.evaluate(() => window.requests);
  await drag(page, "df", 50, 20);
  await waitReady(page, { timeout: 60_000 });
  const asked = (await page.evaluate(() => window.requests)) - before;
  assert.ok(asked >= 1 && asked <= 25, `${asked} of 50 were computed`);
  const shown = await page.textContent('table[data-table="main"]');
  const { search } = new URL(page.url());
  const fresh = await openPage({ path: `en/block-formats/${search}` });
  await waitReady(fresh);
  assert.equal(await fresh.textContent('table[data-table="main"]'), shown);
  assert.equal(await fresh.inputValue('[name="df"]'), await page.inputValue('[name="df"]'));
  await fresh.close();
  assertNoProblems(page);
  await page.close();
});

test("a demo that comes and goes fifty times, while its box changes, leaves no canvas and throws nothing", async () => {
  const page = await openPage({ path: "en/littles-law/" });
  await waitReady(page);
  await page.waitForSelector(".hero .drawn canvas");
  await page.evaluate(async () => {
    const demo = document.querySelector("lecture-demo");
    const parent = demo.parentElement;
    const html = demo.cloneNode(true);
    html.dataset.state = "static";
    demo.remove();
    window.canvases = [];
    for (let i = 0; i < 50; i += 1) {
      const copy = html.cloneNode(true);
      parent.prepend(copy);
      parent.style.setProperty("max-width", `${600 + 7 * i}px`);
      await new Promise((resolve) => setTimeout(resolve, 10 + 3 * (i % 10)));
      window.canvases.push(...[...copy.querySelectorAll("canvas")].map((canvas) => new WeakRef(canvas)));
      copy.remove();
    }
    parent.prepend(html);
  });
  await waitReady(page);
  await page.waitForSelector(".hero .drawn canvas");
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  await page.waitForTimeout(200);
  await session.send("HeapProfiler.collectGarbage");
  assert.equal(await page.evaluate(() => window.canvases.filter((one) => one.deref()).length), 0);
  assertNoProblems(page);
  await page.close();
});

for (const id of sample(demos, ["generations"])) {
  test(`${id}: on a screen of three pixels a point all pictures together stay within 16 million pixels`, async () => {
    const page = await openPage({ path: `en/${id}/`, deviceScaleFactor: 3 });
    await waitReady(page);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let y = 0; y < height; y += 600) {
      await page.evaluate((top) => scrollTo(0, top), y);
      await page.waitForTimeout(100);
    }
    await page.waitForSelector(".drawn canvas");
    const pixels = await page.$$eval("canvas", (all) => all.map((canvas) => canvas.width * canvas.height));
    const sum = pixels.reduce((a, b) => a + b, 0);
    assert.ok(sum > 0 && sum <= 16e6, `${pixels}`);
    await page.close();
  });
}

/** Contrast of two CSS colours, after WCAG 2. */
function contrast(one, other) {
  const luminance = (colour) => {
    const [r, g, b] = colour
      .match(/[\d.]+/g)
      .slice(0, 3)
      .map((part) => Number(part) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

test("under forced colours the words and lines of a picture stand out from its paper", async () => {
  const page = await openPage({ path: "en/async-pipeline/", forcedColors: "active", theme: "dark" });
  await waitReady(page);
  const { paper, inks } = await page.evaluate(() => ({
    paper: getComputedStyle(document.documentElement).backgroundColor,
    inks: [...document.querySelectorAll(".hero .plot text")].map((text) => getComputedStyle(text).fill),
  }));
  assert.ok(inks.length > 5);
  for (const ink of inks) assert.ok(contrast(ink, paper) >= 3, `${ink} on ${paper}`);
  await page.close();
});
