// Hosts and browsers that give less: plain http, no storage, a module that the network blocks, little memory, no SIMD.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import {
  assertNoProblems,
  assertStill,
  launch,
  numericCells,
  openPage,
  sample,
  site,
  waitReady,
  watchShifts,
} from "./harness.mjs";

const figure = (page) => page.locator('[data-figure="in-flight"]').first().textContent();
const change = async (page, name, value) => {
  await page.fill(`input[type="text"][name="${name}"]`, value);
  await page.press(`input[type="text"][name="${name}"]`, "Enter");
};

test("over plain http everything works, and nothing is kept", async () => {
  const page = await openPage({
    path: "en/littles-law/",
    url: site.url.replace("localhost", "plain.test"),
    serviceWorkers: "allow",
  });
  assert.equal(await page.evaluate(() => isSecureContext), false);
  await waitReady(page);
  await change(page, "latencyNs", "400");
  await page.waitForFunction(() => document.querySelector('[data-figure="in-flight"]').textContent === "1.34 MB");
  assertNoProblems(page);
  await page.close();
});

test("where storage throws, a page works and remembers for the visit", async () => {
  const page = await openPage({
    path: "en/littles-law/",
    prepare: (target) =>
      target.addInitScript(() => {
        Object.defineProperty(window, "localStorage", {
          get() {
            throw new DOMException("no", "SecurityError");
          },
        });
      }),
  });
  await waitReady(page);
  await page.click('[data-theme-choice="dark"]');
  assert.equal(await page.getAttribute("html", "data-theme"), "dark");
  assertNoProblems(page);
  await page.close();
});

test("a module that the network blocks leaves the lecture's numbers, and Retry fetches it", async () => {
  let isBlocked = true;
  const page = await openPage({
    path: "zh/embed/littles-law/",
    prepare: (target) =>
      target.context().route("**/*.wasm", (route) => (isBlocked ? route.abort("blockedbyclient") : route.continue())),
  });
  await page.waitForSelector('[data-demo][data-state="error"]', { timeout: 30_000 });
  assert.equal(await figure(page), "2.345 MB");
  assert.equal(await page.getAttribute("[data-trouble]", "data-trouble"), "fetch-failed");
  isBlocked = false;
  await page.click("[data-retry]");
  await waitReady(page);
  await page.close();
});

test("a browser that has no memory left says so, and Retry works once it has", async () => {
  const page = await openPage({
    path: "en/embed/littles-law/?engine=page",
    prepare: (target) =>
      target.addInitScript(() => {
        const usual = WebAssembly.instantiate;
        window.isShort = true;
        WebAssembly.instantiate = (...given) =>
          window.isShort ? Promise.reject(new RangeError("could not allocate memory")) : usual(...given);
      }),
  });
  await page.waitForSelector('[data-demo][data-state="error"]', { timeout: 30_000 });
  assert.equal(await figure(page), "2.345 MB");
  await page.evaluate(() => {
    window.isShort = false;
  });
  await page.click("[data-retry]");
  await waitReady(page);
  await page.close();
});

/** A page in a browser whose JavaScript engine was started with a flag. */
const openLimited = async (flag, path) => openPage({ from: await launch(`--js-flags=${flag}`), path });

test("numbers that do not fit into memory are refused in words, and smaller ones work again", async () => {
  const page = await openLimited("--wasm-max-mem-pages=800", "en/block-formats/"); // 50 MiB
  await waitReady(page);
  const before = await numericCells(page);
  await page.$eval("details.more", (more) => {
    more.open = true;
  });
  await change(page, "n", String(2 ** 24));
  await page.waitForSelector('[data-trouble="crashed"]', { timeout: 30_000 });
  assert.deepEqual(await numericCells(page), before);
  await change(page, "n", String(2 ** 16));
  await waitReady(page);
  await page.waitForFunction(() => !document.querySelector("[data-trouble]"));
  assert.notDeepEqual(await numericCells(page), before);
  await page.close();
});

test("a browser without SIMD gets the same digits from a module without vectors", async () => {
  const page = await openLimited("--no-enable-sse4-1", "en/block-formats/?n=4096");
  const modules = [];
  page.on("request", (request) => modules.push(request.url()));
  await waitReady(page);
  const usual = await openPage({ path: "en/block-formats/?n=4096" });
  await waitReady(usual);
  assert.deepEqual(await numericCells(page), await numericCells(usual));
  for (const path of ["en/async-pipeline/?stages=3&seed=5", "en/generations/"]) {
    await page.goto(new URL(path, site.url).href);
    await usual.goto(new URL(path, site.url).href);
    await Promise.all([waitReady(page), waitReady(usual)]);
    assert.deepEqual(await numericCells(page), await numericCells(usual));
  }
  assert.ok(modules.some((url) => /core-scalar-[^/]*\.wasm$/.test(url)));
  for (const path of sample(["en/verify/"], [])) {
    await page.goto(new URL(path, site.url).href);
    await page.click("[data-run]:not([disabled])");
    await page.waitForSelector('[data-verified="pass"]', { timeout: 180_000 });
  }
  await Promise.all([page.close(), usual.close()]);
});

/** The site over a line that stops for a while at `cut` of each page; resolves to { url, close }. */
async function haltingSite(cut) {
  const server = createServer(async (request, response) => {
    const answer = await fetch(new URL(request.url, site.url));
    const body = Buffer.from(await answer.arrayBuffer());
    const type = answer.headers.get("content-type");
    response.writeHead(answer.status, { "Content-Type": type });
    if (type.startsWith("text/html")) {
      const at = Math.round(body.length * cut);
      response.write(body.subarray(0, at));
      await wait(400);
      response.end(body.subarray(at));
    } else response.end(body);
  });
  await new Promise((resolve) => server.listen(0, resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://localhost:${server.address().port}/`, close };
}

for (const cut of sample([0.25, 0.5, 0.75], [0.5]))
  test(`a page whose last ${100 - cut * 100} % come late shows nothing that moves when they come`, async () => {
    const host = await haltingSite(cut);
    try {
      for (const path of ["zh/about/", "en/littles-law/", "zh/embed/littles-law/", "en/embed/generations/"]) {
        const page = await openPage({ path, url: host.url, prepare: watchShifts });
        if (!path.includes("about")) await waitReady(page);
        await assertStill(page);
        await page.close();
      }
    } finally {
      await host.close();
    }
  });
