// The engine of an offline file, one plain script: started as a worker it answers, in the page it offers its handler.
import type { CoreSource } from "./core.js";
import { createHandler } from "./handler.js";
import type { Message, Request } from "./protocol.js";

/** The modules' bytes by name, sent before the first request. */
export interface OfflineModules {
  modules: Record<string, CoreSource>;
}

export interface OfflineEngine {
  createHandler: typeof createHandler;
}

function answerInWorker(scope: DedicatedWorkerGlobalScope) {
  const send = (message: Message, transfer: Transferable[] = []) => scope.postMessage(message, transfer);
  let handle: ReturnType<typeof createHandler> | undefined;
  scope.addEventListener("message", ({ data }: MessageEvent<Request | OfflineModules>) => {
    if ("modules" in data) {
      handle = createHandler(send, data.modules);
      send({ type: "ready" });
    } else void handle?.(data);
  });
}

if ("document" in globalThis) Object.assign(globalThis, { offlineEngine: { createHandler } satisfies OfflineEngine });
else answerInWorker(globalThis as unknown as DedicatedWorkerGlobalScope);
