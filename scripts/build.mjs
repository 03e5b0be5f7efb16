// Builds the whole site into dist/: installs what is missing, WebAssembly, types in step with it, then Vite.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildWasm } from "./build-wasm.mjs";
import { mustRun, root, withLock } from "./command.mjs";
import { pinVersion } from "./keep-version.mjs";
import { setup } from "./setup.mjs";
import { hashOf, readStamp, writeStamp } from "./stamp.mjs";

const sources = [
  "wasm",
  "web",
  "public",
  "scripts",
  "tests/golden",
  "CMakeLists.txt",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "vite.config.ts",
];
const isDerived = (file) => /^web\/generated\/[\w-]+\.(mjs|wasm|json)$/.test(file);
const sourcesHash = () => hashOf(sources, [process.env.SITE_URL ?? ""], isDerived);

/** True when dist/ was built from exactly these sources. */
export const siteIsFresh = () => existsSync(join(root, "dist/index.html")) && readStamp("site") === sourcesHash();

export async function buildSite() {
  await setup("start");
  await buildWasm();
  await mustRun(process.execPath, ["scripts/gen-types.mjs", "--check"]);
  await withLock("build-site", async () => {
    const hash = sourcesHash(); // taken before, so that a change made during the build counts as one
    await mustRun(process.execPath, ["node_modules/vite/bin/vite.js", "build"]);
    pinVersion();
    writeStamp("site", hash);
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    await buildSite();
    console.log("The site is in dist/");
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
