// Runs proofs and sweeps over several engines at once, tells how far they are, and can be stopped and taken up again.
import goldenUrl from "../generated/golden.json?url";
import { type Client, createClient } from "./client.js";
import { EngineFailure, messageOf } from "./failure.js";
import { proofNames, sweptFormats } from "./proof-names.js";
import type { GoldenData, ProofOutcome } from "./proofs.js";
import type { Fault } from "./self-test.js";
import type { Mode } from "./spawn.js";
import { keepPreference, readPreference } from "./storage.js";

export const sliceCount = 4096;
/** A step without a common divisor with the count: every stretch of the walk is spread over the whole range. */
const stride = 31;
const slicesPerTask = 8;
/** Once through the range at that step. */
const slicesOfShortRun = Math.ceil(sliceCount / stride / slicesPerTask) * slicesPerTask;
const mostEngines = 8;

export const sliceAt = (step: number) => (step * stride) % sliceCount;

export interface ProverEvents {
  /** The proof has begun. */
  started(name: string): void;
  progress(name: string, done: number, total: number): void;
  finished(name: string, outcome: ProofOutcome): void;
  /** The proof could not be run to its end. */
  broken(name: string, reason: string): void;
}

export interface ProverOptions {
  fault: Fault;
  /** Results of another build are not taken up again. */
  version: string;
}

interface Task {
  name: string;
  run(client: Client, signal: AbortSignal): Promise<void>;
}

async function fetchGolden(): Promise<GoldenData> {
  const url = new URL(goldenUrl, import.meta.url);
  const response = await fetch(url).catch((cause: unknown) => {
    throw new EngineFailure("fetch-failed", `${url}: ${messageOf(cause)}`, { cause });
  });
  if (!response.ok) throw new EngineFailure("fetch-failed", `${url}: HTTP status ${response.status}`);
  return response.json();
}

/** The part of the golden data that a proof compares with; the others bring their own tables. */
const partFor = (name: string, golden: GoldenData): unknown =>
  Object.hasOwn(golden, name) ? golden[name as keyof GoldenData] : undefined;

/** The sweep of one format: how far it is, and what it found. */
function createSweep(format: string, { fault, version }: ProverOptions, events: ProverEvents) {
  const name = `sweep-${format}`;
  const kept = `${name} ${version}`;
  let hashes: string[] = [];
  let done = fault === "none" ? Number(readPreference(kept) ?? 0) : 0;
  let finished = new Set<number>();
  let outcome: ProofOutcome = { checks: done, failed: 0, differences: [] };
  let running = 0;

  function add(first: number, found: string[]) {
    found.forEach((hash, index) => {
      const slice = sliceAt(first + index);
      const expected = hashes[slice];
      outcome.checks += 1;
      if (hash === expected) return;
      outcome.failed += 1;
      if (outcome.differences.length < 5) outcome.differences.push(`slice ${slice}: ${hash}, expected ${expected}`);
    });
    finished.add(first);
    while (finished.delete(done)) done += slicesPerTask;
    if (fault === "none" && outcome.failed === 0) keepPreference(kept, String(done));
    events.progress(name, outcome.checks, sliceCount);
  }

  return {
    /** What is still to do: a stretch, or all of it. A walk that is complete, or that failed, begins anew. */
    tasks(golden: GoldenData, isWhole: boolean): Task[] {
      hashes = (golden.sweeps[format] ?? []).flatMap(([count, hash]) => Array<string>(count).fill(hash));
      if (done >= sliceCount || outcome.failed > 0) done = 0;
      outcome = { checks: done, failed: 0, differences: [] };
      finished = new Set();
      const end = isWhole ? sliceCount : Math.min(sliceCount, done + slicesOfShortRun);
      const firsts = Array.from({ length: (end - done) / slicesPerTask }, (_, i) => done + i * slicesPerTask);
      running = firsts.length;
      return firsts.map((first, index) => ({
        name,
        async run(client, signal) {
          if (index === 0) events.started(name);
          const slices = Array.from({ length: slicesPerTask }, (_, i) => sliceAt(first + i));
          add(first, (await client.call("sweep", [format, slices, fault], { signal })) as string[]);
          running -= 1;
          if (running === 0) events.finished(name, outcome);
        },
      }));
    },
  };
}

export interface Prover {
  /** Runs everything; resolves when all is done or the signal has ended it. */
  run(isWhole: boolean, signal: AbortSignal): Promise<void>;
  /** How the engines ran, and how many. */
  readonly mode: Mode | undefined;
  readonly engines: number;
}

export function createProver(options: ProverOptions, events: ProverEvents): Prover {
  const sweeps = sweptFormats.map((format) => createSweep(format, options, events));
  let mode: Mode | undefined;
  let engines = 0;

  const proofTask = (name: string, golden: GoldenData): Task => ({
    name,
    async run(client, signal) {
      events.started(name);
      const progress = (done: number, total: number) => events.progress(name, done, total);
      const args = [name, partFor(name, golden), options.fault];
      events.finished(name, (await client.call("prove", args, { signal, progress })) as ProofOutcome);
    },
  });

  async function work(client: Client, queue: Task[], signal: AbortSignal) {
    for (let task = queue.shift(); task && !signal.aborted; task = queue.shift()) {
      const { name } = task;
      try {
        await task.run(client, signal);
      } catch (failure) {
        if (!signal.aborted) events.broken(name, messageOf(failure));
      }
      mode ??= client.mode;
    }
  }

  return {
    async run(isWhole, signal) {
      const golden = await fetchGolden();
      const queue = [
        ...proofNames.map((name) => proofTask(name, golden)),
        ...sweeps.flatMap((sweep) => sweep.tasks(golden, isWhole)),
      ];
      const first = createClient();
      await first.call("models", [], { signal });
      // In the page itself several engines would only wait for each other.
      engines = first.mode === "page" ? 1 : Math.min(globalThis.navigator?.hardwareConcurrency ?? 1, mostEngines);
      mode = first.mode;
      const clients = [first, ...Array.from({ length: engines - 1 }, () => createClient())];
      await Promise.all(clients.map((client) => work(client, queue, signal)));
      for (const client of clients) client.release();
    },
    get mode() {
      return mode;
    },
    get engines() {
      return engines;
    },
  };
}
