// Facts that hold for every demo, in both languages and at many settings: a new demo is covered the moment it exists.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { findPython } from "../../scripts/tools.mjs";
import { demoIds, presenterFrom, type SitePresenter } from "../../web/engine/build.js";
import type { Given } from "../../web/engine/present.js";
import type { Article, ControlView, Inline, Lang, Rich, View } from "../../web/engine/view.js";

const root = join(import.meta.dirname, "../..");
const languages: Lang[] = ["zh", "en"];

/** The lecture's printed table of each demo. A demo of no lecture states its table itself (known.main). */
const transcripts: Record<string, string> = {
  generations: "lecture01/demo1_trends",
  "block-formats": "lecture01/demo2_nvfp4",
  "exp-bottleneck": "lecture01/demo3_exp_bottleneck",
  "littles-law": "lecture08/demo1_littles_law",
  "async-pipeline": "lecture08/demo2_pipeline",
  "ping-pong": "lecture08/demo3_pingpong",
};

/** Settings beyond presets, experiments and the ends of each control, where a wording needs them. */
const furtherSettings: Record<string, Given[]> = {
  "littles-law": [
    { bandwidthTBps: "8", latencyNs: "900", sms: "148" },
    { bandwidthTBps: "8", latencyNs: "900", sms: "148", ilp: "6" },
  ],
  "async-pipeline": [{ tileM: "256", clusterM: "4", clusterN: "4" }],
  "ping-pong": [{ headDim: "110" }],
};

/** What keeps runs short where the defaults are large; laid under every setting except the defaults and presets. */
const smaller: Record<string, Given> = { "block-formats": { n: 4096 } };

const golden = JSON.parse(readFileSync(join(root, "tests/golden/transcripts.json"), "utf8")) as Record<
  string,
  string[]
>;
const isNumeric = (text: string) => /^[\d.]/.test(text);
const presenter: SitePresenter = await presenterFrom(readFileSync(join(root, "web/generated/core.wasm")));

function goldenCells(id: string): string[] {
  const lines = (golden[transcripts[id] ?? ""] ?? []).filter((line) => line.includes(" | "));
  return lines.slice(1).flatMap((line) => line.split(" | ").filter(isNumeric));
}
const goldenObservations = (id: string) =>
  (golden[transcripts[id] ?? ""] ?? []).filter((line) => /^ {2}\[\d+\]/.test(line)).length;

/** Ends that would only take long; other values stand for them. */
const insteadOfEnds: Record<string, Record<string, string[]>> = { "block-formats": { n: ["1", "1000"] } };

/** The ends and choices of one control, as URL text. */
function extremes(id: string, control: ControlView): string[] {
  const instead = insteadOfEnds[id]?.[control.name];
  if (instead) return instead;
  if (control.choices) {
    const values = control.choices.map((choice) => choice.value);
    return control.most === undefined ? values : [...values, values.slice(0, control.most).join(",")];
  }
  if (control.widget === "pairs")
    return [`${control.min}:${control.min}`, `${control.max}:${control.max}`, "64:32,96:128"];
  return [String(control.min), String(control.max)];
}

async function settingsOf(id: string): Promise<Given[]> {
  const view = await presenter.present({ id, lang: "en" });
  const base = smaller[id] ?? {};
  const controls = [...view.controls.main, ...view.controls.more];
  return [
    {},
    ...view.presets.map((preset) => preset.params),
    ...[
      ...view.experiments.map((experiment) => experiment.params),
      ...controls.flatMap((control) => extremes(id, control).map((value) => ({ [control.name]: value }))),
      ...(furtherSettings[id] ?? []),
    ].map((given) => ({ ...base, ...given })),
  ];
}

const isInline = (value: object): value is Exclude<Inline, string> => "kind" in value && "text" in value;

/** Every inline of a view or an article, wherever it stands. */
function inlines(value: unknown): Exclude<Inline, string>[] {
  if (Array.isArray(value)) return value.flatMap(inlines);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return [];
  const own = isInline(value) || ("kind" in value && value.kind === "source") ? [value as Exclude<Inline, string>] : [];
  return [...own, ...Object.values(value).flatMap(inlines)];
}

const plain = (rich: Rich): string =>
  rich.map((part) => (typeof part === "string" ? part : part.kind === "source" ? "" : part.text)).join("");

/** A view's sentences and labels as plain text; quotes in another language stay out. */
function proseOf(view: View): string[] {
  const own = (rich: Rich) => plain(rich.filter((part) => typeof part === "string" || part.kind !== "quote"));
  const controls = [...view.controls.main, ...view.controls.more];
  return [
    view.title,
    own(view.sentence),
    ...controls.flatMap((control) => [control.help]),
    ...view.tables.flatMap((table) => [table.caption, ...table.notes.map(own)].filter((text) => text !== "")),
    ...view.charts.flatMap((chart) => [chart.title, chart.description]),
    ...view.observations.map(own),
    ...view.predictions.flatMap((prediction) => [own(prediction.question), own(prediction.why)]),
    ...view.experiments.flatMap((experiment) => [experiment.label, own(experiment.lookAt)]),
    ...(view.exercise ? [own(view.exercise.task), own(view.exercise.feedback)] : []),
  ];
}

