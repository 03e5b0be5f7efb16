// Decides whether something built is still fresh: a hash of its sources kept in .cache/.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheDir, root } from "./command.mjs";

function filesUnder(path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stats) return [];
  if (stats.isFile()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`));
}

/** Hash of the contents of files and folders (relative to the root) and of any further facts; `skip` leaves out files. */
export function hashOf(paths, facts = [], skip = () => false) {
  const hash = createHash("sha256");
  for (const fact of facts) hash.update(`${fact}\0`);
  for (const file of paths.flatMap(filesUnder)) {
    if (skip(file)) continue;
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}

const stampFile = (name) => join(cacheDir, `${name}.stamp`);

export function readStamp(name) {
  try {
    return readFileSync(stampFile(name), "utf8");
  } catch {
    return undefined;
  }
}

export function writeStamp(name, hash) {
  mkdirSync(cacheDir, { recursive: true });
  writeFileSync(stampFile(name), hash);
}
