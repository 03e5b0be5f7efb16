// Accessibility: axe on a sample of pages (all of them in tests/long), the keyboard alone, charts that speak, readers' own settings.
import assert from "node:assert/strict";
import { test } from "node:test";
import { findings } from "./axe.mjs";
import { eventually, openPage, sample, waitReady } from "./harness.mjs";

const openDemo = async (options) => {
  const page = await openPage(options);
  await waitReady(page);
  return page;
};

for (const [path, options] of [
  ["en/", { width: 390, height: 844 }],
  ["zh/about/", { theme: "dark" }],
  ["zh/async-pipeline/", { theme: "dark", width: 390, height: 844 }],
  ["en/generations/", { width: 820, height: 1180 }],
  ["en/embed/exp-bottleneck/", {}],
]) {
  test(`axe finds nothing on ${path} (${options.theme ?? "light"}, ${options.width ?? 1280} wide)`, async () => {
    const page = await openPage({ path, ...options });
    if (!/^..\/(about\/)?$/.test(path)) await waitReady(page);
    assert.deepEqual(await findings(page), []);
    await page.close();
  });
}

const hero = ".hero figure[data-chart]";
const describe = (page) =>
  page.$eval(hero, (figure) => ({
    name: figure.getAttribute("aria-label"),
    description: document.getElementById(figure.getAttribute("aria-describedby")).textContent,
  }));

const changes = [
  ["en/littles-law/", "latencyNs=400"],
  ["zh/async-pipeline/", "latencyNs=300"],
  ["en/ping-pong/", "headDim=64"],
  ["zh/generations/", "chips=H100,A100"],
  ["en/block-formats/", "df=3"],
  ["zh/exp-bottleneck/", "chips=H100"],
];
for (const [path, query] of sample(changes, changes.slice(1, 3))) {
  test(`${path}: the picture's name and description follow ${query}`, async () => {
    const lecture = await openDemo({ path });
    const other = await openDemo({ path: `${path}?${query}` });
    const [before, after] = [await describe(lecture), await describe(other)];
    assert.notEqual(after.name, before.name);
    assert.notEqual(after.description, before.description);
    await lecture.close();
    await other.close();
  });
}

test("arrow keys read a curve out in a live region", async () => {
  const page = await openDemo({ path: "en/littles-law/" });
  await page.focus(`${hero} .plot`);
  const read = () => page.textContent(`${hero} [aria-live="polite"]`);
  const readings = [];
  for (const key of ["Home", "ArrowRight", "End"]) {
    await page.keyboard.press(key);
    readings.push(await eventually(read, (text) => !readings.includes(text)));
  }
  assert.equal(new Set(readings).size, 3, readings.join(" | "));
  for (const reading of readings) assert.match(reading, /\d/);
  await page.close();
});

/** Where Tab leads, as the place of each element in the document. */
async function tabOrder(page, most) {
  const order = [];
  for (let i = 0; i < most; i += 1) {
    await page.keyboard.press("Tab");
    const index = await page.evaluate(() => {
      const at = document.activeElement;
      return at === document.body ? -1 : [...document.querySelectorAll("*")].indexOf(at);
    });
    if (index < 0) return order;
    order.push(index);
  }
  throw new Error(`Tab does not leave the page after ${most} steps`);
}

test("Tab walks a widget in the order of the document and leaves it", async () => {
  const page = await openDemo({ path: "en/embed/ping-pong/" });
  const order = await tabOrder(page, 150);
  assert.ok(order.length > 15);
  assert.deepEqual(
    order,
    [...order].sort((a, b) => a - b),
  );
  await page.close();
});

test("the keyboard alone moves a slider, chooses a preset and takes both back", async () => {
  const page = await openDemo({ path: "en/littles-law/" });
  const field = page.locator('[name="latencyNs"]');
  await page.focus('[data-control="latencyNs"] input[type="range"]');
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector('[name="latencyNs"]').value !== "700");
  await page.focus("[data-preset] >> nth=1");
  await page.keyboard.press("Enter");
  await page.waitForSelector('[data-preset][aria-pressed="true"] >> nth=0');
  await page.focus("[data-reset]");
  await page.keyboard.press("Space");
  await page.waitForFunction(() => document.querySelector('[name="latencyNs"]').value === "700");
  assert.equal(await field.inputValue(), "700");
  await page.close();
});

test("a long list is folded; its rest is searched and chosen by keyboard", async () => {
  const page = await openDemo({ path: "en/generations/" });
  const visible = () => page.locator('[name="chips"]:visible').count();
  assert.equal(await visible(), 4);
  await page.focus(".fold-toggle");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type("mi3");
  assert.ok((await visible()) >= 2);
  await page.focus('[name="chips"]:visible');
  await page.keyboard.press("Space");
  await page.waitForFunction(() => /MI3/.test(new URLSearchParams(location.search).get("chips")));
  assert.match(await page.evaluate(() => document.activeElement.value), /^MI3/);
  await page.close();
});

test("keys do nothing to an embed unless something in it has the focus", async () => {
  const page = await openDemo({ path: "en/embed/littles-law/" });
  const before = await page.textContent(".widget");
  for (const key of ["ArrowRight", "ArrowLeft", "PageDown", "Escape", "z", "Control+z", "/", "?"])
    await page.keyboard.press(key);
  await page.waitForTimeout(300);
  assert.equal(await page.textContent(".widget"), before);
  assert.equal(new URL(page.url()).search, "");
  await page.close();
});

test("every text is in the page's language or says in which", async () => {
  for (const [path, lang, foreign] of [
    ["en/block-formats/", "en", "[\\u4e00-\\u9fff]"],
    ["en/about/", "en", "[\\u4e00-\\u9fff]"],
  ]) {
    const page = await openPage({ path });
    assert.equal(await page.getAttribute("html", "lang"), lang);
    const unmarked = await page.evaluate((pattern) => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found = [];
      while (walker.nextNode()) {
        const { data, parentElement } = walker.currentNode;
        if (parentElement.matches("script, style")) continue;
        if (new RegExp(pattern).test(data) && !parentElement.closest('[lang^="zh"]')) found.push(data);
      }
      return found;
    }, foreign);
    assert.deepEqual(unmarked, []);
    await page.close();
  }
});

test("under forced colours chosen chips are still told apart", async () => {
  const page = await openDemo({ path: "en/littles-law/", forcedColors: "active" });
  const outlines = await page.$$eval(".chip", (chips) => chips.map((chip) => getComputedStyle(chip).outlineStyle));
  assert.equal(outlines[0], "solid");
  assert.equal(outlines[1], "none");
  await page.close();
});

test("under reduced motion nothing has a transition", async () => {
  const page = await openDemo({ path: "en/littles-law/", reducedMotion: "reduce" });
  const moving = await page.$$eval("body *", (all) =>
    all.filter((one) => getComputedStyle(one).transitionDuration !== "0s").map((one) => one.className),
  );
  assert.deepEqual(moving, []);
  await page.close();
});
