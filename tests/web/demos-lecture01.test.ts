// Lecture 1's demos away from the defaults: tables against Python, cells that a control moves, exercises that can be solved.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findPython } from "../../scripts/tools.mjs";
import { presenterFrom } from "../../web/engine/build.js";
import type { Given } from "../../web/engine/present.js";
import type { TableView, View } from "../../web/engine/view.js";

const root = join(import.meta.dirname, "../..");
const presenter = await presenterFrom(readFileSync(join(root, "web/generated/core.wasm")));
const present = (id: string, given: Given = {}): Promise<View> => presenter.present({ id, lang: "en", given });
const tableOf = (view: View, name: string) => view.tables.find((table) => table.name === name) as TableView;
const texts = (table: TableView) => table.rows.map((row) => row.cells.map((cell) => cell.text));
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

  test("there is no expectation where there is no variance", async () => {
    const view = await present("block-formats", { ...small, df: 2 });
    expect(texts(tableOf(view, "parts")).map((row) => row.at(-2))).toEqual(["–", "–", "–", "–"]);
  });

  test("the exercise has a solution", async () => {
    expect((await present("block-formats", { nvBlock: 512, mxBlock: 8 })).exercise?.solved).toBe(true);
  });
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

  test("the exercise has a solution", async () => {
    expect((await present("exp-bottleneck", { shapes: "256:256" })).exercise?.solved).toBe(true);
  });
});
