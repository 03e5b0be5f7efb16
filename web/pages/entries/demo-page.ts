// The script of a demo's page.
import "../../ui/styles.css";
import { LectureDemo } from "../../ui/lecture-demo.js";
import { uiTexts } from "../../ui/texts.js";
import "./page.js";

/** The dialog is loaded when it is first asked for. */
async function offer(button: HTMLButtonElement) {
  const { openEmbedDialog } = await import("../../ui/embed-dialog.js");
  const demo = document.querySelector<LectureDemo>("lecture-demo");
  if (!(demo instanceof LectureDemo)) return;
  const { embed = "", root = "", version = "", integrity = "" } = button.dataset;
  const controls = [...demo.querySelectorAll<HTMLElement>("[data-control]")].filter((one) => !one.closest("details"));
  openEmbedDialog({
    root: new URL(root, location.href).href,
    version,
    integrity,
    id: embed,
    title: demo.querySelector("h1")?.textContent ?? embed,
    lang: document.documentElement.lang.startsWith("zh") ? "zh" : "en",
    query: demo.query,
    mainControls: controls.map((control) => control.dataset.control ?? ""),
  });
}

for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-embed]")) {
  button.addEventListener("click", () => void offer(button));
}

/** Citations name the place where the site stands. */
for (const place of document.querySelectorAll<HTMLElement>("[data-here]")) {
  if (location.protocol !== "file:") place.textContent = location.origin + location.pathname;
}

const root = document.documentElement;
const texts = uiTexts[root.lang.startsWith("zh") ? "zh" : "en"];
const demo = document.querySelector<LectureDemo>("lecture-demo");

// On a phone what stays in sight of a picture on a low screen is its lower part: phone.css asks for its height.
const hero = demo?.querySelector<HTMLElement>(".hero");
if (demo && hero) {
  new ResizeObserver(([at]) => {
    demo.style.setProperty("--hero-height", `${at?.borderBoxSize[0]?.blockSize ?? 0}px`);
  }).observe(hero);
}

for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-projector]")) {
  link.addEventListener("click", () => {
    const query = new URLSearchParams(location.search);
    query.set("view", "projector");
    link.search = query.toString();
  });
}

document.querySelector("button[data-print-worksheet]")?.addEventListener("click", async () => {
  const { printWorksheet } = await import("../../ui/worksheet.js");
  if (demo) printWorksheet(demo, texts);
});

if (demo && root.dataset.projector !== undefined) {
  void import("../../ui/projector.js").then(({ startProjector }) => startProjector(demo, texts));
}
