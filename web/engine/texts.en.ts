// The engine's own words in English.
import type { EngineTexts } from "./engine-texts.js";

export const en: EngineTexts = {
  comma: ", ",
  range: (min, max) => `${min} … ${max}`,
  about: (label, name, sentence) => `${label} (${name}): ${sentence}`,
  problems: {
    "not-a-number": (f) =>
      `${label(f)}: “${f.given}” is not a number. Allowed: ${f.allowed}. The default, ${f.used}, is used.`,
    "not-whole": (f) =>
      `${label(f)}: ${f.given} is not a whole number. Allowed: whole numbers ${f.allowed}. ${f.used} is used.`,
    below: (f) => `${label(f)}: ${f.given} is too small. Allowed: ${f.allowed}. ${f.used} is used.`,
    above: (f) => `${label(f)}: ${f.given} is too large. Allowed: ${f.allowed}. ${f.used} is used.`,
    unknown: (f) => `${label(f)}: “${f.given}” is not known here. Allowed: ${f.allowed}. ${f.used} is used.`,
    empty: (f) => `${label(f)}: the list is empty. Allowed: ${f.allowed}. ${f.used} is used.`,
    "too-many": (f) => `${label(f)}: at most ${f.most} of ${f.allowed}. ${f.used} is used.`,
    "not-a-pair": (f) =>
      `${label(f)}: “${f.given}” is not a list of pairs such as 128:64. Allowed: ${f.allowed}. ${f.used} is used.`,
    other: (f) => `${label(f)}: “${f.given}” cannot be used. Allowed: ${f.allowed}. ${f.used} is used.`,
  },
};

function label(facts: { label: string; name: string }): string {
  return `${facts.label} (${facts.name})`;
}
