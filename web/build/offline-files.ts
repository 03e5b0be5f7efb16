// Bundles what offline files carry: one script for the widget, one for the engine with a single demo and its words.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Plugin, rolldown } from "rolldown";
import type { Lang } from "../engine/view.js";
import type { Sample } from "../pages/offline.js";

/** What a template needs to write an offline file. */
export interface OfflineParts {
  /** The same for all demos. */
  widget: string;
  theme: string;
  styles: string;
  /** The engine's script for a demo in a language, with the glue of the named module. */
  engine(id: string, lang: Lang, module: string): Promise<string>;
  /** The compiled module of that name, in base64. */
  module(name: string): Promise<string>;
  /** For demos that take a reader's own weights. */
  sample: Sample;
}

/** Files that take the place of others, by the end of their names. */
const replace = (replacements: Record<string, string | { code: string }>): Plugin => ({
  name: "offline-replacements",
  resolveId(source) {
    const end = Object.keys(replacements).find((name) => source.endsWith(name));
    const found = end && replacements[end];
    if (!end || !found) return null;
    return typeof found === "string" ? found : `\0offline:${end}`;
  },
  load(id) {
    if (!id.startsWith("\0offline:")) return null;
    const found = replacements[id.slice("\0offline:".length)];
    return typeof found === "object" ? { code: found.code, moduleType: "ts" } : null;
  },
});

async function script(input: string, plugin: Plugin): Promise<string> {
  const build = await rolldown({
    input,
    plugins: [plugin],
    platform: "browser",
    transform: {
      target: "es2022",
      define: { "import.meta.url": JSON.stringify("file:///") }, // nothing is loaded relative to a plain script
    },
  });
  const { output } = await build.generate({ format: "iife", minify: true, codeSplitting: false });
  await build.close();
  return output[0].code;
}

/** The engine with one demo, one language and one module in place of the folders of all. */
function engineOf(root: string, id: string, lang: Lang, module: string): Promise<string> {
  const web = (path: string) => JSON.stringify(join(root, "web", path));
  const demos = `
    import demo from ${web(`demos/${id}/demo.ts`)};
    import { texts } from ${web(`demos/${id}/texts.${lang}.ts`)};
    export const loadDemo = async () => demo;
    export const loadTexts = async () => texts;`;
  const modules = `
    import { loadCore } from ${web("engine/core.ts")};
    import * as glue from ${web(`generated/${module}.mjs`)};
    export const moduleOf = () => ${JSON.stringify(id)};
    export const loadModule = (name, source) => loadCore(source, async () => glue);`;
  return script(
    join(root, "web/engine/offline-engine.ts"),
    replace({
      "/demos.js": { code: demos },
      "/modules.js": { code: modules },
      "/generated/core.mjs": join(root, `web/generated/${module}.mjs`),
      "/proofs.js": { code: "export const prove = undefined, sweep = undefined;" }, // only the verify page proves
    }),
  );
}

export async function offlineParts(root: string, styles: string): Promise<OfflineParts> {
  const widget = await script(
    join(root, "web/pages/entries/offline-page.ts"),
    replace({ "/spawn.js": join(root, "web/engine/spawn-offline.ts") }),
  );
  return {
    widget,
    styles,
    theme: await readFile(join(root, "public/theme.js"), "utf8"),
    engine: (id, lang, module) => engineOf(root, id, lang, module),
    sample: {
      base64: await readFile(join(root, "public/samples/basic-pitch.safetensors"), "base64"),
      licence: await readFile(join(root, "public/samples/LICENSE-basic-pitch.txt"), "utf8"),
    },
    module: (name) => readFile(join(root, `web/generated/${name}.wasm`), "base64"),
  };
}
