// The engine for the site's build and for tests in node: views and articles from the module's bytes, in this thread.
import type { Recorder } from "./context.js";
import { loadCore } from "./core.js";
import type { ArticleOf, ModelId } from "./define-demo.js";
import { load } from "./demos.js";
import { createPresenter, type Presenter } from "./present.js";
import type { Article, Lang } from "./view.js";

export { demoIds, loadTexts } from "./demos.js";
export type { PresentRequest } from "./present.js";

// Found here and not beside the texts: no worker has to carry them.
const articles = import.meta.glob<{ article: ArticleOf<ModelId, unknown> }>("../demos/*/article.*.ts");

export interface SitePresenter extends Presenter {
  /** The part of a page that does not follow the parameters, at the defaults. */
  article(id: string, lang: Lang, record?: Recorder): Promise<Article>;
}

export async function presenterFrom(wasm: ArrayBuffer | Uint8Array): Promise<SitePresenter> {
  const presenter = createPresenter(await loadCore(wasm));
  return {
    ...presenter,
    async article(id, lang, record) {
      const { article } = await load(articles, `../demos/${id}/article.${lang}.ts`);
      return article(await presenter.context(id, lang, record));
    },
  };
}
