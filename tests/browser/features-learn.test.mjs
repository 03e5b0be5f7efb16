// Learning by doing: guesses, experiments, the exercise, terms, citations, and values that go along to other demos.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/command.mjs";
import { assertNoProblems, numericCells, openPage, waitReady } from "./harness.mjs";

async function open(path, options) {
  const page = await openPage({ path, ...options });
  await waitReady(page);
  return page;
}

const share = '[data-prediction="share"]';

test("a guess is judged by the live model, marked beside the truth, and kept for the visit", async () => {
  const page = await open("en/littles-law/");
  const slider = page.locator(`${share} input[type=range]`);
  await slider.focus();
  await page.keyboard.press("Home");
  const own = await page.textContent(`${share} output`);
  await page.click(`${share} [data-reveal]`);
  const answer = await page.textContent(`${share} .answer`);
  assert.match(answer, /Not quite/);
  assert.ok(answer.includes(own.trim()) && /\b46/.test(answer), answer);
  const at = (selector, name) =>
    page.$eval(`${share} ${selector}`, (e, n) => Number.parseFloat(e.getAttribute(n)), name);
  assert.ok((await at(".guess-own", "cx")) < (await at(".guess-truth", "x1")));
  // The truth follows the controls: at half the latency the same loads reach twice the share.
  await page.fill('[name="latencyNs"]', "350");
  await page.waitForFunction((s) => /\b92/.test(document.querySelector(`${s} .answer`).textContent), share);
  await page.reload();
  await waitReady(page);
  await page.waitForSelector(`${share} .guess-own`);
  await page.click(`${share} [data-again]`);
  await page.click(`${share} [data-show]`);
  assert.doesNotMatch(await page.textContent(`${share} .answer`), /Not quite|You said/);
  assert.equal(await page.locator(`${share} .guess-own`).count(), 0);
  assertNoProblems(page);
  await page.close();
});

test("questions can be skipped for the visit, and left out by the address", async () => {
  const page = await open("en/littles-law/");
  await page.click("[data-skip]");
  assert.equal(await page.locator("[data-prediction]").count(), 0);
  await page.goto(new URL("../ping-pong/", page.url()).href);
  await waitReady(page);
  await page.waitForSelector('[data-skip][aria-expanded="false"]');
  assert.equal(await page.locator("[data-prediction]").count(), 0);
  await page.click("[data-skip]");
  assert.ok((await page.locator("[data-prediction]").count()) >= 2);
  await page.close();
  const parts = await open("en/embed/littles-law/?view=chart,table,observations");
  assert.ok(!(await parts.isVisible(".part-predictions")));
  await parts.close();
});

test("an experiment sets the controls, says what to look at, and comes into sight", async () => {
  const page = await open("en/littles-law/");
  await page.click('[data-experiment="two-loads"] button');
  await page.waitForFunction(() => document.querySelector("[name=ilp]").value === "2");
  const note = page.locator('[data-look-at="two-loads"]');
  assert.ok((await note.textContent()).length > 40);
  assert.ok(await note.evaluate((e) => e === document.activeElement));
  const { y } = await note.boundingBox();
  assert.ok(y >= 0 && y < 800, `at ${y}`);
  await page.waitForFunction(() => document.querySelector('table[data-table="main"]').textContent.includes("69.4"));
  assert.equal((await numericCells(page))[1], "69.4");
  await note.locator("button").click();
  assert.equal(await note.count(), 0);
  await page.close();
});

test("the exercise is checked against the controls, with a hint until it is solved", async () => {
  const page = await open("en/littles-law/?bandwidthTBps=8&latencyNs=900&sms=148&ilp=5");
  assert.equal((await page.textContent(".exercise-feedback")).trim(), "");
  await page.click("[data-check]");
  const hint = await page.textContent(".exercise-feedback");
  assert.ok(hint.length > 10 && !hint.includes("Solved"), hint);
  await page.fill('[name="ilp"]', "6");
  await page.waitForSelector('[data-exercise="solved"]');
  assert.match(await page.textContent(".exercise-feedback"), /Solved/);
  await page.close();
});

