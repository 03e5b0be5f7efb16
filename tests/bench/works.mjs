// The works of the benchmark and the engines that do them, with the words of the report.

/** Which engines a ratio is taken against: the first is the one that pages run. */
export const engines = [
  { name: "chromium-wasm", title: "WebAssembly, Chromium's worker" },
  { name: "chromium-core", title: "the same through the site's API, with copies" },
  { name: "node-wasm", title: "WebAssembly, node" },
  { name: "native", title: "C++, 128-bit vectors" },
  { name: "native-march", title: "C++, -march=native" },
  { name: "chromium-javascript", title: "JavaScript, Chromium's worker" },
  { name: "node-javascript", title: "JavaScript, node" },
  { name: "numpy-script", title: "the script's Python" },
  { name: "numpy-best", title: "best numpy" },
];

/**
 * `atLeast`: how many times faster than another engine the pages' engine has to be. `rate`: megabytes a second that an
 * engine has to reach.
 */
export const works = [
  { name: "draw", title: "draw 2^20 Student-t (df 5)", atLeast: { "numpy-script": 0.8 } },
  { name: "fp8-tensor", title: "lecture/fp8-tensor on 2^20" },
  { name: "fp4-tensor", title: "lecture/fp4-tensor on 2^20" },
  { name: "mxfp4", title: "lecture/mxfp4 on 2^20", atLeast: { "numpy-script": 50, "chromium-javascript": 2 } },
  { name: "nvfp4", title: "lecture/nvfp4 on 2^20", atLeast: { "numpy-script": 50, "chromium-javascript": 2 } },
  {
    name: "mxfp4-figures",
    title: "lecture/mxfp4 on 2^20, figures only: no array is stored",
    atLeast: { "numpy-script": 50 },
    unchecked: true,
  },
  {
    name: "nvfp4-figures",
    title: "lecture/nvfp4 on 2^20, figures only: no array is stored",
    atLeast: { "numpy-script": 50 },
    unchecked: true,
  },
  { name: "nvfp4-codes", title: "lecture/nvfp4 on 2^20, codes and scales as the demo asks for them" },
  { name: "mxfp4-float32", title: "lecture/mxfp4 on 2^20 numbers of float32" },
  { name: "nvfp4-float32", title: "lecture/nvfp4 on 2^20 numbers of float32" },
  { name: "four-schemes", title: "the four schemes on 2^20", atLeast: { "numpy-script": 40 } },
  {
    name: "four-schemes-figures",
    title: "the four schemes on 2^20, figures only: no array is stored",
    atLeast: { "numpy-script": 40 },
    unchecked: true,
  },
  {
    name: "draw-four-schemes",
    title: "draw, the four schemes and their statistics",
    atLeast: { "numpy-script": 8 },
  },
  { name: "pipeline-table", title: "pipeline: the lecture's table of 24", atLeast: { "numpy-script": 50 } },
  {
    name: "pipeline-seeds",
    title: "pipeline: 256 tiles × 8 depths × 1000 seeds",
    atLeast: { "numpy-script": 150 },
    fewer: true,
  },
  {
    name: "weights-nvfp4",
    title: "own weights: 64 MiB of F32 through NVFP4, both passes",
    rate: { engine: "chromium-core", megabytes: (16 * 4 * 2 ** 20) / 1e6, atLeast: 400 },
  },
  { name: "copy", title: "the limit: copy 2^20 doubles", unchecked: true },
  { name: "draw-words", title: "the limit of a draw: the words of the stream that it takes", unchecked: true },
  { name: "pipeline-loop", title: "the limit of the pipeline: the same runs, latencies drawn before" },
];
