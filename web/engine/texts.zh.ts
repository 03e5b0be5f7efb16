// The engine's own words in Chinese.
import type { EngineTexts } from "./engine-texts.js";

export const zh: EngineTexts = {
  comma: "、",
  range: (min, max) => `${min} … ${max}`,
  about: (label, name, sentence) => `${label}（${name}）：${sentence}`,
  problems: {
    "not-a-number": (f) => `${label(f)}：“${f.given}”不是数字。允许：${f.allowed}。改用默认值 ${f.used}。`,
    "not-whole": (f) => `${label(f)}：${f.given} 不是整数。允许：${f.allowed} 之间的整数。改用 ${f.used}。`,
    below: (f) => `${label(f)}：${f.given} 太小。允许：${f.allowed}。改用 ${f.used}。`,
    above: (f) => `${label(f)}：${f.given} 太大。允许：${f.allowed}。改用 ${f.used}。`,
    unknown: (f) => `${label(f)}：没有“${f.given}”这一项。允许：${f.allowed}。改用 ${f.used}。`,
    empty: (f) => `${label(f)}：列表为空。允许：${f.allowed}。改用 ${f.used}。`,
    "too-many": (f) => `${label(f)}：最多选 ${f.most} 项，可选：${f.allowed}。改用 ${f.used}。`,
    "not-a-pair": (f) => `${label(f)}：“${f.given}”不是形如 128:64 的数对列表。允许：${f.allowed}。改用 ${f.used}。`,
    other: (f) => `${label(f)}：“${f.given}”不能用。允许：${f.allowed}。改用 ${f.used}。`,
  },
};

function label(facts: { label: string; name: string }): string {
  return `${facts.label}（${facts.name}）`;
}
