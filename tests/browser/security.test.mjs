// Payloads through every way in: query, hash, names of files and tensors, messages. Nothing runs, nothing is polluted;
// and every page works where the browser enforces Trusted Types.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/command.mjs";
import { serve } from "../../scripts/serve.mjs";
import { assertNoProblems, openPage, sample, site, waitReady } from "./harness.mjs";

const demos = ["littles-law", "async-pipeline", "ping-pong", "generations", "block-formats", "exp-bottleneck"];
const payloads = [
  "<img src=x onerror=window.pwned=1>",
  '"><script>window.pwned=1</script>',
  "'\"><svg/onload=window.pwned=1>",
  "javascript:window.pwned=1",
  "</textarea><iframe srcdoc='<script>parent.pwned=1</script>'>",
  "{{constructor.constructor('window.pwned=1')()}}",
  "\u202e<b>\u0000\uffff",
  '=HYPERLINK("javascript:pwned")',
  "%3Cimg%20src%3Dx%20onerror%3Dpwned%3D1%3E",
  "a".repeat(5000),
];
const polluters = [
  "__proto__[polluted]=1",
  "__proto__.polluted=1",
  "constructor[prototype][polluted]=1",
  "__proto__=1",
];

/** What must not have happened. */
async function assertUntouched(page) {
  const state = await page.evaluate(() => ({
    pwned: window.pwned,
    polluted: {}.polluted,
    injected: document.querySelectorAll("img[src=x], svg[onload], iframe[srcdoc], body script:not([src])").length,
    handlers: [...document.querySelectorAll("*")].filter((one) =>
      one.getAttributeNames().some((name) => name.startsWith("on")),
    ).length,
  }));
  assert.deepEqual(state, { pwned: undefined, polluted: undefined, injected: 0, handlers: 0 });
  assertNoProblems(page);
}

/** The names of a demo's parameters, from its form. */
const parametersOf = (page) =>
  page.$$eval("[data-control]", (controls) => controls.map((control) => control.dataset.control));

for (const demo of sample(demos, ["block-formats"])) {
  test(`${demo}: payloads in every parameter and in the hash stay text`, { timeout: 120_000 }, async () => {
    const page = await openPage({ path: `en/${demo}/` });
    await waitReady(page);
    const names = await parametersOf(page);
    assert.ok(names.length > 0);
    for (const payload of payloads.slice(0, 8)) {
      const query = [...names, "theme", "view", "controls", "v", "engine", "fault"]
        .map((name) => `${name}=${encodeURIComponent(payload.slice(0, 100))}`)
        .join("&");
      await page.goto(`${site.url}en/${demo}/?${query}&${polluters.join("&")}#${encodeURIComponent(payload)}`);
      await waitReady(page, { timeout: 40_000 });
      await assertUntouched(page);
    }
    await page.close();
  });
}

test("payloads in messages to an embed stay text", { timeout: 120_000 }, async () => {
  const page = await openPage({ path: "en/embed/littles-law/" });
  await page.setContent(`<iframe src="${site.url}en/embed/littles-law/" width="900" height="700"></iframe>`);
  const frame = page.frameLocator("iframe");
  await frame.locator('[data-demo][data-state="ready"]').waitFor({ timeout: 30_000 });
  const inside = page.frames().at(-1);
  for (const payload of payloads) {
    await page.evaluate((text) => {
      const { contentWindow } = document.querySelector("iframe");
      const post = (message) => contentWindow.postMessage({ source: "cs349e-companion", v: 1, ...message }, "*");
      post({ type: "set", params: { latencyNs: text, [text]: text } });
      post({ type: "set", params: JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": 1}}') });
      post({ type: text, params: [text] });
      contentWindow.postMessage(text, "*");
    }, payload);
    await frame.locator('[data-demo][data-state="ready"]').waitFor({ timeout: 30_000 });
  }
  const state = await inside.evaluate(() => ({ pwned: window.pwned, polluted: {}.polluted }));
  assert.deepEqual(state, { pwned: undefined, polluted: undefined });
  assert.deepEqual(page.problems.pageErrors, []);
  await page.close();
});

/** A safetensors file whose tensors have the given names. */
function fileWith(names) {
  const header = Object.fromEntries(
    names.map((name, i) => [name, { dtype: "F32", shape: [16], data_offsets: [64 * i, 64 * i + 64] }]),
  );
  const text = Buffer.from(JSON.stringify(header));
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(text.length));
  const data = new Float32Array(16 * names.length).map((_, i) => Math.fround((i % 13) - 6));
  return Buffer.concat([size, text, Buffer.from(data.buffer)]);
}

test("payloads in names of files and tensors stay text", { timeout: 120_000 }, async () => {
  const page = await openPage({ path: "en/block-formats/" });
  await waitReady(page);
  const names = payloads.slice(0, 6);
  await page.setInputFiles('input[type="file"][name="weights"]', {
    name: "<img src=x onerror=window.pwned=1>.safetensors",
    mimeType: "application/octet-stream",
    buffer: fileWith([...names, "__proto__", "constructor"]),
  });
  await page.waitForSelector('table[data-table="tensors"] td, [data-notice]', { timeout: 60_000 });
  await assertUntouched(page);
  await page.close();
});

const pages = readdirSync(join(root, "dist"), { recursive: true }).filter(
  (file) => file.endsWith("index.html") && !file.includes("offline") && !/^v\//.test(file),
);

const templates = [
  "en/",
  "zh/lecture01/",
  "en/block-formats/",
  "zh/embed/async-pipeline/",
  "en/about/",
  "zh/verify/",
].map((path) => `${path}index.html`);

test("pages work under enforced Trusted Types", { timeout: 300_000 }, async () => {
  const demanding = (path, usual) => {
    if (!path.endsWith("/")) return undefined;
    const html = usual.body
      .toString()
      .replace("default-src 'none'", "require-trusted-types-for 'script'; default-src 'none'");
    return { body: Buffer.from(html) };
  };
  const server = await serve({ intercept: demanding });
  try {
    for (const file of sample(pages, templates)) {
      const page = await openPage({ path: file.replace(/index\.html$/, ""), url: server.url });
      if (await page.$("[data-demo]")) await waitReady(page, { timeout: 60_000 });
      assert.deepEqual(page.problems.cspViolations, [], file);
      assert.deepEqual(page.problems.pageErrors, [], file);
      await page.close();
    }
  } finally {
    await server.close();
  }
});
