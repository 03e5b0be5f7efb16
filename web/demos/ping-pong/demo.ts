// Ping-pong scheduling as an instrument: two warpgroups in series and in turns, the gain, and what papers report.
import {
  type CellView,
  type Context,
  defineDemo,
  type ModelParams,
  type ModelResults,
  momentsOf,
  type PlotView,
  type SeriesView,
  type TableView,
  type TimelineView,
} from "../../engine/define-demo.js";

export type PresetId = "lecture" | "by-units" | "b200" | "b300" | "small-head" | "overheads";

type Result = ModelResults["ping-pong"];
type Precision = Result["rows"][number]["precision"];
type Account = Result["accounts"][number]["account"];
type Binding = Result["rows"][number]["binding"];
type Unit = Result["serial"][number]["unit"];
export type Report = Result["reports"][number]["report"];

export interface Words {
  precisions: Record<Precision, string>;
  chips: Record<ModelParams["ping-pong"]["chip"], string>;
  main: {
    caption: string;
    precision: string;
    mma: string;
    exp: string;
    ratio: string;
    serial: string;
    overlap: string;
    gain: string;
  };
  bounds: {
    caption: string;
    serial: string;
    overlap: string;
    busy: string;
    binding: string;
    balanced: string;
  };
  bindings: Record<Binding, string>;
  accounts: {
    caption: string;
    account: string;
    rate: string;
    ratio(precision: string): string;
    gain(precision: string): string;
  };
  accountNames: Record<Account, string>;
  reports: { caption: string; what: string; chip: string; rate: string; share: string; gain: string; why: string };
  reportNames: Record<Report, string>;
  shortReports: Record<Report, string>;
  units: Record<Unit, string>;
  timeline: {
    title: string;
    x: string;
    serial(warpgroup: number): string;
    turns(warpgroup: number): string;
    none: string;
    description(precision: string, serial: string, turns: string, closed: string): string;
    reading(unit: string, warpgroup: number, step: number, from: string, to: string): string;
  };
  gain: {
    title: string;
    byHeadDim: string;
    byRate: string;
    titleByRate: string;
    y: string;
    lecture(precision: string): string;
    most: string;
    now(value: string): string;
    reported: string;
    description(parts: { precision: string; gain: string }[], at: string): string;
    reading(precision: string, at: string, gain: string): string;
  };
  measured: {
    title: string;
    x: string;
    y: string;
    series: string;
    serial(precision: string): string;
    overlap(precision: string): string;
    description(serial: string, overlap: string, from: string, to: string): string;
    reading(what: string, rate: string): string;
  };
  figures: { exp: string };
}

type C = Context<"ping-pong", Words>;

const precisionColors = { bf16: "current", fp8: "fp8" } as const;
const precisionMarkers = { bf16: "circle", fp8: "square" } as const;
const unitColors = { mma: "compute", exp: "transfer", "hand-over": "wait" } as const;

const microseconds = (seconds: number) => seconds * 1e6;
const tera = (flops: number) => flops / 1e12;
const known = (value: number, text: string) => (Number.isNaN(value) ? "–" : text);
const times = (c: C, value: number) => known(value, `${c.format.number(value, ".2f")}×`);

function numberCell(value: number, text: string): CellView {
  return Number.isNaN(value) ? { text: "–" } : { text, value };
}

function mainTable(c: C): TableView {
  const { main, precisions } = c.words;
  const picoseconds = (value: number) => numberCell(value, `${c.format.number(value, ".3f")} ps`);
  return {
    name: "main",
    caption: main.caption,
    columns: [
      { key: "precision", label: main.precision, numeric: false },
      { key: "mma", label: main.mma, numeric: true },
      { key: "exp", label: main.exp, numeric: true },
      { key: "ratio", label: main.ratio, numeric: true },
      { key: "serial", label: main.serial, numeric: true },
      { key: "overlap", label: main.overlap, numeric: true },
      { key: "gain", label: main.gain, numeric: true },
    ],
    rows: c.result.rows.map((row) => ({
      key: row.precision,
      cells: [
        { text: precisions[row.precision], header: true },
        picoseconds(row.mmaPs),
        picoseconds(row.expPs),
        numberCell(row.expPerMma, c.format.number(row.expPerMma, ".0%")),
        picoseconds(row.serialPs),
        picoseconds(row.overlapPs),
        numberCell(row.gain, times(c, row.gain)),
      ],
    })),
    notes: [],
  };
}

