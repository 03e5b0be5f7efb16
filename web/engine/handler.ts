// Answers requests with modules that are loaded on first need; runs in the worker, or in the page where none can start.
import { type Call, callByName, createCalls } from "./calls.js";
import type { CoreSource } from "./core.js";
import { EngineFailure, messageOf } from "./failure.js";
import { loadModule, moduleOf } from "./modules.js";
import type { PresentRequest } from "./present.js";
import type { Fault, Message, Request } from "./protocol.js";

export type Send = (message: Message, transfer: Transferable[]) => void;

/**
 * A module that ended badly is dropped, and the next request loads it anew; so does a load that failed. `sources` are
 * modules by name that the page carries itself.
 */
export function createHandler(send: Send, sources: Record<string, CoreSource> = {}) {
  const loaded = new Map<string, Promise<Record<string, Call>>>();

  /** The calls of the module that a request needs. */
  async function callsFor(request: Request): Promise<Record<string, Call>> {
    const name = moduleOf(request);
    if (isForLecture(request) && (await memoryOf(loaded.get(name))) > lectureBytes) loaded.delete(name);
    const calls = loaded.get(name) ?? loadModule(name, sources[name]).then(createCalls);
    loaded.set(name, calls);
    return calls;
  }

  return async function handle(request: Request): Promise<void> {
    const { ticket, call, args, referenceOnly } = request;
    send({ type: "taken", ticket }, []);
    try {
      const calls = await callsFor(request);
      const progress = (done: number, total: number) => send({ type: "progress", ticket, done, total }, []);
      const value = await callByName(calls, call, args, progress, referenceOnly);
      // A view may share arrays with the cached result of the defaults, so it is copied; results are moved.
      send({ type: "answer", ticket, value }, call === "present" ? [] : buffersIn(value));
    } catch (error) {
      const fault = faultOf(error);
      if (fault.kind !== "unknown-demo") loaded.delete(moduleOf(request));
      send({ type: "fault", ticket, fault }, []);
    }
  };
}

/** More than the lecture's settings need: what a larger run left behind goes when they are set again. */
const lectureBytes = 64 * 2 ** 20;

const isForLecture = ({ call, args }: Request) =>
  call === "present" && Object.keys((args[0] as PresentRequest).given ?? {}).length === 0;

const memoryOf = async (calls: Promise<Record<string, Call>> | undefined) =>
  Number((await calls)?.memoryBytes?.([], () => {}) ?? 0);

function faultOf(error: unknown): Fault {
  if (error instanceof EngineFailure) return { kind: error.kind, message: error.message };
  return { kind: "crashed", message: messageOf(error) };
}

/** The array buffers of an answer, moved instead of copied: the engine keeps none of them. */
function buffersIn(value: unknown, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === "object" && value !== null) {
    for (const member of Object.values(value)) buffersIn(member, found);
  }
  return [...found];
}
