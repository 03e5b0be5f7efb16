// The panel of a reader's own weights: messages, the list of tensors, options, progress, and the results.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Lang } from "../../engine/view.js";
import { uiTexts } from "../texts.js";
import { Results } from "./results.js";
import {
  canAnalyse,
  type FileProblem,
  lecturePresets,
  listedMax,
  WeightsSession,
  type WeightsState,
} from "./session.js";
import { type WeightsTexts, weightsTexts } from "./texts.js";

export interface WeightsPanelProps {
  lang: Lang;
  chosen: { file: File };
}

// Rows come faster than anyone can read.
const drawnEveryMs = 80;

/** The session, and its state as of the last drawing. */
function useSession() {
  const session = useRef<WeightsSession | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const [, draw] = useState(0);
  session.current ??= new WeightsSession(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      draw((count) => count + 1);
    }, drawnEveryMs);
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      session.current?.dispose();
    },
    [],
  );
  return session.current;
}

function Message({ of, texts, kept }: { of: FileProblem; texts: WeightsTexts; kept: string }) {
  const { id, detail, number } = of.problem;
  return (
    <p class="notice" role="alert" data-notice="weights" data-problem={id}>
      {texts.problems[id]({ file: of.file, detail, number })}
      {kept && ` ${kept}`}
    </p>
  );
}

interface PartProps {
  session: WeightsSession;
  state: WeightsState;
  texts: WeightsTexts;
}

// So many tensors are looked through; of more a reader wants to find some.
const searchedFrom = 20;

function TensorList({ session, state, texts, lang }: PartProps & { lang: Lang }) {
  const { open, chosen } = state;
  const [wanted, setWanted] = useState("");
  if (!open) return null;
  const ui = uiTexts[lang];
  const words = wanted.trim().toLowerCase();
  const found = open.tensors.flatMap((tensor, index) =>
    tensor.name.toLowerCase().includes(words) ? [{ tensor, index }] : [],
  );
  const listed = found.slice(0, listedMax);
  const isCut = open.count > listedMax && found.length > listed.length;
  return (
    <details class="tensor-list" open={open.tensors.length <= 12}>
      <summary>{texts.tensorsOf(open.file.name, open.countText)}</summary>
      {open.tensors.length >= searchedFrom && (
        <p class="tensor-search">
          <input
            type="search"
            class="text-field"
            name="tensorSearch"
            aria-label={ui.search}
            placeholder={ui.search}
            value={wanted}
            onInput={(event) => setWanted(event.currentTarget.value)}
          />
          <span role="status">{words && ui.found(found.length)}</span>
        </p>
      )}
      {isCut && <p class="table-note">{texts.listed(String(listed.length), open.countText)}</p>}
      <p class="tensor-choice">
        <button
          type="button"
          class="plain-button"
          data-choose="all"
          onClick={() => session.chooseAll(listed.map(({ index }) => index))}
        >
          {texts.all}
        </button>
        <button type="button" class="plain-button" data-choose="none" onClick={() => session.chooseAll([])}>
          {texts.none}
        </button>
      </p>
      <ul class="tensors">
        {listed.map(({ tensor, index }) => (
          <li key={index}>
            <label>
              <input
                type="checkbox"
                name="tensor"
                value={tensor.name}
                checked={chosen.has(index)}
                disabled={!canAnalyse(tensor)}
                onChange={(event) => session.choose(index, event.currentTarget.checked)}
              />
              <span class="tensor-name">{tensor.name}</span>
              <span class="tensor-kind">
                {tensor.dtype} {tensor.shapeText || texts.scalar}
                {!tensor.isFloat && `, ${texts.notFloat}`}
                {tensor.isFloat && tensor.elements === 0 && `, ${texts.noElements}`}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Options({ session, state, texts }: PartProps) {
  const { presets, axis } = state.options;
  const toggle = (preset: string, isOn: boolean) =>
    session.setOptions({
      presets: Object.keys(texts.presets).filter((name) => (name === preset ? isOn : presets.includes(name))),
    });
  return (
    <div class="weights-options">
      <label class="weights-axis">
        {texts.axis}
        <select
          name="weightsAxis"
          value={axis}
          onChange={(event) =>
            session.setOptions({ axis: event.currentTarget.value === "last" ? "last" : "flattened" })
          }
        >
          <option value="flattened">{texts.axes.flattened}</option>
          <option value="last">{texts.axes.last}</option>
        </select>
        <span class="table-note">{texts.axisHelp}</span>
      </label>
      <fieldset class="checks">
        <legend>{texts.schemes}</legend>
        {Object.entries(texts.presets).map(([preset, label]) => (
          <label key={preset} class="check">
            <input
              type="checkbox"
              name="weightsScheme"
              value={preset}
              checked={presets.includes(preset)}
              disabled={lecturePresets.includes(preset)}
              onChange={(event) => toggle(preset, event.currentTarget.checked)}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}

function Work({ session, state, texts }: PartProps) {
  const { open, running, chosen, results, isStopped } = state;
  if (!open) return null;
  const all = chosen.size;
  const done = [...chosen].filter((index) => results.has(index)).length;
  if (running) {
    const share = running.done / running.total;
    return (
      <div class="weights-work" data-progress="">
        <progress max="1" value={(done + share) / Math.max(all, 1)} aria-label={texts.caption} />
        <span class="weights-at">
          {texts.progress(open.tensors[running.index]?.name ?? "", String(Math.min(done + 1, all)), String(all))}
        </span>
        <button type="button" class="plain-button" data-stop="" onClick={() => session.stop()}>
          {texts.stop}
        </button>
      </div>
    );
  }
  if (!isStopped) return null;
  return (
    <div class="weights-work" data-stopped="">
      <span>{texts.stopped(String(done), String(all))}</span>
      <button type="button" class="plain-button" data-go-on="" onClick={() => session.goOn()}>
        {texts.goOn}
      </button>
    </div>
  );
}

/** Tensors of the open file that have no error to show, each with its own message. */
const tensorProblems = ({ open, results, chosen }: WeightsState): FileProblem[] =>
  [...results].flatMap(([index, { problem }]) =>
    open && problem && chosen.has(index) ? [{ file: open.file.name, problem }] : [],
  );

export function WeightsPanel({ lang, chosen }: WeightsPanelProps) {
  const texts = weightsTexts[lang];
  const session = useSession();
  useEffect(() => void session.open(chosen.file), [chosen]);
  const { state } = session;
  const part = { session, state, texts };
  return (
    <div class="weights-panel" data-weights={state.running || state.reading ? "running" : "ready"}>
      {state.reading && <p class="table-note">{texts.reading(state.reading)}</p>}
      {state.refused && (
        <Message of={state.refused} texts={texts} kept={state.open ? texts.kept(state.open.file.name) : ""} />
      )}
      {state.open && (
        <>
          <TensorList {...part} lang={lang} />
          <Options {...part} />
          <Work {...part} />
          {tensorProblems(state).map((of, index) => (
            <Message key={index} of={of} texts={texts} kept="" />
          ))}
          <Results state={state} texts={texts} lang={lang} />
        </>
      )}
    </div>
  );
}
