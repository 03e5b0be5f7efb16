// The development server: pages as the build writes them, and the offline file that a page links to.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createServer } from "vite";
import { root } from "../../scripts/command.mjs";

const server = await createServer({ root, logLevel: "error", server: { port: 0 } });
await server.listen();
after(() => server.close());
const address = server.resolvedUrls.local[0];

test("the link to the offline file of a demo leads to a file that carries its engine", async () => {
  const page = new URL("zh/littles-law/", address);
  const html = await (await fetch(page)).text();
  const link = html.match(/href="([^"]+)" download/)?.[1];
  const answer = await fetch(new URL(link ?? "", page));
  const file = await answer.text();
  assert.equal(answer.status, 200);
  for (const id of ["offline-module", "offline-engine"]) assert.match(file, new RegExp(`id="${id}"`));
  assert.doesNotMatch(file, /<script[^>]* src=/);
});

test("there is no offline file of a demo that does not exist", async () => {
  const answer = await fetch(new URL("zh/offline/no-such.html", address));
  assert.equal(answer.status, 404);
});
