// Makes the pictures that previews of links show (public/previews/) from the built site: `node scripts/make-previews.mjs`.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { chromium } from "playwright-core";
import { mustRun, onPath, root } from "./command.mjs";
import { serve } from "./serve.mjs";
import { findTestBrowser } from "./tools.mjs";

// A small page, enlarged: type that can be read in a thumbnail. Together 1200 × 630 pixels.
const small = { viewport: { width: 800, height: 420 }, deviceScaleFactor: 1.5 };
const whole = { viewport: { width: 1200, height: 630 }, deviceScaleFactor: 1 };
const still = `.embed-foot, .to-table, .readout, main details, .site-header, .presets, .timeline-window, .chart-description { display: none !important }
  body.embed { padding: 24px 36px } .embed .plot { height: 13.5rem }`;

const site = await serve();
const browser = await chromium.launch({ executablePath: findTestBrowser(), args: ["--no-sandbox", "--disable-gpu"] });

async function picture(path, file, options) {
  const context = await browser.newContext({ ...options, colorScheme: "light", bypassCSP: true });
  const page = await context.newPage();
  await page.goto(site.url + path);
  await page.addStyleTag({ content: still });
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(500);
  const target = join(root, "public/previews", file);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, await page.screenshot());
  // A third of the size, where ImageMagick is at hand.
  if (onPath("convert")) await mustRun("convert", [target, "+dither", "-colors", "96", `PNG8:${target}`]);
  await context.close();
  console.log(file);
}

try {
  for (const lang of ["zh", "en"]) {
    await picture(`${lang}/?theme=light`, `${lang}/index.png`, whole);
    for (const id of readdirSync(join(root, "dist", lang, "embed"))) {
      const html = await (await fetch(`${site.url}${lang}/embed/${id}/`)).text();
      const [, hero] = html.match(/data-chart="([\w-]+)"/);
      const query = `view=title,sentence,${hero}&controls=none&theme=light`;
      await picture(`${lang}/embed/${id}/?${query}`, `${lang}/${id}.png`, small);
    }
  }
} finally {
  await browser.close();
  await site.close();
}
