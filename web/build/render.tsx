// Renders every page, and the JSON that describes pages, in node, with the lecture's numbers computed by the core.
import { readdir, readFile } from "node:fs/promises";
import type { VNode } from "preact";
import { render } from "preact-render-to-string";
import packageJson from "../../package.json";
import { demoIds, loadTexts, presenterFrom, type SitePresenter } from "../engine/build.js";
import type { Lang } from "../engine/view.js";
import { OfflinePage, offlinePath } from "../pages/offline.js";
import { pagesOf } from "../pages/pages.js";
import { type DemoInLanguage, langs, lectures, type Site } from "../pages/site.js";
import type { OfflineParts } from "./offline-files.js";

export interface RenderOptions extends Pick<Site, "siteUrl" | "policies" | "helperIntegrity" | "entries"> {
  wasmFile: string;
  /** Left out where no offline file is wanted. */
  offline?: OfflineParts;
}

export interface RenderedFile {
  path: string;
  text: string;
}

async function demosIn(lang: Lang, presenter: SitePresenter): Promise<DemoInLanguage[]> {
  const demos = await Promise.all(
    demoIds().map(async (id) => {
      const { lecture, order } = await presenter.demo(id);
      const { name } = await loadTexts(id, lang);
      const [view, article] = [await presenter.present({ id, lang }), await presenter.article(id, lang)];
      return { id, lecture, order, name, view, article };
    }),
  );
  return demos.sort((a, b) => lectures.indexOf(a.lecture) - lectures.indexOf(b.lecture) || a.order - b.order);
}

/** The packages of package.json with the licences that they state themselves. */
async function packagesUsed(): Promise<Site["dependencies"]> {
  const packages = { shipped: packageJson.dependencies, tool: packageJson.devDependencies };
  const lists = Object.entries(packages).flatMap(([use, versions]) =>
    Object.entries(versions).map(async ([name, version]) => {
      const { license } = JSON.parse(await readFile(`node_modules/${name}/package.json`, "utf8"));
      return { name, version, licence: String(license ?? "–"), isShipped: use === "shipped" };
    }),
  );
  return Promise.all(lists);
}

const isPreview = (name: string) => /^previews\/.*\.png$/.test(name);

const pageText = (content: VNode) => `<!doctype html>\n${render(content)}\n`;

async function offlineFiles(site: Site, parts: OfflineParts, isWanted: (path: string) => boolean) {
  const files: RenderedFile[] = [];
  for (const lang of langs) {
    for (const demo of site.demos[lang].filter(({ id }) => isWanted(offlinePath(lang, id)))) {
      // Own weights are read by the whole core alone.
      const name = demo.view.takesWeights ? "core" : demo.id;
      const [engine, module] = await Promise.all([parts.engine(demo.id, lang, name), parts.module(name)]);
      const page = { path: offlinePath(lang, demo.id), lang };
      const sample = demo.view.takesWeights ? parts.sample : undefined;
      const content = (
        <OfflinePage site={site} page={page} demo={demo} scripts={{ ...parts, engine, module, sample }} />
      );
      files.push({ path: page.path, text: pageText(content) });
    }
  }
  return files;
}

/** All pages, or the one whose path is given. */
export async function renderSite(options: RenderOptions, onlyPath?: string): Promise<RenderedFile[]> {
  const presenter = await presenterFrom(await readFile(options.wasmFile));
  const [zh, en] = await Promise.all(langs.map((lang) => demosIn(lang, presenter)));
  const { version } = packageJson;
  const dependencies = await packagesUsed();
  const previews = new Set(await readdir("public", { recursive: true }).then((names) => names.filter(isPreview)));
  const site: Site = { ...options, previews, version, dependencies, demos: { zh: zh ?? [], en: en ?? [] } };
  const isWanted = (path: string) => onlyPath === undefined || path === onlyPath;
  const pages = pagesOf(site)
    .filter(({ path }) => isWanted(path))
    .map(({ path, content }) => ({
      path,
      text: typeof content === "string" ? content : pageText(content),
    }));
  return options.offline ? [...pages, ...(await offlineFiles(site, options.offline, isWanted))] : pages;
}
