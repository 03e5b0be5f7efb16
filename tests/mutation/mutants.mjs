// Makes mutants of a C++ source: one operator, comparison, constant or table entry changed at a time.
import { createHash } from "node:crypto";

// What a piece of code may become. Words of two letters and more come first, so that "<=" is never read as "<".
const changes = [
  [/(?<![<>=!+\-*/&|])<=(?!=)/g, ["<"]],
  [/(?<![<>=!+\-*/&|-])>=(?!=)/g, [">"]],
  [/(?<=\s)<(?=\s)/g, ["<="]],
  [/(?<=\s)>(?=\s)/g, [">="]],
  [/==/g, ["!="]],
  [/!=/g, ["=="]],
  [/&&/g, ["||"]],
  [/(?<=\s)\|\|(?=\s)/g, ["&&"]],
  [/(?<=\s)\+(?=\s)/g, ["-"]],
  [/(?<=\s)-(?=\s)/g, ["+"]],
  [/(?<=\s)\*(?=\s)/g, ["/"]],
  [/(?<=\s)\/(?=\s)/g, ["*"]],
  [/(?<=\s)<<(?=\s)/g, [">>"]],
  [/(?<=\s)>>(?=\s)/g, ["<<"]],
  [/(?<=\s)&(?=\s)/g, ["|"]],
  [/\bstd::max\b/g, ["std::min"]],
  [/\bstd::min\b/g, ["std::max"]],
  [/\btrue\b/g, ["false"]],
  [/\bfalse\b/g, ["true"]],
  [/(?<![\w.'])(\d+)(?![\w.'xX])/g, [(digits) => String(Number(digits) + 1)]],
  [/\b0x[0-9A-Fa-f]{2,}(?=[,u}]|\b)/g, [(text) => text.slice(0, -1) + (text.endsWith("1") ? "2" : "1")]],
  [/(?<![\w.])(?!0\.0\b)\d+\.\d+(?:e[-+]?\d+)?(?![\w.])/g, [(text) => `(${text} * 1.001)`]],
];

/** The source with comments, strings, includes, template lists and compile-time checks blanked out, same length. */
function codeOnly(source) {
  const blank = (text) => text.replace(/[^\n]/g, " ");
  return source
    .replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, blank)
    .replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, blank)
    .replace(
      /^\s*#[^\n]*|static_assert\([^;]*;|\btemplate\s*<[^>]*>|\b(?:std::)?(?:span|vector|array|pair)<[^<>]*>/gm,
      blank,
    );
}

/** Every mutant of a source, in its order. */
export function mutantsOf(file, source) {
  const code = codeOnly(source);
  const mutants = [];
  for (const [pattern, replacements] of changes) {
    for (const match of code.matchAll(pattern)) {
      for (const replacement of replacements) {
        const to = typeof replacement === "function" ? replacement(match[0]) : replacement;
        const line = source.slice(0, match.index).split("\n").length;
        const mutated = source.slice(0, match.index) + to + source.slice(match.index + match[0].length);
        const text = mutated.split("\n")[line - 1].trim();
        mutants.push({ file, line, from: match[0], to, text, mutated });
      }
    }
  }
  return mutants;
}

const rank = ({ file, from, to, text }) => createHash("sha256").update(`${file} ${from} ${to} ${text}`).digest("hex");

/** `count` of them, the same ones as long as the lines do not change, whatever happens around them. */
export const chosen = (mutants, count) =>
  mutants
    .map((mutant) => ({ mutant, rank: rank(mutant) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);
