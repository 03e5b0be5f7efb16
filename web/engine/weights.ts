// A reader's own tensor files, read in slices and analysed tensor by tensor; runs in the worker, where the file stays.
import type { Call } from "./calls.js";
import type { Core } from "./core.js";
import type { Formatter } from "./define-demo.js";
import { makeFormatter } from "./formatter.js";
import type { Progress } from "./protocol.js";
import { tickValues } from "./ticks.js";

/** Why a file or a tensor cannot be analysed: an error of the core's reader, or one of ours. */
export type WeightsProblemId =
  | "not-a-tensor-file"
  | "truncated"
  | "header-too-large"
  | "header-not-readable"
  | "offsets-outside"
  | "offsets-overlap"
  | "size-mismatch"
  | "unknown-type"
  | "integer-type"
  | "fortran-order"
  | "empty"
  | "non-finite"
  /** The browser could not read on: the file was moved, changed or taken away. */
  | "unreadable";

export interface WeightsProblem {
  id: WeightsProblemId;
  /** The tensor or the type that it is about. */
  detail: string;
  /** Where in the file it was found, in bytes; how many numbers are not finite. */
  number: string;
}

/** A tensor as the file's header describes it. */
export interface FileTensor {
  name: string;
  dtype: string;
  type: number;
  isFloat: boolean;
  bigEndian: boolean;
  elementBytes: number;
  shape: number[];
  elements: number;
  begin: number;
  end: number;
}

/** A tensor with what a page shows of it. */
export interface ListedTensor extends FileTensor {
  shapeText: string;
  elementsText: string;
}

export type WeightsFile =
  | { problem: WeightsProblem; tensors: null }
  | { problem: null; tensors: ListedTensor[]; count: number; countText: string };

export interface AnalysisOptions {
  presets: string[];
  /** Blocks along the flattened tensor, or along its last axis, where they never cross rows. */
  axis: "flattened" | "last";
}

export interface Shown {
  value: number;
  text: string;
}

export interface TensorResult {
  problem: WeightsProblem | null;
  norm: number;
  /** The largest magnitude over the root of the mean square. */
  crest: Shown;
  /** By preset, in the order asked for. */
  errors: Shown[];
  zeroed: Shown[];
}

export interface WeightsSummary {
  tensors: string;
  elements: string;
  /** All tensors together, by preset. */
  errors: Shown[];
  crestAxis: SummaryAxis;
  errorAxis: SummaryAxis;
}

export interface SummaryAxis {
  min: number;
  max: number;
  ticks: { value: number; label: string }[];
}

/** The core's functions for tensor files, of wasm/tensor_bindings.cpp; in the whole core only. */
export interface TensorCore {
  tensorHeaderSize(start: Uint8Array, fileBytes: number): { error: string; bytes: number };
  tensorHeader(
    header: Uint8Array,
    fileBytes: number,
  ): { error: string; position: number; detail: string; tensors: FileTensor[] };
  analysisStart(tensor: FileTensor, rowLength: number, presets: string[]): void;
  analysisMeasure(bytes: Uint8Array): void;
  analysisQuantize(bytes: Uint8Array): void;
  analysisSpread(): { nonFinite: number; zeros: number; least: number; most: number };
  analysisFigures(): { norm: number; crest: number; schemes: { relativeError: number; zeroFraction: number }[] };
  jointError(norms: Float64Array, relativeErrors: Float64Array): number;
}

/** What is read at once, here and once more in the core; a multiple of every element's size. */
const sliceBytes = 2 ** 20;

/** The format allows 100 MB; no known model's header takes a tenth of this. */
const headerBytesMax = 16 * 2 ** 20;

/** More than any known model holds in one file. */
const tensorsMax = 20_000;

const bytesOf = async (file: Blob, begin: number, end: number) =>
  new Uint8Array(await file.slice(begin, end).arrayBuffer());

