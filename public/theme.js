// Runs before the first paint: theme, and which parts and controls the address asks for. Plain script, as modules come too late.
(() => {
  const root = document.documentElement;
  const query = new URLSearchParams(location.search);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const kept = () => {
    try {
      return localStorage.getItem("cs349e-companion:theme");
    } catch {
      return null; // a frame without storage
    }
  };
  const apply = (choice) => {
    const known = choice === "light" || choice === "dark" ? choice : "auto";
    root.dataset.themeChoice = known;
    root.dataset.theme = known === "auto" ? (dark.matches ? "dark" : "light") : known;
  };
  apply(query.get("theme") ?? kept());
  dark.addEventListener("change", () => apply(root.dataset.themeChoice));
  document.addEventListener("theme-choice", (event) => apply(event.detail));
  if (window.parent !== window) root.dataset.framed = "";
  if (location.protocol === "file:") root.dataset.disk = "";
  // A module that does not load says nothing itself; its words stand in the page (`data-failed` of the demo).
  const sayFailed = () => {
    for (const demo of document.querySelectorAll("[data-demo][data-failed]")) {
      const box = document.createElement("p");
      box.className = "notice trouble";
      box.dataset.trouble = "script-failed";
      const retry = document.createElement("button");
      retry.className = "plain-button";
      retry.dataset.retry = "";
      retry.textContent = demo.dataset.failedRetry;
      retry.addEventListener("click", () => location.reload());
      box.append(demo.dataset.failed, retry);
      demo.querySelector(".trouble-slot")?.replaceChildren(box);
      demo.dataset.state = "error";
    }
  };
  const onFailed = ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== "module") return;
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", sayFailed);
    else sayFailed();
  };
  addEventListener("error", onFailed, true);
  const names = (key) => (query.get(key) ?? "all").split(",").filter((name) => /^[\w-]+$/.test(name));
  const hide = (selector) => {
    const sheet = new CSSStyleSheet();
    sheet.insertRule(`${selector} { display: none; }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  };
  const parts = names("view");
  const isProjector = parts.includes("projector");
  // A frame's keys and size are its host's: there the word is ignored.
  if (isProjector && window.parent === window) root.dataset.projector = "";
  if (!parts.includes("all") && !isProjector) {
    root.dataset.view = parts.join(" ");
    const shown = ["title", "controls", "presets", ...parts].map(
      (name) => `:not(.part-${name}):not(.part-chart-${name}):not(.part-table-${name})`,
    );
    // What lies in the panel of own weights comes and goes with it.
    hide(`.widget [class*="part-"]${shown.join("")}:not(.part-weights *)`);
  }
  const controls = names("controls");
  if (controls.includes("all")) return;
  root.dataset.controls = controls.includes("none") ? "none" : "some";
  hide(`.control${controls.map((name) => `:not([data-control="${name}"])`).join("")}`);
})();
