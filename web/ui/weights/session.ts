// What a reader has opened and chosen, and the analysis that follows: one tensor after the other, the latest file wins.
import { type Client, createClient } from "../../engine/index.js";
import type {
  AnalysisOptions,
  ListedTensor,
  TensorResult,
  WeightsFile,
  WeightsProblem,
  WeightsSummary,
} from "../../engine/weights.js";

export interface OpenFile {
  file: File;
  tensors: ListedTensor[];
  /** Of all tensors in the file; more than are kept of a very long header. */
  count: number;
  countText: string;
}

export interface FileProblem {
  file: string;
  problem: WeightsProblem;
}

export interface WeightsState {
  open: OpenFile | null;
  /** A file whose header is being read. */
  reading: string | null;
  /** Why the latest file was refused; the one before stays open. */
  refused: FileProblem | null;
  /** Indices into `open.tensors`. */
  chosen: ReadonlySet<number>;
  options: AnalysisOptions;
  results: ReadonlyMap<number, TensorResult>;
  running: { index: number; done: number; total: number } | null;
  isStopped: boolean;
  summary: WeightsSummary | null;
}

export const lecturePresets = ["lecture/fp8-tensor", "lecture/fp4-tensor", "lecture/mxfp4", "lecture/nvfp4"];

/** As many as a page can list, and analyse at once. */
export const listedMax = 2000;

export const canAnalyse = (tensor: ListedTensor) => tensor.isFloat && tensor.elements > 0;

/** A .npy file's only tensor has no name of its own. */
const named = (tensor: ListedTensor, file: File): ListedTensor =>
  tensor.name === "" ? { ...tensor, name: file.name } : tensor;

export class WeightsSession {
  state: WeightsState = {
    open: null,
    reading: null,
    refused: null,
    chosen: new Set(),
    options: { presets: lecturePresets, axis: "flattened" },
    results: new Map(),
    running: null,
    isStopped: false,
    summary: null,
  };

  // A worker of its own: the page's controls never wait for a file.
  readonly #client: Client;
  readonly #notify: () => void;
  #work = new AbortController();
  #opened = 0;

  constructor(notify: () => void, client: Client = createClient()) {
    this.#notify = notify;
    this.#client = client;
  }

  #set(change: Partial<WeightsState>) {
    this.state = { ...this.state, ...change };
    this.#notify();
  }

  #call<Answer>(name: string, args: unknown[], options: Parameters<Client["call"]>[2] = {}): Promise<Answer> {
    return this.#client.call("weights", [name, ...args], options) as Promise<Answer>;
  }

  /** Reads a file's header; a file that cannot be used leaves everything as it was. */
  async open(file: File) {
    this.#opened += 1;
    const turn = this.#opened;
    this.#halt();
    this.#set({ reading: file.name, refused: null });
    const answer = await this.#call<WeightsFile>("read", [file]);
    if (turn !== this.#opened) return;
    if (answer.problem) {
      this.#set({ reading: null, refused: { file: file.name, problem: answer.problem } });
    } else {
      const tensors = answer.tensors.map((tensor) => named(tensor, file));
      const all = tensors.flatMap((tensor, index) => (canAnalyse(tensor) ? [index] : []));
      const chosen = new Set(all.slice(0, listedMax));
      const open = { file, tensors, count: answer.count, countText: answer.countText };
      this.#set({ open, reading: null, chosen, results: new Map(), summary: null, isStopped: false });
    }
    await this.#run();
  }

  choose(index: number, isChosen: boolean) {
    const chosen = new Set(this.state.chosen);
    if (isChosen) chosen.add(index);
    else chosen.delete(index);
    this.#change({ chosen });
  }

  /** Exactly these, as far as they can be analysed. */
  chooseAll(indices: number[]) {
    const all = this.state.open?.tensors ?? [];
    this.#change({
      chosen: new Set(
        indices.filter((index) => {
          const tensor = all[index];
          return tensor && canAnalyse(tensor);
        }),
      ),
    });
  }

  /** Everything is analysed anew. */
  setOptions(change: Partial<AnalysisOptions>) {
    this.#change({ options: { ...this.state.options, ...change }, results: new Map(), summary: null });
  }

  #change(change: Partial<WeightsState>) {
    this.#halt();
    this.#set({ ...change, isStopped: false });
    void this.#run();
  }

  stop() {
    this.#halt();
    this.#set({ isStopped: true });
  }

  goOn() {
    this.#change({});
  }

  dispose() {
    this.#halt();
    this.#client.release();
  }

  #halt() {
    this.#work.abort();
    this.#work = new AbortController();
    if (this.state.running) this.#set({ running: null });
  }

  /** Analyses what is chosen and not yet done; the caller has ended any earlier run. */
  async #run() {
    const { open } = this.state;
    const { signal } = this.#work;
    if (!open || this.state.isStopped) return;
    try {
      for (const [index, tensor] of open.tensors.entries()) {
        if (!this.state.chosen.has(index) || this.state.results.has(index)) continue;
        const progress = (done: number, total: number) => {
          if (!signal.aborted) this.#set({ running: { index, done, total } });
        };
        progress(0, 1);
        const result = await this.#call<TensorResult>("analyse", [open.file, tensor, this.state.options], {
          signal,
          progress,
        });
        if (signal.aborted) return;
        this.#set({ results: new Map(this.state.results).set(index, result) });
      }
      await this.#summarize(open, signal);
      if (!signal.aborted) this.#client.release();
    } catch (failure) {
      if (!signal.aborted) this.#failed(open, failure);
    }
  }

  async #summarize(open: OpenFile, signal: AbortSignal) {
    const done = [...this.state.results].filter(([index, result]) => this.state.chosen.has(index) && !result.problem);
    const elements = done.reduce((sum, [index]) => sum + (open.tensors[index]?.elements ?? 0), 0);
    const results = done.map(([, result]) => result);
    const summary = done.length > 0 ? await this.#call<WeightsSummary>("summarize", [results, elements]) : null;
    if (!signal.aborted) this.#set({ summary, running: null });
  }

  /** The engine itself broke: the file's reading ends here, and can go on. */
  #failed(open: OpenFile, failure: unknown) {
    console.error(failure);
    this.#set({
      running: null,
      isStopped: true,
      refused: { file: open.file.name, problem: { id: "unreadable", detail: "", number: "" } },
    });
  }
}
