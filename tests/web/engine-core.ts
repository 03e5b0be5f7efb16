// The compiled core for tests in node: as it is, and behind the public API.
import { readFile } from "node:fs/promises";
import { callByName, createCalls } from "../../web/engine/calls.js";
import { createCompanion } from "../../web/engine/companion-calls.js";
import { loadCore } from "../../web/engine/core.js";

export const wasmBytes = await readFile(new URL("../../web/generated/core.wasm", import.meta.url));
export const core = await loadCore(wasmBytes);

const calls = createCalls(core);
export const ask = (call: string, args: unknown[]) => callByName(calls, call, structuredClone(args), () => {});
export const companion = createCompanion(ask);

export const golden = async (name: string) =>
  JSON.parse(await readFile(new URL(`../golden/${name}.json`, import.meta.url), "utf8"));

/** A C99 hex float ("0x1.8p-3", "nan", "-inf") as the number it is. */
export function hexFloat(text: string): number {
  const match = /^(-?)0x([01])\.([0-9a-f]+)p([+-]\d+)$/.exec(text);
  if (!match) return Number(text.replace("inf", "Infinity"));
  const [, sign, whole, fraction, exponent] = match as unknown as [string, string, string, string, string];
  const magnitude = (Number(whole) + Number(`0x${fraction}`) / 16 ** fraction.length) * 2 ** Number(exponent);
  return sign ? -magnitude : magnitude;
}

export const sha256 = (numbers: Float64Array | Uint8Array): string =>
  core.sha256(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
