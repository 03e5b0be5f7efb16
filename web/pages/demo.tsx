// A demo's own page, and its bare widget for frames.
import type * as preact from "preact";
import { plainText } from "../ui/rich.js";
import { uiTexts } from "../ui/texts.js";
import { Widget } from "../ui/widget.js";
import { ModelCard } from "./article.js";
import { Citation } from "./cite.js";
import { Badge, Document, FullPage } from "./document.js";
import { type DemoInLanguage, htmlLang, type Page, type Site, upFrom } from "./site.js";
import { pageTexts } from "./texts.js";

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      "lecture-demo": preact.HTMLAttributes<HTMLElement> & { [data: `data-${string}`]: string | undefined };
    }
  }
}

// In the built HTML nothing answers yet.
const ignore = () => {};

interface BuiltWidgetProps {
  demo: DemoInLanguage;
  langRoot: string;
  isFramed: boolean;
}

/** A demo at the lecture's settings, ready to be taken over. */
export function BuiltWidget({ demo, langRoot, isFramed }: BuiltWidgetProps) {
  return (
    <lecture-demo
      data-demo={demo.id}
      data-state="static"
      data-lang-root={langRoot}
      data-framed={isFramed ? "" : undefined}
      data-failed={pageTexts[demo.view.lang].scriptFailed}
      data-failed-retry={uiTexts[demo.view.lang].retry}
      lang={htmlLang[demo.view.lang]}
    >
      <Widget
        view={demo.view}
        langRoot={langRoot}
        isFramed={isFramed}
        foldsAreOutlines={isFramed}
        change={ignore}
        set={ignore}
      />
    </lecture-demo>
  );
}

function Neighbours({ site, page, demo }: { site: Site; page: Page; demo: DemoInLanguage }) {
  const texts = pageTexts[page.lang];
  const all = [...site.demos[page.lang]];
  const index = all.findIndex((other) => other.id === demo.id);
  const [before, after] = [all[index - 1], all[index + 1]];
  return (
    <nav class="neighbours" aria-label={`${texts.previous} / ${texts.next}`}>
      {before && (
        <a class="previous" rel="prev" href={`../${before.id}/`}>
          <span class="kicker">{`← ${texts.previous}`}</span>
          <br />
          {before.view.title}
        </a>
      )}
      {after && (
        <a class="next" rel="next" href={`../${after.id}/`}>
          <span class="kicker">{`${texts.next} →`}</span>
          <br />
          {after.view.title}
        </a>
      )}
    </nav>
  );
}

/** Opens the dialog with snippets for other people's pages; the script makes it work. */
function EmbedOffer({ site, page, demo }: DemoPageProps) {
  const texts = pageTexts[page.lang];
  return (
    <section class="embed-offer" aria-labelledby="embed-title">
      <h2 id="embed-title">{texts.embedTitle}</h2>
      <p>{texts.embedText}</p>
      <p>
        <button
          type="button"
          class="plain-button"
          data-embed={demo.id}
          data-root={upFrom(page.path)}
          data-version={site.version}
          data-integrity={site.helperIntegrity}
          aria-haspopup="dialog"
        >
          {texts.embed}
        </button>
      </p>
    </section>
  );
}

/** The file that computes without a network. */
function OfflineOffer({ page, demo }: DemoPageProps) {
  const texts = pageTexts[page.lang];
  return (
    <section class="embed-offer" aria-labelledby="offline-title">
      <h2 id="offline-title">{texts.offlineTitle}</h2>
      <p>{texts.offlineText}</p>
      <p>
        <a href={`../offline/${demo.id}.html`} download={`cs349e-${demo.id}-${page.lang}.html`}>
          {texts.offlineLink}
        </a>
      </p>
    </section>
  );
}

export interface DemoPageProps {
  site: Site;
  page: Page;
  demo: DemoInLanguage;
}

export const titleOf = ({ page, demo }: DemoPageProps) => `${demo.view.title} · ${pageTexts[page.lang].siteName}`;

export function DemoPage(props: DemoPageProps) {
  const { site, page, demo } = props;
  const texts = pageTexts[page.lang];
  const around = { lang: page.lang, sources: demo.view.sources, langRoot: "../", isFramed: false };
  return (
    <FullPage
      site={site}
      page={page}
      title={titleOf(props)}
      description={plainText(demo.view.sentence)}
      entry="demo"
      demoId={demo.id}
    >
      <div class="page-top">
        <p class="breadcrumb">
          <a href={`../${demo.lecture}/`}>{texts.lectures[demo.lecture].name}</a>
          {` · ${demo.name}`}
        </p>
        <fieldset class="class-tools">
          <legend class="visually-hidden">{texts.inClass}</legend>
          <a href="?view=projector" data-projector="">
            {texts.projector}
          </a>
          <button type="button" data-print-worksheet="">
            {texts.worksheet}
          </button>
        </fieldset>
      </div>
      <BuiltWidget demo={demo} langRoot="../" isFramed={false} />
      <ModelCard demo={demo} around={around} />
      <EmbedOffer site={site} page={page} demo={demo} />
      <Citation site={site} page={page} demo={demo} />
      <OfflineOffer site={site} page={page} demo={demo} />
      <Neighbours site={site} page={page} demo={demo} />
    </FullPage>
  );
}

export function EmbedPage(props: DemoPageProps) {
  const { site, page, demo } = props;
  const full = `${page.lang}/${demo.id}/`;
  return (
    <Document
      site={site}
      page={page}
      title={titleOf(props)}
      description={plainText(demo.view.sentence)}
      entry="embed"
      canonicalPath={full}
      demoId={demo.id}
      bodyClass="embed"
    >
      <main id="main">
        {/* Hidden by the style sheet: read only where neither it nor any script may load. */}
        <p class="blocked">{pageTexts[page.lang].scriptFailed}</p>
        <BuiltWidget demo={demo} langRoot="../../" isFramed={true} />
        <p class="embed-foot">
          <a href={upFrom(page.path) + full} target="_blank" rel="noopener">
            {pageTexts[page.lang].openFull}
          </a>
          {" · "}
          <Badge site={site} page={page} isNewTab />
        </p>
      </main>
    </Document>
  );
}
