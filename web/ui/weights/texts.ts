// The words of the panel that analyses a reader's own weights: which there are, and how to get them in a language.
import type { Lang } from "../../engine/view.js";
import type { WeightsProblemId } from "../../engine/weights.js";
import { en } from "./texts.en.js";
import { zh } from "./texts.zh.js";

/** What a message can say about a file or a tensor. */
export interface ProblemFacts {
  file: string;
  /** The tensor or the type that it is about. */
  detail: string;
  /** A place in the file, a size in bytes, or a count, as the message needs it. */
  number: string;
}

export interface WeightsTexts {
  /** The presets that can be shown, with short names. */
  presets: Record<string, string>;
  problems: Record<WeightsProblemId, (facts: ProblemFacts) => string>;
  /** Follows a message while an earlier file is still shown. */
  kept(file: string): string;
  reading(file: string): string;
  tensorsOf(file: string, count: string): string;
  listed(count: string, all: string): string;
  all: string;
  none: string;
  notFloat: string;
  noElements: string;
  scalar: string;
  axis: string;
  axes: { flattened: string; last: string };
  axisHelp: string;
  schemes: string;
  progress(tensor: string, done: string, all: string): string;
  stop: string;
  goOn: string;
  stopped(done: string, all: string): string;
  caption: string;
  columns: { name: string; dtype: string; shape: string; elements: string };
  cellNote(zeroed: string): string;
  sortBy(column: string): string;
  summary(tensors: string, elements: string): string;
  /** Between formats; the period ends the list. */
  comma: string;
  period: string;
  schemeError(scheme: string, error: string): string;
  worst(scheme: string, tensor: string, error: string): string;
  note: string;
  chartTitle: string;
  chartDescription(tensors: string, scheme: string, least: string, most: string): string;
  crest: string;
  error: string;
  chartReading(tensor: string, scheme: string, error: string, crest: string): string;
  copy: string;
  copied: string;
}

export const weightsTexts: Record<Lang, WeightsTexts> = { zh, en };
