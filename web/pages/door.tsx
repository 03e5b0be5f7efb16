// The two pages outside the languages: the front door, and what is shown for a wrong address.
import { Document, FromDisk } from "./document.js";
import { hrefFrom, htmlLang, langs, type Site, upFrom } from "./site.js";
import { pageTexts } from "./texts.js";

export function FrontDoor({ site }: { site: Site }) {
  const page = { path: "index.html", lang: "en" } as const;
  const names = { zh: "中文", en: "English" };
  return (
    <Document
      site={site}
      page={page}
      title={pageTexts.en.siteName}
      description={pageTexts.en.siteSummary}
      entry="page"
      isAlone
    >
      <main class="door" id="main">
        <h1>{pageTexts.en.siteName}</h1>
        <ul>
          {langs.map((lang) => (
            <li key={lang} lang={htmlLang[lang]}>
              <a href={`${lang}/`} hreflang={htmlLang[lang]}>
                {names[lang]}
              </a>
            </li>
          ))}
        </ul>
      </main>
      {langs.map((lang) => (
        <FromDisk key={lang} site={site} page={{ path: page.path, lang }} />
      ))}
      <script src={hrefFrom(page.path, "language.js")} />
    </Document>
  );
}

/** Served for any address, so its links start at the site's root where that is known. */
export function NotFoundPage({ site }: { site: Site }) {
  const page = { path: "404.html", lang: "en" } as const;
  const root = site.siteUrl ? new URL(site.siteUrl).pathname : upFrom(page.path);
  return (
    <Document
      site={site}
      page={page}
      title={pageTexts.en.notFound.title}
      description={pageTexts.en.notFound.text}
      entry="page"
      isAlone
    >
      <main class="door" id="main">
        {langs.map((lang) => {
          const { title, text, home } = pageTexts[lang].notFound;
          return (
            <section key={lang} lang={htmlLang[lang]}>
              {lang === langs[0] ? <h1>{title}</h1> : <h2>{title}</h2>}
              <p>{text}</p>
              <p>
                <a href={`${root}${lang}/`}>{home}</a>
              </p>
            </section>
          );
        })}
      </main>
    </Document>
  );
}
