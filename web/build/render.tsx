// Renders every page to finished HTML in node, with the lecture's numbers computed by the WebAssembly core.
import { readFile } from "node:fs/promises";
import { render } from "preact-render-to-string";
import packageJson from "../../package.json";
import { demoIds, loadTexts, type Presenter, presenterFrom } from "../engine/build.js";
import type { Lang } from "../engine/view.js";
import { pagesOf } from "../pages/pages.js";
import { type DemoInLanguage, langs, lectures, type Site } from "../pages/site.js";

export interface RenderOptions extends Pick<Site, "siteUrl" | "policy" | "entries"> {
  wasmFile: string;
}

export interface RenderedFile {
  path: string;
  html: string;
}

async function demosIn(lang: Lang, presenter: Presenter): Promise<DemoInLanguage[]> {
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

/** All pages, or the one whose path is given. */
export async function renderSite(options: RenderOptions, onlyPath?: string): Promise<RenderedFile[]> {
  const presenter = await presenterFrom(await readFile(options.wasmFile));
  const [zh, en] = await Promise.all(langs.map((lang) => demosIn(lang, presenter)));
  const { version, dependencies } = packageJson;
  const site: Site = { ...options, version, dependencies, demos: { zh: zh ?? [], en: en ?? [] } };
  return pagesOf(site)
    .filter(({ path }) => onlyPath === undefined || path === onlyPath)
    .map(({ path, content }) => ({ path, html: `<!doctype html>\n${render(content)}\n` }));
}