for (const [lang, width] of [
  ["en", 1280],
  ["zh", 390],
]) {
  test(`a term explains itself where it stands, by tap and by key (${lang}, ${width} px)`, async () => {
    const page = await open(`${lang}/littles-law/`, { lang, width, hasTouch: width < 500 });
    const term = page.locator("[data-observations] a[data-term]").first();
    const id = await term.getAttribute("data-term");
    if (width < 500) await term.tap();
    else await term.click();
    const note = page.locator("[data-term-note]");
    await note.waitFor();
    const said = await note.locator("p").first().textContent();
    const box = await note.boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= width, JSON.stringify(box));
    await page.keyboard.press("Escape");
    assert.equal(await note.count(), 0);
    assert.ok(await term.evaluate((e) => e === document.activeElement));
    await page.keyboard.press("Enter");
    await note.waitFor();
    await note.locator("a").click();
    await page.waitForURL(`**/${lang}/about/#term-${id}`);
    assert.equal(await page.textContent(`[id="term-${id}"] dd`), said);
    assertNoProblems(page);
    await page.close();
  });
}

test("every term on every page has its entry in the glossary", async () => {
  const page = await openPage({ path: "en/about/" });
  const known = new Set(await page.$$eval('[id^="term-"]', (all) => all.map((entry) => entry.id.slice(5))));
  const used = await page.evaluate(async () => {
    const found = [];
    for (const id of ["littles-law", "async-pipeline", "ping-pong", "generations", "block-formats", "exp-bottleneck"]) {
      const html = await (await fetch(`../${id}/`)).text();
      const document = new DOMParser().parseFromString(html, "text/html");
      for (const term of document.querySelectorAll("[data-term]")) found.push(term.dataset.term);
    }
    return found;
  });
  assert.ok(known.size > 25 && used.length > 15, `${known.size} known, ${used.length} used`);
  assert.deepEqual(
    used.filter((id) => !known.has(id)),
    [],
  );
  await page.close();
});

for (const [from, query, to, name, value] of [
  ["littles-law", "?latencyNs=900", "async-pipeline", "latencyNs", "900"],
  ["exp-bottleneck", "?chips=B300,H100", "ping-pong", "expTps", "10.7"],
  ["block-formats", "?paramsB=70", "generations", "modelB", "70"],
]) {
  test(`a link from ${from} to ${to} carries ${name} along`, async () => {
    const page = await open(`en/${from}/${query}`);
    const link = page.locator(`lecture-demo a[href*="/${to}/?"]`).first();
    assert.match(await link.getAttribute("href"), new RegExp(`[?&]${name}=`));
    const expected = new URL(await link.getAttribute("href"), page.url()).searchParams.get(name);
    assert.equal(Number(expected), Number(value));
    await link.click();
    await page.waitForURL(`**/${to}/**`);
    await waitReady(page);
    assert.equal(Number(await page.inputValue(`[name="${name}"]`)), Number(value));
    await page.close();
  });
}

test("every demo says how to cite it, with its version and its address", async () => {
  const page = await openPage({ path: "zh/ping-pong/", lang: "zh" });
  const version = await page.evaluate(async () => {
    const html = await (await fetch("../about/")).text();
    return new DOMParser().parseFromString(html, "text/html").querySelector("[data-version]").textContent;
  });
  await page.waitForFunction(() => document.querySelector("[data-cite=bibtex]").textContent.includes("http"));
  const entry = await page.textContent("[data-cite=bibtex]");
  assert.match(entry, /^@software\{cs349e-ping-pong,\n/);
  const year = readFileSync(join(root, "LICENSE"), "utf8").match(/\(c\) (\d{4})/)[1];
  assert.ok(entry.includes(`year    = {${year}}`), entry);
  assert.ok((await page.textContent("[data-cite=plain]")).includes(`(${year})`));
  assert.ok(entry.includes(`version = {${version}}`) && entry.includes(`url     = {${page.url()}}`), entry);
  assert.equal(entry.split("{").length, entry.split("}").length);
  await page.close();
});
