// Plain frames in hosts of every temper: sandboxed, with a strict policy, isolated, dark, scaled, or on a careless server.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { PNG } from "pngjs";
import { root } from "../../scripts/command.mjs";
import { serve } from "../../scripts/serve.mjs";
import { eventually, openPage, site, waitReady } from "../browser/harness.mjs";
import { demoFrame, figure, hostOf, type, waitFigure } from "./host.mjs";

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const pinned = readFileSync(join(root, `dist/embed-${version}.js`));
const integrity = `sha384-${createHash("sha384").update(pinned).digest("base64")}`;

// The two headers with which a page may be shown by hosts that isolate themselves.
const isolated = {
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};
const headed = await serve({ intercept: () => ({ headers: isolated }) });
const careless = await serve({ intercept: () => ({ headers: { "Access-Control-Allow-Origin": null } }) });

const frame = (attributes = "", { query = "", url = site.url, height = 700 } = {}) =>
  `<iframe src="${url}en/embed/littles-law/${query}" title="Demo" width="700" height="${height}" ${attributes}></iframe>`;

const origin = new URL(site.url).origin;
const strict =
  `default-src 'none'; script-src ${origin}/embed-${version}.js; frame-src ${origin}; style-src 'none'; ` +
  "base-uri 'none'; form-action 'none'";
const isolate = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

const pages = {
  "/plain": `<input autofocus>${frame()}`,
  "/sandboxed": frame('sandbox="allow-scripts"', { query: "?latencyNs=400" }),
  "/careless": frame('sandbox="allow-scripts"', { url: careless.url }),
  "/strict": {
    body: `<cs349e-demo demo="littles-law" lang="en"></cs349e-demo>`,
    head: `<script type="module" src="${site.url}embed-${version}.js" integrity="${integrity}" crossorigin="anonymous"></script>`,
    headers: { "Content-Security-Policy": strict },
  },
  "/isolated": {
    body: `${frame("credentialless")}<cs349e-demo demo="littles-law" lang="en"></cs349e-demo>`,
    head: `<script type="module" src="${site.url}embed.js" crossorigin="anonymous"></script>`,
    headers: isolate,
  },
  "/isolated-headers": { body: frame("", { url: headed.url }), headers: isolate },
  "/dark": {
    body: ["light", "dark", "auto"].map((theme) => frame("", { query: `?theme=${theme}` })).join(""),
    head: `<style>:root { color-scheme: dark; background: #306 } body { margin: 0 } iframe { border: 0; display: block }</style>`,
  },
  "/long": `<p style="height: 500px">Before</p>${frame('id="frame" scrolling="no"', { height: 9000 })}`,
  "/scaled": `<div style="transform: scale(0.6); transform-origin: 0 0">${frame("", { height: 1200 })}</div>`,
  "/big": `<div style="transform: scale(1.7); transform-origin: 0 0">${frame("", { height: 1200 })}</div>`,
  "/tab": `<a id="before" href="#x">before</a>${frame("", { query: "?view=chart,table" })}<a id="after" href="#x">after</a>`,
};

let host;
before(async () => {
  host = await hostOf(pages);
});
after(() => Promise.all([host, headed, careless].map((server) => server.close())));

const open = (path, options) => openPage({ path: `${host.url}${path}`, ...options });

/** The lecture's number is shown, and a control changes it. */
async function assertLive(inside, first = "2.345 MB") {
  assert.equal(await figure(inside), first);
  await type(inside, "latencyNs", 800);
  await waitFigure(inside, "2.68 MB");
}

function assertQuiet(page) {
  const { pageErrors, consoleErrors, cspViolations } = page.problems;
  assert.deepEqual(
    { pageErrors, consoleErrors, cspViolations },
    { pageErrors: [], consoleErrors: [], cspViolations: [] },
  );
}

test("a plain frame of another site is live with no helper, and takes no focus and no storage", async () => {
  const page = await open("/plain");
  const inside = await demoFrame(page);
  await assertLive(inside);
  assert.equal(await page.evaluate(() => scrollY), 0);
  const registrations = await inside.evaluate(() =>
    navigator.serviceWorker
      ? navigator.serviceWorker.getRegistrations().then(
          (all) => all.length,
          () => 0,
        )
      : 0,
  );
  assert.equal(registrations, 0);
  assertQuiet(page);
  await page.close();
});

