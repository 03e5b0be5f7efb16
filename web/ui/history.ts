// The settings that a reader went through, for undo and redo.

type Params = Record<string, string>;

export interface History {
  /** What is asked for. Quick steps of the same parameters, as of a slider that is drawn, count as one. */
  record(params: Params): void;
  /** How the last that was asked for is read; a step that changes nothing is none. */
  settle(params: Params): void;
  /** The settings before or after, or undefined; they count as standing from then on. */
  undo(): Params | undefined;
  redo(): Params | undefined;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

// A longer pause between two values makes them two steps.
const pauseMs = 700;

const keyOf = (params: Params) => JSON.stringify(Object.entries(params).sort());

/** Names of the parameters in which two settings differ. */
const differing = (a: Params, b: Params) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => a[name] !== b[name]).sort();

export function createHistory(now: () => number = () => performance.now()): History {
  const steps: { params: Params; moved: string }[] = [];
  let at = -1;
  let last = Number.NEGATIVE_INFINITY;
  const go = (index: number) => {
    const step = steps[index];
    if (!step) return undefined;
    at = index;
    last = Number.NEGATIVE_INFINITY;
    return step.params;
  };
  return {
    record(params) {
      const current = steps[at];
      if (current && keyOf(current.params) === keyOf(params)) return;
      const moved = current ? differing(current.params, params).join() : "";
      const goesOn = at > 0 && at === steps.length - 1 && current?.moved === moved && now() - last < pauseMs;
      if (!goesOn) at += 1;
      steps.splice(at, steps.length, { params, moved });
      last = now();
    },
    settle(params) {
      const step = steps[at];
      if (!step) return;
      step.params = params;
      const before = steps[at - 1];
      if (!before || keyOf(before.params) !== keyOf(params)) return;
      steps.splice(at, 1);
      go(at - 1);
    },
    undo: () => go(at - 1),
    redo: () => go(at + 1),
    get canUndo() {
      return at > 0;
    },
    get canRedo() {
      return at < steps.length - 1;
    },
  };
}
