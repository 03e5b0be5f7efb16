// The badge of every page: runs the quick self-test when the page has nothing better to do, and says what came of it.
import { selfTest } from "../../engine/verify.js";

/** Resolves once the page is loaded, its demos have answered, and the browser is idle. */
async function quiet(): Promise<void> {
  if (document.readyState !== "complete") {
    await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  }
  const isBusy = () => document.querySelector('[data-demo]:not([data-state="ready"]):not([data-state="error"])');
  while (isBusy()) await new Promise((resolve) => setTimeout(resolve, 500));
  await new Promise<void>((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: 5000 });
    else setTimeout(resolve, 1000);
  });
}

export async function showBadge(badge: HTMLElement): Promise<void> {
  await quiet();
  const result = await selfTest(badge.dataset.version ?? "", location.search).catch(() => undefined);
  if (!result) return; // The engine does not run here at all; the demos say so.
  badge.dataset.badge = result;
  badge.textContent = badge.dataset[result] ?? "";
  if (result === "fail") {
    const notice = document.createElement("p");
    notice.className = "notice";
    notice.dataset.notice = "self-test";
    notice.setAttribute("role", "status");
    notice.textContent = badge.dataset.fastPathsOff ?? "";
    document.querySelector("main")?.prepend(notice);
    document.dispatchEvent(new CustomEvent("fast-paths-off"));
  }
}
