// What stands under the controls: undo, redo, back to the lecture, the link, the pin, and what differs from the lecture.
import { useState } from "preact/hooks";
import type { View } from "../engine/view.js";
import type { Change } from "./controls.js";
import type { UiTexts } from "./texts.js";

/** What a reader can do with a setting as a whole; a page without script has none of it. */
export interface Desk {
  /** Absent where there is nothing to go back or forward to. */
  undo?: (() => void) | undefined;
  redo?: (() => void) | undefined;
  /** False when the browser refuses. */
  copyLink(): Promise<boolean>;
  isPinned: boolean;
  /** Pins what is shown, or takes the pin out. */
  pin(): void;
}

interface RailFootProps {
  view: View;
  texts: UiTexts;
  change: Change;
  reset(): void;
  desk: Desk | undefined;
}

export function RailFoot({ view, texts, change, reset, desk }: RailFootProps) {
  const [said, say] = useState("");
  const copy = async () => {
    if (desk) say((await desk.copyLink()) ? texts.linkCopied : texts.linkNotCopied);
  };
  const defaults = new Map(
    [...view.controls.main, ...view.controls.more].map(({ name, defaultValue }) => [name, defaultValue]),
  );
  return (
    <div class="rail-foot">
      <button type="button" class="desk" data-undo="" disabled={!desk?.undo} onClick={() => desk?.undo?.()}>
        {texts.undo}
      </button>
      <button type="button" class="desk" data-redo="" disabled={!desk?.redo} onClick={() => desk?.redo?.()}>
        {texts.redo}
      </button>
      <button type="button" class="reset" data-reset="" disabled={view.changes.length === 0} onClick={reset}>
        {texts.reset}
      </button>
      <button type="button" class="desk" data-copy-link="" onClick={copy}>
        {texts.copyLink}
      </button>
      <button type="button" class="desk" data-pin="" aria-pressed={desk?.isPinned ?? false} onClick={() => desk?.pin()}>
        {texts.pin}
      </button>
      <span class="said" role="status">
        {said}
      </span>
      {view.changes.length > 0 && (
        <ul class="changes" data-changes="" aria-label={texts.changes}>
          {view.changes.map(({ param, text }) => (
            <li key={param}>
              <span>{text}</span>
              <button
                type="button"
                data-put-back={param}
                aria-label={texts.putBack(text)}
                onClick={() => change({ [param]: defaults.get(param) ?? "" })}
              >
                ↺
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
