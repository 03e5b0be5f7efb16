// The parts of the interface that need no browser: what is drawn from a View, slider positions, messages of frames.
import { render } from "preact-render-to-string";
import { describe, expect, test } from "vitest";
import type { ControlView, PlotView, SeriesView, TableView, TimelineView, View } from "../../web/engine/view.js";
import { nextIndex } from "../../web/ui/chart.js";
import { detents, nearestDetent, stepFrom } from "../../web/ui/detents.js";
import { readMessage } from "../../web/ui/frame.js";
import { barsOf, shareOf } from "../../web/ui/plot-geometry.js";
import { plainText, RichText } from "../../web/ui/rich.js";
import { uiTexts } from "../../web/ui/texts.js";
import { Widget } from "../../web/ui/widget.js";

const around = {
  lang: "en",
  sources: [{ id: "lecture", title: "The lecture" }],
  langRoot: "../",
  isFramed: false,
} as const;
const draw = (rich: View["sentence"]) =>
  render(<RichText rich={rich} around={{ ...around, sources: [...around.sources] }} />);

describe("sentences", () => {
  test("a parameter is a button that names its control", () => {
    expect(draw([{ kind: "param", param: "sms", text: "132" }])).toBe(
      '<button type="button" class="number param" data-param="sms">132</button>',
    );
  });

  test("a figure carries the contract's hook", () => {
    expect(draw([{ kind: "figure", figure: "per-sm", text: "17.77 kB" }])).toContain('data-figure="per-sm"');
  });

  test("a quote is marked with its source and its language", () => {
    const html = draw([{ kind: "quote", text: "内存墙", source: "lecture", lang: "zh" }]);
    expect(html).toContain('<q lang="zh-Hans">内存墙</q>');
    expect(html).toContain('href="#source-lecture"');
    expect(html).toContain("[1]");
  });

  test("another demo is reached with its values", () => {
    expect(draw([{ kind: "demo", demo: "ping-pong", text: "x", params: { expTps: "9" } }])).toContain(
      'href="../ping-pong/?expTps=9"',
    );
  });

  test("markup in a text stays text", () => {
    expect(draw(["<img src=x onerror=alert(1)>"])).not.toContain("<img");
  });

  test("the plain words are those that are shown", () => {
    expect(plainText(["a ", { kind: "strong", text: "b" }, { kind: "source", source: "lecture" }])).toBe("a b");
  });
});

const control = (more: Partial<ControlView>): ControlView => ({
  name: "latencyNs",
  label: "Latency",
  help: "",
  widget: "slider",
  value: "700",
  valueText: "700 ns",
  defaultValue: "700",
  min: 1,
  max: 100000,
  scale: "log",
  unit: "ns",
  allowed: "1 to 100,000 ns",
  whole: false,
  ...more,
});

describe("slider positions", () => {
  test("hold the ends and the lecture's value, in ascending order", () => {
    const positions = detents(control({ defaultValue: "713" }));
    expect(positions[0]).toBe(1);
    expect(positions.at(-1)).toBe(100000);
    expect(positions).toContain(713);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
  });

  test("of whole parameters are whole", () => {
    expect(detents(control({ whole: true, step: 1 })).every(Number.isInteger)).toBe(true);
  });

  test("are exact decimals", () => {
    expect(detents(control({ scale: "linear", min: 0, max: 1, step: 0.1, defaultValue: "0" }))).toEqual([
      0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1,
    ]);
  });

  test("stay few however wide the range", () => {
    const wide = { scale: "linear", whole: true, step: 1, min: 0, max: 2 ** 53, defaultValue: "0" } as const;
    expect(detents(control(wide)).length).toBeLessThan(300);
  });

  test("a step leads to the next position from any value", () => {
    expect(stepFrom([1, 2, 5], 3, 1)).toBe(5);
    expect(stepFrom([1, 2, 5], 3, -1)).toBe(2);
    expect(stepFrom([1, 2, 5], 5, 1)).toBeUndefined();
    expect(nearestDetent([1, 2, 5], 4)).toBe(2);
  });
});

