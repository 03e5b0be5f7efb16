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
  failures: {
    "no-webassembly": {
      title: "This browser does not run WebAssembly",
      text: "The numbers shown are those of the lecture. To change them, allow WebAssembly (Lockdown Mode and some security settings turn it off) or open this page in another browser.",
      retry: false,
    },
    "fetch-failed": {
      title: "A part of this page did not load",
      text: "The numbers shown are those of the lecture. Check the connection and try again.",
      retry: true,
    },
    cors: {
      title: "The server does not let this frame load its program",
      text: "The numbers shown are those of the lecture. The site's server must send Access-Control-Allow-Origin: * for its files.",
      retry: true,
    },
    "not-wasm": {
      title: "The server sent something else in place of the program",
      text: "The numbers shown are those of the lecture. Its .wasm file is missing or incomplete; try again, or tell whoever runs this site.",
      retry: true,
    },
    "compile-failed": {
      title: "This browser cannot run the program",
      text: "The numbers shown are those of the lecture. Chrome 112, Firefox 112, Safari 16.4 and later can.",
      retry: true,
    },
    "start-failed": {
      title: "The program did not start",
      text: "The numbers shown are those of the lecture. Reload the page, or try again.",
      retry: true,
    },
    crashed: {
      title: "The computation ended badly",
      text: "It may have needed more memory than the browser gives. The numbers shown are those before; choose smaller values or try again.",
      retry: true,
    },
    "unknown-demo": {
      title: "There is no demonstration of that name",
      text: "Check the address.",
      retry: false,
    },
  },
};

function label(facts: { label: string; name: string }): string {
  return `${facts.label} (${facts.name})`;
}
