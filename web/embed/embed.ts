// The helper that other sites include: <cs349e-demo demo="…"> becomes a lazy frame that sizes itself.
//
// No dependency, no storage, no listener beyond its own frame's messages; safe to load twice, in any version.

/** "v/<version>/" in the helper of one version, whose frames never change; "" in the one that follows the site. */
declare const __PINNED_FOLDER__: string;

const source = "cs349e-companion";
const tag = "cs349e-demo";
const heightMax = 20_000; // the longest demo on a phone takes 15,000; a broken message must not swallow the page
const here = new URL(".", import.meta.url);
const base = here.href.endsWith(`/${__PINNED_FOLDER__}`) ? here : new URL(__PINNED_FOLDER__, here);

/** "zh" or "en" for a BCP 47 tag of that language, else undefined. */
function languageOf(text: string | null | undefined): "zh" | "en" | undefined {
  try {
    const { language } = new Intl.Locale((text ?? "").trim().replace(/_/g, "-"));
    return language === "zh" || language === "en" ? language : undefined;
  } catch {
    return undefined;
  }
}

const paramsOf = (text: string | null) => Object.fromEntries(new URLSearchParams(text ?? ""));

class LectureDemoFrame extends HTMLElement {
  static observedAttributes = ["demo", "lang", "theme", "params", "view", "controls", "title"];

  #frame: HTMLIFrameElement | undefined;
  #ready = false;
  /** Where the reader has got to; a change of theme or language goes on from there. */
  #params: Record<string, string> = {};
  readonly #receive = (event: MessageEvent) => this.#onMessage(event);

  connectedCallback() {
    addEventListener("message", this.#receive);
    this.#params = paramsOf(this.getAttribute("params"));
    this.#load();
  }

  disconnectedCallback() {
    removeEventListener("message", this.#receive);
    this.#frame?.remove();
    this.#frame = undefined;
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null) {
    if (!this.#frame || before === now) return;
    if (name === "title") return this.#name(now);
    if (name === "params" || name === "demo") this.#params = paramsOf(this.getAttribute("params"));
    if (name === "params" && this.#ready) {
      this.reset();
      this.set(this.#params);
    } else this.#load();
  }

  /** Sets parameters of the running demo; the others keep their values. */
  set(params: Record<string, unknown>) {
    this.#post({ type: "set", params });
  }

  /** Back to the lecture's defaults. */
  reset() {
    this.#post({ type: "reset" });
  }

  #post(message: object) {
    this.#frame?.contentWindow?.postMessage({ source, v: 1, id: this.getAttribute("demo"), ...message }, "*");
  }

  #name(title: string | null) {
    if (this.#frame) this.#frame.title = title || `CS349E: ${this.getAttribute("demo")}`;
  }

  #address(): string {
    const inherited = this.parentElement?.closest("[lang]")?.getAttribute("lang") ?? document.documentElement.lang;
    const lang = languageOf(this.getAttribute("lang")) ?? languageOf(inherited) ?? "en";
    const query = new URLSearchParams(this.#params);
    for (const name of ["theme", "view", "controls"]) {
      const value = this.getAttribute(name);
      if (value) query.set(name, value);
    }
    query.set("v", "1");
    const demo = encodeURIComponent(this.getAttribute("demo") ?? "");
    return new URL(`${lang}/embed/${demo}/?${query}`, base).href;
  }

  #load() {
    this.#ready = false;
    const isNew = !this.#frame;
    this.#frame ??= this.#makeFrame();
    this.#name(this.title);
    this.#frame.src = this.#address();
    if (isNew) (this.shadowRoot ?? this.attachShadow({ mode: "open" })).replaceChildren(this.#frame);
  }

  #makeFrame() {
    const frame = document.createElement("iframe");
    frame.loading = "lazy";
    frame.referrerPolicy = "no-referrer";
    frame.allow = "fullscreen; clipboard-write";
    if (base.origin !== location.origin) {
      // Our own origin gains nothing from a sandbox with allow-same-origin; without it the server would need CORS.
      const allowed = ["scripts", "same-origin", "downloads", "popups", "popups-to-escape-sandbox"];
      frame.setAttribute("sandbox", allowed.map((what) => `allow-${what}`).join(" "));
      // Lets pages that isolate themselves (COEP) show us, where the browser knows it. We keep nothing worth sharing.
      frame.setAttribute("credentialless", "");
    }
    Object.assign(frame.style, { display: "block", width: "100%", height: "480px", border: "0" });
    this.style.display = "block";
    return frame;
  }

  #onMessage({ source: sender, data }: MessageEvent) {
    const frame = this.#frame;
    if (!frame || sender !== frame.contentWindow) return;
    if (data?.source !== source || data.v !== 1 || data.id !== this.getAttribute("demo")) return;
    if (data.type === "height" && Number.isFinite(data.height) && data.height > 0) {
      frame.style.height = `${Math.ceil(Math.min(data.height, heightMax))}px`;
    } else if (data.type === "ready") {
      this.#ready = true;
      if (!this.title && typeof data.title === "string") this.#name(data.title.slice(0, 200));
    } else if (data.type === "state" && data.params && typeof data.params === "object") {
      this.#params = { ...data.params };
      const detail = { id: data.id, params: { ...data.params } };
      this.dispatchEvent(new CustomEvent("cs349e-state", { detail, bubbles: true, composed: true }));
    }
  }
}

if (!customElements.get(tag)) customElements.define(tag, LectureDemoFrame);
