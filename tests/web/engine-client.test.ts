// The client's scheduling over a line that answers when the test says so.
import { describe, expect, it } from "vitest";
import { createClient, waysFrom } from "../../web/engine/client.js";
import type { Message, Request } from "../../web/engine/protocol.js";
import type { Ears } from "../../web/engine/spawn.js";

function setUp() {
  const posted: Request[] = [];
  let ears: Ears | undefined;
  let starts = 0;
  let ends = 0;
  const client = createClient({
    ways: ["worker"],
    async start(_ways, given) {
      starts += 1;
      ears = given;
      const end = () => {
        ends += 1;
      };
      const line = { post: (request: Request) => void posted.push(request), end };
      return { line, mode: "worker" };
    },
  });
  const say = (message: Message) => ears?.message(message);
  const answer = async (value: unknown) => {
    say({ type: "answer", ticket: posted.at(-1)?.ticket ?? -1, value });
    await settle();
  };
  return { client, posted, answer, say, breakLine: () => ears?.broken("gone"), counts: () => ({ starts, ends }) };
}
const settle = () => new Promise((resolve) => setTimeout(resolve));
const request = (latencyNs: number) => ({ id: "littles-law", lang: "en", given: { latencyNs } }) as const;
const shown = (posted: Request[]) => posted.map(({ args }) => (args[0] as ReturnType<typeof request>).given.latencyNs);

describe("a widget's changes", () => {
  it("run at most one at a time, and only the newest waits", async () => {
    const { client, posted, answer } = setUp();
    const outcomes = [1, 2, 3, 4, 5].map((latency) => client.present("a", request(latency)));
    await settle();
    expect(shown(posted)).toEqual([1]);
    await answer("view 1");
    await answer("view 5");
    expect(shown(posted)).toEqual([1, 5]);
    expect(await Promise.all(outcomes)).toEqual([
      { kind: "view", view: "view 1", newest: false },
      { kind: "superseded" },
      { kind: "superseded" },
      { kind: "superseded" },
      { kind: "view", view: "view 5", newest: true },
    ]);
  });
  it("do not displace those of another widget, nor calls", async () => {
    const { client, posted, answer } = setUp();
    const outcomes = [
      client.present("a", request(1)),
      client.present("b", request(2)),
      client.call("models", []),
      client.call("models", []),
      client.present("b", request(3)),
    ];
    for (const value of ["a", "b", "m1", "m2"]) {
      await settle();
      await answer(value);
    }
    expect(posted.map(({ call }) => call)).toEqual(["present", "present", "models", "models"]);
    expect((await Promise.all(outcomes)).slice(0, 4)).toEqual([
      { kind: "view", view: "a", newest: true },
      { kind: "superseded" },
      "m1",
      "m2",
    ]);
  });
});

describe("ending", () => {
  it("an aborted run ends its worker, and those that wait go on in a new one", async () => {
    const { client, posted, answer, counts } = setUp();
    const stopper = new AbortController();
    const aborted = client.call("random", [1], { signal: stopper.signal });
    const next = client.call("models", []);
    await settle();
    stopper.abort();
    await expect(aborted).rejects.toBe(stopper.signal.reason);
    await settle();
    expect(counts()).toEqual({ starts: 2, ends: 1 });
    expect(posted.map(({ call }) => call)).toEqual(["random", "models"]);
    await answer(["x"]);
    expect(await next).toEqual(["x"]);
  });
  it("an answer of an ended run is nobody's", async () => {
    const { client, posted, say, answer } = setUp();
    const stopper = new AbortController();
    const aborted = client.call("random", [], { signal: stopper.signal }).catch(() => "aborted");
    await settle();
    const late = posted[0]?.ticket ?? 0;
    stopper.abort();
    const next = client.call("models", []);
    await settle();
    say({ type: "answer", ticket: late, value: "late" });
    await answer("right");
    expect([await aborted, await next]).toEqual(["aborted", "right"]);
  });
  it("an abort before the start asks nothing", async () => {
    const { client, posted } = setUp();
    await expect(client.call("models", [], { signal: AbortSignal.abort("no") })).rejects.toBe("no");
    expect(posted).toEqual([]);
  });
  it("a worker that breaks fails its run and is replaced for the next", async () => {
    const { client, answer, breakLine, counts } = setUp();
    const broken = client.call("random", []);
    await settle();
    breakLine();
    await expect(broken).rejects.toMatchObject({ kind: "crashed" });
    const next = client.call("models", []);
    await settle();
    await answer("fine");
    expect(await next).toBe("fine");
    expect(counts().starts).toBe(2);
  });
  it("release gives the worker back, and a later request starts one again", async () => {
    const { client, answer, counts } = setUp();
    for (const round of [1, 2]) {
      const outcome = client.call("models", []);
      await settle();
      await answer(round);
      expect(await outcome).toBe(round);
      client.release();
      expect(client.mode).toBeUndefined();
    }
    expect(counts()).toEqual({ starts: 2, ends: 2 });
  });
  it("release waits for a run and then ends the worker", async () => {
    const { client, answer, counts } = setUp();
    const outcome = client.call("models", []);
    await settle();
    client.release();
    expect(counts().ends).toBe(0);
    await answer("done");
    expect(await outcome).toBe("done");
    expect(counts().ends).toBe(1);
  });
  it("cancel drops what a widget waits for and ends its run", async () => {
    const { client, counts } = setUp();
    const outcomes = [client.present("a", request(1)), client.present("a", request(2))];
    await settle();
    client.cancel("a");
    expect(await Promise.all(outcomes)).toEqual([{ kind: "superseded" }, { kind: "superseded" }]);
    expect(counts().ends).toBe(1);
  });
});

describe("progress and faults", () => {
  it("pass through to the caller", async () => {
    const { client, posted, say, answer } = setUp();
    const heard: number[][] = [];
    const outcome = client.call("sweep", [], { progress: (done, total) => heard.push([done, total]) });
    await settle();
    say({ type: "progress", ticket: posted[0]?.ticket ?? 0, done: 1, total: 2 });
    await answer("x");
    await outcome;
    expect(heard).toEqual([[1, 2]]);
    const failing = client.call("random", []);
    await settle();
    say({ type: "fault", ticket: posted[1]?.ticket ?? 0, fault: { kind: "not-wasm", message: "html" } });
    await expect(failing).rejects.toMatchObject({ name: "EngineFailure", kind: "not-wasm" });
  });
});

describe("the way to run", () => {
  it("can be asked for in the address, one at a time", () => {
    expect(waysFrom("?engine=page")).toEqual(["page"]);
    expect(waysFrom("?engine=moon")).toEqual(["worker", "blob", "page"]);
    expect(waysFrom("")).toEqual(["worker", "blob", "page"]);
  });
});
