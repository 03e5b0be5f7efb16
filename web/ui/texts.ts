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
  presetsProblem(problem: ProblemKind, where: string, allowed: string): string;
  stop: string;
  close: string;
  allTerms: string;
  showMe: string;
  guessAgain: string;
  yourGuess(text: string): string;
  skipQuestions: string;
  showQuestions: string;
  check: string;
  lookHint: string;
  tapHint: string;
  /** What a picture is drawn for: what differs from the lecture, or nothing. */
  drawnFor(changes: string): string;
  moreChoices(count: number): string;
  fewerChoices: string;
  search: string;
  searchIn(label: string): string;
  found(count: number): string;
  logAxis: string;
  lecture: string;
  running: string;
  retry: string;
  /** The worksheet's own words. */
  yourName: string;
  date: string;
  setting: string;
  fillIn: string;
  projectorHint: string;
  stepBack: string;
  stepForward: string;
  windowBack: string;
  windowForward: string;
  /** What a list of settings says when none of them stands. */
  noPick: string;
  play: string;
  pause: string;
  leaveProjector: string;
}

export const uiTexts: Record<Lang, UiTexts> = { zh, en };
