// The load-and-compute pipeline as an instrument: busy share against stages, the events of single tiles, many seeds, and
// what others measured.
import {
  type CellView,
  type Context,
  defineDemo,
  type ModelResults,
  momentsOf,
  type PicksView,
  type PlotView,
  pick,
  type SeriesView,
  type SpanView,
  type TableView,
  type TimelineView,
} from "../../engine/define-demo.js";

export type PresetId = "lecture" | "ring" | "steady" | "l2-idle" | "from-memory" | "big-tile" | "fp8";

type Result = ModelResults["async-pipeline"];
type Release = Result["curves"][number]["release"];
type Source = Result["curves"][number]["source"];
type Latency = Result["rows"][number]["latency"];
type Study = Result["measured"][number]["study"];

export interface Words {
  chips: {
    label: string;
    what: Record<"rate" | "clock" | "sms" | "bandwidth" | "shared", string>;
    source(what: string[], source: string): string;
    kept: string;
  };
  sources: Record<Source, string>;
  latencies: Record<Latency, string>;
  releases: Record<Release, string>;
  main: { caption: string; source: string; latency: string; stages(count: number): string; doesNotFit: string };
  supply: {
    caption: string;
    source: string;
    transfer: string;
    ratio: string;
    limit: string;
    has: string;
    needs: string;
    stages: string;
  };
  rules: { caption: string; rule: string; stages(count: number): string };
  sweep: { caption: string; study: string; stages: string; measured: string; cpAsync: string; ring: string };
  studies: Record<Study, string>;
  cycles: string;
  stages: {
    title: string;
    x: string;
    y: string;
    lecture: string;
    closed: string;
    jitter(rule: string): string;
    other: Record<Source, string>;
    bound: string;
    needed(stages: string): string;
    fit(shared: string, stages: string): string;
    description(busy: { one: string; two: string; most: string }, limit: string, rule: string, fit: string): string;
    reading(rule: string, stages: number, busy: string): string;
  };
  timeline: {
    title: string;
    x: string;
    producer: string;
    producerWarp: string;
    channel: string;
    buffer(slot: number): string;
    consumer: string;
    request: string;
    queue: string;
    transfer: string;
    latency: string;
    ready: string;
    compute: string;
    idle: string;
    description(tiles: string, from: string, to: string, busy: string): string;
    tile(tile: string, asked: string, arrived: string, computed: string): string;
    blocked(tile: string, from: string, to: string): string;
    idleReading(tile: string, from: string, to: string): string;
  };
  monteCarlo: {
    title: string;
    mean(source: string): string;
    band(source: string): string;
    endless(source: string): string;
    target(share: string, stages: string): string;
    description(source: string, two: string, most: string, stages: string, share: string, seeds: string): string;
    reading(source: string, stages: number, mean: string, sd: string): string;
    bandReading(source: string, stages: number, low: string, high: string): string;
  };
  measured: {
    title: string;
    y: string;
    measured: string;
    description(cpAsync: string, ring: string, measured: string, stages: string): string;
    reading(what: string, stages: number, cycles: string): string;
  };
  figures: { compute: string; l2: string; hbm: string; needed: string };
}

type C = Context<"async-pipeline", Words>;

const rules: Release[] = ["cp_async", "ring", "sync"];
const ruleColors = { cp_async: "current", ring: "second", sync: "third" } as const;
const ruleMarkers = { cp_async: "circle", ring: "square", sync: "triangle" } as const;
const sourceColors = { l2: "current", hbm: "transfer" } as const;

const percent = (c: C, share: number) => c.format.number(share, ".0%");
const tenths = (c: C, share: number) => c.format.number(share, ".1%");
const microseconds = (seconds: number) => seconds * 1e6;
const curveOf = (result: Result, source: Source, release: Release) =>
  result.curves.find((curve) => curve.source === source && curve.release === release) as Result["curves"][number];
const supplyOf = (result: Result, source: Source) =>
  result.supplies.find((supply) => supply.source === source) as Result["supplies"][number];
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

