// A sheet to fill in by hand: the demo's questions, its table without the numbers, its exercise; never an answer.
import type { PredictionView } from "../engine/view.js";
import type { LectureDemo } from "./lecture-demo.js";
import { plainText } from "./rich.js";
import type { UiTexts } from "./texts.js";

type Content = string | Node;

function element(tag: string, className: string, ...content: Content[]): HTMLElement {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...content);
  return made;
}

const textOf = (parent: Element, selector: string) => parent.querySelector(selector)?.textContent?.trim() ?? "";

/** A line to write on, with the unit behind it. */
const blank = (unit = "") => element("span", "blank", unit && ` ${unit}`);

/** Its answer is asked for as on the page, also where the page has given it meanwhile. */
function question({ question: asked, answer }: PredictionView): HTMLElement {
  const answers =
    answer.kind === "choice"
      ? answer.options.map(({ label }) => element("span", "", `☐ ${label}`))
      : [blank(answer.unit)];
  return element("li", "", element("p", "", plainText(asked)), element("p", "answers", ...answers));
}

/** The table with its headings and words; what the model computes is left to the reader. */
function emptied(table: HTMLTableElement): HTMLElement {
  const copy = table.cloneNode(true) as HTMLTableElement;
  copy.removeAttribute("data-table");
  for (const cell of copy.querySelectorAll("th, td")) {
    if (cell.matches("td.numeric")) cell.replaceChildren();
    for (const name of ["class", "title", "data-watch", "aria-sort"]) cell.removeAttribute(name);
    cell.textContent = cell.textContent?.trim() ?? "";
  }
  return copy;
}

function section(title: string, ...content: Content[]): HTMLElement {
  return element("section", "", element("h2", "", title), ...content);
}

export function worksheet(demo: LectureDemo, texts: UiTexts): HTMLElement {
  const sheet = element("article", "worksheet", element("h1", "", textOf(demo, "h1")));
  sheet.append(element("p", "", `${texts.yourName} `, blank(), ` ${texts.date} `, blank()));
  const changes = [...demo.querySelectorAll("[data-changes] li")].map((change) => textOf(change, "span"));
  const setting = texts.drawnFor(changes.join(" · "));
  sheet.append(element("p", "", `${texts.setting} ${setting}`));
  const asked = demo.view?.predictions.filter(({ id }) => demo.querySelector(`[data-prediction="${CSS.escape(id)}"]`));
  if (asked?.length) sheet.append(section(texts.predictions, element("ol", "", ...asked.map(question))));
  const table = demo.querySelector<HTMLTableElement>('table[data-table="main"]');
  if (table) sheet.append(section(texts.fillIn, emptied(table)));
  const exercise = demo.querySelector("[data-exercise]");
  if (exercise) {
    const lines = [1, 2, 3].map(() => element("p", "line"));
    sheet.append(section(texts.exercise, element("p", "", textOf(exercise, "p")), ...lines));
  }
  sheet.append(element("p", "address", location.href));
  return sheet;
}

/** Opens the browser's print dialog with the sheet in the page's place. */
export function printWorksheet(demo: LectureDemo, texts: UiTexts) {
  const root = document.documentElement;
  const sheet = worksheet(demo, texts);
  document.querySelector(".worksheet")?.remove();
  document.body.append(sheet);
  root.dataset.worksheet = "";
  window.addEventListener(
    "afterprint",
    () => {
      sheet.remove();
      delete root.dataset.worksheet;
    },
    { once: true },
  );
  window.print();
}
