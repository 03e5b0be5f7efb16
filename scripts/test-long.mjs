// `npm run test:long`: full sweeps and matrices that do not fit into `npm test`; a new group is a line in the list.
import { buildSite } from "./build.mjs";
import { setup } from "./setup.mjs";
import { nodeTests, runGroups } from "./test-groups.mjs";

const hours = 60 * 60_000;

const groups = [
  { name: "site", title: "Site build", run: () => buildSite().then(() => ({ passed: 1, failed: 0 })) },
  {
    name: "long",
    title: "Sweeps and matrices",
    run: () => nodeTests(["tests/long"], { timeoutMs: 6 * hours, name: "long" }),
  },
];

await runGroups(groups, () => setup("test"));
