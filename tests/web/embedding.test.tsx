// What other sites read of ours: oEmbed, previews of links, snippets, and versions that stay.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { render } from "preact-render-to-string";
import { afterEach, describe, expect, test } from "vitest";
import { keepVersions, pinVersion } from "../../scripts/keep-version.mjs";
import { demoIds } from "../../web/engine/build.js";
import { Document } from "../../web/pages/document.js";
import { oembed, previewOf } from "../../web/pages/oembed.js";
import type { DemoInLanguage, Site } from "../../web/pages/site.js";
import { type EmbedChoice, frameAddress, permalink, siteRoot, snippetsFor } from "../../web/ui/embed-snippets.js";

const root = join(import.meta.dirname, "../..");
const previews = new Set(
  readdirSync(join(root, "public/previews"), { recursive: true }).map((name) => `previews/${name}`),
);
const files = { script: "assets/a.js", styles: [], preloads: [] };
const site = {
  version: "1.2.3",
  siteUrl: "https://example.org/course/",
  policies: undefined,
  previews,
  entries: { page: files, demo: files, embed: files },
} as unknown as Site;
const demo = { id: "littles-law", view: { title: 'How many "bytes" & why?' } } as unknown as DemoInLanguage;

describe("oEmbed", () => {
  test("frames the demo, escaped, with a picture, where the site's address is known", () => {
    const answer = JSON.parse(oembed(site, "zh", demo));
    expect(answer).toMatchObject({ version: "1.0", type: "rich", title: 'How many "bytes" & why?' });
    expect(answer.html).toContain('src="https://example.org/course/zh/embed/littles-law/"');
    expect(answer.html).toContain('title="How many &quot;bytes&quot; &amp; why?"');
    expect(answer.thumbnail_url).toBe("https://example.org/course/previews/zh/littles-law.png");
  });

  test("is a mere link, with no address in it, where it is not", () => {
    const text = oembed({ ...site, siteUrl: undefined }, "en", demo);
    expect(JSON.parse(text).type).toBe("link");
    expect(text).not.toContain("http");
  });
});

describe("a page's head", () => {
  const page = { path: "en/littles-law/index.html", lang: "en" } as const;
  const head = (siteUrl: string | undefined) =>
    render(
      <Document site={{ ...site, siteUrl }} page={page} title="T" description="D" entry="demo" demoId="littles-law">
        <p />
      </Document>,
    );

  test("leads to oEmbed and a picture by absolute addresses", () => {
    const html = head(site.siteUrl);
    expect(html).toContain(
      'type="application/json+oembed" href="https://example.org/course/oembed/en/littles-law.json"',
    );
    expect(html).toContain('content="https://example.org/course/previews/en/littles-law.png"');
  });

  test("has neither without the site's address", () => {
    expect(head(undefined)).not.toMatch(/oembed|og:|https:/);
  });
});

describe("pictures for previews", () => {
  test("are there for the site in both languages and have their size", () => {
    for (const path of previews) {
      if (!path.endsWith(".png")) continue;
      const header = readFileSync(join(root, "public", path));
      expect([path, header.readUInt32BE(16), header.readUInt32BE(20)]).toEqual([path, 1200, 630]);
    }
    expect(previewOf(site, "zh")).toBe("previews/zh/index.png");
  });

  test.each(demoIds())("%s has one, or the site's stands in", (id) => {
    for (const lang of ["zh", "en"] as const) expect(previewOf(site, lang, id)).toMatch(/^previews\/..\/[\w-]+\.png$/);
  });

  test("no picture is left of a demo that has gone", () => {
    const names = [...previews]
      .filter((path) => path.endsWith(".png"))
      .map((path) => path.slice("previews/xx/".length, -4));
    expect(names.filter((name) => name !== "index" && !demoIds().includes(name))).toEqual([]);
  });
});

const choice: EmbedChoice = {
  root: "https://example.org/course/",
  version: "1.2.3",
  integrity: "sha384-abc",
  id: "block-formats",
  title: "Why <so> little?",
  lang: "en",
  query: "?df=4&nvBlock=32",
  view: "chart",
  controls: "df,nvBlock",
  theme: "dark",
  height: undefined,
  isPinned: true,
};

describe("snippets", () => {
  test("carry state and choices, and leave out what is usual", () => {
    expect(frameAddress(choice)).toBe(
      "https://example.org/course/v/1.2.3/en/embed/block-formats/?df=4&nvBlock=32&theme=dark&view=chart&controls=df,nvBlock&v=1",
    );
    const usual = { ...choice, query: "", view: "all", controls: "all", theme: "auto" as const, isPinned: false };
    expect(frameAddress(usual)).toBe("https://example.org/course/en/embed/block-formats/?v=1");
    expect(permalink(usual)).toBe("https://example.org/course/en/block-formats/");
  });

  test("escape what goes into attributes and text", () => {
    const [snippet] = snippetsFor("html", choice);
    expect(snippet?.code).toContain('params="df=4&amp;nvBlock=32"');
    expect(snippet?.code).toContain("Why &lt;so> little?");
  });

  test("check the pinned helper by its hash, and never the newest, which changes", () => {
    expect(snippetsFor("html", choice)[0]?.code).toContain('embed-1.2.3.js"\n  integrity="sha384-abc"');
    expect(snippetsFor("html", { ...choice, isPinned: false })[0]?.code).not.toContain("integrity");
  });

  test("from a pinned page lead to the same folder, not one within it", () => {
    expect(siteRoot("https://example.org/course/v/1.2.3/", "1.2.3")).toBe("https://example.org/course/");
    expect(siteRoot("https://example.org/course/", "1.2.3")).toBe("https://example.org/course/");
  });
});

describe("published versions", () => {
  const folder = mkdtempSync(join(tmpdir(), "companion-versions-"));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const [archive, dist] = [join(folder, "archive"), join(folder, "dist")];
  const build = (version: string, text: string) => {
    rmSync(dist, { recursive: true, force: true });
    for (const [name, content] of [
      ["index.html", text],
      ["zh/index.html", text],
      [`embed-${version}.js`, version],
    ] as const) {
      mkdirSync(dirname(join(dist, name)), { recursive: true });
      writeFileSync(join(dist, name), content);
    }
    pinVersion(dist, version);
  };
  const read = (path: string) => readFileSync(join(dist, path), "utf8");

  test("stay when a new one comes, and do not change when the same one is published again", () => {
    mkdirSync(archive, { recursive: true });
    build("1.0.0", "first");
    keepVersions(archive, dist, "1.0.0");
    build("1.0.0", "second, same version");
    keepVersions(archive, dist, "1.0.0");
    expect([read("index.html"), read("v/1.0.0/zh/index.html")]).toEqual(["second, same version", "first"]);
    build("1.1.0", "third");
    keepVersions(archive, dist, "1.1.0");
    expect([read("v/1.0.0/index.html"), read("v/1.1.0/index.html")]).toEqual(["first", "third"]);
    expect(read("embed-1.0.0.js")).toBe("1.0.0");
    expect(existsSync(join(dist, "v/1.1.0/v"))).toBe(false);
  });

  test("refuse a helper with other bytes under an old name, for its hash stands in other people's pages", () => {
    mkdirSync(archive, { recursive: true });
    build("1.0.0", "first");
    keepVersions(archive, dist, "1.0.0");
    build("1.0.0", "first");
    writeFileSync(join(dist, "embed-1.0.0.js"), "changed");
    expect(() => keepVersions(archive, dist, "1.0.0")).toThrow(/raise the version/);
  });
});
