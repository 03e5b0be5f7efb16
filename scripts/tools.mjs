// Finds the programs the project needs on this machine.
import { existsSync } from "node:fs";
import { onPath, output } from "./command.mjs";

export const oldestEmcc = "3.1.6";

function atLeast(version, oldest) {
  const [a, b] = [version, oldest].map((text) => text.split(".").map(Number));
  for (let i = 0; i < 3; i++) if (a[i] !== b[i]) return a[i] > b[i];
  return true;
}

/** { path, version } of the Emscripten compiler on PATH when it is new enough. */
export function findEmcc() {
  const path = onPath("emcc");
  const version = path && output(path, ["--version"])?.match(/\b(\d+\.\d+\.\d+)\b/)?.[1];
  return version && atLeast(version, oldestEmcc) ? { path, version } : undefined;
}

/** A Chromium or Chrome: CHROME_PATH, or what is on PATH. */
export function findChromium() {
  if (process.env.CHROME_PATH) return existsSync(process.env.CHROME_PATH) ? process.env.CHROME_PATH : undefined;
  return ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"].map(onPath).find(Boolean);
}

/** Chromium without a window, as tests run it: it opens a page in half the time. CHROME_PATH comes first. */
export const findHeadlessShell = () => (process.env.CHROME_PATH ? findChromium() : onPath("chromium-headless-shell"));

/** What opens pages for tests and pictures. */
export const findTestBrowser = () => findHeadlessShell() ?? findChromium();

/** A Python that has numpy, for the references that tests compare with. */
export function findPython() {
  const candidates = [process.env.PYTHON, onPath("python3"), "/usr/bin/python3"].filter(
    (path) => path && existsSync(path),
  );
  return candidates.find((path) => output(path, ["-c", "import numpy"]) !== undefined);
}

export const hasGoogleTest = () =>
  ["/usr/include", "/usr/local/include"].some((folder) => existsSync(`${folder}/gtest/gtest.h`));

export const hasChineseFont = () => Boolean(onPath("fc-list") && output("fc-list", [":lang=zh", "family"])?.trim());

export const findFirefox = () => ["firefox-esr", "firefox"].map(onPath).find(Boolean);

/** { path, version } of the driver of WebKitGTK (which tells its version only to a session), and the browser it drives, which Debian keeps away from PATH. */
export function findWebKit() {
  const path = onPath("WebKitWebDriver");
  const libraries = ["x86_64-linux-gnu", "aarch64-linux-gnu"].flatMap((machine) =>
    ["webkit2gtk-4.1", "webkit2gtk-4.0", "webkitgtk-6.0"].map((name) => `/usr/lib/${machine}/${name}/MiniBrowser`),
  );
  const browser = libraries.find((file) => existsSync(file));
  return path && browser ? { path, version: "WebKitGTK", browser } : undefined;
}

/** A clang++ that can link fuzz targets: its version's libFuzzer is a package of its own. */
export function findClang() {
  const names = ["clang++", ...[21, 20, 19, 18, 17, 16, 15, 14].map((version) => `clang++-${version}`)];
  return names.map(onPath).find((path) => {
    const library = path && output(path, ["--print-file-name=libclang_rt.fuzzer-x86_64.a"])?.trim();
    return library && existsSync(library);
  });
}
