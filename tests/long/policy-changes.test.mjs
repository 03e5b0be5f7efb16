// How much computing a change of a policy of 2^20 numbers takes, page and worker together, from the control to the screen:
// CPU time, which other programs on the machine lengthen less than the time of the day.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, waitReady } from "../browser/harness.mjs";
import { traced } from "./trace.mjs";

const mostMs = 100;

/** Control and new value. */
const changes = [
  ["policyA", "lecture/fp8-tensor"],
  ["policyA", "microxcaling/mxfp4"],
  ["policyA", "fouroversix/nvfp4"],
  ["policyB", "ocp/mxfp8-e5m2"],
  ["policyB", "te/nvfp4"],
  ["tie", "away"],
  ["mxRule", "rceil"],
  ["nvRule", "four-six"],
  ["nvTensorScale", "no"],
  ["mxBlock", "7"],
  ["nvBlock", "12"],
];

/**
 * Milliseconds of CPU, by a trace, that the workers spent and, until the first picture with their answer, the page's main
 * thread; all that it spent where no picture changes.
 */
function busyMs(on) {
  const worker = on("DedicatedWorker", "RunTask");
  const answered = Math.max(...worker.filter(({ tdur }) => tdur > 1000).map(({ ts, dur }) => ts + dur));
  const shown = Math.min(...on("CrRendererMain", "Commit").map(({ ts }) => (ts > answered ? ts : Infinity)));
  const main = on("CrRendererMain", "RunTask").filter(({ ts }) => ts < shown);
  const sum = (events) => events.reduce((ms, { tdur = 0 }) => ms + tdur / 1000, 0);
  return { main: sum(main), worker: sum(worker) };
}

async function change(page, [name, value]) {
  await page.evaluate(
    async ({ name, value }) => {
      const demo = document.querySelector("[data-demo]");
      const field = document.querySelector(`[name=${name}]`);
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new Event("change", { bubbles: true }));
      while (demo.dataset.state === "ready") await new Promise((resolve) => setTimeout(resolve));
    },
    { name, value },
  );
  await waitReady(page);
}

test("every change of a policy of 2^20 numbers takes less than 100 ms of computing", { timeout: 600_000 }, async () => {
  const page = await openPage({ path: "en/block-formats/" });
  await waitReady(page);
  await page.click("details.more > summary");
  const least = new Map(changes.map((one) => [one.join("="), { main: Infinity, worker: Infinity }]));
  const isQuick = ({ main, worker }) => main + worker < mostMs;
  // The least of some times counts: cold code, and what else the machine does, is not the change's own.
  for (let seed = 1; seed <= 5; seed += 1) {
    for (const one of changes.filter((change) => !isQuick(least.get(change.join("="))))) {
      // Another draw forgets what is known of the last one; reset brings the other controls back.
      if (await page.isEnabled("[data-reset]")) await page.click("[data-reset]");
      await waitReady(page);
      await page.fill("[name=seed]", String(seed * 100 + changes.indexOf(one)));
      await page.press("[name=seed]", "Enter");
      await waitReady(page);
      const spent = busyMs(await traced(() => change(page, one)));
      const kept = least.get(one.join("="));
      if (spent.main + spent.worker < kept.main + kept.worker) Object.assign(kept, spent);
    }
  }
  const told = [...least].map(([name, { main, worker }]) => `${name}: ${worker.toFixed(0)} + ${main.toFixed(0)} ms`);
  console.log(`Worker + page: ${told.join(", ")}`);
  for (const [name, { main, worker }] of least) {
    assert.ok(worker > 1, `${name}: the trace saw no worker`);
    assert.ok(
      isQuick({ main, worker }),
      `${name}: ${worker.toFixed(1)} ms in the worker, ${main.toFixed(1)} ms on the page`,
    );
  }
  await page.close();
});
