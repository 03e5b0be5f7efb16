// The offer to analyse a reader's own weights: a drop zone, a file chooser and a sample; the panel is loaded when used.
import { useEffect, useRef, useState } from "preact/hooks";
import { bytesOf, carriedText, type Lang } from "../engine/index.js";
import { doorTexts } from "./weights/door-texts.js";
import type { WeightsPanelProps } from "./weights/panel.js";

const sampleName = "basic-pitch.safetensors";

/** The first of the files that were dropped or chosen. */
const firstOf = (files: FileList | null | undefined) => files?.item(0) ?? undefined;

async function fetchSample(langRoot: string): Promise<File> {
  const base64 = carriedText("offline-sample");
  if (base64) return new File([bytesOf(base64)], sampleName);
  const response = await fetch(`${langRoot}../samples/${sampleName}`);
  if (!response.ok) throw new Error(`HTTP status ${response.status}`);
  return new File([await response.blob()], sampleName);
}

type Panel = (props: WeightsPanelProps) => preact.JSX.Element;

export function OwnWeights({ lang, langRoot }: { lang: Lang; langRoot: string }) {
  const texts = doorTexts[lang];
  const input = useRef<HTMLInputElement>(null);
  // Each choice is a new one, even of the same file.
  const [chosen, setChosen] = useState<{ file: File } | null>(null);
  const [panel, setPanel] = useState<{ Panel: Panel } | null>(null);
  const [trouble, setTrouble] = useState("");
  const [isOver, setOver] = useState(false);
  const [licence, setLicence] = useState(`${langRoot}../samples/LICENSE-basic-pitch.txt`);

  const open = async (file: File | undefined) => {
    if (!file) return;
    setChosen({ file });
    setTrouble("");
    try {
      const { WeightsPanel } = await import("./weights/panel.js");
      setPanel({ Panel: WeightsPanel });
    } catch {
      setTrouble(texts.failed);
    }
  };
  const openSample = () => fetchSample(langRoot).then(open, () => setTrouble(texts.sampleFailed));
  // A file that was chosen in the built HTML before the script came.
  useEffect(() => {
    const text = carriedText("offline-sample-licence");
    if (text) setLicence(`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`);
    void open(firstOf(input.current?.files));
  }, []);

  return (
    <section class="part-weights own-weights" id="weights">
      <h2>{texts.title}</h2>
      <p class="weights-invitation">
        {texts.invitation} <strong>{texts.privacy}</strong>
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside is the first */}
      <div
        class={`drop-zone${isOver ? " is-over" : ""}`}
        data-drop=""
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void open(firstOf(event.dataTransfer?.files));
        }}
      >
        <label class="plain-button file-button">
          {texts.choose}
          <input
            ref={input}
            type="file"
            name="weights"
            accept=".safetensors,.npy"
            onClick={(event) => {
              event.currentTarget.value = ""; // so that the same file can be chosen again
            }}
            onChange={(event) => open(firstOf(event.currentTarget.files))}
          />
        </label>
        <span class="drop-hint">{texts.drop}</span>
        <button type="button" class="plain-button" data-sample="" onClick={openSample}>
          {texts.sample}
        </button>
      </div>
      <p class="table-note">
        {texts.sampleIs}
        <a href={licence} download={licence.startsWith("data:") ? "LICENSE-basic-pitch.txt" : undefined}>
          {texts.sampleLicence}
        </a>
      </p>
      <noscript>{texts.needsScript}</noscript>
      {trouble && (
        <p class="notice" role="alert" data-notice="weights">
          {trouble}
        </p>
      )}
      {panel && chosen && <panel.Panel lang={lang} chosen={chosen} />}
    </section>
  );
}
