// The shape of the Emscripten module core.mjs, as the engine uses it.
import type { Core } from "../engine/core.js";

interface CoreOptions {
  wasmBinary?: Uint8Array;
  instantiateWasm?(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
}

export default function createCore(options?: CoreOptions): Promise<Core>;
