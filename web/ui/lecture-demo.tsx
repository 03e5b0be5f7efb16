// <lecture-demo data-demo="<id>" lang="…">: takes the built HTML of a demo over and keeps it in step with the model.
import { render } from "preact";
import {
  type Client,
  createClient,
  createUrlWriter,
  EngineFailure,
  engineTexts,
  givenBy,
  type Lang,
  readGiven,
  readOptions,
  type UrlWriter,
  type View,
  writeSearch,
} from "../engine/index.js";
import { markChanges } from "./changes.js";
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

type Field = HTMLInputElement | HTMLSelectElement;

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
  #unwatch: (() => void) | undefined;
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
    this.addEventListener("click", this.#onClick);
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
    document.removeEventListener("fast-paths-off", this.#again);
    sharedClient?.cancel(this.#key);
    render(null, this);
    this.#view = undefined;
  }

  /** What the controls say now, as a query without the defaults: "?latencyNs=400", or "". */
  get query(): string {
    return this.#view ? writeSearch("", controlsOf(this.#view)) : "";
  }

  /** What was shown may be wrong: this browser failed its self-test. */
  readonly #again = () => void this.#present();

  /** Changes some parameters; values as in the address. */
  change = (params: Params) => {
    this.#given = { ...this.#given, ...params };
    void this.#present();
  };

  /** Sets exactly these parameters, all others as in the lecture. */
  set = (params: Params) => {
    this.#given = { ...params };
    void this.#present();
  };

  async #present() {
    sharedClient ??= createClient();
    this.#state = "running";
    try {
      const answer = await sharedClient.present(this.#key, { id: this.#id, lang: this.#lang, given: this.#given });
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
    render(
      <Widget
        view={view}
        langRoot={this.dataset.langRoot ?? "../"}
        isFramed={this.dataset.framed !== undefined}
        change={this.change}
        set={this.set}
      />,
      this,
    );
    if (isFirst) this.#openChosenControls();
    markChanges(this, isFirst);
    if (!newest) return;
    this.#given = givenBy(controlsOf(view));
    this.#state = "ready";
    sharedUrl ??= createUrlWriter();
    sharedUrl.write(writeSearch(location.search, controlsOf(view)));
    this.#announce(view);
  }

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
    const kind = failure instanceof EngineFailure ? failure.kind : "crashed";
    const words = engineTexts[this.#lang].failures[kind];
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

  /** A number in a sentence leads to its control. */
  #onClick = (event: Event) => {
    const number = event.target instanceof Element && event.target.closest<HTMLElement>("[data-param]");
    if (!number) return;
    const control = this.querySelector<HTMLElement>(`[name="${CSS.escape(number.dataset.param ?? "")}"]`);
    const more = control?.closest("details");
    if (more) more.open = true;
    control?.focus();
    if (control instanceof HTMLInputElement && control.type === "text") control.select();
  };
}

if (!customElements.get("lecture-demo")) customElements.define("lecture-demo", LectureDemo);