test('a frame with sandbox="allow-scripts" alone computes, reacts and tells its host', async () => {
  const page = await open("/sandboxed", {
    prepare: (target) =>
      target.addInitScript(() => {
        window.heard = [];
        addEventListener("message", ({ data, origin: from }) => window.heard.push({ ...data, from }));
      }),
  });
  const inside = await demoFrame(page);
  await assertLive(inside, "1.34 MB");
  const heard = await page.evaluate(() => window.heard);
  assert.ok(heard.every(({ from }) => from === "null"));
  for (const kind of ["height", "ready", "state"])
    assert.ok(
      heard.some((message) => message.type === kind),
      kind,
    );
  assert.deepEqual(page.problems.pageErrors, []);
  await page.close();
});

test("where a sandboxed frame may not load modules, the table stays and a sentence says why", async () => {
  const page = await open("/careless");
  const inside = page.frames().find((one) => one.url().includes("/embed/"));
  await inside.waitForSelector("[data-trouble]", { timeout: 20_000 });
  assert.match(await inside.textContent("[data-trouble]"), /Access-Control-Allow-Origin/);
  assert.ok(await inside.isVisible('table[data-table="main"]'));
  assert.equal(await inside.getAttribute("[data-demo]", "data-state"), "error");
  assert.ok(await inside.isVisible("button[data-retry]"));
  await page.close();
});

test("a host with a strict policy shows the pinned helper, checked by its hash", async () => {
  const page = await open("/strict");
  await assertLive(await demoFrame(page));
  assertQuiet(page);
  await page.close();
});

test("an isolated host shows credentialless frames, and the helper makes such", async () => {
  const page = await open("/isolated");
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
  await assertLive(await demoFrame(page));
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await assertLive(await demoFrame(page, { index: 1 }));
  await page.close();
});

test("an isolated host shows plain frames of a server that sends the pair of headers", async () => {
  const page = await open("/isolated-headers");
  await assertLive(await demoFrame(page));
  await page.close();
});

test("a frame paints its own paper in every theme, whatever the host's colours", async () => {
  for (const theme of ["light", "dark"]) {
    const page = await open("/dark", { theme, width: 800, height: 2200 });
    for (const index of [0, 1, 2]) await demoFrame(page, { index });
    const { data, width } = PNG.sync.read(await page.screenshot());
    const corner = (row) => [...data.subarray(4 * (row * width + 3), 4 * (row * width + 3) + 3)];
    assert.deepEqual(corner(5), [0xfb, 0xfa, 0xf6], "light");
    assert.deepEqual(corner(705), [0x17, 0x19, 0x1c], "dark");
    assert.deepEqual(corner(1405), theme === "dark" ? [0x17, 0x19, 0x1c] : [0xfb, 0xfa, 0xf6], `auto, system ${theme}`);
    await page.close();
  }
});

test("the wheel over a frame scrolls the host", async () => {
  const page = await open("/long");
  const inside = await demoFrame(page);
  const plot = await inside.locator("figure[data-chart] .plot").first().boundingBox();
  await page.mouse.move(plot.x + plot.width / 2, Math.min(plot.y + 40, 780));
  for (let i = 0; i < 5; i += 1) {
    await page.mouse.wheel(0, 150);
    await page.waitForTimeout(100); // a hand, not one push
  }
  const scrolled = await eventually(
    () => page.evaluate(() => scrollY),
    (pixels) => pixels > 200,
  );
  assert.ok(scrolled > 200, `${scrolled} px`);
  await page.close();
});

test("in a host that scales the frame, pointing reads the value under the pointer", async () => {
  for (const [path, scale] of [
    ["/scaled", 0.6],
    ["/big", 1.7],
  ]) {
    const page = await open(path, { width: 1300, height: 1100 });
    const inside = await demoFrame(page);
    await inside.locator(".hero .plot").scrollIntoViewIfNeeded(); // a picture is drawn when it comes near
    await inside.locator(".hero .plot").dispatchEvent("pointerover"); // in a frame the live chart comes when pointed at
    await inside.waitForSelector(".drawn");
    const area = await inside.evaluate(() => {
      const { left, top, width, height } = document.querySelector(".plot-area").getBoundingClientRect();
      return { left, top, width, height };
    });
    const outer = await page.evaluate(() => {
      const { left, top } = document.querySelector("iframe").getBoundingClientRect();
      return { left, top };
    });
    const readings = [];
    for (const share of [0.2, 0.8]) {
      const x = outer.left + 2 * scale + (area.left + share * area.width) * scale;
      const y = outer.top + 2 * scale + (area.top + area.height / 2) * scale;
      await page.mouse.move(x, y);
      readings.push(
        await eventually(
          () => inside.locator(".readout").first().textContent(),
          (text) => /\d/.test(text) && !readings.includes(text),
        ),
      );
    }
    for (const reading of readings) assert.match(reading, /\d/, `at ${scale}`);
    assert.notEqual(readings[0], readings[1], `at ${scale}`);
    await page.close();
  }
});

