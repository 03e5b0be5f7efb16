// How to cite a demo: a line for texts and an entry for BibTeX.
import { type DemoInLanguage, type Page, type Site, upFrom } from "./site.js";
import { pageTexts } from "./texts.js";

const authors = "The CS349E course companion contributors";

/** Of this version; renewed with it. */
const year = "2026";

/** Signs that LaTeX takes for its own. */
const escaped = (text: string) => text.replace(/[&%$#_{}]/g, (sign) => `\\${sign}`);

export function Citation({ site, page, demo }: { site: Site; page: Page; demo: DemoInLanguage }) {
  const texts = pageTexts[page.lang];
  const path = page.path.replace(/index\.html$/, "");
  // A site that does not know its address when it is built is told by the script where it stands.
  const address = <span data-here={site.siteUrl ? undefined : upFrom(page.path)}>{(site.siteUrl ?? "") + path}</span>;
  return (
    <section class="prose cite" aria-labelledby="cite-title">
      <h2 id="cite-title">{texts.citeTitle}</h2>
      <p data-cite="plain">
        {`${authors} (${year}): ${demo.view.title} ${texts.siteName} (CS349E), ${texts.version} ${site.version}. `}
        {address}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} data-cite="bibtex">
        {`@software{cs349e-${demo.id},\n`}
        {`  author  = {{${authors}}},\n`}
        {`  title   = {{${escaped(demo.view.title)}}},\n`}
        {`  note    = {${escaped(texts.siteName)}},\n`}
        {`  year    = {${year}},\n`}
        {`  version = {${site.version}},\n`}
        {"  url     = {"}
        {address}
        {"}\n}"}
      </pre>
    </section>
  );
}
