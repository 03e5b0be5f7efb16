// Draws lanes with spans along time; readable at phone widths because each lane's name stands above it.
import type { AxisView, SpanView, TimelineView } from "../engine/view.js";
import { inTurn, type Placed } from "./in-turn.js";
import { percent } from "./plot-frame.js";
import { shareOf } from "./plot-geometry.js";

const laneHeight = 40;
const barTop = 17;
const barHeight = 19;
const axisHeight = 26;

// A letter is about this share of the narrowest picture; a label that does not fit is left out.
const letterShare = 0.026;

/** The whole drawing, with the axis under the lanes. */
export const timelineHeight = (timeline: TimelineView) => timeline.lanes.length * laneHeight + axisHeight;

const clip = (axis: AxisView, value: number) => Math.min(1, Math.max(0, shareOf(axis, value)));

/** The place of a span among the lanes. */
export interface SpanPlace {
  lane: number;
  span: number;
}

/** A span as far as it is in the picture: from `left` to `right`, in shares of its width. */
interface Bar {
  lane: number;
  index: number;
  span: SpanView;
  left: number;
  right: number;
}

const barsOf = ({ x, lanes }: Pick<TimelineView, "x" | "lanes">): Bar[] =>
  lanes
    .flatMap(({ spans }, lane) =>
      spans.map((span, index) => ({ lane, index, span, left: clip(x, span.from), right: clip(x, span.to) })),
    )
    .filter(({ left, right }) => left < right);

/** The span at a place of the drawing: a share of its width, and pixels from its top. */
export function spanAt(timeline: TimelineView, share: number, top: number): SpanPlace | null {
  const within = (top % laneHeight) - barTop;
  if (within < 0 || within > barHeight) return null;
  const isThere = ({ lane, left, right }: Bar) =>
    lane === Math.floor(top / laneHeight) && left <= share && share < right;
  const bar = barsOf(timeline).find(isThere);
  return bar ? { lane: bar.lane, span: bar.index } : null;
}

// Of more labels nobody reads one, and the widest bars are the ones to find first.
const mostLabels = 100;

function labelled(bars: Bar[]) {
  const width = ({ left, right }: Bar) => right - left;
  const fitting = bars.filter((bar) => bar.span.label && width(bar) > bar.span.label.length * letterShare);
  return fitting.length <= mostLabels ? fitting : fitting.sort((a, b) => width(b) - width(a)).slice(0, mostLabels);
}

// Bars of a colour are one outline, names are one text: browsers lay out a few elements much faster than a hundred.
const barsWidth = 10_000;

function Bars({ bars, class: name }: { bars: Bar[]; class: string }) {
  const outline = bars.map(({ lane, ...bar }) => {
    const [left, right] = [bar.left, bar.right].map((share) => Math.round(share * barsWidth));
    return `M${left} ${lane * laneHeight + barTop}H${right}v${barHeight}H${left}z`;
  });
  return <path class={name} vector-effect="non-scaling-stroke" d={outline.join("")} />;
}

/** What is marked: a chosen span, or what happens at a place along time at which the picture is read. */
interface Marked {
  chosen: SpanPlace | null;
  cursor?: number | null;
}

// A picture of many lanes is drawn a few lanes at a time, each in its turn.
const bandLanes = 8;

function Band({
  x,
  lanes,
  legend,
  top,
  chosen,
  cursor = null,
  at,
}: Pick<TimelineView, "x" | "lanes" | "legend"> & { top: number } & Marked & Placed) {
  const height = lanes.length * laneHeight;
  const bars = barsOf({ x, lanes });
  const isMarked = ({ lane, index, span }: Bar) =>
    chosen ? chosen.lane === lane && chosen.span === index : cursor !== null && span.from <= cursor && cursor < span.to;
  return (
    <svg class="timeline" y={top} width="100%" height={height} aria-hidden="true" ref={at}>
      {x.ticks.map((tick, index) => (
        <line
          key={index}
          class="grid-line"
          x1={percent(shareOf(x, tick.value))}
          x2={percent(shareOf(x, tick.value))}
          y1="0"
          y2={height}
        />
      ))}
      <svg
        aria-hidden="true"
        width="100%"
        height={height}
        viewBox={`0 0 ${barsWidth} ${height}`}
        preserveAspectRatio="none"
      >
        <path
          class="lane-line"
          vector-effect="non-scaling-stroke"
          d={lanes.map((_, lane) => `M0 ${lane * laneHeight + barTop + barHeight}H${barsWidth}`).join("")}
        />
        {legend.map(({ color }) => (
          <Bars key={color} class={`span c-${color}`} bars={bars.filter(({ span }) => span.color === color)} />
        ))}
        <Bars class="span chosen" bars={bars.filter(isMarked)} />
      </svg>
      <text>
        {lanes.map((lane, index) => (
          <tspan key={lane.key} class="lane-label halo" x="0" y={index * laneHeight + 12}>
            {lane.label}
          </tspan>
        ))}
      </text>
      <text text-anchor="middle">
        {labelled(bars).map(({ lane, span, left, right }, index) => (
          <tspan
            key={index}
            class={`span-label c-${span.color}`}
            x={percent((left + right) / 2)}
            y={lane * laneHeight + barTop + 14}
          >
            {span.label}
          </tspan>
        ))}
      </text>
      {cursor !== null && cursor >= x.min && cursor <= x.max && (
        <line
          class="time-cursor"
          data-at={cursor}
          x1={percent(shareOf(x, cursor))}
          x2={percent(shareOf(x, cursor))}
          y1="0"
          y2={height}
        />
      )}
    </svg>
  );
}

const BandInTurn = inTurn(Band);

function Axis({ x, top }: { x: AxisView; top: number }) {
  return (
    <svg class="timeline" y={top} width="100%" height={axisHeight} aria-hidden="true">
      {x.ticks.map(({ value, label }, index) => {
        const share = shareOf(x, value);
        return (
          <text
            key={index}
            x={percent(share)}
            y="16"
            text-anchor={share > 0.95 ? "end" : share < 0.05 ? "start" : "middle"}
          >
            {label}
          </text>
        );
      })}
    </svg>
  );
}

/** Drawings under one another; inside another drawing they stand at their places, too. */
export function Timeline({
  timeline: { x, lanes, legend },
  chosen,
  cursor = null,
}: { timeline: TimelineView } & Marked) {
  const firsts = Array.from({ length: Math.ceil(lanes.length / bandLanes) }, (_, index) => index * bandLanes);
  return (
    <>
      {firsts.map((first) => (
        <BandInTurn
          key={first}
          x={x}
          lanes={lanes.slice(first, first + bandLanes)}
          legend={legend}
          top={first * laneHeight}
          chosen={chosen && { ...chosen, lane: chosen.lane - first }}
          cursor={cursor}
        />
      ))}
      <Axis x={x} top={lanes.length * laneHeight} />
    </>
  );
}

export function TimelineLegend({ timeline }: { timeline: TimelineView }) {
  return (
    <ul class="legend">
      {timeline.legend.map((entry) => (
        <li key={entry.color}>
          <svg class={`swatch span c-${entry.color}`} width="14" height="14" aria-hidden="true">
            <rect width="14" height="14" />
          </svg>
          {entry.label}
        </li>
      ))}
    </ul>
  );
}
