// Starts the engine in the best way the page allows: a module worker, a worker from a blob, or this thread.
//
// Sandboxed frames and pages of other origins may not start a worker from its address: some browsers throw, some fire
// an error event without words, some do nothing at all. A blob worker that imports the same module then works in most.

import { EngineFailure, messageOf } from "./failure.js";
import { type Ears, firstThatStarts, type Mode, pageLine, startWithinMs, workerLine } from "./lines.js";
import type { Line } from "./protocol.js";
import workerUrl from "./worker.ts?worker&url";

export type { Ears, Mode } from "./lines.js";
export const modes: readonly Mode[] = ["worker", "blob", "page"];

// Where a page asks for Trusted Types, worker addresses must come from a policy; ours lets only the two below pass.
let policy: { createScriptURL(url: string): unknown } | undefined;
function trusted(url: string): string {
  const types = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): typeof policy } })
    .trustedTypes;
  if (!types) return url;
  try {
    policy ??= types.createPolicy("cs349e-engine", {
      createScriptURL(asked: string) {
        if (asked === absoluteWorkerUrl() || asked.startsWith("blob:")) return asked;
        throw new TypeError(`${asked} is not the engine's worker`);
      },
    });
    return policy ? (policy.createScriptURL(url) as string) : url;
  } catch {
    return url; // The page allows no such policy: the Worker constructor refuses, and the chain goes on.
  }
}

const absoluteWorkerUrl = () => new URL(workerUrl, import.meta.url).href;

function blobWorker(): Worker {
  // A classic worker: a module worker from a blob may not import in a sandboxed frame.
  const code = `import(${JSON.stringify(absoluteWorkerUrl())}).catch((error) => postMessage({ type: "boot-failed", message: String(error) }));`;
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  try {
    return new Worker(trusted(url));
  } finally {
    setTimeout(() => URL.revokeObjectURL(url), startWithinMs);
  }
}

async function inPage(ears: Ears): Promise<Line> {
  const { createHandler } = await import("./handler.js").catch((cause: unknown) => {
    throw new EngineFailure("fetch-failed", messageOf(cause), { cause });
  });
  return pageLine(createHandler, ears);
}

const starters: Record<Mode, (ears: Ears) => Promise<Line>> = {
  worker: async (ears) => workerLine(new Worker(trusted(absoluteWorkerUrl()), { type: "module" }), ears),
  blob: async (ears) => workerLine(blobWorker(), ears),
  page: inPage,
};

/** Tries the given ways in order; rejects with the last one's failure. */
export const spawn = (ways: readonly Mode[], ears: Ears): Promise<{ line: Line; mode: Mode }> =>
  firstThatStarts(ways, starters, ears);
