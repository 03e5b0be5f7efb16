// Brings a machine that has only node and npm to the point where the project builds (--for=start), tests (--for=test) or
// runs its long tests (--for=long).
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { cacheDir, mustRun, onPath, output, root, withLock } from "./command.mjs";
import { hashOf, readStamp, writeStamp } from "./stamp.mjs";
import {
  findChromium,
  findClang,
  findEmcc,
  findFirefox,
  findHeadlessShell,
  findPython,
  findWebKit,
  hasChineseFont,
  hasGoogleTest,
  oldestEmcc,
} from "./tools.mjs";

// What each purpose needs: how to see that it is there, what does in its place where nothing may be installed, and the
// Debian package that brings it.
const needs = [
  { what: "cmake", found: () => onPath("cmake"), packages: ["cmake"], purposes: ["start", "test"] },
  { what: "ninja", found: () => onPath("ninja"), packages: ["ninja-build"], purposes: ["start", "test"] },
  { what: `emcc ${oldestEmcc} or newer`, found: findEmcc, packages: ["emscripten"], purposes: ["start", "test"] },
  { what: "g++", found: () => onPath("g++"), packages: ["g++"], purposes: ["test"] },
  { what: "GoogleTest", found: hasGoogleTest, packages: ["libgtest-dev"], purposes: ["test"] },
  { what: "clang-format", found: () => onPath("clang-format"), packages: ["clang-format"], purposes: ["test"] },
  {
    what: "Chromium's headless shell",
    found: findHeadlessShell,
    standIn: findChromium,
    packages: ["chromium-headless-shell"],
    purposes: ["test"],
  },
  { what: "Chromium", found: findChromium, packages: ["chromium"], purposes: ["long"] },
  { what: "a Chinese font", found: hasChineseFont, packages: ["fontconfig", "fonts-noto-cjk"], purposes: ["test"] },
  { what: "clang++ with libFuzzer", found: findClang, packages: ["clang", "libclang-rt-14-dev"], purposes: ["test"] },
  { what: "Python with numpy", found: findPython, packages: ["python3", "python3-numpy"], purposes: ["test"] },
  { what: "mmdebstrap", found: () => onPath("mmdebstrap"), packages: ["mmdebstrap"], purposes: ["long"] },
  { what: "Firefox", found: findFirefox, packages: ["firefox-esr"], purposes: ["long"] },
  { what: "WebKitGTK", found: findWebKit, packages: ["webkit2gtk-driver"], purposes: ["long"] },
  { what: "a display for it", found: () => onPath("xvfb-run"), packages: ["xvfb", "xauth"], purposes: ["long"] },
  { what: "MkDocs", found: () => onPath("mkdocs"), packages: ["mkdocs"], purposes: ["long"] },
  { what: "Sphinx", found: () => onPath("sphinx-build"), packages: ["python3-sphinx"], purposes: ["long"] },
];

/** The long tests need what the tests need, the tests bring their own builds. */
const isFor = (need, purpose) =>
  need.purposes.includes(purpose) || (purpose === "long" && need.purposes.includes("test"));

/** Hosts of the embedding tests that come from npm; apart, as nothing else needs them. */
export const hostsFolder = join(cacheDir, "hosts");

async function installHosts() {
  mkdirSync(hostsFolder, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) {
    copyFileSync(join(root, "tests/embed/hosts", name), join(hostsFolder, name));
  }
  await mustRun("npm", ["ci", "--prefix", hostsFolder]);
}

/** How to become root for apt-get: nothing to prefix, sudo, or undefined when this user may not install. */
function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  if (!onPath("sudo")) return undefined;
  return process.stdin.isTTY || output("sudo", ["-n", "true"]) !== undefined ? ["sudo"] : undefined;
}

async function installPackages(missing) {
  const packages = missing.flatMap((need) => need.packages);
  const install = ["apt-get", "install", "-y", "--no-install-recommends", ...packages];
  const names = missing.map((need) => need.what).join(", ");
  const prefix = onPath("apt-get") ? rootPrefix() : undefined;
  if (!prefix) {
    throw new Error(
      `Missing: ${names}. This user may not install packages here. Run this as root, then repeat the command:\n\n` +
        `  apt-get update && ${install.join(" ")}\n\n` +
        "(On a system without apt-get, install the same programs in its own way and put them on PATH.)",
    );
  }
  console.log(`Installing ${names} (Debian packages: ${packages.join(" ")})`);
  const waitForLock = ["-o", "DPkg::Lock::Timeout=300"];
  const [update, ...rest] = [...prefix, "apt-get", ...waitForLock, "update"];
  await mustRun(update, rest, { input: "inherit" });
  const [program, ...args] = [
    ...prefix,
    "env",
    "DEBIAN_FRONTEND=noninteractive",
    "apt-get",
    ...waitForLock,
    ...install.slice(1),
  ];
  await mustRun(program, args, { input: "inherit" });
  const stillMissing = missing.filter((need) => !need.found()).map((need) => need.what);
  if (stillMissing.length) throw new Error(`Installed, but still not found: ${stillMissing.join(", ")}`);
}

/** True when node_modules holds exactly what the lock file asks for (packages for other platforms may be absent). */
function nodeModulesAreFresh() {
  const installedFile = join(root, "node_modules/.package-lock.json");
  if (!existsSync(installedFile)) return false;
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  const installed = JSON.parse(readFileSync(installedFile, "utf8")).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "") return true;
    return installed[path] ? installed[path].version === entry.version : Boolean(entry.optional || entry.peer);
  });
}

/** Changes when a program appears, moves or goes, so that a stamp tells only about this machine as it is. */
const machineHash = () =>
  hashOf(
    ["scripts/setup.mjs", "scripts/tools.mjs", "tests/embed/hosts"],
    [
      process.version,
      findChromium(),
      findHeadlessShell(),
      ...["emcc", "cmake", "ninja", "g++", "clang-format"].map(onPath),
    ],
  );

/** Installs what `purpose` ("start", "test" or "long") needs and is missing; within a second when nothing is. */
export async function setup(purpose) {
  const needed = needs.filter((need) => isFor(need, purpose));
  if (readStamp(`setup-${purpose}`) === machineHash() && nodeModulesAreFresh()) return;

  await withLock("setup", async () => {
    const mayInstall = onPath("apt-get") && rootPrefix();
    const found = (need) => need.found() ?? (mayInstall ? undefined : need.standIn?.());
    const missing = needed.filter((need) => !found(need));
    if (missing.length) await installPackages(missing);
    if (nodeModulesAreFresh()) console.log("npm packages are as the lock file asks");
    else await mustRun("npm", ["ci"]);
    if (purpose === "long") await installHosts();
    for (const need of needed) {
      const at = found(need);
      console.log(`found ${need.what}: ${typeof at === "object" ? `${at.path} (${at.version})` : at}`);
    }
  });
  writeStamp(`setup-${purpose}`, machineHash());
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const purpose = process.argv.find((argument) => argument.startsWith("--for="))?.slice("--for=".length) ?? "test";
  try {
    await setup(purpose);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
