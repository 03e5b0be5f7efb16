// What every page template is given: where files lie, and what the demos show at the lecture's settings.
import type { Article, Lang, View } from "../engine/view.js";

export const langs: readonly Lang[] = ["zh", "en"];
export const htmlLang: Record<Lang, string> = { zh: "zh-Hans", en: "en" };
export const lectures = ["lecture01", "lecture08"] as const;
export type LectureId = (typeof lectures)[number];

export type EntryName = "page" | "demo" | "embed";

/** Files of one entry, relative to the site's root (or absolute, in development). */
export interface EntryFiles {
  script: string;
  styles: string[];
  preloads: string[];
}

export interface DemoInLanguage {
  id: string;
  lecture: LectureId;
  order: number;
  name: string;
  view: View;
  article: Article;
}

export interface Site {
  version: string;
  /** npm packages: those whose code is part of the site, and those that only build and test it. */
  dependencies: { name: string; version: string; licence: string; isShipped: boolean }[];
  /** "https://host/path/", where the site is to be published; absent when unknown. */
  siteUrl: string | undefined;
  /** Left out in development, whose server adds scripts and styles of its own. */
  policies: { page: string; frame: string } | undefined;
  /** Of `embed-<version>.js`, for other sites that load it. */
  helperIntegrity: string;
  entries: Record<EntryName, EntryFiles>;
  demos: Record<Lang, DemoInLanguage[]>;
  /** Pictures for previews of links, relative to the site's root: "previews/en/littles-law.png". */
  previews: ReadonlySet<string>;
}

export interface Page {
  /** Relative to the site's root: "zh/littles-law/index.html". */
  path: string;
  lang: Lang;
}

/** Way from a page up to the site's root: "../../". */
export const upFrom = (path: string) => "../".repeat(path.split("/").length - 1) || "./";

/** Way from a page to a file or folder of the site. */
export const hrefFrom = (path: string, target: string) => (target.startsWith("/") ? target : upFrom(path) + target);

export const demosOf = (site: Site, lang: Lang, lecture: LectureId) =>
  site.demos[lang].filter((demo) => demo.lecture === lecture).sort((a, b) => a.order - b.order);
