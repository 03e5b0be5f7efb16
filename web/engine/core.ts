// The only door to WebAssembly: loads the compiled core once, with one request, and says what went wrong.
import { EngineFailure, messageOf } from "./failure.js";
import type { TensorCore } from "./weights.js";

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
export interface Core extends TensorCore {
  modelIds(): string[];
  schemaJson(id: string): string;
  run(id: string, given: object): RunAnswer | null;
  checkParams(id: string, given: object): Omit<RunAnswer, "result"> | null;
  formatNumber(value: number, spec: string): string;
  formatWithPrefix(value: number, family: "count" | "bytes" | "time"): string;
  encode(values: Float64Array, format: string, tie: string, overflow: string, round: string): Uint8Array;
  decode(codes: Uint8Array, format: string): Float64Array;
  presets(): Record<string, object>;
  /** The quantized tensor, or the policy's first member that is not allowed and what would be. */
  quantize(values: Float64Array, policy: object): object;
  random(
    seedHigh: number,
    seedLow: number,
    distribution: string,
    parameter: number,
    count: number,
  ): Float64Array | null;
  sha256(bytes: Uint8Array): string;
  fnv1a64(bytes: Uint8Array): string;
  /** FNV-1a-64 of the codes of float32 patterns slice·2^20 and on, as hex. */
  sweepSlice(format: string, tie: string, slice: number): string;
  /** Whether the fast path gives the bits of the plain loop on these numbers. */
  pathsAgree(values: Float64Array, policy: object): boolean;
  /** Plants a fault in the core's calls, for a test of the proofs: none, tie, bias, block, release or fast. */
  plantFault(fault: string): void;
  /** What integration says of a policy on a signal. */
  expectedLoss(
    law: string,
    df: number,
    policy: object,
    largest: number,
  ): { relativeMse: number; sqnrDb: number; zeroFraction: number };
  /** Plain loops in place of fast paths, from the next call on. */
  useReferenceOnly(isOn: boolean): void;
  /** Calls `listener` with the share that is done from within long runs, until another one is given. */
  listenToProgress(listener: ((share: number) => void) | null): void;
  pipeline(computeS: number, transferS: number, stages: number, release: string, latenciesS: Float64Array): PipelineRun;
  latencies(latencyS: number, jitter: number, tiles: number, seed: number): Float64Array;
  chips(): ChipFigures[];
  chipSources(): { id: string; title: string; url: string }[];
  optionNames(): Record<"format" | "tie" | "overflow" | "round", string[]>;
  /** The module's memory, which grows and never shrinks. */
  memoryBytes(): number;
}

export interface PipelineRun {
  requested: Float64Array;
  channelEnd: Float64Array;
  arrived: Float64Array;
  start: Float64Array;
  end: Float64Array;
  busy: number;
  total: number;
}

/** A chip with the figures that are known, each with its source's id, its kind, its caveat and what others say. */
export interface ChipFigures {
  id: string;
  vendor: string;
  year: number;
  lecture: boolean;
  figures: Record<
    string,
    {
      value: number;
      source: string;
      kind: string;
      caveat: string;
      alternatives: { value: number; source: string; caveat: string }[];
    }
  >;
}

/** Where the module comes from: its address, or its bytes (node, and pages that carry them). */
export type CoreSource = string | URL | ArrayBuffer | Uint8Array;

/** The glue that Emscripten writes beside each module. */
export type Glue = () => Promise<{ default: typeof import("../generated/core.mjs").default }>;
const wholeCore: Glue = () => import("../generated/core.mjs");

/** Instantiates a module anew, the whole core or a demo's own; engines share one of each per thread. */
export async function loadCore(source: CoreSource, glue: Glue = wholeCore): Promise<Core> {
  if (typeof WebAssembly !== "object") throw new EngineFailure("no-webassembly", "WebAssembly is not available");
  const loading = glue().catch((cause: unknown) => {
    throw new EngineFailure("fetch-failed", messageOf(cause), { cause });
  });
  loading.catch(() => {}); // awaited below, unless the module itself fails first
  const module = await (typeof source === "string" || source instanceof URL ? fetchModule(source) : compile(source));
  return instantiate(module, (await loading).default);
}

/** One request. Only an answer that is no module is asked for again past the cache, which may have kept a bad one. */
async function fetchModule(url: string | URL): Promise<WebAssembly.Module> {
  try {
    return await compileAnswer(await ask(url, "default"), url);
  } catch (error) {
    if (!(error instanceof EngineFailure) || !["fetch-failed", "not-wasm"].includes(error.kind)) throw error;
    return compileAnswer(await ask(url, "reload"), url);
  }
}

async function ask(url: string | URL, cache: RequestCache): Promise<Response> {
  const response = await fetch(url, { credentials: "same-origin", cache }).catch((cause: unknown) => {
    const foreign = isForeign(url) && globalThis.navigator?.onLine !== false;
    throw new EngineFailure(foreign ? "cors" : "fetch-failed", `${url}: ${messageOf(cause)}`, { cause });
  });
  if (!response.ok) throw new EngineFailure("fetch-failed", `${url}: HTTP status ${response.status}`);
  return response;
}

/** Streaming needs the right type; the copy keeps the bytes for a second look, so that nothing is fetched twice. */
async function compileAnswer(response: Response, url: string | URL): Promise<WebAssembly.Module> {
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

async function instantiate(
  module: WebAssembly.Module,
  createCore: Awaited<ReturnType<Glue>>["default"],
): Promise<Core> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: unknown) => reject(new EngineFailure("compile-failed", messageOf(cause), { cause }));
    let memory: WebAssembly.Memory | undefined;
    const memoryBytes = () => memory?.buffer.byteLength ?? 0;
    createCore({
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(module, imports).then((instance) => {
          memory = Object.values(instance.exports).find((one) => one instanceof WebAssembly.Memory);
          receive(instance, module);
        }, refuse);
        return {};
      },
    }).then((core) => resolve(Object.assign(core, { memoryBytes })), refuse);
  });
}