function mainTable(c: C): TableView {
  const { main, sources, latencies } = c.words;
  const stages = [...c.result.tableStages];
  return {
    name: "main",
    caption: main.caption,
    columns: [
      { key: "source", label: main.source, numeric: false },
      { key: "latency", label: main.latency, numeric: false },
      ...stages.map((count) => ({
        key: `stages-${count}`,
        label: main.stages(count),
        numeric: true,
        ...(count > c.result.stagesThatFit ? { note: main.doesNotFit } : {}),
      })),
    ],
    rows: c.result.rows.map((row) => ({
      key: `${row.source}-${row.latency}`,
      cells: [
        { text: sources[row.source], header: true },
        { text: latencies[row.latency], header: true },
        ...[...row.busy].map(
          (busy): CellView => ({ text: percent(c, busy), value: busy, color: "compute", strength: busy }),
        ),
      ],
    })),
    notes: [],
  };
}

function supplyTable(c: C): TableView {
  const { supply: words, sources } = c.words;
  return {
    name: "supply",
    caption: words.caption,
    columns: [
      { key: "source", label: words.source, numeric: false },
      { key: "transfer", label: words.transfer, numeric: true },
      { key: "ratio", label: words.ratio, numeric: true },
      { key: "limit", label: words.limit, numeric: true },
      { key: "has", label: words.has, numeric: true },
      { key: "needs", label: words.needs, numeric: true },
      { key: "stages", label: words.stages, numeric: true },
    ],
    rows: c.result.supplies.map((supply) => ({
      key: supply.source,
      cells: [
        { text: sources[supply.source], header: true },
        { text: c.format.seconds(supply.transferS), value: supply.transferS },
        { text: `${c.format.number(supply.transferPerCompute, ".3g")}×`, value: supply.transferPerCompute },
        { text: tenths(c, supply.limit), value: supply.limit },
        { text: c.format.number(c.result.flopsPerByte, ".4g"), value: c.result.flopsPerByte },
        { text: c.format.number(supply.flopsPerByteNeeded, ".4g"), value: supply.flopsPerByteNeeded },
        { text: c.format.number(supply.stagesForTarget, ".0f"), value: supply.stagesForTarget },
      ],
    })),
    notes: [],
  };
}

function rulesTable(c: C): TableView {
  const { rules: words, releases } = c.words;
  const stages = [...c.result.tableStages];
  return {
    name: "rules",
    caption: words.caption,
    columns: [
      { key: "rule", label: words.rule, numeric: false },
      ...stages.map((count) => ({ key: `stages-${count}`, label: words.stages(count), numeric: true })),
    ],
    rows: rules.map((release) => {
      const { fixed } = curveOf(c.result, c.params.source, release);
      return {
        key: release,
        cells: [
          { text: releases[release], header: true },
          ...stages.map((count) => {
            const busy = fixed[count - 1] ?? Number.NaN;
            return { text: tenths(c, busy), value: busy };
          }),
        ],
      };
    }),
    notes: [],
  };
}

function sweepTable(c: C): TableView {
  const { sweep: words, studies } = c.words;
  const text = (study: Study, value: number) =>
    study === "mainloop" ? `${c.format.number(value, ",.0f")} ${c.words.cycles}` : c.format.seconds(value / 1e9);
  return {
    name: "measured",
    caption: words.caption,
    columns: [
      { key: "study", label: words.study, numeric: false },
      { key: "stages", label: words.stages, numeric: true },
      { key: "measured", label: words.measured, numeric: true },
      { key: "cp-async", label: words.cpAsync, numeric: true },
      { key: "ring", label: words.ring, numeric: true },
    ],
    rows: c.result.measured.map((point) => ({
      key: `${point.study}-${point.stages}`,
      cells: [
        { text: studies[point.study], header: true },
        { text: String(point.stages), value: point.stages },
        { text: text(point.study, point.measured), value: point.measured },
        { text: text(point.study, point.cpAsync), value: point.cpAsync },
        { text: text(point.study, point.ring), value: point.ring },
      ],
    })),
    notes: [[c.source("flash-vla")]],
  };
}

type ChipSetting = Result["chips"][number];

