// The public API in node: golden numbers, arguments that are wrong, results that are the caller's own.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ask, companion, core, golden, hexFloat, sha256 } from "./engine-core.js";

const { run, schema, models, presets, quantize, encode, decode, random } = companion;
// What a caller without types may pass.
type Loose = (...args: unknown[]) => Promise<unknown>;
const loose = companion as unknown as Record<string, Loose>;

describe("numpy's streams", { timeout: 60_000 }, async () => {
  const { streams } = await golden("numpy_streams");
  const isHashed = (value: unknown): value is { sha256: string; first: string[]; last: string } =>
    typeof value === "object" && value !== null && "sha256" in value;
  for (const stream of streams) {
    const plain = Object.entries(stream).filter(([, value]) => isHashed(value)) as [string, { sha256: string }][];
    for (const [name, expected] of plain) {
      it(`seed ${stream.seed}: ${name} equals numpy bit for bit`, async () => {
        const { distribution, options } = asked(name);
        const numbers = await random(BigInt(stream.seed), distribution, stream.n, options);
        expect(sha256(numbers)).toBe(expected.sha256);
      });
    }
    it(`seed ${stream.seed} has hashes to compare with`, () => expect(plain.length).toBeGreaterThanOrEqual(5));
  }
});

/** "standard_t(df=5)", "standard_t_5" or "laplace" as arguments of random. */
function asked(name: string) {
  const match = /^(random|standard_normal|standard_exponential|standard_gamma|standard_t|laplace)(.*)$/.exec(name);
  if (!match) throw new Error(`the golden file has a stream ${name} that this test does not know`);
  const number = Number(/[\d.]+/.exec(match[2] ?? "")?.[0]);
  return { distribution: match[1] as "random", options: { df: number, shape: number } };
}

describe("quantize", { timeout: 60_000 }, async () => {
  const { cases } = await golden("quantize");
  const schemes = {
    fp8_tensor: "lecture/fp8-tensor",
    fp4_tensor: "lecture/fp4-tensor",
    mxfp4: "lecture/mxfp4",
    nvfp4: "lecture/nvfp4",
  };

  it("gives the lecture's errors and values, bit for bit, on the lecture's data", async () => {
    const [lecture] = cases;
    const data = (await random(0, "standard_t", lecture.n, { df: 5 })).map((x) => x * 0.02);
    expect(sha256(data)).toBe(lecture.x_sha256);
    for (const [scheme, preset] of Object.entries(schemes)) {
      const expected = lecture.schemes[scheme];
      const q = await quantize(data, preset);
      expect(sha256(q.dequantized), preset).toBe(expected.q_sha256);
      expect(Math.abs(q.relativeError / expected.relative_error - 1), preset).toBeLessThan(1e-12);
      expect(Math.abs(q.sqnrDb / expected.sqnr_db - 1), preset).toBeLessThan(1e-12);
      expect(q.zeroFraction, preset).toBe(expected.zero_fraction);
    }
  });
  it("gives back value = decode(code) × (scale × tensorScale) under every preset", async () => {
    const data = await random(7, "standard_t", 1000, { df: 3 });
    for (const [name, policy] of Object.entries(await presets())) {
      const q = await quantize(data, policy);
      const decoded = await decode(q.codes, policy.element);
      const block = policy.block === "tensor" ? data.length : policy.block;
      expect(q.scales.length, name).toBe(Math.ceil(data.length / block));
      expect(q.scaleCodes.length, name).toBe(policy.scale === "f64" ? 0 : q.scales.length);
      const again = decoded.map((value, i) => value * ((q.scales[Math.floor(i / block)] ?? 0) * q.tensorScale));
      expect(again, name).toEqual(q.dequantized);
      expect(await quantize(data, name), name).toEqual(q);
    }
  });
  it("takes float32 numbers and leaves the caller's array alone", async () => {
    const data = Float32Array.of(0.1, -2, 3);
    const q = await quantize(data, "ocp/mxfp4");
    expect(q).toEqual(await quantize(Float64Array.from(data), "ocp/mxfp4"));
    expect([...data]).toEqual([...Float32Array.of(0.1, -2, 3)]);
  });
  it("fills in the members that are left out", async () => {
    const data = Float64Array.of(1, 2.5, -3);
    const whole = {
      element: "e2m1",
      block: 32,
      scale: "e8m0",
      scaleRule: "floor",
      tie: "even",
      tensorScale: false,
      overflow: "saturate",
      zero: "zero",
      nonFinite: "block-nan",
      arithmetic: "f64",
    } as const;
    const { element, block, scale, scaleRule } = whole;
    expect(await quantize(data, { element, block, scale, scaleRule })).toEqual(await quantize(data, whole));
  });
  it("says that an all-zero signal has no error", async () => {
    const q = await quantize(new Float64Array(40), "te/nvfp4");
    expect([q.relativeError, q.sqnrDb]).toEqual([0, Number.POSITIVE_INFINITY]);
  });
});

