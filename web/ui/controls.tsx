// The controls of a demo: every one is a form control named after its parameter, with its value as URL text.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ControlView, View } from "../engine/view.js";
import { detents, nearestDetent, stepFrom } from "./detents.js";
import { inTurn, type Placed } from "./in-turn.js";
import { OwnPresets } from "./own-presets.js";
import { PickList, useChosenInSight } from "./picks.js";
import { type Desk, RailFoot } from "./rail-foot.js";
import type { UiTexts } from "./texts.js";

/**
 * Asks for new parameters, as URL text; the model answers with the next View. A step from a value is a function of the one
 * that was asked for last, which may not be answered yet.
 */
export type Change = (params: Record<string, string | ((asked: string) => string)>) => void;

/** Asks for exactly these parameters, all others as in the lecture. */
export type SetAll = (params: Record<string, string>) => void;

interface ControlProps {
  control: ControlView;
  texts: UiTexts;
  change: Change;
}

const describedBy = (control: ControlView) => `help-${control.name}`;
const fieldId = (control: ControlView) => `control-${control.name}`;

// A value that cannot stand yet ("", "1e") waits this long for more typing before the model judges it.
const patienceMs = 600;

/** A typed value that is not overwritten while somebody types. */
function ValueField({ control, change, numeric }: Omit<ControlProps, "texts"> & { numeric: boolean }) {
  const [draft, setDraft] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const commit = (text: string) => {
    clearTimeout(timer.current);
    change({ [control.name]: text.trim() });
  };
  const typed = (text: string) => {
    setDraft(text);
    clearTimeout(timer.current);
    const value = Number(text);
    const stands = numeric && text.trim() !== "" && value >= (control.min ?? value) && value <= (control.max ?? value);
    if (stands) commit(text);
    else timer.current = setTimeout(() => commit(text), patienceMs);
  };
  return (
    <input
      type="text"
      id={fieldId(control)}
      name={control.name}
      class={numeric ? "value-field" : "text-field"}
      inputMode={numeric ? "decimal" : "text"}
      autocomplete="off"
      spellcheck={false}
      value={draft ?? control.value}
      aria-describedby={describedBy(control)}
      onInput={(event) => typed(event.currentTarget.value)}
      onChange={(event) => {
        setDraft(null);
        commit(event.currentTarget.value);
      }}
      onBlur={() => setDraft(null)}
    />
  );
}

function Slider({ control, texts, change }: ControlProps) {
  const { min, max, step, scale, whole, defaultValue } = control;
  // Positions depend on the range alone, not on the value.
  const positions = useMemo(() => detents(control), [min, max, step, scale, whole, defaultValue]);
  const value = Number(control.value);
  const move = (by: 1 | -1) =>
    change({ [control.name]: (asked) => String(stepFrom(positions, Number(asked), by) ?? asked) });
  return (
    <div class="slider">
      <button type="button" class="step" aria-label={texts.smaller(control.label)} onClick={() => move(-1)}>
        −
      </button>
      <input
        type="range"
        min={0}
        max={positions.length - 1}
        step={1}
        value={nearestDetent(positions, value)}
        aria-label={texts.slider(control.label)}
        aria-valuetext={control.valueText}
        onInput={(event) => change({ [control.name]: String(positions[Number(event.currentTarget.value)]) })}
      />
      <button type="button" class="step" aria-label={texts.larger(control.label)} onClick={() => move(1)}>
        +
      </button>
    </div>
  );
}

function NumberControl(props: ControlProps) {
  const { control } = props;
  return (
    <>
      <div class="control-head">
        <label for={fieldId(control)}>{control.label}</label>
        <span class="value">
          <ValueField control={control} change={props.change} numeric />
          {control.unit && <span class="unit">{control.unit}</span>}
        </span>
      </div>
      <Slider {...props} />
    </>
  );
}

