// Starts the engine of an offline file from the file's own text, in a worker where a page from a disk may have one.
//
// Takes the place of spawn.ts in the script of offline files, which have no other file to start anything from.
import { bytesOf, carriedText } from "./carried.js";
import { EngineFailure } from "./failure.js";
import { type Ears, firstThatStarts, type Mode, pageLine, startWithinMs, workerLine } from "./lines.js";
import type { OfflineEngine, OfflineModules } from "./offline-engine.js";
import type { Line } from "./protocol.js";

export type { Ears, Mode } from "./lines.js";
export const modes: readonly Mode[] = ["blob", "page"];

function textOf(id: string): string {
  const text = carriedText(id);
  if (!text) throw new EngineFailure("fetch-failed", `This file has lost its ${id}: it was saved or sent incompletely`);
  return text;
}

/** The compiled module that the file carries, under the name of its demo. */
function carriedModules(): OfflineModules["modules"] {
  const name = document.getElementById("offline-module")?.dataset.name ?? "";
  const text = textOf("offline-module");
  try {
    return { [name]: bytesOf(text) };
  } catch (cause) {
    throw new EngineFailure("not-wasm", "The module in this file is damaged", { cause });
  }
}

async function inBlobWorker(ears: Ears): Promise<Line> {
  const modules = carriedModules();
  const url = URL.createObjectURL(new Blob([textOf("offline-engine")], { type: "text/javascript" }));
  setTimeout(() => URL.revokeObjectURL(url), startWithinMs);
  const worker = new Worker(url);
  const line = workerLine(worker, ears);
  worker.postMessage({ modules } satisfies OfflineModules);
  return line;
}

async function inPage(ears: Ears): Promise<Line> {
  const { offlineEngine } = globalThis as { offlineEngine?: OfflineEngine };
  if (!offlineEngine) throw new EngineFailure("start-failed", "The engine in this file did not run");
  const modules = carriedModules();
  return pageLine((send) => offlineEngine.createHandler(send, modules), ears);
}

/** Tries the given ways in order; rejects with the last one's failure. */
export const spawn = (ways: readonly Mode[], ears: Ears): Promise<{ line: Line; mode: Mode }> =>
  firstThatStarts(ways, { blob: inBlobWorker, page: inPage }, ears);
