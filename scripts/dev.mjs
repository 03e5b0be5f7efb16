// `npm run dev`: Vite's server, with the WebAssembly module rebuilt whenever a C++ file changes.
import { watch } from "node:fs";
import { join } from "node:path";
import { buildWasm } from "./build-wasm.mjs";
import { root } from "./command.mjs";
import { setup } from "./setup.mjs";

await setup("start");
await buildWasm();
const { createServer } = await import("vite");
const server = await createServer({ root });
await server.listen();
server.printUrls();

let building = Promise.resolve();
let timer;
watch(join(root, "wasm"), { recursive: true }, () => {
  clearTimeout(timer); // editors write a file in several steps
  timer = setTimeout(() => {
    building = building.then(async () => {
      try {
        if (await buildWasm()) server.ws.send({ type: "full-reload" });
      } catch (error) {
        console.error(error.message);
      }
    });
  }, 100);
});
