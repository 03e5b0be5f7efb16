// The still parts of a plot: grid, axes, ticks, marks and direct labels, as SVG over or under the curves.
// Everything is placed in per cent of the box, so that one picture fits every width without scaling its letters.
import type { AxisView, MarkView, PlotView, SeriesView } from "../engine/view.js";
import { shareOf } from "./plot-geometry.js";
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

export function Grid({ plot }: { plot: PlotView }) {
  return (
    <g class="grid">
      {shown(plot.y).map((tick) => (
        <line key={`y${tick.value}`} x1="0" x2="100%" y1={down(plot, tick.value)} y2={down(plot, tick.value)} />
      ))}
      {plot.x.scale !== "category" &&
        shown(plot.x).map((tick) => (
          <line key={`x${tick.value}`} y1="0" y2="100%" x1={across(plot, tick.value)} x2={across(plot, tick.value)} />
        ))}
      <line class="axis" x1="0" x2="100%" y1="100%" y2="100%" />
    </g>
  );
}

/** Chinese letters are twice as wide as Latin ones. */
const widthOf = (text: string) => [...text].reduce((sum, letter) => sum + (letter > "\u2e80" ? 2 : 1), 0);

// So many narrow letters fit side by side under the picture on a phone.
const lineCapacity = 44;

/** Whether the names of categories need two rows on a phone. */
export const isCrowded = ({ x }: PlotView) =>
  x.scale === "category" && x.ticks.reduce((sum, tick) => sum + widthOf(tick.label) + 2, 0) > lineCapacity;

export function Ticks({ plot }: { plot: PlotView }) {
  const crowded = isCrowded(plot);
  return (
    <g class="ticks">
      {shown(plot.x).map((tick, index) => (
        <text
          key={`x${tick.value}`}
          x={across(plot, tick.value)}
          y="100%"
          dy="1.35em"
          class={crowded && index % 2 === 1 ? "second-row" : undefined}
          text-anchor="middle"
        >
          {tick.label}
        </text>
      ))}
      {shown(plot.y).map((tick) => (
        <text key={`y${tick.value}`} x="0" dx="-0.5em" y={down(plot, tick.value)} dy="0.35em" text-anchor="end">
          {tick.label}
        </text>
      ))}
    </g>
  );
}

// Letters are about this share of a picture's height; labels keep that distance.
const labelHeight = 0.065;

/** Labels near an edge lean inwards. */
const leaning = (share: number) => (share > 0.6 ? "end" : share < 0.15 ? "start" : "middle");

/** Lines that lie so close together that their labels would touch get labels in further columns or rows. */
function labelPlaces(plot: PlotView, axisName: "x" | "y", closeness: number, places: number): Map<MarkView, number> {
  const lines = plot.marks.flatMap((mark) =>
    mark.kind === "line" && mark.axis === axisName ? [{ mark, share: shareOf(plot[axisName], mark.value) }] : [],
  );
  lines.sort((a, b) => a.share - b.share);
  const found = new Map<MarkView, number>();
  lines.forEach(({ mark, share }, index) => {
    const before = lines[index - 1];
    const isClose = before && share - before.share < closeness;
    found.set(mark, isClose ? ((found.get(before.mark) ?? 0) + 1) % places : 0);
  });
  return found;
}

function Mark({ mark, plot, place }: { mark: MarkView; plot: PlotView; place: number }) {
  if (mark.kind === "point") {
    const share = shareOf(plot.x, mark.x);
    if (!inside(share) || !inside(shareOf(plot.y, mark.y))) return null;
    const high = shareOf(plot.y, mark.y) > 0.85;
    return (
      <g class={`mark c-${mark.color}`}>
        <circle cx={across(plot, mark.x)} cy={down(plot, mark.y)} r="5" />
        <text
          class="halo"
          x={across(plot, mark.x)}
          y={down(plot, mark.y)}
          dy={high ? "1.7em" : "-0.8em"}
          text-anchor={leaning(share)}
        >
          {mark.label}
        </text>
      </g>
    );
  }
  const axis = mark.axis === "x" ? plot.x : plot.y;
  const share = shareOf(axis, mark.value);
  if (!inside(share)) return null;
  if (mark.axis === "y") {
    const y = down(plot, mark.value);
    return (
      <g class={`mark c-${mark.color}`}>
        <line x1="0" x2="100%" y1={y} y2={y} />
        <text
          class="halo"
          x={percent(place * 0.3)}
          dx="0.5em"
          y={y}
          dy={share > 0.92 ? "1.2em" : "-0.45em"}
          text-anchor="start"
        >
          {mark.label}
        </text>
      </g>
    );
  }
  const x = across(plot, mark.value);
  return (
    <g class={`mark c-${mark.color}`}>
      <line x1={x} x2={x} y1="0" y2="100%" />
      <text
        class="halo"
        x={x}
        dx={share > 0.6 ? "-0.4em" : "0.4em"}
        y="100%"
        dy={`${-0.6 - 1.25 * place}em`}
        text-anchor={share > 0.6 ? "end" : "start"}
      >
        {mark.label}
      </text>
    </g>
  );
}

const labelledDirectly = (series: SeriesView) => /^(line|step|line-points)$/.test(series.style);

/** A ghost that lies exactly under a curve of the present would only double its label. */
const isHidden = (series: SeriesView, plot: PlotView) =>
  series.ghost &&
  plot.series.some(
    (other) =>
      !other.ghost &&
      other.y.length === series.y.length &&
      other.y.every((y, i) => y === series.y[i] && other.x[i] === series.x[i]),
  );

interface Label {
  series: SeriesView;
  x: number;
  y: number;
}

/** A label for each curve at its last visible point, moved apart where they would touch. */
function directLabels(plot: PlotView): Label[] {
  const labels = plot.series
    .filter((series) => labelledDirectly(series) && !isHidden(series, plot))
    .flatMap((series) => {
      const isVisible = (x: number, i: number) =>
        inside(shareOf(plot.x, x)) && inside(shareOf(plot.y, series.y[i] ?? Number.NaN));
      const last = series.x.map(isVisible).lastIndexOf(true);
      if (last < 0 || !series.label) return [];
      return { series, x: shareOf(plot.x, series.x[last] ?? 0), y: shareOf(plot.y, series.y[last] ?? 0) + 0.035 };
    });
  labels.sort((a, b) => a.y - b.y);
  labels.forEach((label, index) => {
    const below = labels[index - 1];
    if (below && label.y - below.y < labelHeight) label.y = below.y + labelHeight;
  });
  const overflow = (labels.at(-1)?.y ?? 0) - 0.99;
  if (overflow > 0) for (const label of labels) label.y -= overflow;
  return labels;
}

export function Marks({ plot }: { plot: PlotView }) {
  const places = new Map([...labelPlaces(plot, "y", labelHeight * 1.3, 3), ...labelPlaces(plot, "x", 0.2, 4)]);
  return (
    <g class="marks">
      {plot.marks.map((mark) => (
        <Mark key={`${mark.kind}${mark.label}`} mark={mark} plot={plot} place={places.get(mark) ?? 0} />
      ))}
      {directLabels(plot).map(({ series, x, y }) => (
        <text
          key={series.key}
          class={`halo direct c-${series.ghost ? "ghost-label" : series.color}`}
          x={percent(x)}
          dx={x > 0.3 ? "-0.3em" : "0.3em"}
          y={percent(1 - y)}
          dy="-0.1em"
          text-anchor={x > 0.3 ? "end" : "start"}
        >
          {series.label}
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