function weightsCalls(core: Core): Record<string, Call> {
  const format = makeFormatter(core);
  const whole = (value: number) => format.number(value, ",.0f");
  const problem = (id: string, detail = "", number = 0): WeightsProblem => ({
    id: id as WeightsProblemId,
    detail,
    number: whole(number),
  });
  return {
    /** The tensors of a file, or what is wrong with it. */
    async read([file]: unknown[]): Promise<WeightsFile> {
      try {
        return await readHeader(core, file as Blob, problem, whole);
      } catch {
        return { problem: problem("unreadable"), tensors: null };
      }
    },
    /** Both passes over one tensor. */
    async analyse([file, tensor, options]: unknown[], progress: Progress): Promise<TensorResult> {
      const task = { core, file: file as Blob, tensor: tensor as FileTensor, progress };
      try {
        const nonFinite = await twoPasses(task, options as AnalysisOptions);
        return resultOf(core, format, nonFinite > 0 ? problem("non-finite", task.tensor.name, nonFinite) : null);
      } catch {
        return failedResult(problem("unreadable", task.tensor.name));
      }
    },
    /** What all analysed tensors say together. */
    summarize([results, elements]: unknown[]): WeightsSummary {
      return summaryOf(core, format, results as TensorResult[], elements as number);
    },
  };
}

/** One of the calls above, by name. */
export const weightsCall = (core: Core, name: string, args: unknown[], progress: Progress): unknown =>
  weightsCalls(core)[name]?.(args, progress);

async function readHeader(
  core: TensorCore,
  file: Blob,
  problem: (id: string, detail?: string, number?: number) => WeightsProblem,
  whole: (value: number) => string,
): Promise<WeightsFile> {
  const refused = (id: string, detail = "", number = 0) => ({ problem: problem(id, detail, number), tensors: null });
  const size = core.tensorHeaderSize(await bytesOf(file, 0, 16), file.size);
  if (size.error !== "none") return refused(size.error, "", size.bytes);
  if (size.bytes > headerBytesMax) return refused("header-too-large", "", size.bytes);
  const header = core.tensorHeader(await bytesOf(file, 0, size.bytes), file.size);
  if (header.error !== "none") return refused(header.error, header.detail, header.position);
  const tensors = header.tensors.slice(0, tensorsMax).map((tensor) => ({
    ...tensor,
    shapeText: tensor.shape.map(String).join("×"),
    elementsText: whole(tensor.elements),
  }));
  return { problem: null, tensors, count: header.tensors.length, countText: whole(header.tensors.length) };
}

interface Task {
  core: TensorCore;
  file: Blob;
  tensor: FileTensor;
  progress: Progress;
}

/** The second pass is left out where the first finds numbers that are not finite; returns how many. */
async function twoPasses(task: Task, { presets, axis }: AnalysisOptions): Promise<number> {
  const { core, tensor } = task;
  core.analysisStart(tensor, axis === "last" ? (tensor.shape.at(-1) ?? 0) : 0, presets);
  const held = tensor.end - tensor.begin <= sliceBytes ? await readAll(task) : undefined;
  await onePass(task, 0, held, (bytes) => core.analysisMeasure(bytes));
  const { nonFinite } = core.analysisSpread();
  if (nonFinite === 0) await onePass(task, 1, held, (bytes) => core.analysisQuantize(bytes));
  return nonFinite;
}

const readAll = ({ file, tensor }: Task) => wholeSlice(file, tensor.begin, tensor.end);

async function wholeSlice(file: Blob, begin: number, end: number): Promise<Uint8Array> {
  const bytes = await bytesOf(file, begin, end);
  if (bytes.length !== end - begin) throw new Error("the file has become shorter");
  return bytes;
}

/** A reader into memory of ours, which collects no garbage; undefined where browsers have none. */
function ownMemoryReader(blob: Blob): ReadableStreamBYOBReader | undefined {
  try {
    return blob.stream().getReader({ mode: "byob" });
  } catch {
    return undefined;
  }
}

