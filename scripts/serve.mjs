// A static file server for dist/: what `npm start` and the browser tests use, with the ways a bad host differs as options.
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { root } from "./command.mjs";

const types = {
  ".css": "text/css; charset=utf-8",
  ".csv": "text/csv; charset=utf-8",
  ".gif": "image/gif",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".ts": "text/plain; charset=utf-8", // type declarations, for people to read
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".xml": "application/xml",
  ".zip": "application/zip",
};
const compresses = /^(text\/|image\/svg|application\/(json|wasm|manifest|xml))/;

/** The file below `folder` that a URL path names, or undefined when it names none or tries to leave the folder. */
async function fileFor(folder, path) {
  if (path.includes("\0")) return undefined;
  const file = join(folder, path);
  if (file !== folder && !file.startsWith(folder + sep)) return undefined;
  const stats = await stat(file).catch(() => undefined);
  if (stats?.isDirectory()) {
    if (!path.endsWith("/")) return { redirect: true };
    return (await stat(join(file, "index.html")).catch(() => undefined)) && { file: join(file, "index.html") };
  }
  return stats?.isFile() && !path.endsWith("/") ? { file } : undefined;
}

/** Status, headers and body for a GET of `url`, before compression. */
async function answer(folder, prefix, url) {
  const { pathname, search } = new URL(url, "http://localhost");
  let path;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return { status: 400, headers: { "Content-Type": "text/plain" }, body: Buffer.from("Bad URL") };
  }
  const found = path.startsWith(prefix) ? await fileFor(folder, path.slice(prefix.length - 1)) : undefined;
  if (found?.redirect) {
    // one leading slash only: a browser would take "//host/" for another site
    const location = `/${pathname.replace(/^\/+/, "")}/${search}`;
    return { status: 301, headers: { Location: location }, body: Buffer.alloc(0) };
  }
  const file = found?.file ?? join(folder, "404.html");
  const body = await readFile(file).catch(() => Buffer.from("Not found"));
  const hashed = /\/assets\/[^/]+-[\w-]{8,}\.\w+$/.test(path);
  return {
    status: found ? 200 : 404,
    headers: {
      "Content-Type": types[extname(file)] ?? "application/octet-stream",
      "Cache-Control": found && hashed ? "public, max-age=31536000, immutable" : "no-cache",
      ETag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
    },
    body,
  };
}

function send(request, response, { status, headers, body }) {
  const merged = { "Access-Control-Allow-Origin": "*", "X-Content-Type-Options": "nosniff", ...headers };
  for (const [name, value] of Object.entries(merged)) {
    if (value !== null && value !== undefined) response.setHeader(name, value);
  }
  if (status === 200 && merged.ETag && request.headers["if-none-match"] === merged.ETag) {
    response.writeHead(304).end();
    return;
  }
  let payload = body;
  if (compresses.test(merged["Content-Type"] ?? "") && body.length > 1000) {
    response.setHeader("Vary", "Accept-Encoding");
    if (/\bgzip\b/.test(request.headers["accept-encoding"] ?? "")) {
      payload = gzipSync(body);
      response.setHeader("Content-Encoding", "gzip");
    }
  }
  response.setHeader("Content-Length", payload.length);
  response.writeHead(status);
  response.end(request.method === "HEAD" ? undefined : payload);
}

/**
 * Starts serving; resolves to { url, port, close }.
 * `prefix` puts the site under a sub-path ("/user/repo/"). `intercept(path, answer)` may return another
 * { status, headers, body } for a path: a header set to null is left out; undefined leaves the answer as it is.
 */
export async function serve({ folder = join(root, "dist"), port = 0, host, prefix = "/", intercept } = {}) {
  const server = createServer(async (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { Allow: "GET, HEAD", "Access-Control-Allow-Origin": "*" }).end();
      return;
    }
    try {
      const usual = await answer(folder, prefix, request.url);
      const other = await intercept?.(new URL(request.url, "http://localhost").pathname, usual);
      send(request, response, other ? { ...usual, ...other, headers: { ...usual.headers, ...other.headers } } : usual);
    } catch (error) {
      console.error(error);
      response.writeHead(500).end();
    }
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const chosen = server.address().port;
  return {
    url: `http://localhost:${chosen}${prefix}`,
    port: chosen,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Serves dist/ where people expect it, or says in one sentence why not. */
export async function serveForPeople() {
  const port = Number(process.env.PORT || 4173);
  try {
    const { url } = await serve({ port, host: process.env.HOST });
    console.log(`\nThe course companion is at ${url}  (Ctrl+C stops it)`);
  } catch (error) {
    if (error.code !== "EADDRINUSE") throw error;
    console.error(`Port ${port} is taken. Choose another: PORT=${port + 1} npm start`);
    process.exit(1);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await serveForPeople();
