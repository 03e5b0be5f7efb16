// Lecture 1's demos away from the defaults: tables against Python, cells that a control moves, exercises that can be solved.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findPython } from "../../scripts/tools.mjs";
import { presenterFrom } from "../../web/engine/build.js";
import { loadCore } from "../../web/engine/core.js";
import type { Given } from "../../web/engine/present.js";
import type { PlotView, Rich, TableView, View } from "../../web/engine/view.js";

const root = join(import.meta.dirname, "../..");
const wasm = readFileSync(join(root, "web/generated/core.wasm"));
const core = await loadCore(wasm);
const presenter = await presenterFrom(wasm);
const present = (id: string, given: Given = {}): Promise<View> => presenter.present({ id, lang: "en", given });
const tableOf = (view: View, name: string) => view.tables.find((table) => table.name === name) as TableView;
const texts = (table: TableView) => table.rows.map((row) => row.cells.map((cell) => cell.text));
const plain = (rich: Rich) =>
  rich.map((part) => (typeof part === "string" ? part : "text" in part ? part.text : "")).join("");
const numericRows = (view: View) =>
  texts(tableOf(view, "main")).map((row) => row.filter((text) => /^[\d.]/.test(text)));

function pythonRows(demo: string, params: Record<string, string>): string[][] {
  const script = join(root, "tests/reference/lecture01_tables.py");
  const printed = execFileSync(findPython() as string, [script, JSON.stringify({ demo, params })], {
    encoding: "utf8",
    env: { PYTHONUTF8: "1" },
  });
  return JSON.parse(printed) as string[][];
}

const settings: [string, Record<string, string>][] = [
  ["generations", { chips: "B200,B300", base: "B200" }],
  ["generations", { chips: "Rubin,H100,B200", base: "B300" }],
  ["generations", { chips: "H100,B200,B300,Rubin", base: "Rubin" }],
  ["block-formats", { distribution: "student-t", df: "3.5", n: "100001", seed: "7", mxBlock: "32", nvBlock: "16" }],
  ["block-formats", { distribution: "normal", df: "5", n: "65536", seed: "123456789", mxBlock: "64", nvBlock: "8" }],
  ["block-formats", { distribution: "laplace", df: "5", n: "5000", seed: "2", mxBlock: "48", nvBlock: "1000" }],
  ["exp-bottleneck", { chips: "B300", precisions: "fp8", shapes: "256:128,96:96" }],
  ["exp-bottleneck", { chips: "B200,Rubin", precisions: "nvfp4,fp8", shapes: "128:128" }],
  ["exp-bottleneck", { chips: "H100,B300", precisions: "bf16", shapes: "32:32,576:512" }],
];

describe("the main table equals Python's", { timeout: 120_000 }, () => {
  test.each(settings)("%s %o", async (id, params) => {
    expect(numericRows(await present(id, params))).toEqual(pythonRows(id, params));
  });
});

/** Names of the main table's cells ("row/column") whose text differs between two settings. */
async function moved(id: string, given: Given, from: Given = {}): Promise<string[]> {
  const [before, after] = [tableOf(await present(id, from), "main"), tableOf(await present(id, given), "main")];
  return after.rows.flatMap((row, i) =>
    row.cells.flatMap((cell, j) =>
      cell.text === before.rows[i]?.cells[j]?.text ? [] : [`${row.key}/${after.columns[j]?.key}`],
    ),
  );
}

