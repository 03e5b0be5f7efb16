// The exp bottleneck as an instrument: who waits for whom, chip by chip, and what moving exp to the FMA units brings.
import {
  type ColorKey,
  type Context,
  chipNames,
  defineDemo,
  type HeatView,
  type ModelParams,
  type PlotView,
  type TableView,
} from "../../engine/define-demo.js";

export type PresetId = "lecture" | "units" | "measured" | "small" | "rubin" | "fa4";

type Params = ModelParams["exp-bottleneck"];
type ChipId = Params["chips"][number];
type PrecisionId = Params["precisions"][number];
type C = Context<"exp-bottleneck", Words>;

export interface Words {
  precision(id: PrecisionId): string;
  /** "d = 128", or both lengths where they differ. */
  shape(pair: string): string;
  column(pair: string): string;
  place(chip: string, precision: string, shape: string): string;
  pairPlace(chip: string, precision: string): string;
  withRatio(place: string, ratio: string): string;
  caveats: Record<string, string>;
  table: {
    main: string;
    chip: string;
    precision: string;
    exp: string;
    missing(chip: string, precision: string): string;
    over: string;
    under: string;
    accounts: string;
    accountColumns: [string, string, string];
    unitsNote(ex2: string, sms: string, clock: string): string;
    againNote(rate: string): string;
    announcedNote(fp32: string, half: string): string;
    accountNote: string;
    balance: string;
    balanceColumns: [string, string, string];
    announced: string;
    shape: string;
    announcedColumn(account: string): string;
    announcedCaption: string;
    other: string;
  };
  chart: {
    heatTitle: string;
    heat(worst: string, easiest: string, over: number, all: number): string;
    empty: string;
    barsTitle: string;
    bars(worst: string, over: number, all: number): string;
    ratio: string;
    place: string;
    limit: string;
    reading(place: string, ratio: string, exp: string): string;
    offloadTitle: string;
    offload(place: string, before: string, balance: string, least: string, matrix: string): string;
    offloadNone(place: string): string;
    offloadUnknown(place: string): string;
    share: string;
    time: string;
    sfu: string;
    fma: string;
    total: string;
    lecture: string;
    matrix: string;
    balanceMark: string;
    current: string;
    offloadReading(share: string, part: string, time: string): string;
  };
}

/** One number of the table, with what it rests on. */
export interface Cell {
  chip: ChipId;
  precision: PrecisionId;
  shape: string;
  flopsPerExp: number;
  ratio: number;
  peakFlops: number;
  expPerS: number;
}

/** Above 100% also as the table shows it: 1.00002 reads 100% and is called balanced. */
export const isOver = (ratio: number) => ratio > 1.005;

const known = (value: number) => !Number.isNaN(value);
const most = <T>(items: T[], by: (item: T) => number) =>
  items.reduce<T | undefined>((best, item) => (best === undefined || by(item) > by(best) ? item : best), undefined);

