// npm run bench: the same works on the same numbers in every engine, side by side in one run. Prints a table, writes
// results/<version>.json. Options: --rounds=7 --works=draw,nvfp4 --engines=chromium-wasm,native --no-file
// --scaling=26: cost per number in memory up to that power of two (default 24); slices of bounded memory go to 2^26 anyway
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, release } from "node:os";
import { join } from "node:path";
import { buildWasm } from "../../scripts/build-wasm.mjs";
import { mustRun, output, root } from "../../scripts/command.mjs";
import { findEmcc, findPython } from "../../scripts/tools.mjs";
import { startBrowser, startProgram } from "./processes.mjs";
import { engines as allEngines, works as allWorks } from "./works.mjs";

const options = Object.fromEntries(process.argv.slice(2).map((text) => text.replace(/^--/, "").split("=")));
const rounds = Number(options.rounds ?? 7);
const chosen = (list, names) => (names ? list.filter(({ name }) => names.split(",").includes(name)) : list);
const works = chosen(allWorks, options.works);
const engines = chosen(allEngines, options.engines);
const folder = (build) => join(root, "build/bench", build);

async function build(name, [configure, ...args]) {
  const debianModules = "/usr/share/nodejs"; // where Debian's emcc finds its JavaScript packages
  const env = existsSync(debianModules) ? { NODE_PATH: debianModules } : {};
  const cmake = ["-G", "Ninja", "-S", ".", "-B", folder(name), "-DCMAKE_BUILD_TYPE=Release", ...args];
  await mustRun(configure, configure === "emcmake" ? ["cmake", ...cmake] : cmake, { env });
  await mustRun("cmake", ["--build", folder(name), "--target", "bench_kernels"], { env });
}

async function buildAll() {
  await buildWasm();
  await build("wasm", ["emcmake"]);
  await build("native", ["cmake"]);
  await build("native-march", ["cmake", "-DCMAKE_CXX_FLAGS=-march=native"]);
}

async function startEngine(name, browser) {
  const [host, kind] = name.split("-");
  if (host === "chromium") return browser.startWorker(kind);
  if (host === "node") return startProgram(process.execPath, ["node_engine.mjs", kind, folder("wasm")]);
  if (host === "numpy") return startProgram(findPython(), ["numpy_engine.py", kind]);
  return startProgram(join(folder(name), "bench_kernels"), []);
}

const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** Milliseconds per round of every engine that knows the work; all must give the same numbers. */
async function measure(work, running) {
  const able = [];
  const digests = new Map();
  for (const [name, engine] of running) {
    const digest = await engine.ask(`check ${work.name}`); // warms up, too
    if (digest === "none") continue;
    const once = Number(await engine.ask(`time ${work.name} 1`));
    able.push({ name, engine, repeats: Math.min(500, Math.max(1, Math.round(20 / once))), ms: [] });
    digests.set(name, digest);
  }
  if (!work.unchecked && new Set(digests.values()).size > 1) {
    throw new Error(`${work.name}: results differ: ${JSON.stringify(Object.fromEntries(digests))}`);
  }
  const count = work.fewer ? Math.min(3, rounds) : rounds;
  for (let round = 0; round < count; round++) {
    for (const entry of able) entry.ms.push(Number(await entry.engine.ask(`time ${work.name} ${entry.repeats}`)));
  }
  return Object.fromEntries(able.map(({ name, ms }) => [name, ms]));
}

/** How many times longer `other` takes than `engine`: the median over rounds, each a pair measured side by side. */
const ratio = (ms, other, engine) => median(ms[other].map((value, round) => value / ms[engine][round]));

/** The same of each engine's fastest round: on a shared machine the figure that others disturb least. */
const fastestRatio = (ms, other, engine) => Number((Math.min(...ms[other]) / Math.min(...ms[engine])).toPrecision(4));

