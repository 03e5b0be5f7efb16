// The engine in a real browser: every way to start it, and every way a server or a browser can refuse.
import assert from "node:assert/strict";
import { test } from "node:test";
import { serve } from "../../scripts/serve.mjs";
import { assertNoProblems, openPage, site, waitReady } from "./harness.mjs";

const embed = "en/embed/littles-law/";
const inFlight = '[data-figure="in-flight"]';
const figure = (page) => page.locator(inFlight).first().textContent();
const isWasm = (path) => path.endsWith(".wasm");

/** The embed page on a server that answers in its own way. */
async function onServer(intercept, work, options = {}) {
  const server = await serve({ intercept });
  try {
    await work(await openPage({ path: embed, url: server.url, ...options }));
  } finally {
    await server.close();
  }
}

/** The kind of failure that the widget shows, once it does. */
async function trouble(page) {
  await page.waitForSelector('[data-demo][data-state="error"]', { timeout: 40_000 });
  return page.getAttribute("[data-trouble]", "data-trouble");
}

for (const [mode, workers] of Object.entries({ worker: 1, blob: 1, page: 0 })) {
  test(`the widget computes with ?engine=${mode}`, async () => {
    const page = await openPage({ path: `${embed}?engine=${mode}&latencyNs=400` });
    await waitReady(page);
    assert.equal(await figure(page), "1.34 MB");
    assert.equal(page.workers().length, workers);
    assertNoProblems(page);
    await page.close();
  });
}

test("a worker that has closed itself is replaced, and the waiting change is answered", async () => {
  const page = await openPage({ path: `${embed}?latencyNs=800` });
  await waitReady(page);
  await page
    .workers()[0]
    .evaluate(() => self.close())
    .catch(() => {}); // it may be gone before it can answer
  await page.fill('[name="latencyNs"]', "400");
  await page.waitForFunction((cell) => document.querySelector(cell)?.textContent === "1.34 MB", inFlight, {
    timeout: 40_000,
  });
  assertNoProblems(page);
  await page.close();
});

test("a browser that throws on module workers gets a worker from a blob", async () => {
  const page = await openPage({
    path: `${embed}?latencyNs=400`,
    prepare: (target) =>
      target.addInitScript(() => {
        const Usual = Worker;
        window.Worker = class extends Usual {
          constructor(url, options) {
            if (!String(url).startsWith("blob:")) throw new DOMException("no", "SecurityError");
            super(url, options);
          }
        };
      }),
  });
  await waitReady(page);
  assert.equal(await figure(page), "1.34 MB");
  assert.equal(page.workers().length, 1);
  await page.close();
});

test("a browser whose workers fail without a word computes in the page", async () => {
  const page = await openPage({
    path: `${embed}?latencyNs=400`,
    prepare: (target) =>
      target.addInitScript(() => {
        window.Worker = class extends EventTarget {
          constructor() {
            super();
            setTimeout(() => this.onerror?.(new Event("error")));
          }
          postMessage() {}
          terminate() {}
        };
      }),
  });
  await waitReady(page);
  assert.equal(await figure(page), "1.34 MB");
  assert.equal(page.workers().length, 0);
  await page.close();
});

test("a browser without workers computes in the page", async () => {
  const page = await openPage({
    path: `${embed}?latencyNs=400`,
    prepare: (target) => target.addInitScript(() => Reflect.deleteProperty(window, "Worker")),
  });
  await waitReady(page);
  assert.equal(await figure(page), "1.34 MB");
  await page.close();
});

test("a sandboxed frame on another site, without an origin of its own, computes", async () => {
  const frame = `<iframe sandbox="allow-scripts" src="${site.url}${embed}?latencyNs=400" width="800" height="600"></iframe>`;
  const host = await serve({ intercept: (path) => (path === "/" ? { body: Buffer.from(frame) } : undefined) });
  try {
    const page = await openPage({ url: host.url.replace("localhost", "127.0.0.1") });
    const inside = page.frameLocator("iframe");
    await inside.locator('[data-demo][data-state="ready"]').waitFor({ timeout: 20_000 });
    assert.equal(await inside.locator(inFlight).first().textContent(), "1.34 MB");
    assert.deepEqual(page.problems.pageErrors, []);
    await page.close();
  } finally {
    await host.close();
  }
});

test("a module of the wrong type is fetched once and runs", async () => {
  let requests = 0;
  const octets = (path) => {
    if (!isWasm(path)) return undefined;
    requests += 1;
    return { headers: { "Content-Type": "application/octet-stream" } };
  };
  await onServer(octets, async (page) => {
    await waitReady(page);
    assert.equal(requests, 1);
    assert.deepEqual(page.problems.consoleErrors, []);
    await page.close();
  });
});

const refusals = {
  "a missing module": [
    (path) => (isWasm(path) ? { status: 404, body: Buffer.from("gone") } : undefined),
    "fetch-failed",
  ],
  "a page in place of the module": [
    (path) => (isWasm(path) ? { body: Buffer.from("<!doctype html><title>x</title>") } : undefined),
    "not-wasm",
  ],
  "a module that ends early": [
    (path, usual) => (isWasm(path) ? { body: usual.body.subarray(0, 9999) } : undefined),
    "not-wasm",
  ],
};
for (const [what, [intercept, kind]] of Object.entries(refusals)) {
  test(`${what} is said to be ${kind}; the lecture's numbers stay`, async () => {
    await onServer(intercept, async (page) => {
      assert.equal(await trouble(page), kind);
      assert.equal(await figure(page), "2.345 MB");
      assert.deepEqual(page.problems.pageErrors, []);
      await page.close();
    });
  });
}

test("a module that was missing is fetched again by Retry", async () => {
  let isGone = true;
  const gone = (path) => (isWasm(path) && isGone ? { status: 404, body: Buffer.from("gone") } : undefined);
  await onServer(gone, async (page) => {
    assert.equal(await trouble(page), "fetch-failed");
    isGone = false;
    await page.click("[data-retry]");
    await waitReady(page);
    await page.close();
  });
});

test("a browser without WebAssembly shows the lecture's numbers and the reason", async () => {
  const page = await openPage({
    path: `${embed}?engine=page`,
    prepare: (target) => target.addInitScript(() => Reflect.deleteProperty(globalThis, "WebAssembly")),
  });
  assert.equal(await trouble(page), "no-webassembly");
  assert.equal(await figure(page), "2.345 MB");
  assert.deepEqual(page.problems.pageErrors, []);
  await page.close();
});

test("workers start where the page demands Trusted Types", async () => {
  const demanding = (path, usual) => {
    if (!path.endsWith("/")) return undefined;
    const html = usual.body
      .toString()
      .replace("default-src 'none'", "require-trusted-types-for 'script'; default-src 'none'");
    return { body: Buffer.from(html) };
  };
  await onServer(demanding, async (page) => {
    await waitReady(page);
    assert.equal(page.workers().length, 1);
    assertNoProblems(page);
    await page.close();
  });
});
