// The script of every page with a header: the theme switch, and a language switch that carries the parameters along.
import "../../ui/styles.css";
import { keepPreference } from "../../engine/storage.js";
import { keepOffline } from "./keep-offline.js";

const themes = ["auto", "light", "dark"] as const;

for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-theme-choice]")) {
  const isCurrent = () => (document.documentElement.dataset.themeChoice ?? "auto") === button.dataset.themeChoice;
  button.setAttribute("aria-pressed", String(isCurrent()));
  button.addEventListener("click", () => {
    const choice = themes.find((theme) => theme === button.dataset.themeChoice) ?? "auto";
    keepPreference("theme", choice);
    document.dispatchEvent(new CustomEvent("theme-choice", { detail: choice }));
    for (const other of document.querySelectorAll("button[data-theme-choice]")) {
      other.setAttribute("aria-pressed", String(other === button));
    }
  });
}

for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-language]")) {
  const plain = link.getAttribute("href") ?? "";
  const follow = () => link.setAttribute("href", plain + location.search + location.hash);
  // The address follows the controls late; what counts is the moment of leaving.
  for (const type of ["pointerdown", "focus", "click"]) link.addEventListener(type, follow);
}

if (document.querySelector("[data-verify]")) void import("./verify-page.js");

/** Whether the self-test costs this page no download to speak of: a demo is here, or the whole site on this device. */
const isTestCheap = () => document.querySelector("[data-demo]") || navigator.serviceWorker?.controller;

for (const badge of document.querySelectorAll<HTMLElement>("[data-badge]")) {
  const test = () => void import("./badge.js").then((module) => module.showBadge(badge));
  if (isTestCheap()) test();
  else for (const type of ["pointerover", "focus"]) badge.addEventListener(type, test, { once: true });
}

keepOffline();
