// Where values lie in a plot, as shares of its width and height: one geometry for the static picture and the live one.
import type { AxisView, PlotView, SeriesView } from "../engine/view.js";

/** The range an axis shows; categories 0 … n − 1 get half a place on each side. */
export function axisRange(axis: AxisView): { min: number; max: number } {
  if (axis.scale !== "category") return { min: axis.min, max: axis.max };
  return { min: -0.5, max: axis.ticks.length - 0.5 };
}

/** Share of the axis from its start: 0 at min, 1 at max; values outside give shares outside. */
export function shareOf(axis: AxisView, value: number): number {
  const { min, max } = axisRange(axis);
  if (axis.scale !== "log") return (value - min) / (max - min);
  return (Math.log(value) - Math.log(min)) / (Math.log(max) - Math.log(min));
}

/** Where bars stand: on zero, or on the edge of the picture nearest to it. */
export function baseline(axis: AxisView): number {
  const { min, max } = axisRange(axis);
  return axis.scale === "log" ? min : Math.min(max, Math.max(min, 0));
}

export interface Bar {
  x: number;
  width: number;
  from: number;
  to: number;
}

function smallestGap(values: number[]): number {
  let gap = Number.POSITIVE_INFINITY;
  const sorted = [...values].sort((a, b) => a - b);
  sorted.forEach((value, index) => {
    const before = sorted[index - 1];
    if (before !== undefined && value > before) gap = Math.min(gap, value - before);
  });
  return Number.isFinite(gap) ? gap : 1;
}

/** The bars of each bar series: series of one stack lie on one another, stacks stand side by side. */
export function barsOf(plot: PlotView): Map<string, Bar[]> {
  const barSeries = plot.series.filter((series) => series.style === "bars");
  const stacks = [...new Set(barSeries.map((series) => series.stack ?? series.key))];
  const gap = plot.x.scale === "category" ? 1 : smallestGap(barSeries[0]?.x ?? []);
  const { min, max } = axisRange(plot.x);
  const slot = gap / (max - min);
  const width = (slot * (plot.x.scale === "category" ? 0.76 : 0.96)) / Math.max(1, stacks.length);
  const tops = new Map<string, number>();
  const place = (series: SeriesView) =>
    series.x.map((x, index) => {
      const stack = series.stack ?? series.key;
      const at = `${stack} ${x}`;
      const from = tops.get(at) ?? baseline(plot.y);
      const to = (series.stack && tops.has(at) ? from : series.stack ? Math.max(from, 0) : 0) + (series.y[index] ?? 0);
      if (series.stack) tops.set(at, to);
      const left = shareOf(plot.x, x) + width * (stacks.indexOf(stack) - stacks.length / 2);
      return { x: left, width: width * 0.92, from, to };
    });
  return new Map(barSeries.map((series) => [series.key, place(series)]));
}