/** The documents that a chip's figures rest on, each once with what it says. */
function sourcesOf(c: C, chip: ChipSetting): string {
  const { what } = c.words.chips;
  const said = new Map<string, string[]>();
  for (const [label, source] of [
    [what.rate, chip.rateSource],
    [what.clock, chip.clockSource],
    [what.sms, chip.smsSource],
    [what.bandwidth, chip.bandwidthSource],
    [what.shared, chip.sharedSource],
  ] as const)
    said.set(source, [...(said.get(source) ?? []), label]);
  return [...said].map(([source, labels]) => c.words.chips.source(labels, source)).join(" ");
}

/** Every chip that the chip table knows enough of, as one choice; numbers of two bytes, as the rate is BF16's. */
function chipPicks(c: C): PicksView {
  const settings = c.result.chips.map((chip) => {
    const { flopsPerSmClk, clockGhz, sms, hbmTBps, sharedKiB } = chip;
    const values = { flopsPerSmClk, clockGhz, sms, hbmTBps, sharedKiB, bytesPerElement: 2 };
    return { chip, one: pick(c.params, chip.chip, chip.chip.replaceAll("-", " "), values) };
  });
  const now = settings.find(({ one }) => one.active)?.chip;
  return {
    name: "chip",
    label: c.words.chips.label,
    picks: settings.map(({ one }) => one),
    ...(now && { note: `${sourcesOf(c, now)} ${c.words.chips.kept}` }),
  };
}

/** Depths worth a tick: the table's, and further apart beyond. */
const depths = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];

const stagesAxis = (c: C, most: number): PlotView["x"] => ({
  label: c.words.stages.x,
  unit: "",
  scale: "linear",
  min: 1,
  max: most,
  ticks: depths.filter((depth) => depth <= most).map((value) => ({ value, label: c.format.number(value, ".0f") })),
});

const busyAxis = (c: C): PlotView["y"] => ({
  label: c.words.stages.y,
  unit: "%",
  scale: "linear",
  min: 0,
  max: 1.08, // room for the bound's name over the bound
  ticks: c.ticks("linear", 0, 1, (value) => c.format.number(value * 100, ".0f")),
});

/** A busy share for 1, 2, 3 … stages. */
function busySeries(c: C, label: string, busy: ArrayLike<number>): Pick<SeriesView, "label" | "x" | "y" | "readings"> {
  const y = Array.from(busy);
  return {
    label,
    x: upTo(y.length),
    y,
    readings: y.map((share, i) => c.words.stages.reading(label, i + 1, tenths(c, share))),
  };
}

function stagesChart(c: C): PlotView {
  const { stages: words, releases } = c.words;
  const { source, release, maxStages } = c.params;
  const chosen = curveOf(c.result, source, release);
  const other: Source = source === "l2" ? "hbm" : "l2";
  const limit = supplyOf(c.result, source).limit;
  const fit = c.result.stagesThatFit;
  const at = (stages: number) => percent(c, chosen.fixed[stages - 1] ?? Number.NaN);
  const lecture = curveOf(c.lecture, c.defaults.source, c.defaults.release);
  return {
    kind: "plot",
    name: "stages",
    title: words.title,
    description: words.description(
      { one: at(1), two: at(2), most: at(maxStages) },
      percent(c, limit),
      releases[release],
      c.format.number(fit, ".0f"),
    ),
    x: stagesAxis(c, maxStages),
    y: busyAxis(c),
    series: [
      {
        key: "lecture",
        color: "ghost",
        style: "line",
        ghost: true,
        ...busySeries(c, words.lecture, lecture.fixed.slice(0, maxStages)),
      },
      ...rules.map((rule) => ({
        key: rule,
        color: ruleColors[rule],
        style: "line-points" as const,
        marker: ruleMarkers[rule],
        ...busySeries(c, releases[rule], curveOf(c.result, source, rule).fixed),
      })),
      { key: "closed", color: "grey", style: "points", marker: "cross", ...busySeries(c, words.closed, chosen.closed) },
      {
        key: "jitter",
        color: ruleColors[release],
        style: "line",
        dash: "dash",
        ...busySeries(c, words.jitter(releases[release]), chosen.jitter),
      },
      {
        key: "other",
        color: "transfer",
        style: "line",
        dash: "dot",
        ...busySeries(c, words.other[other], curveOf(c.result, other, release).fixed),
      },
    ],
    marks: [
      { kind: "line", axis: "y", value: limit, label: `${words.bound} ${percent(c, limit)}`, color: "limit" },
      ...(c.result.neededStages <= maxStages && source === "l2"
        ? [
            {
              kind: "line" as const,
              axis: "x" as const,
              value: c.result.neededStages,
              label: words.needed(c.format.number(c.result.neededStages, ".1f")),
              color: "latency" as const,
            },
          ]
        : []),
      ...(fit >= 1 && fit < maxStages
        ? [
            {
              kind: "line" as const,
              axis: "x" as const,
              value: fit + 0.5,
              label: words.fit(c.format.number(c.params.sharedKiB, ".4g"), c.format.number(fit, ".0f")),
              color: "limit" as const,
            },
          ]
        : []),
    ],
  };
}

