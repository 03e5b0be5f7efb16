// The whole of the verify page in Chromium: every float32 pattern of every format, slice by slice, against the native hashes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoProblems, openPage } from "../browser/harness.mjs";

test("every slice of every format has its hash in the browser, and all other proofs pass", {
  timeout: 7_200_000,
}, async () => {
  const page = await openPage({ path: "en/verify/" });
  await page.click("[data-run-all]:not([disabled])");
  await page.waitForSelector("[data-verified]", { timeout: 7_000_000 });
  const proofs = await page.$$eval("[data-proof]", (rows) =>
    rows.map((row) => ({ name: row.dataset.proof, result: row.dataset.result, text: row.textContent })),
  );
  assert.deepEqual(
    proofs.filter(({ result }) => result !== "pass"),
    [],
  );
  const sweeps = proofs.filter(({ name }) => name.startsWith("sweep"));
  assert.equal(sweeps.length, 4);
  for (const { text } of sweeps) assert.match(text, /4,096|4096/);
  assertNoProblems(page);
  await page.close();
});
