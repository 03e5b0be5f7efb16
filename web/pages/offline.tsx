// A demo as one file that computes from a disk: scripts, styles and the module stand in the file itself.
import { createHash } from "node:crypto";
import { plainText } from "../ui/rich.js";
import { ModelCard } from "./article.js";
import { BuiltWidget, type DemoPageProps, titleOf } from "./demo.js";
import { htmlLang } from "./site.js";
import { pageTexts } from "./texts.js";

export const offlinePath = (lang: string, id: string) => `${lang}/offline/${id}.html`;

/** Weights to try where a demo takes a reader's own. */
export interface Sample {
  base64: string;
  licence: string;
}

interface OfflinePageProps extends DemoPageProps {
  scripts: {
    widget: string;
    theme: string;
    styles: string;
    engine: string;
    module: string;
    sample: Sample | undefined;
  };
}

/** A script's text as it may stand between its tags. */
const inTags = (code: string) => code.replace(/<\/(script|style)/gi, "<\\/$1").replaceAll("<!--", "\\x3c!--");

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Nothing is fetched, and nothing runs but what the file was built with. */
const policyFor = (scripts: string[], styles: string) =>
  [
    "default-src 'none'",
    `script-src ${scripts.map(hashOf).join(" ")} 'wasm-unsafe-eval'`,
    "worker-src blob:",
    "img-src data: blob:",
    `style-src ${hashOf(styles)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");

const Script = ({ code, id }: { code: string; id?: string }) => (
  <script id={id} dangerouslySetInnerHTML={{ __html: code }} />
);

/** Text that a script of the page reads; `name` says of what. */
const Data = ({ id, name, text }: { id: string; name?: string; text: string }) => (
  <script type="text/plain" id={id} data-name={name} dangerouslySetInnerHTML={{ __html: text }} />
);

export function OfflinePage(props: OfflinePageProps) {
  const { site, page, demo, scripts } = props;
  const texts = pageTexts[page.lang];
  const [theme, engine, widget] = [scripts.theme, scripts.engine, scripts.widget].map(inTags) as [
    string,
    string,
    string,
  ];
  const langRoot = site.siteUrl ? `${site.siteUrl}${page.lang}/` : "";
  const around = { lang: page.lang, sources: demo.view.sources, langRoot, isFramed: false };
  return (
    <html lang={htmlLang[page.lang]}>
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policyFor([theme, engine, widget], scripts.styles)} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{titleOf(props)}</title>
        <meta name="description" content={plainText(demo.view.sentence)} />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <Script code={theme} />
        <style dangerouslySetInnerHTML={{ __html: scripts.styles }} />
      </head>
      <body>
        <main class="page">
          <BuiltWidget demo={demo} langRoot={langRoot} isFramed={false} />
          <ModelCard demo={demo} around={around} />
        </main>
        <footer class="site-footer">
          <p>
            {texts.savedFrom(site.version)}
            {langRoot && (
              <>
                {" "}
                <a href={`${langRoot}${demo.id}/`}>{texts.online}</a>
              </>
            )}
          </p>
        </footer>
        <Data id="offline-module" name={demo.id} text={scripts.module} />
        {scripts.sample && <Data id="offline-sample" text={scripts.sample.base64} />}
        {scripts.sample && <Data id="offline-sample-licence" text={scripts.sample.licence} />}
        <Script id="offline-engine" code={engine} />
        <Script code={widget} />
      </body>
    </html>
  );
}
