// Chip generations as an instrument: multiples of a base chip, what of them is precision, rooflines and the trend.
import {
  type CellView,
  type ColorKey,
  type Context,
  chipColor,
  chipNames,
  defineDemo,
  type ModelParams,
  type ModelResults,
  type PicksView,
  type PlotView,
  pick,
  precisionNames,
  type SeriesView,
  type Source,
  type TableView,
} from "../../engine/define-demo.js";

export type PresetId = "lecture" | "from-a100" | "boards" | "vendors" | "same-precision" | "rubin-dense";

type Params = ModelParams["generations"];
type Result = ModelResults["generations"];
type ChipId = Params["chips"][number];
type PrecisionId = Params["commonFormat"];
type Row = Result["rows"][number];
type Roof = Result["roofs"][number];
type Entry = Result["figures"][number];
type C = Context<"generations", Words>;

/** The quantities of the main table that are multiples of the base. */
type Quantity = "compute" | "common" | "bandwidth" | "capacity" | "link" | "power";

/** Kernels to put under the roofline by one tap. */
const kernelPicks = {
  "gemm-512": { kernel: "gemm", gemmM: 512, gemmN: 512, gemmK: 512 },
  "gemm-4096": { kernel: "gemm", gemmM: 4096, gemmN: 4096, gemmK: 4096 },
  "gemm-thin": { kernel: "gemm", gemmM: 16, gemmN: 8192, gemmK: 8192 },
  "prefill-512": { kernel: "prefill", sequence: 512, headDim: 128 },
  "prefill-8192": { kernel: "prefill", sequence: 8192, headDim: 128 },
  "decode-1": { kernel: "decode", batch: 1 },
  "decode-32": { kernel: "decode", batch: 32 },
  "decode-256": { kernel: "decode", batch: 256 },
} satisfies Record<string, Partial<ModelParams["generations"]>>;
type KernelPick = keyof typeof kernelPicks;

export interface Words {
  list(names: string[]): string;
  custom: string;
  quantities: Record<Quantity, string>;
  table: {
    main: string;
    chip: string;
    lowest: string;
    chosen(precision: string): string;
    ridge: string;
    missing(chip: string, quantities: string): string;
    split: string;
    splitColumns: [string, string, string, string, string];
    splitNote: string;
    facts: string;
    factsColumns: [string, string, string, string];
    elsewhere(value: string, source: string, caveat: string): string;
    noneOfOurs: string;
    factsNote: string;
    roofs: string;
    roofsColumns: [string, string, string, string, string];
    limits: Record<Roof["limit"], string>;
    all: string;
    year: string;
    base: string;
    allNote: string;
  };
  picks: { label: string; names: Record<KernelPick, string> };
  /** From which size of the kernel on its intensity reaches the ridge. */
  balance: Record<Params["kernel"], (size: string) => string>;
  never: string;
  figures: Record<Entry["figure"], string>;
  kinds: Record<Entry["kind"], string>;
  caveats: Record<Entry["caveat"], string>;
  chart: {
    multiplesTitle: string;
    multiples(chip: string, compute: string, bandwidth: string): string;
    alone: string;
    multiple: string;
    quantity: string;
    base(chip: string): string;
    reading(chip: string, quantity: string, multiple: string): string;
    splitTitle: string;
    split(chip: string, all: string, precision: string, same: string): string;
    splitNone: string;
    narrower: string;
    same: string;
    rooflineTitle: string;
    roofline(kernel: string, intensity: string, computeBound: string, memoryBound: string): string;
    intensity: string;
    attainable: string;
    trendTitle: string;
    trend(chip: string, year: string, compute: string, bandwidth: string): string;
    year: string;
    perWatt: string;
    others: string;
    decadeTitle: string;
    decade(compute: string, bandwidth: string): string;
    decadeCompute: string;
    decadeBandwidth: string;
    decadeReading(year: string, what: string, multiple: string): string;
  };
  kernels: Record<Params["kernel"], string>;
}

