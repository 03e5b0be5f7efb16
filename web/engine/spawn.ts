// Starts the engine in the best way the page allows: a module worker, a worker from a blob, or this thread.
//
// Sandboxed frames and pages of other origins may not start a worker from its address: some browsers throw, some fire
// an error event without words, some do nothing at all. A blob worker that imports the same module then works in most.

import { EngineFailure, messageOf } from "./failure.js";
import type { Line, Message } from "./protocol.js";
import workerUrl from "./worker.ts?worker&url";

export type Mode = "worker" | "blob" | "page";
export const modes: readonly Mode[] = ["worker", "blob", "page"];

export interface Ears {
  message(message: Message): void;
  /** The line broke after it had started. */
  broken(reason: string): void;
}

const startWithinMs = 10_000;

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

/** Resolves once the worker says it is ready; what is posted earlier would be lost in a blob worker. */
function started(worker: Worker, ears: Ears): Promise<Line> {
  return new Promise((resolve, reject) => {
    let ready = false;
    const fail = (reason: string) => {
      clearTimeout(timer);
      worker.terminate();
      if (ready) ears.broken(reason);
      else reject(new EngineFailure("start-failed", reason));
    };
    const timer = setTimeout(() => fail(`no answer within ${startWithinMs} ms`), startWithinMs);
    worker.onerror = (event) => fail(event.message || "the worker failed without a message");
    worker.onmessageerror = () => fail("a message could not be read");
    worker.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.type === "boot-failed") fail(data.message);
      else if (data.type !== "ready") ears.message(data);
      else {
        ready = true;
        clearTimeout(timer);
        resolve({ post: (request, transfer) => worker.postMessage(request, transfer), end: () => worker.terminate() });
      }
    };
  });
}

async function inPage(ears: Ears): Promise<Line> {
  const { createHandler } = await import("./handler.js").catch((cause: unknown) => {
    throw new EngineFailure("fetch-failed", messageOf(cause), { cause });
  });
  let ended = false;
  const handle = createHandler((message) => {
    if (!ended) ears.message(message);
  });
  return {
    // A task of its own for each request, so that the page can draw between them.
    post: (request) => setTimeout(() => ended || handle(request)),
    end: () => {
      ended = true;
    },
  };
}

const starters: Record<Mode, (ears: Ears) => Promise<Line>> = {
  worker: async (ears) => started(new Worker(trusted(absoluteWorkerUrl()), { type: "module" }), ears),
  blob: async (ears) => started(blobWorker(), ears),
  page: inPage,
};

/** Tries the given ways in order; rejects with the last one's failure. */
export async function spawn(ways: readonly Mode[], ears: Ears): Promise<{ line: Line; mode: Mode }> {
  let failure: unknown;
  for (const mode of ways) {
    try {
      return { line: await starters[mode](ears), mode };
    } catch (error) {
      failure = error;
    }
  }
  throw failure instanceof EngineFailure ? failure : new EngineFailure("start-failed", messageOf(failure));
}