describe("generations", () => {
  test("a chip without a figure shows a dash, and the table says which figure is missing", async () => {
    const main = tableOf(await present("generations"), "main");
    expect(texts(main)[3]).toEqual(["Rubin", "50 PFLOP/s (nvfp4)", "25.3×", "–", "6.6×", "3.6×", "4.0×", "–", "2,273"]);
    expect(main.notes.flat().join(" ")).toContain("Rubin: no figure for FP8, Power");
  });

  test("Rubin's dense figure gives the multiples that its announcement hides", async () => {
    const main = tableOf(await present("generations", { chips: "H100,Rubin-NVL72" }), "main");
    expect(texts(main)[1]?.slice(1, 4)).toEqual(["35 PFLOP/s (nvfp4)", "17.7×", "8.8×"]);
    expect(texts(main)[1]?.at(-1)).toBe("1,591");
  });

  test("B300's multiple is taken apart into 3.0× and 2.5×, by factors 54%, by differences 77%", async () => {
    const split = tableOf(await present("generations"), "split");
    expect(texts(split)[2]).toEqual(["B300", "7.6×", "3.0×", "2.5×", "54%", "77%"]);
  });

  test.each([
    ["decode", {}, ["39.66", "591", "14.9×", "no batch meets the ridge"]],
    [
      "a narrow product",
      { kernel: "gemm", gemmM: 16, gemmN: 8192, gemmK: 8192 },
      ["31.88", "18.5×", "side of about 886"],
    ],
    ["a short prompt", { kernel: "prefill", sequence: 512 }, ["512 FLOP per byte", "1.15×", "about 591 tokens"]],
    ["decode without a context", { context: 0, chips: ["H100"] }, ["64 FLOP per byte", "a batch of about 295"]],
    ["a large product", { kernel: "gemm" }, ["2,731", "past the ridge at 591"]],
    ["a kernel of one's own", { kernel: "custom", intensity: 60 }, ["9.85×", "met at 590.7 FLOP per byte"]],
  ])("the sentence on %s says what limits it and from which size on that changes", async (_, given, told) => {
    const sentence = plain((await present("generations", given)).observations.at(-1) as Rich);
    for (const part of told) expect(sentence).toContain(part);
  });

  test("where sources disagree, the other figure stands in the table with its source", async () => {
    const facts = texts(tableOf(await present("generations", { chips: "B300" }), "facts"));
    expect(facts.find((row) => row[1] === "SMs")?.slice(2)).toEqual([
      "148",
      "measured by others",
      expect.stringMatching(/^B300 SXM6.* · 160 in NVIDIA, Inside NVIDIA Blackwell Ultra/),
    ]);
  });

  test("sparse peaks double H100's ridge, and a chip of one's own has the roof of its figures", async () => {
    const sparse = tableOf(await present("generations", { density: "sparse", chips: "H100" }), "main");
    expect(texts(sparse)[0]?.at(-1)).toBe("1,181");
    const own = tableOf(await present("generations", { chips: "custom", customTBps: 22, customPflops: 11 }), "main");
    expect(texts(own)[0]?.at(-1)).toBe("500");
  });

  test("a control of the kernel moves no cell of the lecture's table", async () => {
    expect(await moved("generations", { kernel: "gemm", batch: 7, modelB: 3 })).toEqual([]);
  });

  test("the exercise has a solution", async () => {
    const view = await present("generations", { batch: 8192, context: 1024, kvKiBPerToken: 1, modelB: 400 });
    expect(view.exercise?.solved).toBe(true);
  });
});

