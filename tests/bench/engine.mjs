// One engine of the benchmark inside a JavaScript host, node or a browser's worker: answers the same lines as the
// native program and the Python one.
import { javascriptWorks } from "./javascript_works.mjs";

async function digest(values) {
  const plain = values.map((value) => value + 0); // not every engine keeps the sign of a zero
  const hash = await crypto.subtle.digest("SHA-256", plain.buffer);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function javascriptEngine(values) {
  const works = javascriptWorks(values);
  return {
    find: (name) => works[name],
    run: (work) => work(),
    digest: (work) => digest(work()),
  };
}

function wasmEngine(kernels) {
  const numbers = new Map();
  return {
    find(name) {
      if (!numbers.has(name)) numbers.set(name, kernels.ccall("workNamed", "number", ["string"], [name]));
      return numbers.get(name) < 0 ? undefined : { number: numbers.get(name) };
    },
    run: (work) => kernels._runWork(work.number),
    digest: (work) => kernels.ccall("workDigest", "string", ["number"], [work.number]),
  };
}

const drawnValues = (kernels) => new Float64Array(kernels.HEAPF64.buffer, kernels._drawnValues(), 1 << 20).slice();

/** `kernels`: the instantiated module of kernels.cpp. Resolves to a function from a line to its answer. */
export function createEngine(kind, kernels) {
  const wasm = wasmEngine(kernels);
  wasm.run(wasm.find("draw"));
  const engine = kind === "wasm" ? wasm : javascriptEngine(drawnValues(kernels));
  return async (line) => {
    const [command, name, repeats] = line.split(" ");
    const work = engine.find(name);
    if (!work) return "none";
    if (command === "check") return engine.digest(work);
    const start = performance.now();
    for (let i = 0; i < Number(repeats); i++) engine.run(work);
    return String((performance.now() - start) / Number(repeats));
  };
}
