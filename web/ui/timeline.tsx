// Draws lanes with spans along time; readable at phone widths because each lane's name stands above it.
import type { AxisView, TimelineView } from "../engine/view.js";
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

export function Timeline({
  timeline,
  chosen,
  cursor = null,
}: {
  timeline: TimelineView;
  chosen: { lane: number; span: number } | null;
  /** A place along time at which the picture is read. */
  cursor?: number | null;
}) {
  const { x, lanes } = timeline;
  const height = lanes.length * laneHeight;
  return (
    <svg class="timeline" width="100%" height={timelineHeight(timeline)} aria-hidden="true">
      {x.ticks.map((tick, index) => (
        <g key={index} class="ticks">
          <line
            class="grid-line"
            x1={percent(shareOf(x, tick.value))}
            x2={percent(shareOf(x, tick.value))}
            y1="0"
            y2={height}
          />
          <text
            x={percent(shareOf(x, tick.value))}
            y={height + 16}
            text-anchor={shareOf(x, tick.value) > 0.95 ? "end" : shareOf(x, tick.value) < 0.05 ? "start" : "middle"}
          >
            {tick.label}
          </text>
        </g>
      ))}
      {lanes.map((lane, laneIndex) => (
        <g key={lane.key} class="lane">
          <text class="lane-label halo" x="0" y={laneIndex * laneHeight + 12}>
            {lane.label}
          </text>
          <line
            class="lane-line"
            x1="0"
            x2="100%"
            y1={laneIndex * laneHeight + barTop + barHeight}
            y2={laneIndex * laneHeight + barTop + barHeight}
          />
          {lane.spans.map((span, spanIndex) => {
            const from = clip(x, span.from);
            const width = clip(x, span.to) - from;
            if (width <= 0) return null;
            const isUnder = chosen === null && cursor !== null && span.from <= cursor && cursor < span.to;
            const isChosen = isUnder || (chosen?.lane === laneIndex && chosen.span === spanIndex);
            return (
              <g key={spanIndex} class={`span c-${span.color}${isChosen ? " chosen" : ""}`}>
                <rect
                  x={percent(from)}
                  width={percent(width)}
                  y={laneIndex * laneHeight + barTop}
                  height={barHeight}
                  data-lane={laneIndex}
                  data-span={spanIndex}
                />
                {span.label && width > span.label.length * letterShare && (
                  <text x={percent(from + width / 2)} y={laneIndex * laneHeight + barTop + 14} text-anchor="middle">
                    {span.label}
                  </text>
                )}
              </g>
            );
          })}
        </g>
      ))}
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
