// Brings a machine that has only node and npm to the point where the project builds (--for=start) and tests (--for=test).
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { mustRun, onPath, output, root, withLock } from "./command.mjs";
import { hashOf, readStamp, writeStamp } from "./stamp.mjs";
import { findChromium, findEmcc, findPython, hasChineseFont, hasGoogleTest, oldestEmcc } from "./tools.mjs";

// What each purpose needs: how to see that it is there, and the Debian package that brings it.
const needs = [
  { what: "cmake", found: () => onPath("cmake"), packages: ["cmake"], purposes: ["start", "test"] },
  { what: "ninja", found: () => onPath("ninja"), packages: ["ninja-build"], purposes: ["start", "test"] },
  { what: `emcc ${oldestEmcc} or newer`, found: findEmcc, packages: ["emscripten"], purposes: ["start", "test"] },
  { what: "g++", found: () => onPath("g++"), packages: ["g++"], purposes: ["test"] },
  { what: "GoogleTest", found: hasGoogleTest, packages: ["libgtest-dev"], purposes: ["test"] },
  { what: "clang-format", found: () => onPath("clang-format"), packages: ["clang-format"], purposes: ["test"] },
  { what: "Chromium", found: findChromium, packages: ["chromium"], purposes: ["test"] },
  { what: "a Chinese font", found: hasChineseFont, packages: ["fontconfig", "fonts-noto-cjk"], purposes: ["test"] },
  { what: "Python with numpy", found: findPython, packages: ["python3", "python3-numpy"], purposes: ["test"] },
];

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
    ["scripts/setup.mjs", "scripts/tools.mjs"],
    [process.version, findChromium(), ...["emcc", "cmake", "ninja", "g++", "clang-format"].map(onPath)],
  );

/** Installs what `purpose` ("start" or "test") needs and is missing; within a second when nothing is. */
export async function setup(purpose) {
  const needed = needs.filter((need) => need.purposes.includes(purpose));
  if (readStamp(`setup-${purpose}`) === machineHash() && nodeModulesAreFresh()) return;

  await withLock("setup", async () => {
    const missing = needed.filter((need) => !need.found());
    if (missing.length) await installPackages(missing);
    if (nodeModulesAreFresh()) console.log("npm packages are as the lock file asks");
    else await mustRun("npm", ["ci"]);
    for (const need of needed) {
      const found = need.found();
      console.log(`found ${need.what}: ${typeof found === "object" ? `${found.path} (${found.version})` : found}`);
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
