// Builds mutants of the core one by one and runs the native tests of what was touched: each must be noticed, or be
// listed in equivalent.json with the reason why no test could notice it.
//   node tests/mutation/run.mjs [file[:line] …]      all files of the plan, or some, or only the mutants of some lines
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { root } from "../../scripts/command.mjs";
import { chosen, mutantsOf } from "./mutants.mjs";

// How many mutants of each file, the tests that look at it, and for a header the sources that see it.
const plan = [
  { file: "number_format.h", count: 14, tests: ["number_format"], sees: [] },
  { file: "bits.h", count: 3, tests: ["number_format"], sees: [] },
  { file: "hash.h", count: 8, tests: ["number_format"], sees: [] },
  { file: "quantize.cpp", count: 22, tests: ["quantize", "tensor_analysis"] },
  {
    file: "quantize_parts.h",
    count: 8,
    tests: ["quantize", "tensor_analysis"],
    sees: ["quantize.cpp", "quantize_fast.cpp"],
  },
  { file: "quantize_fast.cpp", count: 16, tests: ["quantize", "tensor_analysis"] },
  { file: "code_differences.cpp", count: 6, tests: ["code_differences"] },
  { file: "random.cpp", count: 16, tests: ["random"] },
  { file: "ziggurat.cpp", count: 6, tests: ["random"] },
  { file: "pipeline.cpp", count: 16, tests: ["pipeline"] },
  { file: "format_number.cpp", count: 10, tests: ["format_number"] },
  { file: "tensor_file.cpp", count: 12, tests: ["tensor_file"] },
  { file: "signal.cpp", count: 4, tests: ["expectation"] },
  { file: "expectation.cpp", count: 6, tests: ["expectation"] },
  { file: "stats.cpp", count: 3, tests: ["quantize", "tensor_analysis"] },
];

const folder = join(root, "build/mutation");
const compiler = process.env.CXX ?? "g++";
const flags = ["-std=c++20", "-O1", "-ffp-contract=off", "-Iwasm", "-Itests/native"];
const define = `-DGOLDEN_DIR="${join(root, "tests/golden")}"`;
const timeoutMs = 180_000;

function run(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ["ignore", "ignore", "pipe"],
      timeout: timeoutMs,
      ...options,
    });
    let errors = "";
    child.stderr.on("data", (chunk) => {
      errors += chunk;
    });
    child.on("close", (code) => resolve({ code, errors }));
  });
}

const compile = (source, object, include = []) =>
  run(compiler, [...include, ...flags, define, "-c", source, "-o", object]);

const newest = () =>
  Math.max(
    ...["wasm/core", "tests/native"].flatMap((path) =>
      readdirSync(join(root, path)).map((name) => statSync(join(root, path, name)).mtimeMs),
    ),
  );

async function each(items, work) {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

const coreSources = readdirSync(join(root, "wasm/core")).filter((name) => name.endsWith(".cpp"));
const testSource = (name) => `tests/native/${name}_test.cpp`;
const objectOf = (source) => join(folder, "sound", `${basename(source)}.o`);

/** The sound objects; kept until a source changes. */
async function buildSound(tests) {
  mkdirSync(join(folder, "sound"), { recursive: true });
  const since = newest();
  const sources = [...coreSources.map((name) => `wasm/core/${name}`), ...tests.map(testSource)];
  const stale = sources.filter((source) => !existsSync(objectOf(source)) || statSync(objectOf(source)).mtimeMs < since);
  await each(stale, async (source) => {
    const { code, errors } = await compile(source, objectOf(source));
    if (code !== 0) throw new Error(`${source} does not compile: ${errors.slice(0, 1000)}`);
  });
}

/** Links and runs; the sound core's objects stand in for what is not given. */
async function testWith(name, objects, place, tests) {
  const own = new Set(objects.map((object) => basename(object)));
  const rest = [...coreSources, ...tests.map((test) => `${test}_test.cpp`)]
    .map((source) => join(folder, "sound", `${source}.o`))
    .filter((object) => !own.has(basename(object)));
  const program = join(place, name);
  const linked = await run(compiler, [...objects, ...rest, "-lgtest_main", "-lgtest", "-lpthread", "-o", program]);
  if (linked.code !== 0) return "not built";
  const { code } = await run(program, ["--gtest_fail_fast", "--gtest_brief=1"]);
  return code === 0 ? "survived" : "killed";
}

async function verdictOn(mutant, index, { tests, sees }) {
  const place = join(folder, `mutant-${index}`);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(join(place, "core"), { recursive: true });
  const copy = join(place, "core", mutant.file);
  writeFileSync(copy, mutant.mutated);
  // A header is seen by its sources and by the tests themselves.
  const sources = sees ? [...sees.map((name) => `wasm/core/${name}`), ...tests.map(testSource)] : [copy];
  const objects = [];
  for (const source of sources) {
    const object = join(place, `${basename(source)}.o`);
    const { code } = await compile(source, object, [`-I${place}`]);
    if (code !== 0) return "not built";
    objects.push(object);
  }
  const verdict = await testWith("tests", objects, place, tests);
  rmSync(place, { recursive: true, force: true });
  return verdict;
}

const wanted = process.argv.slice(2);
const isWanted = ({ file, line }) => wanted.length === 0 || wanted.includes(file) || wanted.includes(`${file}:${line}`);
const parts = plan.filter(({ file }) => wanted.length === 0 || wanted.some((one) => one.split(":")[0] === file));
const equivalent = JSON.parse(readFileSync(join(root, "tests/mutation/equivalent.json"), "utf8"));
const isListed = ({ file, from, to, text }) =>
  equivalent.some((one) => one.file === file && one.from === from && one.to === to && one.text === text);

await buildSound([...new Set(parts.flatMap(({ tests }) => tests))]);
for (const { tests } of parts) {
  if ((await testWith(`sound-${tests.join("-")}`, [], folder, tests)) !== "killed") continue;
  console.log(`The sound core fails its own tests (${tests.join(", ")})\n0 passed, 1 failed`);
  process.exit(1);
}

const counts = { killed: 0, equivalent: 0, survived: 0, "not built": 0 };
const jobs = parts.flatMap((part) =>
  chosen(mutantsOf(part.file, readFileSync(join(root, "wasm/core", part.file), "utf8")), part.count)
    .filter(isWanted)
    .map((mutant) => ({ part, mutant })),
);
await each(
  jobs.map((job, index) => ({ ...job, index })),
  async ({ part, mutant, index }) => {
    let verdict = await verdictOn(mutant, index, part);
    if (verdict === "survived" && isListed(mutant)) verdict = "equivalent";
    counts[verdict] += 1;
    const { file, line, from, to, text } = mutant;
    console.log(`${verdict.padEnd(10)} ${file}:${line}  ${from} → ${to}  ${text}`);
  },
);
console.log(
  Object.entries(counts)
    .map(([verdict, count]) => `${count} ${verdict}`)
    .join(", "),
);
console.log(`${counts.killed + counts.equivalent} passed, ${counts.survived} failed`);
process.exitCode = counts.survived ? 1 : 0;
