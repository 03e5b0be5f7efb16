// The glossary entries that a View uses, in the reader's language: few of many, so that pages need not carry them all.
import type { Lang, TermView, View } from "./view.js";

type Glossary = Record<string, { name: string; definition: string }>;

const glossaries: Record<Lang, () => Promise<{ glossary: Glossary }>> = {
  zh: () => import("./glossary.zh.js"),
  en: () => import("./glossary.en.js"),
};

/** Ids of the terms in whatever holds sentences. */
function idsIn(value: unknown, found: Set<string>): Set<string> {
  if (typeof value !== "object" || value === null) return found;
  if ("kind" in value && value.kind === "term" && "term" in value) found.add(String(value.term));
  else for (const member of Object.values(value)) idsIn(member, found);
  return found;
}

/** In the order in which they are met; an id without an entry is left out. */
export async function termsOf(
  view: Pick<View, "lang" | "sentence" | "tables" | "observations" | "predictions" | "experiments" | "exercise">,
): Promise<TermView[]> {
  const { sentence, observations, predictions, experiments, exercise } = view;
  const notes = view.tables.map((table) => table.notes);
  const ids = idsIn([sentence, observations, notes, predictions, experiments, exercise], new Set());
  const { glossary } = await glossaries[view.lang]();
  return [...ids].flatMap((id) => {
    const entry = Object.hasOwn(glossary, id) ? glossary[id] : undefined;
    return entry ? [{ id, name: entry.name, definition: entry.definition }] : [];
  });
}
