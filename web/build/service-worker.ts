// Writes the service worker: which files a device keeps, and a revision that changes with any of them.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { rolldown } from "rolldown";

export interface KeptFile {
  /** Relative to the site's root. */
  path: string;
  content: string | Uint8Array;
}

/** Pages and what they load; not what is for frames, for other sites, for saving, or only for proofs of the numbers. */
const isKept = (path: string) =>
  !/(^|\/)(embed|offline|oembed|verify|v|previews)\/|^404\.html$|^embed|^companion\.|^\.nojekyll$|\.map$/.test(path);

/** Pages are asked for by their folders. */
const addressOf = (path: string) => path.replace(/(^|\/)index\.html$/, "$1") || "./";

export async function buildServiceWorker(root: string, files: KeptFile[]): Promise<string> {
  const kept = files.filter(({ path }) => isKept(path)).sort((a, b) => (a.path < b.path ? -1 : 1));
  const revision = createHash("sha256");
  for (const { path, content } of kept) revision.update(`${path}\0`).update(content);
  const build = await rolldown({
    input: join(root, "web/pages/service-worker.ts"),
    transform: {
      target: "es2022",
      define: {
        __FILES__: JSON.stringify(kept.map(({ path }) => addressOf(path))),
        __REVISION__: JSON.stringify(revision.digest("hex").slice(0, 16)),
      },
    },
  });
  const { output } = await build.generate({ format: "iife", minify: true });
  await build.close();
  return output[0].code;
}
