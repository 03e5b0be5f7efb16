// What to paste into another site to show a demo there: one list of hosts, each with its snippets.

export interface EmbedChoice {
  /** Address of the site's root, with "/" at its end. */
  root: string;
  version: string;
  /** Of the helper of this version. */
  integrity: string;
  id: string;
  title: string;
  lang: "zh" | "en";
  /** The state: "?latencyNs=400", or "". */
  query: string;
  view: string;
  controls: string;
  theme: "auto" | "light" | "dark";
  /** In pixels; undefined: the frame sizes itself. */
  height: number | undefined;
  /** Always this version, whatever the site shows later. */
  isPinned: boolean;
}

export interface Snippet {
  /** The file or place it belongs to. */
  place: string;
  code: string;
}

/** The root without the folder of a version: a pinned page offers what its site offers. */
export const siteRoot = (root: string, version: string) =>
  root.endsWith(`/v/${version}/`) ? root.slice(0, -`v/${version}/`.length) : root;

const baseOf = ({ root, version, isPinned }: EmbedChoice) => (isPinned ? `${root}v/${version}/` : root);
const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");

/** View, controls and theme as far as they are not the usual ones. */
const options = ({ view, controls, theme }: EmbedChoice) =>
  Object.entries({ theme: theme === "auto" ? "" : theme, view, controls }).filter(
    ([, value]) => value !== "" && value !== "all",
  );

/** The bare widget, below `base`. */
export function frameAddress(choice: EmbedChoice, base = baseOf(choice)): string {
  const rest = [...options(choice), ["v", "1"]].map(([key, value]) => `${key}=${value}`).join("&");
  return `${base}${choice.lang}/embed/${choice.id}/${choice.query ? `${choice.query}&` : "?"}${rest}`;
}

/** The whole page, in this state. */
export const permalink = (choice: EmbedChoice) => `${baseOf(choice)}${choice.lang}/${choice.id}/${choice.query}`;

// Where nothing sizes the frame: the picture, the main controls and the table of most demos.
export const usualHeight = 720;

/** A plain frame. `source` is the attribute that holds its address. */
function frame(choice: EmbedChoice, source = "src"): string {
  const sandbox = "allow-scripts allow-same-origin allow-downloads allow-popups allow-popups-to-escape-sandbox";
  return [
    `<iframe ${source}="${escaped(frameAddress(choice))}"`,
    `  title="${escaped(choice.title)}" width="100%" height="${choice.height ?? usualHeight}"`,
    `  style="border:0" loading="lazy" allow="fullscreen"`,
    `  sandbox="${sandbox}"></iframe>`,
  ].join("\n");
}

const helperAddress = ({ root, version, isPinned }: EmbedChoice) =>
  `${root}${isPinned ? `embed-${version}.js` : "embed.js"}`;

function helper(choice: EmbedChoice): string {
  const check = choice.isPinned ? `\n  integrity="${choice.integrity}" crossorigin="anonymous"` : "";
  return `<script type="module" src="${helperAddress(choice)}"${check}></script>`;
}

function element(choice: EmbedChoice): string {
  const attributes = [
    ["demo", choice.id],
    ["lang", choice.lang],
    ...options(choice),
    ["params", choice.query.replace(/^\?/, "")],
  ].filter(([, value]) => value !== "");
  const text = attributes.map(([name, value]) => `${name}="${escaped(value ?? "")}"`).join(" ");
  return `<cs349e-demo ${text}>\n  <a href="${escaped(permalink(choice))}">${escaped(choice.title)}</a>\n</cs349e-demo>`;
}

const html = (choice: EmbedChoice) =>
  choice.height === undefined ? `${helper(choice)}\n${element(choice)}` : frame(choice);
const indented = (text: string, by: string) => text.replace(/^(?=.)/gm, by);
const fenced = (text: string, language: string) => `\`\`\`${language}\n${text}\n\`\`\``;

function vitepress(choice: EmbedChoice): Snippet[] {
  if (choice.height !== undefined) return [{ place: "page.md", code: frame(choice) }];
  const check = choice.isPinned ? `, integrity: "${choice.integrity}", crossorigin: "anonymous"` : "";
  const config = `export default {
  head: [["script", { type: "module", src: "${helperAddress(choice)}"${check} }]],
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === "cs349e-demo" } } },
};`;
  return [
    { place: ".vitepress/config.mts", code: config },
    { place: "page.md", code: element(choice) },
  ];
}

export const hosts = ["html", "mkdocs", "sphinx", "myst", "quarto", "reveal", "vitepress", "lms"] as const;
export type Host = (typeof hosts)[number];

const writers: Record<Host, (choice: EmbedChoice) => Snippet[]> = {
  html: (choice) => [{ place: "page.html", code: html(choice) }],
  mkdocs: (choice) => [{ place: "docs/page.md", code: html(choice) }],
  sphinx: (choice) => [{ place: "page.rst", code: `.. raw:: html\n\n${indented(html(choice), "   ")}` }],
  myst: (choice) => [{ place: "page.md", code: fenced(html(choice), "{raw} html") }],
  quarto: (choice) => [{ place: "page.qmd", code: fenced(html(choice), "{=html}") }],
  reveal: (choice) => [
    {
      place: "index.html",
      code: `<section data-state="demo">\n${indented(frame({ ...choice, height: choice.height ?? 600 }, "data-src"), "  ")}\n</section>`,
    },
  ],
  vitepress,
  lms: (choice) => [{ place: "HTML", code: frame(choice) }],
};

export const snippetsFor = (host: Host, choice: EmbedChoice): Snippet[] => writers[host](choice);
