// Moves through a timeline: a cursor from one moment to the next, by hand or by itself, and the window tile by tile.
import { useEffect, useState } from "preact/hooks";
import type { TimelineView } from "../engine/view.js";
import type { Change } from "./controls.js";
import type { UiTexts } from "./texts.js";

// Slow enough to see what moved, quick enough that undo takes the whole ride back as one step.
const stepMs = 450;

export type Moment = TimelineView["moments"][number];

interface TimelineWindowProps {
  timeline: TimelineView;
  /** Where the cursor stands on the axis; absent before it was moved. */
  cursor: number | null;
  show(moment: Moment): void;
  change: Change | undefined;
  texts: UiTexts;
}

export function TimelineWindow({ timeline, cursor, show, change, texts }: TimelineWindowProps) {
  const [isPlaying, setPlaying] = useState(false);
  const { moments, window: shown } = timeline;
  const before = cursor === null ? undefined : moments.filter(({ at }) => at < cursor).at(-1);
  const after = cursor === null ? moments[0] : moments.find(({ at }) => at > cursor);
  const within = (at: number) => Math.min(shown?.last ?? 0, Math.max(0, at));
  const slide = (by: number) =>
    shown && change?.({ [shown.param]: (asked) => String(within(within(Number(asked)) + by)) });
  const canSlide = (by: number) => shown !== undefined && shown.at + by >= 0 && shown.at + by <= shown.last;
  const forward = () => (after ? show(after) : slide(1));
  const isLast = !after && !canSlide(1);
  useEffect(() => {
    if (!isPlaying) return;
    if (isLast) return setPlaying(false);
    const timer = setTimeout(forward, stepMs);
    return () => clearTimeout(timer);
  }, [isPlaying, cursor, timeline]);
  const button = (name: string, sign: string, label: string, disabled: boolean, press: () => void) => (
    <button
      type="button"
      class="plain-button"
      data-step={name}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={press}
    >
      {sign}
    </button>
  );
  return (
    <div class="timeline-window">
      {shown && button("tile-back", "⇤", texts.windowBack, !canSlide(-1), () => slide(-1))}
      {button("back", "←", texts.stepBack, !before && !canSlide(-1), () => (before ? show(before) : slide(-1)))}
      <button
        type="button"
        class="plain-button"
        data-step="play"
        disabled={isLast && !isPlaying}
        onClick={() => setPlaying(!isPlaying)}
      >
        {isPlaying ? texts.pause : texts.play}
      </button>
      {button("forward", "→", texts.stepForward, isLast, forward)}
      {shown && button("tile-forward", "⇥", texts.windowForward, !canSlide(1), () => slide(1))}
    </div>
  );
}
