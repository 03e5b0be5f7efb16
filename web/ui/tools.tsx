// A fold under a table or chart whose inside (copies, downloads, a chart's points as a table) is loaded when it is opened.
import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface ToolsProps<Inside> {
  /** The element's id; a link to it opens the fold. */
  id: string;
  label: string;
  load(): Promise<ComponentType<Inside>>;
  inside: Inside;
  /** What a reader without script is sent to. */
  fallback?: { href: string; text: string };
}

export function Tools<Inside extends object>({ id, label, load, inside, fallback }: ToolsProps<Inside>) {
  const fold = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [Menu, setMenu] = useState<ComponentType<Inside> | null>(null);
  // It may have been opened before the script came.
  useEffect(() => setOpen(fold.current?.open ?? false), []);
  useEffect(() => {
    if (!isOpen || Menu) return;
    load().then(
      (loaded) => setMenu(() => loaded),
      () => setOpen(false), // the next opening tries again
    );
  }, [isOpen]);
  return (
    <details class="tools" id={id} ref={fold} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {isOpen && Menu ? <Menu {...inside} /> : fallback && <a href={fallback.href}>{fallback.text}</a>}
    </details>
  );
}