/** The documents that the chip table rests on; their titles are the same in every language. */
export const documents: Source[] = [
  {
    id: "blackwell-ultra-blog",
    title: "NVIDIA, Inside NVIDIA Blackwell Ultra: The Chip Powering the AI Factory Era",
    url: "https://developer.nvidia.com/blog/inside-nvidia-blackwell-ultra-the-chip-powering-the-ai-factory-era",
  },
  {
    id: "rubin-page",
    title: "NVIDIA, Vera Rubin NVL72 product page and Inside NVIDIA Rubin GPU Architecture (2026-07-21)",
    url: "https://www.nvidia.com/en-us/data-center/vera-rubin-nvl72/",
  },
  {
    id: "h100-datasheet",
    title: "NVIDIA, H100 Tensor Core GPU datasheet",
    url: "https://www.nvidia.com/en-us/data-center/h100/",
  },
  {
    id: "hgx-datasheet",
    title: "NVIDIA, HGX and Blackwell architecture technical brief",
    url: "https://www.nvidia.com/en-us/data-center/hgx/",
  },
  {
    id: "accelerator-collection",
    title: "S. Bekman, Machine Learning Engineering: accelerators",
    url: "https://github.com/stas00/ml-engineering/tree/master/compute/accelerator",
  },
  { id: "h100-notes", title: "G. K. Lockwood, H100", url: "https://glennklockwood.com/garden/processors/h100" },
];

const quantities: Quantity[] = ["compute", "common", "bandwidth", "capacity", "link", "power"];
const ratios: Record<Quantity, keyof Row & `${string}Ratio`> = {
  compute: "computeRatio",
  common: "commonRatio",
  bandwidth: "bandwidthRatio",
  capacity: "capacityRatio",
  link: "linkRatio",
  power: "powerRatio",
};
const quantityColors: Record<Quantity, ColorKey> = {
  compute: "compute",
  common: "fp8",
  bandwidth: "transfer",
  capacity: "nvfp4",
  link: "current",
  power: "wait",
};
const markers = ["circle", "square", "triangle", "diamond", "cross"] as const;

export const known = (value: number) => !Number.isNaN(value);
export const nameOf = (c: C, chip: ChipId) => (chip === "custom" ? c.words.custom : chipNames[chip]);
export const times = (c: C, value: number) => (known(value) ? `${c.format.number(value, ".1f")}×` : "–");
export const integer = (c: C, value: number) => c.format.number(value, ",.0f");
export const watts = (c: C, value: number) => (known(value) ? `${integer(c, value)} W` : "–");

const most = <T>(items: T[], by: (item: T) => number) =>
  items.reduce<T | undefined>((best, item) => (best === undefined || by(item) > by(best) ? item : best), undefined);

/** What the sentences speak of. The focus is the chip that has gained most among those with a common precision. */
export function facts(c: C) {
  const others = c.result.rows.filter((row) => row.chip !== c.params.base && known(row.computeRatio));
  const comparable = others.filter((row) => known(row.commonRatio));
  const focus = most(comparable, (row) => row.computeRatio) ?? most(others, (row) => row.computeRatio);
  const base = [...c.result.rows, ...c.result.trend].find((row) => row.chip === c.params.base);
  const gaps = c.result.rows.filter((row) => quantities.some((quantity) => !known(row[ratios[quantity]])));
  const withBandwidth = c.result.rows.filter((row) => known(row.bandwidthBytesPerS));
  return {
    focus,
    base,
    split: focus && known(focus.commonRatio) ? focus : undefined,
    fastest: most(withBandwidth, (row) => row.bandwidthBytesPerS),
    gaps: gaps.map((row) => nameOf(c, row.chip)),
    /** B300 against H100 in their narrowest formats: what the vendor's article rounds to 7.5. */
    articlePair:
      focus?.chip === "B300" &&
      c.params.base === "H100" &&
      c.params.format === "narrowest" &&
      c.params.density === "dense",
  };
}

/** The kernel's roofs, by what limits it. */
export function roofsBy(c: C, limit: Roof["limit"]): string[] {
  return c.result.roofs
    .filter((roof) => known(roof.attainableFlops) && roof.limit === limit)
    .map((roof) => nameOf(c, roof.chip));
}

