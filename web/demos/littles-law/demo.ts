// Little's law as an instrument: the knee of bandwidth against bytes in flight, and where each way of reading lands.
import {
  type ColorKey,
  type Context,
  defineDemo,
  type HeatView,
  type PicksView,
  type PlotView,
  pick,
  type TableView,
} from "../../engine/define-demo.js";

export type PresetId = "lecture" | "ilp-3" | "a100" | "h200" | "b200" | "l2";

type Way = "ld-4" | "ld-16" | "cp-async-16" | "tma";

export interface Words {
  ways: Record<Way, string>;
  shortWays: Record<Way, string>;
  issuers: { thread: string; one: string };
  main: { caption: string; way: string; requests: string; warps: string; issuer: string; tmaNote: string };
  landing: {
    caption: string;
    carries: string;
    inFlight: string;
    reached: string;
    delivered: string;
    registers: string;
    yes: string;
    no: string;
    enough: string;
    short: string;
  };
  chips: {
    caption: string;
    chip: string;
    bandwidth: string;
    sms: string;
    inFlight: string;
    perSm: string;
    warps: string;
    tooMany: string;
    set: string;
    sources(chip: string, bandwidth: string, sms: string): string;
  };
  measured: { caption: string; chip: string; perSm: string; latency: string; reached: string };
  measuredChips: Record<"H200" | "H100-PCIe" | "A100", string>;
  knee: {
    title: string;
    x: string;
    y: string;
    curve: string;
    lecture: string;
    limit: string;
    need: string;
    measured: string;
  };
  loaded: { title: string; y: string; curve: string; base: string };
  reach: { title: string; row: (bytes: string) => string; column: (ilp: string) => string };
  kneeDescription(perSm: string, bandwidth: string, enough: string[], short: string[]): string;
  kneeReading(bytes: string, bandwidth: string): string;
  wayReading(way: string, bytes: string, bandwidth: string): string;
  measuredReading(chip: string, bytes: string, bandwidth: string, latency: string): string;
  loadedDescription(latency: string, perSm: string, most: string, mostLatency: string): string;
  loadedReading(bytes: string, latency: string): string;
  reachDescription(least: string, most: string, full: number, all: number): string;
  reachReading(bytes: string, ilp: string, share: string): string;
  figures: { inFlight: string; perSm: string };
}

type C = Context<"littles-law", Words>;

const wayColors: Record<Way, ColorKey> = {
  "ld-4": "latency",
  "ld-16": "transfer",
  "cp-async-16": "second",
  tma: "compute",
};
const wayMarkers = { "ld-4": "circle", "ld-16": "square", "cp-async-16": "diamond", tma: "triangle" } as const;

const kilobytes = (bytes: number) => bytes / 1000;
const terabytes = (c: C, value: number) => `${c.format.number(value, ".4g")} TB/s`;
/** Never in powers of ten: the unit stands beside the axis. */
const tickText = (c: C, value: number) => c.format.number(value, value >= 1 ? ",.0f" : ".4g");
const nanoseconds = (c: C, value: number) => c.format.seconds(value / 1e9);

function mainTable(c: C): TableView {
  const { main, ways, issuers } = c.words;
  return {
    name: "main",
    caption: main.caption,
    columns: [
      { key: "way", label: main.way, numeric: false },
      { key: "requests", label: main.requests, numeric: true },
      { key: "warps", label: main.warps, numeric: true },
      { key: "issuer", label: main.issuer, numeric: false },
    ],
    rows: c.result.ways.map((way) => ({
      key: way.way,
      cells: [
        { text: ways[way.way], header: true },
        { text: c.format.number(way.requestsPerSm, ",.0f"), value: way.requestsPerSm },
        way.byThread
          ? { text: c.format.number(way.warpsWithIlp, ",.1f"), value: way.warpsWithIlp }
          : { text: "-", note: main.tmaNote },
        { text: way.byThread ? issuers.thread : issuers.one },
      ],
    })),
    notes: [],
  };
}

