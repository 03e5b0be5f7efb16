// axe-core with every rule set that says something about WCAG 2.2 AA, for the fast sample and the full matrix.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/command.mjs";

const source = readFileSync(join(root, "node_modules/axe-core/axe.min.js"), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds on the page, a line for each element. */
export async function findings(page) {
  await page.evaluate(source);
  return page.evaluate(async (values) => {
    const { violations } = await window.axe.run(document, { runOnly: { type: "tag", values } });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    );
  }, tags);
}
