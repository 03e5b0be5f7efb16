// A demo on a lecture hall's screen (`view=projector`): large type, one chart, and keys that step through presets and experiments.
import type { UiTexts } from "./texts.js";

const forward = new Set(["ArrowRight", "PageDown"]); // presenters' remote controls send Page Up and Page Down
const back = new Set(["ArrowLeft", "PageUp"]);

/** Keys typed into a field, or read along a chart, are not meant for the stepping. */
const isBusy = (target: EventTarget | null) =>
  target instanceof Element && target.matches("input, select, textarea, .plot, .timeline-box");

function leave() {
  const address = new URL(location.href);
  address.searchParams.delete("view");
  location.replace(address);
}

const makeButton = (label: string, text: string, act: () => void) => {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "plain-button";
  button.setAttribute("aria-label", label);
  button.textContent = text;
  button.addEventListener("click", act);
  return button;
};

/** The page must be the reader's own: in a frame the keys belong to the host. */
export function startProjector(demo: Element, texts: UiTexts) {
  const steps = () => [...demo.querySelectorAll<HTMLElement>("[data-preset], [data-experiment] button")];
  let index = steps().findIndex((step) => step.getAttribute("aria-pressed") === "true");
  const bar = document.createElement("div");
  bar.className = "projector-bar";
  const label = document.createElement("p");
  label.setAttribute("role", "status");
  const show = () => {
    const step = steps()[index];
    const look = step?.closest("[data-experiment]")?.querySelector("p")?.textContent ?? "";
    const name = step?.textContent ?? texts.projectorHint;
    label.textContent = step ? `${index + 1}/${steps().length} ${name}${look && `: ${look}`}` : name;
  };
  const go = (by: 1 | -1) => {
    const next = Math.max(0, Math.min(steps().length - 1, index + by));
    if (next === index) return;
    index = next;
    steps()[index]?.click();
    show();
  };
  bar.append(
    makeButton(texts.stepBack, "←", () => go(-1)),
    label,
    makeButton(texts.stepForward, "→", () => go(1)),
    makeButton(texts.leaveProjector, "Esc", leave),
  );
  document.body.append(bar);
  show();
  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return;
    if (event.key === "Escape") leave();
    else if (forward.has(event.key)) go(1);
    else if (back.has(event.key)) go(-1);
    else return;
    event.preventDefault();
  });
}