function landingTable(c: C): TableView {
  const { landing, ways } = c.words;
  return {
    name: "landing",
    caption: landing.caption,
    columns: [
      { key: "way", label: c.words.main.way, numeric: false },
      { key: "carries", label: landing.carries, numeric: true },
      { key: "in-flight", label: landing.inFlight, numeric: true },
      { key: "reached", label: landing.reached, numeric: true },
      { key: "delivered", label: landing.delivered, numeric: true },
      { key: "registers", label: landing.registers, numeric: false },
    ],
    rows: c.result.ways.map((way) => ({
      key: way.way,
      cells: [
        { text: ways[way.way], header: true },
        { text: c.format.bytes(way.bytesPerRequest), value: way.bytesPerRequest },
        { text: c.format.bytes(way.inFlightAtLimitBytes), value: way.inFlightAtLimitBytes },
        {
          text: terabytes(c, way.reachedTBps),
          value: way.reachedTBps,
          note: way.enough ? landing.enough : landing.short,
          color: way.enough ? "compute" : "wait",
          strength: way.reachedTBps / c.params.bandwidthTBps,
        },
        { text: terabytes(c, way.deliveredTBps), value: way.deliveredTBps },
        { text: way.throughRegisters ? landing.yes : landing.no },
      ],
    })),
    notes: [],
  };
}

const chipName = (chip: string) => chip.replaceAll("-", " ");

/** Every chip whose bandwidth and SMs the chip table has, as one choice. */
function chipPicks(c: C): PicksView {
  const { set, sources } = c.words.chips;
  const settings = c.result.chips.map((need) => ({
    need,
    ...pick(c.params, need.chip, chipName(need.chip), { bandwidthTBps: need.bandwidthTBps, sms: need.sms }),
  }));
  const now = settings.find(({ active }) => active)?.need;
  return {
    name: "chip",
    label: set,
    picks: settings.map(({ need, ...one }) => one),
    ...(now && { note: sources(chipName(now.chip), now.bandwidthSource, now.smsSource) }),
  };
}

function chipsTable(c: C): TableView {
  const { chips: words } = c.words;
  return {
    name: "chips",
    caption: words.caption,
    columns: [
      { key: "chip", label: words.chip, numeric: false },
      { key: "bandwidth", label: words.bandwidth, numeric: true },
      { key: "sms", label: words.sms, numeric: true },
      { key: "in-flight", label: words.inFlight, numeric: true },
      { key: "per-sm", label: words.perSm, numeric: true },
      { key: "warps", label: words.warps, numeric: true },
    ],
    rows: c.result.chips.map((need) => ({
      key: need.chip,
      cells: [
        { text: chipName(need.chip), header: true },
        { text: terabytes(c, need.bandwidthTBps), value: need.bandwidthTBps },
        { text: c.format.number(need.sms, ",.0f"), value: need.sms },
        { text: c.format.bytes(need.inFlightBytes), value: need.inFlightBytes },
        { text: c.format.bytes(need.perSmBytes), value: need.perSmBytes },
        {
          text: c.format.number(need.plainWarps, ",.1f"),
          value: need.plainWarps,
          ...(need.plainWarps > c.params.residentWarps
            ? { note: words.tooMany, color: "wait" as const, strength: 1 }
            : {}),
        },
      ],
    })),
    notes: [],
  };
}

function measuredTable(c: C): TableView {
  const { measured, measuredChips } = c.words;
  return {
    name: "measured",
    caption: measured.caption,
    columns: [
      { key: "chip", label: measured.chip, numeric: false },
      { key: "per-sm", label: measured.perSm, numeric: true },
      { key: "latency", label: measured.latency, numeric: true },
      { key: "reached", label: measured.reached, numeric: true },
    ],
    rows: c.result.measured.map((place, i) => ({
      key: `${place.chip}-${i}`,
      cells: [
        { text: measuredChips[place.chip], header: true },
        { text: c.format.bytes(place.perSmBytes), value: place.perSmBytes },
        { text: nanoseconds(c, place.latencyNs), value: place.latencyNs },
        { text: terabytes(c, place.reachedTBps), value: place.reachedTBps },
      ],
    })),
    notes: [[c.source("gpu-benches")]],
  };
}

/** Ways that land on the same place share one label. */
function landingMarks(c: C): PlotView["marks"] {
  const places = new Map<number, C["result"]["ways"]>();
  for (const way of c.result.ways) {
    places.set(way.inFlightAtLimitBytes, [...(places.get(way.inFlightAtLimitBytes) ?? []), way]);
  }
  return [...places].map(([bytes, ways]) => ({
    kind: "point",
    x: kilobytes(bytes),
    y: ways[0]?.reachedTBps ?? 0,
    label: ways.map((way) => c.words.shortWays[way.way]).join(" · "),
    color: wayColors[ways[0]?.way ?? "ld-4"],
  }));
}

