// `npm run test:long`: full sweeps and matrices that do not fit into `npm test`; a new group is a line in the list.
import { buildSite } from "./build.mjs";
import { mustRun } from "./command.mjs";
import { setup } from "./setup.mjs";
import { counted, nodeTests, runGroups } from "./test-groups.mjs";

const hour = 60 * 60_000;

/** Every float32 pattern through every format's encoder, each slice against its golden hash. */
async function sweep() {
  await mustRun("cmake", ["--preset", "native"]);
  await mustRun("cmake", ["--build", "--preset", "native", "--target", "sweep"]);
  return counted("build/native/sweep", [], { timeoutMs: hour });
}

/** The browser tests of `npm test` under another setting. */
const pages = (name, env) => nodeTests(["tests/browser", "tests/embed"], { timeoutMs: 2 * hour, name, env });

const groups = [
  { name: "sweep", title: "Every float32 pattern", run: sweep },
  {
    name: "fuzz",
    title: "A million runs of each fuzz target",
    run: () => counted(process.execPath, ["tests/fuzz/run.mjs", "--long"], { timeoutMs: 8 * hour }),
  },
  {
    name: "mutation",
    title: "Mutants of the core",
    run: () => counted(process.execPath, ["tests/mutation/run.mjs"], { timeoutMs: 8 * hour }),
  },
  {
    name: "coverage",
    title: "Lines of core and models that the native tests reach",
    run: () => counted(process.execPath, ["scripts/coverage.mjs"], { timeoutMs: hour }),
  },
  {
    name: "toolchains",
    title: "Debian 12's, Debian 13's and the newest Emscripten",
    run: () => counted(process.execPath, ["scripts/test-toolchains.mjs"], { timeoutMs: hour }),
  },
  { name: "site", title: "Site build", run: () => buildSite().then(() => ({ passed: 1, failed: 0 })) },
  {
    name: "long",
    title: "Matrices and long runs",
    run: () => nodeTests(["tests/long"], { timeoutMs: 6 * hour, name: "long" }),
  },
  {
    name: "browser",
    title: "Pages in Chromium, every case of each matrix",
    run: () => pages("whole-browser", { TEST_MATRIX: "whole" }),
  },
  {
    name: "late",
    title: "Pages in Chromium that draw and compute late",
    run: () => pages("late-browser", { TEST_PACE: "late" }),
  },
];

await runGroups(groups, () => setup("long"));