/** The first chip that the kernel's limit can be told of, bandwidth before compute, with what would move the limit. */
export function binding(c: C) {
  const full = c.result.roofs.filter((roof) => known(roof.attainableFlops));
  const roof = full.find((one) => one.limit === "memory") ?? full[0];
  if (!roof) return undefined;
  const precise = (value: number) => c.format.number(value, ",.4g");
  return {
    chip: nameOf(c, roof.chip),
    intensity: precise(roof.intensity),
    ridge: integer(c, c.result.rows.find((row) => row.chip === roof.chip)?.ridge ?? Number.NaN),
    short: c.format.number(roof.shortBy, ",.3g"),
    balance: known(roof.balance)
      ? c.words.balance[c.params.kernel](
          c.params.kernel === "custom" ? precise(roof.balance) : integer(c, roof.balance),
        )
      : c.words.never,
  };
}

/** Labels of a logarithmic axis: whole numbers with commas, fractions in full. */
const axisNumber = (c: C, value: number) => c.format.number(value, value >= 1 ? ",.0f" : ".4g");

const count = (c: C, value: number, unit: string) => c.format.count(value, unit);
const cell = (text: string, value: number): CellView => ({ text, ...(known(value) ? { value } : {}) });

/** What a figure of the chip table is: its kind, source and caveat. */
function provenance(c: C, chip: ChipId, figure: Entry["figure"]): string {
  const entry = c.result.figures.find((other) => other.chip === chip && other.figure === figure);
  if (!entry || !known(entry.value)) return "";
  const source = c.result.sources.find((other) => other.source === entry.source)?.title ?? "";
  return [c.words.kinds[entry.kind], source, c.words.caveats[entry.caveat]].filter(Boolean).join(" · ");
}

const figureOf = (c: C, precision: PrecisionId): Entry["figure"] =>
  `${c.params.density}-${precision}` as Entry["figure"];

function noted(view: CellView, note: string): CellView {
  return note === "" ? view : { ...view, note };
}

function mainTable(c: C): TableView {
  const { table } = c.words;
  const source: Record<Quantity, (row: Row) => Entry["figure"]> = {
    compute: (row) => figureOf(c, row.precision),
    common: () => figureOf(c, c.params.commonFormat),
    bandwidth: () => "bandwidth",
    capacity: () => "memory",
    link: () => "link",
    power: () => "power",
  };
  return {
    name: "main",
    caption: table.main,
    columns: [
      { key: "chip", label: table.chip, numeric: false },
      {
        key: "peak",
        label: c.params.format === "narrowest" ? table.lowest : table.chosen(precisionNames[c.params.format]),
        numeric: true,
      },
      ...quantities.map((key) => ({
        key,
        label: key === "common" ? precisionNames[c.params.commonFormat] : c.words.quantities[key],
        numeric: true,
      })),
      { key: "ridge", label: table.ridge, numeric: true },
    ],
    rows: c.result.rows.map((row) => ({
      key: row.chip,
      cells: [
        { text: nameOf(c, row.chip), header: true },
        noted(
          cell(known(row.peakFlops) ? `${count(c, row.peakFlops, "FLOP/s")} (${row.precision})` : "–", row.peakFlops),
          provenance(c, row.chip, figureOf(c, row.precision)),
        ),
        ...quantities.map((key) =>
          noted(cell(times(c, row[ratios[key]]), row[ratios[key]]), provenance(c, row.chip, source[key](row))),
        ),
        cell(integer(c, row.ridge), row.ridge),
      ],
    })),
    notes: c.result.rows.flatMap((row) => {
      const gaps = quantities.filter((key) => !known(row[ratios[key]]));
      const named = gaps.map((key) =>
        key === "common" ? precisionNames[c.params.commonFormat] : c.words.quantities[key],
      );
      return gaps.length === 0 ? [] : [[table.missing(nameOf(c, row.chip), c.words.list(named))]];
    }),
  };
}

