// A reader's own weights without a browser: which file wins, what stays after a bad one, what CSV says.
import { describe, expect, test } from "vitest";
import type { Client } from "../../web/engine/client.js";
import type { ListedTensor, TensorResult, WeightsFile } from "../../web/engine/weights.js";
import { csvOf } from "../../web/ui/weights/results.js";
import { WeightsSession } from "../../web/ui/weights/session.js";
import { weightsTexts } from "../../web/ui/weights/texts.js";

const tensor = (name: string, isFloat = true): ListedTensor => ({
  name,
  dtype: isFloat ? "F32" : "I32",
  type: isFloat ? 1 : 6,
  isFloat,
  bigEndian: false,
  elementBytes: 4,
  shape: [2, 3],
  elements: 6,
  begin: 0,
  end: 24,
  shapeText: "2×3",
  elementsText: "6",
});

const result: TensorResult = {
  problem: null,
  norm: 1,
  crest: { value: 2, text: "2" },
  errors: [{ value: 0.125, text: "12.50%" }],
  zeroed: [{ value: 0, text: "0.0%" }],
};

const accepted = (...tensors: ListedTensor[]): WeightsFile => ({
  problem: null,
  tensors,
  count: tensors.length,
  countText: String(tensors.length),
});
const refusal: WeightsFile = { problem: { id: "truncated", detail: "", number: "0" }, tensors: null };

/** Files are answered by name; `analysed` lists what was asked for. */
function sessionWith(files: Record<string, WeightsFile>) {
  const analysed: string[] = [];
  const call = async (_: string, [name, ...args]: unknown[], options?: { signal?: AbortSignal | undefined }) => {
    await new Promise((go) => setTimeout(go, 1));
    if (options?.signal?.aborted) throw options.signal.reason;
    if (name === "read") return files[(args[0] as File).name];
    if (name === "summarize") return { tensors: String((args[0] as TensorResult[]).length) };
    analysed.push((args[1] as ListedTensor).name);
    return result;
  };
  const client = { call, release() {} } as unknown as Client;
  const session = new WeightsSession(() => {}, client);
  return { session, analysed };
}

const settled = async (session: WeightsSession) => {
  while (session.state.running || session.state.reading) await new Promise((go) => setTimeout(go, 1));
};
const open = async (session: WeightsSession, name: string) => {
  await session.open(new File([], name));
  await settled(session);
};

describe("a session", () => {
  test("analyses every floating-point tensor of a file, and no other", async () => {
    const { session, analysed } = sessionWith({ a: accepted(tensor("x"), tensor("n", false), tensor("y")) });
    await open(session, "a");
    expect(analysed).toEqual(["x", "y"]);
    expect([...session.state.results.keys()]).toEqual([0, 2]);
    expect(session.state.summary?.tensors).toBe("2");
  });

  test("keeps a file and its results when the next one is bad", async () => {
    const { session } = sessionWith({ good: accepted(tensor("x")), bad: refusal });
    await open(session, "good");
    await open(session, "bad");
    expect(session.state.open?.file.name).toBe("good");
    expect(session.state.results.size).toBe(1);
    expect(session.state.refused).toEqual({ file: "bad", problem: refusal.problem });
  });

  test("shows the file that was opened last", async () => {
    const { session } = sessionWith({ first: accepted(tensor("x")), second: accepted(tensor("y")) });
    const both = [open(session, "first"), open(session, "second")];
    await Promise.all(both);
    expect(session.state.open?.file.name).toBe("second");
    expect(session.state.summary?.tensors).toBe("1");
  });

  test("gives the only tensor of a numpy file the file's name", async () => {
    const { session } = sessionWith({ "x.npy": accepted(tensor("")) });
    await open(session, "x.npy");
    expect(session.state.open?.tensors[0]?.name).toBe("x.npy");
  });

  test("analyses a tensor once, however often it is chosen", async () => {
    const { session, analysed } = sessionWith({ a: accepted(tensor("x"), tensor("y")) });
    await open(session, "a");
    session.choose(0, false);
    await settled(session);
    session.choose(0, true);
    await settled(session);
    expect(analysed).toEqual(["x", "y"]);
  });

  test("analyses anew under other options", async () => {
    const { session, analysed } = sessionWith({ a: accepted(tensor("x")) });
    await open(session, "a");
    session.setOptions({ axis: "last" });
    await settled(session);
    expect(analysed).toEqual(["x", "x"]);
  });
});

describe("CSV", () => {
  const lineOf = (name: string) =>
    csvOf([{ index: 0, tensor: tensor(name), result }], ["lecture/nvfp4"]).split("\r\n")[1];

  test("holds the error in full", () => expect(lineOf("w")).toBe("w,F32,2×3,6,0.125"));
  test("quotes what would break a line", () => expect(lineOf('a,"b"')).toBe('"a,""b""",F32,2×3,6,0.125'));
  test("disarms names that a spreadsheet would run", () => expect(lineOf("=1+1")).toBe("'=1+1,F32,2×3,6,0.125"));
});

test.each(["zh", "en"] as const)("%s: every problem has a message of its own that names the file", (lang) => {
  const { problems } = weightsTexts[lang];
  const messages = Object.values(problems).map((message) => message({ file: "f.npy", detail: "w", number: "7" }));
  expect(new Set(messages).size).toBe(13);
  for (const message of messages) expect(message).toContain("f.npy");
});
