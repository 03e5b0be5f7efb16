// A demo inside somebody else's page: tells the host its height and state, and takes values from its parent alone.
import type { DemoChange, LectureDemo } from "./lecture-demo.js";

const source = "cs349e-companion";

type ToHost =
  | { type: "height"; id: string; height: number }
  | { type: "state"; id: string; params: DemoChange["params"] }
  | { type: "ready"; id: string };

export type FromHost = { type: "set"; params: Record<string, string> } | { type: "reset" };

const isRecord = (data: unknown): data is Record<string, unknown> =>
  typeof data === "object" && data !== null && !Array.isArray(data);

/** Values as in the address; a list may come as an array. Undefined where `params` is something else. */
function paramsFrom(data: unknown): Record<string, string> | undefined {
  if (!isRecord(data)) return undefined;
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(data)) {
    const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    if (!isPlain && !(Array.isArray(value) && value.every((item) => typeof item === "string"))) return undefined;
    if (name !== "__proto__") texts[name] = String(value);
  }
  return texts;
}

/** A message of our protocol, or undefined for everything else. */
export function readMessage(data: unknown): FromHost | undefined {
  if (!isRecord(data) || data.source !== source || data.v !== 1) return undefined;
  if (data.type === "reset") return { type: "reset" };
  const params = data.type === "set" ? paramsFrom(data.params) : undefined;
  return params && { type: "set", params };
}

function post(message: ToHost) {
  // Nothing private is in these messages, and a host's origin cannot be known ("null" in sandboxes).
  window.parent.postMessage({ source, v: 1, ...message }, "*");
}

function reportHeight(id: string) {
  let last = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
    if (height === last || height === 0) return;
    last = height;
    post({ type: "height", id, height });
  }).observe(document.documentElement);
}

/** Does nothing when the page is not framed. */
export function connectToHost(demo: LectureDemo) {
  if (window.parent === window) return;
  const id = demo.dataset.demo ?? "";
  let isReady = false;
  demo.addEventListener("lecture-change", (event) => {
    const { params } = (event as CustomEvent<DemoChange>).detail;
    if (!isReady) post({ type: "ready", id });
    isReady = true;
    post({ type: "state", id, params });
  });
  window.addEventListener("message", (event) => {
    if (event.source !== window.parent) return;
    const message = readMessage(event.data);
    if (message?.type === "set") demo.change(message.params);
    if (message?.type === "reset") demo.set({});
  });
  reportHeight(id);
}
