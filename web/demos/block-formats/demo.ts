// Block formats as an instrument: what each way of storing numbers loses, where the loss comes from, one block enlarged.
import {
  type CellView,
  type ColorKey,
  type Context,
  defineDemo,
  type ModelParams,
  type ModelResults,
  type PlotView,
  type SeriesView,
  type TableView,
} from "../../engine/define-demo.js";

export type PresetId = "lecture" | "normal" | "heavy" | "same-block" | "uniform" | "four-six" | "conventions";

type Params = ModelParams["block-formats"];
type Result = ModelResults["block-formats"];
type Loss = Result["losses"][number];
type Element = Result["comparison"]["elements"][number];
type Step = Element["a"];
type Difference = Result["comparison"]["differences"][number];
type C = Context<"block-formats", Words>;

const schemes = ["fp8-tensor", "fp4-tensor", "mxfp4", "nvfp4"] as const;
type Scheme = (typeof schemes)[number];

export interface Words {
  schemes: Record<Scheme, (block: string) => string>;
  short: Record<Scheme, string>;
  perBlock(block: string): string;
  policies: Record<Params["policyA"], string>;
  figures: { weights: string; left: string; maxParams: string };
  table: {
    main: string;
    scheme: string;
    bits: string;
    error: string;
    sqnr: string;
    zeroed: string;
    tail(scheme: string, block: string, tail: string): string;
    parts: string;
    partsColumns: [string, string, string, string, string, string, string];
    partsNote: string;
    noExpectation: string;
    storage: string;
    storageColumns: [string, string, string, string];
    tooBig: string;
    block: string;
    blockColumns: [string, string, string, string, string, string, string];
    blockNote(policy: string, block: string, scale: string): string;
    reasons: {
      clipped(limit: string): string;
      tie(lower: string, upper: string): string;
      flushed(upper: string): string;
      exact: string;
      nearest(value: string, other: string): string;
    };
    differences: string;
    differencesColumns: [string, string, string, string, string];
    differencesNote(codes: string, values: string): string;
    noDifference: string;
    differenceReasons: Record<Difference["reason"], string>;
  };
  chart: {
    errorsTitle: string;
    errors(worst: string, worstError: string, best: string, bestError: string, zeroed: string): string;
    measure: string;
    share: string;
    error: string;
    zeroed: string;
    errorReading(scheme: string, measure: string, share: string): string;
    magnifierTitle: string;
    magnifier(policy: string, block: string, largest: string, flushed: number, all: number): string;
    element: string;
    value: string;
    original: string;
    rounded: string;
    magnifierReading(index: string, value: string, what: string, why: string): string;
    histogramTitle: string;
    histogram(rms: string, largest: string): string;
    magnitude: string;
    numbers: string;
    grid(value: string): string;
    histogramReading(from: string, count: string): string;
    codesTitle: string;
    codes(zeros: Record<"fp4" | "mx" | "nv", string>, outer: Record<"fp4" | "mx" | "nv", string>): string;
    code: string;
    codeShare: string;
    codeReading(scheme: string, bits: string, value: string, share: string): string;
    policiesTitle: string;
    policies(a: string, b: string, differ: string): string;
    codeNumber: string;
    sweepTitle: string;
    sweepOver: Record<Params["sweep"], string>;
    sweep(over: string, from: string, to: string, mx: [string, string], nv: [string, string]): string;
    sqnr: string;
    expected(scheme: string): string;
    sweepReading(scheme: string, over: string, x: string, sqnr: string): string;
    lecture(scheme: string): string;
    now: string;
  };
}

export const known = (value: number) => !Number.isNaN(value);
export const integer = (c: C, value: number) => c.format.number(value, ",.0f");
export const decibels = (c: C, value: number) =>
  value === Number.POSITIVE_INFINITY ? "∞" : c.format.number(value, ".1f");

const colors: Record<Scheme, ColorKey> = { "fp8-tensor": "fp8", "fp4-tensor": "fp4", mxfp4: "mxfp4", nvfp4: "nvfp4" };

const lossOf = (c: C, scheme: Scheme) => c.result.losses[schemes.indexOf(scheme)] as Loss;
const blockOf = (c: C, scheme: Scheme) => integer(c, scheme === "mxfp4" ? c.params.mxBlock : c.params.nvBlock);

