// Tables and charts as data: sorted, copied, downloaded, read as a table, as a reader would do it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { PNG } from "pngjs";
import { assertNoProblems, openPage, sample, tableText, waitReady } from "./harness.mjs";

async function open(path, options) {
  const page = await openPage({
    path,
    acceptDownloads: true,
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  await waitReady(page);
  return page;
}

/** What a press of the button in `box` saves: its name and bytes. */
async function saved(page, box, name) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`${box} [data-save="${name}"]`)]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

const column = (rows, index) => rows.slice(1).map((row) => row[index]);

test("a header sorts its column up, down and back, and says so", async () => {
  const page = await open("en/littles-law/");
  const built = await tableText(page);
  const header = page.locator('table[data-table="main"] th[scope=col]').nth(1);
  assert.equal(await header.getAttribute("aria-sort"), null);
  await header.locator("button").click();
  assert.equal(await header.getAttribute("aria-sort"), "ascending");
  const numbers = (rows) => column(rows, 1).map((text) => Number(text.replaceAll(",", "")));
  const up = numbers(await tableText(page));
  assert.deepEqual(
    up,
    [...numbers(built)].sort((a, b) => a - b),
  );
  await header.locator("button").press("Enter");
  assert.equal(await header.getAttribute("aria-sort"), "descending");
  assert.deepEqual(numbers(await tableText(page)), [...up].reverse());
  await header.locator("button").click();
  assert.deepEqual(await tableText(page), built);
  await page.close();
});

test("a table is copied as text, Markdown and LaTeX, and saved as CSV and JSON", async () => {
  const page = await open("en/littles-law/");
  const box = "#table-tools-main";
  await page.click(`${box} summary`);
  const rows = await tableText(page);
  const copied = async (name) => {
    await page.click(`${box} [data-copy="${name}"]`);
    await page.waitForFunction((b) => document.querySelector(`${b} [role=status]`).textContent !== "", box);
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.equal(await copied("text"), rows.map((row) => row.join("\t")).join("\n"));
  const markdown = (await copied("markdown")).split("\n");
  assert.equal(markdown[2], `| ${rows[1].join(" | ")} |`);
  const latex = await copied("latex");
  assert.match(latex, /^\\begin\{tabular\}\{l/);
  assert.ok(latex.includes("4,441") && latex.includes("138.8"));
  const csv = await saved(page, box, "csv");
  assert.equal(csv.name, "littles-law-main.csv");
  assert.match(csv.bytes.toString(), /4441\.\d+,"4,441"/);
  const json = JSON.parse((await saved(page, box, "json")).bytes);
  assert.equal(json.rows[0][1].text, rows[1][1]);
  assert.equal(Math.round(json.rows[0][1].value), 4441);
  assertNoProblems(page);
  await page.close();
});

test("a chart is saved as SVG with its colours, as PNG, CSV and JSON, and read as a table", async () => {
  const page = await open("en/littles-law/");
  const box = "#data-knee";
  await page.click('[data-chart="knee"] .to-table');
  await page.waitForSelector(`${box}[open] table`);
  const svg = (await saved(page, box, "svg")).bytes.toString();
  assert.doesNotMatch(svg, /var\(|class=|style=/);
  const drawn = await page.evaluate(async (text) => {
    const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    return {
      name: root.tagName,
      curves: [...root.querySelectorAll("path")].map((path) => path.getAttribute("stroke")),
    };
  }, svg);
  assert.equal(drawn.name, "svg");
  const current = await page.evaluate(() => {
    const probe = document.createElement("span");
    probe.className = "swatch";
    probe.style.color = "var(--color-current)";
    document.body.append(probe);
    return getComputedStyle(probe).color;
  });
  assert.ok(drawn.curves.includes(current), `${current} among ${[...new Set(drawn.curves)]}`);
  const png = PNG.sync.read((await saved(page, box, "png")).bytes);
  assert.equal(png.width, 1800);
  const colours = new Set();
  for (let i = 0; i < png.data.length; i += 4) colours.add(png.data.readUInt32BE(i));
  assert.ok(colours.size > 50, `${colours.size} colours`);
  const csv = (await saved(page, box, "csv")).bytes.toString().trim().split("\r\n");
  const json = JSON.parse((await saved(page, box, "json")).bytes);
  assert.equal(
    csv.length - 1,
    json.series.reduce((sum, series) => sum + series.x.length, 0),
  );
  const twin = await tableText(page, "chart-knee");
  assert.equal(twin.length - 1, csv.length - 1);
  assert.match(twin.find((row) => row[0] === json.series[1].label)[1], /kB in flight per SM sustain .* TB\/s/);
  assertNoProblems(page);
  await page.close();
});

test("a timeline is saved as a trace whose events lie where the spans do", async () => {
  const page = await open("en/ping-pong/");
  const box = "#data-timeline";
  await page.click('[data-chart="timeline"] .to-table');
  await page.waitForSelector(`${box} [data-save="trace.json"]`);
  const { name, bytes } = await saved(page, box, "trace.json");
  assert.equal(name, "ping-pong-timeline.trace.json");
  const { traceEvents } = JSON.parse(bytes);
  const spans = traceEvents.filter((event) => event.ph === "X");
  const first = spans[0];
  assert.equal(first.ts, 0);
  assert.ok(Math.abs(first.dur - 0.5596) < 0.0001, `${first.dur} µs`);
  for (const { ts, dur, pid, tid, name: label } of spans) {
    assert.ok(ts >= 0 && dur >= 0 && pid === 1 && tid >= 1 && label.length > 0);
  }
  // Perfetto refuses threads whose events overlap without lying in one another.
  for (const tid of new Set(spans.map((span) => span.tid))) {
    const lane = spans.filter((span) => span.tid === tid).sort((a, b) => a.ts - b.ts);
    for (const [i, span] of lane.slice(1).entries()) assert.ok(span.ts >= lane[i].ts + lane[i].dur - 1e-9);
  }
  await page.close();
});

const demos = ["async-pipeline", "ping-pong", "generations", "block-formats", "exp-bottleneck"];

test("every chart has its points as a table and a picture to save", async () => {
  for (const id of sample(demos, ["async-pipeline", "block-formats"])) {
    const page = await open(`zh/${id}/`, { lang: "zh" });
    const names = await page.$$eval("figure[data-chart]", (all) => all.map((figure) => figure.dataset.chart));
    assert.ok(names.length >= 3);
    for (const name of names) {
      await page.click(`[data-chart="${name}"] .to-table`);
      await page.waitForSelector(`#data-${name} [data-save="svg"]`);
      const rows = await tableText(page, `chart-${name}`);
      assert.ok(rows.length > 1 && rows.slice(1).every((row) => row[1] !== ""), `${id} ${name}`);
      const svg = (await saved(page, `#data-${name}`, "svg")).bytes.toString();
      assert.doesNotMatch(svg, /NaN|undefined|var\(/, `${id} ${name}`);
      assert.ok(svg.length > 1500, `${id} ${name}: ${svg.length}`);
      await page.click(`#data-${name} > summary`);
    }
    assertNoProblems(page);
    await page.close();
  }
});

test("a curve is heard when asked for, and stopped", async () => {
  const page = await open("en/littles-law/");
  await page.click('[data-chart="knee"] .to-table');
  const button = page.locator("#data-knee [data-sound]");
  await button.click();
  assert.equal(await button.getAttribute("aria-pressed"), "true");
  await button.click();
  await page.waitForFunction(() => document.querySelector("#data-knee [data-sound]").ariaPressed === "false");
  assertNoProblems(page);
  await page.close();
});