function splitTable(c: C): TableView {
  const { table } = c.words;
  const keys = ["all", "precision", "same", "share-log", "share-additive"];
  return {
    name: "split",
    caption: table.split,
    columns: [
      { key: "chip", label: table.chip, numeric: false },
      ...table.splitColumns.map((label, i) => ({ key: keys[i] ?? "", label, numeric: true })),
    ],
    rows: c.result.rows.map((row) => ({
      key: row.chip,
      cells: [
        { text: nameOf(c, row.chip), header: true },
        cell(times(c, row.computeRatio), row.computeRatio),
        cell(times(c, row.precisionFactor), row.precisionFactor),
        cell(times(c, row.commonRatio), row.commonRatio),
        cell(c.format.number(row.precisionShareLog, ".0%"), row.precisionShareLog),
        cell(c.format.number(row.precisionShareAdditive, ".0%"), row.precisionShareAdditive),
      ],
    })),
    notes: [[table.splitNote]],
  };
}

function figureText(c: C, figure: Entry["figure"], value: number): string {
  if (/^(dense|sparse|fp64)/.test(figure)) return count(c, value, figure.endsWith("int8") ? "OP/s" : "FLOP/s");
  if (figure === "bandwidth" || figure === "link") return known(value) ? `${c.format.bytes(value)}/s` : "–";
  if (figure === "memory" || figure === "shared-memory" || figure === "l2") return c.format.bytes(value);
  if (figure === "power") return watts(c, value);
  if (figure === "clock") return count(c, value, "Hz");
  if (figure.startsWith("exp")) return count(c, value, "exp/s");
  return integer(c, value);
}

function factsTable(c: C): TableView {
  const { table } = c.words;
  const sourceTitle = (id: string) => c.result.sources.find((other) => other.source === id)?.title ?? "";
  const entries = c.params.chips.flatMap((chip) => c.result.figures.filter((entry) => entry.chip === chip));
  return {
    name: "facts",
    caption: table.facts,
    columns: [
      { key: "chip", label: table.chip, numeric: false },
      { key: "figure", label: table.factsColumns[0], numeric: false },
      { key: "value", label: table.factsColumns[1], numeric: true },
      { key: "kind", label: table.factsColumns[2], numeric: false },
      { key: "source", label: table.factsColumns[3], numeric: false },
    ],
    rows: entries.map((entry) => {
      const elsewhere = entry.others
        .map((other) =>
          table.elsewhere(
            figureText(c, entry.figure, other.value),
            sourceTitle(other.source),
            c.words.caveats[other.caveat],
          ),
        )
        .join(" ");
      return {
        key: `${entry.chip}-${entry.figure}`,
        cells: [
          { text: nameOf(c, entry.chip), header: true },
          { text: c.words.figures[entry.figure] },
          noted(
            cell(figureText(c, entry.figure, entry.value), entry.value),
            [c.words.caveats[entry.caveat], elsewhere].filter(Boolean).join(" "),
          ),
          { text: known(entry.value) ? c.words.kinds[entry.kind] : table.noneOfOurs },
          { text: [known(entry.value) ? sourceTitle(entry.source) : "", elsewhere].filter(Boolean).join(" · ") },
        ],
      };
    }),
    notes: [[table.factsNote]],
  };
}

function roofsTable(c: C): TableView {
  const { table } = c.words;
  const keys = ["intensity", "attainable", "time", "limit", "short-by"];
  return {
    name: "roofs",
    caption: table.roofs,
    columns: [
      { key: "chip", label: table.chip, numeric: false },
      ...table.roofsColumns.map((label, i) => ({ key: keys[i] ?? "", label, numeric: keys[i] !== "limit" })),
    ],
    rows: c.result.roofs.map((roof) => ({
      key: roof.chip,
      cells: [
        { text: nameOf(c, roof.chip), header: true },
        cell(c.format.number(roof.intensity, ",.4g"), roof.intensity),
        cell(count(c, roof.attainableFlops, "FLOP/s"), roof.attainableFlops),
        cell(c.format.seconds(roof.timeS), roof.timeS),
        { text: known(roof.attainableFlops) ? table.limits[roof.limit] : "–" },
        cell(known(roof.shortBy) ? `${c.format.number(roof.shortBy, ".3g")}×` : "–", roof.shortBy),
      ],
    })),
    notes: [],
  };
}