function bytesAxis(c: C): PlotView["x"] {
  const curve = c.result.kneeBytesPerSm;
  const min = kilobytes(curve[0] ?? 1);
  const max = kilobytes(curve[curve.length - 1] ?? 1);
  return {
    label: c.words.knee.x,
    unit: "kB",
    scale: "log",
    min,
    max,
    ticks: c.ticks("log", min, max, (value) => tickText(c, value)),
  };
}

function knee(c: C): PlotView {
  const { knee: words } = c.words;
  const x = bytesAxis(c);
  const inside = (bytes: number) => kilobytes(bytes) >= x.min && kilobytes(bytes) <= x.max;
  const measured = c.result.measured.filter((place) => inside(place.perSmBytes));
  const reached = [...c.result.kneeTBps, ...measured.map((place) => place.reachedTBps)];
  const min = Math.min(...reached) / 1.2;
  const max = Math.max(...reached, c.params.bandwidthTBps) * 1.5;
  const curve = (result: C["result"]) => {
    const points = [...result.kneeBytesPerSm].map((bytes, i) => ({ bytes, y: result.kneeTBps[i] ?? 0 }));
    const shown = points.filter((point) => inside(point.bytes) && point.y >= min && point.y <= max);
    return {
      x: shown.map((point) => kilobytes(point.bytes)),
      y: shown.map((point) => point.y),
      readings: shown.map((point) => c.words.kneeReading(c.format.bytes(point.bytes), terabytes(c, point.y))),
    };
  };
  const names = (enough: boolean) =>
    c.result.ways.filter((way) => way.enough === enough).map((way) => c.words.shortWays[way.way]);
  return {
    kind: "plot",
    name: "knee",
    title: words.title,
    description: c.words.kneeDescription(
      c.format.bytes(c.result.perSmBytes),
      terabytes(c, c.params.bandwidthTBps),
      names(true),
      names(false),
    ),
    x,
    y: {
      label: words.y,
      unit: "TB/s",
      scale: "log",
      min,
      max,
      ticks: c.ticks("log", min, max, (value) => tickText(c, value)),
    },
    series: [
      { key: "lecture", label: words.lecture, color: "ghost", style: "line", ghost: true, ...curve(c.lecture) },
      { key: "curve", label: words.curve, color: "current", style: "line", ...curve(c.result) },
      ...c.result.ways.map((way) => ({
        key: way.way,
        label: c.words.shortWays[way.way],
        color: wayColors[way.way],
        style: "points" as const,
        marker: wayMarkers[way.way],
        x: [kilobytes(way.inFlightAtLimitBytes)],
        y: [way.reachedTBps],
        readings: [
          c.words.wayReading(
            c.words.ways[way.way],
            c.format.bytes(way.inFlightAtLimitBytes),
            terabytes(c, way.reachedTBps),
          ),
        ],
      })),
      {
        key: "measured",
        label: words.measured,
        color: "measured",
        style: "points",
        marker: "cross",
        x: measured.map((place) => kilobytes(place.perSmBytes)),
        y: measured.map((place) => place.reachedTBps),
        readings: measured.map((place) =>
          c.words.measuredReading(
            c.words.measuredChips[place.chip],
            c.format.bytes(place.perSmBytes),
            terabytes(c, place.reachedTBps),
            nanoseconds(c, place.latencyNs),
          ),
        ),
      },
    ],
    marks: [
      {
        kind: "line",
        axis: "y",
        value: c.params.bandwidthTBps,
        label: `${words.limit} ${terabytes(c, c.params.bandwidthTBps)}`,
        color: "limit",
      },
      {
        kind: "line",
        axis: "x",
        value: kilobytes(c.result.perSmBytes),
        label: `${words.need} ${c.format.bytes(c.result.perSmBytes)}`,
        color: "current",
      },
      ...landingMarks(c),
    ],
  };
}

