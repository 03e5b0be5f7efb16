// Measures with gcov which lines of core and models the native tests reach, file by file; fails below 95 %.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { mustRun, root, run } from "./command.mjs";

const leastPercent = 95;
const build = join(root, "build/coverage");

/** What gcov says of one object: a JSON file for each, compressed. */
async function linesSeen() {
  const out = join(build, "gcov");
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const notes = readdirSync(build, { recursive: true }).filter((name) => name.endsWith(".gcda"));
  for (const [index, note] of notes.entries()) {
    const place = join(out, String(index));
    mkdirSync(place);
    await run("sh", ["-c", `cd "${place}" && gcov --json-format "${join(build, note)}" > gcov.log 2>&1`]);
  }
  const seen = new Map();
  for (const name of readdirSync(out, { recursive: true }).filter((file) => file.endsWith(".json.gz"))) {
    const { current_working_directory: folder, files } = JSON.parse(gunzipSync(readFileSync(join(out, name))));
    for (const { file, lines } of files) {
      const path = file.startsWith("/") ? file : join(folder, file);
      if (!/\/wasm\/(core|models)\//.test(path)) continue;
      const counts = seen.get(path) ?? new Map();
      for (const { line_number: line, count } of lines) counts.set(line, (counts.get(line) ?? 0) + count);
      seen.set(path, counts);
    }
  }
  return seen;
}

const percent = (reached, all) => Math.floor((1000 * reached) / all) / 10;

await mustRun("cmake", [
  ...["-G", "Ninja", "-S", ".", "-B", build, "-DCMAKE_BUILD_TYPE=Debug"],
  "-DCMAKE_CXX_FLAGS=--coverage -O0",
]);
await mustRun("cmake", ["--build", build, "--target", "native_tests"]);
for (const name of existsSync(build) ? readdirSync(build, { recursive: true }) : []) {
  if (name.endsWith(".gcda")) rmSync(join(build, name));
}
const { code } = await run(join(build, "native_tests"), ["--gtest_brief=1"], { timeoutMs: 50 * 60_000 });
const totals = { reached: 0, all: 0 };
for (const [path, counts] of [...(await linesSeen())].sort()) {
  const reached = [...counts.values()].filter((count) => count > 0).length;
  totals.reached += reached;
  totals.all += counts.size;
  const missed = [...counts].filter(([, count]) => count === 0).map(([line]) => line);
  const where = missed.length
    ? `  not reached: ${missed.slice(0, 12).join(", ")}${missed.length > 12 ? " …" : ""}`
    : "";
  console.log(`${String(percent(reached, counts.size)).padStart(5)} %  ${path.replace(`${root}/`, "")}${where}`);
}
console.log(`${percent(totals.reached, totals.all)} % of ${totals.all} lines of core and models are reached`);
const holds = code === 0 && totals.all > 1000 && totals.reached >= (leastPercent / 100) * totals.all;
console.log(holds ? "1 passed, 0 failed" : "0 passed, 1 failed");
process.exitCode = holds ? 0 : 1;
