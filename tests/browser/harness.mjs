// What every browser test shares: the built site on a free port, one Chromium, and pages that record everything that goes wrong.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import { chromium } from "playwright-core";
import { root } from "../../scripts/command.mjs";
import { serve } from "../../scripts/serve.mjs";
import { findTestBrowser } from "../../scripts/tools.mjs";

const flags = [
  "--no-sandbox", // containers run as root
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--host-resolver-rules=MAP *.test localhost", // names of this machine that are no secure contexts over http
];

if (!existsSync(join(root, "dist/index.html"))) throw new Error("dist/ is missing: run `npm run build` first");

/** { url, port, close } of the site; its host is another origin than any further server's. */
export const site = await serve();

const browsers = [];

/** A Chromium with further flags; it ends with the tests. */
export async function launch(...further) {
  const started = await chromium.launch({ executablePath: findTestBrowser(), args: [...flags, ...further] });
  browsers.push(started);
  return started;
}

export const browser = await launch();

after(async () => {
  for (const one of browsers) await one.close();
  await site.close();
});

/** The cases of a matrix: all of them in `npm run test:long`, those named in `few` in `npm test`. */
export const sample = (all, few) => (process.env.TEST_MATRIX === "whole" ? all : few);

// A hand and a busy machine may come between any two parts of a page: `npm run test:long` runs these tests once more on
// pages that draw each part and ask their worker this much later, where a test that does not wait for what it reads fails.
const lateMs = process.env.TEST_PACE === "late" ? 70 : 0;

const speakLate = (ms) => {
  for (const { prototype } of [MessagePort, Worker]) {
    const { postMessage } = prototype;
    prototype.postMessage = function (...message) {
      setTimeout(() => postMessage.apply(this, message), ms);
    };
  }
};

const locales = { zh: "zh-CN", en: "en-US" };

/** Collects into `problems` what must not happen on any page. */
async function record(page, ownOrigin) {
  const problems = { consoleErrors: [], pageErrors: [], foreignRequests: [], cspViolations: [] };
  page.on("console", (message) => message.type() === "error" && problems.consoleErrors.push(message.text()));
  page.on("pageerror", (error) => problems.pageErrors.push(String(error)));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && url.origin !== ownOrigin) problems.foreignRequests.push(url.href);
  });
  if (lateMs) await page.addInitScript(speakLate, lateMs);
  await page.exposeFunction("reportViolation", (text) => problems.cspViolations.push(text));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      window.reportViolation(`${event.effectiveDirective} blocked ${event.blockedURI} at ${event.sourceFile}`);
    });
  });
  return problems;
}

const sharedContexts = new Map();

/**
 * A context that pages of the site may share one after the other: a page of it stays open, so that the next ones find a
 * process and a cache, at half the cost. What the last one has kept is forgotten.
 */
async function sharedContext(options) {
  const key = JSON.stringify(options);
  if (!sharedContexts.has(key)) {
    const context = await browser.newContext(options);
    const anchor = await context.newPage();
    await anchor.goto(`${site.url}favicon.svg`);
    sharedContexts.set(key, { context, anchor });
  }
  const { context, anchor } = sharedContexts.get(key);
  if (context.pages().length === 1) await anchor.evaluate(() => localStorage.clear());
  return context;
}

/**
 * Opens a page. `path` is relative to `url` (another server's, for bad hosts) and may be a full address; `lang` and
 * `theme` are the reader's system preferences; further options go to the browser context. `prepare(page)` runs before
 * navigation, in a context with nothing in its cache; `from` is another browser than the shared one. Other pages of the
 * site share a context. The page has `problems`.
 */
export async function openPage({
  path = "",
  url = site.url,
  width = 1280,
  height = 800,
  lang = "en",
  theme = "light",
  prepare,
  waitUntil = "load",
  from = browser,
  ...contextOptions
} = {}) {
  const target = new URL(path.replace(/^\//, ""), url);
  const options = { locale: locales[lang] ?? lang, serviceWorkers: "block", ...contextOptions };
  const isOwn = prepare || from !== browser || options.serviceWorkers === "allow"; // as the kept site does
  const isShared = !isOwn && target.origin === new URL(site.url).origin;
  const context = isShared ? await sharedContext(options) : await from.newContext(options);
  const page = await context.newPage();
  if (!isShared) page.on("close", () => context.close().catch(() => {})); // the browser may be closing already
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme });
  page.problems = await record(page, target.origin);
  await prepare?.(page);
  await page.goto(target.href, { waitUntil });
  return page;
}

/** Waits until every demo on the page (or in a frame) shows live results; says which one did not. */
export async function waitReady(page, { timeout = 20_000 } = {}) {
  try {
    await page.waitForFunction(
      () => {
        const demos = [...document.querySelectorAll("[data-demo]")];
        return demos.length > 0 && demos.every((demo) => demo.dataset.state === "ready");
      },
      undefined,
      { timeout },
    );
  } catch {
    const states = await page.$$eval("[data-demo]", (demos) =>
      demos.map((demo) => `${demo.dataset.demo}: ${demo.dataset.state}`),
    );
    throw new Error(`Not ready after ${timeout} ms: ${states.join(", ") || "no [data-demo] on the page"}`);
  }
}

/** Reads until it is right, and returns what it read last: a busy machine takes its time. */
export async function eventually(read, isRight, timeoutMs = 10_000) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (isRight(value) || Date.now() > deadline) return value;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** Text of each cell of a table, row by row, header cells included. */
export const tableText = (page, name = "main") =>
  page.$$eval(`table[data-table="${name}"] tr`, (rows) =>
    rows.map((row) => [...row.cells].map((cell) => cell.textContent.trim())),
  );

/** Every numeric cell of a table in order: those that start like a number and are no header. */
export async function numericCells(page, name = "main") {
  const cells = await page.$$eval(`table[data-table="${name}"] td`, (all) =>
    all.map((cell) => cell.textContent.trim()),
  );
  return cells.filter((text) => /^[-−+±≈]?\d/.test(text));
}

/** Nothing was logged as an error, thrown, fetched from elsewhere or blocked by the page's policy. */
export function assertNoProblems(page) {
  assert.deepEqual(page.problems, { consoleErrors: [], pageErrors: [], foreignRequests: [], cspViolations: [] });
}

/** Notes layout shifts from the first moment on; for `prepare`. */
export const watchShifts = (page) =>
  page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) {
        const moved = sources.map(({ node }) => node?.className || node?.nodeName);
        window.shifts.push(`${value}: ${moved.join(", ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

/** Nothing has moved since `watchShifts`. */
export const assertStill = async (page) => assert.deepEqual(await page.evaluate(() => window.shifts), []);

/** Moves a slider in the page through `count` values, one every `everyMs`. */
export const drag = (page, name, count, everyMs) =>
  page.evaluate(
    async ([control, steps, pause]) => {
      const slider = document.querySelector(`[data-control="${control}"] input[type="range"]`);
      const [min, max] = [Number(slider.min), Number(slider.max)];
      for (let i = 1; i <= steps; i += 1) {
        slider.value = String(min + ((max - min) * (i % 40)) / 40);
        slider.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
      slider.dispatchEvent(new Event("change", { bubbles: true }));
    },
    [name, count, everyMs],
  );
