// Makes what a demo's functions are given: the numbers of a run, and the ways to say them.
import type { Core, RunAnswer } from "./core.js";
import type { Context, ModelId, ModelParams, ModelResults } from "./define-demo.js";
import { makeFormatter } from "./formatter.js";
import { tickValues } from "./ticks.js";
import type { Inline, Lang, Rich } from "./view.js";

/** Hears of every wording that was chosen; tests prove with it that both branches were shown. */
export type Recorder = (name: string, branch: boolean) => void;

export type AnyContext = Context<ModelId, unknown>;

interface ContextParts {
  core: Core;
  lang: Lang;
  run: RunAnswer;
  lecture: RunAnswer;
  words: unknown;
  /** A parameter's value with its unit, in the reader's words. */
  valueText(name: string): string;
  record?: Recorder | undefined;
}

/** Joins pieces into one list, neighbouring texts into one. */
export function joinRich(strings: readonly string[], parts: readonly (Inline | Rich | string | number)[]): Rich {
  const pieces = strings.flatMap((text, i): Rich => {
    const part = parts[i];
    const inlines =
      part === undefined ? [] : Array.isArray(part) ? part : [typeof part === "number" ? `${part}` : part];
    return [text, ...inlines];
  });
  return pieces.reduce<Rich>((joined, piece) => {
    const last = joined.at(-1);
    if (piece === "") return joined;
    if (typeof piece === "string" && typeof last === "string") joined[joined.length - 1] = last + piece;
    else joined.push(piece);
    return joined;
  }, []);
}

export function makeContext(parts: ContextParts): AnyContext {
  return {
    lang: parts.lang,
    params: parts.run.params as ModelParams[ModelId],
    result: parts.run.result as ModelResults[ModelId],
    defaults: parts.lecture.params as ModelParams[ModelId],
    lecture: parts.lecture.result as ModelResults[ModelId],
    words: parts.words,
    format: makeFormatter(parts.core),
    when(name, condition, yes, no) {
      parts.record?.(name, condition);
      return condition ? yes : no;
    },
    param: (name, text) => ({ kind: "param", param: name, text: text ?? parts.valueText(name) }),
    figure: (name, text) => ({ kind: "figure", figure: name, text }),
    strong: (text) => ({ kind: "strong", text }),
    term: (id, text) => ({ kind: "term", term: id, text }),
    demo: (id, text, params = {}) => ({
      kind: "demo",
      demo: id,
      params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
      text,
    }),
    quote: (text, source, lang) => ({ kind: "quote", text, source, ...(lang === undefined ? {} : { lang }) }),
    source: (id) => ({ kind: "source", source: id }),
    ticks: (scale, min, max, label) => tickValues(scale, min, max).map((value) => ({ value, label: label(value) })),
    rich: (strings, ...pieces) => joinRich(strings, pieces),
  };
}
