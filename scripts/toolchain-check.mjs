// Prints one hash of a fixed list of results of a compiled core: equal for every compiler that builds it right.
//   node scripts/toolchain-check.mjs <folder of core.mjs and core.wasm> [core-scalar, to take that module instead]
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const folder = resolve(process.argv[2] ?? "web/generated");
const module = process.argv[3] ?? "core";
const wasm = readFileSync(join(folder, `${module}.wasm`));
const { default: createCore } = await import(pathToFileURL(join(folder, `${module}.mjs`)).href);
const core = await createCore({ wasmBinary: wasm });
const hash = createHash("sha256");
let results = 0;

/** Every number by its bits, everything else as text. */
function add(value) {
  results += 1;
  if (typeof value === "number") hash.update(new Uint8Array(Float64Array.of(value).buffer));
  else if (ArrayBuffer.isView(value)) hash.update(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  else if (typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      hash.update(name);
      add(member);
    }
  } else hash.update(String(value));
}

const streams = [
  ["random", 0],
  ["standard_normal", 0],
  ["standard_exponential", 0],
  ["standard_gamma", 0.5],
  ["standard_gamma", 2.5],
  ["standard_t", 5],
  ["standard_t", 1],
  ["laplace", 0],
];
for (const [distribution, parameter] of streams) {
  for (const seed of [0, 1, 42]) add(core.random(0, seed, distribution, parameter, 20_000));
}
const values = core.random(0, 7, "standard_t", 3, 4099);
const awkward = values.map((value, i) => [value, NaN, Infinity, -0, 5e-324, 1e300, 0.75, -3.5][i % 89] ?? value);
for (const [name, policy] of Object.entries(core.presets())) {
  add(name);
  for (const data of [values, awkward]) add(core.quantize(data, policy));
}
for (const format of ["e4m3", "e5m2", "e2m1", "e8m0"]) {
  for (const tie of ["even", "smaller", "away"]) add(core.sweepSlice(format, tie, 1016));
}
for (const release of ["cp_async", "ring", "sync"]) {
  for (const stages of [1, 3, 8]) add(core.pipeline(0.28, 0.3, stages, release, core.latencies(0.7, 1, 256, 1)));
}
for (const law of ["normal", "laplace", "student-t"]) {
  for (const policy of Object.values(core.presets())) add(core.expectedLoss(law, 5, policy, 20));
}
for (const id of core.modelIds()) {
  add(core.schemaJson(id));
  add(core.run(id, {}));
}
for (const spec of ["", ".3f", ",.0f", ".6g", "%"])
  for (const value of [0.1, 2.5, 1e21, -0, 123456.789]) add(core.formatNumber(value, spec));

console.log(
  JSON.stringify({ hash: hash.digest("hex"), results, wasmBytes: wasm.length, wasmGzipBytes: gzipSync(wasm).length }),
);