/** What the sentences speak of: the reference shape, the extremes, and who has no figure. */
export function facts(c: C) {
  const shapes = c.result.shapes.map(({ qk, v, flopsPerExp }) => ({ shape: `${qk}:${v}`, flopsPerExp }));
  const cells: Cell[] = c.result.rows.flatMap((row) =>
    shapes.map(({ shape, flopsPerExp }, i) => ({
      chip: row.chip,
      precision: row.precision,
      shape,
      flopsPerExp,
      ratio: row.ratio[i] ?? Number.NaN,
      peakFlops: row.peakFlops,
      expPerS: row.expPerS,
    })),
  );
  const full = cells.filter((cell) => known(cell.ratio));
  const shape = shapes.some((item) => item.shape === "128:128") ? "128:128" : (shapes[0]?.shape ?? "");
  const smallest = most(shapes, (item) => -item.flopsPerExp)?.shape ?? shape;
  const largest = most(shapes, (item) => item.flopsPerExp)?.shape ?? shape;
  const first = c.params.chips[0] ?? "H100";
  const last = c.params.chips.at(-1) ?? first;
  const firstRate = full.find((cell) => cell.chip === first)?.expPerS;
  const at = (chip: ChipId, wanted: string) => full.filter((cell) => cell.chip === chip && cell.shape === wanted);
  const grown = c.result.rows.filter((row) => row.chip !== first && known(row.peakMultiple) && known(row.expMultiple));
  const isGrown = (cell: Cell) => grown.some((row) => row.chip === cell.chip && row.precision === cell.precision);
  const count = (wanted: string) => full.filter((cell) => cell.shape === wanted);
  const accounts = c.result.accounts.map(({ chip, blog, units, measured, measuredAgain }) => ({
    chip,
    rates: [blog, units, measured, measuredAgain].filter(known),
  }));
  const compared = most(
    accounts.filter(({ rates }) => rates.length > 1),
    ({ rates }) => Math.max(...rates) - Math.min(...rates),
  );
  const orderOf = (cell: Cell) => c.params.chips.indexOf(cell.chip);
  return {
    /** Going through the chips as chosen: the first where exp takes longer at the reference shape. */
    firstToFail: most(
      full.filter((cell) => cell.shape === shape && isOver(cell.ratio)),
      (cell) => -orderOf(cell),
    ),
    cells: full,
    all: full.length,
    over: full.filter((cell) => isOver(cell.ratio)).length,
    worst: most(full, (cell) => cell.ratio),
    easiest: most(full, (cell) => -cell.ratio),
    first,
    last,
    shape,
    smallest,
    largest,
    overSmallest: count(smallest).filter((cell) => isOver(cell.ratio)).length,
    allSmallest: count(smallest).length,
    overLargest: count(largest).filter((cell) => isOver(cell.ratio)).length,
    allLargest: count(largest).length,
    firstAtShape: at(first, shape),
    // The same chip, head and exp rate, for the demo that overlaps them.
    firstInPingPong: {
      chip: first,
      headDim: shape.split(":")[0] ?? "",
      ...(firstRate !== undefined && { expTps: firstRate / 1e12 }),
    },
    lastAtShape: most(at(last, shape), (cell) => cell.ratio),
    slowest: most(
      full.filter((cell) => cell.shape === shape && isGrown(cell)),
      (cell) => cell.ratio,
    ),
    widest: compared && { chip: compared.chip, low: Math.min(...compared.rates), high: Math.max(...compared.rates) },
  };
}

/** The row of a chip and a precision: its rates against the first chip's. */
export const rowOf = (c: C, chip: ChipId, precision: PrecisionId) =>
  c.result.rows.find((row) => row.chip === chip && row.precision === precision);

export const offloadPlace = (c: C) =>
  c.words.place(
    chipNames[c.params.offloadChip],
    c.words.precision(c.params.offloadPrecision),
    c.words.shape(`${c.params.offloadQk}:${c.params.offloadV}`),
  );

export const offloadKnown = (c: C) => known(c.result.offload.totalPs) && known(c.result.offload.ratioBefore);
export const offloadHelps = (c: C) => c.result.offload.ratioBefore > 1 && c.result.offload.balancedShare > 0;
export const picoseconds = (c: C, value: number) => `${c.format.number(value, ".4g")} ps`;

export const percentOf = (c: C, value: number) => c.format.number(value, ".0%");
const teraPerS = (c: C, value: number) =>
  known(value) ? `${c.format.number(value / 1e12, ".1f")} T/s` : c.format.number(value, ".1f");
const cellPlace = (c: C, cell: Cell) =>
  c.words.place(chipNames[cell.chip], c.words.precision(cell.precision), c.words.shape(cell.shape));
const cellAndRatio = (c: C, cell: Cell) => c.words.withRatio(cellPlace(c, cell), percentOf(c, cell.ratio));

function mainTable(c: C): TableView {
  const { table } = c.words;
  return {
    name: "main",
    caption: table.main,
    columns: [
      { key: "chip", label: table.chip, numeric: false },
      { key: "precision", label: table.precision, numeric: false },
      { key: "exp", label: table.exp, numeric: true },
      ...c.params.shapes.map((shape) => ({ key: shape, label: c.words.column(shape), numeric: true })),
    ],
    rows: c.result.rows.map((row) => ({
      key: `${row.chip}-${row.precision}`,
      cells: [
        { text: chipNames[row.chip], header: true },
        { text: c.words.precision(row.precision), header: true },
        { text: teraPerS(c, row.expPerS), ...(known(row.expPerS) ? { value: row.expPerS } : {}) },
        ...[...row.ratio].map((ratio) =>
          known(ratio)
            ? {
                text: percentOf(c, ratio),
                value: ratio,
                note: isOver(ratio) ? table.over : table.under,
                color: (isOver(ratio) ? "wait" : "compute") as ColorKey,
                strength: Math.min(1, isOver(ratio) ? ratio / 4 : ratio / 2),
              }
            : {
                text: percentOf(c, ratio),
                note: table.missing(chipNames[row.chip], c.words.precision(row.precision)),
              },
        ),
      ],
    })),
    notes: [
      [table.other],
      ...c.result.rows
        .filter((row) => !known(row.ratio[0] ?? Number.NaN))
        .map((row) => [table.missing(chipNames[row.chip], c.words.precision(row.precision))]),
    ],
  };
}

