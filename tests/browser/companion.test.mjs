// The public module from another origin: in a page, in a module worker, and with its computations stopped.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { serve } from "../../scripts/serve.mjs";
import { openPage, site } from "./harness.mjs";

const { streams } = JSON.parse(readFileSync(new URL("../golden/numpy_streams.json", import.meta.url), "utf8"));
const folder = mkdtempSync(join(tmpdir(), "companion-host-"));
let host;

before(async () => {
  const address = `${site.url}companion.js`;
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>Host</title>");
  // A worker of the host that does what it is asked with the module.
  writeFileSync(
    join(folder, "worker.js"),
    `import { random, run, version } from ${JSON.stringify(address)};
    postMessage({ version, result: await run("littles-law", { latencyNs: 400 }), numbers: await random(0, "random", 1 << 20) });`,
  );
  host = await serve({ folder });
});

after(async () => {
  await host.close();
  rmSync(folder, { recursive: true });
});

const openHost = () => openPage({ url: host.url });

/** Runs `work(companion, argument)` in the page with the module imported from the site. */
const withCompanion = (page, work, argument) =>
  page.evaluate(
    async ({ address, source, value }) => {
      const companion = await import(address);
      // biome-ignore lint/security/noGlobalEval: the host page of a test, without a policy, runs the test's own function
      return globalThis.eval(`(${source})`)(companion, value);
    },
    { address: `${site.url}companion.js`, source: work.toString(), value: argument },
  );

const sha256InPage = async ({ random }, seed) => {
  const numbers = await random(BigInt(seed), "standard_normal", 1 << 20);
  const digest = await crypto.subtle.digest("SHA-256", numbers.buffer);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};

test("a page of another origin gets numpy's stream bit for bit, from a worker", async () => {
  const page = await openHost();
  const [stream] = streams;
  assert.equal(await withCompanion(page, sha256InPage, stream.seed), stream.standard_normal.sha256);
  assert.equal(page.workers().length, 1);
  assert.deepEqual(page.problems.pageErrors, []);
  await page.close();
});

test("every function answers, with plain values", async () => {
  const page = await openHost();
  const answers = await withCompanion(page, async (companion) => {
    const { models, schema, run, presets, quantize, encode, decode, version } = companion;
    const q = await quantize(Float32Array.of(1, 2, 3, 100), "te/nvfp4");
    return {
      version,
      ids: await models(),
      sms: (await schema("littles-law")).params.sms,
      inFlightBytes: (await run("littles-law", { latencyNs: "700" })).inFlightBytes,
      policy: (await presets())["lecture/mxfp4"],
      q: [q.dequantized.constructor.name, q.codes.constructor.name, q.codes.length, q.scaleCodes.length],
      codes: [...(await encode([1, -6], "e2m1"))],
      values: [...(await decode(Uint8Array.of(2, 15), "e2m1"))],
    };
  });
  assert.match(answers.version, /^\d+\.\d+\.\d+/);
  assert.ok(answers.ids.includes("littles-law"));
  assert.deepEqual(answers.sms, { type: "integer", default: 132, min: 1, max: 1024, unit: "" });
  assert.ok(Math.abs(answers.inFlightBytes / 2.345e6 - 1) < 1e-12);
  assert.equal(answers.policy.tie, "smaller");
  assert.deepEqual(answers.q, ["Float64Array", "Uint8Array", 4, 1]);
  assert.deepEqual(
    [answers.codes, answers.values],
    [
      [2, 15],
      [1, -6],
    ],
  );
  await page.close();
});

test("a wrong argument rejects with an error of the page's own", async () => {
  const page = await openHost();
  const errors = await withCompanion(page, async ({ run, quantize }) => {
    const describe = (error) => [error instanceof RangeError, error instanceof TypeError, error.message];
    return [await run("littles-law", { sms: 0 }).catch(describe), await quantize("x", "te/nvfp4").catch(describe)];
  });
  assert.deepEqual(errors[0], [true, false, 'sms must be a whole number from 1 to 1024; got "0"']);
  assert.deepEqual(errors[1].slice(0, 2), [false, true]);
  await page.close();
});

test("a module worker of another origin can use it", async () => {
  const page = await openHost();
  const answer = await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const worker = new Worker("worker.js", { type: "module" });
        worker.onerror = (event) => reject(new Error(event.message || "the worker failed"));
        worker.onmessage = async ({ data }) => {
          const digest = await crypto.subtle.digest("SHA-256", data.numbers.buffer);
          const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
          resolve({ hex, inFlightBytes: data.result.inFlightBytes });
        };
      }),
  );
  assert.equal(answer.hex, streams[0].random.sha256);
  assert.ok(Math.abs(answer.inFlightBytes / 1.34e6 - 1) < 1e-12);
  await page.close();
});

test("an aborted call rejects at once with the signal's reason, and the next one is answered", async () => {
  const page = await openHost();
  const outcome = await withCompanion(page, async ({ quantize, random, run }) => {
    await run("littles-law");
    const data = await random(1, "standard_normal", 1 << 23);
    const stopper = new AbortController();
    const start = performance.now();
    const aborted = quantize(data, "fouroversix/nvfp4", { signal: stopper.signal }).catch((reason) => reason);
    setTimeout(() => stopper.abort("enough"), 20);
    const reason = await aborted;
    const waited = performance.now() - start;
    return { reason, waited, next: (await run("littles-law")).inFlightBytes, untouched: data.length };
  });
  assert.equal(outcome.reason, "enough");
  assert.ok(outcome.waited < 2000, `${outcome.waited} ms`);
  assert.ok(outcome.next > 0);
  assert.equal(outcome.untouched, 1 << 23);
  await page.close();
});
