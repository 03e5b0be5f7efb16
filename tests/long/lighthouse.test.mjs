// Lighthouse (mobile) on every page of the site.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { root } from "../../scripts/command.mjs";
import { site } from "../browser/harness.mjs";
import { assertGood, auditor } from "../browser/lighthouse.mjs";

const auditing = await auditor();
after(() => auditing.close());

// The front door leads on at once; the page for wrong addresses is not for search engines.
const pages = readdirSync(join(root, "dist"), { recursive: true })
  .filter((path) => /^(zh|en)\/(.+\/)?index\.html$/.test(path))
  .sort();
for (const path of pages) {
  test(`Lighthouse finds nothing wrong with ${path}`, async () => {
    assertGood(await auditing.audit(site.url + path.replace(/index\.html$/, "")));
  });
}