function report(results) {
  const shown = engines.filter(({ name }) => Object.values(results).some((ms) => ms[name]));
  const number = (value) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
  const lines = [
    `| work, median ms | ${shown.map(({ title }) => title).join(" | ")} |`,
    `|---|${shown.map(() => "--:|").join("")}`,
    ...works.map((work) => {
      const ms = results[work.name];
      return `| ${work.title} | ${shown.map(({ name }) => (ms[name] ? number(median(ms[name])) : "")).join(" | ")} |`;
    }),
  ];
  const first = shown[0].name;
  lines.push(
    "",
    `| how many times the time of ${shown[0].title} | ${shown.map(({ title }) => title).join(" | ")} |`,
    `|---|${shown.map(() => "--:|").join("")}`,
    ...works
      .filter(({ name }) => results[name][first])
      .map((work) => {
        const ms = results[work.name];
        return `| ${work.title} | ${shown.map(({ name }) => (ms[name] ? `${number(ratio(ms, name, first))}×` : "")).join(" | ")} |`;
      }),
  );
  return lines.join("\n");
}

/** Nanoseconds per number for growing counts: flat where the cost is linear. */
async function measureScaling(running, largest) {
  const rows = [];
  const scaled = ["draw", "mxfp4", "nvfp4"];
  const able = running.filter(([name]) => ["chromium-wasm", "node-wasm", "native"].includes(name));
  for (let power = 12; power <= largest; power += 2) {
    for (const [engine, { ask }] of able) {
      await ask(`count ${2 ** power}`);
      const row = { engine, count: 2 ** power };
      for (const work of scaled) {
        const repeats = Math.max(1, 2 ** (20 - power));
        await ask(`time ${work} 1`);
        const ms = [];
        for (let i = 0; i < 3; i++) ms.push(Number(await ask(`time ${work} ${repeats}`)));
        row[work] = Number(((median(ms) / row.count) * 1e6).toPrecision(4));
      }
      rows.push(row);
    }
  }
  for (const [, { ask }] of able) await ask(`count ${2 ** 20}`);
  return rows;
}

/** Nanoseconds per number of F32 weights that come in slices, and the memory that takes: flat where both passes are linear. */
async function measureSlices(running) {
  const core = running.find(([name]) => name === "chromium-core")?.[1];
  if (!core) return [];
  const rows = [];
  for (let power = 12; power <= 26; power += 2) {
    await core.ask(`count ${2 ** power}`);
    await core.ask("time weights-any 1");
    const ms = [];
    for (let i = 0; i < 3; i++) ms.push(Number(await core.ask(`time weights-any ${Math.max(1, 2 ** (20 - power))}`)));
    const nanoseconds = Number(((median(ms) / 2 ** power) * 1e6).toPrecision(4));
    rows.push({ count: 2 ** power, nanoseconds, heapMegabytes: Number(await core.ask("heap")) });
  }
  return rows;
}

const slicesTable = (rows) =>
  [
    "| F32 weights through NVFP4 in slices of 2^20 | ns per number | WebAssembly's memory, MB |",
    "|--:|--:|--:|",
    ...rows.map((row) => `| 2^${Math.log2(row.count)} | ${row.nanoseconds} | ${row.heapMegabytes.toFixed(0)} |`),
  ].join("\n");

/** How many times a copy of the numbers, measured in the same run and engine, a work takes: the distance to the limit. */
function copies(results) {
  const able = engines.filter(({ name }) => results.copy?.[name]);
  return works
    .filter(({ title }) => title.includes("2^20"))
    .map(({ name, title }) => ({
      work: name,
      title,
      times: Object.fromEntries(
        able
          .filter((engine) => results[name][engine.name])
          .map((engine) => [
            engine.name,
            Number((median(results[name][engine.name]) / median(results.copy[engine.name])).toPrecision(3)),
          ]),
      ),
    }));
}

const copiesTable = (rows) =>
  [
    `| how many copies long | ${engines.map(({ title }) => title).join(" | ")} |`,
    `|---|${engines.map(() => "--:|").join("")}`,
    ...rows.map(({ title, times }) => `| ${title} | ${engines.map(({ name }) => times[name] ?? "").join(" | ")} |`),
  ].join("\n");

