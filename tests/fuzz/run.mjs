// Builds the fuzz targets and runs each: first the sound one on its corpus and beyond, then the one with a planted bug.
//   node tests/fuzz/run.mjs          a few seconds each
//   node tests/fuzz/run.mjs --long   at least a million runs each
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cacheDir, mustRun, root, run } from "../../scripts/command.mjs";
import { findClang } from "../../scripts/tools.mjs";

const targets = ["tensor_file", "quantize", "params", "codec"];
const isLong = process.argv.includes("--long");
const build = join(root, "build/fuzz");
const minute = 60_000;

async function buildTargets() {
  const clang = findClang();
  if (!clang) throw new Error("No clang++ with libFuzzer. Run: node scripts/setup.mjs --for=test");
  const configure = ["-G", "Ninja", "-S", "tests/fuzz", "-B", build, `-DCMAKE_CXX_COMPILER=${clang}`];
  await mustRun("cmake", configure);
  await mustRun("cmake", ["--build", build], { timeoutMs: 15 * minute });
}

/** A copy of the committed corpus, which a run may add to. */
function workingCorpus(target) {
  const folder = join(cacheDir, "fuzz", target);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, "tests/fuzz/corpus", target), folder, { recursive: true });
  return folder;
}

async function fuzz(target, options) {
  const common = [
    "-max_len=600",
    "-print_final_stats=1",
    "-verbosity=0",
    `-artifact_prefix=${join(cacheDir, "fuzz")}/`,
  ];
  const { code, text } = await run(join(build, `fuzz_${target}`), [...common, ...options], { timeoutMs: 120 * minute });
  return { code, text, runs: Number(text.match(/number_of_executed_units:\s*(\d+)/)?.[1] ?? 0) };
}

let passed = 0;
let failed = 0;
function record(fact, holds) {
  console.log(`${holds ? "ok" : "NOT OK"} - ${fact}`);
  if (holds) passed += 1;
  else failed += 1;
}

async function runTarget(target) {
  const sound = await fuzz(target, [isLong ? "-runs=1000000" : "-max_total_time=6", workingCorpus(target)]);
  const enough = sound.runs >= (isLong ? 1_000_000 : 1);
  record(`${target}: ${sound.runs} runs without a finding`, sound.code === 0 && enough);
  const planted = await fuzz(`${target}_planted`, ["-runs=2000000", "-max_total_time=120", workingCorpus(target)]);
  const found = /ERROR: (AddressSanitizer|libFuzzer)|runtime error/.test(planted.text);
  record(`${target}: the planted bug is found`, planted.code !== 0 && found);
}

await buildTargets();
await Promise.all(targets.map(runTarget)); // side by side, as most of them wait for the clock or end early
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
