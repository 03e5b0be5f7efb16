// A reader's own starting points: from a JSON file or the address (`presets=`), kept for the visit.
import { useEffect, useState } from "preact/hooks";
import { type ControlView, keepVisit, readVisit } from "../engine/index.js";
import type { SetAll } from "./controls.js";
import type { OwnPreset, PresetsProblem } from "./read-presets.js";
import type { UiTexts } from "./texts.js";

interface OwnPresetsProps {
  demo: string;
  controls: ControlView[];
  texts: UiTexts;
  set: SetAll;
}

const keyOf = (params: Record<string, string>) => JSON.stringify(Object.entries(params).sort());

export function OwnPresets({ demo, controls, texts, set }: OwnPresetsProps) {
  const [presets, setPresets] = useState<OwnPreset[]>([]);
  const [problem, setProblem] = useState<PresetsProblem | null>(null);
  const read = async (text: string) => {
    const { readPresets } = await import("./read-presets.js");
    const found = readPresets(text, new Map(controls.map((control) => [control.name, control])));
    if ("problem" in found) return setProblem(found);
    setProblem(null);
    setPresets(found.presets);
    keepVisit(`presets-${demo}`, text);
  };
  useEffect(() => {
    const text = new URLSearchParams(location.search).get("presets") ?? readVisit(`presets-${demo}`);
    if (text) void read(text);
  }, []);
  const now = keyOf(
    Object.fromEntries(
      controls.filter(({ value, defaultValue }) => value !== defaultValue).map(({ name, value }) => [name, value]),
    ),
  );
  return (
    <>
      {presets.map(({ label, params }) => (
        <button
          key={label}
          type="button"
          class="chip"
          data-own-preset=""
          aria-pressed={keyOf(params) === now}
          onClick={() => set(params)}
        >
          {label}
        </button>
      ))}
      <label class="chip own-presets" title={texts.ownPresetsHelp}>
        <input
          type="file"
          class="visually-hidden"
          name="presets"
          accept=".json,application/json"
          onChange={async (event) => {
            const field = event.currentTarget;
            const file = field.files?.[0];
            if (file) await read(await file.text());
            field.value = ""; // the same file again, once it is mended
          }}
        />
        {texts.ownPresets}
      </label>
      <div class="own-presets-notice" role="alert">
        {problem && (
          <p class="notice" data-notice="presets">
            {texts.presetsProblem(problem.problem, problem.where, problem.allowed ?? "")} {texts.ownPresetsHelp}
          </p>
        )}
      </div>
    </>
  );
}
