// Lighthouse (mobile) on one page of each template.
import { after, test } from "node:test";
import { site } from "./harness.mjs";
import { assertGood, auditor } from "./lighthouse.mjs";

const auditing = await auditor();
after(() => auditing.close());

const templates = ["en/", "zh/lecture01/", "en/littles-law/", "zh/embed/async-pipeline/", "zh/about/", "en/verify/"];
for (const path of templates) {
  test(`Lighthouse finds nothing wrong with ${path}`, async () => {
    assertGood(await auditing.audit(site.url + path));
  });
}
