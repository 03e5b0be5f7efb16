// Tells when an element is seen: on screen (through any frames around it) and in a tab that is in front.

export interface Sight {
  enter(): void;
  leave(): void;
  /** Its turn to work although nobody sees it, one element of the site at a time. */
  turn(): Promise<void>;
}

// A moment out of sight, as while scrolling past, is no reason to stop.
const patienceMs = 400;
const turnAfterMs = 1500;

/** Calls back until the returned function is called. */
export function watchSight(element: Element, sight: Sight): () => void {
  let onScreen = false;
  let isSeen = false;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const stopped = new AbortController();
  const update = () => {
    const now = onScreen && document.visibilityState === "visible";
    clearTimeout(leaving);
    if (now && !isSeen) {
      isSeen = true;
      sight.enter();
    } else if (!now && isSeen) {
      leaving = setTimeout(() => {
        isSeen = false;
        sight.leave();
      }, patienceMs);
    }
  };
  const observer = new IntersectionObserver((entries) => {
    onScreen = entries.at(-1)?.isIntersecting ?? false;
    update();
  });
  observer.observe(element);
  document.addEventListener("visibilitychange", update, { signal: stopped.signal });
  // Frames of one site share locks; where there are none (sandboxes, plain http) one waits until it is seen.
  const waiting = setTimeout(() => {
    navigator.locks
      ?.request("cs349e-unseen", { signal: stopped.signal }, () => (isSeen ? undefined : sight.turn()))
      .catch(() => {});
  }, turnAfterMs);
  return () => {
    stopped.abort();
    observer.disconnect();
    clearTimeout(waiting);
    clearTimeout(leaving);
  };
}