function SelectControl({ control, change }: ControlProps) {
  return (
    <div class="control-head">
      <label for={fieldId(control)}>{control.label}</label>
      <select
        id={fieldId(control)}
        name={control.name}
        aria-describedby={describedBy(control)}
        onChange={(event) => change({ [control.name]: event.currentTarget.value })}
      >
        {control.choices?.map((choice) => (
          <option key={choice.value} value={choice.value} selected={choice.chosen}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The list with one choice added at its end or taken out; the order of choosing is kept, as colours follow it. */
export function toggled(list: string, value: string): string {
  const items = list === "" ? [] : list.split(",");
  return (items.includes(value) ? items.filter((item) => item !== value) : [...items, value]).join(",");
}

// So many choices are seen at a glance; longer lists fold what is neither chosen nor the lecture's.
const foldedFrom = 9;

/** Which choices of a list are shown: all of a short one; of a long one those once chosen, and what the reader asks for. */
function useFold(control: ControlView) {
  const [isOpen, setOpen] = useState(false);
  const [wanted, setWanted] = useState("");
  const shown = useRef(new Set(control.defaultValue.split(",")));
  const choices = control.choices ?? [];
  // What was shown once stays, so that nothing vanishes under the finger that takes its mark away.
  for (const choice of choices) if (choice.chosen) shown.current.add(choice.value);
  const words = wanted.trim().toLowerCase();
  const isShown = ({ value, label }: { value: string; label: string }) =>
    choices.length < foldedFrom ||
    (isOpen ? label.toLowerCase().includes(words) || value.toLowerCase().includes(words) : shown.current.has(value));
  return { isOpen, setOpen, wanted, setWanted, isShown, canFold: choices.length >= foldedFrom };
}

function FoldedRest({ control, texts, fold }: ControlProps & { fold: ReturnType<typeof useFold> }) {
  const choices = control.choices ?? [];
  const hidden = choices.filter((choice) => !fold.isShown(choice)).length;
  return (
    <div class="fold">
      <button
        type="button"
        class="fold-toggle"
        aria-expanded={fold.isOpen}
        onClick={() => {
          fold.setOpen(!fold.isOpen);
          fold.setWanted("");
        }}
      >
        {fold.isOpen ? texts.fewerChoices : texts.moreChoices(hidden)}
      </button>
      {fold.isOpen && (
        <input
          type="search"
          class="text-field"
          aria-label={texts.searchIn(control.label)}
          placeholder={texts.search}
          value={fold.wanted}
          onInput={(event) => fold.setWanted(event.currentTarget.value)}
        />
      )}
      <p class="visually-hidden" role="status">
        {fold.wanted && texts.found(choices.length - hidden)}
      </p>
    </div>
  );
}

function ChecksControl(props: ControlProps) {
  const { control, change } = props;
  const fold = useFold(control);
  const full = control.choices?.filter((choice) => choice.chosen).length === control.most;
  return (
    <fieldset class="checks" aria-describedby={describedBy(control)}>
      <legend>{control.label}</legend>
      {control.choices?.map((choice) => (
        <label key={choice.value} class="check" hidden={!fold.isShown(choice)}>
          <input
            type="checkbox"
            name={control.name}
            value={choice.value}
            checked={choice.chosen}
            disabled={full && !choice.chosen}
            onChange={() => change({ [control.name]: (asked) => toggled(asked, choice.value) })}
          />
          <span>{choice.label}</span>
        </label>
      ))}
      {fold.canFold && <FoldedRest {...props} fold={fold} />}
    </fieldset>
  );
}

/** A list such as 64:64,128:128: typed as a whole, or taken apart by its chips. */
function PairsControl({ control, texts, change }: ControlProps) {
  const pairs = control.value === "" ? [] : control.value.split(",");
  return (
    <>
      <label for={fieldId(control)}>{control.label}</label>
      <ValueField control={control} change={change} numeric={false} />
      <ul class="pairs">
        {pairs.map((pair) => (
          <li key={pair}>
            <span>{pair}</span>
            {pairs.length > 1 && (
              <button
                type="button"
                aria-label={texts.remove(pair)}
                onClick={() => change({ [control.name]: (asked) => toggled(asked, pair) })}
              >
                ×
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function TextControl({ control, change }: ControlProps) {
  return (
    <>
      <label for={fieldId(control)}>{control.label}</label>
      <ValueField control={control} change={change} numeric={false} />
    </>
  );
}

const widgets = {
  slider: NumberControl,
  select: SelectControl,
  checks: ChecksControl,
  pairs: PairsControl,
  text: TextControl,
};

function OneControl({ isOutline, at, ...props }: ControlProps & Placed & { isOutline?: boolean | undefined }) {
  const { control } = props;
  const Widget = widgets[control.widget];
  const isChanged = control.value !== control.defaultValue;
  return (
    <div
      class={`control control-${control.widget}`}
      data-control={control.name}
      data-changed={isChanged ? "" : undefined}
      ref={at}
    >
      {!isOutline && (
        <>
          <Widget {...props} />
          <p class="help" id={describedBy(control)}>
            {control.help}
          </p>
        </>
      )}
    </div>
  );
}

const Control = inTurn(OneControl);

interface PresetsProps extends Pick<View, "id" | "presets" | "controls"> {
  texts: UiTexts;
  set: SetAll;
}

export const Presets = inTurn(({ id, presets, controls, texts, set }: PresetsProps) => {
  const row = useChosenInSight(presets.find(({ active }) => active)?.id);
  return (
    <fieldset class="presets part-presets" ref={row}>
      <legend class="visually-hidden">{texts.presets}</legend>
      {presets.map((preset) => (
        <button
          key={preset.id}
          type="button"
          class="chip"
          data-preset={preset.id}
          aria-pressed={preset.active}
          onClick={() => set(preset.params)}
        >
          {preset.label}
        </button>
      ))}
      <OwnPresets demo={id} controls={[...controls.main, ...controls.more]} texts={texts} set={set} />
    </fieldset>
  );
});

interface ControlsProps {
  view: View;
  texts: UiTexts;
  change: Change;
  reset(): void;
  desk: Desk | undefined;
  /** Only names and kinds of what is folded, for the address to be read by. */
  foldsAreOutlines?: boolean | undefined;
}

export function Controls({ view, texts, change, reset, desk, foldsAreOutlines }: ControlsProps) {
  const draw = (control: ControlView) => <Control key={control.name} control={control} texts={texts} change={change} />;
  const drawFolded = (control: ControlView) => (
    <Control key={control.name} control={control} texts={texts} change={change} isOutline={foldsAreOutlines} />
  );
  return (
    <form class="rail part-controls" aria-label={texts.controls} onSubmit={(event) => event.preventDefault()}>
      {view.picks && <PickList picks={view.picks} change={change} texts={texts} />}
      {view.controls.main.map(draw)}
      {view.controls.more.length > 0 && (
        <details class="more">
          <summary>{texts.more}</summary>
          {view.controls.more.map(drawFolded)}
        </details>
      )}
      <RailFoot view={view} texts={texts} change={change} reset={reset} desk={desk} />
    </form>
  );
}
