// Describes demos to sites that turn a link into what it links to: oEmbed, and pictures for previews.
import type { Lang } from "../engine/view.js";
import type { DemoInLanguage, Site } from "./site.js";
import { pageTexts } from "./texts.js";

export const previewSize = { width: 1200, height: 630 };
/** Of a frame whose host does not size it: enough for the picture and some controls. */
const frameHeight = 720;

export const oembedPath = (lang: Lang, id: string) => `oembed/${lang}/${id}.json`;

/** The picture of a demo, or the site's where it has none yet. */
export function previewOf(site: Site, lang: Lang, id?: string): string | undefined {
  return [`previews/${lang}/${id}.png`, `previews/${lang}/index.png`].find((path) => site.previews.has(path));
}

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");

/** oEmbed 1.0 of a demo. Without the site's address there is nothing to frame: a mere link. */
export function oembed(site: Site, lang: Lang, demo: DemoInLanguage): string {
  const { title } = demo.view;
  const provider = { version: "1.0", title, provider_name: pageTexts[lang].siteName };
  if (!site.siteUrl) return `${JSON.stringify({ type: "link", ...provider }, null, 2)}\n`;
  const frame = `${site.siteUrl}${lang}/embed/${demo.id}/`;
  const preview = previewOf(site, lang, demo.id);
  const answer = {
    type: "rich",
    ...provider,
    provider_url: `${site.siteUrl}${lang}/`,
    html: `<iframe src="${escaped(frame)}" title="${escaped(title)}" width="100%" height="${frameHeight}" style="border:0" loading="lazy" allow="fullscreen"></iframe>`,
    width: 960,
    height: frameHeight,
    ...(preview && {
      thumbnail_url: site.siteUrl + preview,
      thumbnail_width: previewSize.width,
      thumbnail_height: previewSize.height,
    }),
  };
  return `${JSON.stringify(answer, null, 2)}\n`;
}
