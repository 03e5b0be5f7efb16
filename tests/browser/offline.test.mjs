// Offline files, opened from a disk: they compute with nothing but themselves; ordinary pages say what to open instead.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { root } from "../../scripts/command.mjs";
import { assertNoProblems, numericCells, openPage, sample, waitReady } from "./harness.mjs";

const dist = join(root, "dist");
const onDisk = (path, query = "") => `${pathToFileURL(join(dist, path)).href}${query}`;
const demos = readdirSync(join(dist, "en/embed"));
const files = ["zh", "en"].flatMap((lang) => demos.map((id) => ({ lang, id, path: `${lang}/offline/${id}.html` })));

/** Opens a file of dist/ from the disk; `asked` collects what else it asks for. */
async function openFile(path, query) {
  const asked = [];
  const page = await openPage({
    path: onDisk(path, query),
    prepare: (target) =>
      target.on("request", (request) => {
        if (!request.isNavigationRequest() && !/^(data|blob):/.test(request.url())) asked.push(request.url());
      }),
  });
  return { page, asked };
}

test("every demo has an offline file in both languages", () => {
  for (const lang of ["zh", "en"]) {
    const names = readdirSync(join(dist, lang, "offline"));
    assert.deepEqual(names.sort(), demos.map((id) => `${id}.html`).sort());
  }
});

// Of each demo one language.
const some = files.filter(({ lang, id }) => demos.indexOf(id) % 2 === (lang === "zh" ? 1 : 0));
for (const { id, lang, path } of sample(files, some)) {
  test(`${path} computes from a disk and asks for nothing`, async () => {
    const { page, asked } = await openFile(path);
    await waitReady(page);
    assert.deepEqual(asked, []);
    assert.equal(await page.getAttribute("html", "lang"), lang === "zh" ? "zh-Hans" : "en");
    const live = await numericCells(page);
    const online = await openPage({ path: `${lang}/${id}/` });
    assert.deepEqual(live, await numericCells(online));
    await online.close();
    assertNoProblems(page);
    await page.close();
  });
}

for (const [mode, workers] of Object.entries({ blob: 1, page: 0 })) {
  test(`an offline file follows its controls with ?engine=${mode}`, async () => {
    const { page } = await openFile("en/offline/littles-law.html", `?engine=${mode}`);
    await waitReady(page);
    await page.fill('input[type="text"][name="latencyNs"]', "400");
    await page.press('input[type="text"][name="latencyNs"]', "Enter");
    await page.waitForFunction(() => document.querySelector('[data-figure="in-flight"]').textContent === "1.34 MB");
    assert.equal(page.workers().length, workers);
    assertNoProblems(page);
    await page.close();
  });
}

for (const lang of ["en", "zh"]) {
  test(`${lang}: an offline file carries the sample with its licence, and takes the reader's own file`, async () => {
    const { page, asked } = await openFile(`${lang}/offline/block-formats.html`);
    await waitReady(page);
    await page.click("[data-sample]");
    await page.waitForSelector("[data-summary]");
    const errors = () => page.locator('[data-scheme="lecture/nvfp4"]').allTextContents();
    const ofSample = await errors();
    assert.ok(ofSample.length > 1 && ofSample.every((text) => /^\d+\.\d\d%$/.test(text)), ofSample.join(" "));
    const [licence] = await Promise.all([page.waitForEvent("download"), page.click(".own-weights a[download]")]);
    assert.equal(
      readFileSync(await licence.path(), "utf8"),
      readFileSync(join(root, "public/samples/LICENSE-basic-pitch.txt"), "utf8"),
    );
    const own = readFileSync(join(root, "public/samples/basic-pitch.safetensors"));
    await page.setInputFiles("input[name=weights]", {
      name: "own.safetensors",
      mimeType: "application/octet-stream",
      buffer: own,
    });
    await page.waitForSelector('[data-weights="ready"]:has-text("own.safetensors") [data-summary]');
    assert.deepEqual(await errors(), ofSample);
    assert.deepEqual(asked, []);
    await page.close();
  });
}

test("an offline file runs no script but its own", async () => {
  const { page } = await openFile("en/offline/littles-law.html");
  await waitReady(page);
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.isForeign = true";
    document.head.append(script);
  });
  assert.equal(await page.evaluate(() => window.isForeign), undefined);
  await page.close();
});

test("an offline file whose end was cut off keeps the lecture's numbers", async () => {
  const whole = readFileSync(join(dist, "en/offline/littles-law.html"), "utf8");
  const cut = whole.replace(/(id="offline-module"[^>]*>)([\w+/]{40000})[\w+/]*=*/, "$1$2");
  const page = await openPage({
    prepare: (target) => target.route("**/*", (route) => route.fulfill({ body: cut, contentType: "text/html" })),
  });
  await page.waitForSelector('[data-demo][data-state="error"]');
  assert.equal(await page.getAttribute("[data-trouble]", "data-trouble"), "not-wasm");
  assert.equal(await page.locator('[data-figure="in-flight"]').first().textContent(), "2.345 MB");
  await page.close();
});

for (const path of ["index.html", "zh/index.html", "en/littles-law/index.html"]) {
  test(`${path}, opened from a disk, says which file to open instead`, async () => {
    const { page } = await openFile(path);
    const link = page.locator(".from-disk a").first();
    await link.waitFor();
    const target = new URL(await link.getAttribute("href"), page.url()).href;
    await page.goto(target);
    await waitReady(page);
    await page.close();
  });
}

test("a page from a server does not speak of disks", async () => {
  const page = await openPage({ path: "en/littles-law/" });
  assert.equal(await page.locator(".from-disk").first().isVisible(), false);
  await page.close();
});
