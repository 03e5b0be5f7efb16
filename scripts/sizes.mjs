// Measures what a first visit loads, gzipped, by watching a browser on the built site; `--write` renews tests/sizes.json.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { root } from "./command.mjs";
import { serve } from "./serve.mjs";
import { findEmcc, findTestBrowser } from "./tools.mjs";

/** The promised most, in bytes: of an embed page with everything it loads, of the home page, of the helper for hosts. */
export const caps = { embed: 150_000, home: 120_000, helper: 3_000 };

export const committedSizes = join(root, "tests/sizes.json");
export const gzipSize = (bytes) => gzipSync(bytes, { level: 9 }).length;

/** Kinds of files that the total consists of. */
const kindOf = (path) =>
  path.endsWith("/") ? "html" : (path.match(/\.(wasm|css|js|json|svg|webmanifest)$/)?.[1] ?? "other");

const fileOf = (path) => (path.endsWith("/") ? `${path}index.html` : path);

/** Everything that a page has asked for until it is ready and at rest: file → gzipped size. */
async function coldLoad(browser, url) {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  const paths = new Set(); // of the page and of its worker, each loaded once
  context.on("request", (request) => paths.add(new URL(request.url()).pathname));
  await page.goto(url, { waitUntil: "networkidle" });
  if (await page.$("[data-demo]")) await page.waitForSelector('[data-demo][data-state="ready"]', { timeout: 30_000 });
  await page.waitForLoadState("networkidle");
  await context.close();
  const files = [...paths].filter((path) => !path.endsWith("favicon.svg")).sort();
  return Object.fromEntries(files.map((path) => [path, gzipSize(readFileSync(join(root, "dist", fileOf(path))))]));
}

function summed(files) {
  const byKind = {};
  for (const [path, size] of Object.entries(files)) byKind[kindOf(path)] = (byKind[kindOf(path)] ?? 0) + size;
  return { total: Object.values(files).reduce((a, b) => a + b, 0), ...byKind };
}

/** The demos of the built site. */
const demoIds = () => readdirSync(join(root, "dist/en/embed")).sort();

/** Path of a page → its total and its parts. `details` is given every file's size. */
export async function measureSizes(details = () => {}) {
  const paths = ["en/", "zh/"];
  for (const id of demoIds()) for (const lang of ["en", "zh"]) paths.push(`${lang}/embed/${id}/`);
  const site = await serve();
  const browser = await chromium.launch({ executablePath: findTestBrowser(), args: ["--no-sandbox", "--disable-gpu"] });
  const sizes = { "embed.js": { total: gzipSize(readFileSync(join(root, "dist/embed.js"))) } };
  try {
    for (const path of paths) {
      const files = await coldLoad(browser, site.url + path);
      details(path, files);
      sizes[path] = summed(files);
    }
  } finally {
    await browser.close();
    await site.close();
  }
  return sizes;
}

/** Promises that a measurement breaks, as sentences. */
export function brokenCaps(sizes) {
  const capOf = (path) => (path === "embed.js" ? caps.helper : path.includes("/embed/") ? caps.embed : caps.home);
  return Object.entries(sizes)
    .filter(([path, { total }]) => total > capOf(path))
    .map(([path, { total }]) => `${path} loads ${total} bytes, more than ${capOf(path)}`);
}

/** Where sizes can be compared exactly: the compiler that the committed ones were measured with. */
export const compilerVersion = () => findEmcc()?.version ?? "none";

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const isVerbose = process.argv.includes("--files");
  const sizes = await measureSizes((path, files) => isVerbose && console.log(path, files));
  for (const [path, size] of Object.entries(sizes)) console.log(path.padEnd(28), JSON.stringify(size));
  for (const sentence of brokenCaps(sizes)) console.log(`! ${sentence}`);
  if (process.argv.includes("--write"))
    writeFileSync(committedSizes, `${JSON.stringify({ emscripten: compilerVersion(), sizes }, null, 2)}\n`);
  else if (!existsSync(committedSizes)) console.log("There are no committed sizes yet: run with --write");
}
