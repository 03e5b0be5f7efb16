// The words of the engine itself: notices about values.
import { en } from "./texts.en.js";
import { zh } from "./texts.zh.js";
import type { Lang } from "./view.js";

/** What a notice can say about one parameter. */
export interface NoticeFacts {
  label: string;
  name: string;
  given: string;
  /** What is used instead, with its unit. */
  used: string;
  /** "1 … 100,000 ns" or the names of the choices. */
  allowed: string;
  most: number;
}

export interface EngineTexts {
  /** Between the items of a list. */
  comma: string;
  range(min: string, max: string): string;
  /** Introduces a sentence of the demo's own about a parameter. */
  about(label: string, name: string, sentence: string): string;
  problems: Record<
    "not-a-number" | "not-whole" | "below" | "above" | "unknown" | "empty" | "too-many" | "not-a-pair" | "other",
    (facts: NoticeFacts) => string
  >;
}

export const engineTexts: Record<Lang, EngineTexts> = { zh, en };
