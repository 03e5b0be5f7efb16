// Runs other programs: live output, captured text, one way to fail, and no two builds in one folder at a time.
import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const cacheDir = join(root, ".cache");

/** The full path of a program on PATH, or undefined. */
export function onPath(program) {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const path = join(folder, program);
    try {
      accessSync(path, constants.X_OK);
      if (statSync(path).isFile()) return path;
    } catch {
      // not in this folder
    }
  }
  return undefined;
}

/** Output of a short silent command, or undefined when it cannot run or fails. */
export function output(program, args) {
  const done = spawnSync(program, args, { cwd: root, encoding: "utf8" });
  return done.status === 0 ? done.stdout : undefined;
}

/** Runs a program with its output shown as it comes; resolves to its exit code and everything it printed. */
export function run(program, args, { env = {}, timeoutMs = 0, input = "ignore" } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}), ...env },
      stdio: [input, "pipe", "pipe"],
      timeout: timeoutMs,
    });
    let text = "";
    for (const [stream, target] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      stream.setEncoding("utf8");
      stream.on("data", (chunk) => {
        text += chunk;
        target.write(chunk);
      });
    }
    child.on("error", (error) => resolve({ code: 127, text: `${text}${error.message}` }));
    child.on("close", (code, signal) => {
      if (signal) console.error(`${program} was ended by ${signal}`);
      resolve({ code: code ?? 1, text });
    });
  });
}

/** Like run, but a failure is an error that names the command. */
export async function mustRun(program, args, options) {
  console.log(`> ${[program, ...args].join(" ")}`);
  const done = await run(program, args, options);
  if (done.code !== 0) throw new Error(`\`${[program, ...args].join(" ")}\` failed with exit code ${done.code}`);
  return done;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** True when the process that took the lock is gone; one that has not yet written its id gets some seconds. */
function isAbandoned(lock, owner) {
  try {
    return !isAlive(Number(readFileSync(owner, "utf8")));
  } catch {
    const taken = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
    return taken !== undefined && Date.now() - taken > 5000;
  }
}

/** Runs `work` while no other process of this clone holds the lock of that name. */
export async function withLock(name, work) {
  const lock = join(cacheDir, `${name}.lock`);
  const owner = join(lock, "pid");
  mkdirSync(cacheDir, { recursive: true });
  for (let waited = false; ; waited = true) {
    try {
      mkdirSync(lock);
      writeFileSync(owner, String(process.pid));
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (!waited) console.log(`Waiting for another ${name} …`);
    await sleep(300);
    if (isAbandoned(lock, owner)) rmSync(lock, { recursive: true, force: true });
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}
