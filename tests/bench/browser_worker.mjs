// An engine of the benchmark in a browser's module worker; the kind is in the worker's address.
import createCore from "/core/core.mjs";
import createKernels from "/kernels/bench_kernels.mjs";
import { createEngine } from "./engine.mjs";

const kind = new URL(location.href).searchParams.get("kind");
const answer = createKernels().then((kernels) => createEngine(kind, kernels, createCore));
addEventListener("message", async ({ data }) => postMessage(await (await answer)(data)));
