// Writes web/generated/core.d.ts from the schema that the WebAssembly module prints; with --check, only compares.
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const generated = new URL("../web/generated/", import.meta.url);
const target = new URL("core.d.ts", generated);

const { default: createCore } = await import(new URL("core.mjs", generated).href);
const core = await createCore({ wasmBinary: readFileSync(new URL("core.wasm", generated)) });

const union = (names) => names.map((name) => JSON.stringify(name)).join(" | ");

function memberType(member, indent) {
  switch (member.type) {
    case "number":
    case "integer":
      return "number";
    case "flag":
      return "boolean";
    case "text":
      return "string";
    case "choice":
      return union(member.choices);
    case "choices":
      return `(${union(member.choices)})[]`;
    case "pairs":
      return "string[]";
    case "numbers":
      return member.array;
    case "list":
      return `${objectType(member.fields, indent)}[]`;
    case "object":
      return objectType(member.fields, indent);
    default:
      throw new Error(`the schema has a type that types do not know: ${member.type}`);
  }
}

function note(member) {
  const range = member.min === undefined ? "" : ` ${member.min} … ${member.max}`;
  const unit = member.unit ? ` ${member.unit}` : "";
  return range || unit ? ` //${range}${unit}` : "";
}

function objectType(fields, indent) {
  const inner = `${indent}  `;
  const lines = Object.entries(fields).map(
    ([name, member]) => `${inner}${name}: ${memberType(member, inner)};${note(member)}`,
  );
  return `{\n${lines.join("\n")}\n${indent}}`;
}

const ids = core.modelIds();
const schemas = Object.fromEntries(ids.map((id) => [id, JSON.parse(core.schemaJson(id))]));
const mapOf = (part) =>
  `{\n${ids.map((id) => `  ${JSON.stringify(id)}: ${objectType(schemas[id][part], "  ")};`).join("\n")}\n}`;

const text = `// Generated from the models' fields() by scripts/gen-types.mjs. Do not edit: change the C++ and run "npm run types".

export interface ModelParams ${mapOf("params")}

export interface ModelResults ${mapOf("result")}

export type ModelId = keyof ModelParams;
`;

if (process.argv.includes("--check")) {
  if (!existsSync(target) || readFileSync(target, "utf8") !== text) {
    console.error('web/generated/core.d.ts does not match the models: run "npm run types" and commit it.');
    process.exit(1);
  }
} else {
  writeFileSync(target, text);
}