/** Every chip of the table, chosen or not: to search, to sort, to choose from, and to choose the base. */
function allTable(c: C): TableView {
  const { table } = c.words;
  const columns: { key: string; label: string; figure(row: Row): Entry["figure"]; of(row: Row): number }[] = [
    { key: "peak", label: table.lowest, figure: (row) => figureOf(c, row.precision), of: (row) => row.peakFlops },
    {
      key: "common",
      label: precisionNames[c.params.commonFormat],
      figure: () => figureOf(c, c.params.commonFormat),
      of: (row) => row.commonFlops,
    },
    { key: "bandwidth", label: "", figure: () => "bandwidth", of: (row) => row.bandwidthBytesPerS },
    { key: "memory", label: "", figure: () => "memory", of: (row) => row.capacityBytes },
    { key: "link", label: "", figure: () => "link", of: (row) => row.linkBytesPerS },
    { key: "power", label: "", figure: () => "power", of: (row) => row.powerW },
  ];
  return {
    name: "all",
    caption: table.all,
    columns: [
      { key: "chip", label: table.chip, numeric: false },
      { key: "year", label: table.year, numeric: true },
      ...columns.map(({ key, label }) => ({
        key,
        label: label || c.words.figures[key as Entry["figure"]],
        numeric: true,
      })),
    ],
    rows: c.result.trend.map((row) => ({
      key: row.chip,
      cells: [
        { text: nameOf(c, row.chip), header: true },
        cell(String(row.year), row.year),
        ...columns.map(({ key, figure, of }) => {
          const text = figureText(c, figure(row), of(row));
          const named = key === "peak" && known(of(row)) ? `${text} (${row.precision})` : text;
          return noted(cell(named, of(row)), provenance(c, row.chip, figure(row)));
        }),
      ],
    })),
    notes: [[table.allNote]],
    choose: { list: "chips", chosen: c.params.chips, one: "base", current: c.params.base, oneLabel: table.base },
  };
}

function multiplesChart(c: C): PlotView {
  const { chart } = c.words;
  const f = facts(c);
  const rows = c.result.rows;
  const values = rows.flatMap((row) => quantities.map((key) => row[ratios[key]])).filter(known);
  const min = Math.min(1, ...values) / 1.3;
  const max = Math.max(2, ...values) * 1.3;
  return {
    kind: "plot",
    name: "multiples",
    title: chart.multiplesTitle,
    description: f.focus
      ? chart.multiples(nameOf(c, f.focus.chip), times(c, f.focus.computeRatio), times(c, f.focus.bandwidthRatio))
      : chart.alone,
    x: {
      label: chart.quantity,
      unit: "",
      scale: "category",
      min: -0.5,
      max: quantities.length - 0.5,
      ticks: quantities.map((key, value) => ({
        value,
        label: key === "common" ? precisionNames[c.params.commonFormat] : c.words.quantities[key],
      })),
    },
    y: {
      label: chart.multiple,
      unit: "×",
      scale: "log",
      min,
      max,
      ticks: c.ticks("log", min, max, (value) => axisNumber(c, value)),
    },
    series: rows.map((row, i) => {
      const shown = quantities.flatMap((key, x) => (known(row[ratios[key]]) ? [{ key, x }] : []));
      return {
        key: row.chip,
        label: nameOf(c, row.chip),
        color: chipColor(i),
        style: "line-points" as const,
        marker: markers[i % markers.length] ?? "circle",
        x: shown.map((point) => point.x),
        y: shown.map((point) => row[ratios[point.key]]),
        readings: shown.map((point) =>
          chart.reading(
            nameOf(c, row.chip),
            point.key === "common" ? precisionNames[c.params.commonFormat] : c.words.quantities[point.key],
            times(c, row[ratios[point.key]]),
          ),
        ),
      };
    }),
    marks: [{ kind: "line", axis: "y", value: 1, label: chart.base(nameOf(c, c.params.base)), color: "limit" }],
  };
}

