// The shell of every page: head with policy, links and descriptions; header and footer.
import type { ComponentChildren } from "preact";
import { oembedPath, previewOf, previewSize } from "./oembed.js";
import { type EntryName, hrefFrom, htmlLang, langs, lectures, type Page, type Site, upFrom } from "./site.js";
import { pageTexts } from "./texts.js";
import { verifyTexts } from "./verify-texts.js";

interface DocumentProps {
  site: Site;
  page: Page;
  title: string;
  description: string;
  entry: EntryName;
  /** The page that stands for this one in search results, where it is another one. */
  canonicalPath?: string;
  /** The demo that the page shows. */
  demoId?: string;
  /** No other language has this page. */
  isAlone?: boolean;
  bodyClass?: string;
  children: ComponentChildren;
}

/** "zh/about/index.html" → "zh/about/": addresses do not show index.html. */
const addressOf = (path: string) => path.replace(/index\.html$/, "");

const inLanguage = (path: string, lang: string) => path.replace(/^[a-z]+\//, `${lang}/`);

function Preview({ site, page, title, demoId }: DocumentProps) {
  const preview = previewOf(site, page.lang, demoId);
  if (!preview) return null;
  return (
    <>
      <meta property="og:image" content={site.siteUrl + preview} />
      <meta property="og:image:width" content={String(previewSize.width)} />
      <meta property="og:image:height" content={String(previewSize.height)} />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** What needs the site's address; left out without it. */
function Absolute(props: DocumentProps) {
  const { site, page, title, description, canonicalPath, demoId } = props;
  if (!site.siteUrl) return null;
  const address = site.siteUrl + addressOf(canonicalPath ?? page.path);
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={page.lang === "zh" ? "zh_CN" : "en_US"} />
      <Preview {...props} />
      {demoId && (
        <link
          rel="alternate"
          type="application/json+oembed"
          href={site.siteUrl + oembedPath(page.lang, demoId)}
          title={title}
        />
      )}
    </>
  );
}

function Alternates({ site, page, isAlone }: DocumentProps) {
  if (isAlone || !site.siteUrl) return null; // search engines take absolute addresses only
  const base = site.siteUrl;
  return (
    <>
      {langs.map((lang) => (
        <link
          key={lang}
          rel="alternate"
          hreflang={htmlLang[lang]}
          href={base + addressOf(inLanguage(page.path, lang))}
        />
      ))}
    </>
  );
}

export function Document(props: DocumentProps) {
  const { site, page, title, description, entry, bodyClass, children } = props;
  const files = site.entries[entry];
  const policy = site.policies?.[entry === "embed" ? "frame" : "page"];
  const href = (target: string) => hrefFrom(page.path, target);
  return (
    <html lang={htmlLang[page.lang]}>
      <head>
        <meta charset="utf-8" />
        {policy && <meta http-equiv="Content-Security-Policy" content={policy} />}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="color-scheme" content="light dark" />
        {/* Nothing is painted until all of it is read: columns and right-aligned parts would move when their rest comes. */}
        <link {...{ rel: "expect", href: "#end", blocking: "render" }} />
        <script src={href("theme.js")} />
        {files.styles.map((style) => (
          <link key={style} rel="stylesheet" href={href(style)} />
        ))}
        <link rel="icon" href={href("favicon.svg")} type="image/svg+xml" />
        {policy && entry !== "embed" && <link rel="manifest" href={href("manifest.webmanifest")} />}
        {entry !== "embed" && <link rel="apple-touch-icon" href={href("icon-192.png")} />}
        {files.preloads.map((preload) => (
          <link key={preload} rel="modulepreload" href={href(preload)} crossorigin="anonymous" />
        ))}
        <script type="module" src={href(files.script)} crossorigin="anonymous" />
        <Absolute {...props} />
        <Alternates {...props} />
      </head>
      <body class={bodyClass}>
        {children}
        {/* Its own element, as Chromium waits for the opening tag only. */}
        <div id="end" hidden />
      </body>
    </html>
  );
}

function Header({ site, page }: { site: Site; page: Page }) {
  const texts = pageTexts[page.lang];
  const other = page.lang === "zh" ? "en" : "zh";
  const root = upFrom(page.path);
  const here = addressOf(page.path);
  return (
    <header class="site-header">
      <a class="site-name" href={`${root}${page.lang}/`}>
        {texts.siteName}
      </a>
      <nav aria-label={texts.siteName}>
        {lectures
          .filter((lecture) => site.demos[page.lang].some((demo) => demo.lecture === lecture))
          .map((lecture) => {
            const target = `${page.lang}/${lecture}/`;
            return (
              <a key={lecture} href={root + target} aria-current={here === target ? "page" : undefined}>
                {texts.lectures[lecture].name}
              </a>
            );
          })}
      </nav>
      <div class="switches">
        <a
          href={root + inLanguage(here, other)}
          hreflang={htmlLang[other]}
          lang={htmlLang[other]}
          data-language={other}
        >
          {texts.otherLanguage}
        </a>
        <fieldset class="theme-switch">
          <legend class="visually-hidden">{texts.theme}</legend>
          {(["auto", "light", "dark"] as const).map((theme) => (
            <button key={theme} type="button" data-theme-choice={theme}>
              {texts.themes[theme]}
            </button>
          ))}
        </fieldset>
      </div>
    </header>
  );
}

/** Says whether this browser's self-test passed, once it has run, and leads to the proofs. */
export function Badge({ site, page, isNewTab }: { site: Site; page: Page; isNewTab?: boolean }) {
  const { badge, fastPathsOff } = verifyTexts[page.lang];
  return (
    <a
      class="badge"
      href={`${upFrom(page.path)}${page.lang}/verify/`}
      data-badge="waiting"
      data-version={site.version}
      data-pass={badge.pass}
      data-fail={badge.fail}
      data-fast-paths-off={fastPathsOff}
      {...(isNewTab ? { target: "_blank", rel: "noopener" } : {})}
    >
      {badge.waiting}
    </a>
  );
}

/** Shown in pages opened from a disk, whose module scripts do not load. */
export function FromDisk({ site, page, demoId }: { site: Site; page: Page; demoId?: string | undefined }) {
  const demos = site.demos[page.lang].filter(({ id }) => demoId === undefined || id === demoId);
  return (
    <aside class="from-disk" lang={htmlLang[page.lang]}>
      <p>{pageTexts[page.lang].fromDisk}</p>
      <ul>
        {demos.map(({ id, name }) => (
          <li key={id}>
            <a href={`${upFrom(page.path)}${page.lang}/offline/${id}.html`}>{name}</a>
          </li>
        ))}
      </ul>
    </aside>
  );
}

/** Waits until a newer version is on this device. */
function Update({ page }: { page: Page }) {
  const { text, now, later } = pageTexts[page.lang].update;
  return (
    <div role="status">
      <p class="update" data-update="" hidden>
        {text}
        <button type="button" class="plain-button" data-update-now="">
          {now}
        </button>
        <button type="button" class="plain-button" data-update-later="">
          {later}
        </button>
      </p>
    </div>
  );
}

/** A page with header and footer. */
export function FullPage(props: DocumentProps) {
  const { site, page, children } = props;
  const texts = pageTexts[page.lang];
  return (
    <Document {...props}>
      <a class="skip" href="#main">
        {texts.skip}
      </a>
      <FromDisk site={site} page={page} demoId={props.demoId} />
      <Header site={site} page={page} />
      <main class="page" id="main">
        {children}
      </main>
      <footer class="site-footer">
        <p>
          {texts.footer} <a href={`${upFrom(page.path)}${page.lang}/about/`}>{texts.about}</a>
          {" · "}
          <Badge site={site} page={page} />
        </p>
      </footer>
      <Update page={page} />
    </Document>
  );
}
