// Builds the WebAssembly module (core.mjs, core.wasm) into web/generated, unless nothing it depends on has changed.
import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { mustRun, root, withLock } from "./command.mjs";
import { hashOf, readStamp, writeStamp } from "./stamp.mjs";
import { findEmcc, oldestEmcc } from "./tools.mjs";

const products = ["core.mjs", "core.wasm"];
const generated = join(root, "web/generated");

// Debian keeps the JavaScript packages that its emcc needs at link time where only this variable finds them.
const debianModules = "/usr/share/nodejs";
const env = existsSync(debianModules)
  ? { NODE_PATH: [process.env.NODE_PATH, debianModules].filter(Boolean).join(":") }
  : {};

/** Copies in one step, so that nobody ever loads half a module. */
function publish(name) {
  copyFileSync(join(root, "build/wasm", name), join(generated, `${name}.new`));
  renameSync(join(generated, `${name}.new`), join(generated, name));
}

/** Returns true when it built, false when the module was fresh. */
export async function buildWasm() {
  const emcc = findEmcc();
  if (!emcc) throw new Error(`No emcc ${oldestEmcc} or newer on PATH. Run: node scripts/setup.mjs --for=start`);
  return withLock("build-wasm", async () => {
    const compiler = `${emcc.path} ${emcc.version}`;
    const sources = hashOf(["wasm", "CMakeLists.txt"], [compiler]);
    if (products.every((name) => existsSync(join(generated, name))) && readStamp("wasm") === sources) return false;
    if (readStamp("wasm-compiler") !== compiler) rmSync(join(root, "build/wasm"), { recursive: true, force: true });
    await mustRun("emcmake", "cmake -G Ninja -S . -B build/wasm -DCMAKE_BUILD_TYPE=Release".split(" "), { env });
    await mustRun("cmake", ["--build", "build/wasm"], { env });
    products.forEach(publish);
    writeStamp("wasm-compiler", compiler);
    writeStamp("wasm", sources);
    return true;
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    console.log((await buildWasm()) ? "Built web/generated/core.wasm" : "web/generated/core.wasm is fresh");
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