describe("messages of frames", () => {
  const good = { source: "cs349e-companion", v: 1, type: "set", params: { latencyNs: 400, chips: ["H100", "B200"] } };

  test("set brings values as in the address", () => {
    expect(readMessage(good)).toEqual({ type: "set", params: { latencyNs: "400", chips: "H100,B200" } });
  });

  test("reset needs no more", () => {
    expect(readMessage({ source: "cs349e-companion", v: 1, type: "reset" })).toEqual({ type: "reset" });
  });

  test.each([
    null,
    undefined,
    7,
    "set",
    [],
    {},
    { ...good, source: "other" },
    { ...good, v: 2 },
    { ...good, type: "eval" },
  ])("%j is ignored", (data) => expect(readMessage(data)).toBeUndefined());

  test.each([null, [1], "x", { a: { b: 1 } }, { a: null }, { a: () => 1 }])("params %j are ignored", (params) => {
    expect(readMessage({ ...good, params })).toBeUndefined();
  });

  test("a key of the prototype is inert", () => {
    readMessage({ ...good, params: JSON.parse('{"__proto__": "polluted"}') });
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });
});

const series = (more: Partial<SeriesView>): SeriesView => ({
  key: "a",
  label: "A",
  color: "current",
  style: "bars",
  x: [0, 1],
  y: [2, 4],
  readings: ["first", "second"],
  ...more,
});
const tick = (value: number) => ({ value, label: String(value) });
const plot: PlotView = {
  kind: "plot",
  name: "gain",
  title: "Gain",
  description: "From 2 to 4.",
  x: { label: "chip", unit: "", scale: "category", min: 0, max: 1, ticks: [tick(0), tick(1)] },
  y: { label: "time", unit: "ns", scale: "linear", min: 0, max: 10, ticks: [tick(0), tick(5), tick(10)] },
  series: [series({ stack: "s" }), series({ key: "b", stack: "s" })],
  marks: [{ kind: "line", axis: "y", value: 8, label: "limit", color: "limit" }],
};

describe("plots", () => {
  test("a decade of a log axis takes equal room everywhere", () => {
    const axis = { ...plot.y, scale: "log", min: 1, max: 1000 } as const;
    expect(shareOf(axis, 10)).toBeCloseTo(1 / 3, 12);
    expect(shareOf(axis, 100)).toBeCloseTo(2 / 3, 12);
  });

  test("stacked bars lie on one another", () => {
    const bars = barsOf(plot);
    expect(bars.get("a")?.map(({ from, to }) => [from, to])).toEqual([
      [0, 2],
      [0, 4],
    ]);
    expect(bars.get("b")?.map(({ from, to }) => [from, to])).toEqual([
      [2, 4],
      [4, 8],
    ]);
  });

  test("bars that are not stacked stand side by side within their category", () => {
    const bars = barsOf({ ...plot, series: [series({}), series({ key: "b" })] });
    const [left, right] = [bars.get("a")?.[0], bars.get("b")?.[0]];
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
    expect((right?.x ?? 1) + (right?.width ?? 0)).toBeLessThan(0.5);
  });

  test("arrow keys stop at the ends", () => {
    expect(nextIndex("ArrowRight", -1, 3)).toBe(0);
    expect(nextIndex("ArrowRight", 2, 3)).toBe(2);
    expect(nextIndex("ArrowLeft", 0, 3)).toBe(0);
    expect(nextIndex("End", 0, 3)).toBe(2);
    expect(nextIndex("x", 0, 3)).toBeUndefined();
    expect(nextIndex("Home", 0, 0)).toBeUndefined();
  });
});