describe("encode and decode", () => {
  it("are inverse on every finite code", async () => {
    for (const [format, count] of [
      ["e4m3", 256],
      ["e5m2", 256],
      ["e2m1", 16],
      ["e8m0", 256],
    ] as const) {
      const codes = Uint8Array.from({ length: count }, (_, i) => i);
      const values = await decode(codes, format);
      const finite = codes.filter((code) => Number.isFinite(values[code]));
      expect(await encode(values.filter(Number.isFinite), format), format).toEqual(finite);
    }
  });
  it("take exactly the names that the core knows", async () => {
    const { format, tie, overflow, round } = core.optionNames();
    const nameIn = async (args: unknown[]) => {
      const error = (await loose.encode?.(...args).catch((reason) => reason)) as Error;
      return /one of (.*); got/.exec(error.message)?.[1]?.split(", ");
    };
    expect(await nameIn([[1], "?"])).toEqual(format);
    expect(await nameIn([[1], "e4m3", { tie: "?" }])).toEqual(tie);
    expect(await nameIn([[1], "e4m3", { overflow: "?" }])).toEqual(overflow);
    expect(await nameIn([[1], "e4m3", { round: "?" }])).toEqual(round);
  });
  it("follow the tie, the direction and the overflow that are asked for", async () => {
    expect([...(await encode([2.5, -2.5], "e2m1"))]).toEqual([4, 12]);
    expect([...(await encode([2.5, -2.5], "e2m1", { tie: "away" }))]).toEqual([5, 13]);
    expect([...(await encode([2.5, -2.5], "e2m1", { round: "up" }))]).toEqual([5, 12]);
    expect([...(await encode([1e9], "e4m3", { overflow: "nan-or-inf" }))]).toEqual([0x7f]);
  });
});

describe("the pipeline in WebAssembly", async () => {
  const data = await golden("pipeline");
  it("gives the lecture's busy share and total, bit for bit, in every golden row", async () => {
    const [compute, l2, hbm, latency] = [data.t_comp_s, data.t_l2_s, data.t_hbm_s, data.latency_s].map(hexFloat);
    for (const row of data.rows) {
      const latencies = await ask("latencies", [latency, row.jitter, data.tiles, row.seed]);
      const transfer = row.source === "l2" ? l2 : hbm;
      const got = (await ask("pipeline", [compute, transfer, row.stages, row.release, latencies])) as {
        busy: number;
        total: number;
      };
      expect([got.busy, got.total]).toEqual([hexFloat(row.busy), hexFloat(row.total_s)]);
    }
    expect(data.rows.length).toBeGreaterThan(20);
  });
});

describe("models", { timeout: 60_000 }, () => {
  it("run at the defaults of their own schema, and give the same again", async () => {
    for (const id of await models()) {
      const { params } = await schema(id);
      const defaults = Object.fromEntries(Object.entries(params).map(([name, param]) => [name, param.default]));
      const result = await run(id);
      expect(await run(id, defaults as object), id).toEqual(result);
      expect(await run(id), id).toEqual(result);
    }
  });
  it("reject a value outside its range by naming the parameter and what is allowed", async () => {
    for (const id of await models()) {
      for (const [name, param] of Object.entries((await schema(id)).params)) {
        const wrong = param.max === undefined || param.type === "pairs" ? "no-such" : param.max * 2 + 1;
        const error = (await loose.run?.(id, { [name]: wrong }).catch((reason) => reason)) as Error;
        expect(error, `${id} ${name}`).toBeInstanceOf(RangeError);
        expect(error.message).toContain(name);
        expect(error.message).toContain(String(param.max ?? param.choices?.[0]));
      }
    }
  });
  it("take text as in an address, and ignore names they do not have", async () => {
    expect(await run("littles-law", { latencyNs: "400" })).toEqual(await run("littles-law", { latencyNs: 400 }));
    expect(await loose.run?.("littles-law", { theme: "dark", __proto__: { latencyNs: 3 } })).toEqual(
      await run("littles-law"),
    );
  });
});

