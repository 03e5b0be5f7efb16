// The server behind `npm start`: what browsers, embedding hosts and the tests of bad hosts rely on.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { serve } from "../../scripts/serve.mjs";

const folder = mkdtempSync(join(tmpdir(), "companion-serve-"));
let site;

before(async () => {
  const files = {
    "site/index.html": "home",
    "site/404.html": "nothing here",
    "site/zh/index.html": "中文",
    "site/core.wasm": "\0asm",
    "site/companion.js": `export const a = "${"a".repeat(2000)}";`,
    "site/app.webmanifest": "{}",
    "site/assets/page-Ab3_x9-Q.js": "1",
    "secret.txt": "secret",
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  site = await serve({ folder: join(folder, "site") });
});

after(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});

/** A request whose path no client tidies up on the way. */
const rawStatus = (path) =>
  new Promise((resolve, reject) => {
    request({ port: site.port, path }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });

test("each kind of file has its MIME type", async () => {
  const types = {
    "": "text/html; charset=utf-8",
    "zh/": "text/html; charset=utf-8",
    "core.wasm": "application/wasm",
    "companion.js": "text/javascript; charset=utf-8",
    "app.webmanifest": "application/manifest+json",
  };
  for (const [path, type] of Object.entries(types)) {
    assert.equal((await fetch(site.url + path)).headers.get("content-type"), type, path);
  }
});

test("every answer may be read by any origin, so that sandboxed frames can load modules", async () => {
  for (const path of ["", "core.wasm", "missing"]) {
    assert.equal((await fetch(site.url + path)).headers.get("access-control-allow-origin"), "*", path);
  }
});

test("a folder without its slash redirects to the folder, keeping the query", async () => {
  const response = await fetch(`${site.url}zh?stages=3`, { redirect: "manual" });
  assert.equal(response.status, 301);
  assert.equal(response.headers.get("location"), "/zh/?stages=3");
});

test("a missing page is the site's own 404 page", async () => {
  const response = await fetch(`${site.url}nowhere/`);
  assert.equal(response.status, 404);
  assert.equal(await response.text(), "nothing here");
});

test("no path leads out of the served folder", async () => {
  for (const path of ["/../secret.txt", "/%2e%2e/secret.txt", "/zh/..%2f..%2fsecret.txt", "/..\\secret.txt", "/%00"]) {
    assert.equal(await rawStatus(path), 404, path);
  }
  assert.equal(await rawStatus("/%"), 400);
});

test("only hashed assets are kept without asking again; others revalidate", async () => {
  const hashed = await fetch(`${site.url}assets/page-Ab3_x9-Q.js`);
  assert.match(hashed.headers.get("cache-control"), /immutable/);
  const home = await fetch(site.url);
  assert.equal(home.headers.get("cache-control"), "no-cache");
  const again = await fetch(site.url, { headers: { "If-None-Match": home.headers.get("etag") } });
  assert.equal(again.status, 304);
});

test("text is compressed for those who accept it and arrives whole", async () => {
  const response = await fetch(`${site.url}companion.js`);
  assert.equal(response.headers.get("content-encoding"), "gzip");
  assert.equal((await response.text()).length, 2020);
});

test("a site under a sub-path answers there and nowhere else", async () => {
  const below = await serve({ folder: join(folder, "site"), prefix: "/course/demos/" });
  try {
    assert.equal(await (await fetch(`${below.url}zh/`)).text(), "中文");
    assert.equal((await fetch(`http://localhost:${below.port}/zh/`)).status, 404);
  } finally {
    await below.close();
  }
});

test("a bad host can be played: another type, no CORS header, a truncated or missing file", async () => {
  const answers = {
    "/core.wasm": (usual) => ({ headers: { "Content-Type": "text/plain" }, body: usual.body.subarray(0, 2) }),
    "/companion.js": () => ({ headers: { "Access-Control-Allow-Origin": null } }),
    "/zh/": () => ({ status: 404, body: Buffer.from("gone") }),
  };
  const bad = await serve({ folder: join(folder, "site"), intercept: (path, usual) => answers[path]?.(usual) });
  try {
    const wasm = await fetch(`${bad.url}core.wasm`);
    assert.equal(wasm.headers.get("content-type"), "text/plain");
    assert.equal((await wasm.arrayBuffer()).byteLength, 2);
    assert.equal((await fetch(`${bad.url}companion.js`)).headers.get("access-control-allow-origin"), null);
    assert.equal((await fetch(`${bad.url}zh/`)).status, 404);
    assert.equal((await fetch(bad.url)).status, 200);
  } finally {
    await bad.close();
  }
});
