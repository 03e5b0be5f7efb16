// Words of the folds under tables and charts, loaded with them.
import type { Lang } from "../engine/view.js";
import { en } from "./tools-texts.en.js";
import { zh } from "./tools-texts.zh.js";

export interface ToolsTexts {
  copy: string;
  asText: string;
  download: string;
  copied: string;
  notCopied: string;
  saved(file: string): string;
  failed: string;
  asShown(label: string): string;
  pointsOf(title: string): string;
  series: string;
  reading: string;
  lane: string;
  trace: string;
  traceHint: string;
  listen: string;
  silence: string;
}

export const toolsTexts: Record<Lang, ToolsTexts> = { zh, en };
