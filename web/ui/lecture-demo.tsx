// <lecture-demo data-demo="<id>" lang="…">: takes the built HTML of a demo over and keeps it in step with the model.
import { render } from "preact";
import {
  type Client,
  type ControlView,
  createClient,
  createUrlWriter,
  EngineFailure,
  failureTexts,
  givenBy,
  type Lang,
  readGiven,
  readOptions,
  termOf,
  type UrlWriter,
  type View,
  writeSearch,
} from "../engine/index.js";
import { markChanges } from "./changes.js";
import type { Change } from "./controls.js";
import { createHistory } from "./history.js";
import { turns } from "./in-turn.js";
import type { Desk } from "./rail-foot.js";
import { watchSight } from "./sight.js";
import { uiTexts } from "./texts.js";
import { Widget } from "./widget.js";

type Params = Record<string, string>;

export type DemoState = "static" | "running" | "ready" | "error";

/** Fired on the element after each new View; bubbles. */
export interface DemoChange {
  id: string;
  params: Record<string, string | number>;
}

let sharedClient: Client | undefined;
let sharedUrl: UrlWriter | undefined;
let instances = 0;

/** All controls of a View, shown or behind "more". */
const controlsOf = (view: View) => [...view.controls.main, ...view.controls.more];

/** A view with its controls as they were asked to stand: under a moving hand an earlier answer takes none of them back. */
function asAsked(view: View, given: Params): View {
  const asked = (control: ControlView): ControlView => {
    const value = given[control.name] ?? control.defaultValue;
    const chosen = value.split(",");
    const choices = control.choices?.map((choice) => ({ ...choice, chosen: chosen.includes(choice.value) }));
    return { ...control, value, ...(choices && { choices }) };
  };
  const { main, more } = view.controls;
  return { ...view, controls: { main: main.map(asked), more: more.map(asked) } };
}

type Field = HTMLInputElement | HTMLSelectElement;

// What is answered sooner needs no word; a wait that is longer gets one, and a way out.
const patienceMs = 150;
// The first answer waits for the module, too, and the built page says everything meanwhile.
const startMs = 3000;

/** What was typed or chosen in the built HTML before the script came. */
function earlyChanges(element: Element): Params {
  const changed: Params = {};
  for (const field of element.querySelectorAll<Field>(".rail [name]")) {
    if (field instanceof HTMLInputElement && field.type === "text" && field.value !== field.defaultValue) {
      changed[field.name] = field.value;
    }
    if (field instanceof HTMLSelectElement && !field.selectedOptions[0]?.defaultSelected)
      changed[field.name] = field.value;
  }
  return changed;
}

/** The parameters that the built HTML has controls for; enough to read the address. */
function builtControls(element: Element) {
  return [...element.querySelectorAll<HTMLElement>("[data-control]")].map((control) => ({
    name: control.dataset.control ?? "",
    widget: control.classList.contains("control-checks") ? ("checks" as const) : ("text" as const),
    value: "",
    defaultValue: "",
  }));
}

export class LectureDemo extends HTMLElement {
  readonly #key = `demo-${instances++}`;
  #given: Params = {};
  #view: View | undefined;
  /** How many results were asked for. */
  #asked = 0;
  #unwatch: (() => void) | undefined;
  readonly #history = createHistory();
  #pinned: View | undefined;
  /** Loaded with the first pin. */
  #compare: typeof import("./compare.js") | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  /** How much of a long run is done; not read out each time that it changes. */
  readonly #share = Object.assign(document.createElement("span"), { className: "share", ariaHidden: "true" });
  /** A demo in a frame that nobody sees holds no worker. */
  #isSeen = true;