function accountsTable(c: C): TableView {
  const { table, caveats } = c.words;
  const cell = (value: number, note: string | undefined) => ({
    text: c.format.count(value, "/s"),
    ...(known(value) ? { value } : {}),
    ...(note ? { note } : {}),
  });
  return {
    name: "accounts",
    caption: table.accounts,
    columns: [
      { key: "chip", label: table.chip, numeric: false },
      ...table.accountColumns.map((label, i) => ({
        key: ["blog", "units", "measured"][i] ?? "",
        label,
        numeric: true,
      })),
    ],
    rows: c.result.accounts.map((account) => ({
      key: account.chip,
      cells: [
        { text: chipNames[account.chip], header: true },
        cell(
          account.blog,
          known(account.announcedFp32)
            ? table.announcedNote(
                c.format.count(account.announcedFp32, "/s"),
                c.format.count(account.announcedHalf, "/s"),
              )
            : caveats[account.blogCaveat],
        ),
        cell(
          account.units,
          known(account.units)
            ? table.unitsNote(
                c.format.number(account.ex2PerSmClk, ".0f"),
                c.format.number(account.sms, ".0f"),
                c.format.count(account.clockHz, "Hz"),
              )
            : undefined,
        ),
        cell(
          account.measured,
          known(account.measuredAgain)
            ? `${caveats[account.measuredCaveat] ?? ""} ${table.againNote(c.format.count(account.measuredAgain, "/s"))}`.trim()
            : caveats[account.measuredCaveat],
        ),
      ],
    })),
    notes: [[table.accountNote, c.source("blackwell-ultra-blog"), c.source("softmax-blog")]],
  };
}

function balanceTable(c: C): TableView {
  const { table } = c.words;
  const keys = ["peak", "exp", "dimension"];
  return {
    name: "balance",
    caption: table.balance,
    columns: [
      { key: "chip", label: table.chip, numeric: false },
      { key: "precision", label: table.precision, numeric: false },
      ...table.balanceColumns.map((label, i) => ({ key: keys[i] ?? "", label, numeric: true })),
    ],
    rows: c.result.rows.map((row) => ({
      key: `${row.chip}-${row.precision}`,
      cells: [
        { text: chipNames[row.chip], header: true },
        { text: c.words.precision(row.precision), header: true },
        { text: c.format.count(row.peakFlops, "FLOP/s"), ...(known(row.peakFlops) ? { value: row.peakFlops } : {}) },
        { text: teraPerS(c, row.expPerS), ...(known(row.expPerS) ? { value: row.expPerS } : {}) },
        {
          text: c.format.number(row.balancedHeadDim, ",.0f"),
          ...(known(row.balancedHeadDim) ? { value: row.balancedHeadDim } : {}),
        },
      ],
    })),
    notes: [],
  };
}

/** Rubin's exp rate is known as a ratio to Blackwell only; what that would mean stands apart from the lecture's table. */
function announcedTables(c: C): TableView[] {
  const { table } = c.words;
  const rows = c.result.rows.filter((row) => known(row.announcedFp32[0] ?? Number.NaN));
  if (rows.length === 0) return [];
  // A row for each shape, not columns, so that it fits a phone.
  const cases = rows.flatMap((row) => c.params.shapes.map((shape, i) => ({ row, shape, i })));
  return [
    {
      name: "announced",
      caption: table.announcedCaption,
      columns: [
        { key: "chip", label: table.chip, numeric: false },
        { key: "shape", label: table.shape, numeric: false },
        { key: "fp32", label: "exp 2×", note: table.announcedColumn("2×"), numeric: true },
        { key: "half", label: "exp 4×", note: table.announcedColumn("4×"), numeric: true },
      ],
      rows: cases.map(({ row, shape, i }) => ({
        key: `${row.chip}-${row.precision}-${shape}`,
        cells: [
          { text: `${chipNames[row.chip]} ${c.words.precision(row.precision)}`, header: true },
          { text: c.words.shape(shape), header: true },
          ...[row.announcedFp32, row.announcedHalf].map((ratios) => {
            const ratio = ratios[i] ?? Number.NaN;
            return { text: percentOf(c, ratio), value: ratio, note: isOver(ratio) ? table.over : table.under };
          }),
        ],
      })),
      notes: [[table.announced, c.source("rubin-bring-up")]],
    },
  ];
}

