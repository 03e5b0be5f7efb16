// The dialog that offers a demo to other sites: choices, snippets to copy, a link that stays, a live preview.
import { render } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { Lang } from "../engine/view.js";
import {
  type EmbedChoice,
  frameAddress,
  type Host,
  permalink,
  siteRoot,
  snippetsFor,
  usualHeight,
} from "./embed-snippets.js";
import { type EmbedTexts, embedTexts } from "./embed-texts.js";

/** What the page knows of the demo that is offered. */
export interface Offer extends Pick<EmbedChoice, "root" | "version" | "integrity" | "id" | "title" | "lang" | "query"> {
  /** Names of the controls that are not behind "more". */
  mainControls: string[];
}

interface SelectProps<Key extends string> {
  label: string;
  name: string;
  value: Key;
  choices: Record<Key, string>;
  choose(key: Key): void;
}

function Select<Key extends string>({ label, name, value, choices, choose }: SelectProps<Key>) {
  const id = useId();
  return (
    <p class="embed-choice">
      <label for={id}>{label}</label>
      <select id={id} name={name} value={value} onChange={(event) => choose(event.currentTarget.value as Key)}>
        {Object.entries<string>(choices).map(([key, text]) => (
          <option key={key} value={key} selected={key === value}>
            {text}
          </option>
        ))}
      </select>
    </p>
  );
}

/** Copies by whatever way the page has (plain http has no clipboard); false when the reader has to. */
async function copy(field: HTMLTextAreaElement): Promise<boolean> {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}

function Copyable({ label, text, name, texts }: { label: string; text: string; name: string; texts: EmbedTexts }) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [said, say] = useState("");
  useEffect(() => say(""), [text]);
  const onCopy = async () => field.current && say((await copy(field.current)) ? texts.copied : texts.notCopied);
  return (
    <div class="embed-copy">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        ref={field}
        data-snippet={name}
        readOnly
        spellcheck={false}
        translate={false}
        rows={Math.min(text.split("\n").length + 1, 9)}
        value={text}
      />
      <p>
        <button type="button" class="plain-button" onClick={onCopy} aria-label={`${texts.copy}: ${label}`}>
          {texts.copy}
        </button>{" "}
        <span role="status">{said}</span>
      </p>
    </div>
  );
}

/** The frame as another site would show it. */
function Preview({ choice, texts }: { choice: EmbedChoice; texts: EmbedTexts }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(usualHeight);
  useEffect(() => {
    const receive = ({ source, data }: MessageEvent) => {
      if (!frame.current || source !== frame.current.contentWindow || data?.type !== "height") return;
      if (Number.isFinite(data.height)) setHeight(Math.min(data.height, 20_000));
    };
    window.addEventListener("message", receive);
    return () => window.removeEventListener("message", receive);
  }, []);
  // Of the version that is shown: a new key makes a new frame, which leaves the history alone.
  const address = frameAddress({ ...choice, isPinned: false });
  return (
    <iframe
      key={address}
      ref={frame}
      src={address}
      title={`${texts.preview}: ${choice.title}`}
      width="100%"
      height={choice.height ?? height}
    />
  );
}

function Dialog({ offer, close }: { offer: Offer; close: () => void }) {
  const texts = embedTexts[offer.lang];
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [host, setHost] = useState<Host>("html");
  const [controls, setControls] = useState<"all" | "main" | "none">("all");
  const [choice, setChoice] = useState<EmbedChoice>(() => ({
    ...offer,
    root: siteRoot(offer.root, offer.version),
    view: "chart,table", // all of it is long; most notes have their own words
    controls: "all",
    theme: "auto",
    height: undefined,
    isPinned: true,
  }));
  const choose = (part: Partial<EmbedChoice>) => setChoice({ ...choice, ...part });
  useEffect(() => dialog.current?.showModal(), []);
  const languages = { zh: "中文", en: "English" };
  return (
    <dialog ref={dialog} class="embed-dialog" aria-labelledby={titleId} onClose={close}>
      <div class="embed-head">
        <h2 id={titleId}>{texts.title}</h2>
        <button type="button" class="plain-button" data-close="" onClick={() => dialog.current?.close()}>
          {texts.close}
        </button>
      </div>
      <div class="embed-choices">
        <Select label={texts.host} name="embed-host" value={host} choices={texts.hosts} choose={setHost} />
        <Select
          label={texts.show}
          name="embed-view"
          value={choice.view as keyof EmbedTexts["shows"]}
          choices={texts.shows}
          choose={(view) => choose({ view })}
        />
        <Select
          label={texts.controls}
          name="embed-controls"
          value={controls}
          choices={texts.controlChoices}
          choose={(which) => {
            setControls(which);
            choose({ controls: which === "main" ? offer.mainControls.join(",") : which });
          }}
        />
        <Select
          label={texts.theme}
          name="embed-theme"
          value={choice.theme}
          choices={texts.themes}
          choose={(theme) => choose({ theme })}
        />
        <Select<Lang>
          label={texts.language}
          name="embed-lang"
          value={choice.lang}
          choices={languages}
          choose={(lang) => choose({ lang })}
        />
        <Select
          label={texts.version}
          name="embed-version"
          value={choice.isPinned ? "pinned" : "newest"}
          choices={{ pinned: texts.pinned(offer.version), newest: texts.newest }}
          choose={(which) => choose({ isPinned: which === "pinned" })}
        />
        <Height height={choice.height} texts={texts} choose={(height) => choose({ height })} />
      </div>
      <p class="embed-state">{texts.state}</p>
      <div class="embed-texts">
        {snippetsFor(host, choice).map(({ place, code }) => (
          <Copyable key={place} name={host} label={texts.snippet(place)} text={code} texts={texts} />
        ))}
        <Copyable name="permalink" label={texts.permalink} text={permalink(choice)} texts={texts} />
      </div>
      <h3>{texts.preview}</h3>
      <div class="embed-preview">
        <Preview choice={choice} texts={texts} />
      </div>
    </dialog>
  );
}

interface HeightProps {
  height: number | undefined;
  texts: EmbedTexts;
  choose(height: number | undefined): void;
}

function Height({ height, texts, choose }: HeightProps) {
  const isFixed = height !== undefined;
  return (
    <div class="embed-height">
      <Select
        label={texts.height}
        name="embed-height"
        value={isFixed ? "fixed" : "auto"}
        choices={{ auto: texts.heightAuto, fixed: texts.heightFixed }}
        choose={(which) => choose(which === "fixed" ? usualHeight : undefined)}
      />
      {isFixed && (
        <input
          type="number"
          name="embed-pixels"
          aria-label={texts.pixels}
          min={200}
          max={4000}
          step={20}
          value={height}
          onChange={(event) => choose(Math.min(Math.max(event.currentTarget.valueAsNumber || usualHeight, 200), 4000))}
        />
      )}
    </div>
  );
}

/** Shows the dialog until it is closed; the browser gives the focus back to where it was. */
export function openEmbedDialog(offer: Offer) {
  const place = document.createElement("div");
  document.body.append(place);
  const close = () => {
    render(null, place);
    place.remove();
  };
  render(<Dialog offer={offer} close={close} />, place);
}