const scalingTable = (rows) =>
  [
    "| ns per number | count | draw | mxfp4 | nvfp4 |",
    "|---|--:|--:|--:|--:|",
    ...rows.map((row) => `| ${row.engine} | 2^${Math.log2(row.count)} | ${row.draw} | ${row.mxfp4} | ${row.nvfp4} |`),
  ].join("\n");

/** Every bar of works.mjs with what was measured. */
function bars(results) {
  const first = engines[0].name;
  return works.flatMap((work) =>
    Object.entries(work.atLeast ?? {})
      .filter(([other]) => results[work.name][other] && results[work.name][first])
      .map(([other, atLeast]) => {
        const measured = ratio(results[work.name], other, first);
        return {
          work: work.name,
          than: other,
          atLeast,
          measured: Number(measured.toPrecision(4)),
          fastestRounds: fastestRatio(results[work.name], other, first),
          met: measured >= atLeast,
        };
      }),
  );
}

/** Works with a rate of their own, in megabytes a second. */
const rates = (results) =>
  works
    .filter(({ name, rate }) => rate && results[name][rate.engine])
    .map(({ name, rate: { engine, megabytes, atLeast } }) => {
      const measured = (megabytes / median(results[name][engine])) * 1000;
      return { work: name, engine, atLeast, measured: Math.round(measured), met: measured >= atLeast };
    });

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
await buildAll();
const loadAtStart = loadavg()[0]; // near the number of cores or above it, the figures say little
const browser = engines.some(({ name }) => name.startsWith("chromium"))
  ? await startBrowser({ kernels: folder("wasm"), core: join(root, "web/generated") })
  : undefined;
const running = [];
for (const { name } of engines) running.push([name, await startEngine(name, browser)]);

const results = {};
for (const work of works) {
  console.log(`> ${work.title}`);
  results[work.name] = await measure(work, running);
}
const scaling = options.works ? [] : await measureScaling(running, Number(options.scaling ?? 24));
const slices = options.works ? [] : await measureSlices(running);
for (const [, engine] of running) engine.close();

const machine = {
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  loadAtStart,
  system: `${process.platform} ${release()}`,
  chromium: browser?.version,
  node: process.version,
  emcc: findEmcc()?.version,
  compiler: output("c++", ["--version"])?.split("\n")[0],
  numpy: output(findPython(), ["-c", "import numpy; print(numpy.__version__)"])?.trim(),
};
await browser?.close();
console.log(`\n${report(results)}\n`);
if (results.copy) console.log(`${copiesTable(copies(results))}\n`);
if (scaling.length) console.log(`${scalingTable(scaling)}\n`);
if (slices.length) console.log(`${slicesTable(slices)}\n`);
for (const bar of bars(results)) {
  console.log(
    `${bar.met ? "met " : "MISSED"} ${bar.work}: ${bar.measured}× faster than ${bar.than} (at least ${bar.atLeast}×; fastest rounds ${bar.fastestRounds}×)`,
  );
}
for (const { met, work, engine, measured, atLeast } of rates(results)) {
  console.log(`${met ? "met " : "MISSED"} ${work}: ${measured} MB/s in ${engine} (at least ${atLeast})`);
}
if (!("no-file" in options)) {
  const target = join(root, "tests/bench/results");
  mkdirSync(target, { recursive: true });
  const record = {
    version,
    date: new Date().toISOString(),
    machine,
    rounds,
    bars: bars(results),
    rates: rates(results),
    copies: results.copy ? copies(results).map(({ work, times }) => ({ work, times })) : [],
    millisecondsPerRound: results,
    scaling,
    slices,
  };
  writeFileSync(join(target, `${version}.json`), `${JSON.stringify(record, null, 1)}\n`);
  console.log(`Wrote tests/bench/results/${version}.json`);
}