test("the keyboard goes through a frame and out of it again, both ways", async () => {
  const page = await open("/tab");
  const inside = await demoFrame(page);
  const stops = await inside.evaluate(
    () =>
      [...document.querySelectorAll("a[href], button, input, select, summary, [tabindex]")].filter(
        (one) => one.tabIndex >= 0 && one.checkVisibility(),
      ).length,
  );
  for (const [from, to, key] of [
    ["before", "after", "Tab"],
    ["after", "before", "Shift+Tab"],
  ]) {
    await page.focus(`#${from}`);
    let presses = 0;
    do {
      await page.keyboard.press(key);
      presses += 1;
    } while (presses <= stops + 3 && (await page.evaluate(() => document.activeElement.id)) !== to);
    assert.equal(await page.evaluate(() => document.activeElement.id), to, `${presses} presses, ${stops} stops`);
  }
  await page.close();
});

test("after a click in a frame its keys act on what was clicked, and on nothing outside", async () => {
  const page = await open("/tab");
  const inside = await demoFrame(page);
  const slider = inside.locator('.control:has(input[name="latencyNs"]) input[type="range"]');
  await slider.click();
  const value = () => inside.inputValue('input[name="latencyNs"]');
  await waitReady(inside);
  const clicked = Number(await value());
  await page.keyboard.press("ArrowRight");
  await inside.waitForFunction((old) => Number(document.querySelector('input[name="latencyNs"]').value) > old, clicked);
  await page.focus("#before");
  const before = await value();
  for (const key of ["ArrowRight", "ArrowLeft", "Space", "Home", "r", "?"]) await page.keyboard.press(key);
  await page.waitForTimeout(200);
  assert.equal(await value(), before);
  await page.close();
});

test("the content's height does not depend on the frame's, and its width fits from 300 to 900 px", async () => {
  const page = await open("/plain");
  const inside = await demoFrame(page);
  const resize = (width, height) =>
    page.locator("iframe").evaluate((element, size) => Object.assign(element, size), { width, height });
  const measure = () =>
    inside.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return [document.documentElement.getBoundingClientRect().height, scrollWidth - clientWidth];
    });
  for (const width of [300, 450, 600, 900]) {
    const seen = [];
    for (const height of [250, 700, 2400]) {
      await resize(width, height);
      await inside.waitForFunction((wanted) => innerWidth === wanted, width);
      // The live chart follows its box a moment later.
      await inside.waitForFunction(() => document.documentElement.scrollWidth === document.documentElement.clientWidth);
      seen.push(await measure());
    }
    assert.deepEqual(
      seen.map(([height, overflow]) => [height - seen[0][0], overflow]),
      seen.map(() => [0, 0]),
      `${width} px wide`,
    );
  }
  await page.close();
});

test("storage that throws does no harm", async () => {
  const page = await open("/plain", {
    prepare: (target) =>
      target.addInitScript(() => {
        for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException("denied", "SecurityError");
            },
          });
        }
      }),
  });
  await assertLive(await demoFrame(page));
  assertQuiet(page);
  await page.close();
});

test("no answer forbids framing", async () => {
  for (const path of ["en/embed/littles-law/", "embed.js"]) {
    const { headers } = await fetch(site.url + path);
    assert.equal(headers.get("x-frame-options"), null);
    assert.doesNotMatch(headers.get("content-security-policy") ?? "", /frame-ancestors/);
  }
});

test("no build uses shared memory, so no host has to be isolated", () => {
  const page = readFileSync(join(root, "dist/en/embed/littles-law/index.html"), "utf8");
  for (const [, script] of page.matchAll(/(?:src|href)="([^"]+\.js)"/g)) {
    const text = readFileSync(join(root, "dist/en/embed/littles-law", script), "utf8");
    assert.doesNotMatch(text, /new SharedArrayBuffer/, script);
  }
});
