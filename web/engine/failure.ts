// What can go wrong between a page and its results, as kinds that the texts have words for.

/**
 * no-webassembly: this browser cannot run WebAssembly.      fetch-failed: no or a bad answer for a file.
 * cors: another origin's file may not be read.              not-wasm: the file is no (whole) WebAssembly module.
 * compile-failed: the browser refuses the module.           start-failed: no way to run the engine worked.
 * crashed: a run ended badly, for example out of memory.    unknown-demo: no demo of that id.
 */
export type FailureKind =
  | "no-webassembly"
  | "fetch-failed"
  | "cors"
  | "not-wasm"
  | "compile-failed"
  | "start-failed"
  | "crashed"
  | "unknown-demo";

/** An Error with a kind; `message` is for developers, words for readers are in failure-texts.<lang>.ts. */
export class EngineFailure extends Error {
  override readonly name = "EngineFailure";
  readonly kind: FailureKind;
  constructor(kind: FailureKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
