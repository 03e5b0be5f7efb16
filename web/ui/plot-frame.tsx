// The still parts of a plot: grid, axes, ticks, marks and direct labels, as SVG over or under the curves.
// Everything is placed in per cent of the box, so that one picture fits every width without scaling its letters.
import type { AxisView, MarkView, PlotView, SeriesView } from "../engine/view.js";
import { shareOf } from "./plot-geometry.js";
import { labelledDirectly, placeLabels, widthOf } from "./plot-labels.js";
import type { UiTexts } from "./texts.js";

export const percent = (share: number) => `${Number((share * 100).toFixed(3))}%`;
export const across = (plot: PlotView, x: number) => percent(shareOf(plot.x, x));
export const down = (plot: PlotView, y: number) => percent(1 - shareOf(plot.y, y));

const inside = (share: number) => share >= -0.001 && share <= 1.001;
const shown = (axis: AxisView) => axis.ticks.filter((tick) => inside(shareOf(axis, tick.value)));

/** "latency (ns, log)"; a label that says so itself is left alone. */
export function axisTitle(axis: AxisView, texts: UiTexts): string {
  const saysLog = axis.scale === "log" && !axis.label.includes(texts.logAxis);
  const extra = [axis.unit, saysLog ? texts.logAxis : ""].filter(Boolean).join(", ");
  return extra ? `${axis.label} (${extra})` : axis.label;
}

// Lines and words of a picture have no identity but their place: what moves keeps its element, which is cheaper than a new one.

export function Grid({ plot }: { plot: PlotView }) {
  return (
    <g class="grid">
      {shown(plot.y).map((tick, index) => (
        <line key={`y${index}`} x1="0" x2="100%" y1={down(plot, tick.value)} y2={down(plot, tick.value)} />
      ))}
      {plot.x.scale !== "category" &&
        shown(plot.x).map((tick, index) => (
          <line key={`x${index}`} y1="0" y2="100%" x1={across(plot, tick.value)} x2={across(plot, tick.value)} />
        ))}
      <line class="axis" x1="0" x2="100%" y1="100%" y2="100%" />
    </g>
  );
}

// So wide may names be side by side under the picture on a phone.
const lineCapacity = 300;

/** Whether the names of categories need two rows on a phone. */
export const isCrowded = ({ x }: PlotView) =>
  x.scale === "category" && x.ticks.reduce((sum, tick) => sum + widthOf(tick.label) + 14, 0) > lineCapacity;

export function Ticks({ plot }: { plot: PlotView }) {
  const crowded = isCrowded(plot);
  return (
    <g class="ticks">
      {shown(plot.x).map((tick, index) => (
        <text
          key={`x${index}`}
          x={across(plot, tick.value)}
          y="100%"
          dy="1.35em"
          class={crowded && index % 2 === 1 ? "second-row" : undefined}
          text-anchor="middle"
        >
          {tick.label}
        </text>
      ))}
      {shown(plot.y).map((tick, index) => (
        <text key={`y${index}`} x="0" dx="-0.5em" y={down(plot, tick.value)} dy="0.35em" text-anchor="end">
          {tick.label}
        </text>
      ))}
    </g>
  );
}

/** The line or dot of a mark; its label is placed with all others. */
function Mark({ mark, plot }: { mark: MarkView; plot: PlotView }) {
  if (mark.kind === "point") {
    if (!inside(shareOf(plot.x, mark.x)) || !inside(shareOf(plot.y, mark.y))) return null;
    return (
      <g class={`mark c-${mark.color}`}>
        <circle cx={across(plot, mark.x)} cy={down(plot, mark.y)} r="5" />
      </g>
    );
  }
  if (!inside(shareOf(plot[mark.axis], mark.value))) return null;
  const ends =
    mark.axis === "y"
      ? { x1: "0", x2: "100%", y1: down(plot, mark.value), y2: down(plot, mark.value) }
      : { x1: across(plot, mark.value), x2: across(plot, mark.value), y1: "0", y2: "100%" };
  return (
    <g class={`mark c-${mark.color}`}>
      <line {...ends} />
    </g>
  );
}

export function Marks({ plot }: { plot: PlotView }) {
  return (
    <g class="marks">
      {plot.marks.map((mark, index) => (
        <Mark key={`mark${index}`} mark={mark} plot={plot} />
      ))}
      {placeLabels(plot).map(({ text, color, x, y, dx, dy, anchor }, index) => (
        <text
          key={`label${index}`}
          class={`halo direct c-${color}`}
          x={percent(x)}
          dx={dx}
          y={percent(1 - y)}
          dy={`${Number(dy.toFixed(2))}em`}
          text-anchor={anchor}
        >
          {text}
        </text>
      ))}
    </g>
  );
}

/** Names of what cannot carry its label in the picture: bars, bands and points. */
export function Legend({ plot }: { plot: PlotView }) {
  const entries = plot.series.filter((series) => !labelledDirectly(series) && series.label);
  if (entries.length === 0) return null;
  return (
    <ul class="legend">
      {entries.map((series) => (
        <li key={series.key}>
          <svg
            class={`swatch c-${series.ghost ? "ghost" : series.color}`}
            width="14"
            height="14"
            viewBox="0 0 14 14"
            aria-hidden="true"
          >
            {series.style === "points" ? (
              <path d={markerPath(series.marker ?? "circle", 5)} transform="translate(7 7)" class="marker" />
            ) : (
              <rect
                width="14"
                height={series.style === "band" ? 8 : 14}
                y={series.style === "band" ? 3 : 0}
                class={series.style === "band" ? "band" : "bar"}
              />
            )}
          </svg>
          {series.label}
        </li>
      ))}
    </ul>
  );
}

/** A marker around the origin. */
export function markerPath(marker: NonNullable<SeriesView["marker"]>, r: number): string {
  switch (marker) {
    case "square":
      return `M${-r} ${-r}h${2 * r}v${2 * r}h${-2 * r}z`;
    case "triangle":
      return `M0 ${-r}L${r} ${r}H${-r}z`;
    case "diamond":
      return `M0 ${-r * 1.25}L${r * 1.25} 0L0 ${r * 1.25}L${-r * 1.25} 0z`;
    case "cross":
      return `M${-r} ${-r}L${r} ${r}M${-r} ${r}L${r} ${-r}`;
    default:
      return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  }
}
