// What an engine can be asked: the calls of the public API and of the pages, by name.
import type { Core } from "./core.js";
import { coreCalls } from "./core-calls.js";
import { EngineFailure } from "./failure.js";
import { createPresenter, type PresentRequest } from "./present.js";
import type { Progress } from "./protocol.js";

export type Call = (args: unknown[], progress: Progress) => unknown;

export function createCalls(core: Core): Record<string, Call> {
  const presenter = createPresenter(core);
  return {
    ...coreCalls(core),
    present: ([request]) => presenter.present(request as PresentRequest),
  };
}

export async function callByName(calls: Record<string, Call>, name: string, args: unknown[], progress: Progress) {
  const call = Object.hasOwn(calls, name) ? calls[name] : undefined;
  if (!call) throw new EngineFailure("start-failed", `The engine has no call ${name}`);
  return call(args, progress);
}
