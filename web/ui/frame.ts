// A demo inside somebody else's page: tells the host its height and state, and takes values from its parent alone.
import type { DemoChange, LectureDemo } from "./lecture-demo.js";

const source = "cs349e-companion";

type ToHost =
  | { type: "height"; id: string; height: number }
  | { type: "state"; id: string; params: DemoChange["params"] }
  | { type: "ready"; id: string; title: string };

export type FromHost = { type: "set"; params: Record<string, string> } | { type: "reset" };

const isRecord = (data: unknown): data is Record<string, unknown> =>
  typeof data === "object" && data !== null && !Array.isArray(data);

const isPlain = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);

/** Values as in the address; a list may come as an array. Undefined where `params` is something else. */
function paramsFrom(data: unknown): Record<string, string> | undefined {
  if (!isRecord(data)) return undefined;
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(data)) {
    if (!isPlain(value) && !(Array.isArray(value) && value.every(isPlain))) return undefined;
    if (name !== "__proto__") texts[name] = String(value);
  }
  return texts;
}

/** A message of our protocol to the demo `id`, or undefined for everything else. */
export function readMessage(data: unknown, id?: string): FromHost | undefined {
  if (!isRecord(data) || data.source !== source || data.v !== 1) return undefined;
  if (id !== undefined && data.id !== undefined && data.id !== id) return undefined;
  if (data.type === "reset") return { type: "reset" };
  const params = data.type === "set" ? paramsFrom(data.params) : undefined;
  return params && { type: "set", params };
}

function post(message: ToHost) {
  // Nothing private is in these messages, and a host's origin cannot be known ("null" in sandboxes).
  window.parent.postMessage({ source, v: 1, ...message }, "*");
}

// Fonts, the first live picture and the host's own answer follow one another closely: one message for all.
const settleMs = 80;

function reportHeight(id: string) {
  let last = 0;
  let isWaiting = false;
  const report = () => {
    isWaiting = false;
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
    if (height === last || height === 0) return; // 0: a folded section, a hidden tab, a slide to come
    last = height;
    post({ type: "height", id, height });
  };
  new ResizeObserver(() => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(report, last === 0 ? 0 : settleMs);
  }).observe(document.documentElement);
}

/** Does nothing when the page is not framed. */
export function connectToHost(demo: LectureDemo) {
  if (window.parent === window) return;
  const id = demo.dataset.demo ?? "";
  let isReady = false;
  demo.addEventListener("lecture-change", (event) => {
    const { params } = (event as CustomEvent<DemoChange>).detail;
    if (!isReady) post({ type: "ready", id, title: document.title });
    isReady = true;
    post({ type: "state", id, params });
  });
  window.addEventListener("message", (event) => {
    if (event.source !== window.parent) return;
    const message = readMessage(event.data, id);
    if (message?.type === "set") demo.change(message.params);
    if (message?.type === "reset") demo.set({});
  });
  reportHeight(id);
}
