// The words of the dialog for embedding: which there are, and how to get them in a language.
import type { Lang } from "../engine/view.js";
import type { Host } from "./embed-snippets.js";
import { en } from "./embed-texts.en.js";
import { zh } from "./embed-texts.zh.js";

export interface EmbedTexts {
  title: string;
  close: string;
  host: string;
  hosts: Record<Host, string>;
  show: string;
  shows: Record<"all" | "chart,table" | "chart" | "table", string>;
  controls: string;
  controlChoices: Record<"all" | "main" | "none", string>;
  theme: string;
  themes: Record<"auto" | "light" | "dark", string>;
  language: string;
  version: string;
  pinned(version: string): string;
  newest: string;
  height: string;
  heightAuto: string;
  heightFixed: string;
  pixels: string;
  snippet(place: string): string;
  permalink: string;
  copy: string;
  copied: string;
  notCopied: string;
  preview: string;
  state: string;
}

export const embedTexts: Record<Lang, EmbedTexts> = { zh, en };
