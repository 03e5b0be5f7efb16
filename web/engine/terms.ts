// The glossary's entries, loaded with the first term that a reader asks about: no page has to carry them.
import type { Lang, TermView } from "./view.js";

type Glossary = Record<string, { name: string; definition: string }>;

const glossaries: Record<Lang, () => Promise<{ glossary: Glossary }>> = {
  zh: () => import("./glossary.zh.js"),
  en: () => import("./glossary.en.js"),
};

/** Undefined for an id without an entry; rejects where the glossary cannot be loaded. */
export async function termOf(id: string, lang: Lang): Promise<TermView | undefined> {
  const { glossary } = await glossaries[lang]();
  const entry = Object.hasOwn(glossary, id) ? glossary[id] : undefined;
  return entry && { id, name: entry.name, definition: entry.definition };
}
