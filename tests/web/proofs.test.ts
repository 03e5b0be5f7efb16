// The proofs of the verify page, in node: all pass as built, and each planted fault is found.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { goldenData } from "../../web/build/golden.js";
import { proofNames } from "../../web/engine/proof-names.js";
import { prove, sweep } from "../../web/engine/proofs.js";
import { sliceAt, sliceCount } from "../../web/engine/prover.js";
import { type Fault, faultFrom, faults } from "../../web/engine/self-test.js";
import { core } from "./engine-core.js";

const golden = goldenData(join(import.meta.dirname, "../.."));
const ran = (name: string, fault: Fault = "none") =>
  prove(core, name, golden[name as keyof typeof golden], fault, () => {});

describe("the proofs", { timeout: 120_000 }, () => {
  test.each(proofNames)("%s passes", (name) => {
    const { checks, failed, differences } = ran(name);
    expect(differences).toEqual([]);
    expect(failed).toBe(0);
    expect(checks).toBeGreaterThan(10);
  });

  test.each(faults.filter((fault) => fault !== "none"))("the self-test finds the planted fault %s", (fault) => {
    expect(ran("self-test", fault).failed).toBeGreaterThan(0);
    expect(ran("self-test").failed, "and the fault is gone afterwards").toBe(0);
  });

  test.each([
    ["rounding", "tie"],
    ["codes", "tie"],
    ["codes", "bias"],
    ["rounding", "bias"],
    ["portable-fixture", "block"],
    ["pipeline", "release"],
    ["fast-paths", "fast"],
  ] as const)("%s finds the planted fault %s", (name, fault) => {
    expect(ran(name, fault).failed).toBeGreaterThan(0);
  });

  test("a proof counts every check and keeps the first differences", () => {
    const { checks, failed, differences } = ran("rounding", "bias");
    expect(failed).toBeLessThanOrEqual(checks);
    expect(differences).toHaveLength(5);
  });

  test("a name that is no proof is refused", () => {
    expect(() => prove(core, "toString", undefined, "none", () => {})).toThrow("no proof");
  });
});

describe("the sweep", { timeout: 120_000 }, () => {
  test("visits every slice once", () => {
    const visited = new Set(Array.from({ length: sliceCount }, (_, step) => sliceAt(step)));
    expect(visited.size).toBe(sliceCount);
  });

  test.each(["e4m3", "e5m2", "e2m1"])(
    "%s: slices around 1 have their hashes, and a planted tie or bias changes them",
    (format) => {
      const expected = (golden.sweeps[format] ?? []).flatMap(([count, hash]) => Array<string>(count).fill(hash));
      const slices = Array.from({ length: 8 }, (_, i) => 0x3f8 + i);
      const found = (fault: Fault) => sweep(core, format, slices, fault, () => {});
      expect(expected).toHaveLength(sliceCount);
      expect(found("none")).toEqual(slices.map((slice) => expected[slice]));
      for (const fault of ["tie", "bias"] as const) expect(found(fault)).not.toEqual(found("none"));
      core.plantFault("none");
    },
  );
});

test("an address can ask for the known faults only", () => {
  expect(faultFrom("?fault=tie")).toBe("tie");
  expect(faultFrom("?fault=toString")).toBe("none");
  expect(faultFrom("")).toBe("none");
});
