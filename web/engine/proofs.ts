// The proofs that the verify page runs in the reader's browser: golden files, published tables, fast paths.
//
// A proof is a function of the core and of the golden data it compares with; it counts its checks and keeps the first
// differences as text. The same functions run in node, in the tests.
import type { Core } from "./core.js";
import type { ProofName } from "./proof-names.js";
import { codeTables, expectationSignals, expectedSqnrDb, type FixtureRow, fixtureRows } from "./proof-tables.js";
import { type Fault, selfTestChecks } from "./self-test.js";

/** A policy as quantize takes it. */
export type PolicyObject = Record<string, string | number | boolean>;

/** What web/build/golden.ts makes of tests/golden. */
export interface GoldenData {
  streams: { seed: string; count: number; distribution: string; parameter: number; hash: string }[];
  quantization: {
    seed: string;
    distribution: string;
    parameter: number;
    scale: number;
    count: number;
    hash: string;
    schemes: { preset: string; relativeError: number; sqnrDb: number; zeroFraction: number; hash: string }[];
  }[];
  rounding: { e4m3Values: number[]; e4m3: [number, number][]; e2m1: [number, number][] };
  pipeline: {
    tiles: number;
    computeS: number;
    latencyS: number;
    transferS: Record<string, number>;
    rows: {
      release: string;
      source: string;
      jitter: number;
      seed: number;
      stages: number;
      busy: number;
      total: number;
      firstEnds: number[];
    }[];
  };
  /** For each format its slices' hashes in order, equal neighbours counted. */
  sweeps: Record<string, [count: number, hash: string][]>;
}

export interface ProofOutcome {
  checks: number;
  /** How many of them differ. */
  failed: number;
  /** The first few differences, for the report. */
  differences: string[];
}

const mostDifferences = 5;

export class Checks implements ProofOutcome {
  checks = 0;
  failed = 0;
  differences: string[] = [];

  holds(what: string, isSo: boolean, found?: unknown, expected?: unknown) {
    this.checks += 1;
    if (isSo) return;
    this.failed += 1;
    if (this.differences.length < mostDifferences) {
      this.differences.push(expected === undefined ? what : `${what}: ${found}, expected ${expected}`);
    }
  }
  equal(what: string, found: unknown, expected: unknown) {
    this.holds(what, Object.is(found, expected), found, expected);
  }
  near(what: string, found: number, expected: number, tolerance: number) {
    this.holds(what, Math.abs(found - expected) <= tolerance * Math.abs(expected), found, expected);
  }
}

interface Quantized {
  dequantized: Float64Array;
  codes: Uint8Array;
  scaleCodes: Uint8Array;
  relativeError: number;
  sqnrDb: number;
  zeroFraction: number;
}

const bytesOf = (numbers: Float64Array | Float32Array | Uint8Array) =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);

/** A stream of numpy's default_rng(seed). */
export function drawn(core: Core, seed: string, distribution: string, parameter: number, count: number): Float64Array {
  const word = BigInt(seed);
  const numbers = core.random(Number(word >> 32n), Number(word & 0xffffffffn), distribution, parameter, count);
  if (!numbers) throw new Error(`The core knows no distribution ${distribution}`);
  return numbers;
}

export const quantized = (core: Core, values: Float64Array, policy: object) =>
  core.quantize(values, policy) as Quantized;

type Step = (done: number, total: number) => void;
type Proof<Data> = (core: Core, data: Data, check: Checks, step: Step) => void;

/** Calls `work` for each item, telling how many are done. */
function each<Item>(items: readonly Item[], step: Step, work: (item: Item) => void) {
  items.forEach((item, index) => {
    work(item);
    step(index + 1, items.length);
  });
}