function heat(c: C): HeatView {
  const f = facts(c);
  const { chart } = c.words;
  return {
    kind: "heat",
    name: "heat",
    title: chart.heatTitle,
    description:
      f.worst && f.easiest
        ? chart.heat(cellAndRatio(c, f.worst), cellAndRatio(c, f.easiest), f.over, f.all)
        : chart.empty,
    columns: c.params.shapes.map((shape) => c.words.shape(shape)),
    rows: c.result.rows.map((row) => ({
      label: c.words.pairPlace(chipNames[row.chip], c.words.precision(row.precision)),
      cells: [...row.ratio].map((ratio, i) => {
        const place = c.words.place(
          chipNames[row.chip],
          c.words.precision(row.precision),
          c.words.shape(c.params.shapes[i] ?? ""),
        );
        return known(ratio)
          ? {
              text: percentOf(c, ratio),
              value: ratio,
              color: isOver(ratio) ? ("wait" as const) : ("compute" as const),
              strength: Math.min(1, isOver(ratio) ? ratio / 4 : ratio / 2),
              reading: chart.reading(place, percentOf(c, ratio), teraPerS(c, row.expPerS)),
            }
          : {
              text: percentOf(c, ratio),
              value: 0,
              color: "grey" as const,
              strength: 0,
              reading: c.words.table.missing(chipNames[row.chip], c.words.precision(row.precision)),
            };
      }),
    })),
  };
}

const shapeColors: ColorKey[] = ["current", "second", "third"];

function bars(c: C): PlotView {
  const f = facts(c);
  const { chart } = c.words;
  const rows = c.result.rows;
  const max = Math.max(1, ...f.cells.map((cell) => cell.ratio)) * 1.1;
  const label = (i: number) => {
    const row = rows[i];
    return row ? c.words.pairPlace(chipNames[row.chip], c.words.precision(row.precision)) : "";
  };
  return {
    kind: "plot",
    name: "ratios",
    title: chart.barsTitle,
    description: f.worst ? chart.bars(cellAndRatio(c, f.worst), f.over, f.all) : chart.empty,
    x: {
      label: chart.place,
      unit: "",
      scale: "category",
      min: -0.5,
      max: rows.length - 0.5,
      ticks: rows.map((_, i) => ({ value: i, label: label(i) })),
    },
    y: {
      label: chart.ratio,
      unit: "",
      scale: "linear",
      min: 0,
      max,
      ticks: c.ticks("linear", 0, max, (value) => percentOf(c, value)),
    },
    series: c.params.shapes.map((shape, i) => {
      const shown = rows.flatMap((row, x) => {
        const ratio = row.ratio[i] ?? Number.NaN;
        return known(ratio) ? [{ x, ratio, row }] : [];
      });
      return {
        key: shape,
        label: c.words.shape(shape),
        color: shapeColors[i] ?? ("grey" as const),
        style: "bars" as const,
        x: shown.map((point) => point.x),
        y: shown.map((point) => point.ratio),
        readings: shown.map(({ x, ratio, row }) =>
          chart.reading(`${label(x)} · ${c.words.shape(shape)}`, percentOf(c, ratio), teraPerS(c, row.expPerS)),
        ),
      };
    }),
    marks: [{ kind: "line", axis: "y", value: 1, label: chart.limit, color: "limit" }],
  };
}

function offloadText(c: C): string {
  const { chart } = c.words;
  const { offload } = c.result;
  if (!offloadKnown(c)) return chart.offloadUnknown(offloadPlace(c));
  if (!offloadHelps(c)) return chart.offloadNone(offloadPlace(c));
  return chart.offload(
    offloadPlace(c),
    picoseconds(c, offload.expCurvePs[0] ?? Number.NaN),
    percentOf(c, offload.balancedShare),
    picoseconds(c, offload.balancedPs),
    picoseconds(c, offload.mmaPs),
  );
}