/** What the sentences speak of, with the formats they use. */
export function facts(c: C) {
  const nv = lossOf(c, "nvfp4");
  return {
    fp8: lossOf(c, "fp8-tensor"),
    fp4: lossOf(c, "fp4-tensor"),
    mx: lossOf(c, "mxfp4"),
    nv,
    hasTail: c.result.losses.some((loss) => loss.tail > 0),
    hasExpectation: known(nv.expectedSqnrDb),
    /** Half a decibel is far more than chance does to a large draw with a variance of its own. */
    asExpected: Math.abs(nv.expectedSqnrDb - nv.sqnrDb) < 0.5,
    storage: c.result.storage[schemes.indexOf("nvfp4")] as Result["storage"][number],
    percent: (value: number) => c.format.number(value, ".2%"),
    share: (value: number) => c.format.number(value, ".1%"),
    bits: (loss: Loss) => c.format.number(loss.bits, ".6g"),
    db: (value: number) => decibels(c, value),
    number: (value: number) => integer(c, value),
  };
}

const cell = (text: string, value: number): CellView => ({ text, ...(Number.isFinite(value) ? { value } : {}) });
const header = (text: string): CellView => ({ text, header: true });
const columns = (keys: string[], labels: string[]) =>
  labels.map((label, i) => ({ key: keys[i] ?? "", label, numeric: true }));

function mainTable(c: C): TableView {
  const { table } = c.words;
  return {
    name: "main",
    caption: table.main,
    columns: [
      { key: "scheme", label: table.scheme, numeric: false },
      ...columns(["bits", "error", "sqnr", "zeroed"], [table.bits, table.error, table.sqnr, table.zeroed]),
    ],
    rows: schemes.map((scheme) => {
      const loss = lossOf(c, scheme);
      return {
        key: scheme,
        cells: [
          { ...header(c.words.schemes[scheme](blockOf(c, scheme))), color: colors[scheme], strength: 1 },
          cell(c.format.number(loss.bits, ".6g"), loss.bits),
          cell(c.format.number(loss.relativeError, ".2%"), loss.relativeError),
          cell(decibels(c, loss.sqnrDb), loss.sqnrDb),
          cell(c.format.number(loss.zeroFraction, ".1%"), loss.zeroFraction),
        ],
      };
    }),
    notes: schemes
      .filter((scheme) => lossOf(c, scheme).tail > 0)
      .map((scheme) => [table.tail(c.words.short[scheme], blockOf(c, scheme), integer(c, lossOf(c, scheme).tail))]),
  };
}

function partsTable(c: C): TableView {
  const { table } = c.words;
  const keys = ["rounding", "clipping", "flushed", "blocks-clipped", "ideal", "expected", "found"];
  return {
    name: "parts",
    caption: table.parts,
    columns: [{ key: "scheme", label: table.scheme, numeric: false }, ...columns(keys, table.partsColumns)],
    rows: schemes.map((scheme) => {
      const loss = lossOf(c, scheme);
      const shares = [loss.roundingShare, loss.clippingShare, loss.flushedShare, loss.blocksClipped];
      return {
        key: scheme,
        cells: [
          header(c.words.short[scheme]),
          ...shares.map((value) => cell(c.format.number(value, ".1%"), value)),
          ...[loss.idealSqnrDb, loss.expectedSqnrDb, loss.sqnrDb].map((value) => cell(decibels(c, value), value)),
        ],
      };
    }),
    notes: [[table.partsNote], ...(known(lossOf(c, "nvfp4").expectedSqnrDb) ? [] : [[table.noExpectation]])],
  };
}

function storageTable(c: C): TableView {
  const { table } = c.words;
  return {
    name: "storage",
    caption: table.storage,
    columns: [
      { key: "scheme", label: table.scheme, numeric: false },
      ...columns(["weights", "left", "max-params", "context"], table.storageColumns),
    ],
    rows: schemes.map((scheme, i) => {
      const storage = c.result.storage[i] as Result["storage"][number];
      return {
        key: scheme,
        cells: [
          header(c.words.short[scheme]),
          cell(c.format.bytes(storage.weightsBytes), storage.weightsBytes),
          storage.leftBytes >= 0
            ? cell(c.format.bytes(storage.leftBytes), storage.leftBytes)
            : { text: "–", note: table.tooBig },
          cell(maxParamsText(c, storage.maxParams), storage.maxParams),
          cell(integer(c, storage.contextTokens), storage.contextTokens),
        ],
      };
    }),
    notes: [],
  };
}