const streams: Proof<GoldenData["streams"]> = (core, data, check, step) =>
  each(data, step, ({ seed, count, distribution, parameter, hash }) => {
    const numbers = drawn(core, seed, distribution, parameter, count);
    check.equal(`seed ${seed}, ${count} × ${distribution}(${parameter})`, core.sha256(bytesOf(numbers)), hash);
  });

const quantization: Proof<GoldenData["quantization"]> = (core, data, check, step) =>
  each(data, step, (signal) => {
    const values = drawn(core, signal.seed, signal.distribution, signal.parameter, signal.count);
    for (let i = 0; i < values.length; i++) values[i] = (values[i] ?? 0) * signal.scale;
    const name = `${signal.distribution}, seed ${signal.seed}`;
    check.equal(`${name}: signal`, core.sha256(bytesOf(values)), signal.hash);
    const policies = core.presets();
    for (const { preset, relativeError, sqnrDb, zeroFraction, hash } of signal.schemes) {
      const found = quantized(core, values, policies[preset] ?? {});
      check.equal(`${name}: ${preset}`, core.sha256(bytesOf(found.dequantized)), hash);
      check.near(`${name}: ${preset}, relative error`, found.relativeError, relativeError, 1e-12);
      check.near(`${name}: ${preset}, SQNR`, found.sqnrDb, sqnrDb, 1e-12);
      check.equal(`${name}: ${preset}, zeros`, found.zeroFraction, zeroFraction);
    }
  });

const rounding: Proof<GoldenData["rounding"]> = (core, data, check, step) => {
  const compare = (format: string, tie: string, cases: [number, number][]) => {
    const inputs = Float64Array.from(cases, ([input]) => input);
    const found = core.decode(core.encode(inputs, format, tie, "saturate", "nearest"), format);
    cases.forEach(([input, expected], i) => {
      // The script's zeros have no sign.
      check.holds(`${format} of ${input}`, found[i] === expected, found[i], expected);
    });
  };
  const values = core.decode(Uint8Array.from(data.e4m3Values.keys()), "e4m3");
  data.e4m3Values.forEach((value, code) => {
    check.equal(`e4m3 code ${code}`, values[code], value);
  });
  compare("e4m3", "even", data.e4m3);
  step(1, 2);
  compare("e2m1", "smaller", data.e2m1);
  step(2, 2);
};

const pipeline: Proof<GoldenData["pipeline"]> = (core, data, check, step) =>
  each(data.rows, step, ({ release, source, jitter, seed, stages, busy, total, firstEnds }) => {
    const latencies = core.latencies(data.latencyS, jitter, data.tiles, seed);
    const run = core.pipeline(data.computeS, data.transferS[source] ?? 0, stages, release, latencies);
    const name = `${release}, ${source}, jitter ${jitter}, ${stages} stages`;
    check.equal(`${name}: busy`, run.busy, busy);
    check.equal(`${name}: total`, run.total, total);
    firstEnds.forEach((end, tile) => {
      check.equal(`${name}: end of tile ${tile}`, run.end[tile], end);
    });
  });

const formats = ["e4m3", "e5m2", "e2m1", "e8m0"] as const;

/** Both signs of a code; E2M1 has four bits. */
const negative = (format: string, code: number) => code | (format === "e2m1" ? 0x8 : 0x80);

/** The neighbours of a positive float64. */
function neighbours(value: number): [number, number] {
  const view = new DataView(new ArrayBuffer(8));
  const moved = (by: bigint) => {
    view.setFloat64(0, value);
    view.setBigUint64(0, view.getBigUint64(0) + by);
    return view.getFloat64(0);
  };
  return [moved(-1n), moved(1n)];
}

