// Memory of the module: the lecture's settings need little, and take back what a large run has left.
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { createHandler } from "../../web/engine/handler.js";
import type { Message } from "../../web/engine/protocol.js";

const wasm = await readFile(new URL("../../web/generated/block-formats.wasm", import.meta.url));

it("goes back to what the lecture's settings need when they are set again", async () => {
  const heard: Message[] = [];
  const handle = createHandler((message) => heard.push(message), { "block-formats": wasm });
  const ask = async (call: string, argument: unknown) => {
    await handle({ ticket: heard.length, call, args: [argument] });
    const last = heard.at(-1);
    if (last?.type !== "answer") throw new Error(JSON.stringify(last));
    return last.value;
  };
  const present = (given: Record<string, string>) => ask("present", { id: "block-formats", lang: "en", given });
  const memoryBytes = async () => Number(await ask("memoryBytes", "block-formats"));

  const first = await present({});
  const atFirst = await memoryBytes();
  expect(atFirst).toBeLessThanOrEqual(64 * 2 ** 20);
  await present({ n: String(2 ** 23) });
  expect(await memoryBytes()).toBeGreaterThan(2 * atFirst);
  expect(await present({})).toEqual(first);
  expect(await memoryBytes()).toBeLessThan(1.2 * atFirst);
}, 60_000);
