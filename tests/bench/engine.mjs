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

/** F32 weights, so many equal slices, through both passes of the analysis, as a reader's own file goes, without the reading. */
function analysed(core, bytes, slices) {
  const tensor = { type: 1, bigEndian: false, elements: (slices * bytes.length) / 4 };
  core.analysisStart(tensor, 0, ["lecture/nvfp4"]);
  for (let i = 0; i < slices; i++) core.analysisMeasure(bytes);
  for (let i = 0; i < slices; i++) core.analysisQuantize(bytes);
  return Float64Array.of(core.analysisFigures().schemes[0].relativeError);
}

/** The site's module as pages call it: through embind, with a copy of every array in and out. */
function coreEngine(core, values) {
  const presets = core.presets();
  const quantized = (scheme, numbers = values) => core.quantize(numbers, presets[`lecture/${scheme}`]).dequantized;
  const drawn = () => core.random(0, 0, "standard_t", 5, values.length).map((value) => value * 0.02);
  const schemes = ["fp8-tensor", "fp4-tensor", "mxfp4", "nvfp4"];
  const slice = new Uint8Array(Float32Array.from(values).buffer);
  let counted = slice;
  let slices = 1;
  const works = {
    "weights-nvfp4": () => analysed(core, slice, 16),
    "weights-any": () => analysed(core, counted, slices),
    draw: drawn,
    ...Object.fromEntries(schemes.map((scheme) => [scheme, () => quantized(scheme)])),
    "four-schemes": () => schemes.map((scheme) => quantized(scheme)).at(-1),
    "draw-four-schemes": () => {
      const numbers = drawn();
      return schemes.map((scheme) => quantized(scheme, numbers)).at(-1);
    },
  };
  return {
    find: (name) => works[name],
    run: (work) => work(),
    digest: (work) => digest(work()),
    /** Of "weights-any". */
    setCount(count) {
      counted = slice.subarray(0, Math.min(4 * count, slice.length));
      slices = Math.max(1, (4 * count) / slice.length);
    },
    heapMegabytes: () => core.HEAPU8.buffer.byteLength / 1e6,
  };
}

const drawnValues = (kernels) => new Float64Array(kernels.HEAPF64.buffer, kernels._drawnValues(), 1 << 20).slice();

/**
 * `kernels`: the instantiated module of kernels.cpp; `createCore`: instantiates the site's. Resolves to a function from
 * a line to its answer.
 */
export async function createEngine(kind, kernels, createCore) {
  const wasm = wasmEngine(kernels);
  kernels._prepareWorks();
  const values = drawnValues(kernels);
  const engine =
    kind === "wasm" ? wasm : kind === "core" ? coreEngine(await createCore(), values) : javascriptEngine(values);
  return async (line) => {
    const [command, name, repeats] = line.split(" ");
    if (command === "count") {
      if (kind === "core") engine.setCount(Number(name));
      else kernels._setCountOf(Number(name));
      return name;
    }
    if (command === "heap") return String(engine.heapMegabytes());
    const work = engine.find(name);
    if (!work) return "none";
    if (command === "check") return engine.digest(work);
    const start = performance.now();
    for (let i = 0; i < Number(repeats); i++) engine.run(work);
    return String((performance.now() - start) / Number(repeats));
  };
}
