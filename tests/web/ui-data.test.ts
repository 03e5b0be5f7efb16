// What readers take away or bring along: sorted rows, tables for other programs, traces, steps to undo, starting points.
import { describe, expect, test } from "vitest";
import type { TableView, TimelineView } from "../../web/engine/view.js";
import { createHistory } from "../../web/ui/history.js";
import { type KnownParam, readPresets } from "../../web/ui/read-presets.js";
import { nextSorting, sortedRows } from "../../web/ui/sorting.js";
import { timelineAsTrace } from "../../web/ui/write-chart.js";
import { csv, tableAsCsv, tableAsLatex, tableAsMarkdown } from "../../web/ui/write-table.js";

const table: TableView = {
  name: "main",
  caption: "Rates",
  columns: [
    { key: "chip", label: "Chip", numeric: false },
    { key: "rate", label: "Rate", numeric: true },
  ],
  rows: [
    ["A & B", "1,200", 1200.25],
    ["=C|D", "–", Number.NaN],
    ["50% × 2", "3", 3],
  ].map(([chip, text, value]) => ({
    key: String(chip),
    cells: [
      { text: String(chip), header: true },
      { text: String(text), value: Number(value) },
    ],
  })),
  notes: [],
};
const rates = (direction: "ascending" | "descending") =>
  sortedRows(table, { column: 1, direction }).map((row) => row.cells[1]?.text);

describe("sorting", () => {
  test("goes by the number, not by its text; what is missing stays last", () => {
    expect(rates("ascending")).toEqual(["3", "1,200", "–"]);
    expect(rates("descending")).toEqual(["1,200", "3", "–"]);
  });

  test("a third tap gives the order back", () => {
    const first = nextSorting(null, 1);
    const second = nextSorting(first, 1);
    expect([first?.direction, second?.direction, nextSorting(second, 1)]).toEqual(["ascending", "descending", null]);
    expect(sortedRows(table, null)).toBe(table.rows);
  });
});

describe("tables for other programs", () => {
  test("CSV holds the number in full and as shown, and no formula", () => {
    expect(tableAsCsv(table, (label) => `${label} (as shown)`)).toBe(
      'Chip,Rate,Rate (as shown)\r\nA & B,1200.25,"1,200"\r\n\'=C|D,,–\r\n50% × 2,3,3\r\n',
    );
    expect(csv([['a "b"', "c\nd"]])).toBe('"a ""b""","c\nd"\r\n');
  });

  test("Markdown and LaTeX escape their own signs", () => {
    expect(tableAsMarkdown(table).split("\n")[3]).toBe("| =C\\|D | – |");
    expect(tableAsLatex(table)).toContain("  A \\& B & 1,200 \\\\");
    expect(tableAsLatex(table)).toContain("  50\\% $\\times$ 2 & 3 \\\\");
  });

  test.each([
    ["ns", 0.002, 0.0005],
    ["µs", 2, 0.5],
    ["ms", 2000, 500],
  ])("a trace counts microseconds where the axis counts %s", (unit, ts, dur) => {
    const timeline: TimelineView = {
      kind: "timeline",
      name: "timeline",
      title: "Lanes",
      description: "",
      x: { label: "time", unit, scale: "linear", min: 0, max: 3, ticks: [] },
      lanes: [{ key: "a", label: "A", spans: [{ from: 2, to: 2.5, color: "wait", label: "", reading: "waits" }] }],
      legend: [],
      moments: [],
    };
    const { traceEvents } = JSON.parse(timelineAsTrace(timeline));
    const [span] = traceEvents.filter((event: { ph: string }) => event.ph === "X");
    expect(span).toMatchObject({ name: "wait", tid: 1, args: { reading: "waits" } });
    expect(span.ts).toBeCloseTo(ts, 12);
    expect(span.dur).toBeCloseTo(dur, 12);
  });
});

