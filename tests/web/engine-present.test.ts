// From values to a View: controls, presets, changes, notices and wordings, on a small demo of the test's own.
import { describe, expect, it } from "vitest";
import { joinRich } from "../../web/engine/context.js";
import { engineTexts } from "../../web/engine/engine-texts.js";
import { failureTexts } from "../../web/engine/failure-texts.js";
import { makeFormatter } from "../../web/engine/formatter.js";
import type { AnyDemo, AnyTexts } from "../../web/engine/param-words.js";
import { createPresenter } from "../../web/engine/present.js";
import { tickValues } from "../../web/engine/ticks.js";
import type { Lang } from "../../web/engine/view.js";
import { core } from "./engine-core.js";

const schema = (id: string) => JSON.parse(core.schemaJson(id)).params as Record<string, { choices?: string[] }>;

/** A demo that shows what the context offers, for any model. */
function shelfFor(id: string) {
  const names = Object.keys(schema(id));
  const demo = {
    id,
    lecture: "lecture08",
    order: 1,
    controls: {
      main: names.slice(0, 1).map((name) => ({ name, scale: "log" })),
      more: names.slice(1).map((name) => ({ name })),
    },
    presets: [
      { id: "lecture", params: {} },
      { id: "other", params: { latencyNs: 400 } },
    ],
    figures: () => [],
    tables: () => [],
    charts: () => [],
    known: { figures: {} },
  } as unknown as AnyDemo;
  const texts = {
    title: "Title",
    name: "Name",
    controls: Object.fromEntries(
      names.map((name) => [
        name,
        {
          label: `Label of ${name}`,
          help: "",
          choices: Object.fromEntries((schema(id)[name]?.choices ?? []).map((c) => [c, `<${c}>`])),
        },
      ]),
    ),
    presets: { lecture: "The lecture", other: "Other" },
    problems: { own: (given: string) => `own words about ${given}` },
    words: {},
    sentence: (c: {
      rich: (s: TemplateStringsArray, ...p: unknown[]) => unknown;
      param(name: string): unknown;
      when<T>(name: string, condition: boolean, yes: T, no: T): T;
      params: { latencyNs?: number };
    }) => c.rich`At ${c.param(names[0] ?? "")}, ${c.when("fast", (c.params.latencyNs ?? 0) < 500, "fast", "slow")}.`,
    observations: () => [],
    predictions: () => [],
    experiments: () => [],
    exercise: () => null,
    sources: [],
  } as unknown as AnyTexts;
  return { loadDemo: async () => demo, loadTexts: async () => texts };
}

const presenterFor = (id: string) => createPresenter(core, shelfFor(id));
const presenter = presenterFor("littles-law");
const show = (given: Record<string, string | number | string[]> = {}, lang: Lang = "en") =>
  presenter.present({ id: "littles-law", lang, given });
const controlOf = (view: Awaited<ReturnType<typeof show>>, name: string) =>
  [...view.controls.main, ...view.controls.more].find((control) => control.name === name);

describe("a view", () => {
  it("shows each control with its range, value and unit from the schema", async () => {
    const view = await show({ latencyNs: "1234.5" });
    expect(controlOf(view, "bandwidthTBps")).toMatchObject({
      widget: "slider",
      scale: "log",
      value: "3.35",
      valueText: "3.35 TB/s",
      min: 0.01,
      max: 100,
      whole: false,
    });
    expect(controlOf(view, "latencyNs")).toMatchObject({
      value: "1234.5",
      valueText: "1234.5 ns",
      defaultValue: "700",
    });
    expect(controlOf(view, "sms")).toMatchObject({ step: 1, whole: true, unit: "" });
  });
  it("is at the lecture by default, and says what differs when it is not", async () => {
    const [lecture, other] = [await show(), await show({ latencyNs: 400, sms: "7" })];
    expect(lecture.changes).toEqual([]);
    expect(lecture.presets.map(({ active }) => active)).toEqual([true, false]);
    expect(other.changes).toEqual([
      { param: "latencyNs", text: "Label of latencyNs 700 → 400 ns" },
      { param: "sms", text: "Label of sms 132 → 7" },
    ]);
    expect(other.presets.map(({ active }) => active)).toEqual([false, false]);
    expect((await show({ latencyNs: "4e2" })).presets[1]).toEqual({
      id: "other",
      label: "Other",
      params: { latencyNs: "400" },
      active: true,
    });
  });
  it("ignores names that the model does not have, hostile ones too", async () => {
    const given = JSON.parse('{"__proto__": {"sms": 1}, "constructor": "x", "nope": 1, "toString": "y"}');
    expect(await show(given)).toEqual(await show());
  });
  it("tells a recorder which wordings were chosen", async () => {
    const heard: [string, boolean][] = [];
    for (const latencyNs of [400, 700]) {
      await presenter.present({ id: "littles-law", lang: "en", given: { latencyNs } }, (...choice) =>
        heard.push(choice),
      );
    }
    expect(heard).toEqual([
      ["fast", true],
      ["fast", false],
    ]);
  });
  it("can cross to the page as a message", async () => {
    expect(structuredClone(await show())).toEqual(await show());
  });
});

