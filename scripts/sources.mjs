// Lists source files by folder and ending.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./command.mjs";

/** Paths relative to the root of all files under the folders whose names match; a missing folder has none. */
export function filesIn(folders, pattern) {
  return folders.flatMap((folder) => {
    if (!statSync(join(root, folder), { throwIfNoEntry: false })) return [];
    return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return filesIn([path], pattern);
      return pattern.test(entry.name) ? [path] : [];
    });
  });
}

export const cppFiles = () => filesIn(["wasm", "tests"], /\.(h|cpp)$/).sort();
