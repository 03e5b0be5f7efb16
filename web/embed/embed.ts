// The helper that other sites include: <cs349e-demo demo="…"> becomes a lazy frame that sizes itself.
//
// No dependency, no storage, no listener beyond its own frame's messages; safe to load twice, in any version.

const source = "cs349e-companion";
const tag = "cs349e-demo";
const heightMax = 4000; // a frame can ask for no more: a broken or forged message must not swallow the page
const base = new URL(".", import.meta.url);

/** "zh" or "en" for a BCP 47 tag of that language, else undefined. */
function languageOf(text: string | null | undefined): "zh" | "en" | undefined {
  try {
    const { language } = new Intl.Locale(text ?? "");
    return language === "zh" || language === "en" ? language : undefined;
  } catch {
    return undefined;
  }
}

function paramsOf(text: string | null): Record<string, string> {
  const params: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text ?? "")) params[name] = value;
  return params;
}

class LectureDemoFrame extends HTMLElement {
  static observedAttributes = ["demo", "lang", "theme", "params", "view", "controls"];

  #frame: HTMLIFrameElement | undefined;
  #ready = false;
  readonly #receive = (event: MessageEvent) => this.#onMessage(event);

  connectedCallback() {
    addEventListener("message", this.#receive);
    this.#load();
  }

  disconnectedCallback() {
    removeEventListener("message", this.#receive);
    this.#frame?.remove();
    this.#frame = undefined;
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null) {
    if (!this.#frame || before === now) return;
    if (name === "params" && this.#ready) this.#replace();
    else this.#load();
  }

  /** Sets parameters of the running demo; the others keep their values. */
  set(params: Record<string, unknown>) {
    this.#post({ type: "set", params });
  }

  /** Back to the lecture's defaults. */
  reset() {
    this.#post({ type: "reset" });
  }

  #replace() {
    this.reset();
    this.set(paramsOf(this.getAttribute("params")));
  }

  #post(message: object) {
    this.#frame?.contentWindow?.postMessage({ source, v: 1, id: this.getAttribute("demo"), ...message }, "*");
  }

  #address(): string {
    const inherited = this.parentElement?.closest("[lang]")?.getAttribute("lang");
    const lang = languageOf(this.getAttribute("lang")) ?? languageOf(inherited) ?? "en";
    const query = new URLSearchParams(this.getAttribute("params") ?? "");
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
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    let frame = this.#frame;
    if (!frame) {
      frame = document.createElement("iframe");
      frame.loading = "lazy";
      frame.referrerPolicy = "no-referrer";
      frame.allow = "fullscreen";
      // Our own origin gains nothing from a sandbox with allow-same-origin; without it the server would need CORS.
      if (base.origin !== location.origin)
        frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-downloads allow-popups");
      Object.assign(frame.style, { display: "block", width: "100%", height: "480px", border: "0" });
      this.style.display = "block";
    }
    frame.title = this.title || `CS349E · ${this.getAttribute("demo")}`;
    const address = this.#address();
    if (frame.src !== address) frame.src = address;
    if (!this.#frame) root.replaceChildren(frame);
    this.#frame = frame;
  }

  #onMessage({ source: sender, data }: MessageEvent) {
    if (!this.#frame || sender !== this.#frame.contentWindow) return;
    if (typeof data !== "object" || data?.source !== source || data.v !== 1) return;
    if (data.id !== this.getAttribute("demo")) return;
    if (data.type === "height" && Number.isFinite(data.height)) {
      this.#frame.style.height = `${Math.ceil(Math.min(Math.max(data.height, 0), heightMax))}px`;
    } else if (data.type === "ready") {
      this.#ready = true;
      if (!this.title && typeof data.title === "string") this.#frame.title = data.title.slice(0, 200);
    } else if (data.type === "state" && data.params && typeof data.params === "object") {
      const detail = { id: data.id, params: { ...data.params } };
      this.dispatchEvent(new CustomEvent("cs349e-state", { detail, bubbles: true, composed: true }));
    }
  }
}

if (!customElements.get(tag)) customElements.define(tag, LectureDemoFrame);
