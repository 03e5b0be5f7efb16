// A robot uses the site at random for a long time: controls, presets, files, links, Back, hidden tabs, killed workers.
// Nothing goes wrong, memory stays flat, and the numbers at the end are still the lecture's. ROBOT_MINUTES sets how long,
// ROBOT_SEED which way it goes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/command.mjs";
import { numericCells, openPage, site, waitReady } from "../browser/harness.mjs";

const minutes = Number(process.env.ROBOT_MINUTES ?? 30);
const seed = Number(process.env.ROBOT_SEED ?? 1);
const transcriptOf = {
  generations: "lecture01/demo1_trends",
  "block-formats": "lecture01/demo2_nvfp4",
  "exp-bottleneck": "lecture01/demo3_exp_bottleneck",
  "littles-law": "lecture08/demo1_littles_law",
  "async-pipeline": "lecture08/demo2_pipeline",
  "ping-pong": "lecture08/demo3_pingpong",
};
const demos = Object.keys(transcriptOf);
const transcripts = JSON.parse(readFileSync(join(root, "tests/golden/transcripts.json"), "utf8"));
const goldenCells = (transcript) =>
  transcripts[transcript]
    .filter((line) => line.includes(" | "))
    .slice(1)
    .flatMap((line) => line.split(" | ").filter((cell) => /^\d/.test(cell)));

/** mulberry32: the same walk for the same seed. */
function randomFrom(start) {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
const random = randomFrom(seed);
const pick = (items) => items[Math.floor(random() * items.length)];
const words = ["0", "1", "-1", "1e9", "abc", "", "7", "64", "3.5", "999999999", "128:128", "<b>x</b>", "NaN"];

const visible = async (page, selector) => {
  const found = [];
  for (const one of await page.$$(selector)) if (await one.isVisible()) found.push(one);
  return found;
};

/** What the robot can do; an action that finds nothing to act on does nothing. */
const actions = {
  async type(page) {
    const field = pick(await visible(page, 'lecture-demo input[type="text"], lecture-demo input[type="number"]'));
    await field?.fill(pick(words));
    await field?.press("Enter");
  },
  async slide(page) {
    const slider = pick(await visible(page, 'lecture-demo input[type="range"]'));
    for (let i = 0; slider && i < 5; i++)
      await slider.press(pick(["ArrowLeft", "ArrowRight", "PageUp", "Home", "End"]));
  },
  async choose(page) {
    const list = pick(await visible(page, "lecture-demo select"));
    const options = await list?.$$eval("option", (all) => all.map((option) => option.value));
    if (options?.length) await list.selectOption(pick(options));
  },
  async tick(page) {
    await pick(await visible(page, 'lecture-demo input[type="checkbox"], lecture-demo input[type="radio"]'))?.click({
      force: true,
    });
  },
  async press(page) {
    const buttons = await visible(
      page,
      "lecture-demo button:not([disabled]), lecture-demo summary, .theme-switch button",
    );
    await pick(buttons)?.click({ timeout: 2000 });
  },
  async file(page) {
    const chooser = await page.$('input[type="file"][name="weights"]');
    const good = join(root, "public/samples/basic-pitch.safetensors");
    const bad = {
      name: "<img onerror=x>.npy",
      mimeType: "application/octet-stream",
      buffer: Buffer.from("\x93NUMPY no"),
    };
    await chooser?.setInputFiles(pick([good, bad]));
  },
  async follow(page) {
    const links = await visible(page, "a[href]:not([target]):not([href^='http']):not([download])");
    await pick(links)?.click({ timeout: 2000 });
  },
  async back(page) {
    await page.goBack({ timeout: 5000 }).catch(() => {});
  },
  async hide(page) {
    const other = await page.context().newPage();
    await other.bringToFront();
    await other.waitForTimeout(300);
    await other.close();
    await page.bringToFront();
  },
  async killWorker(page) {
    const session = await page.context().newCDPSession(page);
    const worker = pick(page.workers());
    await worker?.evaluate(() => self.close()).catch(() => {});
    await session.detach();
  },
  async reload(page) {
    await page.reload();
  },
};
// What a reader does most comes up most.
const habits = [
  "type",
  "slide",
  "slide",
  "choose",
  "tick",
  "press",
  "press",
  "press",
  "file",
  "follow",
  "follow",
  "back",
  "hide",
  "killWorker",
  "reload",
];

const isHere = (page) => page.url().startsWith(site.url);
const home = (page) => page.goto(new URL(`${pick(["en", "zh"])}/${pick(demos)}/`, site.url).href);

async function heapBytes(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize;
}

// The page, or a part of it, may go away under a click; that is no fault of it.
const isGone = (error) =>
  /detached|closed|Timeout|navigat|context was destroyed|not attached|not visible|intercepts|ERR_ABORTED/i.test(
    error.message,
  );

async function step(page) {
  try {
    await actions[pick(habits)](page);
    await page.waitForLoadState("domcontentloaded");
    if (!isHere(page) || !(await page.$("lecture-demo"))) await home(page);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

test(`${minutes} minutes of random use leave no error, no leak and the lecture's numbers`, {
  timeout: (minutes + 10) * 60_000,
}, async () => {
  const page = await openPage({ path: "en/littles-law/" });
  page.on("dialog", (dialog) => dialog.dismiss().catch(() => {}));
  const end = Date.now() + minutes * 60_000;
  const heaps = [];
  let steps = 0;
  let nextMeasure = 0;
  while (Date.now() < end) {
    await step(page);
    steps += 1;
    if (Date.now() >= nextMeasure) {
      await page.goto(new URL("en/littles-law/", site.url).href);
      await waitReady(page, { timeout: 60_000 });
      heaps.push(await heapBytes(page));
      nextMeasure = Date.now() + Math.max(20_000, (minutes * 60_000) / 30);
    }
  }
  console.log(`${steps} steps; heap at rest in MB: ${heaps.map((bytes) => (bytes / 1e6).toFixed(1)).join(" ")}`);
  assert.deepEqual(page.problems.pageErrors, []);
  assert.deepEqual(page.problems.foreignRequests, []);
  assert.deepEqual(page.problems.cspViolations, []);
  assert.deepEqual(page.problems.consoleErrors, []);
  assert.ok(steps > 3 * minutes, `only ${steps} steps`); // a busy machine takes seconds a step
  assert.ok(heaps.at(-1) < 1.5 * heaps[0] + 4e6, `heap grew from ${heaps[0]} to ${heaps.at(-1)} bytes`);
  for (const demo of demos) {
    await page.goto(new URL(`en/${demo}/`, site.url).href);
    await waitReady(page, { timeout: 60_000 });
    assert.deepEqual(await numericCells(page), goldenCells(transcriptOf[demo]), demo);
  }
  await page.close();
});
