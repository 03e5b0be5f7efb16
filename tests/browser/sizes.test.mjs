// What a first visit loads: within the promised most, and, with the compiler of Debian 12, exactly what was committed.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { brokenCaps, committedSizes, compilerVersion, measureSizes } from "../../scripts/sizes.mjs";

const sizes = await measureSizes();
const committed = existsSync(committedSizes) ? JSON.parse(readFileSync(committedSizes, "utf8")) : {};

test("embeds, the home page and the helper load no more than promised", () => {
  assert.deepEqual(brokenCaps(sizes), []);
});

test("sizes are the committed ones; `node scripts/sizes.mjs --write` renews them", (context) => {
  if (compilerVersion() !== committed.emscripten) return context.skip(`made by Emscripten ${committed.emscripten}`);
  assert.deepEqual(sizes, committed.sizes);
});