function articleProse(article: Article): string[] {
  const own = (rich: Rich) => plain(rich.filter((part) => typeof part === "string" || part.kind !== "quote"));
  return [
    article.summary,
    ...article.equations.map((equation) => equation.words),
    ...[...article.assumptions, ...article.measured, ...article.deviations].map(own),
  ];
}

/** Every string in a value. */
function strings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(strings);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return [];
  if ("kind" in value && value.kind === "quote" && "lang" in value) return [];
  return Object.values(value).flatMap(strings);
}

/** What both languages must share: names, keys and counts, but no words. */
const shapeOf = (view: View) => ({
  presets: view.presets.map((preset) => preset.id),
  controls: [...view.controls.main, ...view.controls.more].map((control) => control.name),
  figures: view.figures.map((figure) => `${figure.name} ${figure.text}`),
  tables: view.tables.map((table) => ({
    name: table.name,
    columns: table.columns.map((column) => column.key),
    rows: table.rows.map((row) => ({ key: row.key, values: row.cells.map((cell) => cell.value) })),
    notes: table.notes.length,
  })),
  charts: view.charts.map((chart) => ({
    name: chart.name,
    parts:
      chart.kind === "plot"
        ? chart.series.map((series) => `${series.key} ${series.x.length}`)
        : chart.kind === "timeline"
          ? chart.lanes.map((lane) => `${lane.key} ${lane.spans.length}`)
          : chart.rows.map((row) => `${row.cells.length}`),
  })),
  observations: view.observations.length,
  predictions: view.predictions.map((prediction) => prediction.id),
  experiments: view.experiments.map((experiment) => experiment.id),
  exercise: view.exercise?.solved,
  sources: view.sources.map((source) => source.id).sort(),
});

function chartFaults(view: View): string[] {
  return view.charts.flatMap((chart) => {
    const faults: string[] = [];
    if (chart.description === "") faults.push(`${chart.name} has no description`);
    if (chart.kind === "timeline") {
      const colors = new Set(chart.legend.map(({ color }) => color));
      for (const { color } of chart.lanes.flatMap(({ spans }) => spans))
        if (!colors.has(color)) faults.push(`the legend of ${chart.name} lacks ${color}`);
    }
    if (chart.kind !== "plot") return faults;
    for (const [name, axis] of [
      ["x", chart.x],
      ["y", chart.y],
    ] as const) {
      if (!(axis.min < axis.max)) faults.push(`${chart.name}.${name} has no extent: ${axis.min} … ${axis.max}`);
      if (axis.scale === "log" && !(axis.min > 0)) faults.push(`${chart.name}.${name} is logarithmic from ${axis.min}`);
    }
    for (const series of chart.series) {
      const where = `${chart.name}.${series.key}`;
      if (series.readings.length !== series.x.length) faults.push(`${where} lacks readings`);
      const ys = series.style === "band" ? [...(series.low ?? []), ...(series.high ?? [])] : series.y;
      if (![...series.x, ...ys].every(Number.isFinite)) faults.push(`${where} has a number that cannot be drawn`);
    }
    return faults;
  });
}

