// Draws the curves, bars and points of a plot as SVG: the picture before any script, in print and on the home cards.
import type { PlotView, SeriesView } from "../engine/view.js";
import type { Placed } from "./in-turn.js";
import { across, down, Grid, Marks, markerPath, Ticks } from "./plot-frame.js";
import { type Bar, barsOf, shareOf } from "./plot-geometry.js";

// Curves live in a box of this size that is stretched to the picture; strokes keep their width.
const box = 1000;
const clamp = (value: number) => Math.min(2 * box, Math.max(-box, value));
const boxX = (plot: PlotView, x: number) => Number(clamp(shareOf(plot.x, x) * box).toFixed(1));
const boxY = (plot: PlotView, y: number) => Number(clamp((1 - shareOf(plot.y, y)) * box).toFixed(1));

function curve(plot: PlotView, series: SeriesView): string {
  let path = "";
  series.y.forEach((value, index) => {
    const x = boxX(plot, series.x[index] ?? 0);
    const y = boxY(plot, value);
    if (!Number.isFinite(y)) return;
    if (path === "") path = `M${x} ${y}`;
    else path += series.style === "step" ? `H${x}V${y}` : `L${x} ${y}`;
  });
  return path;
}

function band(plot: PlotView, series: SeriesView): string {
  const points = (values: number[] = []) => values.map((y, i) => `${boxX(plot, series.x[i] ?? 0)} ${boxY(plot, y)}`);
  return `M${[...points(series.low), ...points(series.high).reverse()].join("L")}z`;
}

const seriesClass = (series: SeriesView) =>
  `series c-${series.ghost ? "ghost" : series.color} dash-${series.dash ?? "solid"}`;

function Bars({ plot, series, bars }: { plot: PlotView; series: SeriesView; bars: Bar[] }) {
  return (
    <g class={seriesClass(series)}>
      {bars.map((bar, index) => {
        const top = boxY(plot, Math.max(bar.from, bar.to));
        const bottom = boxY(plot, Math.min(bar.from, bar.to));
        return (
          <rect
            key={index}
            class="bar"
            x={(bar.x * box).toFixed(1)}
            width={(bar.width * box).toFixed(1)}
            y={top}
            height={Math.max(0, bottom - top)}
          />
        );
      })}
    </g>
  );
}

function Stretched({ plot }: { plot: PlotView }) {
  const bars = barsOf(plot);
  return (
    <svg
      class="curves"
      width="100%"
      height="100%"
      viewBox={`0 0 ${box} ${box}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {plot.series.map((series) => {
        if (series.style === "points") return null;
        if (series.style === "bars")
          return <Bars key={series.key} plot={plot} series={series} bars={bars.get(series.key) ?? []} />;
        return (
          <g key={series.key} class={seriesClass(series)}>
            {series.style === "band" ? (
              <path class="band" d={band(plot, series)} />
            ) : (
              <path class="curve" vector-effect="non-scaling-stroke" d={curve(plot, series)} />
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** Markers keep their shape, so they are placed in per cent instead of being stretched: a nested svg moves each. */
function Markers({ plot }: { plot: PlotView }) {
  const marked = plot.series.filter((series) => series.style === "points" || series.style === "line-points");
  return (
    <>
      {marked.map((series) => (
        <g key={series.key} class={seriesClass(series)}>
          {series.x.map((x, index) => (
            <svg
              key={index}
              aria-hidden="true"
              x={across(plot, x)}
              y={down(plot, series.y[index] ?? 0)}
              overflow="visible"
            >
              <path class="marker" d={markerPath(series.marker ?? "circle", 4)} />
            </svg>
          ))}
        </g>
      ))}
    </>
  );
}

interface LayerProps extends Placed {
  plot: PlotView;
}

/** The layer that the live chart covers once it has drawn. */
export function StaticSeries({ plot, at }: LayerProps & { isCovered?: boolean }) {
  return (
    <svg class="layer static-series" width="100%" height="100%" aria-hidden="true" ref={at}>
      <Stretched plot={plot} />
      <Markers plot={plot} />
    </svg>
  );
}

export function Frame({ plot, at }: LayerProps) {
  return (
    <svg class="layer frame-back" width="100%" height="100%" aria-hidden="true" ref={at}>
      <Grid plot={plot} />
      <Ticks plot={plot} />
    </svg>
  );
}

export function FrameFront({ plot, at }: LayerProps) {
  return (
    <svg class="layer frame-front" width="100%" height="100%" aria-hidden="true" ref={at}>
      <Marks plot={plot} />
    </svg>
  );
}

/** A small picture without words, for cards. */
export function Thumbnail({ plot }: { plot: PlotView }) {
  return (
    <svg
      class="thumbnail"
      width="100%"
      height="100%"
      viewBox={`0 0 ${box} ${box}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <Grid plot={{ ...plot, x: { ...plot.x, ticks: [] } }} />
      <Stretched plot={plot} />
    </svg>
  );
}