const maxParamsText = (c: C, value: number) => `${c.format.number(value / 1e9, ",.0f")}B`;
const short = (c: C, value: number) => c.format.number(value, ".4g");

function codeBits(c: C, code: number): string {
  const wide = c.result.comparison.a.codeCounts.length > 16;
  return code.toString(2).padStart(wide ? 8 : 4, "0");
}

/** Why a number took its code, in words. */
function reason(c: C, step: Step): string {
  const { reasons } = c.words.table;
  const size = (value: number) => short(c, Math.abs(value));
  if (step.clipped) return reasons.clipped(size(step.value));
  if (step.tie) return reasons.tie(size(step.lower), size(step.upper));
  if (step.flushed) return reasons.flushed(size(step.upper));
  if (step.lower === step.upper) return reasons.exact;
  const other = size(step.value) === size(step.lower) ? step.upper : step.lower;
  return reasons.nearest(size(step.value), size(other));
}

function blockTable(c: C): TableView {
  const { table } = c.words;
  const { elements, magnifiedBlock } = c.result.comparison;
  const keys = ["x", "scaled", "neighbours", "code", "value", "dequantized", "reason"];
  return {
    name: "block",
    caption: table.block,
    columns: [
      { key: "index", label: "#", numeric: true },
      ...table.blockColumns.map((label, i) => ({ key: keys[i] ?? "", label, numeric: i !== 2 && i !== 3 && i !== 6 })),
    ],
    rows: elements.map(({ index, x, a }) => ({
      key: String(index),
      cells: [
        { ...cell(integer(c, index), index), header: true },
        cell(short(c, x), x),
        cell(short(c, a.scaled), a.scaled),
        { text: `${short(c, a.lower)} … ${short(c, a.upper)}` },
        { text: codeBits(c, a.code) },
        cell(short(c, a.value), a.value),
        cell(short(c, a.dequantized), a.dequantized),
        {
          text: reason(c, a),
          ...(a.clipped || a.flushed ? { color: (a.clipped ? "wait" : "grey") as ColorKey, strength: 0.5 } : {}),
        },
      ],
    })),
    notes: elements[0]
      ? [
          [
            table.blockNote(
              c.words.policies[c.params.policyA],
              integer(c, magnifiedBlock),
              short(c, elements[0].a.scale),
            ),
          ],
        ]
      : [],
  };
}

function differencesTable(c: C): TableView {
  const { table } = c.words;
  const { differences, codesDiffer, valuesDiffer } = c.result.comparison;
  return {
    name: "differences",
    caption: table.differences,
    columns: [
      { key: "index", label: table.differencesColumns[0], numeric: true },
      { key: "x", label: table.differencesColumns[1], numeric: true },
      { key: "a", label: `${c.words.policies[c.params.policyA]} (A)`, numeric: true },
      { key: "b", label: `${c.words.policies[c.params.policyB]} (B)`, numeric: true },
      { key: "reason", label: table.differencesColumns[4], numeric: false },
    ],
    rows: differences.map(({ index, x, a, b, reason: why }) => ({
      key: String(index),
      cells: [
        { ...cell(integer(c, index), index), header: true },
        cell(short(c, x), x),
        cell(short(c, a.dequantized), a.dequantized),
        cell(short(c, b.dequantized), b.dequantized),
        { text: table.differenceReasons[why] },
      ],
    })),
    notes: [
      [
        codesDiffer === 0
          ? table.noDifference
          : table.differencesNote(integer(c, codesDiffer), integer(c, valuesDiffer)),
      ],
    ],
  };
}