function loaded(c: C): PlotView {
  const { loaded: words } = c.words;
  const { kneeBytesPerSm, kneeLatencyNs } = c.result;
  const x = bytesAxis(c);
  const min = c.params.latencyNs / 2;
  const max = Math.max(...kneeLatencyNs) * 1.2;
  const last = kneeLatencyNs.length - 1;
  return {
    kind: "plot",
    name: "loaded",
    title: words.title,
    description: c.words.loadedDescription(
      nanoseconds(c, c.params.latencyNs),
      c.format.bytes(c.result.perSmBytes),
      c.format.bytes(kneeBytesPerSm[last] ?? 0),
      nanoseconds(c, kneeLatencyNs[last] ?? 0),
    ),
    x,
    y: {
      label: words.y,
      unit: "ns",
      scale: "log",
      min,
      max,
      ticks: c.ticks("log", min, max, (value) => tickText(c, value)),
    },
    series: [
      {
        key: "latency",
        label: words.curve,
        color: "latency",
        style: "line",
        x: [...kneeBytesPerSm].map(kilobytes),
        y: [...kneeLatencyNs],
        readings: [...kneeBytesPerSm].map((bytes, i) =>
          c.words.loadedReading(c.format.bytes(bytes), nanoseconds(c, kneeLatencyNs[i] ?? 0)),
        ),
      },
    ],
    marks: [
      {
        kind: "line",
        axis: "y",
        value: c.params.latencyNs,
        label: `${words.base} ${nanoseconds(c, c.params.latencyNs)}`,
        color: "limit",
      },
      {
        kind: "line",
        axis: "x",
        value: kilobytes(c.result.perSmBytes),
        label: `${c.words.knee.need} ${c.format.bytes(c.result.perSmBytes)}`,
        color: "current",
      },
    ],
  };
}

function reach(c: C): HeatView {
  const { reach: words } = c.words;
  const cells = c.result.reach;
  const sizes = [...new Set(cells.map((cell) => cell.bytesPerRequest))];
  const ilps = [...new Set(cells.map((cell) => cell.ilp))];
  const share = (fraction: number) => c.format.number(fraction, ".0%");
  const fractions = cells.map((cell) => cell.fraction);
  return {
    kind: "heat",
    name: "reach",
    title: words.title,
    description: c.words.reachDescription(
      share(Math.min(...fractions)),
      share(Math.max(...fractions)),
      fractions.filter((fraction) => fraction >= 1).length,
      fractions.length,
    ),
    columns: ilps.map((ilp) => words.column(String(ilp))),
    rows: sizes.map((bytes) => ({
      label: words.row(String(bytes)),
      cells: cells
        .filter((cell) => cell.bytesPerRequest === bytes)
        .map((cell) => ({
          text: share(cell.fraction),
          value: cell.fraction,
          color: "transfer",
          strength: cell.fraction,
          reading: c.words.reachReading(String(bytes), String(cell.ilp), share(cell.fraction)),
        })),
    })),
  };
}

export default defineDemo<"littles-law", PresetId, Words>({
  id: "littles-law",
  lecture: "lecture08",
  order: 1,
  controls: {
    main: [
      { name: "bandwidthTBps", scale: "log" },
      { name: "latencyNs", scale: "log" },
      { name: "ilp", scale: "linear", step: 1 },
    ],
    more: [
      { name: "sms", scale: "linear", step: 1 },
      { name: "residentWarps", scale: "linear", step: 1 },
      { name: "tileKiB", scale: "log" },
      { name: "tilesInFlight", scale: "linear", step: 1 },
      { name: "multicast", scale: "linear", step: 1 },
    ],
  },
  presets: [
    { id: "lecture", params: {} },
    { id: "ilp-3", params: { ilp: 3 } },
    { id: "a100", params: { bandwidthTBps: 2.04, sms: 108 } },
    { id: "h200", params: { bandwidthTBps: 4.8 } },
    { id: "b200", params: { bandwidthTBps: 8, sms: 148 } },
    { id: "l2", params: { bandwidthTBps: 15.46, latencyNs: 217 } },
  ],
  picks: chipPicks,
  figures: (c) => [
    { name: "in-flight", label: c.words.figures.inFlight, text: c.format.bytes(c.result.inFlightBytes) },
    { name: "per-sm", label: c.words.figures.perSm, text: c.format.bytes(c.result.perSmBytes) },
  ],
  tables: (c) => [mainTable(c), landingTable(c), chipsTable(c), measuredTable(c)],
  charts: (c) => [knee(c), loaded(c), reach(c)],
  known: { figures: { "in-flight": "2.345 MB", "per-sm": "17.77 kB" } },
});
