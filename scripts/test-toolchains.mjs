// Builds the core with several Emscriptens and compares a fixed list of results bit for bit: Debian 12's and Debian 13's
// in throw-away roots made by mmdebstrap, and the one on PATH.
//   node scripts/test-toolchains.mjs [suite …]      all suites, or some
import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cacheDir, mustRun, onPath, output, root, run } from "./command.mjs";
import { findEmcc } from "./tools.mjs";

const suites = [
  { name: "Debian 12's", suite: "bookworm" },
  { name: "Debian 13's", suite: "trixie" },
];
const mirror = process.env.DEBIAN_MIRROR ?? "http://deb.debian.org/debian";
const packages = "emscripten,cmake,ninja-build";
const sources = ["wasm", "CMakeLists.txt", "tests/bench"];
const configure = "emcmake cmake -G Ninja -S . -B out -DCMAKE_BUILD_TYPE=Release";
const modules = "/usr/share/nodejs";

function copySources(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const source of sources)
    if (existsSync(join(root, source))) cpSync(join(root, source), join(folder, source), { recursive: true });
}

/** Builds in a root of its own, which is thrown away; resolves to the folder of the module. */
async function buildInRoot({ suite }) {
  const place = join(cacheDir, "toolchains", suite);
  const inner = join(place, "root");
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const bootstrap = [`--variant=minbase`, `--include=${packages}`, "--skip=check/qemu", suite, inner, mirror];
  await mustRun("mmdebstrap", bootstrap);
  try {
    copySources(join(inner, "build"));
    const script = `cd build && export NODE_PATH=${modules} HOME=/build && ${configure} && cmake --build out --target core && emcc --version | head -1`;
    await mustRun("chroot", [inner, "sh", "-c", script]);
    for (const name of ["core.mjs", "core.wasm"]) cpSync(join(inner, "build/out", name), join(place, name));
  } finally {
    rmSync(inner, { recursive: true, force: true });
  }
  return place;
}

/** Builds with what is on PATH. */
async function buildHere() {
  const place = join(cacheDir, "toolchains/path");
  copySources(place);
  const env = existsSync(modules) ? `NODE_PATH=${modules} ` : "";
  await mustRun("sh", ["-c", `cd "${place}" && ${env}${configure} && ${env}cmake --build out --target core`]);
  return join(place, "out");
}

let passed = 0;
let failed = 0;
const found = [];
async function attempt(name, build) {
  try {
    const folder = await build();
    const { code, text } = await run(process.execPath, ["scripts/toolchain-check.mjs", folder]);
    if (code !== 0) throw new Error(`its module does not run: ${text}`);
    found.push({ name, ...JSON.parse(text) });
    passed += 1;
  } catch (error) {
    console.error(`NOT OK - ${name}: ${error.message}`);
    failed += 1;
  }
}

const here = findEmcc();
if (here) await attempt(`emcc ${here.version} on PATH`, buildHere);
const mayChroot = process.getuid?.() === 0 && onPath("mmdebstrap") && output("mmdebstrap", ["--version"]);
const wanted = process.argv.slice(2);
const chosen = suites.filter(({ suite }) => wanted.length === 0 || wanted.includes(suite));
if (mayChroot) for (const suite of chosen) await attempt(`${suite.name} emcc`, () => buildInRoot(suite));
else console.log("Throw-away roots need mmdebstrap and root: apt-get install mmdebstrap");

for (const { name, hash, results, wasmBytes, wasmGzipBytes } of found) {
  console.log(
    `${name}: ${results} results ${hash.slice(0, 16)}…, core.wasm ${wasmBytes} bytes, ${wasmGzipBytes} by gzip`,
  );
}
const agree = new Set(found.map(({ hash }) => hash)).size === 1;
console.log(`${agree ? "ok" : "NOT OK"} - all compilers give the same bits`);
if (agree) passed += 1;
else failed += 1;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