const table: TableView = {
  name: "main",
  caption: "Times",
  columns: [
    { key: "chip", label: "Chip", numeric: false },
    { key: "time", label: "Time", numeric: true },
  ],
  rows: [
    {
      key: "h100",
      cells: [
        { text: "H100", header: true },
        { text: "0.517 ps", value: 5.17e-13, note: "rounded" },
      ],
    },
  ],
  notes: [["A note."]],
};
const view: View = {
  id: "ping-pong",
  lang: "zh",
  title: "问题",
  sentence: ["答案 ", { kind: "figure", figure: "exp-rate", text: "4.5 T" }],
  presets: [{ id: "lecture", label: "讲义", params: {}, active: true }],
  controls: {
    main: [
      control({}),
      control({ name: "chip", widget: "select", choices: [{ value: "H100", label: "H100", chosen: true }] }),
      control({ name: "chips", widget: "checks", choices: [{ value: "H100", label: "H100", chosen: true }] }),
    ],
    more: [control({ name: "shapes", widget: "pairs", value: "64:64,128:128" })],
  },
  figures: [
    { name: "exp-rate", label: "exp", text: "4.5 T" },
    { name: "left", label: "left", text: "119.2 GB" },
  ],
  tables: [table],
  charts: [plot],
  observations: [["一"], ["二"]],
  predictions: [],
  experiments: [],
  exercise: null,
  takesWeights: false,
  sources: [],
  notices: [{ param: "chip", text: "没有" }],
  changes: [],
};

describe("a widget", () => {
  const html = render(<Widget view={view} langRoot="../" change={() => {}} set={() => {}} />);

  test("has the contract's hooks", () => {
    for (const hook of [
      'data-table="main"',
      'data-chart="gain"',
      'data-notice="chip"',
      '<ol class="observations" data-observations',
    ]) {
      expect(html).toContain(hook);
    }
  });

  test("names each control after its parameter", () => {
    for (const name of ["latencyNs", "chip", "chips", "shapes"]) expect(html).toContain(`name="${name}"`);
  });

  test("keeps cells free of everything but their text", () => {
    expect(html).toMatch(/<td[^>]*title="rounded"[^>]*>0\.517 ps<\/td>/);
  });

  test("shows each figure once", () => {
    expect(html.match(/data-figure="exp-rate"/g)).toHaveLength(1);
    expect(html).toContain('data-figure="left"');
  });

  test("uses no inline style, which the policy forbids", () => {
    expect(html).not.toMatch(/\sstyle=/);
  });
});

describe("a timeline with a window", () => {
  const drawn = (at: number) => {
    const x = { label: "time", unit: "µs", scale: "linear" as const, min: 0, max: 1, ticks: [] };
    const window = { param: "firstTile", at, last: 4 };
    const timeline: TimelineView = {
      kind: "timeline",
      name: "timeline",
      title: "run",
      description: "a run",
      x,
      lanes: [],
      legend: [],
      moments: [],
      window,
    };
    const html = render(
      <Widget view={{ ...view, charts: [timeline] }} langRoot="../" change={() => {}} set={() => {}} />,
    );
    return [...html.matchAll(/data-step="([\w-]+)"[^>]*?( disabled)?>/g)].map(([, name, off]) =>
      off ? `${name} off` : name,
    );
  };

  test("can be moved and played, and stops at both ends", () => {
    expect(drawn(2)).toEqual(["tile-back", "back", "play", "forward", "tile-forward"]);
    expect(drawn(0)).toEqual(["tile-back off", "back off", "play", "forward", "tile-forward"]);
    expect(drawn(4)).toEqual(["tile-back", "back", "play off", "forward off", "tile-forward off"]);
  });
});

test("both languages have all words of the interface", () => {
  for (const texts of Object.values(uiTexts)) {
    for (const word of Object.values(texts)) expect(typeof word === "function" ? word("a", "b") : word).not.toBe("");
  }
  expect(Object.keys(uiTexts.zh)).toEqual(Object.keys(uiTexts.en));
});