function errorsChart(c: C): PlotView {
  const { chart } = c.words;
  const measures = [
    { label: chart.error, of: (loss: Loss) => loss.relativeError, spec: ".2%" },
    { label: chart.zeroed, of: (loss: Loss) => loss.zeroFraction, spec: ".1%" },
  ];
  const losses = schemes.map((scheme) => ({ scheme, loss: lossOf(c, scheme) }));
  const sorted = [...losses].sort((a, b) => b.loss.relativeError - a.loss.relativeError);
  const [worst, best] = [sorted[0] ?? losses[0], sorted.at(-1) ?? losses[0]];
  const max = Math.max(0.01, ...losses.flatMap(({ loss }) => measures.map((measure) => measure.of(loss)))) * 1.1;
  return {
    kind: "plot",
    name: "errors",
    title: chart.errorsTitle,
    description:
      worst && best
        ? chart.errors(
            c.words.short[worst.scheme],
            c.format.number(worst.loss.relativeError, ".2%"),
            c.words.short[best.scheme],
            c.format.number(best.loss.relativeError, ".2%"),
            c.format.number(lossOf(c, "fp4-tensor").zeroFraction, ".1%"),
          )
        : chart.errorsTitle,
    x: {
      label: chart.measure,
      unit: "",
      scale: "category",
      min: -0.5,
      max: measures.length - 0.5,
      ticks: measures.map(({ label }, value) => ({ value, label })),
    },
    y: {
      label: chart.share,
      unit: "",
      scale: "linear",
      min: 0,
      max,
      ticks: c.ticks("linear", 0, max, (value) => c.format.number(value, max < 0.1 ? ".1%" : ".0%")),
    },
    series: losses.map(({ scheme, loss }) => ({
      key: scheme,
      label: c.words.short[scheme],
      color: colors[scheme],
      style: "bars" as const,
      x: measures.map((_, i) => i),
      y: measures.map((measure) => measure.of(loss)),
      readings: measures.map((measure) =>
        chart.errorReading(c.words.short[scheme], measure.label, c.format.number(measure.of(loss), measure.spec)),
      ),
    })),
    marks: [],
  };
}

/** One block on the number line of its format: every number divided by the scale, and the value it takes. */
function magnifier(c: C): PlotView {
  const { chart } = c.words;
  const { elements, magnifiedBlock } = c.result.comparison;
  const shown = elements.filter(({ a }) => Number.isFinite(a.scaled) && Number.isFinite(a.value));
  const [first, last] = [elements[0]?.index ?? 0, elements.at(-1)?.index ?? 1];
  const values = shown.flatMap(({ a }) => [a.scaled, a.value]);
  const [low, high] = [Math.min(-1, ...values) * 1.1, Math.max(1, ...values) * 1.1];
  const isFp4 = c.result.comparison.a.codeCounts.length === 16;
  const grid = [...fp4Grid.map((value) => -value), 0, ...fp4Grid].filter((value) => value >= low && value <= high);
  const parts = [
    {
      key: "scaled",
      label: chart.original,
      color: "grey" as const,
      marker: "cross" as const,
      of: (e: Element) => e.a.scaled,
    },
    {
      key: "value",
      label: chart.rounded,
      color: "current" as const,
      marker: "circle" as const,
      of: (e: Element) => e.a.value,
    },
  ];
  return {
    kind: "plot",
    name: "magnifier",
    title: chart.magnifierTitle,
    description: chart.magnifier(
      c.words.policies[c.params.policyA],
      integer(c, magnifiedBlock),
      short(c, Math.max(...elements.map((element) => Math.abs(element.x)))),
      elements.filter((element) => element.a.flushed).length,
      elements.length,
    ),
    x: {
      label: chart.element,
      unit: "",
      scale: "linear",
      min: first - 0.5,
      max: last + 0.5,
      ticks: c.ticks("linear", first, last, (value) => (Number.isInteger(value) ? integer(c, value) : "")),
    },
    y: {
      label: chart.value,
      unit: "",
      scale: "linear",
      min: low,
      max: high,
      ticks: isFp4
        ? grid.map((value) => ({ value, label: Number.isInteger(value / 2) ? short(c, value) : "" }))
        : c.ticks("linear", low, high, (value) => short(c, value)),
    },
    series: parts.map(({ of, ...part }) => ({
      ...part,
      style: "points" as const,
      x: shown.map((element) => element.index),
      y: shown.map(of),
      readings: shown.map((element) =>
        chart.magnifierReading(integer(c, element.index), short(c, of(element)), part.label, reason(c, element.a)),
      ),
    })),
    marks: [],
  };
}

/** The magnitudes above 0 that FP4 can write, in units of its scale. */
const fp4Grid = [0.5, 1, 1.5, 2, 3, 4, 6];

