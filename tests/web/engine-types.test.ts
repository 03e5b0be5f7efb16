// The declarations shipped beside the public module: complete, strict, and those of the module itself.
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, expectTypeOf, it } from "vitest";

const root = join(import.meta.dirname, "../..");

describe("companion.d.ts", () => {
  it("needs no other file and type-checks strictly where it is used", async () => {
    const folder = await mkdtemp(join(tmpdir(), "companion-types-"));
    try {
      await writeFile(join(folder, "companion.d.ts"), await readFile(join(root, "public/companion.d.ts")));
      await writeFile(join(folder, "package.json"), '{"type": "module"}');
      await writeFile(
        join(folder, "use.ts"),
        `import { run, schema, models, presets, quantize, encode, decode, random, version, type Policy } from "./companion.js";
const policy: Policy = { element: "e2m1", block: "tensor", scale: "f64", scaleRule: "max", tie: "smaller" };
const signal = new AbortController().signal;
export const bytes: number = (await run("littles-law", { latencyNs: 400 }, { signal })).inFlightBytes;
export const codes: Uint8Array = (await quantize(Float32Array.of(1), policy, { signal })).codes;
export const again = await quantize(Float64Array.of(1), "te/nvfp4");
export const all = [await models(), await presets(), await encode([1], "e8m0", { round: "up" }), await decode(codes, "e4m3")];
export const numbers: Float64Array = await random(1n, "standard_t", 3, { df: 5 });
export const unit: string | undefined = (await schema("littles-law")).params.sms?.unit;
export const text: string = version;
// @ts-expect-error no such model
await run("no-such-model");
// @ts-expect-error no such parameter type
await run("littles-law", { latencyNs: true });
// @ts-expect-error no such format
await encode([1], "fp8");
// @ts-expect-error a policy without an element
await quantize(Float64Array.of(1), { block: 32, scale: "e8m0", scaleRule: "floor" });
`,
      );
      const options =
        "--noEmit --strict --exactOptionalPropertyTypes --target es2022 --module nodenext --lib es2022,dom --types".split(
          " ",
        );
      const tsc = spawnSync(
        process.execPath,
        [join(root, "node_modules/typescript/bin/tsc"), ...options, "", "use.ts"],
        {
          cwd: folder,
          encoding: "utf8",
        },
      );
      expect(tsc.stdout + tsc.stderr).toBe("");
      expect(tsc.status).toBe(0);
    } finally {
      await rm(folder, { recursive: true });
    }
  }, 60_000);
  it("declares exactly what the module exports", () => {
    type Shipped = typeof import("../../public/companion.js");
    type Real = typeof import("../../web/engine/companion.js");
    expectTypeOf<keyof Real>().toEqualTypeOf<keyof Shipped>();
    expectTypeOf<Real["quantize"]>().toExtend<Shipped["quantize"]>();
    expectTypeOf<Real["random"]>().toExtend<Shipped["random"]>();
  });
});
