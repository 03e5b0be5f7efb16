// The interface's own words: which there are, and how to get them in a language.
import type { Lang } from "../engine/view.js";
import type { ProblemKind } from "./read-presets.js";
import { en } from "./texts.en.js";
import { zh } from "./texts.zh.js";

export interface UiTexts {
  presets: string;
  controls: string;
  more: string;
  reset: string;
  smaller(label: string): string;
  larger(label: string): string;
  slider(label: string): string;
  add: string;
  remove(label: string): string;
  range(min: string, max: string): string;
  lectureValue(value: string): string;
  observations: string;
  predictions: string;
  reveal: string;
  yourAnswer: string;
  right: string;
  notQuite: string;
  modelSays(text: string): string;
  experiments: string;
  exercise: string;
  solved: string;
  furtherTables: string;
  sources: string;
  source: string;
  table: string;
  toTable: string;
  tableTools: string;
  chartTools: string;
  undo: string;
  redo: string;
  copyLink: string;
  linkCopied: string;
  linkNotCopied: string;
  pin: string;
  changes: string;
  putBack(change: string): string;
  ownPresets: string;
  ownPresetsHelp: string;
  presetsProblem(problem: ProblemKind, where: string): string;
  stop: string;
  lookHint: string;
  logAxis: string;
  lecture: string;
  running: string;
  retry: string;
}

export const uiTexts: Record<Lang, UiTexts> = { zh, en };