describe.each(demoIds())("%s", { timeout: 120_000 }, (id) => {
  let views: Record<Lang, { given: Given; view: View }[]>;
  const articles = {} as Record<Lang, Article>;
  const chosen: Record<Lang, Map<string, Set<boolean>>> = { zh: new Map(), en: new Map() };
  const defaults = (lang: Lang) => views[lang][0]!.view;

  beforeAll(async () => {
    const settings = await settingsOf(id);
    views = { zh: [], en: [] };
    for (const lang of languages) {
      const record = (name: string, branch: boolean) => {
        chosen[lang].set(name, (chosen[lang].get(name) ?? new Set()).add(branch));
      };
      for (const given of settings)
        views[lang].push({ given, view: await presenter.present({ id, lang, given }, record) });
      articles[lang] = await presenter.article(id, lang);
    }
  }, 240_000);

  test.each(languages)("the main table in %s is the lecture's, digit for digit", async (lang) => {
    const demo = await presenter.demo(id);
    const main = defaults(lang).tables[0]!;
    const shown = main.rows.flatMap((row) => row.cells.map((cell) => cell.text)).filter(isNumeric);
    expect(main.name).toBe("main");
    expect(shown).toEqual(demo.known.main?.flat() ?? goldenCells(id));
    expect(shown.length).toBeGreaterThan(0);
  });

  test.each(languages)("the figures in %s are the known ones", async (lang) => {
    const { known } = await presenter.demo(id);
    const shown = Object.fromEntries(defaults(lang).figures.map((figure) => [figure.name, figure.text]));
    expect(shown).toMatchObject(known.figures);
  });

  test.each(languages)("every wording in %s was shown both ways", (lang) => {
    const oneSided = [...chosen[lang]].filter(([, branches]) => branches.size < 2);
    expect(oneSided.map(([name, branches]) => `${name} is always ${[...branches]}`)).toEqual([]);
  });

  test("both languages choose among the same wordings", () => {
    expect([...chosen.en.keys()].sort()).toEqual([...chosen.zh.keys()].sort());
  });

  test("both languages have the same shape at every setting", () => {
    for (const [i, { given, view }] of views.zh.entries())
      expect(shapeOf(views.en[i]!.view), JSON.stringify(given)).toEqual(shapeOf(view));
    const counts = ({ equations, assumptions, measured, deviations }: Article) =>
      [equations, assumptions, measured, deviations].map((list) => list.length);
    expect(counts(articles.en)).toEqual(counts(articles.zh));
  });

  test("there is a live sentence for each observation of the script, at every setting", () => {
    for (const lang of languages)
      for (const { given, view } of views[lang]) {
        expect(view.observations.length, JSON.stringify(given)).toBeGreaterThanOrEqual(goldenObservations(id));
        expect(view.observations.length, JSON.stringify(given)).toBe(defaults(lang).observations.length);
      }
  });

  test("English is free of Chinese", () => {
    const chinese = /[\p{Script=Han}，。；：！？（）「」《》、]/u;
    const found = [...views.en.map(({ view }) => view), articles.en]
      .flatMap(strings)
      .filter((text) => chinese.test(text));
    expect([...new Set(found)]).toEqual([]);
  });

  test("Chinese is all there, with its own punctuation and a space beside Latin", () => {
    const prose = [...views.zh.flatMap(({ view }) => proseOf(view)), ...articleProse(articles.zh)];
    const faults = prose.filter(
      (text) =>
        !/\p{Script=Han}/u.test(text) ||
        /\p{Script=Han}[,;:?!.]/u.test(text) ||
        /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9%]\p{Script=Han}/u.test(text),
    );
    expect([...new Set(faults)]).toEqual([]);
  });

  test("every source, parameter and figure that a sentence names exists", () => {
    for (const lang of languages)
      for (const { view } of views[lang]) {
        const params = [...view.controls.main, ...view.controls.more].map((control) => control.name);
        const sources = view.sources.map((source) => source.id);
        const figures = view.figures.map((figure) => figure.name);
        for (const inline of inlines([view, articles[lang]])) {
          if (inline.kind === "source" || inline.kind === "quote") expect(sources).toContain(inline.source);
          if (inline.kind === "param") expect(params).toContain(inline.param);
          if (inline.kind === "figure") expect(figures).toContain(inline.figure);
          if (inline.kind === "demo") expect(Object.keys(transcripts).concat(demoIds())).toContain(inline.demo);
        }
      }
  });

  test("presets and experiments stand where they say, no value corrected", async () => {
    const view = defaults("en");
    expect(view.presets[0]!.params).toEqual({});
    expect(view.presets.length).toBeGreaterThan(2);
    for (const { params } of [...view.presets, ...view.experiments]) {
      const shown = await presenter.present({ id, lang: "en", given: params });
      const values = Object.fromEntries([...shown.controls.main, ...shown.controls.more].map((c) => [c.name, c.value]));
      expect(values).toMatchObject(params);
    }
    for (const preset of view.presets) {
      const shown = await presenter.present({ id, lang: "en", given: preset.params });
      expect(shown.presets.find((other) => other.id === preset.id)?.active).toBe(true);
    }
  });

  test("charts can be drawn and read at every setting", () => {
    for (const lang of languages)
      for (const { given, view } of views[lang]) expect(chartFaults(view), JSON.stringify(given)).toEqual([]);
  });

  test("no text shows a number that is none", () => {
    const broken = /\b(NaN|undefined|null|Infinity)\b|\[object/;
    for (const lang of languages)
      for (const { given, view } of views[lang]) {
        const { notices: _, controls: __, changes: ___, ...shown } = view;
        expect(
          strings(shown).filter((text) => broken.test(text)),
          JSON.stringify(given),
        ).toEqual([]);
      }
  });

  test("the exercise is open at first", () => {
    expect(defaults("zh").exercise?.solved ?? false).toBe(false);
  });

  test("the two lines of Python print what the page says", () => {
    const python = findPython();
    expect(python).toBeTruthy();
    for (const lang of languages) {
      const { code, prints } = articles[lang].python;
      const printed = execFileSync(python as string, ["-c", code], { encoding: "utf8", env: { PYTHONUTF8: "1" } });
      expect(printed.trimEnd()).toBe(prints);
      expect(code.trimEnd().split("\n").length).toBeLessThanOrEqual(2);
    }
  });
});
