// The two kinds of lines to an engine: into a worker that has started, and into a handler in this very thread.
import { EngineFailure } from "./failure.js";
import type { createHandler } from "./handler.js";
import type { Line, Message } from "./protocol.js";
import { watchWorker } from "./watch.js";

/** How the engine runs. */
export type Mode = "worker" | "blob" | "page";

export interface Ears {
  message(message: Message): void;
  /** The line broke after it had started. */
  broken(reason: string): void;
  /** The line is gone, and the request that it was given last never reached an engine. */
  lost(reason: string): void;
}

export const startWithinMs = 10_000;

/** Resolves once the worker says it is ready; what is posted earlier would be lost in a blob worker. */
export function workerLine(worker: Worker, ears: Ears): Promise<Line> {
  return new Promise((resolve, reject) => {
    let ready = false;
    const end = () => {
      watch.end();
      worker.terminate();
    };
    const watch = watchWorker((wasTaken) => {
      end();
      if (wasTaken) ears.broken("the worker fell silent");
      else ears.lost("the worker was gone");
    });
    const fail = (reason: string) => {
      clearTimeout(timer);
      end();
      if (ready) ears.broken(reason);
      else reject(new EngineFailure("start-failed", reason));
    };
    const post: Line["post"] = (request, transfer) => {
      worker.postMessage(request, transfer);
      watch.asked();
    };
    const timer = setTimeout(() => fail(`no answer within ${startWithinMs} ms`), startWithinMs);
    worker.onerror = (event) => fail(event.message || "the worker failed without a message");
    worker.onmessageerror = () => fail("a message could not be read");
    worker.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.type === "boot-failed") fail(data.message);
      else if (data.type !== "ready") {
        watch.heard(data);
        ears.message(data);
      } else {
        ready = true;
        clearTimeout(timer);
        resolve({ post, end });
      }
    };
  });
}

export function pageLine(
  makeHandler: (send: Parameters<typeof createHandler>[0]) => ReturnType<typeof createHandler>,
  ears: Ears,
): Line {
  let ended = false;
  const handle = makeHandler((message) => {
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

/** Tries the given ways in order; rejects with the last one's failure. */
export async function firstThatStarts(
  ways: readonly Mode[],
  starters: Partial<Record<Mode, (ears: Ears) => Promise<Line>>>,
  ears: Ears,
): Promise<{ line: Line; mode: Mode }> {
  let failure: unknown;
  for (const mode of ways) {
    try {
      const line = await starters[mode]?.(ears);
      if (line) return { line, mode };
    } catch (error) {
      failure = error;
    }
  }
  throw failure instanceof EngineFailure ? failure : new EngineFailure("start-failed", String(failure));
}
