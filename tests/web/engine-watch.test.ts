// Workers that are gone without a word: one that never takes a request is replaced and the request asked again, one
// that falls silent in the middle fails it.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createClient } from "../../web/engine/client.js";
import { workerLine } from "../../web/engine/lines.js";
import type { Message, Request } from "../../web/engine/protocol.js";
import { silentMs, untakenMs } from "../../web/engine/watch.js";

/** A worker that starts, takes and answers as the test tells it. */
class FakeWorker {
  onmessage?: (event: { data: Message }) => void;
  readonly asked: Request[] = [];
  isEnded = false;
  postMessage = (request: Request) => void this.asked.push(request);
  terminate = () => {
    this.isEnded = true;
  };
  say(type: "taken" | "progress" | "answer", value?: unknown) {
    const ticket = this.asked.at(-1)?.ticket ?? -1;
    this.onmessage?.({ data: { type, ticket, value, done: 1, total: 2 } as Message });
  }
}

const workers: FakeWorker[] = [];
const newest = () => workers.at(-1) as FakeWorker;
const newClient = () =>
  createClient({
    ways: ["worker"],
    async start(_ways, ears) {
      const worker = new FakeWorker();
      workers.push(worker);
      const line = workerLine(worker as unknown as Worker, ears);
      worker.onmessage?.({ data: { type: "ready" } });
      return { line: await line, mode: "worker" };
    },
  });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  workers.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount(), "no timer runs on").toBe(0);
  vi.useRealTimers();
});

describe("a worker that was gone when it was asked", () => {
  it("is replaced, and its request is answered by the next one", async () => {
    const outcome = newClient().call("models", []);
    await pass(untakenMs);
    expect(workers.map(({ isEnded, asked }) => [isEnded, asked.map(({ call }) => call)])).toEqual([
      [true, ["models"]],
      [false, ["models"]],
    ]);
    newest().say("taken");
    newest().say("answer", "here");
    expect(await outcome).toBe("here");
  });
  it("is replaced once: then the request fails as crashed, and a later one gets a new worker", async () => {
    const client = newClient();
    const outcome = client.call("models", []).catch((failure) => failure);
    await pass(2 * untakenMs);
    expect(await outcome).toMatchObject({ name: "EngineFailure", kind: "crashed" });
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, true]);
    const later = client.call("models", []);
    await pass(0);
    newest().say("answer", "third");
    expect([await later, workers.length]).toEqual(["third", 3]);
  });
  it("has what was moved to it, so that such a request is not asked again", async () => {
    const outcome = newClient()
      .call("quantize", [], { transfer: [new ArrayBuffer(8)] })
      .catch((failure) => failure);
    await pass(untakenMs);
    expect(await outcome).toMatchObject({ kind: "crashed" });
    expect(workers.length).toBe(1);
  });
});

describe("a worker that took a request", () => {
  it("may work as long as it likes while it tells of its progress", async () => {
    const outcome = newClient().call("sweep", []);
    await pass(0);
    newest().say("taken");
    for (let i = 0; i < 4; i++) {
      await pass(0.9 * silentMs);
      newest().say("progress");
    }
    newest().say("answer", "done");
    expect([await outcome, workers.length]).toEqual(["done", 1]);
  });
  it("and falls silent fails it as crashed, without a second try", async () => {
    const outcome = newClient()
      .call("sweep", [])
      .catch((failure) => failure);
    await pass(0);
    newest().say("taken");
    await pass(0.9 * silentMs);
    expect(newest().isEnded).toBe(false);
    await pass(0.2 * silentMs);
    expect(await outcome).toMatchObject({ kind: "crashed" });
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true]);
  });
  it("and is then stopped is watched no more", async () => {
    const stopper = new AbortController();
    const outcome = newClient()
      .call("sweep", [], { signal: stopper.signal })
      .catch((failure) => failure);
    await pass(0);
    stopper.abort("enough");
    expect(await outcome).toBe("enough");
  });
});
