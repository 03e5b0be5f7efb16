// The arrows of the architecture: who may know whom, and what no file may say.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const derived = /^(web\/generated\/|tests\/golden\/|tests\/.*\/corpus\/)/;

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = `${folder}/${name}`;
    return statSync(join(root, path)).isDirectory() ? filesUnder(path) : [path];
  });
}

const read = (file: string) => readFileSync(join(root, file), "utf8");
const sources = ["wasm", "web", "public", "scripts", "tests", ".github", ".ci"]
  .flatMap(filesUnder)
  .filter((file) => !derived.test(file) && /(\.(h|cpp|ts|tsx|mjs|js|css|html|md|py|yml|json|txt)|\/run)$/.test(file));
const cpp = sources.filter((file) => file.startsWith("wasm/"));
const typescript = sources.filter((file) => /^web\/.*\.tsx?$/.test(file));

/** Comments out, strings in: what the compiler acts on. A "//" inside a string (an address) is no comment. */
const code = (file: string) =>
  read(file).replace(/("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, text) => text ?? "");

const includes = (file: string) =>
  [...code(file).matchAll(/^\s*#include\s+[<"]([^>"]+)[>"]/gm)].map((match) => match[1]!);

/** Modules that a TypeScript file imports, relative ones as paths from the root without ending or query. */
function imports(file: string): string[] {
  const statement = /^\s*(?:import|export)\s(?:[^"';]*?\sfrom\s*)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm;
  return [...code(file).matchAll(statement)].map(([, named, called]) => {
    const name = named ?? called!;
    if (!name.startsWith(".")) return name;
    return normalize(join(dirname(file), name))
      .replace(/\?.*$/, "")
      .replace(/\.(js|mjs|ts|tsx)$/, "");
  });
}

/** "file → import" for every import of `files` that `allowed` refuses. */
const refused = (files: string[], list: (file: string) => string[], allowed: (name: string, file: string) => boolean) =>
  files.flatMap((file) =>
    list(file)
      .filter((name) => !allowed(name, file))
      .map((name) => `${file} → ${name}`),
  );

/** "file: text" for every match of `pattern` in `files`. */
const found = (files: string[], pattern: RegExp, text: (file: string) => string = code) =>
  files.flatMap((file) => [...text(file).matchAll(pattern)].map((match) => `${file}: ${match[0]}`));

const isSystemHeader = (name: string) => /^[a-z_0-9]+(\.h)?$/.test(name) && !name.startsWith("emscripten");

describe("C++", () => {
  const core = cpp.filter((file) => file.startsWith("wasm/core/"));
  const models = cpp.filter((file) => file.startsWith("wasm/models/"));

  test("there is a core and a model to look at", () => {
    expect(core.length).toBeGreaterThan(3);
    expect(models.length).toBeGreaterThan(0);
  });

  test("core knows only core, the standard library and vector intrinsics", () => {
    const allowed = (name: string) => name.startsWith("core/") || isSystemHeader(name);
    expect(refused(core, includes, allowed)).toEqual([]);
  });

  test("a model knows only core, never another model", () => {
    const allowed = (name: string) => name.startsWith("core/") || isSystemHeader(name);
    expect(refused(models, includes, allowed)).toEqual([]);
  });

  test("every model is in the list of models", () => {
    const listed = includes("wasm/models.h");
    expect(models.map((file) => file.replace("wasm/", "")).filter((name) => !listed.includes(name))).toEqual([]);
  });

  test("only the bindings know Emscripten", () => {
    const others = cpp.filter((file) => !/^wasm\/((core|tensor)_)?bindings\.cpp$/.test(file));
    expect(refused(others, includes, (name) => !name.startsWith("emscripten"))).toEqual([]);
  });

  test("the libraries that would double the module stay out", () => {
    const heavy = ["iostream", "sstream", "fstream", "iomanip", "format", "regex", "locale"];
    expect(refused(cpp, includes, (name) => !heavy.includes(name))).toEqual([]);
  });

  test("C++ knows no language and no colour", () => {
    expect(found(cpp, /\p{Script=Han}+/gu, read)).toEqual([]);
    expect(found(cpp, /"#[0-9a-f]{3,8}"|\brgba?\(|\bhsla?\(|\boklch\(/gi)).toEqual([]);
  });
});

describe("TypeScript", () => {
  const inFolder = (folder: string) => typescript.filter((file) => file.startsWith(`web/${folder}/`));

  test("only the engine knows what is generated from C++", () => {
    const others = typescript.filter((file) => !file.startsWith("web/engine/"));
    expect(refused(others, imports, (name) => !name.startsWith("web/generated/"))).toEqual([]);
  });

  test("only result-chart knows Chart.js", () => {
    const others = typescript.filter((file) => !/^web\/ui\/result-chart\.tsx?$/.test(file));
    expect(refused(others, imports, (name) => !/^chart\.js($|\/)/.test(name))).toEqual([]);
  });

  test("the engine knows no interface, page or embed", () => {
    const above = /^web\/(ui|pages|embed|build)\//;
    expect(refused(inFolder("engine"), imports, (name) => !above.test(name) && !name.startsWith("preact"))).toEqual([]);
  });

  test("the interface knows no page, demo or generated file", () => {
    const allowed = (name: string) => !/^web\/(pages|demos|generated|embed|build)\//.test(name);
    expect(refused(inFolder("ui"), imports, allowed)).toEqual([]);
  });

  test("a demo knows the declaration of demos and its own folder, nothing else", () => {
    const allowed = (name: string, file: string) =>
      name === "web/engine/define-demo" || name === "web/engine/view" || name.startsWith(`${dirname(file)}/`);
    expect(refused(inFolder("demos"), imports, allowed)).toEqual([]);
  });

  test("the host-side helper depends on nothing", () => {
    expect(refused(inFolder("embed"), imports, (name) => name.startsWith("web/embed/"))).toEqual([]);
  });

  test("no number is drawn, rounded or worded by JavaScript", () => {
    const files = ["engine", "demos", "ui", "pages"].flatMap(inFolder);
    // toExponential() without digits rounds nothing: it tells a decade. Stops of a slider and coordinates of a
    // drawing are places, not numbers that anyone reads.
    const rounding =
      /\bMath\.random\b|\bDate\.now\b|\.to(Fixed|Precision|LocaleString)\b|\.toExponential\([^)]|\bIntl\./g;
    const places = [
      "web/ui/detents.ts",
      "web/ui/questions.tsx",
      "web/ui/chart-svg.tsx",
      "web/ui/plot-frame.tsx",
      "web/pages/home.tsx",
    ];
    expect(
      found(
        files.filter((file) => !places.includes(file)),
        rounding,
      ),
    ).toEqual([]);
  });

  test("no number is computed with JavaScript's own exp, log or pow", () => {
    const files = ["engine", "demos", "pages"].flatMap(inFolder);
    expect(found(files, /\bMath\.(exp|expm1|log|log1p|log2|log10|pow|cbrt|sin|cos|tan|tanh)\b/g)).toEqual([]);
  });

  test("pages and interface put text in, never markup from outside", () => {
    expect(found(typescript, /\beval\(|\bnew Function\b|\bdocument\.write\b|\binsertAdjacentHTML\b/g)).toEqual([]);
  });
});

describe("every file", () => {
  test("speaks of no machine", () => {
    // in pieces, so that this file passes its own test
    const places = ["work", "tmp", "root", "home/[a-z]"].map((name) => `["'\`\\s(=]/${name}/`);
    const pattern = new RegExp(`${places.join("|")}|\\.\\./${"shared"}/`, "g");
    const documents = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SUPPORT.md", "CMakeLists.txt", "package.json"];
    expect(found([...sources, ...documents, "package-lock.json"], pattern, read)).toEqual([]);
  });

  test("is finished: no note to do something later", () => {
    expect(found(sources, new RegExp(`\\b(${["TO", "FIX"].join("DO|")}ME|${"X".repeat(3)})\\b`, "g"), read)).toEqual(
      [],
    );
  });

  test("says at its head what it is for", () => {
    const commented = sources.filter((file) => /\.(h|cpp|ts|tsx|mjs|css|py)$/.test(file));
    const headless = commented.filter((file) => !/^(#!.*\n)?(\/\/|\/\*|#|""")/.test(read(file)));
    expect(headless).toEqual([]);
  });
});

describe("the documented interface", () => {
  const documented = read("docs/interface.md");
  const shown = typescript
    .filter((file) => !file.startsWith("web/generated/"))
    .map(code)
    .join("\n");

  test("every hook in the DOM that it names is there", () => {
    const hooks = [...new Set([...documented.matchAll(/\bdata-[a-z-]+/g)].map(([hook]) => hook))];
    expect(hooks.length).toBeGreaterThan(20);
    const inScript = (hook: string) => `dataset.${hook.slice(5).replace(/-(.)/g, (_, letter) => letter.toUpperCase())}`;
    expect(hooks.filter((hook) => !shown.includes(hook) && !shown.includes(inScript(hook)))).toEqual([]);
  });

  test("every reserved key, and every kind of failure and of bad file, is named", () => {
    const named = (file: string, type: string) => {
      const [, union] = read(file).match(new RegExp(`${type}[^=]*=([^;]*);`)) ?? [];
      return [...union!.matchAll(/"([a-z-]+)"/g)].map(([, word]) => word);
    };
    const words = [
      ...named("web/engine/state.ts", "reservedKeys"),
      ...named("web/engine/failure.ts", "export type FailureKind"),
      ...named("web/engine/weights.ts", "export type WeightsProblemId"),
    ];
    expect(words.length).toBeGreaterThan(20);
    expect(words.filter((word) => !documented.includes(`\`${word}\``))).toEqual([]);
  });
});