/** Bars on a logarithmic axis: the vendor's multiple beside what is left of it at the same precision. */
function splitChart(c: C): PlotView {
  const { chart } = c.words;
  const f = facts(c);
  const rows = c.result.rows.filter((row) => known(row.commonRatio) && known(row.precisionFactor));
  const parts = [
    { key: "same", label: chart.same, color: "fp8" as const, of: (row: Row) => row.commonRatio },
    { key: "precision", label: chart.narrower, color: "nvfp4" as const, of: (row: Row) => row.precisionFactor },
    { key: "all", label: c.words.quantities.compute, color: "compute" as const, of: (row: Row) => row.computeRatio },
  ];
  const values = rows.flatMap((row) => parts.map((part) => part.of(row)));
  const max = Math.max(1, ...values) * 1.1;
  return {
    kind: "plot",
    name: "split",
    title: chart.splitTitle,
    description: f.split
      ? chart.split(
          nameOf(c, f.split.chip),
          times(c, f.split.computeRatio),
          times(c, f.split.precisionFactor),
          times(c, f.split.commonRatio),
        )
      : chart.splitNone,
    x: {
      label: c.words.table.chip,
      unit: "",
      scale: "category",
      min: -0.5,
      max: Math.max(rows.length, 1) - 0.5,
      ticks: rows.map((row, value) => ({ value, label: nameOf(c, row.chip) })),
    },
    y: {
      label: chart.multiple,
      unit: "×",
      scale: "linear",
      min: 0,
      max,
      ticks: c.ticks("linear", 0, max, (value) => axisNumber(c, value)),
    },
    series: parts.map(({ key, label, color, of }) => ({
      key,
      label,
      color,
      style: "bars" as const,
      x: rows.map((_, x) => x),
      y: rows.map(of),
      readings: rows.map((row) => chart.reading(nameOf(c, row.chip), label, times(c, of(row)))),
    })),
    marks: [{ kind: "line", axis: "y", value: 1, label: chart.base(nameOf(c, c.params.base)), color: "limit" }],
  };
}

function roofline(c: C): PlotView {
  const { chart } = c.words;
  const kernelAt = c.result.roofs.map((roof) => roof.intensity);
  // From left of the kernel on, so that the roofs, not the long slopes, fill the picture.
  const start = Math.min(16, ...kernelAt.filter(known)) / 4;
  const intensities = [...c.result.intensities];
  const min = Math.max(start, Math.min(intensities[0] ?? 0.25, ...kernelAt));
  const max = Math.max(intensities.at(-1) ?? 1, ...kernelAt);
  const curve = (roof: Roof) => {
    const points = intensities
      .map((x, i) => ({ x, y: roof.attainable[i] ?? Number.NaN }))
      .filter((point) => point.x >= min && known(point.y));
    return {
      x: points.map((point) => point.x),
      y: points.map((point) => point.y / 1e12),
      readings: points.map((point) =>
        chart.reading(nameOf(c, roof.chip), `${c.format.number(point.x, ",.4g")} FLOP/B`, count(c, point.y, "FLOP/s")),
      ),
    };
  };
  const lines = c.result.roofs.map((roof, i) => ({
    key: roof.chip,
    label: `${nameOf(c, roof.chip)} ${precisionNames[roof.precision]}`,
    color: chipColor(i),
    style: "line" as const,
    dash: (["solid", "dash", "dot"] as const)[i % 3] ?? "solid",
    ...curve(roof),
  }));
  const kernels = c.result.roofs
    .map((roof, i) => ({ roof, i }))
    .filter(({ roof }) => known(roof.attainableFlops))
    .map(({ roof, i }) => ({
      key: `kernel-${roof.chip}`,
      label: c.words.list([c.words.kernels[c.params.kernel], nameOf(c, roof.chip)]),
      color: chipColor(i),
      style: "points" as const,
      marker: markers[i % markers.length] ?? ("circle" as const),
      x: [roof.intensity],
      y: [roof.attainableFlops / 1e12],
      readings: [
        chart.reading(
          nameOf(c, roof.chip),
          c.words.list([c.words.kernels[c.params.kernel], `${c.format.number(roof.intensity, ",.4g")} FLOP/B`]),
          count(c, roof.attainableFlops, "FLOP/s"),
        ),
      ],
    }));
  const ys = [...lines, ...kernels].flatMap((line) => line.y);
  const [yMin, yMax] = ys.length > 0 ? [Math.min(...ys) / 1.5, Math.max(...ys) * 2] : [1, 10];
  return {
    kind: "plot",
    name: "roofline",
    title: chart.rooflineTitle,
    description: chart.roofline(
      c.words.kernels[c.params.kernel],
      c.format.number(c.result.roofs[0]?.intensity ?? Number.NaN, ",.4g"),
      c.words.list(roofsBy(c, "compute")),
      c.words.list(roofsBy(c, "memory")),
    ),
    x: {
      label: chart.intensity,
      unit: "FLOP/B",
      scale: "log",
      min,
      max,
      ticks: c.ticks("log", min, max, (value) => axisNumber(c, value)),
    },
    y: {
      label: chart.attainable,
      unit: "TFLOP/s",
      scale: "log",
      min: yMin,
      max: yMax,
      ticks: c.ticks("log", yMin, yMax, (value) => axisNumber(c, value)),
    },
    series: [...lines, ...kernels],
    marks: [],
    picks: picksOf(c),
  };
}

