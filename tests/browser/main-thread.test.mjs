// A drag on a slow machine: what is on screen follows, what is not skips what is no longer true, and in the end all agree.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoProblems, drag, openPage, tableText, waitReady } from "./harness.mjs";

const texts = (page) => page.$$eval("lecture-demo :is(h1, p, li, dd, td, th, .frame-front text)", textsOf);
const textsOf = (all) => all.filter((one) => !one.closest(".rail-foot, .presets")).map((one) => one.textContent);

test("parts out of sight skip values that are overtaken, and end as those of a page opened there", async () => {
  const page = await openPage({ path: "en/littles-law/", width: 390, height: 600 });
  await waitReady(page);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 8 });
  await page.locator('[data-control="latencyNs"]').scrollIntoViewIfNeeded();
  await page.evaluate(() => {
    window.shown = { control: [], observations: [] };
    const note = (selector, name, read) => {
      const element = document.querySelector(selector);
      const look = () => window.shown[name].at(-1) !== read(element) && window.shown[name].push(read(element));
      const options = { subtree: true, childList: true, characterData: true, attributeFilter: ["aria-valuetext"] };
      new MutationObserver(look).observe(element, options);
    };
    note('[data-control="latencyNs"] [type=range]', "control", (slider) => slider.getAttribute("aria-valuetext"));
    note("[data-observations]", "observations", (list) => list.textContent);
  });
  await drag(page, "latencyNs", 30, 10);
  await waitReady(page);
  const { control, observations } = await page.evaluate(() => window.shown);
  assert.ok(
    observations.length >= 1 && observations.length < control.length,
    JSON.stringify({ control, observations }),
  );
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const fresh = await openPage({ path: `en/littles-law/${new URL(page.url()).search}`, width: 390, height: 600 });
  await waitReady(fresh);
  assert.deepEqual(await tableText(page), await tableText(fresh));
  assert.deepEqual(await texts(page), await texts(fresh));
  assertNoProblems(page);
  await fresh.close();
  await page.close();
});

test("paper shows the newest, even in the middle of a drag", async () => {
  const page = await openPage({ path: "en/littles-law/", width: 390, height: 600 });
  await waitReady(page);
  const printed = await page.evaluate(async () => {
    const demo = document.querySelector("lecture-demo");
    const shown = new Promise((resolve) => {
      new MutationObserver((_, observer) => {
        observer.disconnect();
        dispatchEvent(new Event("beforeprint"));
        resolve([demo.view.observations.length, document.querySelector("[data-observations]").textContent]);
      }).observe(document.querySelector('[data-control="latencyNs"]'), { subtree: true, attributes: true });
    });
    demo.change({ latencyNs: "300" });
    return shown;
  });
  await waitReady(page);
  assert.equal(printed[1], await page.textContent("[data-observations]"));
  await page.close();
});
