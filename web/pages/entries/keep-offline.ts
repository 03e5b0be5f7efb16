// Asks the browser to keep the site for use without a network, and offers a new version once it is there.

/** The site's root, where the service worker lies; undefined where none is wanted. */
function siteRoot(): URL | undefined {
  const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  const isFramed = window.parent !== window;
  const savesData = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
  if (!manifest || isFramed || savesData || !isSecureContext || !("serviceWorker" in navigator)) return undefined;
  const root = new URL("./", manifest.href);
  return /\/v\/[^/]+\/$/.test(root.pathname) ? undefined : root; // a pinned version is not the site
}

function offer(waiting: ServiceWorker) {
  const notice = document.querySelector<HTMLElement>("[data-update]");
  if (!notice) return;
  notice.hidden = false;
  notice.querySelector("[data-update-later]")?.addEventListener("click", () => {
    notice.hidden = true;
  });
  notice.querySelector("[data-update-now]")?.addEventListener("click", () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    waiting.postMessage("take-over");
  });
}

async function keep(root: URL) {
  const registration = await navigator.serviceWorker.register(new URL("sw.js", root), { scope: root.pathname });
  const offerWaiting = () => {
    // Without a controller this was the first visit: nothing is replaced.
    if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
  };
  const watch = () => registration.installing?.addEventListener("statechange", offerWaiting);
  offerWaiting();
  watch(); // one that is on its way already
  registration.addEventListener("updatefound", watch);
}

// The page's own files come first.
const pauseMs = 1500;

export function keepOffline(): void {
  const root = siteRoot();
  if (!root) return;
  const start = () => setTimeout(() => keep(root).catch(() => {}), pauseMs); // refused or offline: a page like any other
  if (document.readyState === "complete") start();
  else addEventListener("load", start, { once: true });
}
