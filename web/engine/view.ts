// What a demo shows, as plain data: finished words and numbers, tables, figures and chart declarations.
//
// The worker makes a View from a model's Result; pages, embeds, the static renderer and downloads only draw it.

export type Lang = "zh" | "en";

/** A sentence: text and marked parts, in order. */
export type Rich = Inline[];

export type Inline =
  | string
  /** A number the reader can tap: leads to the control of that parameter. */
  | { kind: "param"; param: string; text: string }
  /** A number the contract names: rendered with data-figure. */
  | { kind: "figure"; figure: string; text: string }
  /** A number or word worth seeing first. `changed` numbers are marked for a moment by the widget when the text differs. */
  | { kind: "strong"; text: string }
  /** A glossary term; `term` is the glossary id. */
  | { kind: "term"; term: string; text: string }
  /** Another demo, carrying values along. */
  | { kind: "demo"; demo: string; params: Record<string, string>; text: string }
  /** Words of somebody else, with the id of their source. `lang` where it differs from the page's. */
  | { kind: "quote"; text: string; source: string; lang?: string }
  /** A mark that points at a source of the demo's list. */
  | { kind: "source"; source: string };

export interface Source {
  id: string;
  title: string;
  /** Absent for what has no public address. */
  url?: string;
}

/** A control as it stands: what to draw and its present value. Ranges and units come from the model's schema. */
export interface ControlView {
  name: string;
  label: string;
  help: string;
  widget: "slider" | "select" | "checks" | "text" | "pairs";
  /** Canonical text of the value, as in the URL. */
  value: string;
  /** The value as it is read out and shown, with its unit. */
  valueText: string;
  defaultValue: string;
  min?: number;
  max?: number;
  step?: number;
  /** A slider position runs from 0 to 1000 over min … max. */
  scale?: "linear" | "log";
  unit: string;
  /** What may be given, in words: "1 … 1,024", "cp_async, ring, sync". */
  allowed: string;
  whole: boolean;
  choices?: { value: string; label: string; chosen: boolean }[];
  /** How many of the choices may be chosen. */
  most?: number;
}

export interface PresetView {
  id: string;
  label: string;
  /** Values that differ from the defaults, as URL text. */
  params: Record<string, string>;
  /** Whether the controls stand so now. */
  active: boolean;
}

/** One-tap settings of some parameters, all others kept: kernels under a roofline, chips of the table. */
export interface PicksView {
  name: string;
  label: string;
  picks: {
    id: string;
    label: string;
    params: Record<string, string>;
    /** Whether the controls stand so now. */
    active: boolean;
  }[];
  /** What stands behind the one that is picked, for example the sources of a chip's figures. */
  note?: string;
}

/** A named number of the contract, outside tables. */
export interface FigureView {
  name: string;
  label: string;
  text: string;
}

export interface CellView {
  text: string;
  /** The number behind the text, for sorting and downloads; absent for words. */
  value?: number;
  header?: boolean;
  /** What a screen reader and a tooltip add; never more digits in the cell itself. */
  note?: string;
  /** Colours the cell's edge or background: a colour key, and how strong (0 … 1). */
  color?: ColorKey;
  strength?: number;
}

export interface TableView {
  name: string;
  caption: string;
  columns: { key: string; label: string; numeric: boolean; note?: string }[];
  rows: { key: string; cells: CellView[] }[];
  /** Sentences under the table, for example about a tail block or a stage that does not fit. */
  notes: Rich[];
  /** Rows, by key, that the reader can search, put into a list parameter and make the one that others are measured by. */
  choose?: { list: string; chosen: string[]; one: string; current: string; oneLabel: string };
}

/** Colours by meaning; theme.css gives each its value in both themes. */
export type ColorKey =
  | "fp8"
  | "fp4"
  | "mxfp4"
  | "nvfp4"
  | "chip-1"
  | "chip-2"
  | "chip-3"
  | "chip-4"
  | "chip-5"
  | "latency"
  | "transfer"
  | "wait"
  | "compute"
  | "current"
  | "second"
  | "third"
  | "measured"
  | "ghost"
  | "limit"
  | "grey";

export interface AxisView {
  label: string;
  /** Shown once beside the label; tick labels carry none. */
  unit: string;
  scale: "linear" | "log" | "category";
  min: number;
  max: number;
  /** For a category axis, values are 0, 1, 2 … */
  ticks: { value: number; label: string }[];
}

