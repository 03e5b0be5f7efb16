// Builds the WebAssembly modules (the whole core, and one for each demo) into web/generated, unless all are fresh.
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { mustRun, root, withLock } from "./command.mjs";
import { hashOf, readStamp, writeStamp } from "./stamp.mjs";
import { findEmcc, oldestEmcc } from "./tools.mjs";

/** core with and without SIMD, and an id for each header in wasm/models; CMakeLists.txt makes the same list. */
const modules = [
  "core",
  "core-scalar",
  ...readdirSync(join(root, "wasm/models"))
    .filter((name) => name.endsWith(".h"))
    .map((name) => name.slice(0, -2).replaceAll("_", "-")),
];
const products = modules.flatMap((name) => [`${name}.mjs`, `${name}.wasm`]);
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
    await mustRun("cmake", ["--build", "build/wasm", "--target", ...modules], { env });
    products.forEach(publish);
    writeStamp("wasm-compiler", compiler);
    writeStamp("wasm", sources);
    return true;
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    console.log((await buildWasm()) ? "Built the modules in web/generated" : "The modules in web/generated are fresh");
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