function boundsTable(c: C): TableView {
  const { bounds, precisions, bindings } = c.words;
  const rate = (value: number) => numberCell(value, c.format.count(value, "FLOP/s"));
  return {
    name: "bounds",
    caption: bounds.caption,
    columns: [
      { key: "precision", label: c.words.main.precision, numeric: false },
      { key: "serial", label: bounds.serial, numeric: true },
      { key: "overlap", label: bounds.overlap, numeric: true },
      { key: "busy", label: bounds.busy, numeric: true },
      { key: "binding", label: bounds.binding, numeric: false },
      { key: "balanced", label: bounds.balanced, numeric: true },
    ],
    rows: c.result.rows.map((row) => ({
      key: row.precision,
      cells: [
        { text: precisions[row.precision], header: true },
        rate(row.serialFlops),
        rate(row.overlapFlops),
        numberCell(row.utilization, c.format.number(row.utilization, ".0%")),
        { text: known(row.gain, bindings[row.binding]) },
        numberCell(row.balancedHeadDim, c.format.number(row.balancedHeadDim, ".4g")),
      ],
    })),
    notes: [],
  };
}

function accountsTable(c: C): TableView {
  const { accounts: words, accountNames, precisions } = c.words;
  return {
    name: "accounts",
    caption: words.caption,
    columns: [
      { key: "account", label: words.account, numeric: false },
      { key: "rate", label: words.rate, numeric: true },
      ...c.result.rows.flatMap((row) => [
        { key: `ratio-${row.precision}`, label: words.ratio(precisions[row.precision]), numeric: true },
        { key: `gain-${row.precision}`, label: words.gain(precisions[row.precision]), numeric: true },
      ]),
    ],
    rows: c.result.accounts.map((account) => ({
      key: account.account,
      cells: [
        { text: accountNames[account.account], header: true },
        numberCell(account.expPerS, c.format.count(account.expPerS)),
        ...c.result.rows.flatMap((_, i) => {
          const ratio = account.expPerMma[i] ?? Number.NaN;
          const gain = account.gain[i] ?? Number.NaN;
          return [numberCell(ratio, c.format.number(ratio, ".0%")), numberCell(gain, times(c, gain))];
        }),
      ],
    })),
    notes: [],
  };
}

function reportsTable(c: C): TableView {
  const { reports: words, reportNames, chips } = c.words;
  return {
    name: "reports",
    caption: words.caption,
    columns: [
      { key: "what", label: words.what, numeric: false },
      { key: "chip", label: words.chip, numeric: false },
      { key: "rate", label: words.rate, numeric: true },
      { key: "share", label: words.share, numeric: true },
      { key: "gain", label: words.gain, numeric: true },
    ],
    rows: c.result.reports.map((report) => ({
      key: report.report,
      cells: [
        { text: reportNames[report.report], header: true },
        { text: chips[report.chip] },
        numberCell(report.flops, c.format.count(report.flops, "FLOP/s")),
        numberCell(report.share, c.format.number(report.share, ".0%")),
        numberCell(report.gain, times(c, report.gain)),
      ],
    })),
    notes: [[words.why, c.source("fa3"), c.source("fa4")]],
  };
}

function timelineChart(c: C): TimelineView {
  const { timeline: words, units } = c.words;
  const { serial, pingPong, stepPairS, stepPairSimulatedS, serialStepPairS } = c.result;
  const max = microseconds(Math.max(0, ...[...serial, ...pingPong].map((span) => span.toS)));
  const lane = (key: string, label: string, all: Result["serial"], warpgroup: number) => ({
    key: `${key}-${warpgroup + 1}`,
    label,
    spans: all
      .filter((span) => span.warpgroup === warpgroup && span.toS > span.fromS)
      .map((span) => ({
        from: microseconds(span.fromS),
        to: microseconds(span.toS),
        color: unitColors[span.unit],
        label: c.format.number(span.step + 1, ".0f"),
        reading: words.reading(
          units[span.unit],
          warpgroup + 1,
          span.step + 1,
          c.format.seconds(span.fromS),
          c.format.seconds(span.toS),
        ),
      })),
  });
  const lanes = [
    lane("serial", words.serial(1), serial, 0),
    lane("serial", words.serial(2), serial, 1),
    lane("ping-pong", words.turns(1), pingPong, 0),
    lane("ping-pong", words.turns(2), pingPong, 1),
  ];
  const legend = (["mma", "exp", "hand-over"] as const).map((unit) => ({
    color: unitColors[unit],
    label: units[unit],
  }));
  return {
    kind: "timeline",
    name: "timeline",
    title: words.title,
    description:
      serial.length === 0
        ? words.none
        : words.description(
            c.words.precisions[c.params.timelinePrecision],
            c.format.seconds(serialStepPairS),
            c.format.seconds(stepPairSimulatedS),
            c.format.seconds(stepPairS),
          ),
    x: {
      label: words.x,
      unit: "µs",
      scale: "linear",
      min: 0,
      max: max > 0 ? max : 1,
      ticks: c.ticks("linear", 0, max > 0 ? max : 1, (value) => c.format.number(value, ".4g")),
    },
    lanes,
    legend,
    moments: momentsOf(lanes, legend, (at) => c.format.seconds(at / 1e6)),
  };
}