describe("notices", () => {
  const cases: [Record<string, string | number>, string[]][] = [
    [{ sms: "abc" }, ["“abc”", "1 … 1,024", "132"]],
    [{ sms: "2.5" }, ["2.5", "1 … 1,024", "3 is used"]],
    [{ sms: -1 }, ["-1", "1 … 1,024", "1 is used"]],
    [{ latencyNs: "1e99" }, ["1e99", "1 … 100,000 ns", "100,000 ns is used"]],
    [{ latencyNs: "NaN" }, ["“NaN”", "1 … 100,000 ns", "700 ns, is used"]],
    [{ latencyNs: "" }, ["“”", "1 … 100,000 ns"]],
    [{ latencyNs: Number.NaN }, ["1 … 100,000 ns"]],
    [{ latencyNs: Number.POSITIVE_INFINITY }, ["1 … 100,000 ns"]],
    [{ latencyNs: "x".repeat(5000) }, [`${"x".repeat(39)}…”`]],
  ];
  for (const [given, pieces] of cases) {
    const [name, value] = Object.entries(given)[0] as [string, string | number];
    it(`name the control, the parameter, the value and what is allowed: ${name}=${String(value).slice(0, 20)}`, async () => {
      for (const lang of ["en", "zh"] as const) {
        const { notices } = await show(given, lang);
        expect(notices.map(({ param }) => param)).toEqual([name]);
        expect(notices[0]?.text).toContain(
          lang === "en" ? `Label of ${name} (${name}): ` : `Label of ${name}（${name}）：`,
        );
        if (lang === "en") for (const piece of pieces) expect(notices[0]?.text).toContain(piece);
        else expect(notices[0]?.text).toContain("允许");
      }
    });
  }
  it("name the choices of a list", { timeout: 60_000 }, async () => {
    for (const id of core.modelIds()) {
      const own = presenterFor(id);
      for (const [name, { choices }] of Object.entries(schema(id))) {
        if (!choices) continue;
        // A small n where a model draws numbers: the notice is what counts here.
        const view = await own.present({ id, lang: "en", given: { n: 64, [name]: "no-such" } });
        const notice = view.notices.find(({ param }) => param === name);
        expect(notice?.text, `${id} ${name}`).toContain(`“no-such” is not known here. Allowed: ${choices.join(", ")}.`);
      }
    }
  });
  it("exist for every problem that the core reports, in both languages", () => {
    const facts = { label: "L", name: "n", given: "g", used: "u", allowed: "a", most: 3 };
    for (const lang of ["en", "zh"] as const) {
      for (const [problem, text] of Object.entries(engineTexts[lang].problems)) {
        expect(text(facts), problem).toMatch(/^L ?[(（]n[)）]/);
        expect(text(facts), problem).toContain("u");
      }
      for (const failure of Object.values(failureTexts[lang])) expect(failure.title && failure.text).toBeTruthy();
    }
    expect(Object.keys(failureTexts.zh)).toEqual(Object.keys(failureTexts.en));
  });
});

describe("numbers", () => {
  const format = makeFormatter(core);
  it("are Python's, with a dash for what is missing", () => {
    expect(format.number(4441.5, ",.0f")).toBe("4,442");
    expect(format.number(0.125, ".0%")).toBe("12%");
    expect(format.bytes(2.345e6)).toBe("2.345 MB");
    expect(format.seconds(279.8e-9)).toBe("279.8 ns");
    expect(format.count(1.979e15, "FLOP/s")).toBe("1.979 PFLOP/s");
    expect(format.count(4.5e12)).toBe("4.5 T");
    expect([format.number(Number.NaN, ".4g"), format.bytes(Number.NaN), format.count(Number.NaN, "B")]).toEqual([
      "–",
      "–",
      "–",
    ]);
  });
});

describe("ticks", () => {
  it("stand at round places inside the range, at most seven or the decades", () => {
    expect(tickValues("linear", 0, 10)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(tickValues("linear", 0, 0.7)).toEqual([0, 0.2, 0.4, 0.6]);
    expect(tickValues("linear", -1, 1)).toEqual([-1, -0.5, 0, 0.5, 1]);
    expect(tickValues("log", 1, 1e5)).toEqual([1, 10, 100, 1000, 1e4, 1e5]);
    expect(tickValues("log", 1, 100)).toEqual([1, 2, 5, 10, 20, 50, 100]);
    expect(tickValues("log", 1e-9, 1e9).length).toBeLessThanOrEqual(8);
  });
  it("end for every range", () => {
    expect([
      tickValues("linear", 3, 3),
      tickValues("log", 0, 1),
      tickValues("linear", Number.NaN, 1),
      tickValues("linear", 2, 1),
    ]).toEqual([[3], [], [], []]);
    for (const [min, max] of [
      [1e-300, 1e300],
      [-1e300, 1e300],
      [1, 1 + 1e-9],
      [5e-324, 1e-320],
    ] as const) {
      expect(tickValues("linear", min, max).length).toBeGreaterThan(0);
      expect(tickValues("linear", min, max).length).toBeLessThanOrEqual(7);
    }
  });
});

describe("sentences", () => {
  it("join neighbouring texts and keep marked parts", () => {
    const mark = { kind: "strong", text: "x" } as const;
    expect(joinRich(["a ", " b ", ""], ["c", mark])).toEqual(["a c b ", mark]);
    expect(joinRich(["", ""], [[mark, "y"]])).toEqual([mark, "y"]);
    expect(joinRich(["n = ", ""], [3])).toEqual(["n = 3"]);
  });
});