/** The spans of one tile, from asking to the end of its computation, in the lane of its buffer. */
function tileSpans(c: C, i: number): SpanView[] {
  const line = c.result.timeline;
  const words = c.words.timeline;
  const at = (events: Float64Array) => events[i] ?? 0;
  const tile = c.format.number(line.firstTile + i, ",.0f");
  const reading = words.tile(
    tile,
    c.format.seconds(at(line.requested)),
    c.format.seconds(at(line.arrived)),
    c.format.seconds(at(line.start)),
  );
  const span = (from: number, to: number, color: SpanView["color"], what: string): SpanView => ({
    from: microseconds(from),
    to: microseconds(to),
    color,
    label: tile,
    reading: `${what} · ${reading}`,
  });
  return [
    span(at(line.requested), at(line.channelStart), "grey", words.queue),
    span(at(line.channelStart), at(line.channelEnd), "transfer", words.transfer),
    span(at(line.channelEnd), at(line.arrived), "latency", words.latency),
    span(at(line.arrived), at(line.start), "wait", words.ready),
    span(at(line.start), at(line.end), "compute", words.compute),
  ].filter((one) => one.to > one.from);
}

/** What lies between the events of one tile and the next: the producer blocked, the tensor core idle. */
function gaps(
  c: C,
  ends: Float64Array,
  starts: Float64Array,
  color: SpanView["color"],
  reading: Words["timeline"]["blocked"],
) {
  const first = c.result.timeline.firstTile;
  return [...starts].flatMap((to, i): SpanView[] => {
    const from = i > 0 ? (ends[i - 1] ?? to) : first > 0 ? to : 0;
    if (to <= from) return [];
    const tile = c.format.number(first + i, ",.0f");
    return [
      {
        from: microseconds(from),
        to: microseconds(to),
        color,
        label: tile,
        reading: reading(tile, c.format.seconds(from), c.format.seconds(to)),
      },
    ];
  });
}

function timelineChart(c: C): TimelineView {
  const words = c.words.timeline;
  const line = c.result.timeline;
  const tiles = line.end.length;
  const spans = upTo(tiles).map((count) => tileSpans(c, count - 1));
  const from = line.firstTile > 0 ? microseconds(line.requested[0] ?? 0) : 0;
  const to = microseconds(line.end[tiles - 1] ?? 0);
  const slots = [...new Set(line.slot)].sort((a, b) => a - b);
  const only = (color: SpanView["color"]) => spans.flatMap((tile) => tile.filter((span) => span.color === color));
  const producer = {
    key: "producer",
    label: words.producer,
    spans: gaps(c, line.requested, line.requested, "grey", words.blocked),
  };
  const channel = { key: "channel", label: words.channel, spans: only("transfer") };
  const consumer = {
    key: "consumer",
    label: words.consumer,
    spans: [...only("compute"), ...gaps(c, line.end, line.start, "wait", words.idleReading)].sort(
      (a, b) => a.from - b.from,
    ),
  };
  const legend: TimelineView["legend"] = [
    { color: "grey", label: words.request },
    { color: "transfer", label: words.transfer },
    { color: "latency", label: words.latency },
    { color: "wait", label: words.idle },
    { color: "compute", label: words.compute },
  ];
  return {
    kind: "timeline",
    name: "timeline",
    title: words.title,
    description: words.description(
      c.format.number(tiles, ",.0f"),
      c.format.seconds(line.requested[0] ?? 0),
      c.format.seconds(line.end[tiles - 1] ?? 0),
      percent(c, line.busy),
    ),
    x: {
      label: words.x,
      unit: "µs",
      scale: "linear",
      min: from,
      max: to,
      ticks: c.ticks("linear", from, to, (value) => c.format.number(value, ",.4g")),
    },
    lanes: [
      producer,
      channel,
      ...slots.map((slot) => ({
        key: `buffer-${slot}`,
        label: words.buffer(slot + 1),
        spans: spans.filter((_, i) => line.slot[i] === slot).flat(),
      })),
      consumer,
    ],
    legend,
    // The buffers' lanes say the same of one tile each.
    moments: momentsOf([{ ...producer, label: words.producerWarp }, channel, consumer], legend, (at) =>
      c.format.seconds(at / 1e6),
    ),
    window: {
      param: "firstTile",
      at: line.firstTile,
      last: Math.max(0, c.params.tiles - c.params.shownTiles),
    },
  };
}

