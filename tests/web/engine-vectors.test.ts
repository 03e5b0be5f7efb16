// What browsers without SIMD get: a core without vectors that gives the same bits.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const script = join(import.meta.dirname, "../../scripts/toolchain-check.mjs");
const generated = join(import.meta.dirname, "../../web/generated");

/** The hash of thousands of results of a module, by a node with or without SIMD. */
async function hashOf(module: string, ...flags: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, script, generated, module]);
  return (JSON.parse(stdout) as { hash: string }).hash;
}
const withoutSimd = "--no-enable-sse4-1"; // x86 engines need that for WebAssembly's vectors

test("the core without vectors runs where there is no SIMD, with the bits of the other", async () => {
  const [usual, scalar] = await Promise.all([hashOf("core"), hashOf("core-scalar", withoutSimd)]);
  expect(scalar).toBe(usual);
}, 60_000);

test.skipIf(process.arch !== "x64")(
  "the core with vectors does not",
  async () => {
    await expect(hashOf("core", withoutSimd)).rejects.toThrow(/CompileError|simd/i);
  },
  60_000,
);
