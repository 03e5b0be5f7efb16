// The words of the own-weights panel in English.
import type { WeightsTexts } from "./texts.js";

const allowed = "Allowed are .safetensors and .npy files";

export const en: WeightsTexts = {
  presets: {
    "lecture/fp8-tensor": "FP8, one scale",
    "lecture/fp4-tensor": "FP4, one scale",
    "lecture/mxfp4": "MXFP4",
    "lecture/nvfp4": "NVFP4",
    "ocp/mxfp4": "MXFP4 (OCP)",
    "ocp/mxfp8-e4m3": "MXFP8 E4M3 (OCP)",
    "te/nvfp4": "NVFP4 (Transformer Engine)",
    "fouroversix/nvfp4": "NVFP4 4/6",
  },
  problems: {
    "not-a-tensor-file": (f) =>
      `“${f.file}” begins neither like a .safetensors nor like a .npy file. ${allowed}, whatever their name.`,
    truncated: (f) =>
      `“${f.file}” is truncated: it ends before ${f.detail ? `the data of “${f.detail}”` : "what its header promises"}. The download may be incomplete; a whole file is needed.`,
    "header-too-large": (f) =>
      `The header of “${f.file}” claims ${f.number} bytes, which is too large. Allowed are 16,777,216 bytes (16 MiB); the headers of real models take far less.`,
    "header-not-readable": (f) =>
      `The header of “${f.file}” cannot be read from byte ${f.number} on. Allowed is JSON as safetensors prescribes it, or numpy's dictionary of descr, fortran_order and shape.`,
    "offsets-outside": (f) =>
      `The header of “${f.file}” places the tensor “${f.detail}” outside the data: it ends before it begins. Allowed are offsets from 0 to the data's length, the end not before the beginning.`,
    "offsets-overlap": (f) =>
      `In “${f.file}” the data of tensor “${f.detail}” overlaps another's (at byte ${f.number}). Each tensor must have bytes of its own.`,
    "size-mismatch": (f) =>
      `In “${f.file}” the shape of ${f.detail ? `“${f.detail}”` : "the array"} does not fit the length of its data. Shape times bytes per element must be that length.`,
    "unknown-type": (f) =>
      `“${f.file}” holds elements of type “${f.detail}”, which its format does not have. Allowed are F64, F32, F16, BF16, F8_E4M3, F8_E5M2 (safetensors) and f8, f4, f2 (numpy).`,
    "integer-type": (f) =>
      `“${f.file}” holds integers only (${f.detail}): there is nothing to round. Allowed are floating-point types: F64, F32, F16, BF16, F8.`,
    "fortran-order": (f) =>
      `The array in “${f.file}” lies in Fortran order (column by column), so blocks would run across its rows. Allowed is C order: save numpy.ascontiguousarray(x).`,
    empty: (f) => `“${f.file}” is empty: there is no tensor with an element. At least one number is needed.`,
    "non-finite": (f) =>
      `Tensor “${f.detail}” in “${f.file}” holds NaN or infinity (${f.number}), so its error has no value. Allowed are finite numbers; the other tensors are not affected.`,
    unreadable: (f) =>
      `“${f.file}” could not be read${f.detail ? ` at tensor “${f.detail}”` : ""}: it was moved, changed or closed meanwhile. Choose it again.`,
  },
  kept: (file) => `What you see below is still “${file}”.`,
  reading: (file) => `Reading “${file}” …`,
  tensorsOf: (file, count) => `Tensors in “${file}”: ${count}`,
  listed: (count, all) => `The first ${count} of ${all} are listed; search by name for the others.`,
  all: "All",
  none: "None",
  notFloat: "no floating-point numbers",
  noElements: "empty",
  scalar: "scalar",
  axis: "Blocks run along",
  axes: { flattened: "the flattened tensor (C order)", last: "the last axis, never across rows" },
  axisHelp: "A last block that is not full keeps its true length.",
  schemes: "Formats",
  progress: (tensor, done, all) => `“${tensor}”, tensor ${done} of ${all}`,
  stop: "Stop",
  goOn: "Go on",
  stopped: (done, all) => `Stopped: ${done} of ${all} tensors are done.`,
  caption: "Relative error ‖q − x‖ / ‖x‖ of each tensor. A heading sorts.",
  columns: { name: "Tensor", dtype: "Type", shape: "Shape", elements: "Elements" },
  cellNote: (zeroed) => `${zeroed} became 0`,
  sortBy: (column) => `Sort by ${column}`,
  summary: (tensors, elements) => `${tensors} tensors, ${elements} numbers. Together: `,
  comma: "; ",
  period: ".",
  schemeError: (scheme, error) => `${scheme} ${error}`,
  worst: (scheme, tensor, error) => ` The worst under ${scheme}: “${tensor}” with ${error}.`,
  note: "Element error is not task accuracy: how much of it a model feels is another question.",
  chartTitle: "What outliers cost: error against the largest number over the root mean square",
  chartDescription: (tensors, scheme, least, most) =>
    `Each point is a tensor under one format, ${tensors} tensors. The further right, the further its largest number stands out. Under ${scheme} errors run from ${least} to ${most}.`,
  crest: "largest / root mean square",
  error: "relative error",
  chartReading: (tensor, scheme, error, crest) => `${tensor}, ${scheme}: error ${error}, largest / rms ${crest}`,
  copy: "Copy as CSV",
  copied: "Copied.",
};