/** Every code of every format: its value, back again, and what lies half-way to the next. */
const codes: Proof<undefined> = (core, _data, check, step) =>
  each(formats, step, (format) => {
    const count = format === "e2m1" ? 16 : 256;
    const values = core.decode(
      Uint8Array.from({ length: count }, (_, code) => code),
      format,
    );
    const back = core.encode(values, format, "even", "nan-or-inf", "nearest");
    values.forEach((value, code) => {
      if (!Number.isNaN(value)) check.equal(`${format} code ${code} back`, back[code], code);
    });
    if (format === "e8m0") {
      for (let code = 0; code < 255; code++) check.equal(`e8m0 code ${code}`, values[code], 2 ** (code - 127));
      check.equal("e8m0 code 255", values[255], Number.NaN);
      return;
    }
    const { largest, sum, hash } = codeTables[format];
    const finite = Array.from({ length: largest + 1 }, (_, code) => code);
    const all = [...finite, ...finite.map((code) => negative(format, code))].map((code) => values[code] ?? 0);
    check.equal(
      `${format}: sum`,
      all.slice(0, largest + 1).reduce((a, b) => a + b),
      sum,
    );
    check.equal(`${format}: table`, core.fnv1a64(bytesOf(Float32Array.from(all))), hash);
    midpoints(core, format, all.slice(0, largest + 1), check);
  });

/** Half-way between neighbours each tie rule goes its own way; one float64 beside it all go to the nearer one. */
function midpoints(core: Core, format: string, values: number[], check: Checks) {
  for (const [code, value] of values.slice(0, -1).entries()) {
    const middle = (value + (values[code + 1] ?? 0)) / 2;
    const around = Float64Array.from([...neighbours(middle), middle]);
    const expected = { even: code + (code & 1), smaller: code, away: code + 1 };
    for (const [tie, atMiddle] of Object.entries(expected)) {
      const found = core.encode(around, format, tie, "saturate", "nearest");
      check.equal(`${format} below the middle above code ${code}`, found[0], code);
      check.equal(`${format} beyond the middle above code ${code}`, found[1], code + 1);
      check.equal(`${format} half-way above code ${code}, ${tie}`, found[2], atMiddle);
    }
  }
}

