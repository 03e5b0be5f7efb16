// The Vite plugin that makes the site: every page as finished HTML with links to the built files, in dev and in build.
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { OutputBundle, OutputChunk } from "rolldown";
import { createServer, type Plugin, type ResolvedConfig, type ViteDevServer } from "vite";
import packageJson from "../../package.json" with { type: "json" };
import type { EntryFiles, EntryName } from "../pages/site.js";
import { buildEmbedHelper } from "./embed-helper.ts";
import { buildEmbedStyles, buildStyles, embedStylesSource } from "./embed-styles.ts";
import { offlineParts } from "./offline-files.ts";
import type { RenderedFile, RenderOptions } from "./render.js";
import { buildServiceWorker, type KeptFile } from "./service-worker.ts";

/** The policy of every page, in which `self` stands for the site; offline files have their own. */
const policyFor = (self: string) =>
  [
    "default-src 'none'",
    `script-src ${self} 'wasm-unsafe-eval'`,
    `worker-src ${self} blob:`,
    `connect-src ${self}`,
    `img-src ${self} data: blob:`,
    `style-src ${self}`,
    `font-src ${self}`,
    `frame-src ${self}`,
    `manifest-src ${self}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");

const { version } = packageJson;
const wasmFile = "web/generated/core.wasm";
const renderer = "/web/build/render.tsx";

/** Scripts of the pages; the keys are the names of the entries. */
export const pageEntries: Record<EntryName, string> = {
  page: "web/pages/entries/page.ts",
  demo: "web/pages/entries/demo-page.ts",
  embed: "web/pages/entries/embed-page.ts",
};

type RenderSite = (options: RenderOptions, onlyPath?: string) => Promise<RenderedFile[]>;

const siteUrl = () => {
  const url = process.env.SITE_URL;
  return url ? `${url.replace(/\/+$/, "")}/` : undefined;
};

/**
 * In a sandboxed frame WebKit takes 'self' for nothing at all, so the pages for frames name their origin; where it is
 * not known, the machine on which the site is tried out.
 */
const policies = () => {
  const url = siteUrl();
  const origins = url ? new URL(url).origin : "http://localhost:* http://127.0.0.1:*";
  return { page: policyFor("'self'"), frame: policyFor(`'self' ${origins}`) };
};

async function rendererOf(server: ViteDevServer): Promise<RenderSite> {
  return (await server.ssrLoadModule(renderer)).renderSite as RenderSite;
}

/** Runs the templates and demos, which are TypeScript, in a server that is never listened to. */
async function renderInNode(root: string, options: RenderOptions): Promise<RenderedFile[]> {
  const server = await createServer({
    root,
    configFile: false,
    logLevel: "error",
    appType: "custom",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    return await (await rendererOf(server))(options);
  } finally {
    await server.close();
  }
}

/** A chunk's static imports, all the way down. */
function staticImports(bundle: OutputBundle, chunk: OutputChunk, found = new Set<string>()): Set<string> {
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type !== "chunk" || found.has(name)) continue;
    found.add(name);
    staticImports(bundle, imported, found);
  }
  return found;
}

function builtEntries(root: string, bundle: OutputBundle, embedStyles: string): Record<EntryName, EntryFiles> {
  const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
  const styles = Object.keys(bundle).filter((name) => name.endsWith(".css"));
  const filesOf = (source: string): EntryFiles => {
    const entry = chunks.find((chunk) => chunk.facadeModuleId && relative(root, chunk.facadeModuleId) === source);
    if (!entry) throw new Error(`${source} is no entry of the build`);
    return { script: entry.fileName, styles, preloads: [...staticImports(bundle, entry)] };
  };
  return {
    page: filesOf(pageEntries.page),
    demo: filesOf(pageEntries.demo),
    embed: { ...filesOf(pageEntries.embed), styles: [embedStyles] },
  };
}

/** All style sheets, as the pages load them. */
const stylesIn = (bundle: OutputBundle) =>
  Object.values(bundle)
    .flatMap((output) => (output.type === "asset" && output.fileName.endsWith(".css") ? [String(output.source)] : []))
    .join("\n");

const builtFiles = (bundle: OutputBundle): KeptFile[] =>
  Object.values(bundle).map((output) => ({
    path: output.fileName,
    content: output.type === "chunk" ? output.code : output.source,
  }));

async function publicFiles(folder: string): Promise<KeptFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(paths.map(async (path) => ({ path: relative(folder, path), content: await readFile(path) })));
}

const pageStylesSource = "web/ui/styles.css";

const devEntry = (source: string, styles = pageStylesSource): EntryFiles => ({
  script: `/${source}`,
  styles: [`/${styles}`],
  preloads: [],
});

/** Offline files are bundled anew each time one is asked for: nothing in them can be reloaded piece by piece. */
async function offlineInDev(server: ViteDevServer, options: RenderOptions, path: string): Promise<string | undefined> {
  const { root } = server.config;
  const offline = await offlineParts(root, String(await buildStyles(root, pageStylesSource)));
  const [file] = await (await rendererOf(server))({ ...options, offline }, path);
  return file?.text;
}

/** The page that an address names: "/zh/about/" → "zh/about/index.html". */
function pagePath(url: string): string {
  const path = decodeURIComponent(new URL(url, "http://localhost").pathname).slice(1);
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

function serveInDev(server: ViteDevServer) {
  const root = server.config.root;
  const options: RenderOptions = {
    wasmFile: join(root, wasmFile),
    siteUrl: undefined,
    policies: undefined,
    helperIntegrity: "",
    entries: {
      page: devEntry(pageEntries.page),
      demo: devEntry(pageEntries.demo),
      embed: devEntry(pageEntries.embed, embedStylesSource),
    },
  };
  server.middlewares.use(async (request, response, next) => {
    const path = pagePath(request.originalUrl ?? "/");
    try {
      if (path === "embed.js") {
        response.setHeader("Content-Type", "text/javascript");
        response.setHeader("Access-Control-Allow-Origin", "*");
        return response.end((await buildEmbedHelper(root, version)).newest);
      }
      if (!path.endsWith(".html")) return next();
      if (/^[a-z]+\/offline\//.test(path)) {
        const text = await offlineInDev(server, options, path);
        if (!text) return next();
        response.setHeader("Content-Type", "text/html; charset=utf-8");
        return response.end(text);
      }
      const [page] = await (await rendererOf(server))(options, path);
      if (!page) return next();
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(await server.transformIndexHtml(`/${path}`, page.text, request.originalUrl));
    } catch (error) {
      next(error);
    }
  });
}

export function sitePlugin(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "companion-site",
    configResolved(resolved) {
      config = resolved;
    },
    // Returned, so that Vite's own files come first.
    configureServer: (server) => () => serveInDev(server),
    generateBundle: {
      order: "post", // Vite adds the style sheet, and takes chunks of nothing but styles out, in this hook
      async handler(_options, bundle) {
        const { root } = config;
        const helper = await buildEmbedHelper(root, version);
        const embedStyles = await buildEmbedStyles(root);
        const files = await renderInNode(root, {
          wasmFile: join(root, wasmFile),
          siteUrl: siteUrl(),
          policies: policies(),
          helperIntegrity: helper.integrity,
          entries: builtEntries(root, bundle as OutputBundle, embedStyles.path),
          offline: await offlineParts(root, stylesIn(bundle as OutputBundle)),
        });
        const others = [
          { path: "embed.js", text: helper.newest },
          { path: `embed-${version}.js`, text: helper.pinned },
          { path: ".nojekyll", text: "" },
        ];
        const worker = await buildServiceWorker(root, [
          ...files.map(({ path, text }) => ({ path, content: text })),
          ...(await publicFiles(config.publicDir)),
          ...builtFiles(bundle as OutputBundle),
          embedStyles,
        ]);
        others.push({ path: "sw.js", text: worker });
        this.emitFile({ type: "asset", fileName: embedStyles.path, source: embedStyles.content });
        for (const { path, text } of [...files, ...others]) {
          this.emitFile({ type: "asset", fileName: path, source: text });
        }
      },
    },
  };
}