interface GainAxis {
  name: "gain" | "gain-by-rate";
  title: string;
  label: string;
  unit: string;
  scale: "linear" | "log";
  at: ArrayLike<number>;
  lectureAt: ArrayLike<number>;
  curve: "byHeadDim" | "byExpTps";
  now: number;
}

const gainNow = (c: C) =>
  c.result.rows
    .filter((row) => !Number.isNaN(row.gain))
    .map((row) => ({ precision: c.words.precisions[row.precision], gain: times(c, row.gain) }));

function gainSeries(c: C, axis: GainAxis): SeriesView[] {
  const { gain: words, precisions } = c.words;
  const curve = (result: Result, at: ArrayLike<number>, i: number) => {
    const y = [...(result.gains[i]?.[axis.curve] ?? [])];
    const shown = y.map((value, k) => ({ x: at[k] ?? 0, y: value })).filter((point) => !Number.isNaN(point.y));
    return {
      x: shown.map((point) => point.x),
      y: shown.map((point) => point.y),
      readings: shown.map((point) =>
        words.reading(
          precisions[result.gains[i]?.precision ?? "bf16"],
          `${c.format.number(point.x, ".4g")} ${axis.unit}`.trimEnd(),
          times(c, point.y),
        ),
      ),
    };
  };
  return [
    ...c.lecture.gains.map(
      (gains, i): SeriesView => ({
        key: `lecture-${gains.precision}`,
        label: words.lecture(precisions[gains.precision]),
        color: "ghost",
        style: "line",
        ghost: true,
        ...curve(c.lecture, axis.lectureAt, i),
      }),
    ),
    ...c.result.gains.map(
      (gains, i): SeriesView => ({
        key: gains.precision,
        label: precisions[gains.precision],
        color: precisionColors[gains.precision],
        style: "line",
        dash: gains.precision === "fp8" ? "dash" : "solid",
        marker: precisionMarkers[gains.precision],
        ...curve(c.result, axis.at, i),
      }),
    ),
  ];
}

function gainChart(c: C, axis: GainAxis): PlotView {
  const { gain: words } = c.words;
  const min = axis.at[0] ?? 0;
  const max = axis.at[axis.at.length - 1] ?? 1;
  const series = gainSeries(c, axis);
  const least = Math.min(1, ...series.flatMap((one) => one.y));
  const reported = c.result.reports.filter((report) => !Number.isNaN(report.gain));
  const at = `${c.format.number(axis.now, ".4g")} ${axis.unit}`.trimEnd();
  return {
    kind: "plot",
    name: axis.name,
    title: axis.title,
    description: words.description(gainNow(c), at),
    x: {
      label: axis.label,
      unit: axis.unit,
      scale: axis.scale,
      min,
      max,
      ticks: c.ticks(axis.scale, min, max, (value) => c.format.number(value, ".4g")),
    },
    y: {
      label: words.y,
      unit: "×",
      scale: "linear",
      min: least,
      max: 2.1,
      ticks: c.ticks("linear", least, 2.1, (value) => c.format.number(value, ".3g")),
    },
    series: [
      ...series,
      {
        key: "reported",
        label: words.reported,
        color: "measured",
        style: "points",
        marker: "cross",
        x: axis.curve === "byHeadDim" ? reported.map(() => c.defaults.headDim) : [],
        y: axis.curve === "byHeadDim" ? reported.map((report) => report.gain) : [],
        readings:
          axis.curve === "byHeadDim"
            ? reported.map((report) => `${c.words.reportNames[report.report]} · ${times(c, report.gain)}`)
            : [],
      },
    ],
    marks: [
      { kind: "line", axis: "y", value: 2, label: words.most, color: "limit" },
      ...(axis.now >= min && axis.now <= max
        ? [
            {
              kind: "line" as const,
              axis: "x" as const,
              value: axis.now,
              label: words.now(at),
              color: "current" as const,
            },
          ]
        : []),
    ],
  };
}