function histogram(c: C): PlotView {
  const { chart } = c.words;
  const { edges, counts, largest, rms } = c.result.data;
  // Whole octaves: four of the model's bins each, so that the widths are equal on the axis.
  const octaves = [...edges].flatMap((from, i) =>
    i % 4 === 0 ? [{ from, count: counts.subarray(i, i + 4).reduce((sum, value) => sum + value, 0) }] : [],
  );
  // Those with less than a thousandth of the fullest would only stretch the axis towards 0.
  const fullest = Math.max(...octaves.map((bin) => bin.count));
  const start = octaves.findIndex((bin) => bin.count > 0 && bin.count * 1000 >= fullest);
  const bins = octaves.slice(Math.max(0, start));
  const end = bins.reduce((last, bin, i) => (bin.count > 0 ? i : last), 0);
  const shown = bins.slice(0, end + 2);
  const min = shown[0]?.from ?? 1e-3;
  const max = Math.max((shown.at(-1)?.from ?? 1) * 2, min * 4);
  const top = Math.max(1, ...shown.map((bin) => bin.count)) * 1.1;
  return {
    kind: "plot",
    name: "histogram",
    title: chart.histogramTitle,
    description: chart.histogram(short(c, rms), short(c, largest)),
    x: {
      label: chart.magnitude,
      unit: "",
      scale: "log",
      min,
      max,
      ticks: c.ticks("log", min, max, (value) => short(c, value)),
    },
    y: {
      label: chart.numbers,
      unit: "",
      scale: "linear",
      min: 0,
      max: top,
      ticks: c.ticks("linear", 0, top, (value) => c.format.count(value)),
    },
    series: [
      {
        key: "numbers",
        label: chart.numbers,
        color: "current",
        style: "step",
        x: shown.map((bin) => bin.from),
        y: shown.map((bin) => bin.count),
        readings: shown.map((bin) => chart.histogramReading(short(c, bin.from), integer(c, bin.count))),
      },
    ],
    marks: fp4Grid.map((value) => ({
      kind: "line",
      axis: "x",
      value: (largest / 6) * value,
      label: chart.grid(short(c, value)),
      color: "fp4",
    })),
  };
}

/** FP4's codes by the value they stand for, from -6 to 6; the two zeros are codes of their own. */
const fp4Codes = [15, 14, 13, 12, 11, 10, 9, 8, 0, 1, 2, 3, 4, 5, 6, 7].map((code) => ({
  code,
  text: `${code >= 8 ? "-" : ""}${[0, ...fp4Grid][code % 8]}`,
}));

/** How often each scheme uses each of FP4's sixteen codes. */
function codesChart(c: C): PlotView {
  const { chart } = c.words;
  const shareOf = (loss: Loss, ...codes: number[]) =>
    codes.reduce((sum, code) => sum + (loss.codeCounts[code] ?? 0), 0) / c.params.n;
  const percent = (value: number) => c.format.number(value, ".1%");
  const each = (...codes: number[]) => ({
    fp4: percent(shareOf(lossOf(c, "fp4-tensor"), ...codes)),
    mx: percent(shareOf(lossOf(c, "mxfp4"), ...codes)),
    nv: percent(shareOf(lossOf(c, "nvfp4"), ...codes)),
  });
  const shown = (["fp4-tensor", "mxfp4", "nvfp4"] as const).map((scheme) => ({ scheme, loss: lossOf(c, scheme) }));
  const shares = shown.flatMap(({ loss }) => fp4Codes.map(({ code }) => shareOf(loss, code)));
  const max = Math.max(0.01, ...shares) * 1.1;
  const styles = { "fp4-tensor": ["dot", "diamond"], mxfp4: ["dash", "square"], nvfp4: ["solid", "circle"] } as const;
  return {
    kind: "plot",
    name: "codes",
    title: chart.codesTitle,
    description: chart.codes(each(0, 8), each(7, 15)),
    x: {
      label: chart.code,
      unit: "",
      scale: "category",
      min: -0.5,
      max: fp4Codes.length - 0.5,
      ticks: fp4Codes.map(({ text }, value) => ({ value, label: text })),
    },
    y: {
      label: chart.codeShare,
      unit: "",
      scale: "linear",
      min: 0,
      max,
      ticks: c.ticks("linear", 0, max, (value) => c.format.number(value, ".0%")),
    },
    series: shown.map(({ scheme, loss }) => ({
      key: scheme,
      label: c.words.short[scheme],
      color: colors[scheme],
      style: "line-points" as const,
      dash: styles[scheme][0],
      marker: styles[scheme][1],
      x: fp4Codes.map((_, i) => i),
      y: fp4Codes.map(({ code }) => shareOf(loss, code)),
      readings: fp4Codes.map(({ code, text }) =>
        chart.codeReading(c.words.short[scheme], code.toString(2).padStart(4, "0"), text, percent(shareOf(loss, code))),
      ),
    })),
    marks: [],
  };
}

