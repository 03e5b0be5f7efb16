// <cs349e-demo> in foreign pages: it sizes itself, speaks and listens as the contract says, and lets nobody else in.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { root } from "../../scripts/command.mjs";
import { eventually, openPage, site } from "../browser/harness.mjs";
import { demoFrame, figure, hostOf, type, waitFigure } from "./host.mjs";

const dist = join(root, "dist");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const pinned = `embed-${version}.js`;
const read = (name) => readFileSync(join(dist, name));
const integrity = `sha384-${createHash("sha384").update(read(pinned)).digest("base64")}`;

const script = `<script type="module" src="${site.url}embed.js"></script>`;
const demo = (attributes = "") => `<cs349e-demo demo="littles-law" lang="en" ${attributes}></cs349e-demo>`;
/** Keeps what the host hears: heights and states. */
const listen = `<script>
  window.heard = [];
  addEventListener("message", ({ data }) => data?.source === "cs349e-companion" && window.heard.push(data));
  window.states = [];
  addEventListener("cs349e-state", ({ detail }) => states.push(detail));
</script>`;

const pages = {
  "/plain": `${listen}${script}<h1>Notes</h1><input autofocus>${demo()}<p id="end">The end <a href="#end">link</a></p>`,
  "/state": `${listen}${script}${demo('params="latencyNs=400"')}`,
  "/folded": `${listen}${script}<details><summary>More</summary>${demo()}</details>`,
  // Three of them: on a busy machine the quickest tells what the code takes.
  "/none": `${listen}${`<div class="tab" style="display:none">
    <iframe src="${site.url}en/embed/littles-law/?latencyNs=400" width="700" height="400"></iframe></div>`.repeat(3)}`,
  "/thrice": `${script}${script}<script type="module" src="${site.url}embed.js?again"></script>
    <script type="module" src="${site.url}${pinned}" integrity="${integrity}" crossorigin="anonymous"></script>${demo()}`,
  "/pinned": `<script type="module" src="${site.url}${pinned}" integrity="${integrity}" crossorigin="anonymous"></script>${demo()}`,
  "/sibling": `${listen}${script}${demo()}<iframe src="${site.url}en/embed/littles-law/?latencyNs=400" width="700"></iframe>
    <iframe id="foe" src="foe" width="300" height="50"></iframe>`,
  "/foe": "",
  "/two": `${script}<div style="display: grid; grid-template-columns: 1fr 1fr">${demo()}${demo()}</div>`,
  "/twelve": `${script}${Array.from({ length: 12 }, () => demo('view="chart"')).join('<p style="height: 300px">…</p>')}`,
  "/languages": `${script}<div lang="zh-TW">${["lang=fr", "lang=en-GB", "lang=zh-Hant-HK", "lang=zh_CN", ""]
    .map((attribute) => `<cs349e-demo demo="littles-law" ${attribute}></cs349e-demo>`)
    .join("")}</div><cs349e-demo demo="littles-law" lang="x-klingon"></cs349e-demo>`,
};

let host;
before(async () => {
  host = await hostOf(pages);
});
after(() => host.close());

const open = (path, options) => openPage({ path: `${host.url}${path}`, ...options });
const element = (page, work, argument) => page.locator("cs349e-demo").first().evaluate(work, argument);
const frameHeight = (page) => element(page, (one) => one.shadowRoot.querySelector("iframe").offsetHeight);
const contentHeight = (frame) => frame.evaluate(() => document.documentElement.getBoundingClientRect().height);

/** Waits until the frame is as high as its content. */
async function waitFit(page, frame, timeout = 5000) {
  const deadline = Date.now() + timeout;
  for (;;) {
    const [outer, inner] = [await frameHeight(page), await contentHeight(frame)];
    if (outer === Math.ceil(inner)) return outer;
    if (Date.now() > deadline) throw new Error(`The frame is ${outer} px high, its content ${inner} px`);
    await page.waitForTimeout(30);
  }
}

function assertQuiet(page) {
  const { pageErrors, consoleErrors, cspViolations } = page.problems;
  assert.deepEqual(
    { pageErrors, consoleErrors, cspViolations },
    { pageErrors: [], consoleErrors: [], cspViolations: [] },
  );
}

