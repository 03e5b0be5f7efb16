// Memory over a long visit: thirty reloads of one tab, each of them whole, and many changes without a reload.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoProblems, drag, openPage, waitReady } from "../browser/harness.mjs";

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

test("five hundred changes leave no memory behind", { timeout: 600_000 }, async () => {
  const page = await openPage({ path: "en/littles-law/" });
  await waitReady(page);
  const session = await page.context().newCDPSession(page);
  const measure = async () => {
    await page.waitForTimeout(500);
    await waitReady(page);
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    return { usedSize, ...(await session.send("Memory.getDOMCounters")) };
  };
  await drag(page, "latencyNs", 700, 15); // until the engine has compiled what it will
  const early = await measure();
  await drag(page, "latencyNs", 500, 15);
  const late = await measure();
  assert.ok(late.usedSize < early.usedSize * 1.05, `${early.usedSize} bytes, then ${late.usedSize}`);
  for (const count of ["jsEventListeners", "nodes"])
    assert.ok(late[count] <= early[count], `${early[count]} ${count}, then ${late[count]}`);
  assertNoProblems(page);
  await page.close();
});
