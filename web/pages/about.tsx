// What this is, how exact it is, whose work it uses.
import { glossary as en } from "../engine/glossary.en.js";
import { glossary as zh } from "../engine/glossary.zh.js";
import { FullPage } from "./document.js";
import type { Page, Site } from "./site.js";
import { pageTexts } from "./texts.js";

const glossaries = { zh, en };

/** Every term has an anchor; sentences link to it. */
function Glossary({ page }: { page: Page }) {
  return (
    <>
      <h2 id="glossary">{pageTexts[page.lang].glossary}</h2>
      <dl class="glossary">
        {Object.entries(glossaries[page.lang]).map(([id, { name, definition }]) => (
          <div key={id} id={`term-${id}`}>
            <dt>{name}</dt>
            <dd>{definition}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

export function AboutPage({ site, page }: { site: Site; page: Page }) {
  const texts = pageTexts[page.lang];
  const about = texts.aboutPage;
  return (
    <FullPage
      site={site}
      page={page}
      title={`${texts.about} · ${texts.siteName}`}
      description={texts.siteSummary}
      entry="page"
    >
      <div class="prose">
        <h1>{texts.about}</h1>
        {about.what.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <h2>{about.exactTitle}</h2>
        {about.exact.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <Glossary page={page} />
        <h2>{about.privacyTitle}</h2>
        <p>{about.privacy}</p>
        <h2>{about.licencesTitle}</h2>
        <table class="facts">
          <tbody>
            {about.licences.map((entry) => (
              <tr key={entry.name}>
                <th scope="row">
                  <a href={entry.url} rel="noopener">
                    {entry.name}
                  </a>
                </th>
                <td>{entry.licence}</td>
                <td>{entry.use}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <h2>{about.versionsTitle}</h2>
        <table class="facts">
          <tbody>
            <tr>
              <th scope="row">{about.version}</th>
              <td data-version="">{site.version}</td>
            </tr>
            {site.dependencies.map(({ name, version, licence, isShipped }) => (
              <tr key={name} data-package={name}>
                <th scope="row">{name}</th>
                <td>{version}</td>
                <td>{licence}</td>
                <td>{isShipped ? about.shipped : about.tool}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </FullPage>
  );
}
