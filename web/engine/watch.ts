// Notices a worker that is gone without a word: an idle one takes a request at once, and a busy one answers or tells of
// its progress in the end.
import type { Message } from "./protocol.js";

/** After so long a request that was not taken counts as lost: the worker has nothing else to do. */
export const untakenMs = 10_000;
/** After so long without answer or progress; work that tells of none takes seconds, on a slow phone some tens of them. */
export const silentMs = 300_000;
const tickMs = 2_000;

export interface Watch {
  asked(): void;
  heard(message: Message): void;
  end(): void;
}

/** `onGone` hears whether the request was taken before. Nothing is timed while no request is under way. */
export function watchWorker(onGone: (wasTaken: boolean) => void): Watch {
  let timer: ReturnType<typeof setInterval> | undefined;
  let isTaken = false;
  let quietMs = 0;
  const end = () => clearInterval(timer);
  // Ticks are counted instead of comparing clocks: a page that slept finds its worker as it left it.
  const tick = () => {
    quietMs += tickMs;
    if (quietMs < (isTaken ? silentMs : untakenMs)) return;
    end();
    onGone(isTaken);
  };
  return {
    asked() {
      end();
      isTaken = false;
      quietMs = 0;
      timer = setInterval(tick, tickMs);
    },
    heard({ type }) {
      quietMs = 0;
      isTaken = true;
      if (type === "answer" || type === "fault") end();
    },
    end,
  };
}
