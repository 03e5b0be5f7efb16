// A box that what is too wide for the page scrolls in, by keyboard too.
import type { ComponentChildren } from "preact";

export function ScrollBox({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section class="table-scroll" tabIndex={0} aria-label={name}>
      {children}
    </section>
  );
}
