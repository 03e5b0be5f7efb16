// Memory over a long visit: thirty reloads of one tab, each of them whole.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, waitReady } from "../browser/harness.mjs";

test("thirty reloads in one tab bring no failure and no growth", async () => {
  const page = await openPage({ path: "en/block-formats/" });
  const session = await page.context().newCDPSession(page);
  const heaps = [];
  for (let i = 0; i < 30; i += 1) {
    await waitReady(page, { timeout: 60_000 });
    await session.send("HeapProfiler.collectGarbage");
    heaps.push((await session.send("Runtime.getHeapUsage")).usedSize);
    await page.reload();
  }
  const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;
  const [early, late] = [mean(heaps.slice(2, 8)), mean(heaps.slice(-6))];
  assert.ok(late < early * 1.2, `${early} bytes early, ${late} late`);
  assert.deepEqual(page.problems.pageErrors, []);
  await page.close();
});
