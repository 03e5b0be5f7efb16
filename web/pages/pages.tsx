// The list of all files of the site that are written from templates. A new kind of page is one entry here.
import type { VNode } from "preact";
import { AboutPage } from "./about.js";
import { DemoPage, EmbedPage } from "./demo.js";
import { FrontDoor, NotFoundPage } from "./door.js";
import { HomePage, LecturePage } from "./home.js";
import { oembed, oembedPath } from "./oembed.js";
import { demosOf, langs, lectures, type Site } from "./site.js";
import { VerifyPage } from "./verify.js";

export interface PageFile {
  path: string;
  /** A page, or the finished text of another kind of file. */
  content: VNode | string;
}

export function pagesOf(site: Site): PageFile[] {
  const inLanguage = langs.flatMap((lang) => {
    const at = (path: string) => ({ path: `${lang}/${path}index.html`, lang });
    const home = at("");
    const about = at("about/");
    const verify = at("verify/");
    return [
      { path: home.path, content: <HomePage site={site} page={home} /> },
      { path: about.path, content: <AboutPage site={site} page={about} /> },
      { path: verify.path, content: <VerifyPage site={site} page={verify} /> },
      ...lectures
        .filter((lecture) => demosOf(site, lang, lecture).length > 0)
        .map((lecture) => {
          const page = at(`${lecture}/`);
          return { path: page.path, content: <LecturePage site={site} page={page} lecture={lecture} /> };
        }),
      ...site.demos[lang].flatMap((demo) => {
        const page = at(`${demo.id}/`);
        const embed = at(`embed/${demo.id}/`);
        return [
          { path: page.path, content: <DemoPage site={site} page={page} demo={demo} /> },
          { path: embed.path, content: <EmbedPage site={site} page={embed} demo={demo} /> },
          { path: oembedPath(lang, demo.id), content: oembed(site, lang, demo) },
        ];
      }),
    ];
  });
  return [
    { path: "index.html", content: <FrontDoor site={site} /> },
    { path: "404.html", content: <NotFoundPage site={site} /> },
    ...inLanguage,
  ];
}
