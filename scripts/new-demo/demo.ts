// What the demo shows: its controls, presets, table and chart.
import { type Context, defineDemo, type PlotView, type TableView } from "../../engine/define-demo.js";

export type PresetId = "lecture" | "larger" | "faster";

export interface Words {
  main: { caption: string; what: string; time: string; often: string; row: string };
  curve: { title: string; x: string; y: string; now: string; lecture: string };
  curveDescription(least: string, most: string): string;
  curveReading(bandwidth: string, time: string): string;
}

type C = Context<"sample-demo", Words>;

function mainTable(c: C): TableView {
  const { main } = c.words;
  const { readS, readsPerS } = c.result;
  return {
    name: "main",
    caption: main.caption,
    columns: [
      { key: "what", label: main.what, numeric: false },
      { key: "time", label: main.time, numeric: true },
      { key: "often", label: main.often, numeric: true },
    ],
    rows: [
      {
        key: "memory",
        cells: [
          { text: main.row, header: true },
          { text: c.format.seconds(readS), value: readS },
          { text: c.format.number(readsPerS, ",.1f"), value: readsPerS },
        ],
      },
    ],
    notes: [],
  };
}

function curveChart(c: C): PlotView {
  const { curve: words, curveDescription, curveReading } = c.words;
  const terabytes = (value: number) => `${c.format.number(value, ".4g")} TB/s`;
  const milliseconds = (value: number) => c.format.seconds(value / 1000);
  const axis = (label: string, unit: string, values: ArrayLike<number>): PlotView["x"] => {
    const [min, max] = [Math.min(...Array.from(values)), Math.max(...Array.from(values))];
    return {
      label,
      unit,
      scale: "log",
      min,
      max,
      ticks: c.ticks("log", min, max, (value) => c.format.number(value, ",.4g")),
    };
  };
  const curve = (result: C["result"]) => ({
    x: [...result.curveTBps],
    y: [...result.curveMs],
    readings: [...result.curveTBps].map((bandwidth, i) =>
      curveReading(terabytes(bandwidth), milliseconds(result.curveMs[i] ?? Number.NaN)),
    ),
  });
  const { curveTBps, curveMs } = c.result;
  return {
    kind: "plot",
    name: "curve",
    title: words.title,
    description: curveDescription(milliseconds(Math.min(...curveMs)), milliseconds(Math.max(...curveMs))),
    x: axis(words.x, "TB/s", curveTBps),
    y: axis(words.y, "ms", curveMs),
    series: [
      { key: "lecture", label: words.lecture, color: "ghost", style: "line", ghost: true, ...curve(c.lecture) },
      { key: "curve", label: words.now, color: "current", style: "line", ...curve(c.result) },
    ],
    marks: [
      {
        kind: "line",
        axis: "x",
        value: c.params.bandwidthTBps,
        label: terabytes(c.params.bandwidthTBps),
        color: "limit",
      },
    ],
  };
}

export default defineDemo<"sample-demo", PresetId, Words>({
  id: "sample-demo",
  lecture: "lecture08",
  order: 1,
  controls: {
    main: [
      { name: "capacityGB", scale: "log" },
      { name: "bandwidthTBps", scale: "log" },
    ],
    more: [],
  },
  presets: [
    { id: "lecture", params: {} },
    { id: "larger", params: { capacityGB: 288, bandwidthTBps: 8 } },
    { id: "faster", params: { bandwidthTBps: 22 } },
  ],
  figures: (c) => [{ name: "read-time", label: c.words.main.time, text: c.format.seconds(c.result.readS) }],
  tables: (c) => [mainTable(c)],
  charts: (c) => [curveChart(c)],
  known: { figures: { "read-time": "23.88 ms" }, main: [["23.88 ms", "41.9"]] },
});
