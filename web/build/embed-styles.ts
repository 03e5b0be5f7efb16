// Builds the style sheet of frames into a file of its own, without what only pages need.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { build } from "vite";
import type { KeptFile } from "./service-worker.ts";

export const embedStylesSource = "web/ui/embed-styles.css";

export async function buildEmbedStyles(root: string): Promise<KeptFile> {
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    build: { write: false, rolldownOptions: { input: join(root, embedStylesSource) } },
  });
  const outputs = [built].flat().flatMap((one) => ("output" in one ? one.output : []));
  const sheet = outputs.find((output) => output.type === "asset" && output.fileName.endsWith(".css"));
  if (sheet?.type !== "asset") throw new Error(`${embedStylesSource} gave no style sheet`);
  const hash = createHash("sha256").update(sheet.source).digest("hex").slice(0, 8);
  return { path: `assets/embed-${hash}.css`, content: sheet.source };
}
