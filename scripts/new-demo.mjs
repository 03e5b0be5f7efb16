// `npm run new-demo <id>`: a small demo that passes all tests, to be changed into a real one. It adds a header, an include
// and a line in the list of models, and a folder; then it builds, so that the generated types know the model.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildWasm } from "./build-wasm.mjs";
import { mustRun, root } from "./command.mjs";

const template = join(root, "scripts/new-demo");
const lecture = "lecture08";

const snakeCase = (id) => id.replaceAll("-", "_");
const camelCase = (id) => id.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
const inWords = (id) => id[0].toUpperCase() + id.slice(1).replaceAll("-", " ");

function refuse(reason) {
  console.error(
    `${reason}\nUsage: npm run new-demo <id>, the id in kebab case, for example: npm run new-demo cache-lines`,
  );
  process.exit(1);
}

/** The template's demo is called sample-demo in every spelling; its place is after the lecture's others. */
function renamed(text, id, order) {
  return text
    .replaceAll("sample-demo", id)
    .replaceAll("sampleDemo", camelCase(id))
    .replaceAll("Sample demo", inWords(id))
    .replace("order: 1,", `order: ${order},`);
}

function nextOrder() {
  const orders = readdirSync(join(root, "web/demos")).flatMap((folder) => {
    const path = join(root, "web/demos", folder, "demo.ts");
    const text = existsSync(path) ? readFileSync(path, "utf8") : "";
    return text.includes(`lecture: "${lecture}"`) ? [Number(text.match(/order: (\d+)/)?.[1] ?? 0)] : [];
  });
  return Math.max(0, ...orders) + 1;
}

function addToModels(id) {
  const path = join(root, "wasm/models.h");
  const text = readFileSync(path, "utf8");
  const name = camelCase(id);
  const line = `  v.template model<${name}::Params, ${name}::Result, &${name}::run>("${id}");\n`;
  const listed = text
    .replace("\n\nnamespace companion {", `\n#include "models/${snakeCase(id)}.h"\n\nnamespace companion {`)
    .replace(/\n}\n\n} {2}\/\/ namespace companion/, `\n${line}}\n\n}  // namespace companion`);
  if (!listed.includes(line)) throw new Error("wasm/models.h does not end as expected");
  writeFileSync(path, listed);
}

const id = process.argv[2] ?? refuse("A demo needs an id.");
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) refuse(`"${id}" is not in kebab case.`);
const header = join(root, `wasm/models/${snakeCase(id)}.h`);
const folder = join(root, "web/demos", id);
if (existsSync(header) || existsSync(folder)) refuse(`There is a demo ${id} already.`);

const order = nextOrder();
const fromTemplate = (name) => renamed(readFileSync(join(template, name), "utf8"), id, order);
writeFileSync(header, fromTemplate("model.h"));
addToModels(id);
mkdirSync(folder);
for (const name of readdirSync(template).filter((name) => name.endsWith(".ts")))
  writeFileSync(join(folder, name), fromTemplate(name));

await mustRun("clang-format", ["-i", header, join(root, "wasm/models.h")]);
await mustRun("node_modules/.bin/biome", ["check", "--write", folder]);
await buildWasm();
await mustRun(process.execPath, ["scripts/gen-types.mjs"]);
console.log(`
The demo ${id} stands. Now make it yours:
  wasm/models/${snakeCase(id)}.h        the model: equation, assumptions, source, range, error
  web/demos/${id}/demo.ts        controls, presets, table, charts, known answers
  web/demos/${id}/texts.*.ts     its words
  web/demos/${id}/article.*.ts   what its page alone says: equations, assumptions, limits
  npm test                       covers it already`);