export interface SeriesView {
  key: string;
  label: string;
  color: ColorKey;
  /** How it is drawn; a band uses `low` and `high` instead of `y`. */
  style: "line" | "step" | "points" | "line-points" | "bars" | "band";
  dash?: "solid" | "dash" | "dot";
  marker?: "circle" | "square" | "triangle" | "diamond" | "cross";
  x: number[];
  y: number[];
  low?: number[];
  high?: number[];
  /** What is read at each point ("tile 7: asked at 0.3 µs, …"); same length as x. */
  readings: string[];
  /** The lecture's default behind the current curve. */
  ghost?: boolean;
  /** Stacked bars: series with the same stack name lie on one another. */
  stack?: string;
}

export type MarkView =
  /** A labelled line across the plot: a limit, a roof, the lecture's value. */
  | { kind: "line"; axis: "x" | "y"; value: number; label: string; color: ColorKey }
  | { kind: "point"; x: number; y: number; label: string; color: ColorKey };

/** A picture of two axes. */
export interface PlotView {
  kind: "plot";
  name: string;
  title: string;
  /** One or two sentences with the extremes and the point of it; follows the data. */
  description: string;
  x: AxisView;
  y: AxisView;
  series: SeriesView[];
  marks: MarkView[];
  picks?: PicksView;
}

/** Lanes with spans along time. */
export interface TimelineView {
  kind: "timeline";
  name: string;
  title: string;
  description: string;
  x: AxisView;
  lanes: { key: string; label: string; spans: SpanView[] }[];
  legend: { color: ColorKey; label: string }[];
  /** The places along x at which something begins, in order, with what every lane does there. */
  moments: { at: number; reading: string }[];
  /** The parameter that says where the picture begins, its present value and the last that fills the picture. */
  window?: { param: string; at: number; last: number };
}

export interface SpanView {
  from: number;
  to: number;
  color: ColorKey;
  /** Short text inside the span where it fits, for example the tile's number. */
  label: string;
  /** What is read when it is pointed at or stepped to. */
  reading: string;
}

/** Cells coloured by value: rows × columns, drawn as a table. */
export interface HeatView {
  kind: "heat";
  name: string;
  title: string;
  description: string;
  columns: string[];
  rows: {
    label: string;
    cells: { text: string; value: number; color: ColorKey; strength: number; reading: string }[];
  }[];
}

export type ChartView = PlotView | TimelineView | HeatView;

/** A question to answer before the model does. */
export interface PredictionView {
  id: string;
  question: Rich;
  /** A slider over min … max, or a choice. */
  answer:
    | {
        kind: "number";
        min: number;
        max: number;
        step: number;
        unit: string;
        truth: number;
        tolerance: number;
        truthText: string;
      }
    | { kind: "choice"; options: { id: string; label: string }[]; truth: string };
  why: Rich;
}

/** A one-tap experiment: sets controls and says what to look at. */
export interface ExperimentView {
  id: string;
  label: string;
  params: Record<string, string>;
  lookAt: Rich;
}

/** An open exercise that the page can check against the current controls. */
export interface ExerciseView {
  task: Rich;
  solved: boolean;
  feedback: Rich;
}

/** A glossary entry. */
export interface TermView {
  id: string;
  name: string;
  definition: string;
}

/** Everything about a demo that follows its parameters. */
export interface View {
  id: string;
  lang: Lang;
  /** The question. */
  title: string;
  /** The sentence that answers it with the current numbers. */
  sentence: Rich;
  presets: PresetView[];
  /** The two or three telling controls, and those behind "more". */
  controls: { main: ControlView[]; more: ControlView[] };
  /** Settings above the controls, drawn as a list to choose from. */
  picks?: PicksView;
  figures: FigureView[];
  /** The first is the lecture's, name "main". */
  tables: TableView[];
  /** The first is the hero. */
  charts: ChartView[];
  observations: Rich[];
  predictions: PredictionView[];
  experiments: ExperimentView[];
  exercise: ExerciseView | null;
  /** Offers to analyse the reader's own weights. */
  takesWeights: boolean;
  sources: Source[];
  /** Sentences about values that had to be changed, and about what a setting means (a tail block, a missing figure). */
  notices: { param: string; text: string }[];
  /** How the controls differ from the lecture: "latency 700 → 400 ns". Empty at the defaults. */
  changes: { param: string; text: string }[];
}

/** The part of a page that does not follow the parameters; only the built HTML carries it. */
export interface Article {
  /** One line for the home card and link previews. */
  summary: string;
  /** TeX, turned into MathML when the site is built, each with the words that say what it means. */
  equations: { tex: string; words: string }[];
  assumptions: Rich[];
  /** What is a model and what was measured. */
  measured: Rich[];
  /** Where the lecture's prose and its own model differ: the exact value, said kindly. */
  deviations: Rich[];
  /** Two lines of Python that reproduce a number, and what they print. */
  python: { code: string; prints: string };
}