function monteCarloChart(c: C): PlotView {
  const { monteCarlo: words, sources } = c.words;
  const chosen = c.result.monteCarlo.find((one) => one.source === c.params.source) as Result["monteCarlo"][number];
  const { maxStages } = c.params;
  const lecture = c.lecture.monteCarlo[0] as Result["monteCarlo"][number];
  const share = percent(c, c.params.target);
  const target = c.format.number(chosen.stagesForTarget, ".0f");
  return {
    kind: "plot",
    name: "montecarlo",
    title: words.title,
    description: words.description(
      sources[chosen.source],
      tenths(c, chosen.mean[1] ?? Number.NaN),
      tenths(c, chosen.mean[maxStages - 1] ?? Number.NaN),
      target,
      share,
      c.format.number(c.result.seedsUsed, ",.0f"),
    ),
    x: stagesAxis(c, maxStages),
    y: busyAxis(c),
    series: [
      {
        key: "lecture",
        color: "ghost",
        style: "line",
        ghost: true,
        ...busySeries(c, c.words.stages.lecture, lecture.mean.slice(0, maxStages)),
      },
      ...c.result.monteCarlo.flatMap((one): SeriesView[] => [
        {
          key: `${one.source}-band`,
          label: words.band(sources[one.source]),
          color: sourceColors[one.source],
          style: "band",
          x: upTo(maxStages),
          y: [...one.mean],
          low: [...one.low],
          high: [...one.high],
          readings: [...one.low].map((low, i) =>
            words.bandReading(sources[one.source], i + 1, tenths(c, low), tenths(c, one.high[i] ?? Number.NaN)),
          ),
        },
        {
          key: `${one.source}-mean`,
          label: words.mean(sources[one.source]),
          color: sourceColors[one.source],
          style: "line-points",
          marker: one.source === "l2" ? "circle" : "square",
          x: upTo(maxStages),
          y: [...one.mean],
          readings: [...one.mean].map((mean, i) =>
            words.reading(sources[one.source], i + 1, tenths(c, mean), tenths(c, one.sd[i] ?? Number.NaN)),
          ),
        },
      ]),
    ],
    marks: [
      {
        kind: "line",
        axis: "y",
        value: chosen.endless,
        label: `${words.endless(sources[chosen.source])} ${tenths(c, chosen.endless)}`,
        color: "limit",
      },
      ...(chosen.stagesForTarget <= maxStages
        ? [
            {
              kind: "line" as const,
              axis: "x" as const,
              value: chosen.stagesForTarget,
              label: words.target(share, target),
              color: sourceColors[chosen.source],
            },
          ]
        : []),
    ],
  };
}

