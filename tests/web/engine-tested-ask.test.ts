// The public API under a self-test that fails: the core's plain loops compute, with the same results.
import { expect, test, vi } from "vitest";
import { callByName, createCalls } from "../../web/engine/calls.js";
import { createClient, switchFastPathsOff } from "../../web/engine/client.js";
import { createCompanion } from "../../web/engine/companion-calls.js";
import { pageLine } from "../../web/engine/lines.js";
import type { Fault } from "../../web/engine/self-test.js";
import { askTested } from "../../web/engine/tested-ask.js";
import { core } from "./engine-core.js";

/** The public API on a client whose engine is the compiled core, which notes whether plain loops were asked for. */
function setUp(fault: Fault, distrust: () => void) {
  const useReferenceOnly = vi.fn(core.useReferenceOnly);
  const calls = createCalls({ ...core, useReferenceOnly });
  const asked: string[] = [];
  const client = createClient({
    start: async (_ways, ears) => ({
      mode: "page",
      line: pageLine(
        (send) =>
          async ({ ticket, call, args, referenceOnly }) => {
            asked.push(call);
            send({ type: "answer", ticket, value: await callByName(calls, call, args, () => {}, referenceOnly) }, []);
          },
        ears,
      ),
    }),
  });
  return { companion: createCompanion(askTested(client.call, distrust, fault)), asked, useReferenceOnly };
}

const data = Float64Array.from({ length: 100 }, (_, i) => Math.sin(i));

test("nothing is tested before a call that uses fast paths, and then once", { timeout: 60_000 }, async () => {
  const distrust = vi.fn();
  const { companion, asked, useReferenceOnly } = setUp("none", distrust);
  await companion.run("littles-law");
  expect(asked).not.toContain("prove");
  await companion.quantize(data, "ocp/mxfp4");
  await companion.run("block-formats");
  expect(asked.filter((call) => call === "prove" || call === "quantize")).toEqual(["prove", "quantize"]);
  expect(distrust).not.toHaveBeenCalled();
  expect(useReferenceOnly).not.toHaveBeenCalled();
});

test("a run that quantizes is preceded by the self-test too", { timeout: 60_000 }, async () => {
  const { companion, asked } = setUp("none", vi.fn());
  await companion.run("block-formats");
  expect(asked.slice(-2)).toEqual(["prove", "run"]);
});

test("a planted difference of a fast path lets the plain loops compute, with the same results", async () => {
  const right = await setUp("none", vi.fn()).companion.quantize(data, "te/nvfp4");
  const { companion, asked, useReferenceOnly } = setUp("fast", switchFastPathsOff);
  expect(await companion.quantize(data, "te/nvfp4")).toEqual(right);
  expect(useReferenceOnly.mock.calls).toEqual([[true]]);
  await companion.quantize(data, "te/nvfp4");
  expect(asked.filter((call) => call === "prove")).toHaveLength(1);
  expect(useReferenceOnly, "and they go on").toHaveBeenCalledTimes(1);
  core.plantFault("none");
  core.useReferenceOnly(false);
});

test("no answer to the self-test is no reason to trust", async () => {
  const distrust = vi.fn();
  const ask = vi.fn(async (call: string) => {
    if (call === "prove") throw new Error("no such file");
    return "result";
  });
  expect(await askTested(ask, distrust)("quantize", [])).toBe("result");
  expect(distrust).toHaveBeenCalledTimes(1);
});

test("proofs compare both ways even then", async () => {
  const useReferenceOnly = vi.fn(core.useReferenceOnly);
  const calls = createCalls({ ...core, useReferenceOnly });
  await callByName(calls, "presets", [], () => {}, true);
  await callByName(calls, "prove", ["self-test", undefined, "none"], () => {}, true);
  expect(useReferenceOnly.mock.calls).toEqual([[true], [false]]);
});

test("a run tells of its progress in steps that somebody can see", async () => {
  const told: number[] = [];
  const request = { id: "async-pipeline", lang: "en", given: { seeds: "4000" } };
  await callByName(createCalls(core), "present", [request], (done, total) => told.push(done / total));
  expect(told.length).toBeGreaterThan(10);
  expect(told.every((share, i) => Math.abs(share - (told[i - 1] ?? 0)) >= 1 / 32)).toBe(true);
});
