// The policy: in every page, respected by everything, and effective against what does not belong there.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/command.mjs";
import { eventually, openPage, waitReady } from "./harness.mjs";

const dist = join(root, "dist");
const files = readdirSync(dist, { recursive: true }).filter((file) => !file.startsWith("v/")); // v/ is a copy
const pages = files.filter((file) => file.endsWith(".html") && !file.includes("offline"));
const textOf = (file) => readFileSync(join(dist, file), "utf8");

const policyFor = (self) =>
  `default-src 'none'; script-src ${self} 'wasm-unsafe-eval'; worker-src ${self} blob:; connect-src ${self}; ` +
  `img-src ${self} data: blob:; style-src ${self}; font-src ${self}; frame-src ${self}; manifest-src ${self}; ` +
  "base-uri 'none'; form-action 'none'";
// Sandboxed frames in WebKit know no 'self': their pages name the origin, or where the site is tried out.
const origins = process.env.SITE_URL ? new URL(process.env.SITE_URL).origin : "http://localhost:* http://127.0.0.1:*";

test("every page carries the policy before anything that loads", () => {
  for (const file of pages) {
    const html = textOf(file);
    const policy = policyFor(file.includes("/embed/") ? `'self' ${origins}` : "'self'");
    const at = html.indexOf(`<meta http-equiv="Content-Security-Policy" content="${policy}"`);
    assert.ok(at > 0, `${file} has no policy`);
    assert.ok(at < html.search(/<(script|link)/), `${file}: something comes before the policy`);
  }
});

test("no page has inline scripts, handlers or styles", () => {
  for (const file of pages) {
    const html = textOf(file);
    assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)/, file);
    assert.doesNotMatch(html, /<style/, file);
    assert.doesNotMatch(html, /<[^>]+\s(style|on[a-z]+)=/, file);
  }
});

test("all addresses in pages are relative", () => {
  for (const file of pages) {
    for (const [, address] of textOf(file).matchAll(/\s(?:src|href)="([^"]*)"/g)) {
      assert.doesNotMatch(address, /^\//, `${file}: ${address}`);
    }
  }
});

test("no script evaluates text, and nothing is inlined as data:", () => {
  for (const file of files.filter((name) => name.endsWith(".js"))) {
    const found = textOf(file).match(/\beval\(|new Function\(|data:(text|application)\/[\w.+;=-]*,[\w%+/]/);
    assert.equal(found?.[0], undefined, file);
  }
});

test("an injected inline script is blocked and reported", async () => {
  const page = await openPage({ path: "en/littles-law/" });
  await waitReady(page);
  assert.deepEqual(page.problems.cspViolations, []);
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.injected = true";
    document.body.append(script);
  });
  const blocked = await eventually(
    () => page.problems.cspViolations,
    (all) => all.length > 0,
  );
  assert.match(blocked.join(), /^script-src/);
  assert.equal(await page.evaluate(() => window.injected), undefined);
  await page.close();
});
