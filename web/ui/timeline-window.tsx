// Moves a timeline's window along the run: a step back, a step forward, or by itself while it plays.
import { useEffect, useState } from "preact/hooks";
import type { TimelineView } from "../engine/view.js";
import type { Change } from "./controls.js";
import type { UiTexts } from "./texts.js";

// Slow enough to see what moved, quick enough that undo takes the whole ride back as one step.
const stepMs = 500;

export function TimelineWindow({
  window: { param, at, last },
  change,
  texts,
}: {
  window: NonNullable<TimelineView["window"]>;
  change: Change;
  texts: UiTexts;
}) {
  const [isPlaying, setPlaying] = useState(false);
  const go = (to: number) => change({ [param]: String(Math.min(last, Math.max(0, to))) });
  useEffect(() => {
    if (!isPlaying) return;
    if (at >= last) return setPlaying(false);
    const timer = setTimeout(() => go(at + 1), stepMs);
    return () => clearTimeout(timer);
  }, [isPlaying, at, last]);
  return (
    <div class="timeline-window">
      <button
        type="button"
        class="plain-button"
        data-step="back"
        aria-label={texts.stepBack}
        disabled={at <= 0}
        onClick={() => go(at - 1)}
      >
        ←
      </button>
      <button
        type="button"
        class="plain-button"
        data-step="play"
        disabled={at >= last}
        onClick={() => setPlaying(!isPlaying)}
      >
        {isPlaying ? texts.pause : texts.play}
      </button>
      <button
        type="button"
        class="plain-button"
        data-step="forward"
        aria-label={texts.stepForward}
        disabled={at >= last}
        onClick={() => go(at + 1)}
      >
        →
      </button>
    </div>
  );
}
