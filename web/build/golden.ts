// Makes the golden data of the verify page out of tests/golden: parsed, without what a browser does not compare.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";
import type { GoldenData } from "../engine/proofs.js";

type Json = Record<string, unknown>;

/** A C99 hex float ("-0x1.8p-3") as the number it is. */
function hexFloat(text: string): number {
  const match = /^(-?)0x([01])\.([0-9a-f]+)p([+-]\d+)$/.exec(text);
  if (!match) return Number(text.replace("inf", "Infinity"));
  const [, sign, whole, fraction = "", exponent] = match;
  const magnitude = (Number(whole) + Number(`0x${fraction}`) / 16 ** fraction.length) * 2 ** Number(exponent);
  return sign ? -magnitude : magnitude;
}

/** "standard_gamma_2.5" → the stream and its parameter. */
function streamOf(name: string) {
  const [, distribution = name, parameter = "0"] = /^(standard_gamma|standard_t)_([\d.]+)$/.exec(name) ?? [];
  return { distribution, parameter: Number(parameter) };
}

/** "default_rng(0).standard_t(df=5, size=1<<20) * 0.02" → what to draw. */
function signalOf(data: string) {
  const match = /^default_rng\((\d+)\)\.(\w+)\((?:df=(\d+), )?(?:size=)?1<<\d+\)(?: \* ([\d.]+))?$/.exec(data);
  if (!match) throw new Error(`The golden file has a signal that cannot be read: ${data}`);
  const [, seed = "0", distribution = "", parameter = "0", scale = "1"] = match;
  return { seed, distribution, parameter: Number(parameter), scale: Number(scale) };
}

const presetOf = (scheme: string) => `lecture/${scheme.replace("_", "-")}`;

/** Equal neighbours counted: most slices of the float32 sweep lie beyond a small format's range. */
function counted(hashes: string[]): [number, string][] {
  const runs: [number, string][] = [];
  for (const hash of hashes.map((text) => text.replace(/^0x/, ""))) {
    const last = runs.at(-1);
    if (last?.[1] === hash) last[0] += 1;
    else runs.push([1, hash]);
  }
  return runs;
}

export function goldenData(root: string): GoldenData {
  const read = (name: string) => JSON.parse(readFileSync(join(root, "tests/golden", `${name}.json`), "utf8"));
  const isHashed = (value: unknown): value is { sha256: string } =>
    typeof value === "object" && value !== null && "sha256" in value;
  const pairs = (cases: [string, string][]) =>
    cases.map(([input, output]): [number, number] => [hexFloat(input), hexFloat(output)]);
  const { e4m3_values, round_e4m3, to_e2m1 } = read("rounding");
  const pipeline = read("pipeline");
  return {
    streams: read("numpy_streams").streams.flatMap(({ seed, n, ...named }: Json & { seed: string; n: number }) =>
      Object.entries(named).flatMap(([name, stream]) =>
        isHashed(stream) ? [{ seed, count: n, ...streamOf(name), hash: stream.sha256 }] : [],
      ),
    ),
    quantization: read("quantize").cases.map(
      (entry: { data: string; n: number; x_sha256: string; schemes: Record<string, Record<string, unknown>> }) => ({
        ...signalOf(entry.data),
        count: entry.n,
        hash: entry.x_sha256,
        schemes: Object.entries(entry.schemes).map(([scheme, figures]) => ({
          preset: presetOf(scheme),
          relativeError: figures.relative_error,
          sqnrDb: figures.sqnr_db,
          zeroFraction: figures.zero_fraction,
          hash: figures.q_sha256,
        })),
      }),
    ),
    rounding: { e4m3Values: e4m3_values.map(hexFloat), e4m3: pairs(round_e4m3), e2m1: pairs(to_e2m1) },
    pipeline: {
      tiles: pipeline.tiles,
      computeS: hexFloat(pipeline.t_comp_s),
      latencyS: hexFloat(pipeline.latency_s),
      transferS: { l2: hexFloat(pipeline.t_l2_s), hbm: hexFloat(pipeline.t_hbm_s) },
      rows: pipeline.rows.map((row: Record<string, string> & { end_first_s: string[] }) => ({
        release: row.release,
        source: row.source,
        jitter: row.jitter,
        seed: row.seed,
        stages: row.stages,
        busy: hexFloat(row.busy ?? ""),
        total: hexFloat(row.total_s ?? ""),
        firstEnds: row.end_first_s.map(hexFloat),
      })),
    },
    sweeps: Object.fromEntries(
      Object.entries(read("sweep_slices").formats as Record<string, string[]>).map(([format, hashes]) => [
        format,
        counted(hashes),
      ]),
    ),
  };
}

/** Writes the data where the engine imports it from, unless it is there already: a watching server would reload. */
function writeGoldenData(root: string): void {
  const file = join(root, "web/generated/golden.json");
  const text = JSON.stringify(goldenData(root));
  try {
    if (readFileSync(file, "utf8") === text) return;
  } catch {
    // not there yet
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

export const goldenPlugin = (): Plugin => ({
  name: "companion-golden",
  configResolved: ({ root }) => writeGoldenData(root),
});