test("the helper is whole, small, and the same bytes that its hash promises", () => {
  for (const name of ["embed.js", pinned]) {
    const text = read(name);
    assert.doesNotMatch(text.toString(), /\bimport\s*[({"']|\bfrom\s*["']|\bexport\b/, name);
    const size = gzipSync(text).length;
    assert.ok(size <= 3000, `${name}: ${size} B gzip`);
  }
  const page = readFileSync(join(dist, "en/littles-law/index.html"), "utf8");
  assert.ok(page.includes(`data-integrity="${integrity}"`));
});

test("this version's site stands in its own folder too, file for file", () => {
  const files = (folder) =>
    readdirSync(folder, { recursive: true })
      .filter((name) => !/^v([/\\]|$)|\.zip$/.test(name))
      .sort();
  assert.deepEqual(files(join(dist, "v", version)), files(dist));
});

test("the frame takes its content's height in at most three messages, and no focus", async () => {
  const page = await open("/plain");
  const frame = await demoFrame(page);
  await waitFit(page, frame);
  await page.waitForTimeout(500);
  const heard = await page.evaluate(() => window.heard);
  const heights = heard.filter((message) => message.type === "height");
  assert.ok(heights.length >= 1 && heights.length <= 3, `${heights.map(({ height }) => height)}`);
  assert.ok(heights.every(({ id, height }) => id === "littles-law" && Number.isInteger(height)));
  assert.deepEqual(
    heard.filter(({ type: kind }) => kind === "ready").map(({ source, v, id, title }) => ({ source, v, id, title })),
    [{ source: "cs349e-companion", v: 1, id: "littles-law", title: await frame.title() }],
  );
  assert.equal(await element(page, (one) => one.shadowRoot.querySelector("iframe").title), await frame.title());
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "INPUT");
  assert.equal(await page.evaluate(() => scrollY), 0);
  assertQuiet(page);
  await page.close();
});

test("there is no scrollbar inside at any width", async () => {
  const page = await open("/plain", { height: 700 });
  const frame = await demoFrame(page);
  for (let width = 320; width <= 1280; width += 37) {
    await page.setViewportSize({ width, height: 700 });
    await waitFit(page, frame);
    const bars = await frame.evaluate(() => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
      return [scrollWidth - clientWidth, scrollHeight - clientHeight, innerWidth - clientWidth];
    });
    assert.deepEqual(bars, [0, 0, 0], `at ${width} px`);
  }
  await page.close();
});

test("a folded section has the right height and numbers soon after it is unfolded", async () => {
  const page = await open("/folded");
  await page.waitForTimeout(800);
  const took = await page.evaluate(async () => {
    const start = performance.now();
    document.querySelector("details").open = true;
    while (!window.heard.some(({ type }) => type === "height")) await new Promise(requestAnimationFrame);
    return performance.now() - start;
  });
  const frame = await demoFrame(page);
  await waitFit(page, frame);
  assert.equal(await figure(frame), "2.345 MB");
  assert.ok(took < 5000, `${took} ms, page load included`);
  await page.close();
});

test("a frame that loaded in a hidden tab is right within 500 ms of being shown, without a reload", async () => {
  const page = await open("/none");
  await page.waitForTimeout(500);
  const frames = page.frames().filter((one) => one.url().includes("/embed/"));
  for (const frame of frames) {
    await frame.evaluate(() => {
      window.mark = true;
    });
  }
  const took = await page.evaluate(async () => {
    const times = [];
    for (const tab of document.querySelectorAll(".tab")) {
      window.heard = [];
      const start = performance.now();
      tab.style.display = "";
      while (!window.heard.some(({ type, height }) => type === "height" && height > 300)) {
        await new Promise(requestAnimationFrame);
      }
      times.push(performance.now() - start);
      tab.style.display = "none";
    }
    return times;
  });
  assert.ok(Math.min(...took) < 500, `${took} ms`);
  await page.evaluate(() => {
    document.querySelector(".tab").style.display = "";
  });
  await waitFigure(frames[0], "1.34 MB");
  const plot = await frames[0].locator("figure[data-chart] .plot").first().boundingBox();
  assert.ok(plot.width > 300 && plot.height > 100);
  assert.equal(await frames[0].evaluate(() => window.mark), true);
  await page.close();
});

test("it tells its state with all parameters, follows its attributes, and takes set and reset", async () => {
  const page = await open("/state");
  const frame = await demoFrame(page);
  assert.equal(await figure(frame), "1.34 MB");
  const defaults = await page.evaluate(() => ({ ...window.states.at(-1).params }));
  assert.deepEqual(
    Object.entries({ bandwidthTBps: 3.35, latencyNs: 400, sms: 132, ilp: 1 }).filter(([k, v]) => defaults[k] !== v),
    [],
  );
  const last = () => page.evaluate(() => window.states.at(-1));
  await type(frame, "latencyNs", 800);
  await page.waitForFunction(() => window.states.at(-1)?.params.latencyNs === 800);
  assert.deepEqual(await last(), { id: "littles-law", params: { ...defaults, latencyNs: 800 } });
  await element(page, (one) => one.setAttribute("params", "bandwidthTBps=8"));
  await page.waitForFunction(() => window.states.at(-1)?.params.bandwidthTBps === 8);
  assert.deepEqual((await last()).params, { ...defaults, bandwidthTBps: 8, latencyNs: 700 });
  await element(page, (one) => one.set({ latencyNs: 400 }));
  await page.waitForFunction(() => window.states.at(-1)?.params.latencyNs === 400);
  assert.equal((await last()).params.bandwidthTBps, 8);
  await element(page, (one) => one.setAttribute("lang", "zh"));
  await frame.waitForURL(/\/zh\/embed\//);
  const chinese = await demoFrame(page);
  assert.equal(await chinese.evaluate(() => document.documentElement.lang), "zh-Hans");
  assert.equal(await figure(chinese), "3.2 MB", "the reader's values survive the change of language");
  await element(page, (one) => one.reset());
  await waitFigure(chinese, "2.345 MB");
  assertQuiet(page);
  await page.close();
});

// What a foe may send; the functions run in its page.
const hostile = () => {
  const circular = { source: "cs349e-companion", v: 1, type: "height", id: "littles-law", height: 10 };
  circular.self = circular;
  const message = (more) => ({ source: "cs349e-companion", v: 1, id: "littles-law", ...more });
  return [
    null,
    undefined,
    7,
    "height",
    "{}",
    [],
    circular,
    ...[Number.NaN, 1e9, -1, "900", null, Number.POSITIVE_INFINITY].map((height) =>
      message({ type: "height", height }),
    ),
    message({ type: "height", height: 50 }),
    message({ type: "state", params: { latencyNs: 1 } }),
    message({ type: "state", params: null }),
    message({ type: "set", params: { latencyNs: 1 } }),
    message({ type: "set", params: "latencyNs=1" }),
    message({ type: "set", params: circular }),
    message({ type: "set", params: JSON.parse('{"__proto__": {"x": 1}, "constructor": "x"}') }),
    message({ type: "reset" }),
    message({ type: "ready", title: "<img src=x>" }),
    message({ type: "height", v: 2, height: 50 }),
  ];
};

test("a sibling's forged messages change nothing and throw nothing, in host and frame", async () => {
  const page = await open("/sibling");
  const frame = await demoFrame(page, { address: /\/embed\/.*\?v=1/ });
  const before = await waitFit(page, frame);
  // The helper hides its frame in a shadow tree; a plain one is within everybody's reach.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const plain = await demoFrame(page, { address: /latencyNs=400/ });
  const foe = page.frames().find((one) => one.url().endsWith("/foe"));
  await foe.evaluate((source) => {
    // biome-ignore lint/security/noGlobalEval: a page of a test, without a policy, runs the test's own function
    for (const message of globalThis.eval(`(${source})`)()) {
      parent.postMessage(message, "*");
      for (let i = 0; i < parent.length; i += 1) if (parent[i] !== window) parent[i].postMessage(message, "*");
    }
  }, hostile.toString());
  await page.waitForTimeout(400);
  assert.equal(await frameHeight(page), before);
  assert.deepEqual([await figure(frame), await figure(plain)], ["2.345 MB", "1.34 MB"]);
  assert.deepEqual(await page.evaluate(() => window.states.filter(({ params }) => params?.latencyNs === 1)), []);
  assert.equal(await frame.evaluate(() => ({}).x), undefined);
  assertQuiet(page);
  await page.close();
});

test("broken messages from the parent itself change nothing and throw nothing", async () => {
  const page = await open("/plain");
  const frame = await demoFrame(page);
  await element(
    page,
    (one, source) => {
      const target = one.shadowRoot.querySelector("iframe").contentWindow;
      // biome-ignore lint/security/noGlobalEval: a page of a test, without a policy, runs the test's own function
      const messages = globalThis.eval(`(${source})`)();
      const isGood = (message) => message?.type === "reset" || message?.params?.latencyNs;
      for (const message of messages) if (!isGood(message)) target.postMessage(message, "*");
    },
    hostile.toString(),
  );
  await page.waitForTimeout(400);
  assert.equal(await figure(frame), "2.345 MB");
  assert.equal(await frame.evaluate(() => ({}).x), undefined);
  assertQuiet(page);
  await page.close();
});

test("a height that its own frame asks for is clamped", async () => {
  const page = await open("/plain");
  const frame = await demoFrame(page);
  const before = await waitFit(page, frame);
  const post = (height) =>
    frame.evaluate((value) => {
      parent.postMessage({ source: "cs349e-companion", v: 1, type: "height", id: "littles-law", height: value }, "*");
    }, height);
  for (const height of [Number.NaN, "900", null, -5]) await post(height);
  await page.waitForTimeout(100);
  assert.equal(await frameHeight(page), before);
  await post(1e9);
  const highest = await eventually(
    () => frameHeight(page),
    (pixels) => pixels !== before,
  );
  assert.equal(highest, 20_000);
  await page.close();
});

test("content that comes late is told about", async () => {
  const page = await open("/plain");
  const frame = await demoFrame(page);
  const before = await waitFit(page, frame);
  await frame.evaluate(() => {
    const late = document.createElement("div");
    late.style.height = "123.4px";
    document.body.append(late);
  });
  await page.waitForFunction((height) => window.heard.some((message) => message.height > height + 100), before);
  await waitFit(page, frame);
  await page.close();
});

test("two of the same demo share no state", async () => {
  const page = await open("/two");
  const second = await demoFrame(page, { index: 1 }); // before the first: both have their address then
  const first = await demoFrame(page);
  await type(first, "latencyNs", 400);
  await waitFigure(first, "1.34 MB");
  assert.equal(await figure(second), "2.345 MB");
  await page.close();
});

test("loading the helper again, and another version of it, changes nothing", async () => {
  const page = await open("/thrice");
  await demoFrame(page);
  assert.equal(page.frames().length, 2);
  assertQuiet(page);
  await page.close();
});

test("the helper of a version shows that version's folder", async () => {
  const page = await open("/pinned");
  const frame = await demoFrame(page);
  assert.ok(frame.url().startsWith(`${site.url}v/${version}/en/embed/littles-law/`), frame.url());
  assert.equal(await figure(frame), "2.345 MB");
  await page.close();
});

test("it survives hosts that replace the page's body, with one live frame each time", async () => {
  const page = await open("/plain");
  await demoFrame(page);
  for (let round = 0; round < 3; round += 1) {
    await page.evaluate((html) => {
      document.body.innerHTML = "<p>Another page of the book</p>";
      document.body.innerHTML = html;
    }, demo());
    await demoFrame(page);
    assert.equal(page.frames().length, 2);
  }
  assertQuiet(page);
  await page.close();
});

test("a language it does not know is matched, or taken from the page around it, or English", async () => {
  const page = await open("/languages");
  const sources = await page.$$eval("cs349e-demo", (all) =>
    all.map((one) => new URL(one.shadowRoot.querySelector("iframe").src).pathname.split("/")[1]),
  );
  assert.deepEqual(sources, ["zh", "en", "zh", "zh", "zh", "en"]);
  await page.close();
});

test("of a dozen demos only those in sight hold a worker", async () => {
  const page = await open("/twelve", { height: 900 });
  await demoFrame(page);
  const session = await page.context().browser().newBrowserCDPSession();
  const workers = async () => (await session.send("Target.getTargets")).targetInfos.filter((t) => t.type === "worker");
  const counts = []; // more are in sight until the first ones have taken their heights
  while (counts.length < 60 && !(counts.length >= 8 && counts.slice(-8).every((count) => count >= 1 && count <= 3))) {
    counts.push((await workers()).length);
    await page.waitForTimeout(250);
  }
  assert.ok(counts.length < 60, `workers: ${counts}`);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
  await page.waitForTimeout(3000); // the ones that came into sight have theirs, the others lose it
  const inSight = await eventually(workers, ({ length }) => length <= 3);
  assert.ok(inSight.length <= 3, `${inSight.length} workers after scrolling`);
  await page.evaluate(() => document.body.replaceChildren());
  assert.deepEqual(await eventually(workers, ({ length }) => length === 0), []);
  await session.detach();
  await page.close();
});
