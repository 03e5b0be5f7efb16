// One core suite in three engines and three load modes: it loads, computes the same digits, draws, reacts, and embeds.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { root } from "../../scripts/command.mjs";
import { serve } from "../../scripts/serve.mjs";
import { engines, until } from "../embed/engines.mjs";
import { hostOf } from "../embed/host.mjs";

const ids = readdirSync(join(root, "dist/en/embed"));
const modes = ["worker", "blob", "page"];
// Away from the defaults, which are in the built page already: what is read here was computed in the engine.
const settings = {
  "littles-law": "latencyNs=437&ilp=3",
  "async-pipeline": "seed=7&jitter=1.5&latencyNs=900",
  "ping-pong": "headDim=96&expTps=5.5",
  generations: "base=B200",
  "block-formats": "df=4&n=65536&seed=3&distribution=laplace",
  "exp-bottleneck": "chips=H100,B300&shapes=96:64,128:128",
};

const site = await serve();
const sandboxed = `<iframe sandbox="allow-scripts" width="700" height="500"
  src="${site.url}en/embed/littles-law/?latencyNs=400"></iframe>`;
const host = await hostOf({
  "/plain": `<iframe src="${site.url}en/embed/littles-law/?latencyNs=400" width="700" height="500"></iframe>`,
  "/sandboxed": `<script>
    window.heard = [];
    addEventListener("message", ({ data }) => data?.source === "cs349e-companion" && window.heard.push(data));
  </script>${sandboxed}`,
  "/helper": `<script>
    window.states = [];
    addEventListener("cs349e-state", ({ detail }) => window.states.push(detail));
  </script><script type="module" src="${site.url}embed.js"></script>
  <cs349e-demo demo="littles-law" lang="en" params="latencyNs=400"></cs349e-demo>`,
});
after(() => Promise.all([site.close(), host.close()]));

// These run in the page.
const isReady = () => document.querySelector('[data-demo][data-state="ready"]') !== null;
const readyFigure = () =>
  document.querySelector('[data-demo][data-state="ready"]') &&
  document.querySelector('[data-figure="in-flight"]').textContent;
const everyNumber = () =>
  [...document.querySelectorAll("td, [data-figure], [data-observations] li, .sentence")].map((one) =>
    one.textContent.trim(),
  );
const setLatency = (value) => {
  const field = document.querySelector('input[name="latencyNs"]');
  field.value = value;
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  return true;
};
/**
 * Points at the chart, as a hand would again and again, since in a frame it comes when it is pointed at: whether some of
 * the pixels in its canvas are coloured.
 */
const isDrawn = () => {
  document.querySelector("figure[data-chart] .plot").dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  const canvas = document.querySelector("figure[data-chart] canvas");
  if (!canvas?.width) return false;
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return data.some((byte) => byte !== 0);
};
const frameFits = () => {
  const frame = document.querySelector("cs349e-demo").shadowRoot.querySelector("iframe");
  return frame.offsetHeight !== 480 && frame.offsetHeight;
};

const readFigure = (browser) => browser.evaluate(readyFigure);
const readFrameFigure = (browser) => browser.evaluateInFrame(readyFigure);

/** What the first engine in the first mode computed; the others have to agree. */
const expected = {};

for (const [name, open] of Object.entries(engines)) {
  describe(name, () => {
    let browser;
    before(async () => {
      browser = await open();
      console.log(`# ${name} ${await browser.version()}`);
    });
    after(() => browser?.close());

    for (const mode of modes) {
      for (const id of ids) {
        test(`${id} has the same digits in mode ${mode}`, async () => {
          await browser.visit(`${site.url}en/embed/${id}/?engine=${mode}&${settings[id] ?? ""}`);
          await until(() => browser.evaluate(isReady), `${id} ready`);
          const numbers = await browser.evaluate(everyNumber);
          assert.ok(numbers.length > 10);
          expected[id] ??= numbers;
          assert.deepEqual(numbers, expected[id]);
        });
      }
    }

    test("the chart is drawn, named and described", async () => {
      await browser.visit(`${site.url}en/embed/littles-law/?view=chart`);
      await until(() => browser.evaluate(isReady), "ready");
      await until(() => browser.evaluate(isDrawn), "a drawn chart");
      assert.ok((await browser.evaluate(() => document.querySelector(".chart-description").textContent)).length > 20);
    });

    for (const id of ids) {
      test(`the offline file of ${id} has the same digits, from a disk`, async () => {
        const file = pathToFileURL(join(root, `dist/en/offline/${id}.html`)).href;
        await browser.visit(`${file}?${settings[id] ?? ""}`);
        await until(() => browser.evaluate(isReady), `${id} ready`);
        const numbers = new Set(await browser.evaluate(everyNumber));
        assert.deepEqual(
          expected[id].filter((text) => /\d/.test(text) && !numbers.has(text)),
          [],
        );
      });
    }

    test("a control changes the numbers and the address", async () => {
      await browser.visit(`${site.url}en/embed/littles-law/`);
      await until(() => browser.evaluate(isReady), "ready");
      await browser.evaluate(setLatency, "400");
      await until(async () => (await readFigure(browser)) === "1.34 MB", "1.34 MB");
      await until(() => browser.evaluate(() => location.search.includes("latencyNs=400")), "the address follows");
    });

    test("a plain frame of another site computes and reacts", async () => {
      await browser.visit(`${host.url}/plain`);
      await until(async () => (await readFrameFigure(browser)) === "1.34 MB", "1.34 MB");
      await browser.evaluateInFrame(setLatency, "800");
      await until(async () => (await readFrameFigure(browser)) === "2.68 MB", "2.68 MB");
    });

    test('a frame with sandbox="allow-scripts" computes, reacts and tells its height', async () => {
      await browser.visit(`${host.url}/sandboxed`);
      await until(async () => (await readFrameFigure(browser)) === "1.34 MB", "1.34 MB");
      await browser.evaluateInFrame(setLatency, "800");
      await until(async () => (await readFrameFigure(browser)) === "2.68 MB", "2.68 MB");
      const kinds = await browser.evaluate(() => window.heard.map(({ type }) => type));
      assert.ok(
        ["height", "ready", "state"].every((kind) => kinds.includes(kind)),
        kinds.join(),
      );
      assert.ok(kinds.filter((kind) => kind === "height").length <= 3, kinds.join());
    });

    test("the helper sizes its frame, tells the state and follows its attributes", async () => {
      await browser.visit(`${host.url}/helper`);
      await until(async () => (await readFrameFigure(browser)) === "1.34 MB", "1.34 MB");
      await until(() => browser.evaluate(frameFits), "the content's height");
      await browser.evaluate(() => document.querySelector("cs349e-demo").setAttribute("params", "latencyNs=800"));
      await until(async () => (await readFrameFigure(browser)) === "2.68 MB", "2.68 MB");
      await until(() => browser.evaluate(() => window.states.at(-1)?.params.latencyNs === 800), "the state");
    });
  });
}

test("the digits were computed, not read from the built page", () => {
  for (const id of ids) {
    const built = readFileSync(join(root, `dist/en/embed/${id}/index.html`), "utf8");
    assert.ok(
      expected[id].some((text) => /\d/.test(text) && !built.includes(`>${text}<`)),
      id,
    );
  }
});
