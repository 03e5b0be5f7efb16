// `npm test`: installs what is missing and runs every test that fits into some minutes; `npm test -- web browser` picks groups.
import { buildSite } from "./build.mjs";
import { buildWasm } from "./build-wasm.mjs";
import { setup } from "./setup.mjs";
import { cppFiles } from "./sources.mjs";
import { check, counted, ctest, nodeTests, runGroups, sum, vitest } from "./test-groups.mjs";
import { findClang } from "./tools.mjs";

const passes = (work) => work().then(() => ({ passed: 1, failed: 0 }));

// Every finding ends the test: a sanitizer that only prints would let it pass.
const sanitizers = { UBSAN_OPTIONS: "halt_on_error=1:print_stacktrace=1", ASAN_OPTIONS: "strict_string_checks=1" };

async function checks() {
  return sum([
    await check("C++ is formatted", "clang-format", ["--dry-run", "-Werror", ...cppFiles()]),
    await check("TypeScript, JSON and scripts are formatted and linted", "node_modules/.bin/biome", ["check", "."]),
    await check("types agree", "node_modules/.bin/tsc", ["--noEmit"]),
    await check("generated types are up to date", process.execPath, ["scripts/gen-types.mjs", "--check"]),
  ]);
}

const groups = [
  { name: "native", title: "Core and models, native", run: () => ctest("native") },
  {
    name: "sanitize",
    title: "Core and models, with address and undefined-behaviour sanitizers",
    run: () => ctest("sanitize", { env: sanitizers, compiler: findClang() }), // builds in two thirds of g++'s time
  },
  { name: "fuzz", title: "Fuzz targets, briefly", run: () => counted(process.execPath, ["tests/fuzz/run.mjs"]) },
  { name: "wasm", title: "WebAssembly build", run: () => passes(buildWasm) },
  { name: "checks", title: "Formats, lints and types", run: checks },
  { name: "web", title: "TypeScript and WebAssembly in node", run: vitest },
  { name: "site", title: "Site build", run: () => passes(buildSite) },
  {
    name: "browser",
    title: "Pages in Chromium",
    run: () => nodeTests(["tests/browser", "tests/embed"], { name: "browser" }),
  },
];

await runGroups(groups, () => setup("test"));
