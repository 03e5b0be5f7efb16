// The calls into the core that the public API and the proofs make, by name. Their callers check arguments first.
import type { Call } from "./calls.js";
import type { Core } from "./core.js";

type CoreFunction = (...args: never[]) => unknown;

const names = [
  "presets",
  "quantize",
  "encode",
  "decode",
  "random",
  "sha256",
  "fnv1a64",
  "sweepSlice",
  "pipeline",
  "latencies",
  "chips",
  "chipSources",
  "formatNumber",
] as const satisfies (keyof Core)[];

export function coreCalls(core: Core): Record<string, Call> {
  const direct = names.map((name): [string, Call] => [
    name,
    (args) => (core[name] as CoreFunction)(...(args as never[])),
  ]);
  return {
    ...Object.fromEntries(direct),
    models: () => core.modelIds(),
    // Unlike pages, callers get no result for values that had to be changed, so none is computed.
    run: ([id, given]) => {
      const checked = core.checkParams(id as string, given as object);
      return checked?.issues.length ? checked : core.run(id as string, given as object);
    },
    schema: ([id]) => JSON.parse(core.schemaJson(id as string)),
  };
}
