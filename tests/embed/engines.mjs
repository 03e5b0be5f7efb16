// Chromium, Firefox and WebKitGTK behind one small interface, for tests that all engines have to pass.
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import puppeteer from "puppeteer-core";
import { Builder } from "selenium-webdriver";
import { findChromium, findFirefox, findWebKit } from "../../scripts/tools.mjs";

const size = { width: 1280, height: 900 };

/** The demo's frame of a host page, also in the helper's shadow tree. Runs in the page. */
const findFrame = () =>
  document.querySelector("cs349e-demo")?.shadowRoot?.querySelector("iframe") ?? document.querySelector("iframe");

/** Chromium and Firefox. `evaluate` runs in the page, `evaluateInFrame` in the frame that shows a demo. */
async function openWithPuppeteer(options) {
  const browser = await puppeteer.launch({ headless: true, defaultViewport: size, ...options });
  const page = await browser.newPage();
  const frame = () => page.frames().find((one) => one !== page.mainFrame() && one.url().includes("/embed/"));
  return {
    visit: (url) => page.goto(url, { waitUntil: "load" }),
    evaluate: (work, ...args) => page.evaluate(work, ...args),
    evaluateInFrame: (work, ...args) => frame()?.evaluate(work, ...args),
    version: () => browser.version(),
    close: () => browser.close(),
  };
}

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** A driver process that answers, on a display of its own. */
async function startWebKitDriver({ path }) {
  const port = await freePort();
  const env = { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" }; // containers run as root
  const child = spawn("xvfb-run", ["-a", path, `--port=${port}`], { env, stdio: "ignore", detached: true });
  const url = `http://127.0.0.1:${port}`;
  for (let i = 0; i < 150; i += 1) {
    if (await fetch(`${url}/status`).catch(() => undefined)) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { url, end: () => process.kill(-child.pid) };
}

async function openWebKit() {
  const found = findWebKit();
  const server = await startWebKitDriver(found);
  const driver = await new Builder()
    .usingServer(server.url)
    .withCapabilities({
      browserName: "MiniBrowser",
      "webkitgtk:browserOptions": { binary: found.browser, args: ["--automation"] },
    })
    .build();
  await driver.manage().window().setRect(size);
  const evaluate = (work, ...args) =>
    driver.executeAsyncScript(
      `const done = arguments[arguments.length - 1];
       Promise.resolve((${work}).apply(null, [].slice.call(arguments, 0, -1))).then(done, (error) => done({ failed: String(error) }));`,
      ...args,
    );
  return {
    visit: (url) => driver.get(url),
    evaluate,
    async evaluateInFrame(work, ...args) {
      await driver.switchTo().frame(await driver.executeScript(`return (${findFrame})()`));
      try {
        return await evaluate(work, ...args);
      } finally {
        await driver.switchTo().defaultContent();
      }
    },
    version: async () => (await driver.getCapabilities()).getBrowserVersion(),
    async close() {
      await driver.quit();
      server.end();
    },
  };
}

const chromiumFlags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"];

export const engines = {
  Chromium: () => openWithPuppeteer({ executablePath: findChromium(), args: chromiumFlags }),
  Firefox: () => openWithPuppeteer({ browser: "firefox", executablePath: findFirefox() }),
  WebKitGTK: openWebKit,
};

/** Asks again and again until the answer is truthy; says what it was when it never is. */
export async function until(ask, what, { timeout = 40_000 } = {}) {
  const deadline = Date.now() + timeout;
  let answer;
  do {
    answer = await Promise.resolve(ask()).catch((error) => String(error).slice(0, 200) && undefined);
    if (answer) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  } while (Date.now() < deadline);
  throw new Error(`Not within ${timeout} ms: ${what} (${JSON.stringify(answer)})`);
}
