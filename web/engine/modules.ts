// Which compiled module answers which request: a demo's own, a third the size of the whole core, wherever it will do.
import { type Core, type CoreSource, type Glue, loadCore } from "./core.js";
import type { Request } from "./protocol.js";
import { hasVectors } from "./vectors.js";

const glues = import.meta.glob<Awaited<ReturnType<Glue>>>("../generated/*.mjs");
const addresses = import.meta.glob<string>("../generated/*.wasm", { query: "?url", import: "default", eager: true });

const wholeCore = hasVectors ? "core" : "core-scalar";

/**
 * The name of the module that a request needs. Demos that have none, which do not exist, get their answer from the core;
 * all do where there are no vectors.
 */
export function moduleOf({ call, args }: Pick<Request, "call" | "args">): string {
  const [first] = args;
  const byId = ["run", "schema", "memoryBytes"].includes(call);
  const id = call === "present" ? (first as { id?: unknown } | undefined)?.id : byId ? first : "";
  return hasVectors && typeof id === "string" && Object.hasOwn(glues, `../generated/${id}.mjs`) ? id : wholeCore;
}

/** Loads a module by name; `source` instead of its own address where a page carries the bytes. */
export function loadModule(name: string, source?: CoreSource): Promise<Core> {
  const address = addresses[`../generated/${name}.wasm`] ?? "";
  return loadCore(source ?? new URL(address, import.meta.url), glues[`../generated/${name}.mjs`] as Glue);
}
