// Drawing in turns: what is on screen first, the newest alone, and nothing that has not changed.
import { describe, expect, test } from "vitest";
import { kept } from "../../web/ui/kept.js";
import { createTurns, type Turn } from "../../web/ui/turns.js";

/** Turns over a clock that the test moves: each taken turn lasts as long as it says. */
function desk() {
  const log: string[] = [];
  const tasks: (() => void)[] = [];
  let time = 0;
  const next = (kind: string) => (act: () => void) =>
    void tasks.push(() => {
      log.push(kind);
      act();
    });
  const turns = createTurns(() => ({ now: () => time, nextTask: next("task"), nextFrame: next("frame") }));
  const turn = (name: string, rank: 0 | 1 | 2, ms = 0, then?: () => void): Turn => ({
    rank: () => rank,
    take() {
      log.push(name);
      time += ms;
      then?.();
    },
  });
  const run = () => {
    for (let task = tasks.shift(); task; task = tasks.shift()) task();
    return log.splice(0);
  };
  return { turns, turn, run };
}

describe("turns", () => {
  test("what the reader is at comes first, then what is on screen, then the rest", () => {
    const { turns, turn, run } = desk();
    for (const one of [turn("unseen", 2), turn("seen", 1), turn("held", 0)]) turns.ask(one);
    expect(run()).toEqual(["task", "held", "seen", "unseen"]);
  });

  test("a slow machine shows what is on screen before it draws the rest", () => {
    const { turns, turn, run } = desk();
    for (const one of [turn("unseen", 2, 10), turn("seen", 1, 10)]) turns.ask(one);
    expect(run()).toEqual(["task", "seen", "frame", "unseen"]);
  });

  test("turns that last long get a frame each", () => {
    const { turns, turn, run } = desk();
    for (const name of ["a", "b", "c"]) turns.ask(turn(name, 1, 30));
    expect(run()).toEqual(["task", "a", "frame", "b", "frame", "c"]);
  });

  test("turns that last short share a frame, all of them once it is known how short", () => {
    const { turns, turn, run } = desk();
    const four = ["a", "b", "c", "d"].map((name) => turn(name, 1, 1));
    const drawn = () => {
      for (const one of four) turns.ask(one);
      return run();
    };
    expect(drawn()).toEqual(["task", "a", "b", "c", "frame", "d"]);
    expect(drawn()).toEqual(["task", "a", "b", "c", "d"]);
  });

  test("a turn that is asked for again before it is taken is taken once", () => {
    const { turns, turn, run } = desk();
    const one = turn("one", 1);
    for (let i = 0; i < 3; i += 1) turns.ask(one);
    expect(run()).toEqual(["task", "one"]);
  });

  test("something new on screen goes before what still waits out of sight", () => {
    const { turns, turn, run } = desk();
    const seen = turn("seen", 1, 30);
    for (const name of ["rest 1", "rest 2"]) {
      turns.ask(turn(name, 2, 30, name === "rest 1" ? () => turns.ask(seen) : undefined));
    }
    expect(run()).toEqual(["task", "rest 1", "frame", "seen", "frame", "rest 2"]);
  });

  test("the end is told once all turns are taken, and at once where none waits", () => {
    const { turns, turn, run } = desk();
    const ends: string[] = [];
    turns.ask(turn("one", 1, 0, () => turns.ask(turn("inner", 1))));
    turns.whenDone(ends, () => ends.push("replaced"));
    turns.whenDone(ends, () => ends.push("end"));
    expect(ends).toEqual([]);
    expect(run()).toEqual(["task", "one", "inner"]);
    turns.whenDone(ends, () => ends.push("at once"));
    expect(ends).toEqual(["end", "at once"]);
  });

  test("a part that is gone takes no turn; paper takes all at once", () => {
    const { turns, turn, run } = desk();
    const gone = turn("gone", 1);
    turns.ask(gone);
    turns.drop(gone);
    turns.ask(turn("printed", 2, 30));
    turns.ask(turn("printed, too", 2, 30));
    turns.flush();
    expect(run()).toEqual(["printed", "printed, too", "task"]);
  });
});

describe("what is kept of old data", () => {
  const old = { title: "a", rows: [{ cells: [1, Number.NaN] }, { cells: [3] }], note: undefined };

  test("equal data is the old object itself", () => {
    expect(kept(old, structuredClone(old))).toBe(old);
  });

  test("what differs is new, all beside it old", () => {
    const now = structuredClone(old);
    now.rows[1] = { cells: [4] };
    const made = kept(old, now);
    expect(made).toEqual(now);
    expect(made.rows[0]).toBe(old.rows[0]);
    expect(made.rows).not.toBe(old.rows);
  });

  test.each([
    [{ a: 1 }, {}],
    [{}, { a: undefined }],
    [{ a: undefined }, { b: undefined }],
    [[1, 2], [1]],
    [[], {}],
    [[1], [1, 2]],
    [null, {}],
    [() => 1, () => 1],
  ] as [unknown, unknown][])("%j and %j are not the same", (a, b) => {
    expect(kept(a, b)).not.toBe(a);
    expect(kept(a, b)).toEqual(b);
  });
});
