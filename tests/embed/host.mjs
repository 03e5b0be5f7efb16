// Foreign sites for tests: pages written in the test, served from another site than the companion's own server.
import { createServer } from "node:http";

const page = (body, head = "") =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Somebody's notes</title>${head}</head><body>${body}</body></html>`;

/**
 * Serves `pages`: path → { body, head, headers }, or a string for the body alone. Resolves to { url, close };
 * 127.0.0.1 and localhost are two sites to a browser.
 */
export async function hostOf(pages) {
  const server = createServer((request, response) => {
    const found = pages[new URL(request.url, "http://host").pathname];
    if (found === undefined) return response.writeHead(request.url === "/favicon.ico" ? 204 : 404).end();
    const {
      body,
      head,
      headers,
      type = "text/html; charset=utf-8",
      text,
    } = typeof found === "string" ? { body: found } : found;
    response.writeHead(200, { "Content-Type": type, ...headers });
    response.end(text ?? page(body, head));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The page's frame that shows a demo, once its results are live. */
export async function demoFrame(page, { index = 0, address = /\/embed\//, timeout = 20_000 } = {}) {
  const deadline = Date.now() + timeout;
  for (;;) {
    const frame = page.frames().filter((one) => address.test(one.url()))[index];
    // A frame may go while it is waited for, when the host changes its page.
    if (await frame?.waitForSelector('[data-demo][data-state="ready"]', { timeout: 2000 }).catch(() => undefined)) {
      return frame;
    }
    if (Date.now() > deadline) throw new Error(`No frame with a demo: ${page.frames().map((one) => one.url())}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export const figure = (frame, name = "in-flight") => frame.locator(`[data-figure="${name}"]`).first().textContent();

/** Types a value into a control, as a reader does. */
export async function type(frame, name, value) {
  await frame.fill(`input[name="${name}"]`, String(value));
  await frame.press(`input[name="${name}"]`, "Enter");
}

/** Waits until a figure in a frame reads so. */
export const waitFigure = (frame, text, name = "in-flight") =>
  frame.waitForFunction(
    ([which, wanted]) => document.querySelector(`[data-figure="${which}"]`)?.textContent === wanted,
    [name, text],
    { timeout: 20_000 },
  );
