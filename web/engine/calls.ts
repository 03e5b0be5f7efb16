// What an engine can be asked: the calls of the public API and of the pages, by name.
import type { Core } from "./core.js";
import { coreCalls } from "./core-calls.js";
import { EngineFailure } from "./failure.js";
import { createPresenter, type PresentRequest } from "./present.js";
import type { Progress } from "./protocol.js";
import type { Fault } from "./self-test.js";

export type Call = (args: unknown[], progress: Progress) => unknown;

// Nobody sees smaller steps, and each costs the page a task.
const toldShare = 1 / 32;

export function createCalls(core: Core): Record<string, Call> {
  let presenter = createPresenter(core);
  let isReferenceOnly = false;
  return {
    ...coreCalls(core),
    referenceOnly([isOn]) {
      if (isOn === isReferenceOnly) return;
      isReferenceOnly = isOn as boolean;
      core.useReferenceOnly(isReferenceOnly);
      presenter = createPresenter(core); // what the fast paths gave is forgotten
    },
    memoryBytes: () => core.memoryBytes(),
    present([request], progress) {
      let told = 0;
      core.listenToProgress((share) => {
        if (Math.abs(share - told) < toldShare) return;
        told = share;
        progress(share, 1);
      });
      return presenter.present(request as PresentRequest);
    },
    weights: async ([name, ...rest], progress) =>
      (await import("./weights.js")).weightsCall(core, name as string, rest, progress),
    prove: async ([name, data, fault], progress) =>
      (await import("./proofs.js")).prove(core, name as string, data, fault as Fault, progress),
    sweep: async ([format, slices, fault], progress) =>
      (await import("./proofs.js")).sweep(core, format as string, slices as number[], fault as Fault, progress),
  };
}

/** `referenceOnly`: by the plain loops; but proofs, which compare the two, always have both. */
export async function callByName(
  calls: Record<string, Call>,
  name: string,
  args: unknown[],
  progress: Progress,
  referenceOnly = false,
) {
  const call = Object.hasOwn(calls, name) ? calls[name] : undefined;
  if (!call) throw new EngineFailure("start-failed", `The engine has no call ${name}`);
  calls.referenceOnly?.([referenceOnly && name !== "prove"], progress);
  return call(args, progress);
}
