// Starts the benchmark's engines: programs that answer line by line, and workers in one Chromium.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";
import { root } from "../../scripts/command.mjs";
import { findTestBrowser } from "../../scripts/tools.mjs";

const here = join(root, "tests/bench");

/** { ask(line), close() } of a program that answers every line of its input with one of its output. */
export function startProgram(program, args) {
  const child = spawn(program, args, { cwd: here, stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(line) {
      child.stdin.write(`${line}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`${program} ${args.join(" ")} ended at "${line}"`);
      return value;
    },
    close: () => child.stdin.end(),
  };
}

const types = { ".mjs": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };

/** Serves this folder and `folders` (kernels, core) under their names; isolated, so that the browser's clock is fine enough. */
async function serveBench(folders) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const [, folder, name] = /^\/(kernels|core)\/(\w+\.(?:mjs|wasm))$/.exec(pathname) ?? [];
    const file = folder ? join(folders[folder], name) : join(here, pathname.replace(/[^\w.]/g, ""));
    const body = pathname === "/" ? "<!doctype html><title>bench</title>" : await readFile(file).catch(() => undefined);
    response.writeHead(body === undefined ? 404 : 200, {
      "Content-Type": types[extname(pathname)] ?? "text/html",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Embedder-Policy": "require-corp",
    });
    response.end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** { version, startWorker(kind), close() } */
export async function startBrowser(folders) {
  const server = await serveBench(folders);
  const browser = await chromium.launch({ executablePath: findTestBrowser(), args: ["--no-sandbox", "--disable-gpu"] });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  return {
    version: browser.version(),
    async startWorker(kind) {
      const worker = await page.evaluateHandle((kind) => {
        return new Worker(`/browser_worker.mjs?kind=${kind}`, { type: "module" });
      }, kind);
      const ask = (line) =>
        worker.evaluate(
          (target, line) =>
            new Promise((resolve, reject) => {
              target.onmessage = ({ data }) => resolve(data);
              target.onerror = (event) => reject(new Error(event.message ?? "the worker did not start"));
              target.postMessage(line);
            }),
          line,
        );
      return { ask, close: () => {} };
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}
