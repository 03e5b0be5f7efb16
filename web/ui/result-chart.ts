// The only door to Chart.js: draws the series of a plot into a canvas that fills the plot's frame, and says what is pointed at.
import {
  BarController,
  BarElement,
  Chart,
  type ChartDataset,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  type Plugin,
  PointElement,
  type ScaleOptions,
  ScatterController,
} from "chart.js";
import type { AxisView, PlotView, SeriesView } from "../engine/view.js";
import { axisRange } from "./plot-geometry.js";

Chart.register(
  BarController,
  BarElement,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  ScatterController,
);

export interface Reading {
  series: number;
  index: number;
}

/** A live chart; the caller owns the box it fills. */
export interface ResultChart {
  update(plot: PlotView): void;
  /** The point nearest to a place on the screen. */
  at(clientX: number, clientY: number): Reading | null;
  highlight(reading: Reading | null): void;
  destroy(): void;
}

const dashes = { solid: [], dash: [7, 5], dot: [2, 4] };
const markers = {
  circle: "circle",
  square: "rect",
  triangle: "triangle",
  diamond: "rectRot",
  cross: "crossRot",
} as const;

type Colours = (key: string) => string;

/** Colours as theme.css has them now; each is asked for once, as that may make the browser style the whole page. */
const coloursOf = (box: Element): Colours => {
  const style = getComputedStyle(box);
  const known = new Map<string, string>();
  return (key) => {
    const colour = known.get(key) ?? (style.getPropertyValue(`--color-${key}`).trim() || style.color);
    known.set(key, colour);
    return colour;
  };
};

const points = (series: SeriesView) => series.x.map((x, i) => ({ x, y: series.y[i] ?? Number.NaN }));

function dataset(series: SeriesView, colours: Colours, order: number): ChartDataset<"line" | "bar" | "scatter"> {
  const colour = colours(series.ghost ? "ghost" : series.color);
  const common = { label: series.label, data: points(series), borderColor: colour, backgroundColor: colour, order };
  if (series.style === "bars") {
    const thickness = { categoryPercentage: 0.76, barPercentage: 0.92 };
    return {
      ...common,
      ...thickness,
      type: "bar",
      stack: series.stack ?? series.key,
      grouped: true,
    } as unknown as ChartDataset<"bar">;
  }
  const hasMarkers = series.style === "points" || series.style === "line-points";
  return {
    ...common,
    type: "line",
    showLine: series.style !== "points" && series.style !== "band",
    stepped: series.style === "step" ? "after" : false,
    borderWidth: series.ghost ? 2 : 2.5,
    borderDash: dashes[series.dash ?? "solid"],
    pointRadius: hasMarkers ? 4 : 0,
    pointHoverRadius: 6,
    pointHitRadius: 12,
    pointStyle: markers[series.marker ?? "circle"],
    pointBorderWidth: series.marker === "cross" ? 2 : 1,
  } as ChartDataset<"line">;
}

const scale = (axis: AxisView): ScaleOptions<"linear"> | ScaleOptions<"logarithmic"> => ({
  ...axisRange(axis),
  type: axis.scale === "log" ? "logarithmic" : "linear",
  display: false,
  offset: false,
  ticks: { display: false }, // the frame draws them; hidden ones would still be measured
});

/** Bands lie under everything else; Chart.js has no series with two values, so this draws them. */
const bands: Plugin<"line"> = {
  id: "bands",
  beforeDatasetsDraw(chart, _args, options: { plot?: PlotView; colours?: Colours }) {
    const { x, y } = chart.scales;
    if (!x || !y) return;
    for (const series of options.plot?.series ?? []) {
      if (series.style !== "band" || !series.low || !series.high) continue;
      const { ctx } = chart;
      ctx.save();
      ctx.globalAlpha = 0.22;
      ctx.fillStyle = options.colours?.(series.color) ?? "";
      ctx.beginPath();
      series.low.forEach((low, i) => {
        ctx.lineTo(x.getPixelForValue(series.x[i] ?? 0), y.getPixelForValue(low));
      });
      for (let i = series.high.length - 1; i >= 0; i -= 1) {
        ctx.lineTo(x.getPixelForValue(series.x[i] ?? 0), y.getPixelForValue(series.high[i] ?? 0));
      }
      ctx.fill();
      ctx.restore();
    }
  },
};