describe("block-formats", { timeout: 120_000 }, () => {
  const small = { n: 4096 };

  test("a block size moves its own scheme's bits and losses, nothing else", async () => {
    const cells = await moved("block-formats", { ...small, nvBlock: 64 }, small);
    expect(new Set(cells.map((name) => name.split("/")[0]))).toEqual(new Set(["nvfp4"]));
  });

  test("the storage account follows size and memory, and nothing is left where weights do not fit", async () => {
    const view = await present("block-formats", { ...small, paramsB: 600 });
    const figures = Object.fromEntries(view.figures.map((figure) => [figure.name, figure.text]));
    expect(figures).toEqual({ weights: "337.5 GB", left: "0 B", "max-params": "512B" });
  });

  test("a tail block is announced with its true length", async () => {
    const view = await present("block-formats", { n: 100001 });
    expect(tableOf(view, "main").notes.flat().join(" ")).toContain("MXFP4: the last block holds 1 of 32 numbers");
  });

  test("the picture of codes counts every number once, as a second count of the quantizer's codes does", async () => {
    const codes = (await present("block-formats", small)).charts.find((chart) => chart.name === "codes") as PlotView;
    expect(codes.series.map((series) => series.key)).toEqual(["fp4-tensor", "mxfp4", "nvfp4"]);
    const values = core.random(0, 0, "standard_t", 5, small.n)?.map((value) => value * 0.02) ?? new Float64Array();
    const { codes: written } = core.quantize(values, core.presets()["lecture/nvfp4"] ?? {}) as { codes: Uint8Array };
    const counted = new Array<number>(16).fill(0);
    for (const code of written) counted[code] = (counted[code] ?? 0) + 1;
    const order = [15, 14, 13, 12, 11, 10, 9, 8, 0, 1, 2, 3, 4, 5, 6, 7];
    expect(codes.series[2]?.y).toEqual(order.map((code) => (counted[code] ?? 0) / small.n));
    for (const series of codes.series) expect(series.y.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  });

  test("at the lecture's setting 82.5% of FP4's codes are zeros, the main table's share", async () => {
    const view = await present("block-formats");
    const codes = view.charts.find((chart) => chart.name === "codes") as PlotView;
    expect(codes.description).toContain("82.5% of FP4's codes are zeros");
    expect(codes.series[2]?.readings.at(-1)).toBe("NVFP4, code 0111 (6): 4.8% of the numbers");
    expect(texts(tableOf(view, "main"))[1]?.at(-1)).toBe("82.5%");
  });

  test("there is no expectation where there is no variance", async () => {
    const view = await present("block-formats", { ...small, df: 2 });
    expect(texts(tableOf(view, "parts")).map((row) => row.at(-2))).toEqual(["–", "–", "–", "–"]);
  });

  test("the exercise has a solution", async () => {
    expect((await present("block-formats", { nvBlock: 512, mxBlock: 8 })).exercise?.solved).toBe(true);
  });
});

describe("two policies on the same numbers", () => {
  type Compared = { comparison: { codesDiffer: number; valuesDiffer: number; byReason: Float64Array } };
  const compared = (given: object) => (core.run("block-formats", given)!.result as unknown as Compared).comparison;

  test.each([
    ["lecture/mxfp4", "ocp/mxfp4"],
    ["lecture/mxfp4", "cudnn/nvfp4"],
    ["te/nvfp4", "torchao/nvfp4"],
    ["ocp/mxfp4", "compressed-tensors/mxfp4"],
  ])("%s and %s differ where their codes do, number by number", (policyA, policyB) => {
    const n = 5000; // the last block is not full
    const values = core.random(0, 0, "standard_t", 5, n)?.map((x) => x * 0.02) ?? new Float64Array();
    const [a, b] = [policyA, policyB].map((name) => {
      const policy = core.presets()[name] as object;
      return core.quantize(values, policy) as { codes: Uint8Array; dequantized: Float64Array };
    });
    const count = (differ: (i: number) => boolean) => [...values.keys()].filter(differ).length;
    const found = compared({ n, policyA, policyB });
    expect(found.codesDiffer).toBe(count((i) => a?.codes[i] !== b?.codes[i]));
    expect(found.valuesDiffer).toBe(count((i) => a?.dequantized[i] !== b?.dequantized[i]));
    expect([...found.byReason].reduce((sum, one) => sum + one, 0)).toBe(found.codesDiffer);
  });

  test("a change of policy takes less than half of what another draw of a million numbers does", () => {
    const processorMs = (given: object) => {
      const start = process.cpuUsage();
      core.run("block-formats", given);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    };
    core.run("block-formats", {});
    const least = (all: object[]) => Math.min(...all.map(processorMs));
    const changed = least(["ocp/mxfp4", "microxcaling/mxfp4", "fouroversix/nvfp4"].map((policyA) => ({ policyA })));
    const drawn = least([1, 2, 3].map((seed) => ({ seed })));
    expect(changed).toBeLessThan(drawn / 2);
  });
});

test.each([
  ["block-formats", { n: 300_000, seed: 3 }],
  ["async-pipeline", { seeds: 300, seed: 3 }],
])("a long run of %s says how far it is, in rising shares", (id, given) => {
  const shares: number[] = [];
  core.listenToProgress((share) => shares.push(share));
  core.run(id, given);
  core.listenToProgress(null);
  core.run(id, given);
  expect(shares.length).toBeGreaterThan(5);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect([shares[0], shares.at(-1)].every((share) => share !== undefined && share >= 0 && share <= 1)).toBe(true);
});

describe("exp-bottleneck", () => {
  test("counting units brings H100 in FP8 at d = 128 to 100%", async () => {
    const rows = texts(tableOf(await present("exp-bottleneck", { account: "units" }), "main"));
    expect(rows[0]?.slice(2, 5)).toEqual(["3.9 T/s", "100%", "50%"]);
    expect(rows[1]?.slice(2, 5)).toEqual(["3.9 T/s", "200%", "100%"]);
  });

  test("the offload controls move no cell of the lecture's table", async () => {
    expect(await moved("exp-bottleneck", { share: 0.5, degree: 5, offloadChip: "H100" })).toEqual([]);
  });

  test("a chip without FP8 keeps its row with dashes and a sentence", async () => {
    const main = tableOf(await present("exp-bottleneck", { chips: "A100" }), "main");
    expect(texts(main)[1]).toEqual(["A100", "FP8", "–", "–", "–", "–"]);
    expect(main.notes.flat().join(" ")).toContain("A100 has no public figure that would fill this row in FP8");
  });

  test("Rubin's announced ratios stand in a table of their own: 2× and 4× Blackwell's 5 T exp/s", async () => {
    const view = await present("exp-bottleneck", { chips: "Rubin-NVL72", precisions: "bf16", shapes: "128:128" });
    expect(texts(tableOf(view, "main"))[0]?.slice(2)).toEqual(["–", "–"]);
    // 4 PFLOP/s over 512 operations is 7.8125 T exp/s, against 10 T and 20 T.
    expect(texts(tableOf(view, "announced"))[0]?.slice(2)).toEqual(["78%", "39%"]);
    expect(tableOf(await present("exp-bottleneck"), "announced")).toBeUndefined();
  });

  test("the first chip to fail is named, or that none does", async () => {
    const told = async (given: Given) => plain((await present("exp-bottleneck", given)).observations.at(-2) as Rich);
    expect(await told({})).toContain("the first to fail at d = 128 is B200 in FP8: exp takes 195%");
    expect(await told({ shapes: "64:64" })).toContain("the first to fail at d = 64 is H100 in FP8: exp takes 172%");
    expect(await told({ shapes: "512:512" })).toContain("on none of the chosen chips");
  });

  test("maximum, scaling and sum take B200's FMA units 0.1075 ps a score, with half of their time left", async () => {
    const last = plain((await present("exp-bottleneck")).observations.at(-1) as Rich);
    // 4 instructions over 148 SMs × 128 lanes × the clock; exp alone takes 1 / 5 T = 0.2 ps.
    for (const part of ["0.1075 ps beside 0.1024 ps", "0.2 ps of exp", "With 0% of", "54% of the time"])
      expect(last).toContain(part);
  });

  test("the exercise has a solution", async () => {
    expect((await present("exp-bottleneck", { shapes: "256:256" })).exercise?.solved).toBe(true);
  });
});