function offloadChart(c: C): PlotView {
  const { chart } = c.words;
  const { offload } = c.result;
  const curve = (shares: Float64Array, values: Float64Array, name: string) => {
    const points = [...shares].map((x, i) => ({ x, y: values[i] ?? Number.NaN })).filter((point) => known(point.y));
    return {
      x: points.map((point) => point.x),
      y: points.map((point) => point.y),
      readings: points.map((point) => chart.offloadReading(percentOf(c, point.x), name, picoseconds(c, point.y))),
    };
  };
  const lines = [
    {
      key: "lecture",
      label: chart.lecture,
      color: "ghost" as const,
      values: c.lecture.offload.totalCurvePs,
      ghost: true,
    },
    { key: "exp", label: chart.sfu, color: "wait" as const, values: offload.expCurvePs, dash: "dash" as const },
    { key: "fma", label: chart.fma, color: "transfer" as const, values: offload.fmaCurvePs, dash: "dot" as const },
    { key: "total", label: chart.total, color: "current" as const, values: offload.totalCurvePs },
  ].map(({ values, ...line }) => ({
    ...line,
    style: "line" as const,
    ...curve(offload.shares, values, line.label),
  }));
  const max = Math.max(...lines.flatMap((line) => line.y), known(offload.mmaPs) ? offload.mmaPs : 0) * 1.05;
  return {
    kind: "plot",
    name: "offload",
    title: chart.offloadTitle,
    description: offloadText(c),
    x: {
      label: chart.share,
      unit: "",
      scale: "linear",
      min: 0,
      max: 1,
      ticks: c.ticks("linear", 0, 1, (value) => percentOf(c, value)),
    },
    y: {
      label: chart.time,
      unit: "ps",
      scale: "linear",
      min: 0,
      max,
      ticks: c.ticks("linear", 0, max, (value) => c.format.number(value, ".4g")),
    },
    series: lines,
    marks: [
      ...(known(offload.mmaPs)
        ? [
            {
              kind: "line" as const,
              axis: "y" as const,
              value: offload.mmaPs,
              label: chart.matrix,
              color: "compute" as const,
            },
          ]
        : []),
      ...(offloadKnown(c) && offloadHelps(c)
        ? [
            {
              kind: "line" as const,
              axis: "x" as const,
              value: offload.balancedShare,
              label: `${chart.balanceMark} ${percentOf(c, offload.balancedShare)}`,
              color: "limit" as const,
            },
          ]
        : []),
      ...(known(offload.totalPs)
        ? [
            {
              kind: "point" as const,
              x: c.params.share,
              y: offload.totalPs,
              label: chart.current,
              color: "current" as const,
            },
          ]
        : []),
    ],
  };
}

export default defineDemo<"exp-bottleneck", PresetId, Words>({
  id: "exp-bottleneck",
  lecture: "lecture01",
  order: 3,
  controls: {
    main: [{ name: "chips" }, { name: "precisions" }, { name: "shapes" }],
    more: [
      { name: "account" },
      { name: "offloadChip" },
      { name: "offloadPrecision" },
      { name: "offloadQk", scale: "log" },
      { name: "offloadV", scale: "log" },
      { name: "share", scale: "linear", step: 0.01 },
      { name: "degree", scale: "linear", step: 1 },
      { name: "reductionInstructions", scale: "linear", step: 1 },
      { name: "otherInstructions", scale: "linear", step: 1 },
    ],
  },
  presets: [
    { id: "lecture", params: {} },
    { id: "units", params: { account: "units" } },
    { id: "measured", params: { chips: ["GB200", "GB300"], account: "measured" } },
    { id: "small", params: { shapes: ["32:32", "64:64", "128:128", "256:256"] } },
    { id: "rubin", params: { chips: ["H100", "B200", "B300", "Rubin-NVL72"] } },
    { id: "fa4", params: { share: 0.24 } },
  ],
  figures: () => [],
  tables: (c) => [mainTable(c), accountsTable(c), balanceTable(c), ...announcedTables(c)],
  charts: (c) => [heat(c), bars(c), offloadChart(c)],
  known: { figures: {} },
});
