// A chart's data for people and other programs: its points as a table, CSV, JSON, and a timeline as a Chrome trace.
import type { ChartView, TableView, TimelineView } from "../engine/view.js";
import { csv } from "./write-table.js";

interface TwinWords {
  series: string;
  reading: string;
  lane: string;
  pointsOf(title: string): string;
}

function twinRows(chart: ChartView): [string, string][] {
  if (chart.kind === "plot")
    return chart.series.flatMap(({ label, readings }) => readings.map((reading): [string, string] => [label, reading]));
  if (chart.kind === "timeline")
    return chart.lanes.flatMap(({ label, spans }) => spans.map(({ reading }): [string, string] => [label, reading]));
  return chart.rows.flatMap(({ label, cells }) => cells.map(({ reading }): [string, string] => [label, reading]));
}

/** Every point of the chart with what is read there, in the words of the model. */
export function twinOf(chart: ChartView, words: TwinWords): TableView {
  return {
    name: `chart-${chart.name}`,
    caption: words.pointsOf(chart.title),
    columns: [
      { key: "series", label: chart.kind === "timeline" ? words.lane : words.series, numeric: false },
      { key: "reading", label: words.reading, numeric: false },
    ],
    rows: twinRows(chart).map(([series, reading], index) => ({
      key: String(index),
      cells: [{ text: series, header: true }, { text: reading }],
    })),
    notes: [],
  };
}

const finite = (value: number | undefined) => (value !== undefined && Number.isFinite(value) ? value : "");

/** One line for each point, span or cell, with its numbers in full. */
export function chartAsCsv(chart: ChartView): string {
  if (chart.kind === "plot") {
    const rows = chart.series.flatMap(({ label, x, y, low, high, readings }) =>
      x.map((at, i) => [label, at, finite(y[i]), finite(low?.[i]), finite(high?.[i]), readings[i] ?? ""]),
    );
    return csv([["series", "x", "y", "low", "high", "reading"], ...rows]);
  }
  if (chart.kind === "timeline") {
    const rows = chart.lanes.flatMap(({ label, spans }) =>
      spans.map(({ from, to, reading }) => [label, from, to, reading]),
    );
    return csv([["lane", "from", "to", "reading"], ...rows]);
  }
  const rows = chart.rows.flatMap(({ label, cells }) =>
    cells.map((cell, i) => [label, chart.columns[i] ?? "", finite(cell.value), cell.text]),
  );
  return csv([["row", "column", "value", "shown"], ...rows]);
}

export const chartAsJson = (chart: ChartView): string => JSON.stringify(chart, null, 2);

// The trace format counts microseconds.
const microseconds: Record<string, number> = { ps: 1e-6, ns: 1e-3, µs: 1, ms: 1e3, s: 1e6 };

/** Trace Event Format: one process, a thread for each lane, a complete event for each span. */
export function timelineAsTrace(timeline: TimelineView): string {
  const scale = microseconds[timeline.x.unit] ?? 1;
  const event = (name: string, ph: string, tid: number, more: object) => ({ name, ph, pid: 1, tid, ...more });
  const traceEvents = [
    event("process_name", "M", 0, { args: { name: timeline.title } }),
    ...timeline.lanes.flatMap(({ label, spans }, lane) => [
      event("thread_name", "M", lane + 1, { args: { name: label } }),
      event("thread_sort_index", "M", lane + 1, { args: { sort_index: lane } }),
      ...spans.map(({ from, to, label: short, color, reading }) =>
        event(short || color, "X", lane + 1, {
          cat: color,
          ts: from * scale,
          dur: (to - from) * scale,
          args: { reading },
        }),
      ),
    ]),
  ];
  return JSON.stringify({ displayTimeUnit: "ns", traceEvents });
}
