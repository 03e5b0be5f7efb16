// A demo made by `npm run new-demo` is green at once and touches one header, one list and one folder: tried in a copy.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { root } from "../../scripts/command.mjs";

const id = "cache-lines-twice";
const copy = mkdtempSync(join(tmpdir(), "new-demo-"));
after(() => rmSync(copy, { recursive: true, force: true }));

const files = (folder, ...options) =>
  execFileSync("git", ["ls-files", ...options], { cwd: folder, encoding: "utf8" })
    .trim()
    .split("\n");
const inCopy = (program, ...args) => spawnSync(program, args, { cwd: copy, encoding: "utf8" });

function passes(program, ...args) {
  const done = inCopy(program, ...args);
  assert.equal(done.status, 0, `${program} ${args.join(" ")}\n${done.stdout}\n${done.stderr}`);
  return done.stdout;
}

before(() => {
  const own = files(root, "--cached", "--others", "--exclude-standard").filter((file) => existsSync(join(root, file)));
  for (const file of own) cpSync(join(root, file), join(copy, file));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  passes("git", "init", "-q");
  passes("git", "add", "-A");
  const author = ["-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"];
  passes("git", ...author, "commit", "-q", "-m", "Start");
});

test("it touches one header, one list and one folder, and the generated types follow", () => {
  passes(process.execPath, "scripts/new-demo.mjs", id);
  const changed = passes("git", "status", "--porcelain", "--untracked-files=all").trimEnd().split("\n").sort();
  assert.deepEqual(changed, [
    " M public/companion.d.ts",
    " M wasm/models.h",
    " M web/generated/core.d.ts",
    "?? wasm/models/cache_lines_twice.h",
    `?? web/demos/${id}/article.en.ts`,
    `?? web/demos/${id}/article.zh.ts`,
    `?? web/demos/${id}/demo.ts`,
    `?? web/demos/${id}/texts.en.ts`,
    `?? web/demos/${id}/texts.zh.ts`,
  ]);
  const added = passes("git", "diff", "--numstat", "wasm/models.h");
  assert.match(added, /^2\t0\t/, "an include and a line");
});

test("it is formatted, linted and typed, and its types are up to date", () => {
  passes("clang-format", "--dry-run", "-Werror", "wasm/models.h", "wasm/models/cache_lines_twice.h");
  passes("node_modules/.bin/biome", "check", `web/demos/${id}`);
  passes("node_modules/.bin/tsc", "--noEmit");
  passes(process.execPath, "scripts/gen-types.mjs", "--check");
});

test("every test of demos covers it, and passes", () => {
  const args = ["run", "--reporter=json", "tests/web/demos.test.ts", "tests/web/architecture.test.ts", "-t", id];
  const report = JSON.parse(passes("node_modules/.bin/vitest", ...args));
  const own = report.testResults.flatMap((file) => file.assertionResults).filter((one) => one.status === "passed");
  assert.ok(own.length > 10, `${own.length} tests ran`);
  passes("node_modules/.bin/vitest", "run", "tests/web/architecture.test.ts");
});

test("the native build takes its model without a warning", () => {
  const source = join(copy, "taken.cpp");
  passes("sh", "-c", `printf '#include "models.h"\\nint main() {}\\n' > ${source}`);
  passes("g++", "-std=c++20", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off", "-fsyntax-only", "-Iwasm", source);
});

test("a second demo of the same name, or a name that is no id, is refused with the usage", () => {
  for (const bad of [id, "Big Name", ""]) {
    const done = inCopy(process.execPath, "scripts/new-demo.mjs", ...(bad ? [bad] : []));
    assert.equal(done.status, 1);
    assert.match(done.stderr, /Usage: npm run new-demo <id>/);
  }
  assert.equal(readFileSync(join(copy, "wasm/models.h"), "utf8").split(`"${id}"`).length, 2);
});
