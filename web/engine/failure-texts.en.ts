// What a reader is told when nothing can run, in English.
import type { FailureTexts } from "./failure-texts.js";

export const en: FailureTexts = {
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
};
