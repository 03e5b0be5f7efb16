// One-tap settings of some parameters: chips over the picture they belong to, or a list above the controls.
import { useEffect, useRef } from "preact/hooks";
import type { PicksView } from "../engine/view.js";
import type { Change } from "./controls.js";
import type { UiTexts } from "./texts.js";

interface PicksProps {
  picks: PicksView;
  change: Change;
}

/** A row of chips that is swept sideways shows the one that is chosen. */
export function useChosenInSight(chosen: string | undefined) {
  const row = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const [box, chip] = [row.current, row.current?.querySelector('[aria-pressed="true"]')];
    if (!box || !chip) return;
    const [around, own] = [box.getBoundingClientRect(), chip.getBoundingClientRect()];
    if (own.left < around.left || own.right > around.right)
      box.scrollLeft += (own.left + own.right - around.left - around.right) / 2;
  }, [chosen]);
  return row;
}

export function PickChips({ picks: { name, label, picks }, change }: PicksProps) {
  const row = useChosenInSight(picks.find(({ active }) => active)?.id);
  return (
    <fieldset class="presets picks" data-picks={name} ref={row}>
      <legend class="visually-hidden">{label}</legend>
      {picks.map(({ id, label: text, params, active }) => (
        <button key={id} type="button" class="chip" data-pick={id} aria-pressed={active} onClick={() => change(params)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}

export function PickList({ picks: { name, label, picks, note }, change, texts }: PicksProps & { texts: UiTexts }) {
  const active = picks.find((one) => one.active)?.id ?? "";
  return (
    <div class="control" data-picks={name}>
      <div class="control-head">
        <label for={`picks-${name}`}>{label}</label>
        <select
          id={`picks-${name}`}
          onChange={(event) => {
            const wanted = picks.find(({ id }) => id === event.currentTarget.value);
            if (wanted) change(wanted.params);
          }}
        >
          {!active && (
            <option value="" selected>
              {texts.noPick}
            </option>
          )}
          {picks.map(({ id, label: text }) => (
            <option key={id} value={id} selected={id === active}>
              {text}
            </option>
          ))}
        </select>
      </div>
      {/* Without a note it still takes its room: the controls below it stay under the reader's finger. */}
      <details class="help" inert={!note}>
        <summary>{texts.sources}</summary>
        {note}
      </details>
    </div>
  );
}
