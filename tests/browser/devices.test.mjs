// Phones, tablets, enlarged pages and lecture halls: what has to be touched is large, what has to be seen stays in sight.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, sample, waitReady } from "./harness.mjs";

const openDemo = async (options) => {
  const page = await openPage(options);
  await waitReady(page);
  return page;
};
const phone = { width: 390, height: 844, hasTouch: true, isMobile: true };
const ids = ["generations", "block-formats", "exp-bottleneck", "littles-law", "async-pipeline", "ping-pong"];

for (const id of ids) {
  const share = id === "ping-pong" ? 0.45 : 0.4; // a timeline of four lanes with its buttons
  test(`${id}: on a phone the picture takes at most ${100 * share} % of the height, whole, and controls are thumb-sized`, async () => {
    const page = await openDemo({ path: `en/${id}/`, ...phone });
    const hero = await page.$eval(".hero", (element) => ({
      position: getComputedStyle(element).position,
      height: element.getBoundingClientRect().height,
      hidden: element.scrollHeight - element.clientHeight,
    }));
    assert.equal(hero.position, "sticky");
    assert.ok(hero.height <= share * 844 + 1, `${hero.height} px`);
    assert.ok(hero.hidden <= 1, `${hero.hidden} px of the picture are cut off`);
    const small = await page.$$eval(
      ".chip, .step, .slider input, .value-field, .rail select, .rail > .control .check, .reset, .fold-toggle, .more > summary",
      (all) =>
        all
          .filter((one) => one.checkVisibility())
          .map((one) => ({ name: one.className || one.tagName, box: one.getBoundingClientRect() }))
          .filter(({ box }) => box.height < 43.9 || box.width < 43.9)
          .map(({ name, box }) => `${name}: ${box.width} × ${box.height}`),
    );
    assert.deepEqual(small, []);
    await page.close();
  });
}

test("on a lower phone a plot keeps a height to read it at; its title scrolls away", async () => {
  const page = await openDemo({ path: "en/littles-law/", ...phone, height: 664 });
  await page.evaluate(() => scrollBy(0, document.querySelector(".rail").getBoundingClientRect().top - 250));
  const hero = await page.locator(".hero").boundingBox();
  assert.ok(hero.y < 0, "the title has not scrolled away");
  assert.ok(hero.y + hero.height <= 0.4 * 664 + 1, `the picture ends at ${hero.y + hero.height} px`);
  const plot = await page.locator(".hero .plot").boundingBox();
  assert.ok(plot.y >= 0 && plot.height >= 180, `from ${plot.y} px on ${plot.height} px`);
  await page.keyboard.press("Tab");
  await page.locator(".hero .to-table").focus(); // now seen as focused, as the keyboard was used last
  await page.waitForFunction(() => document.querySelector(".hero .to-table").getBoundingClientRect().top >= 0);
  await page.close();
});

for (const lang of ["en", "zh"]) {
  test(`${lang}: a timeline's cursor is read whole on a phone, and moves no button`, async () => {
    const page = await openDemo({ path: `${lang}/ping-pong/`, lang, ...phone, height: 664 });
    const forward = page.locator('.hero [data-step="forward"]');
    const hiddenText = () =>
      page.$eval(".hero [data-reading]", (text) => [
        text.scrollWidth - text.clientWidth,
        text.closest(".chart-bottom").scrollHeight - text.closest(".chart-bottom").clientHeight,
      ]);
    await page.evaluate(() => scrollBy(0, document.querySelector(".rail").getBoundingClientRect().top - 250));
    const hero = await page.locator(".hero").boundingBox();
    assert.ok(hero.y < 0, "the title has not scrolled away");
    assert.ok(hero.y + hero.height <= 0.45 * 664 + 1, `the picture ends at ${hero.y + hero.height} px`);
    const lanes = await page.locator(".hero .timeline").first().boundingBox();
    assert.ok(lanes.y >= 0, `the first lane begins at ${lanes.y} px`);
    const before = await forward.boundingBox();
    const read = new Set();
    while (await forward.isEnabled()) {
      await page.touchscreen.tap(before.x + before.width / 2, before.y + before.height / 2);
      const reading = await page.textContent(".hero [data-reading]");
      if (read.has(reading)) break; // the window is at its end
      read.add(reading);
      assert.deepEqual(await hiddenText(), [0, 0], reading);
      assert.deepEqual(await forward.boundingBox(), before, reading);
    }
    assert.ok(read.size > 15, `${read.size} moments`);
    await page.close();
  });
}

test("a long heat table scrolls away instead of filling the phone", async () => {
  const page = await openDemo({ path: "en/exp-bottleneck/?chips=H100,B200,B300,A100,H200", ...phone });
  assert.equal(await page.$eval(".hero", (hero) => getComputedStyle(hero).position), "static");
  await page.close();
});

test("on a phone on its side, and enlarged to 200 % or 400 %, nothing sticks", async () => {
  for (const [width, height] of [
    [844, 390],
    [640, 400],
    [320, 256],
  ]) {
    const page = await openDemo({ path: "en/async-pipeline/", ...phone, width, height });
    assert.equal(await page.$eval(".hero", (hero) => getComputedStyle(hero).position), "static");
    await page.close();
  }
});