function measuredChart(c: C): PlotView {
  const { measured: words, shortReports, reportNames, precisions } = c.words;
  const { reports, rows } = c.result;
  const places = reports.map((_, i) => i);
  const bounds = rows.filter((row) => !Number.isNaN(row.gain));
  const max = tera(Math.max(...reports.map((report) => report.flops), ...bounds.map((row) => row.overlapFlops))) * 1.08;
  const rate = (value: number) => c.format.count(value, "FLOP/s");
  const bf16 = rows[0];
  return {
    kind: "plot",
    name: "measured",
    title: words.title,
    description: words.description(
      rate(bf16?.serialFlops ?? Number.NaN),
      rate(bf16?.overlapFlops ?? Number.NaN),
      rate(Math.min(...reports.map((report) => report.flops))),
      rate(Math.max(...reports.map((report) => report.flops))),
    ),
    x: {
      label: words.x,
      unit: "",
      scale: "category",
      min: -0.5,
      max: reports.length - 0.5,
      ticks: reports.map((report, i) => ({ value: i, label: shortReports[report.report] })),
    },
    y: {
      label: words.y,
      unit: "TFLOP/s",
      scale: "linear",
      min: 0,
      max,
      ticks: c.ticks("linear", 0, max, (value) => c.format.number(value, ",.0f")),
    },
    series: [
      {
        key: "reports",
        label: words.series,
        color: "measured",
        style: "bars",
        x: places,
        y: reports.map((report) => tera(report.flops)),
        readings: reports.map((report) => words.reading(reportNames[report.report], rate(report.flops))),
      },
    ],
    marks: bounds.flatMap((row) => [
      ...(row.precision === "bf16"
        ? [
            {
              kind: "line" as const,
              axis: "y" as const,
              value: tera(row.serialFlops),
              label: words.serial(precisions[row.precision]),
              color: "grey" as const,
            },
          ]
        : []),
      {
        kind: "line" as const,
        axis: "y" as const,
        value: tera(row.overlapFlops),
        label: words.overlap(precisions[row.precision]),
        color: precisionColors[row.precision],
      },
    ]),
  };
}

export default defineDemo<"ping-pong", PresetId, Words>({
  id: "ping-pong",
  lecture: "lecture08",
  order: 3,
  controls: {
    main: [{ name: "chip" }, { name: "headDim", scale: "log" }, { name: "expTps", scale: "log" }],
    more: [
      { name: "expAccount" },
      { name: "imbalance", scale: "linear", step: 0.01 },
      { name: "syncNs", scale: "linear", step: 1 },
      { name: "rows", scale: "log" },
      { name: "columns", scale: "log" },
      { name: "timelinePrecision" },
      { name: "timelineSteps", scale: "linear", step: 1 },
    ],
  },
  presets: [
    { id: "lecture", params: {} },
    { id: "by-units", params: { expAccount: "units" } },
    { id: "b200", params: { chip: "B200", expTps: 5 } },
    { id: "b300", params: { chip: "B300", expTps: 10.7 } },
    { id: "small-head", params: { headDim: 64 } },
    { id: "overheads", params: { imbalance: 0.1, syncNs: 100 } },
  ],
  figures: (c) => [{ name: "exp-rate", label: c.words.figures.exp, text: c.format.count(c.result.expPerS) }],
  tables: (c) => [mainTable(c), boundsTable(c), accountsTable(c), reportsTable(c)],
  charts: (c) => [
    timelineChart(c),
    gainChart(c, {
      name: "gain",
      title: c.words.gain.title,
      label: c.words.gain.byHeadDim,
      unit: "",
      scale: "linear",
      at: c.result.headDims,
      lectureAt: c.lecture.headDims,
      curve: "byHeadDim",
      now: c.params.headDim,
    }),
    gainChart(c, {
      name: "gain-by-rate",
      title: c.words.gain.titleByRate,
      label: c.words.gain.byRate,
      unit: "T/s",
      scale: "log",
      at: c.result.expTps,
      lectureAt: c.lecture.expTps,
      curve: "byExpTps",
      now: tera(c.result.expPerS),
    }),
    measuredChart(c),
  ],
  known: { figures: { "exp-rate": "4.5 T" } },
});
