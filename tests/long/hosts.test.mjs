// The dialog's own snippets in books, notes and slides that real generators build: the right number, a fitting frame, a reaction.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { serve } from "../../scripts/serve.mjs";
import { hostsFolder } from "../../scripts/setup.mjs";
import { openPage, waitReady } from "../browser/harness.mjs";
import { demoFrame, figure, type, waitFigure } from "../embed/host.mjs";

const folder = mkdtempSync(join(tmpdir(), "companion-hosts-"));
// VitePress finds itself and Vue from where the book lies.
const vitepressBook = join(hostsFolder, "book");
after(() => {
  for (const path of [folder, vitepressBook]) rmSync(path, { recursive: true, force: true });
});

/** Host → its snippets, by place, as the dialog gives them for 400 ns. */
const snippets = {};

before(async () => {
  const page = await openPage({ path: "en/littles-law/?latencyNs=400" });
  await waitReady(page);
  await page.click("[data-embed]");
  await page.waitForSelector("dialog[open]");
  for (const host of await page.$$eval('select[name="embed-host"] option', (all) => all.map((one) => one.value))) {
    await page.selectOption('select[name="embed-host"]', host);
    snippets[host] = await page.$$eval("textarea[data-snippet]:not([data-snippet=permalink])", (all) =>
      all.map((one) => one.value),
    );
  }
  await page.close();
});

function write(root, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

const build = (program, ...args) =>
  execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], timeout: 5 * 60_000 });

/** Opens a page of a built book, on another site than the companion's. */
async function inBook(built, path, work) {
  const book = await serve({ folder: built });
  const page = await openPage({ path: book.url.replace("localhost", "127.0.0.1") + path });
  try {
    await work(page);
    assert.deepEqual(page.problems.pageErrors, []);
  } finally {
    await page.close();
    await book.close();
  }
}

async function assertLive(page) {
  const frame = await demoFrame(page);
  assert.equal(await figure(frame), "1.34 MB");
  await type(frame, "latencyNs", 800);
  await waitFigure(frame, "2.68 MB");
  return frame;
}

/** The helper's frame is as high as what is in it. */
async function assertFits(page, frame) {
  const inner = await frame.evaluate(() => Math.ceil(document.documentElement.getBoundingClientRect().height));
  await page.waitForFunction(
    (height) => document.querySelector("cs349e-demo").shadowRoot.querySelector("iframe").offsetHeight === height,
    inner,
  );
}

test("MkDocs", async () => {
  const book = write(join(folder, "mkdocs"), {
    "mkdocs.yml": "site_name: Notes\ntheme:\n  name: mkdocs\n  highlightjs: false\n",
    "docs/index.md": `# Memory\n\nBefore.\n\n${snippets.mkdocs[0]}\n\nAfter, **bold**.\n`,
  });
  build("mkdocs", "build", "--quiet", "--config-file", join(book, "mkdocs.yml"), "--site-dir", join(book, "site"));
  await inBook(join(book, "site"), "", async (page) => {
    await assertFits(page, await assertLive(page));
    assert.equal(await page.locator("strong", { hasText: "bold" }).count(), 1);
  });
});

test("Sphinx", async () => {
  const book = write(join(folder, "sphinx"), {
    "conf.py": 'project = "Notes"\n',
    "index.rst": `Memory\n======\n\nBefore.\n\n${snippets.sphinx[0]}\n\nAfter, **bold**.\n`,
  });
  build("sphinx-build", "-q", "-b", "html", book, join(book, "out"));
  await inBook(join(book, "out"), "", async (page) => {
    await assertFits(page, await assertLive(page));
    assert.equal(await page.locator("strong", { hasText: "bold" }).count(), 1);
  });
});

test("VitePress, also after the reader came from another page of the book", async () => {
  const [config, element] = snippets.vitepress;
  const book = write(vitepressBook, {
    ".vitepress/config.mjs": config,
    "index.md": "# Start\n\n[To the demo](./memory)\n",
    "memory.md": `# Memory\n\n${element}\n\n[Back](./)\n`,
  });
  build(process.execPath, join(hostsFolder, "node_modules/vitepress/bin/vitepress.js"), "build", book);
  await inBook(join(book, ".vitepress/dist"), "", async (page) => {
    for (let visit = 0; visit < 2; visit += 1) {
      await page.click("text=To the demo");
      await assertFits(page, await assertLive(page));
      assert.equal(page.frames().length, 2);
      await page.click("text=Back");
      await page.waitForSelector("cs349e-demo", { state: "detached" });
    }
  });
});

test("reveal.js: a frame on a later slide is loaded, sized and live when the slide is shown", async () => {
  const deck = write(join(folder, "reveal"), {
    "index.html": `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Slides</title>
<link rel="stylesheet" href="dist/reveal.css"></head><body><div class="reveal"><div class="slides">
<section><h1>Memory</h1></section>
${snippets.reveal[0]}
</div></div><script src="dist/reveal.js"></script><script>Reveal.initialize({ hash: true });</script></body></html>`,
  });
  cpSync(join(hostsFolder, "node_modules/reveal.js/dist"), join(deck, "dist"), { recursive: true });
  await inBook(deck, "", async (page) => {
    await page.keyboard.press("ArrowRight");
    const frame = await assertLive(page);
    const plot = await frame.locator("figure[data-chart] .plot").first().boundingBox();
    assert.ok(plot.width > 200 && plot.height > 60, JSON.stringify(plot));
    await page.keyboard.press("ArrowLeft");
  });
});

test("reveal.js: the helper on a later slide has its height soon after the slide is shown", async () => {
  const deck = write(join(folder, "reveal-helper"), {
    "index.html": `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Slides</title>
<link rel="stylesheet" href="dist/reveal.css"></head><body><div class="reveal"><div class="slides">
<section><h1>Memory</h1></section><section>${snippets.html[0]}</section>
</div></div><script src="dist/reveal.js"></script><script>Reveal.initialize();</script></body></html>`,
  });
  cpSync(join(hostsFolder, "node_modules/reveal.js/dist"), join(deck, "dist"), { recursive: true });
  await inBook(deck, "", async (page) => {
    await page.waitForTimeout(1000);
    await page.keyboard.press("ArrowRight");
    await assertFits(page, await assertLive(page));
  });
});

test("Quarto's and MyST's raw blocks hold the plain snippet unchanged", () => {
  assert.equal(snippets.quarto[0], `\`\`\`{=html}\n${snippets.html[0]}\n\`\`\``);
  assert.equal(snippets.myst[0], `\`\`\`{raw} html\n${snippets.html[0]}\n\`\`\``);
});