/** Calls `act` when colours change: the system's scheme, forced colours, or the page's own theme. */
function onRecolour(act: () => void): () => void {
  const queries = ["(prefers-color-scheme: dark)", "(forced-colors: active)"].map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener("change", act);
  const observer = new MutationObserver(act);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => {
    for (const query of queries) query.removeEventListener("change", act);
    observer.disconnect();
  };
}

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Draws into `canvas`, whose parent has a fixed size; `drawn` is called once the first picture stands. */
export function createResultChart(canvas: HTMLCanvasElement, first: PlotView, drawn: () => void): ResultChart {
  const box = canvas.parentElement ?? canvas;
  let plot = first;
  let colours = coloursOf(box);
  // Later series of a View lie on top, bars under curves; Chart.js draws the highest order first, and groups bars by it.
  const orderOf = (series: SeriesView, index: number) =>
    series.style === "bars" ? 1000 + index : (series.ghost ? 900 : 500) - index;
  const datasets = () => plot.series.map((series, index) => dataset(series, colours, orderOf(series, index)));
  const scales = () => ({ x: scale(plot.x), y: { ...scale(plot.y), stacked: plot.series.some((s) => s.stack) } });
  const chart = new Chart(canvas, {
    type: "line",
    data: { datasets: datasets() as ChartDataset<"line">[] },
    plugins: [bands, { id: "drawn", afterDraw: drawn }],
    options: {
      animation: false,
      transitions: { active: { animation: { duration: isStill() ? 0 : 120 } } },
      parsing: false,
      normalized: true,
      responsive: true,
      maintainAspectRatio: false,
      resizeDelay: 0,
      events: [],
      layout: { padding: 0, autoPadding: false },
      clip: 8,
      scales: scales() as never,
      plugins: { bands: { plot, colours } } as never,
    },
  });
  const refresh = () => {
    const next = datasets() as ChartDataset<"line">[];
    // Changed in place where the series are the same, so that Chart.js keeps its elements.
    if (next.length === chart.data.datasets.length) {
      next.forEach((data, i) => {
        Object.assign(chart.data.datasets[i] ?? {}, data);
      });
    } else chart.data.datasets = next;
    Object.assign(chart.options, { scales: scales(), plugins: { bands: { plot, colours } } });
    chart.update("none");
  };
  const stopRecolouring = onRecolour(() => {
    colours = coloursOf(box);
    refresh();
  });
  return {
    update(next) {
      plot = next;
      refresh();
    },
    at(clientX, clientY) {
      const bounds = canvas.getBoundingClientRect();
      // A host may scale the page; canvas coordinates do not follow.
      const x = ((clientX - bounds.left) * chart.width) / bounds.width;
      const y = ((clientY - bounds.top) * chart.height) / bounds.height;
      let best: (Reading & { distance: number }) | null = null;
      for (const [series, view] of plot.series.entries()) {
        if (view.readings.length === 0) continue;
        chart.getDatasetMeta(series).data.forEach((element, index) => {
          const place = element.getProps(["x", "y"], true) as { x: number; y: number };
          const distance = Math.abs(place.x - x) * 2 + Math.abs(place.y - y);
          if (Number.isFinite(distance) && (!best || distance < best.distance)) best = { series, index, distance };
        });
      }
      return best;
    },
    highlight(reading) {
      chart.setActiveElements(reading ? [{ datasetIndex: reading.series, index: reading.index }] : []);
      chart.update(isStill() ? "none" : "active");
    },
    destroy() {
      stopRecolouring();
      chart.destroy();
    },
  };
}