/** Elements that reach over the page's edge and are not inside a box that scrolls by itself. */
const overhanging = (page) =>
  page.evaluate(() =>
    document.documentElement.scrollWidth > innerWidth
      ? [...document.querySelectorAll("body *")]
          .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
          .map((one) => `${one.tagName}.${one.className}`)
          .slice(0, 5)
      : [],
  );

for (const path of ["en/", "zh/lecture01/", "en/about/", ...ids.map((id) => `en/${id}/`), "zh/async-pipeline/"]) {
  test(`${path}: enlarged to 200 % and 400 % (640 and 320 of 1280 px) only tables scroll sideways`, async () => {
    const page = await openPage({ path, width: 640, height: 400 });
    if (path.split("/").length > 2 && !/about|lecture/.test(path)) await waitReady(page);
    assert.deepEqual(await overhanging(page), []);
    await page.setViewportSize({ width: 320, height: 640 });
    assert.deepEqual(await overhanging(page), []);
    await page.close();
  });
}

test("with the text spacing of WCAG 1.4.12 nothing is cut off", async () => {
  const page = await openDemo({ path: "en/littles-law/", width: 390, height: 844 });
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }",
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
  const cut = await page.$$eval("button, label, .control-head, summary, h1, h2, .sentence", (all) =>
    all
      .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1)
      .map((one) => one.textContent),
  );
  assert.deepEqual(cut, []);
  assert.deepEqual(await overhanging(page), []);
  await page.close();
});

const labelled = ["en/async-pipeline/", "zh/async-pipeline/", "en/littles-law/", "en/generations/"];
for (const height of [844, 664]) {
  test(`labels in pictures do not cover one another on a phone ${height} px high`, async () => {
    for (const path of labelled) {
      const page = await openDemo({ path, ...phone, height });
      const covered = await page.$$eval(".hero .marks text", (labels) => {
        const boxes = labels.map((label) => ({ text: label.textContent, box: label.getBoundingClientRect() }));
        const inset = 2; // a box has more room than its letters
        return boxes.flatMap((a, i) =>
          boxes
            .slice(i + 1)
            .filter(
              (b) =>
                a.box.left + inset < b.box.right &&
                b.box.left + inset < a.box.right &&
                a.box.top + inset < b.box.bottom - inset &&
                b.box.top + inset < a.box.bottom - inset,
            )
            .map((b) => `${a.text} and ${b.text}`),
        );
      });
      assert.deepEqual(covered, [], path);
      await page.close();
    }
  });
}

test("Rubin's announced rates fit a phone without scrolling", async () => {
  for (const lang of sample(["en", "zh"], ["en"])) {
    const page = await openDemo({ path: `${lang}/exp-bottleneck/?chips=B200,Rubin-NVL72`, ...phone });
    await page.waitForSelector('table[data-table="announced"]', { state: "attached" });
    await page.$$eval("details:has([data-table=announced])", (folds) => {
      for (const fold of folds) fold.open = true;
    });
    const [inner, outer] = await page.$eval('table[data-table="announced"]', (table) => [
      table.scrollWidth,
      table.parentElement.clientWidth,
    ]);
    assert.ok(inner > 200 && inner <= outer, `${inner} px in ${outer}`);
    await page.close();
  }
});

test("numbers of a column stand under one another at their decimal marks", async () => {
  const page = await openDemo({ path: "en/littles-law/" });
  const places = await page.$$eval('table[data-table="main"] tbody tr', (rows) =>
    rows.flatMap((row) => {
      const cell = row.cells[2];
      if (!/^\d/.test(cell.textContent)) return [];
      const range = document.createRange();
      const [text] = cell.firstChild.data.split(".");
      range.setStart(cell.firstChild, 0);
      range.setEnd(cell.firstChild, text.length);
      return [Math.round(range.getBoundingClientRect().right)];
    }),
  );
  assert.ok(places.length > 1);
  assert.equal(new Set(places).size, 1, places.join(", "));
  await page.close();
});

test("the projector view shows one large picture, steps by keys and leaves by Esc", async () => {
  const page = await openDemo({ path: "en/async-pipeline/" });
  const small = await page.$eval(".hero .plot", (plot) => plot.getBoundingClientRect().height);
  await page.click("a[data-projector]");
  await waitReady(page);
  await page.waitForSelector(".projector-bar");
  assert.equal(await page.locator("figure[data-chart]:visible").count(), 1);
  assert.equal(await page.locator(".rail:visible").count(), 0);
  assert.ok((await page.$eval(".hero .plot", (plot) => plot.getBoundingClientRect().height)) > 1.2 * small);
  const before = await page.textContent(".sentence");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((text) => document.querySelector(".sentence").textContent !== text, before);
  await page.waitForFunction(() => new URLSearchParams(location.search).get("release") === "ring");
  assert.match(await page.textContent(".projector-bar [role=status]"), /^2\//);
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction((text) => document.querySelector(".sentence").textContent === text, before);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !location.search.includes("view"));
  await page.close();
});
