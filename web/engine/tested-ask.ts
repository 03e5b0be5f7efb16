// The public API's way to the engine: before the first result that fast paths give, known answers are asked for.
import type { Ask } from "./companion-calls.js";
import type { ProofOutcome } from "./proofs.js";
import type { Fault } from "./self-test.js";

const usesFastPaths = (call: string, [id]: unknown[]) =>
  call === "quantize" || (call === "run" && id === "block-formats");

/** `distrust` is called where an answer is wrong, or none comes, before anything else is asked; `fault` is planted. */
export function askTested(ask: Ask, distrust: () => void, fault: Fault = "none"): Ask {
  let test: Promise<void> | undefined;
  const runTest = async () => {
    const outcome = (await ask("prove", ["self-test", undefined, fault]).catch(() => undefined)) as
      | ProofOutcome
      | undefined;
    if (!outcome?.checks || outcome.failed > 0) distrust();
  };
  return async (call, args, options) => {
    if (usesFastPaths(call, args)) {
      test ??= runTest();
      await test;
    }
    return ask(call, args, options);
  };
}
