// Builds the helper for other sites into files of their own: it shares no chunk with the pages, so each file is whole.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { rolldown } from "rolldown";

export interface EmbedHelper {
  /** Follows the site: its frames show the newest version. */
  newest: string;
  /** Belongs to one version: its frames come from that version's folder. */
  pinned: string;
  /** Of `pinned`, for the `integrity` attribute. */
  integrity: string;
}

async function bundle(root: string, pinnedFolder: string): Promise<string> {
  const build = await rolldown({
    input: join(root, "web/embed/embed.ts"),
    transform: { target: "es2022", define: { __PINNED_FOLDER__: JSON.stringify(pinnedFolder) } },
  });
  const { output } = await build.generate({ format: "es", minify: true });
  await build.close();
  return output[0].code;
}

export async function buildEmbedHelper(root: string, version: string): Promise<EmbedHelper> {
  const [newest, pinned] = await Promise.all([bundle(root, ""), bundle(root, `v/${version}/`)]);
  const integrity = `sha384-${createHash("sha384").update(pinned).digest("base64")}`;
  return { newest, pinned, integrity };
}