describe("steps to undo", () => {
  test("quick steps of one slider are one, a pause or another control begins the next", () => {
    let now = 0;
    const history = createHistory(() => now);
    const steps: [number, Record<string, string>][] = [
      [0, {}],
      [1000, { sms: "1" }],
      [1100, { sms: "2" }],
      [1200, { sms: "3" }],
      [3000, { sms: "4" }],
      [3100, { sms: "4", ilp: "2" }],
    ];
    for (const [time, params] of steps) {
      now = time;
      history.record(params);
    }
    expect(history.undo()).toEqual({ sms: "4" });
    expect(history.undo()).toEqual({ sms: "3" });
    expect(history.undo()).toEqual({});
    expect([history.canUndo, history.undo()]).toEqual([false, undefined]);
    expect(history.redo()).toEqual({ sms: "3" });
    history.record({ sms: "9" });
    expect(history.canRedo).toBe(false);
  });

  test("what is asked for counts before it is answered, as it is read then, and not at all where it changes nothing", () => {
    let now = 0;
    const history = createHistory(() => now);
    history.record({ sms: "many" });
    history.settle({});
    const ask = (params: Record<string, string>) => {
      now += 1000;
      history.record(params);
    };
    ask({ sms: "2" });
    ask({ sms: "2", ilp: "9999" });
    expect(history.undo()).toEqual({ sms: "2" });
    history.settle({ sms: "2" });
    expect(history.redo()).toEqual({ sms: "2", ilp: "9999" });
    history.settle({ sms: "2", ilp: "64" });
    ask({ sms: "2", ilp: "none" });
    history.settle({ sms: "2", ilp: "64" });
    expect(history.canRedo).toBe(false);
    expect(history.undo()).toEqual({ sms: "2" });
    expect(history.undo()).toEqual({});
    expect(history.canUndo).toBe(false);
    expect([history.redo(), history.redo()]).toEqual([{ sms: "2" }, { sms: "2", ilp: "64" }]);
  });
});

describe("own starting points", () => {
  const chips = ["H100", "A100", "B200"].map((value) => ({ value, label: value, chosen: false }));
  const known = new Map<string, KnownParam>([
    ["sms", { widget: "slider", defaultValue: "132", allowed: "1 to 1,024", min: 1, max: 1024 }],
    ["chips", { widget: "checks", defaultValue: "H100", allowed: "H100, A100, B200", choices: chips }],
  ]);

  test("numbers, words and lists become values of the address; defaults are left out", () => {
    const text = JSON.stringify([{ label: " Mine ", params: { sms: 132, chips: ["A100", "B200"] } }]);
    expect(readPresets(text, known)).toEqual({ presets: [{ label: "Mine", params: { chips: "A100,B200" } }] });
  });

  test.each([
    ["{", "no-json", ""],
    ["{}", "no-list", ""],
    ["[]", "no-list", ""],
    ['[{"params":{}}]', "no-label", "1"],
    ['[{"label":"a","params":{}},{"label":"b"}]', "no-params", "2"],
    ['[{"label":"a","params":{"__proto__x":1}}]', "unknown-param", "1: __proto__x"],
    ['[{"label":"a","params":{"sms":{}}}]', "bad-value", "1: sms"],
  ])("%s is refused, with its place", (text, problem, where) => {
    expect(readPresets(text, known)).toEqual({ problem, where });
  });

  test.each([
    ['{"sms":2000}', "1: sms", "1 to 1,024"],
    ['{"sms":"many"}', "1: sms", "1 to 1,024"],
    ['{"chips":["A100","B100"]}', "1: chips", "H100, A100, B200"],
  ])("what no control could be set to, %s, is refused with what could", (params, where, allowed) => {
    const found = readPresets(`[{"label":"a","params":${params}}]`, known);
    expect(found).toEqual({ problem: "not-allowed", where, allowed });
  });

  test("a list without end is refused", () => {
    const many = JSON.stringify(Array.from({ length: 25 }, () => ({ label: "a", params: {} })));
    expect(readPresets(many, known)).toEqual({ problem: "too-many", where: "24" });
  });
});
