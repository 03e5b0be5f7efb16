// The words of the pages around the demos: which there are, and how to get them in a language.
import type { Lang } from "../engine/view.js";
import { en } from "./texts.en.js";
import { zh } from "./texts.zh.js";

export interface PageTexts {
  siteName: string;
  /** One line on what this is. */
  siteSummary: string;
  skip: string;
  home: string;
  lectures: Record<"lecture01" | "lecture08", { name: string; title: string; summary: string }>;
  demoOf(lecture: string, order: number): string;
  otherLanguage: string;
  theme: string;
  themes: Record<"auto" | "light" | "dark", string>;
  about: string;
  footer: string;
  previous: string;
  next: string;
  openFull: string;
  /** Why a page stays as it was built. */
  scriptFailed: string;
  /** Tools for a lecture hall. */
  inClass: string;
  projector: string;
  worksheet: string;
  embedTitle: string;
  embedText: string;
  embed: string;
  offlineTitle: string;
  offlineText: string;
  offlineLink: string;
  /** At the foot of an offline file. */
  savedFrom(version: string): string;
  online: string;
  update: { text: string; now: string; later: string };
  /** What a page says that was opened from a disk; files that work there follow. */
  fromDisk: string;
  citeTitle: string;
  version: string;
  glossary: string;
  model: string;
  equations: string;
  assumptions: string;
  measured: string;
  deviations: string;
  python: string;
  prints: string;
  aboutPage: {
    what: string[];
    exactTitle: string;
    exact: string[];
    licencesTitle: string;
    licences: { name: string; licence: string; use: string; url: string }[];
    versionsTitle: string;
    version: string;
    /** Of a package: its code is part of the site, or it only builds and tests it. */
    shipped: string;
    tool: string;
    privacyTitle: string;
    privacy: string;
  };
  notFound: { title: string; text: string; home: string };
}

export const pageTexts: Record<Lang, PageTexts> = { zh, en };