/** How often policies A and B use each code; FP4's codes in the order of their values, FP8's by number. */
function policiesChart(c: C): PlotView {
  const { chart, policies } = c.words;
  const { a, b, codesDiffer } = c.result.comparison;
  const isFp4 = a.codeCounts.length + b.codeCounts.length === 32;
  const codes = isFp4 ? fp4Codes : [...Array(256).keys()].map((code) => ({ code, text: String(code) }));
  const shareOf = (loss: Loss, code: number) => (loss.codeCounts[code] ?? 0) / c.params.n;
  const percent = (value: number) => c.format.number(value, ".1%");
  const sides = [
    { key: "a", loss: a, label: `A: ${policies[c.params.policyA]}`, color: "current" as const },
    { key: "b", loss: b, label: `B: ${policies[c.params.policyB]}`, color: "second" as const },
  ];
  const max = Math.max(0.01, ...sides.flatMap(({ loss }) => codes.map(({ code }) => shareOf(loss, code)))) * 1.1;
  return {
    kind: "plot",
    name: "policies",
    title: chart.policiesTitle,
    description: chart.policies(policies[c.params.policyA], policies[c.params.policyB], integer(c, codesDiffer)),
    x: {
      label: isFp4 ? chart.code : chart.codeNumber,
      unit: "",
      scale: isFp4 ? "category" : "linear",
      min: -0.5,
      max: codes.length - 0.5,
      ticks: isFp4
        ? codes.map(({ text }, value) => ({ value, label: text }))
        : c.ticks("linear", 0, 255, (value) => integer(c, value)),
    },
    y: {
      label: chart.codeShare,
      unit: "",
      scale: "linear",
      min: 0,
      max,
      ticks: c.ticks("linear", 0, max, (value) => c.format.number(value, max < 0.05 ? ".1%" : ".0%")),
    },
    series: sides.map(({ key, loss, label, color }) => ({
      key,
      label,
      color,
      style: isFp4 ? ("bars" as const) : ("step" as const),
      x: codes.map((_, i) => i),
      y: codes.map(({ code }) => shareOf(loss, code)),
      readings: codes.map(({ code, text }) =>
        chart.codeReading(label, code.toString(2).padStart(isFp4 ? 4 : 8, "0"), text, percent(shareOf(loss, code))),
      ),
    })),
    marks: [],
  };
}

type Curve = "fp8" | "fp4" | "mxfp4" | "nvfp4";