function picksOf(c: C): PicksView {
  const { label, names } = c.words.picks;
  const ids = Object.keys(kernelPicks) as KernelPick[];
  return { name: "kernel", label, picks: ids.map((id) => pick(c.params, id, names[id], kernelPicks[id])) };
}

/** What the literature says of the decade before: two numbers, quoted, each drawn as a straight line. */
function decade(c: C): PlotView {
  const { chart } = c.words;
  const { decadeCompute, decadeBandwidth } = c.result;
  const years = [2012, 2022];
  const line = (key: string, label: string, color: ColorKey, multiple: number): SeriesView => ({
    key,
    label: `${label} ${integer(c, multiple)}×`,
    color,
    style: "line-points",
    dash: "dash",
    marker: key === "compute" ? "circle" : "square",
    x: years,
    y: [1, multiple],
    readings: [1, multiple].map((value, i) => chart.decadeReading(String(years[i]), label, `${integer(c, value)}×`)),
  });
  const [compute, bandwidth] = [`${integer(c, decadeCompute)}×`, `${integer(c, decadeBandwidth)}×`];
  return {
    kind: "plot",
    name: "decade",
    title: chart.decadeTitle,
    description: chart.decade(compute, bandwidth),
    x: {
      label: chart.year,
      unit: "",
      scale: "linear",
      min: 2011.5,
      max: 2022.5,
      ticks: [2012, 2014, 2016, 2018, 2020, 2022].map((value) => ({ value, label: String(value) })),
    },
    y: {
      label: chart.multiple,
      unit: "×",
      scale: "log",
      min: 0.9,
      max: decadeCompute * 1.4,
      ticks: c.ticks("log", 0.9, decadeCompute * 1.4, (value) => axisNumber(c, value)),
    },
    series: [
      line("compute", chart.decadeCompute, "compute", decadeCompute),
      line("bandwidth", chart.decadeBandwidth, "transfer", decadeBandwidth),
    ],
    marks: [],
  };
}

