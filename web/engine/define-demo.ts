// How a demo is declared: its controls, presets and pictures (demo.ts, the default export), its words (texts.<lang>.ts,
// exporting `texts`), and what its page alone says (article.<lang>.ts, exporting `article`; no embed loads it).
import type { ModelId, ModelParams, ModelResults } from "../generated/core.js";
import type {
  Article,
  ChartView,
  ColorKey,
  ExerciseView,
  ExperimentView,
  FigureView,
  Inline,
  Lang,
  PicksView,
  PredictionView,
  Rich,
  Source,
  SpanView,
  TableView,
  TimelineView,
} from "./view.js";

export type { ModelId, ModelParams, ModelResults } from "../generated/core.js";
export { chipNames, precisionNames } from "./chip-names.js";
export type * from "./view.js";

/** Numbers as the whole product prints them; the C++ core does the rounding. */
export interface Formatter {
  /** Python's format(value, spec): ",.0f" · ".0%" · ".4g". A missing number (NaN) is "–". */
  number(value: number, spec: string): string;
  /** ".4g" and the decimal prefix: "2.345 MB", "279.8 ns", "1.979 P" + unit ("FLOP/s", "B", …). A missing number is "–". */
  bytes(value: number): string;
  seconds(value: number): string;
  count(value: number, unit?: string): string;
}

/** What a demo's functions are given. `lecture` is the result at the defaults, for ghosts and comparisons. */
export interface Context<Id extends ModelId, Words> {
  lang: Lang;
  params: ModelParams[Id];
  result: ModelResults[Id];
  defaults: ModelParams[Id];
  lecture: ModelResults[Id];
  words: Words;
  format: Formatter;
  /** Chooses a wording; `name` lets tests prove that both were shown. */
  when<T>(name: string, condition: boolean, yes: T, no: T): T;
  /** The parameter's value with its unit, as a number that leads to its control; `text` overrides the wording. */
  param(name: keyof ModelParams[Id] & string, text?: string): Inline;
  figure(name: string, text: string): Inline;
  strong(text: string): Inline;
  term(id: string, text: string): Inline;
  demo(id: ModelId, text: string, params?: Record<string, string | number>): Inline;
  quote(text: string, source: string, lang?: string): Inline;
  source(id: string): Inline;
  /** Ticks at round places (1-2-5 or decades), labelled by `label`. */
  ticks(
    scale: "linear" | "log",
    min: number,
    max: number,
    label: (value: number) => string,
  ): { value: number; label: string }[];
  /** Joins pieces into a sentence: rich`about ${c.param("sms")} SMs`. */
  rich(strings: TemplateStringsArray, ...parts: (Inline | Rich | string | number)[]): Rich;
}

export interface ControlDeclaration<Id extends ModelId> {
  name: keyof ModelParams[Id] & string;
  /** Default: a slider for numbers, a select for a choice, checks for choices, pairs for pairs. */
  widget?: "slider" | "select" | "checks" | "text" | "pairs";
  scale?: "linear" | "log";
  step?: number;
}

/** The words every demo has, one object per language; demo-specific words go into `words`. */
export interface Texts<Id extends ModelId, PresetId extends string, Words> {
  title: string;
  /** A short name for navigation: "Little's law". */
  name: string;
  controls: { [Name in keyof ModelParams[Id]]: ControlTexts<ModelParams[Id][Name]> };
  presets: Record<PresetId, string>;
  /** A notice for a problem that the model itself reports (check() in C++), by its id. */
  problems: Record<string, (given: string) => string>;
  words: Words;
  sentence(c: Context<Id, Words>): Rich;
  observations(c: Context<Id, Words>): Rich[];
  predictions(c: Context<Id, Words>): PredictionView[];
  experiments(c: Context<Id, Words>): ExperimentView[];
  exercise(c: Context<Id, Words>): ExerciseView | null;
  sources: Source[];
}

/** The part of a demo's page that does not follow the parameters, from the context at the defaults. */
export type ArticleOf<Id extends ModelId, Words> = (c: Context<Id, Words>) => Article;

export type ControlTexts<Value> = { label: string; help: string } & (Value extends number
  ? unknown
  : Value extends (infer Item extends string)[]
    ? string extends Item
      ? unknown
      : { choices: Record<Item, string> }
    : Value extends string
      ? { choices: Record<Value, string> }
      : unknown);

export interface Demo<Id extends ModelId, PresetId extends string, Words> {
  id: Id;
  lecture: "lecture01" | "lecture08";
  /** Place among the lecture's demos, from 1. */
  order: number;
  controls: { main: ControlDeclaration<Id>[]; more: ControlDeclaration<Id>[] };
  /** The first is the lecture: {}. */
  presets: { id: PresetId; params: Partial<ModelParams[Id]> }[];
  /** Settings of several parameters at once, drawn above the controls. */
  picks?(c: Context<Id, Words>): PicksView;
  figures(c: Context<Id, Words>): FigureView[];
  /** The first is the lecture's table, named "main". */
  tables(c: Context<Id, Words>): TableView[];
  /** The first is the hero. */
  charts(c: Context<Id, Words>): ChartView[];
  /** Whether readers may have their own weights analysed here. */
  takesWeights?: true;
  /**
   * What the defaults must show, checked by tests: figures by name, and the main table's numeric cells row by row
   * (left out where a golden transcript of the lecture holds them).
   */
  known: { figures: Record<string, string>; main?: string[][] };
}

/** Declares a demo; only checks types. */
export function defineDemo<Id extends ModelId, PresetId extends string, Words>(
  demo: Demo<Id, PresetId, Words>,
): Demo<Id, PresetId, Words> {
  return demo;
}

/** Colours for chosen chips in their order; the sixth and later are grey. */
export function chipColor(index: number): ColorKey {
  return index < 5 ? (`chip-${index + 1}` as ColorKey) : "grey";
}

/** A one-tap setting of the given parameters; it is active while they stand so. */
export function pick<Id extends ModelId>(
  params: ModelParams[Id],
  id: string,
  label: string,
  values: Partial<ModelParams[Id]>,
): PicksView["picks"][number] {
  const entries = Object.entries(values) as [keyof ModelParams[Id] & string, unknown][];
  return {
    id,
    label,
    params: Object.fromEntries(entries.map(([name, value]) => [name, String(value)])),
    active: entries.every(([name, value]) => params[name] === value),
  };
}

/** What the given lanes do at each moment at which one of their spans begins. */
export function momentsOf(
  lanes: TimelineView["lanes"],
  legend: TimelineView["legend"],
  timeText: (at: number) => string,
): TimelineView["moments"] {
  const doing = ({ color, label }: SpanView) =>
    [legend.find((entry) => entry.color === color)?.label, label].filter(Boolean).join(" ");
  // Rounding may part what happens at once: of moments that read the same the last one stands.
  const starts = new Map<string, number>();
  const all = lanes.flatMap(({ spans }) => spans.map(({ from }) => from)).sort((a, b) => a - b);
  for (const at of all) starts.set(timeText(at), at);
  return [...starts].map(([text, at]) => ({
    at,
    reading: [
      text,
      ...lanes.flatMap(({ label, spans }) =>
        spans.filter(({ from, to }) => from <= at && at < to).map((span) => `${label}: ${doing(span)}`),
      ),
    ].join(" · "),
  }));
}
