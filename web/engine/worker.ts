// The engine's worker: hands requests to the handler, one after another.
import { createHandler } from "./handler.js";
import type { Message, Request } from "./protocol.js";

const scope = globalThis as unknown as DedicatedWorkerGlobalScope;
const send = (message: Message, transfer: Transferable[] = []) => scope.postMessage(message, transfer);
const handle = createHandler(send);

scope.addEventListener("message", (event: MessageEvent<Request>) => handle(event.data));
send({ type: "ready" });
