// The kinds of test groups: each runs one tool with its output shown, and counts what passed and failed.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cacheDir, run } from "./command.mjs";
import { filesIn } from "./sources.mjs";

const minute = 60_000;

/** A tool that reports no failure but ends badly has crashed: that is a failure too. */
const withCrash = (code, passed, failed) => ({ passed, failed: code !== 0 && failed === 0 ? 1 : failed });

/** One command that is one test: it passes when it exits with 0. */
export async function check(fact, program, args, options) {
  console.log(`> ${fact}: ${[program, ...args].join(" ").slice(0, 120)}`);
  const { code } = await run(program, args, { timeoutMs: 10 * minute, ...options });
  console.log(`${code === 0 ? "ok" : "NOT OK"} - ${fact}`);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
}

/** Configures, builds and runs the GoogleTest programs of a CMake preset, with its own compiler or another one. */
export async function ctest(preset, { env, compiler } = {}) {
  for (const args of [
    ["--preset", preset, ...(compiler ? [`-DCMAKE_CXX_COMPILER=${compiler}`] : [])],
    ["--build", "--preset", preset],
  ]) {
    const { code } = await run("cmake", args, { timeoutMs: 15 * minute });
    if (code !== 0) return { passed: 0, failed: 1 };
  }
  const { code, text } = await run("ctest", ["--preset", preset, "--parallel", "2"], { env, timeoutMs: 15 * minute });
  const [, failed, total] = text.match(/tests passed, (\d+) tests? failed out of (\d+)/) ?? [0, 1, 1];
  return withCrash(code, Number(total) - Number(failed), Number(failed));
}

/** Runs a program that ends with its own `N passed, N failed`. */
export async function counted(program, args, options) {
  const { code, text } = await run(program, args, options);
  const last = [...text.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  return last ? withCrash(code, Number(last[1]), Number(last[2])) : { passed: 0, failed: 1 };
}

/** Runs Vitest on everything in tests/web. */
export async function vitest() {
  const report = join(cacheDir, "vitest.json");
  mkdirSync(cacheDir, { recursive: true });
  rmSync(report, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  // Of two cores Vitest by itself would leave one idle.
  const args = ["run", "--dir", "tests/web", "--maxWorkers=100%", ...reporters];
  const { code } = await run("node_modules/.bin/vitest", args, { timeoutMs: 10 * minute });
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
  return withCrash(code, numPassedTests, numFailedTests);
}

/** Runs the *.test.mjs files of some folders with node's own test runner, two files at a time. */
export async function nodeTests(folders, { timeoutMs = 40 * minute, name = "node", env } = {}) {
  const files = filesIn(folders, /\.test\.mjs$/);
  if (files.length === 0) {
    console.error(`No *.test.mjs in ${folders.join(", ")}`);
    return { passed: 0, failed: 1 };
  }
  const report = join(cacheDir, `${name}.tap`);
  mkdirSync(cacheDir, { recursive: true });
  const reporters = ["spec", "stdout", "tap", report].map((value, i) =>
    i % 2 ? `--test-reporter-destination=${value}` : `--test-reporter=${value}`,
  );
  rmSync(report, { force: true });
  const { code } = await run(process.execPath, ["--test", "--test-concurrency=2", ...reporters, ...files], {
    timeoutMs,
    env,
  });
  const text = existsSync(report) ? readFileSync(report, "utf8") : "";
  const count = (word) => Number(text.match(new RegExp(`^# ${word} (\\d+)`, "m"))?.[1] ?? 0);
  return withCrash(code, count("pass"), count("fail") + count("cancelled"));
}

export const sum = (counts) =>
  counts.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }), { passed: 0, failed: 0 });

/**
 * Runs the chosen groups in order and ends the process; the last line is `N passed, N failed`.
 * A group is { name, title, run }, run resolving to { passed, failed }; a group that throws counts as one failure.
 */
export async function runGroups(groups, prepare) {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !groups.some((group) => group.name === name));
  if (unknown.length) {
    console.error(`No test group ${unknown.join(", ")}. Groups: ${groups.map((group) => group.name).join(", ")}`);
    console.log("0 passed, 1 failed");
    process.exit(1);
  }
  const results = [];
  const record = async (title, work) => {
    console.log(`\n=== ${title} ===`);
    const start = Date.now();
    const counts = await work().catch((error) => {
      console.error(error.message);
      return { passed: 0, failed: 1 };
    });
    results.push({ title, seconds: Math.round((Date.now() - start) / 1000), ...counts });
    return counts.failed === 0;
  };
  const nothing = { passed: 0, failed: 0 };
  if (await record("Setup", () => prepare().then(() => nothing))) {
    for (const group of groups) {
      if (wanted.length === 0 || wanted.includes(group.name)) await record(group.title, group.run);
    }
  }
  console.log("\n=== Summary ===");
  for (const { title, seconds, passed, failed } of results) {
    console.log(`${String(seconds).padStart(4)} s  ${title}: ${passed} passed, ${failed} failed`);
  }
  const { passed, failed } = sum(results);
  process.exitCode = failed === 0 ? 0 : 1;
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
}