/** Two signals of 65,536 numbers made of splitmix64 words; the second is full of ties. All are exact in float32. */
export function fixture(): { a: Float64Array; b: Float64Array } {
  const word = (bits: bigint) => BigInt.asUintN(64, bits);
  const count = 65_536;
  const a = new Float64Array(count);
  const b = new Float64Array(count);
  let state = 0n;
  for (let i = 0; i < count; i++) {
    state = word(state + 0x9e3779b97f4a7c15n);
    let z = word((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = word((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    z ^= z >> 31n;
    const high = Number(z >> 32n);
    a[i] = (((high >>> 8) - 2 ** 23) / 2 ** 23) * 2 ** ((high & 7) - 4);
    b[i] = ((high >>> 27) - 16) * 0.25 * 2 ** (high & 1);
  }
  return { a, b };
}

/** Two FP4 codes a byte, the earlier one in the low half. */
const packed = (codes: Uint8Array) =>
  Uint8Array.from({ length: codes.length / 2 }, (_, i) => (codes[2 * i] ?? 0) | ((codes[2 * i + 1] ?? 0) << 4));

function checkFixtureRow(core: Core, values: Float64Array, row: FixtureRow, check: Checks) {
  const found = quantized(core, values, row.policy);
  const codes = row.policy.element === "e2m1" ? packed(found.codes) : found.codes;
  const error = values.reduce((sum, value, i) => sum + (value - (found.dequantized[i] ?? 0)) ** 2, 0) / values.length;
  const name = `${row.data}: ${row.name}`;
  check.equal(`${name}, codes`, core.fnv1a64(codes), row.codes);
  if (row.scales) check.equal(`${name}, scales`, core.fnv1a64(found.scaleCodes), row.scales);
  check.near(`${name}, error`, error, row.error, row.tolerance);
}

const portableFixture: Proof<undefined> = (core, _data, check, step) => {
  const signals = fixture();
  check.equal("signal a", core.fnv1a64(bytesOf(Float32Array.from(signals.a))), "6eaa2dde9a56db5a");
  check.equal("signal b", core.fnv1a64(bytesOf(Float32Array.from(signals.b))), "c34808f68154cb0a");
  each(fixtureRows, step, (row) => checkFixtureRow(core, signals[row.data], row, check));
};

/** Measured errors against integrals in which no draw and no quantizer takes part. */
const expectations: Proof<undefined> = (core, _data, check, step) => {
  const count = 2 ** 20;
  const pairs = expectationSignals.flatMap((signal, index) => expectedSqnrDb.map((row) => ({ signal, index, row })));
  let values: Float64Array = new Float64Array();
  each(pairs, step, ({ signal, index, row }) => {
    if (row === expectedSqnrDb[0]) values = drawn(core, "0", signal.distribution, 5, count);
    const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const expected = core.expectedLoss(signal.law, 5, row.policy, largest);
    const name = `${row.name}, ${signal.law}`;
    check.holds(
      `${name}: published`,
      Math.abs(expected.sqnrDb - (row.decibels[index] ?? 0)) < 0.01,
      expected.sqnrDb,
      row.decibels[index],
    );
    const measured = quantized(core, values, row.policy).relativeError ** 2;
    check.near(`${name}: measured`, measured, expected.relativeMse, signal.tolerance);
  });
};

/** Numbers that fast loops get wrong first: ties, zeros of both signs, subnormals, the ends of the range, NaN. */
function awkwardSignals(core: Core): Float64Array[] {
  const { b } = fixture();
  const draws = drawn(core, "3", "standard_t", 2, 4099);
  const tiny = draws.map((value) => value * 2 ** -1060);
  const huge = draws.map((value) => value * 2 ** 980);
  const sparse = draws.map((value, i) => (i % 7 ? 0 * value : value));
  const special = draws.map((value, i) => [value, Number.NaN, Infinity, -Infinity, 5e-324, -0][i % 97] ?? value);
  const wide = draws.map((value, i) => value * 2 ** ((i % 600) - 300));
  return [
    b.subarray(0, 8192 + 5),
    draws,
    tiny,
    huge,
    sparse,
    special,
    wide,
    new Float64Array(40),
    draws.subarray(0, 1),
  ];
}

/** Whatever path the core chooses for a signal gives the bits of the plain loop, for every preset and tie rule. */
const fastPaths: Proof<undefined> = (core, _data, check, step) => {
  const signals = awkwardSignals(core);
  each(Object.entries(core.presets()), step, ([name, policy]) => {
    for (const tie of ["even", "smaller", "away"]) {
      signals.forEach((values, index) => {
        check.holds(`${name}, tie ${tie}, signal ${index}`, core.pathsAgree(values, { ...policy, tie }));
      });
    }
  });
};

const selfTest: Proof<undefined> = (core, _data, check, step) => {
  selfTestChecks(core, check);
  step(1, 1);
};

export const proofs: Record<ProofName, Proof<never>> = {
  "self-test": selfTest,
  streams,
  quantization,
  rounding,
  pipeline,
  codes,
  "portable-fixture": portableFixture,
  expectations,
  "fast-paths": fastPaths,
};

export function prove(core: Core, name: string, data: unknown, fault: Fault, step: Step): ProofOutcome {
  const check = new Checks();
  core.plantFault(fault);
  if (!Object.hasOwn(proofs, name)) throw new Error(`There is no proof ${name}`);
  (proofs[name as ProofName] as Proof<unknown>)(core, data, check, step);
  const { checks, failed, differences } = check;
  return { checks, failed, differences };
}

/** Hashes of some slices of the float32 sweep. */
export function sweep(core: Core, format: string, slices: number[], fault: Fault, step: Step): string[] {
  core.plantFault(fault);
  return slices.map((slice, index) => {
    const hash = core.sweepSlice(format, "even", slice);
    step(index + 1, slices.length);
    return hash;
  });
}
