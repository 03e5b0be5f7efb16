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

const groups = [
  { name: "sweep", title: "Every float32 pattern", run: sweep },
  { name: "site", title: "Site build", run: () => buildSite().then(() => ({ passed: 1, failed: 0 })) },
  {
    name: "long",
    title: "Matrices and long runs",
    run: () => nodeTests(["tests/long"], { timeoutMs: 6 * hour, name: "long" }),
  },
];

await runGroups(groups, () => setup("long"));
