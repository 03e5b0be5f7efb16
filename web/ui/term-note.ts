// A glossary term explained where it stands: a note beside the word, closed by Escape, its button, or anything else.
import type { TermView } from "../engine/view.js";
import type { UiTexts } from "./texts.js";

let close = () => {};

const gap = 6;

/** Under the word where there is room for it, else over it; inside the window from side to side. */
function place(note: HTMLElement, word: HTMLElement) {
  const box = word.getBoundingClientRect();
  const page = document.documentElement;
  const left = Math.max(gap, Math.min(box.left, page.clientWidth - note.offsetWidth - gap));
  const isRoomBelow = box.bottom + gap + note.offsetHeight < page.clientHeight;
  const isRoomAbove = box.top - gap - note.offsetHeight > 0;
  const top = isRoomBelow || !isRoomAbove ? box.bottom + gap : box.top - gap - note.offsetHeight;
  note.style.left = `${left + window.scrollX}px`;
  note.style.top = `${top + window.scrollY}px`;
}

function draw(word: HTMLElement, term: TermView, texts: UiTexts): HTMLElement {
  const note = document.createElement("div");
  note.className = "term-note";
  note.setAttribute("role", "dialog");
  note.setAttribute("aria-label", term.name);
  note.tabIndex = -1;
  note.dataset.termNote = term.id;
  const name = document.createElement("strong");
  name.textContent = term.name;
  const definition = document.createElement("p");
  definition.textContent = term.definition;
  const foot = document.createElement("p");
  const all = document.createElement("a");
  all.href = word.getAttribute("href") ?? "";
  all.target = word.getAttribute("target") ?? "";
  all.textContent = texts.allTerms;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = texts.close;
  button.addEventListener("click", () => close());
  // A file on a disk stands alone.
  foot.append(...(location.protocol === "file:" ? [button] : [all, button]));
  note.append(name, definition, foot);
  return note;
}

export function showTerm(word: HTMLElement, term: TermView, texts: UiTexts) {
  close();
  const note = draw(word, term, texts);
  const stopped = new AbortController();
  const { signal } = stopped;
  close = () => {
    close = () => {};
    stopped.abort();
    const hadFocus = note.contains(document.activeElement);
    note.remove();
    if (hadFocus) word.focus({ preventScroll: true });
  };
  document.addEventListener("keydown", (event) => event.key === "Escape" && close(), { signal });
  document.addEventListener("pointerdown", (event) => !note.contains(event.target as Node) && close(), { signal });
  note.addEventListener("focusout", (event) => !note.contains(event.relatedTarget as Node | null) && close(), {
    signal,
  });
  window.addEventListener("resize", () => close(), { signal });
  document.body.append(note);
  place(note, word);
  note.focus({ preventScroll: true });
}
