// Words of the folds under tables and charts, in English.
import type { ToolsTexts } from "./tools-texts.js";

export const en: ToolsTexts = {
  copy: "Copy as",
  asText: "Text",
  download: "Download",
  copied: "Copied.",
  notCopied: "This browser did not let us copy.",
  saved: (file) => `Saved as ${file}.`,
  failed: "That did not work in this browser.",
  asShown: (label) => `${label} (as shown)`,
  pointsOf: (title) => `${title}: every point`,
  series: "Series",
  reading: "What is read there",
  lane: "Lane",
  trace: "Trace",
  traceHint: "The trace opens in Perfetto (ui.perfetto.dev) and in chrome://tracing.",
  listen: "Listen",
  silence: "Stop the sound",
};
