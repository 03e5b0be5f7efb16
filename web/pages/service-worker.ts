// Keeps the whole site on the reader's device, one version at a time, so that every demo runs without a network.
//
// A version is taken over as a whole, and only when the reader asks for it: until then pages and their files come from
// the version they were opened with. The version before the current one is kept for tabs that are still open. Frames in
// other people's pages are left to the network.
import { hasVectors } from "../engine/vectors.js";

declare const __FILES__: string[];
declare const __REVISION__: string;

const scope = globalThis as unknown as ServiceWorkerGlobalScope;
const prefix = "companion-site-";
const current = prefix + __REVISION__;
const root = new URL("./", scope.location.href);

const isHashed = (path: string) => path.startsWith("assets/");

/** The module without vectors is for browsers that have none. */
const isNeeded = (path: string) => !hasVectors || !path.startsWith("assets/core-scalar");

async function fill() {
  const cache = await caches.open(current);
  // A hashed file is the same in every cache on the way; the others must be of this version.
  const requests = __FILES__
    .filter(isNeeded)
    .map((path) => new Request(new URL(path, root), { cache: isHashed(path) ? "default" : "reload" }));
  await cache.addAll(requests);
}

/** Caches of this site, oldest first. */
const versions = async () => (await caches.keys()).filter((name) => name.startsWith(prefix));

async function dropOld() {
  const others = (await versions()).filter((name) => name !== current);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/** The path below the site's root as the list has it, or undefined for what is none of our business. */
function pathOf(request: Request): string | undefined {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== root.origin || !url.pathname.startsWith(root.pathname))
    return undefined;
  return decodeURI(url.pathname.slice(root.pathname.length)).replace(/(^|\/)index\.html$/, "$1");
}

const known = new Set(__FILES__.map((path) => (path === "./" ? "" : path)));

async function answer(request: Request, path: string): Promise<Response> {
  const mine = await (await caches.open(current)).match(new URL(path || "./", root));
  if (mine) return mine;
  // A tab that is older than this version asks for files that the server may no longer have.
  const earlier = isHashed(path) ? await caches.match(request) : undefined;
  return earlier ?? fetch(request);
}

scope.addEventListener("install", (event) => event.waitUntil(fill()));
scope.addEventListener("activate", (event) => event.waitUntil(dropOld()));
scope.addEventListener("message", ({ data }) => {
  if (data === "take-over") void scope.skipWaiting();
});
scope.addEventListener("fetch", (event) => {
  const path = pathOf(event.request);
  if (path === undefined) return;
  if (known.has(path) || isHashed(path)) event.respondWith(answer(event.request, path));
});