function sweepChart(c: C): PlotView {
  const { chart, short: names } = c.words;
  const { sweep } = c.result;
  const over = chart.sweepOver[sweep.over];
  const axisText = (value: number) => (sweep.over === "block" ? integer(c, value) : short(c, value));
  const line = (values: Float64Array, label: string, from = sweep) => {
    const points = [...from.x].map((x, i) => ({ x, y: values[i] ?? Number.NaN })).filter((p) => Number.isFinite(p.y));
    return {
      label,
      x: points.map((point) => point.x),
      y: points.map((point) => point.y),
      readings: points.map((point) => chart.sweepReading(label, over, axisText(point.x), decibels(c, point.y))),
    };
  };
  const found = (key: Curve, scheme: Scheme): SeriesView => ({
    key,
    color: colors[scheme],
    style: "line-points",
    ...line(sweep[key], names[scheme]),
  });
  const lecture = (key: Curve, scheme: Scheme): SeriesView => ({
    key: `lecture-${key}`,
    color: "ghost",
    style: "line",
    ghost: true,
    ...line(c.lecture.sweep[key], chart.lecture(names[scheme]), c.lecture.sweep),
  });
  const expected = (key: "mxfp4" | "nvfp4"): SeriesView => ({
    key: `${key}-expected`,
    color: colors[key],
    style: "line",
    dash: "dash",
    ...line(key === "mxfp4" ? sweep.mxfp4Expected : sweep.nvfp4Expected, chart.expected(names[key])),
  });
  const series = [
    ...(sweep.over === c.lecture.sweep.over ? [lecture("mxfp4", "mxfp4"), lecture("nvfp4", "nvfp4")] : []),
    found("fp8", "fp8-tensor"),
    found("nvfp4", "nvfp4"),
    found("mxfp4", "mxfp4"),
    found("fp4", "fp4-tensor"),
    expected("nvfp4"),
    expected("mxfp4"),
  ];
  const ys = series.flatMap((one) => one.y);
  const [low, high] = ys.length > 0 ? [Math.min(0, ...ys), Math.max(...ys) * 1.1] : [0, 40];
  const [min, max] = [sweep.x[0] ?? 1, sweep.x.at(-1) ?? 10];
  const ends = (values: Float64Array): [string, string] => [
    decibels(c, values[0] ?? Number.NaN),
    decibels(c, values.at(-1) ?? Number.NaN),
  ];
  const here = sweep.over === "block" ? c.params.nvBlock : sweep.over === "df" ? c.params.df : c.params.scale;
  return {
    kind: "plot",
    name: "sweep",
    title: chart.sweepTitle,
    description: chart.sweep(over, axisText(min), axisText(max), ends(sweep.mxfp4), ends(sweep.nvfp4)),
    x: {
      label: over,
      unit: "",
      scale: "log",
      min,
      max,
      ticks:
        sweep.over === "scale"
          ? c.ticks("log", min, max, axisText)
          : [...sweep.x].map((value) => ({ value, label: axisText(value) })),
    },
    y: {
      label: chart.sqnr,
      unit: "dB",
      scale: "linear",
      min: low,
      max: high,
      ticks: c.ticks("linear", low, high, (value) => short(c, value)),
    },
    series,
    marks:
      here >= min && here <= max ? [{ kind: "line", axis: "x", value: here, label: chart.now, color: "current" }] : [],
  };
}

export default defineDemo<"block-formats", PresetId, Words>({
  id: "block-formats",
  lecture: "lecture01",
  order: 2,
  takesWeights: true,
  controls: {
    main: [{ name: "distribution" }, { name: "mxBlock", scale: "log" }, { name: "nvBlock", scale: "log" }],
    more: [
      { name: "df", scale: "log" },
      { name: "n", scale: "log" },
      { name: "scale", scale: "log" },
      { name: "seed", widget: "text" },
      { name: "outlierFraction", scale: "linear" },
      { name: "outlierFactor", scale: "log" },
      { name: "mxRule" },
      { name: "nvRule" },
      { name: "nvTensorScale" },
      { name: "tie" },
      { name: "sweep" },
      { name: "paramsB", scale: "log" },
      { name: "capacityGB", scale: "log" },
      { name: "kvKiBPerToken", scale: "log" },
      { name: "policyA" },
      { name: "policyB" },
      { name: "block", widget: "text" },
      { name: "customElement" },
      { name: "customBlock", widget: "text" },
      { name: "customScale" },
      { name: "customScaleRule" },
      { name: "customTie" },
      { name: "customTensorScale" },
      { name: "customOverflow" },
      { name: "customZero" },
      { name: "customNonFinite" },
      { name: "customArithmetic" },
    ],
  },
  presets: [
    { id: "lecture", params: {} },
    { id: "normal", params: { distribution: "normal" } },
    { id: "heavy", params: { df: 3 } },
    { id: "same-block", params: { nvBlock: 32 } },
    { id: "uniform", params: { distribution: "uniform" } },
    { id: "four-six", params: { nvRule: "four-six" } },
    { id: "conventions", params: { policyA: "lecture/mxfp4", policyB: "compressed-tensors/mxfp4" } },
  ],
  figures: (c) => {
    const { storage } = facts(c);
    const { figures } = c.words;
    return [
      { name: "weights", label: figures.weights, text: c.format.bytes(storage.weightsBytes) },
      { name: "left", label: figures.left, text: c.format.bytes(Math.max(0, storage.leftBytes)) },
      { name: "max-params", label: figures.maxParams, text: maxParamsText(c, storage.maxParams) },
    ];
  },
  tables: (c) => [mainTable(c), partsTable(c), storageTable(c), blockTable(c), differencesTable(c)],
  charts: (c) => [errorsChart(c), magnifier(c), histogram(c), codesChart(c), policiesChart(c), sweepChart(c)],
  known: { figures: { weights: "168.8 GB", left: "119.2 GB", "max-params": "512B" } },
});