function measuredChart(c: C): PlotView {
  const { measured: words, releases } = c.words;
  const points = c.result.measured.filter((point) => point.study === "mainloop");
  const cycles = (value: number) => c.format.number(value, ",.0f");
  const thousands = (value: number) => value / 1000;
  const last = points[points.length - 1];
  const second = points[1];
  const max = thousands(Math.max(...points.map((point) => point.measured))) * 1.1;
  const series = (key: string, label: string, pick: (point: (typeof points)[number]) => number) => ({
    key,
    label,
    x: points.map((point) => point.stages),
    y: points.map((point) => thousands(pick(point))),
    readings: points.map((point) => words.reading(label, point.stages, cycles(pick(point)))),
  });
  return {
    kind: "plot",
    name: "measured",
    title: words.title,
    description: words.description(
      cycles(second?.cpAsync ?? Number.NaN),
      cycles(second?.ring ?? Number.NaN),
      cycles(second?.measured ?? Number.NaN),
      c.format.number(second?.stages ?? Number.NaN, ".0f"),
    ),
    x: { ...stagesAxis(c, (last?.stages ?? 6) + 1) },
    y: {
      label: words.y,
      unit: `1,000 ${c.words.cycles}`,
      scale: "linear",
      min: 0,
      max,
      ticks: c.ticks("linear", 0, max, (value) => c.format.number(value, ",.4g")),
    },
    series: [
      {
        ...series("ring", releases.ring, (p) => p.ring),
        color: "second",
        style: "line-points",
        marker: "square",
        dash: "dash",
      },
      {
        ...series("cp_async", releases.cp_async, (p) => p.cpAsync),
        color: "current",
        style: "line-points",
        marker: "circle",
      },
      { ...series("measured", words.measured, (p) => p.measured), color: "measured", style: "points", marker: "cross" },
    ],
    marks: [],
  };
}

export default defineDemo<"async-pipeline", PresetId, Words>({
  id: "async-pipeline",
  lecture: "lecture08",
  order: 2,
  controls: {
    main: [{ name: "stages", scale: "linear", step: 1 }, { name: "latencyNs", scale: "log" }, { name: "release" }],
    more: [
      { name: "source" },
      { name: "jitter", scale: "linear", step: 0.1 },
      { name: "tileM", scale: "log" },
      { name: "tileN", scale: "log" },
      { name: "tileK", scale: "log" },
      { name: "bytesPerElement", scale: "linear", step: 0.5 },
      { name: "clusterM", scale: "linear", step: 1 },
      { name: "clusterN", scale: "linear", step: 1 },
      { name: "flopsPerSmClk", scale: "log" },
      { name: "clockGhz", scale: "linear", step: 0.01 },
      { name: "sms", scale: "linear", step: 1 },
      { name: "l2BytesPerClk", scale: "log" },
      { name: "hbmTBps", scale: "log" },
      { name: "sharedKiB", scale: "linear", step: 1 },
      { name: "epilogueKiB", scale: "linear", step: 1 },
      { name: "issueIntervalNs", scale: "linear", step: 1 },
      { name: "tiles", scale: "log" },
      { name: "seed", widget: "text" },
      { name: "seeds", scale: "log" },
      { name: "target", scale: "linear", step: 0.01 },
      { name: "timelineLatency" },
      { name: "firstTile", widget: "text" },
      { name: "shownTiles", scale: "log" },
      { name: "maxStages", scale: "linear", step: 1 },
    ],
  },
  presets: [
    { id: "lecture", params: {} },
    { id: "ring", params: { release: "ring" } },
    { id: "steady", params: { jitter: 0 } },
    { id: "l2-idle", params: { latencyNs: 217 } },
    { id: "from-memory", params: { source: "hbm" } },
    { id: "big-tile", params: { tileM: 256, tileN: 128, clusterM: 2, source: "hbm" } },
    { id: "fp8", params: { bytesPerElement: 1, flopsPerSmClk: 8192 } },
  ],
  picks: chipPicks,
  figures: (c) => [
    { name: "compute-time", label: c.words.figures.compute, text: c.format.seconds(c.result.computeS) },
    { name: "l2-time", label: c.words.figures.l2, text: c.format.seconds(c.result.l2S) },
    { name: "hbm-time", label: c.words.figures.hbm, text: c.format.seconds(c.result.hbmS) },
    { name: "needed-stages", label: c.words.figures.needed, text: c.format.number(c.result.neededStages, ".1f") },
  ],
  tables: (c) => [mainTable(c), supplyTable(c), rulesTable(c), sweepTable(c)],
  charts: (c) => [stagesChart(c), timelineChart(c), monteCarloChart(c), measuredChart(c)],
  known: {
    figures: { "compute-time": "279.8 ns", "l2-time": "279.8 ns", "hbm-time": "1.291 µs", "needed-stages": "4.5" },
  },
});
