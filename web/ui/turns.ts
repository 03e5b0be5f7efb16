// Lets the parts of a page that have something new to draw take turns: first what the reader is at, then what is on screen,
// then the rest. A fast machine draws them all for one frame; a slow one for several, and shows what is on screen before the
// rest.

export interface Turn {
  /** 0: the reader is at it, 1: it is on screen, 2: nobody sees it. */
  rank(): 0 | 1 | 2;
  /** Draws the newest that there is, however often it was asked for. */
  take(): void;
}

export interface Turns {
  ask(turn: Turn): void;
  drop(turn: Turn): void;
  /** Calls `act` once no turn waits; a later `act` of the same owner takes its place. */
  whenDone(owner: object, act: () => void): void;
  /** Takes all turns at once: paper waits for no task. */
  flush(): void;
}

/** When turns are taken, one act at a time; tests bring their own. */
export interface Clock {
  now(): number;
  nextTask(act: () => void): void;
  nextFrame(act: () => void): void;
}

// The browser lays out and paints, in one task, all that was drawn since the last frame: that takes several times as long as
// the drawing. Turns that would make the drawing longer than this wait for the next frame.
const frameMs = 5;
// What nobody sees waits where the drawing of what is on screen has lasted longer than this.
const togetherMs = 4;
// What a turn is taken to last before it was taken once.
const unknownMs = 3;

// Frames that nobody sees get no animation frames.
const frameWithinMs = 100;

function pageClock(): Clock {
  // Unlike a timer a message waits for nothing but its turn, in a hidden tab, too.
  const { port1, port2 } = new MessageChannel();
  const nextTask = (act: () => void) => {
    port1.onmessage = act;
    port2.postMessage(null);
  };
  return {
    now: () => performance.now(),
    nextTask,
    nextFrame(act) {
      let isDue = true;
      const go = () => {
        if (isDue) nextTask(act);
        isDue = false;
      };
      requestAnimationFrame(go);
      setTimeout(go, frameWithinMs);
    },
  };
}

export function createTurns(makeClock: () => Clock = pageClock): Turns {
  const waiting = new Set<Turn>();
  /** How long each turn took when it was taken last. */
  const lasted = new WeakMap<Turn, number>();
  const ends = new Map<object, () => void>();
  let clock: Clock | undefined;
  let isPlanned = false;
  /** How long was drawn since the last frame, on screen and in all. */
  let unshown = { seenMs: 0, ms: 0 };

  const inOrder = () => [...waiting].map((turn) => ({ turn, rank: turn.rank() })).sort((a, b) => a.rank - b.rank);

  const take = (turn: Turn) => {
    waiting.delete(turn);
    turn.take();
  };

  function fits(turn: Turn, rank: number) {
    if (rank === 2 && unshown.seenMs > togetherMs) return false;
    return unshown.ms === 0 || unshown.ms + (lasted.get(turn) ?? unknownMs) <= frameMs;
  }

  function run({ now }: Clock) {
    try {
      // Drawn parts ask for turns of the parts in them.
      for (let all = inOrder(); all.length > 0; all = inOrder()) {
        for (const { turn, rank } of all) {
          if (!waiting.has(turn)) continue; // gone with what was drawn before
          if (!fits(turn, rank)) return;
          const start = now();
          take(turn);
          const ms = now() - start;
          lasted.set(turn, ms);
          unshown.ms += ms;
          if (rank < 2) unshown.seenMs += ms;
        }
      }
    } finally {
      isPlanned = false;
      plan();
    }
  }

  const startFrame = () => {
    unshown = { seenMs: 0, ms: 0 };
  };

  function plan() {
    if (isPlanned) return;
    if (waiting.size === 0) return finish();
    isPlanned = true;
    const page = clock ?? makeClock();
    clock = page;
    if (unshown.ms === 0) return page.nextTask(() => run(page));
    page.nextFrame(() => {
      startFrame();
      run(page);
    });
  }

  function finish() {
    startFrame();
    const acts = [...ends.values()];
    ends.clear();
    for (const act of acts) act();
  }

  return {
    ask(turn) {
      waiting.add(turn);
      plan();
    },
    drop: (turn) => waiting.delete(turn),
    whenDone(owner, act) {
      ends.set(owner, act);
      if (waiting.size === 0 && !isPlanned) finish();
    },
    flush() {
      for (const turn of waiting) take(turn); // and those that one asks for
    },
  };
}
