// `npm run format`: writes every source file in the project's one format.
import { mustRun } from "./command.mjs";
import { cppFiles } from "./sources.mjs";

await mustRun("clang-format", ["-i", ...cppFiles()]);
await mustRun("node_modules/.bin/biome", ["check", "--write", "."]);
