// Keeps every published version of the site: `v/<version>/` beside the newest one, so that pinned links and frames stay.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./command.mjs";

const versionOf = () => JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;

/** Copies the built site into its own folder `v/<version>/`. */
export function pinVersion(dist = join(root, "dist"), version = versionOf()) {
  const pinned = join(dist, "v", version);
  mkdirSync(pinned, { recursive: true });
  for (const name of readdirSync(dist)) {
    if (name !== "v" && !name.endsWith(".zip")) cpSync(join(dist, name), join(pinned, name), { recursive: true });
  }
}

/**
 * Brings earlier versions from `archive` into `dist`, and adds this one to the archive if it is new. What was
 * published under a version never changes: its folder and its helper are then taken from the archive.
 */
export function keepVersions(archive, dist = join(root, "dist"), version = versionOf()) {
  const helper = `embed-${version}.js`;
  if (!existsSync(join(archive, "v", version))) {
    cpSync(join(dist, "v", version), join(archive, "v", version), { recursive: true });
    cpSync(join(dist, helper), join(archive, helper));
  } else if (!readFileSync(join(dist, helper)).equals(readFileSync(join(archive, helper)))) {
    throw new Error(`${helper} was published with other bytes: raise the version in package.json`);
  }
  cpSync(join(archive, "v"), join(dist, "v"), { recursive: true, force: true });
  for (const name of readdirSync(archive)) {
    if (/^embed-.*\.js$/.test(name)) cpSync(join(archive, name), join(dist, name));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [archive] = process.argv.slice(2);
  if (!archive) {
    console.error("Usage: node scripts/keep-version.mjs <folder with the versions published so far>");
    process.exit(1);
  }
  keepVersions(archive);
  console.log(`Versions in dist/v: ${readdirSync(join(root, "dist/v")).join(", ")}`);
}
