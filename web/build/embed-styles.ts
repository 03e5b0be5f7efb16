// Builds style sheets outside the main build: that of frames, without what only pages need, into a file of its own.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { build } from "vite";
import type { KeptFile } from "./service-worker.ts";

export const embedStylesSource = "web/ui/embed-styles.css";

/** A style sheet with all that it imports. */
export async function buildStyles(root: string, source: string): Promise<string | Uint8Array> {
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    build: { write: false, rolldownOptions: { input: join(root, source) } },
  });
  const outputs = [built].flat().flatMap((one) => ("output" in one ? one.output : []));
  const sheet = outputs.find((output) => output.type === "asset" && output.fileName.endsWith(".css"));
  if (sheet?.type !== "asset") throw new Error(`${source} gave no style sheet`);
  return sheet.source;
}

export async function buildEmbedStyles(root: string): Promise<KeptFile> {
  const content = await buildStyles(root, embedStylesSource);
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 8);
  return { path: `assets/embed-${hash}.css`, content };
}
