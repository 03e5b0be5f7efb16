// What an engine can be asked: the calls of the public API and of the pages, by name.
import type { Core } from "./core.js";
import { coreCalls } from "./core-calls.js";
import { EngineFailure } from "./failure.js";
import { createPresenter, type PresentRequest } from "./present.js";
import type { Progress } from "./protocol.js";
import type { Fault } from "./self-test.js";

export type Call = (args: unknown[], progress: Progress) => unknown;

export function createCalls(core: Core): Record<string, Call> {
  let presenter = createPresenter(core);
  let isReferenceOnly = false;
  return {
    ...coreCalls(core),
    present([request]) {
      const { referenceOnly = false, ...asked } = request as PresentRequest & { referenceOnly?: boolean };
      if (referenceOnly !== isReferenceOnly) {
        isReferenceOnly = referenceOnly;
        core.useReferenceOnly(referenceOnly);
        presenter = createPresenter(core); // what the fast paths gave is forgotten
      }
      return presenter.present(asked);
    },
    weights: async ([name, ...rest], progress) =>
      (await import("./weights.js")).weightsCall(core, name as string, rest, progress),
    prove: async ([name, data, fault], progress) =>
      (await import("./proofs.js")).prove(core, name as string, data, fault as Fault, progress),
    sweep: async ([format, slices, fault], progress) =>
      (await import("./proofs.js")).sweep(core, format as string, slices as number[], fault as Fault, progress),
  };
}

export async function callByName(calls: Record<string, Call>, name: string, args: unknown[], progress: Progress) {
  const call = Object.hasOwn(calls, name) ? calls[name] : undefined;
  if (!call) throw new EngineFailure("start-failed", `The engine has no call ${name}`);
  return call(args, progress);
}
