// Lighthouse on a page of the site as a phone sees it, and what it must say.
import assert from "node:assert/strict";
import lighthouse from "lighthouse";
import { chromium } from "playwright-core";
import { findTestBrowser } from "../../scripts/tools.mjs";

const port = 9300 + (process.pid % 500);
const categories = ["accessibility", "best-practices", "seo"];

/** Starts a browser for audits; resolves to { audit, close }. */
export async function auditor() {
  const browser = await chromium.launch({
    executablePath: findTestBrowser(),
    args: ["--no-sandbox", "--disable-gpu", `--remote-debugging-port=${port}`],
  });
  return {
    close: () => browser.close(),
    /** Scores from 0 to 100, the shift of the layout, and what failed. */
    async audit(url) {
      const { lhr } = await lighthouse(url, {
        port,
        logLevel: "silent",
        onlyCategories: categories,
        onlyAudits: ["cumulative-layout-shift"],
        throttlingMethod: "provided",
        disableFullPageScreenshot: true,
        maxWaitForLoad: 3000, // a page is live within one
      });
      const scores = Object.fromEntries(categories.map((name) => [name, Math.round(lhr.categories[name].score * 100)]));
      const failed = Object.values(lhr.audits)
        .filter(({ score, scoreDisplayMode }) => scoreDisplayMode === "binary" && score !== null && score < 1)
        .map(
          ({ id, details }) =>
            `${id}: ${(details?.items ?? []).map(({ node, description }) => node?.snippet ?? description).join(" ")}`,
        );
      return { scores, shift: lhr.audits["cumulative-layout-shift"].numericValue, failed };
    },
  };
}

export function assertGood({ scores, shift, failed }) {
  const words = failed.join("\n");
  assert.equal(scores.accessibility, 100, words);
  assert.equal(scores["best-practices"], 100, words);
  assert.ok(scores.seo >= 95, `${scores.seo} for search engines: ${words}`);
  assert.ok(shift <= 0.01, `the layout shifts by ${shift}`);
}