/** A line per quantity through the chosen chips by year; the compute of all other chips in grey. */
function trend(c: C): PlotView {
  const { chart } = c.words;
  const chosen = c.result.rows.filter((row) => row.year > 0).sort((a, b) => a.year - b.year);
  const others = c.result.trend.filter((row) => !c.params.chips.includes(row.chip) && known(row.computeRatio));
  const kinds: { key: string; label: string; color: ColorKey; of: (row: Row) => number }[] = [
    ...(["compute", "bandwidth", "capacity", "link", "power"] as const).map((key) => ({
      key,
      label: c.words.quantities[key],
      color: quantityColors[key],
      of: (row: Row) => row[ratios[key]],
    })),
    { key: "per-watt", label: chart.perWatt, color: "measured", of: (row) => row.flopsPerWRatio },
  ];
  const reading = (row: Row, label: string, value: number) =>
    chart.reading(`${nameOf(c, row.chip)} ${row.year}`, label, times(c, value));
  const lines: SeriesView[] = kinds.map(({ key, label, color, of }, i) => {
    const shown = chosen.filter((row) => known(of(row)));
    return {
      key,
      label,
      color,
      style: "line-points",
      marker: markers[i % markers.length] ?? "circle",
      x: shown.map((row) => row.year),
      y: shown.map(of),
      readings: shown.map((row) => reading(row, label, of(row))),
    };
  });
  const rest: SeriesView = {
    key: "others",
    label: chart.others,
    color: "grey",
    style: "points",
    marker: "circle",
    x: others.map((row) => row.year),
    y: others.map((row) => row.computeRatio),
    readings: others.map((row) => reading(row, c.words.quantities.compute, row.computeRatio)),
  };
  const series = [rest, ...lines];
  const ys = series.flatMap((line) => line.y);
  const years = [...new Set(series.flatMap((line) => line.x))].sort();
  const [first, last] = [years[0] ?? 2022, years.at(-1) ?? 2026];
  const [yMin, yMax] = ys.length > 0 ? [Math.min(...ys) / 1.3, Math.max(...ys) * 1.3] : [0.5, 2];
  const newest = chosen.filter((row) => known(row.computeRatio)).at(-1);
  return {
    kind: "plot",
    name: "trend",
    title: chart.trendTitle,
    description: newest
      ? chart.trend(
          nameOf(c, newest.chip),
          String(newest.year),
          times(c, newest.computeRatio),
          times(c, newest.bandwidthRatio),
        )
      : chart.alone,
    x: {
      label: chart.year,
      unit: "",
      scale: "linear",
      min: first - 0.5,
      max: last + 0.5,
      ticks: years.map((value) => ({ value, label: String(value) })),
    },
    y: {
      label: chart.multiple,
      unit: "×",
      scale: "log",
      min: yMin,
      max: yMax,
      ticks: c.ticks("log", yMin, yMax, (value) => axisNumber(c, value)),
    },
    series,
    marks: [{ kind: "line", axis: "y", value: 1, label: chart.base(nameOf(c, c.params.base)), color: "limit" }],
  };
}

export default defineDemo<"generations", PresetId, Words>({
  id: "generations",
  lecture: "lecture01",
  order: 1,
  controls: {
    main: [{ name: "chips" }, { name: "base" }, { name: "kernel" }],
    more: [
      { name: "format" },
      { name: "commonFormat" },
      { name: "density" },
      { name: "gemmM", scale: "log" },
      { name: "gemmN", scale: "log" },
      { name: "gemmK", scale: "log" },
      { name: "sequence", scale: "log" },
      { name: "headDim", scale: "log" },
      { name: "modelB", scale: "log" },
      { name: "batch", scale: "log" },
      { name: "context", scale: "linear" },
      { name: "kvKiBPerToken", scale: "linear" },
      { name: "intensity", scale: "log" },
      { name: "customPflops", scale: "log" },
      { name: "customFormat" },
      { name: "customCommonPflops", scale: "log" },
      { name: "customTBps", scale: "log" },
      { name: "customGB", scale: "log" },
      { name: "customLinkGBps", scale: "log" },
      { name: "customW", scale: "log" },
    ],
  },
  presets: [
    { id: "lecture", params: {} },
    { id: "from-a100", params: { chips: ["A100", "H100", "B200", "B300"], base: "A100", commonFormat: "bf16" } },
    { id: "boards", params: { chips: ["H100", "HGX-B200", "HGX-B300", "Rubin-NVL72"] } },
    { id: "vendors", params: { chips: ["B300", "MI355X", "Ironwood", "Trainium3"], base: "B300" } },
    { id: "same-precision", params: { format: "fp8", chips: ["H100", "B200", "B300", "Rubin-NVL72"] } },
    { id: "rubin-dense", params: { chips: ["H100", "B300", "Rubin", "Rubin-NVL72"] } },
  ],
  figures: () => [],
  tables: (c) => [mainTable(c), splitTable(c), roofsTable(c), allTable(c), factsTable(c)],
  charts: (c) => [multiplesChart(c), splitChart(c), roofline(c), trend(c), decade(c)],
  known: { figures: {} },
});
