// Finds demos and their words in their folders, so that a new demo needs no registration: demos/<id>/demo.ts exports its
// declaration as default, demos/<id>/texts.<lang>.ts exports `texts`.
import { EngineFailure } from "./failure.js";
import type { AnyDemo, AnyTexts } from "./param-words.js";
import type { Lang } from "./view.js";

const demos = import.meta.glob<{ default: AnyDemo }>("../demos/*/demo.ts");
const texts = import.meta.glob<{ texts: AnyTexts }>("../demos/*/texts.*.ts");

export const demoIds = (): string[] =>
  Object.keys(demos).map((path) => path.slice("../demos/".length, -"/demo.ts".length));

export async function load<Module>(modules: Record<string, () => Promise<Module>>, path: string): Promise<Module> {
  const found = Object.hasOwn(modules, path) ? modules[path] : undefined;
  if (!found) throw new EngineFailure("unknown-demo", `There is no ${path}`);
  return found();
}

export const loadDemo = async (id: string): Promise<AnyDemo> => (await load(demos, `../demos/${id}/demo.ts`)).default;
export const loadTexts = async (id: string, lang: Lang): Promise<AnyTexts> =>
  (await load(texts, `../demos/${id}/texts.${lang}.ts`)).texts;
