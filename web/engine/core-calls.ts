// The public API's calls into the core, by name. Arguments were checked by arguments.ts on the caller's side.
import type { Call } from "./calls.js";
import type { Core } from "./core.js";
import type { Params } from "./param-words.js";

export function coreCalls(core: Core): Record<string, Call> {
  return {
    models: () => core.modelIds(),
    schema: ([id]) => JSON.parse(core.schemaJson(id as string)),
    run: ([id, given]) => core.run(id as string, given as Params),
  };
}
