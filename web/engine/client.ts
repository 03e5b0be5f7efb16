// The page's side of the engine: one line for all widgets, latest wins per widget, first come first served for calls.
import { EngineFailure } from "./failure.js";
import type { PresentRequest } from "./present.js";
import type { Line, Message, Progress } from "./protocol.js";
import { type Ears, type Mode, modes, spawn } from "./spawn.js";
import type { View } from "./view.js";

export type Presented =
  /** `newest` is false when a later request of the same widget is already waiting. */
  | { kind: "view"; view: View; newest: boolean }
  /** A later request of the same widget took its place before it was run. */
  | { kind: "superseded" };

export interface CallOptions {
  signal?: AbortSignal | undefined;
  progress?: Progress | undefined;
  /** Buffers among the arguments that may be moved instead of copied. */
  transfer?: Transferable[] | undefined;
}

export interface Client {
  /** Runs a demo for the widget `key`. Rejects with an EngineFailure, or with the signal's reason. */
  present(key: string, request: PresentRequest, options?: CallOptions): Promise<Presented>;
  /** Any other call of calls.ts, first come first served. */
  call(name: string, args: unknown[], options?: CallOptions): Promise<unknown>;
  /** Drops what a widget still waits for; ends its run if it is the one that is running. */
  cancel(key: string): void;
  /** Ends the worker once nothing runs or waits, and gives its memory back; a later request starts a new one. */
  release(): void;
  /** How the engine runs now; undefined while it does not. */
  readonly mode: Mode | undefined;
}

export interface ClientOptions {
  /** The ways to try, in order. */
  ways?: readonly Mode[];
  /** For tests: starts a line in place of spawn(). */
  start?: (ways: readonly Mode[], ears: Ears) => Promise<{ line: Line; mode: Mode }>;
}

interface Entry extends CallOptions {
  key: string | undefined;
  call: string;
  args: unknown[];
  /** Asked a second time, since the first worker was gone. */
  isAgain?: boolean;
  settle(outcome: { value: unknown } | { failure: unknown } | "superseded"): void;
}

/** The ways that the page's address asks for: `?engine=worker|blob|page` tries that one alone. */
export function waysFrom(search: string): readonly Mode[] {
  const asked = new URLSearchParams(search).get("engine");
  return modes.filter((mode) => mode === asked).length === 1 ? [asked as Mode] : modes;
}

let isReferenceOnly = false;

/** After a failed self-test: whatever is asked from now on is computed by the plain loops. */
export function switchFastPathsOff(): void {
  isReferenceOnly = true;
}

export function createClient(options: ClientOptions = {}): Client {
  const start = options.start ?? spawn;
  let ways = options.ways ?? waysFrom(globalThis.location?.search ?? "");
  let waiting: Entry[] = [];
  let running: Entry | undefined;
  let line: Line | undefined;
  let mode: Mode | undefined;
  let starting: ReturnType<typeof start> | undefined;
  let ticket = 0;
  let releasing = false;

  const finish = (outcome: Parameters<Entry["settle"]>[0]) => {
    const entry = running;
    running = undefined;
    entry?.settle(outcome);
    next();
  };

  const end = () => {
    line?.end();
    line = undefined;
    mode = undefined;
    ticket += 1; // answers that are still under way no longer match
  };

  const ears: Ears = {
    message(message: Message) {
      if (!running || !("ticket" in message) || message.ticket !== ticket) return;
      if (message.type === "taken") return;
      if (message.type === "progress") running.progress?.(message.done, message.total);
      else if (message.type === "answer") finish({ value: message.value });
      else finish({ failure: new EngineFailure(message.fault.kind, message.fault.message) });
    },
    broken(reason) {
      end();
      finish({ failure: new EngineFailure("crashed", reason) });
    },
    lost(reason) {
      const entry = running;
      // What was moved to the old worker is gone with it.
      if (!entry || entry.isAgain || entry.transfer?.length) return ears.broken(reason);
      end();
      running = undefined;
      entry.isAgain = true;
      waiting.unshift(entry);
      next();
    },
  };

  // One start at a time: a request that is stopped meanwhile leaves the started line to the next one.
  const lineUp = async (): Promise<Line> => {
    if (line) return line;
    starting ??= start(ways, ears).finally(() => {
      starting = undefined;
    });
    const started = await starting;
    ways = [started.mode]; // what worked once is what a restart uses
    ({ line, mode } = started);
    return line;
  };

  async function next() {
    if (running) return;
    const entry = waiting.shift();
    if (!entry) {
      if (releasing) end();
      releasing = false;
      return;
    }
    running = entry;
    try {
      const ready = await lineUp();
      if (running !== entry) return;
      ticket += 1;
      const { call, args, transfer = [] } = entry;
      ready.post({ ticket, call, args, ...(isReferenceOnly && { referenceOnly: true }) }, transfer);
    } catch (failure) {
      if (running === entry) finish({ failure });
    }
  }

  /** Takes an entry out, wherever it is; a running one is stopped by ending its worker. */
  const stop = (entry: Entry, outcome: Parameters<Entry["settle"]>[0]) => {
    if (running === entry) {
      end();
      finish(outcome);
    } else if (waiting.includes(entry)) {
      waiting = waiting.filter((other) => other !== entry);
      entry.settle(outcome);
    }
  };

  function enqueue(
    key: string | undefined,
    call: string,
    args: unknown[],
    { signal, progress, transfer }: CallOptions,
  ) {
    return new Promise<{ value: unknown } | "superseded">((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      releasing = false;
      const onAbort = () => stop(entry, { failure: signal?.reason });
      const entry: Entry = {
        key,
        call,
        args,
        progress,
        transfer,
        settle(outcome) {
          signal?.removeEventListener("abort", onAbort);
          if (typeof outcome === "object" && "failure" in outcome) reject(outcome.failure);
          else resolve(outcome);
        },
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      const replaced = key === undefined ? -1 : waiting.findIndex((other) => other.key === key);
      if (replaced >= 0) waiting.splice(replaced, 1, entry)[0]?.settle("superseded");
      else waiting.push(entry);
      next();
    });
  }

  return {
    async present(key, request, callOptions = {}) {
      const outcome = await enqueue(key, "present", [request], callOptions);
      if (outcome === "superseded") return { kind: "superseded" };
      const newest = !waiting.some((entry) => entry.key === key) && running?.key !== key;
      return { kind: "view", view: outcome.value as View, newest };
    },
    async call(name, args, callOptions = {}) {
      const outcome = await enqueue(undefined, name, args, callOptions);
      return typeof outcome === "object" ? outcome.value : undefined;
    },
    cancel(key) {
      for (const entry of [...waiting, ...(running ? [running] : [])]) {
        if (entry.key === key) stop(entry, "superseded");
      }
    },
    release() {
      releasing = true;
      next();
    },
    get mode() {
      return mode;
    },
  };
}
