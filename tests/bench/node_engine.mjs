// An engine of the benchmark in node: node_engine.mjs <wasm|javascript> <folder of bench_kernels.mjs>.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { createEngine } from "./engine.mjs";

const [kind, folder] = process.argv.slice(2);
const { default: createKernels } = await import(pathToFileURL(join(folder, "bench_kernels.mjs")).href);
const kernels = await createKernels({ wasmBinary: readFileSync(join(folder, "bench_kernels.wasm")) });
const answer = await createEngine(kind, kernels);
for await (const line of createInterface({ input: process.stdin })) console.log(await answer(line));
