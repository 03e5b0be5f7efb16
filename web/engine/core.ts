// The only door to WebAssembly: loads the compiled core once, with one request, and says what went wrong.
import createCore from "../generated/core.mjs";
import { EngineFailure, messageOf } from "./failure.js";

/** Why a given value was changed; `problem` also takes the ids of a model's own checks. */
export interface Issue {
  name: string;
  given: string;
  problem: string;
  used: string;
}

export interface RunAnswer {
  params: Record<string, unknown>;
  issues: Issue[];
  result: Record<string, unknown>;
}

/** The functions of wasm/bindings.cpp. */
export interface Core {
  modelIds(): string[];
  schemaJson(id: string): string;
  run(id: string, given: object): RunAnswer | null;
  checkParams(id: string, given: object): Omit<RunAnswer, "result"> | null;
  formatNumber(value: number, spec: string): string;
  formatWithPrefix(value: number, family: "count" | "bytes" | "time"): string;
}

/** Where the module comes from: its address, or its bytes (node, and pages that carry them). */
export type CoreSource = string | URL | ArrayBuffer | Uint8Array;

/** Instantiates the core anew; engines share one per thread. */
export async function loadCore(source: CoreSource): Promise<Core> {
  if (typeof WebAssembly !== "object") throw new EngineFailure("no-webassembly", "WebAssembly is not available");
  const module = await (typeof source === "string" || source instanceof URL ? fetchModule(source) : compile(source));
  return instantiate(module);
}

async function fetchModule(url: string | URL): Promise<WebAssembly.Module> {
  const response = await fetch(url, { credentials: "same-origin" }).catch((cause: unknown) => {
    const foreign = isForeign(url) && navigator.onLine !== false;
    throw new EngineFailure(foreign ? "cors" : "fetch-failed", `${url}: ${messageOf(cause)}`, { cause });
  });
  if (!response.ok) throw new EngineFailure("fetch-failed", `${url}: HTTP status ${response.status}`);
  // Streaming needs the right type; the copy keeps the bytes for a second look, so that nothing is fetched twice.
  if (/^application\/wasm\s*(;|$)/i.test(response.headers.get("content-type") ?? "")) {
    const copy = response.clone();
    try {
      return await WebAssembly.compileStreaming(response);
    } catch {
      return compile(await bodyOf(copy, url));
    }
  }
  return compile(await bodyOf(response, url));
}

async function bodyOf(response: Response, url: string | URL): Promise<ArrayBuffer> {
  try {
    return await response.arrayBuffer();
  } catch (cause) {
    throw new EngineFailure("fetch-failed", `${url}: ${messageOf(cause)}`, { cause });
  }
}

const isForeign = (url: string | URL) => new URL(url, globalThis.location?.href).origin !== globalThis.location?.origin;

async function compile(source: ArrayBuffer | Uint8Array): Promise<WebAssembly.Module> {
  const bytes = source instanceof Uint8Array ? source : new Uint8Array(source);
  if (!isWholeModule(bytes)) {
    throw new EngineFailure("not-wasm", `${bytes.length} bytes that are not a whole WebAssembly module`);
  }
  try {
    return await WebAssembly.compile(bytes as BufferSource);
  } catch (cause) {
    throw new EngineFailure("compile-failed", messageOf(cause), { cause });
  }
}

/** Whether the magic number stands at the start and the last section ends where the bytes do. */
function isWholeModule(bytes: Uint8Array): boolean {
  const magic = [0x00, 0x61, 0x73, 0x6d];
  if (bytes.length < 8 || magic.some((byte, i) => bytes[i] !== byte)) return false;
  let at = 8;
  while (at < bytes.length) {
    let size = 0;
    let shift = 0;
    at += 1;
    for (;;) {
      const byte = bytes[at++];
      if (byte === undefined) return false;
      size += (byte & 0x7f) * 2 ** shift;
      shift += 7;
      if (byte < 0x80) break;
    }
    at += size;
  }
  return at === bytes.length;
}

async function instantiate(module: WebAssembly.Module): Promise<Core> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: unknown) => reject(new EngineFailure("compile-failed", messageOf(cause), { cause }));
    createCore({
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(module, imports).then((instance) => receive(instance, module), refuse);
        return {};
      },
    }).then((core) => resolve(core), refuse);
  });
}