  get #id() {
    return this.dataset.demo ?? "";
  }

  get #lang(): Lang {
    return this.lang.startsWith("zh") ? "zh" : "en";
  }

  set #state(state: DemoState) {
    this.dataset.state = state;
    if (state === "running") this.setAttribute("aria-busy", "true");
    else this.removeAttribute("aria-busy");
  }

  connectedCallback() {
    this.#given = { ...readGiven(location.search, builtControls(this)), ...earlyChanges(this) };
    this.#history.record(this.#given);
    this.addEventListener("click", this.#onClick);
    this.addEventListener("keydown", this.#onKeyDown);
    if (this.dataset.framed === undefined) void this.#present();
    else this.#presentWhenSeen();
  }

  /** Frames far down a page take turns, so that a dozen of them do not start a dozen workers at once. */
  #presentWhenSeen() {
    this.#isSeen = false;
    const isFirst = () => this.dataset.state === "static";
    this.#unwatch = watchSight(this, {
      enter: () => {
        this.#isSeen = true;
        if (isFirst()) void this.#present();
      },
      leave: () => {
        this.#isSeen = false;
        sharedClient?.release();
      },
      turn: async () => {
        if (isFirst()) await this.#present();
      },
    });
  }

  disconnectedCallback() {
    this.#unwatch?.();
    this.removeEventListener("click", this.#onClick);
    this.removeEventListener("keydown", this.#onKeyDown);
    clearTimeout(this.#waiting);
    document.removeEventListener("fast-paths-off", this.#again);
    sharedClient?.cancel(this.#key);
    render(null, this);
    this.#view = undefined;
  }

  /** What is shown; undefined before the first answer. */
  get view(): View | undefined {
    return this.#view;
  }

  /** What the controls say now, as a query without the defaults: "?latencyNs=400", or "". */
  get query(): string {
    return this.#view ? writeSearch("", controlsOf(this.#view)) : "";
  }

  /** What was shown may be wrong: this browser failed its self-test. */
  readonly #again = () => void this.#present();

  /** Changes some parameters; values as in the address. */
  change: Change = (params) => {
    const asked = { ...this.#given };
    const controls = this.#view ? controlsOf(this.#view) : [];
    for (const [name, value] of Object.entries(params)) {
      const before = asked[name] ?? controls.find((control) => control.name === name)?.defaultValue ?? "";
      asked[name] = typeof value === "string" ? value : value(before);
    }
    this.#ask(asked);
  };

  /** Sets exactly these parameters, all others as in the lecture. */
  set = (params: Params) => {
    this.#drawAsked();
    this.#ask({ ...params });
  };

  #ask(params: Params) {
    this.#given = params;
    this.#history.record(params);
    void this.#present();
  }

  /** Draws what was asked of the controls and not answered yet, so that it is taken back from those that are set again. */
  #drawAsked() {
    if (!this.#view || this.dataset.state !== "running") return;
    this.#draw(asAsked(this.#view, this.#given));
    turns.flush();
  }

  async #present() {
    this.#asked += 1;
    sharedClient ??= createClient();
    this.#state = "running";
    this.#waiting ??= setTimeout(() => this.#sayBusy(), this.#view ? patienceMs : startMs);
    try {
      const request = { id: this.#id, lang: this.#lang, given: this.#given };
      const answer = await sharedClient.present(this.#key, request, { progress: this.#sayShare });
      if (answer.kind === "view" && this.isConnected) this.#show(answer.view, answer.newest);
    } catch (failure) {
      if (this.isConnected) this.#fail(failure);
    }
    if (!this.#isSeen) sharedClient.release();
  }

  #show(view: View, newest: boolean) {
    const isFirst = !this.#view;
    this.#view = view;
    this.querySelector(".trouble-slot")?.replaceChildren();
    if (newest) {
      this.#endBusy();
      this.#stand(view);
    }
    this.#draw(newest ? view : asAsked(view, this.#given));
    if (isFirst) {
      this.#openChosenControls();
      markChanges(this);
    }
    const asked = this.#asked;
    if (newest) turns.whenDone(this, () => asked === this.#asked && this.#settle(view));
  }

  /** What is asked for is what this view shows. */
  #stand(view: View) {
    this.#given = givenBy(controlsOf(view));
    this.#history.settle(this.#given);
  }

  /** All that depends on the parameters is drawn, and nothing else was asked for meanwhile. */
  #settle(view: View) {
    if (!this.isConnected) return;
    this.#state = "ready";
    sharedUrl ??= createUrlWriter();
    sharedUrl.write(writeSearch(location.search, controlsOf(view)));
    this.#announce(view);
  }

  #draw(view: View) {
    render(
      <Widget
        view={view}
        langRoot={this.dataset.langRoot ?? "../"}
        isFramed={this.dataset.framed !== undefined}
        change={this.change}
        set={this.set}
        desk={this.#desk()}
        pinned={this.#comparison(view)}
      />,
      this,
    );
  }

  #desk(): Desk {
    const step = (go: () => Params | undefined) => () => {
      const params = go();
      if (params) this.set(params);
    };
    const { canUndo, canRedo } = this.#history;
    return {
      undo: canUndo ? step(this.#history.undo) : undefined,
      redo: canRedo ? step(this.#history.redo) : undefined,
      copyLink: async () => {
        const { copyText } = await import("./deliver.js");
        return copyText(this.#link());
      },
      isPinned: this.#pinned !== undefined,
      pin: () => void this.#pin(this.#pinned ? undefined : this.#view),
    };
  }

  /** This setting on the demo's own page; a page on disk links to itself. */
  #link(): string {
    const isInFrame = this.dataset.framed !== undefined;
    const page = isInFrame ? `${this.dataset.langRoot ?? "../"}${this.#id}/` : location.pathname;
    return new URL(page + this.query, location.href).href;
  }

  async #pin(pinned: View | undefined) {
    this.#pinned = pinned;
    this.#compare ??= await import("./compare.js");
    if (this.#view && this.isConnected) this.#draw(this.#view);
  }

  #comparison(view: View) {
    const pinned = this.#pinned;
    if (!pinned || !this.#compare) return undefined;
    const { Comparison, withPinned } = this.#compare;
    const [hero, before] = [view.charts[0], pinned.charts[0]];
    const swap = () => {
      this.#pinned = this.#view;
      this.set(givenBy(controlsOf(pinned)));
    };
    return {
      hero: hero?.kind === "plot" && before?.kind === "plot" ? withPinned(hero, before, view.lang) : hero,
      comparison: <Comparison pinned={pinned} view={view} swap={swap} unpin={() => void this.#pin(undefined)} />,
    };
  }

  #sayBusy() {
    const texts = uiTexts[this.#lang];
    const stop = document.createElement("button");
    stop.type = "button";
    stop.className = "plain-button";
    stop.dataset.stop = "";
    stop.textContent = texts.stop;
    stop.addEventListener("click", this.#stop);
    const box = document.createElement("div");
    box.className = "busy";
    box.append(texts.running, this.#share, stop);
    this.querySelector(".busy-slot")?.replaceChildren(box);
  }

  readonly #sayShare = (done: number, total: number) => {
    this.#share.textContent = `${Math.floor((100 * done) / total)}%`;
  };

  #endBusy() {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    this.#share.textContent = "";
    this.querySelector(".busy-slot")?.replaceChildren();
  }

  /** Ends what is being computed; the last result and its setting stay, or the lecture's where there is none yet. */
  readonly #stop = () => {
    const view = this.#view;
    sharedClient?.cancel(this.#key);
    this.#endBusy();
    if (!view) return this.set({});
    this.#drawAsked();
    this.#stand(view);
    this.#draw(view);
    turns.flush();
    this.#state = "ready";
  };

  #announce(view: View) {
    const params: DemoChange["params"] = {};
    for (const { name, value, widget } of controlsOf(view)) params[name] = widget === "slider" ? Number(value) : value;
    this.dispatchEvent(
      new CustomEvent<DemoChange>("lecture-change", { bubbles: true, detail: { id: this.#id, params } }),
    );
  }

  /** `controls=` may name one that waits behind "more". */
  #openChosenControls() {
    const { controls } = readOptions(location.search);
    const more = this.querySelector<HTMLDetailsElement>("details.more");
    if (!more || !Array.isArray(controls)) return;
    more.open = controls.some((name) => more.querySelector(`[data-control="${CSS.escape(name)}"]`));
  }

  #fail(failure: unknown) {
    this.#endBusy();
    const kind = failure instanceof EngineFailure ? failure.kind : "crashed";
    const words = failureTexts[this.#lang][kind];
    const title = document.createElement("strong");
    title.textContent = words.title;
    const sentence = document.createElement("p");
    sentence.append(title, ` ${words.text}`);
    const box = document.createElement("div");
    box.className = "notice trouble";
    box.dataset.trouble = kind;
    box.append(sentence);
    if (words.retry) box.append(this.#retryButton());
    this.querySelector(".trouble-slot")?.replaceChildren(box);
    this.#state = "error";
  }

  #retryButton() {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "plain-button";
    button.dataset.retry = "";
    button.textContent = uiTexts[this.#lang].retry;
    button.addEventListener("click", () => {
      sharedClient?.release();
      void this.#present();
    });
    return button;
  }

  /** Undo and redo while the focus is in the demo; a field that is typed into keeps its own. */
  #onKeyDown = (event: KeyboardEvent) => {
    const isField = event.target instanceof HTMLInputElement && /^(text|search)$/.test(event.target.type);
    if (isField || event.target instanceof HTMLTextAreaElement) return;
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return;
    const isRedo = key === "y" || event.shiftKey;
    const params = isRedo ? this.#history.redo() : this.#history.undo();
    event.preventDefault();
    if (params) this.set(params);
  };

  #onClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : undefined;
    const term = target?.closest<HTMLAnchorElement>("a[data-term]");
    const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey);
    if (term && isPlain) void this.#explain(term, event);
    else this.#leadToControl(event);
  };

  /** Note and glossary are loaded with the first term that is asked for; where they are not to be had, the link leads on. */
  async #explain(link: HTMLAnchorElement, event: Event) {
    event.preventDefault();
    try {
      const id = link.dataset.term ?? "";
      const [{ showTerm }, term] = await Promise.all([import("./term-note.js"), termOf(id, this.#lang)]);
      if (!term) throw new Error(`The glossary has no ${id}`);
      showTerm(link, term, uiTexts[this.#lang]);
    } catch {
      window.open(link.href, link.target || "_self");
    }
  }

  /** A number in a sentence leads to its control. */
  #leadToControl(event: Event) {
    const number = event.target instanceof Element && event.target.closest<HTMLElement>("[data-param]");
    if (!number) return;
    const control = this.querySelector<HTMLElement>(`[name="${CSS.escape(number.dataset.param ?? "")}"]`);
    const more = control?.closest("details");
    if (more) more.open = true;
    control?.focus();
    if (control instanceof HTMLInputElement && control.type === "text") control.select();
  }
}

if (!customElements.get("lecture-demo")) customElements.define("lecture-demo", LectureDemo);