describe("wrong arguments", { timeout: 60_000 }, () => {
  const policy = { element: "e2m1", block: 32, scale: "e8m0", scaleRule: "floor" };
  const data = Float64Array.of(1);
  const table: [string, unknown[], string, string][] = [
    ["run", ["nope"], "id", "littles-law"],
    ["run", [7], "id", "littles-law"],
    ["run", ["littles-law", 3], "params", "an object"],
    ["run", ["littles-law", { sms: 2.5 }], "sms", "whole number from 1 to 1024"],
    ["run", ["littles-law", { sms: {} }], "sms", "a number"],
    ["run", ["littles-law", { sms: Symbol("x") }], "sms", "a number"],
    ["run", ["littles-law", {}, { signal: 1 }], "signal", "AbortSignal"],
    ["schema", [undefined], "id", "littles-law"],
    ["quantize", [[1, 2], "te/nvfp4"], "data", "Float32Array or Float64Array"],
    ["quantize", [data, "nope"], "policy", "lecture/mxfp4"],
    ["quantize", [data, null], "policy", "preset"],
    ["quantize", [data, { ...policy, tie: "odd" }], "policy.tie", "even, smaller, away"],
    ["quantize", [data, { ...policy, block: 0 }], "policy.block", "whole number from 1"],
    ["quantize", [data, { ...policy, block: 1.5 }], "policy.block", "whole number from 1"],
    ["quantize", [data, { ...policy, element: undefined }], "policy.element", "e4m3"],
    ["quantize", [data, { ...policy, scaleRule: "max" }], "policy.scaleRule", "floor, rceil, even or ceil"],
    ["quantize", [data, { ...policy, tie: () => 1 }], "policy.tie", "a string"],
    ["encode", ["1", "e4m3"], "values", "array of numbers"],
    ["encode", [[1, "2"], "e4m3"], "values[1]", "a number"],
    ["encode", [[1], "fp8"], "format", "e4m3, e5m2, e2m1, e8m0"],
    ["encode", [[1], "e4m3", { tie: "odd" }], "tie", "even, smaller, away"],
    ["encode", [[1], "e4m3", { round: 1 }], "round", "nearest, up, down"],
    ["decode", [[256], "e4m3"], "codes[0]", "0 to 255"],
    ["decode", [Uint8Array.of(1), "e9"], "format", "e4m3"],
    ["random", [-1, "random", 1], "seed", "2n**64n"],
    ["random", [2 ** 53, "random", 1], "seed", "2n**64n"],
    ["random", [1n << 64n, "random", 1], "seed", "2n**64n"],
    ["random", ["0", "random", 1], "seed", "2n**64n"],
    ["random", [0, "cauchy", 1], "distribution", "standard_t"],
    ["random", [0, "random", -1], "n", "whole number from 0"],
    ["random", [0, "random", 1e12], "n", "whole number from 0"],
    ["random", [0, "standard_t", 1], "df", "above 0"],
    ["random", [0, "standard_t", 1, { df: 0 }], "df", "above 0"],
    ["random", [0, "standard_gamma", 1, { shape: -1 }], "shape", "from 0"],
  ];
  for (const [name, args, argument, allowed] of table) {
    it(`${name} names ${argument} and says "${allowed}"`, async () => {
      const error = (await loose[name]?.(...args).catch((reason) => reason)) as Error;
      expect(error instanceof RangeError || error instanceof TypeError, String(error)).toBe(true);
      expect(error.message.startsWith(`${argument} must be `), error.message).toBe(true);
      expect(error.message).toContain(allowed);
    });
  }
  it("never break the core, whatever they are", async () => {
    const before = await run("littles-law");
    const anything = fc.oneof(
      fc.anything({ withTypedArray: true, withBigInt: true, withNullPrototype: true }),
      fc.constantFrom("littles-law", "te/nvfp4", "e4m3", "standard_t", policy),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("run", "schema", "quantize", "encode", "decode", "random"),
        fc.array(anything, { maxLength: 4 }),
        async (name, args) => {
          const outcome = await loose[name]?.(...args).catch((reason) => reason);
          if (outcome instanceof Error)
            expect(outcome instanceof RangeError || outcome instanceof TypeError, String(outcome)).toBe(true);
        },
      ),
      { numRuns: 400 },
    );
    expect(await run("littles-law")).toEqual(before);
  });
});

describe("results", () => {
  it("are plain, the caller's own, and independent of earlier calls", async () => {
    const first = await quantize(Float64Array.of(1, 2, 3), "te/nvfp4");
    const copy = structuredClone(first);
    await random(1, "random", 1 << 20); // grows the memory of the module
    expect(first).toEqual(copy);
    first.codes.fill(0);
    expect(await quantize(Float64Array.of(1, 2, 3), "te/nvfp4")).toEqual(copy);
    const table = await presets();
    delete table["te/nvfp4"];
    expect(Object.keys(await presets())).toContain("te/nvfp4");
  });
});
