// Marks for a moment what has changed in a demo, so that the eye finds what a control did.
const markedMs = 700;

const shown = new WeakMap<Element, string>();
const timers = new WeakMap<Element, ReturnType<typeof setTimeout>>();

function mark(element: Element) {
  clearTimeout(timers.get(element));
  element.classList.add("just-changed");
  timers.set(
    element,
    setTimeout(() => element.classList.remove("just-changed"), markedMs),
  );
}

/** Compares all watched texts with those of the last call; the first only remembers them. */
export function markChanges(root: Element) {
  for (const element of root.querySelectorAll("[data-watch]")) {
    const text = element.textContent ?? "";
    const before = shown.get(element);
    shown.set(element, text);
    if (before !== undefined && before !== text) mark(element);
  }
}