/** A part of a file in order, slice by slice; a slice is good until the next one is asked for. */
async function* slicesOf(file: Blob, begin: number, end: number): AsyncGenerator<Uint8Array> {
  const reader = ownMemoryReader(file.slice(begin, end));
  let buffer = new ArrayBuffer(reader ? sliceBytes : 0);
  try {
    for (let at = begin; at < end; at += sliceBytes) {
      const length = Math.min(sliceBytes, end - at);
      if (reader) buffer = await fill(reader, buffer, length);
      yield reader ? new Uint8Array(buffer, 0, length) : await wholeSlice(file, at, at + length);
    }
  } finally {
    reader?.cancel().catch(() => {}); // what is left is not wanted
  }
}

/** Reads so many bytes; the buffer is taken and given back. */
async function fill(reader: ReadableStreamBYOBReader, buffer: ArrayBuffer, length: number): Promise<ArrayBuffer> {
  let filled = 0;
  let kept = buffer;
  while (filled < length) {
    const { done, value } = await reader.read(new Uint8Array(kept, filled, length - filled));
    if (done) throw new Error("the file has become shorter");
    filled += value.byteLength;
    kept = value.buffer as ArrayBuffer;
  }
  return kept;
}

/** Gives a tensor's bytes to `take`, slice by slice. */
async function onePass(task: Task, pass: 0 | 1, held: Uint8Array | undefined, take: (bytes: Uint8Array) => void) {
  const { file, tensor, progress } = task;
  const total = tensor.end - tensor.begin;
  let done = 0;
  for await (const bytes of held ? [held] : slicesOf(file, tensor.begin, tensor.end)) {
    take(bytes);
    done += bytes.length;
    progress(pass * total + done, 2 * total);
  }
}

const percent = (format: Formatter, value: number): Shown => ({ value, text: format.number(value, ".2%") });

function resultOf(core: TensorCore, format: Formatter, problem: WeightsProblem | null): TensorResult {
  if (problem) return failedResult(problem);
  const { norm, crest, schemes } = core.analysisFigures();
  return {
    problem,
    norm,
    crest: { value: crest, text: format.number(crest, ".3g") },
    errors: schemes.map(({ relativeError }) => percent(format, relativeError)),
    zeroed: schemes.map(({ zeroFraction }) => ({ value: zeroFraction, text: format.number(zeroFraction, ".1%") })),
  };
}

const failedResult = (problem: WeightsProblem): TensorResult => ({
  problem,
  norm: 0,
  crest: { value: Number.NaN, text: "–" },
  errors: [],
  zeroed: [],
});

function axisOf(values: number[], scale: "linear" | "log", label: (value: number) => string): SummaryAxis {
  const most = Math.max(...values, scale === "log" ? 1 : 0);
  const min = scale === "log" ? Math.max(Math.min(...values), 1) / 1.15 : 0;
  const max = most > 0 ? most * 1.15 : 1;
  return { min, max, ticks: tickValues(scale, min, max).map((value) => ({ value, label: label(value) })) };
}

function summaryOf(core: TensorCore, format: Formatter, results: TensorResult[], elements: number): WeightsSummary {
  const norms = Float64Array.from(results, ({ norm }) => norm);
  const joint = (scheme: number) =>
    core.jointError(
      norms,
      Float64Array.from(results, ({ errors }) => errors[scheme]?.value ?? 0),
    );
  const whole = (value: number) => format.number(value, ",.0f");
  return {
    tensors: whole(results.length),
    elements: whole(elements),
    errors: (results[0]?.errors ?? []).map((_, scheme) => percent(format, joint(scheme))),
    crestAxis: axisOf(
      results.map(({ crest }) => crest.value),
      "log",
      (value) => format.number(value, ".4g"),
    ),
    errorAxis: axisOf(
      results.flatMap(({ errors }) => errors.map(({ value }) => value)),
      "linear",
      (value) => format.number(value * 100, ".4g"),
    ),
  };
}
