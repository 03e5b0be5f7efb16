// The page's address as state: which values it gives, and how it follows the controls.
import type { ControlView } from "./view.js";

/** Keys with a meaning of their own; never parameters. */
export const reservedKeys = ["theme", "controls", "view", "v", "engine", "presets"] as const;

export interface PageOptions {
  theme: "auto" | "light" | "dark";
  /** Which controls are shown; "all", "none" or names. */
  controls: "all" | "none" | string[];
  /** Which parts are shown; "all" or names. */
  view: "all" | string[];
}

type Known = Pick<ControlView, "name" | "widget" | "defaultValue" | "value">;

const listOf = (text: string) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);

export function readOptions(search: string): PageOptions {
  const query = new URLSearchParams(search);
  const theme = query.get("theme");
  const controls = query.get("controls") ?? "all";
  const view = query.get("view") ?? "all";
  return {
    theme: theme === "light" || theme === "dark" ? theme : "auto",
    controls: controls === "all" || controls === "none" ? controls : listOf(controls),
    view: view === "all" ? view : listOf(view),
  };
}

/** The values that an address gives to known parameters, as they stand there; everything else is ignored. */
export function readGiven(search: string, controls: readonly Known[]): Record<string, string> {
  const query = new URLSearchParams(search);
  return Object.fromEntries(
    controls.flatMap(({ name, widget }) => {
      const values = query.getAll(name);
      if (values.length === 0 || (reservedKeys as readonly string[]).includes(name)) return [];
      // A form sent without script repeats the key of a list for each of its items.
      return [[name, widget === "checks" || widget === "pairs" ? values.join(",") : (values.at(-1) ?? "")]];
    }),
  );
}

/** The values of controls that are not at their defaults. */
export const givenBy = (controls: readonly Known[]): Record<string, string> =>
  Object.fromEntries(controls.filter((c) => c.value !== c.defaultValue).map((c) => [c.name, c.value]));

const readable = (text: string) => encodeURIComponent(text).replace(/%2C/g, ",").replace(/%3A/g, ":");

/** `search` with the controls' values in place of its own; defaults are left out, other keys stay as they are. */
export function writeSearch(search: string, controls: readonly Known[]): string {
  const names = new Set(controls.map(({ name }) => name));
  const others = [...new URLSearchParams(search)].filter(([key]) => !names.has(key));
  const pairs = [...others, ...Object.entries(givenBy(controls))];
  return pairs.length === 0 ? "" : `?${pairs.map(([key, value]) => `${readable(key)}=${readable(value)}`).join("&")}`;
}

export interface UrlWriter {
  /** Shows this query in the address soon; the latest wins. */
  write(search: string): void;
  /** Shows what still waits at once. */
  flush(): void;
}

// Browsers limit how often (Safari: 100 times in 30 s, then an exception).
const pauseMs = 320;

/** Follows the controls by replaceState, at once and then at most every 320 ms. A browser that refuses is left alone. */
export function createUrlWriter(
  replace = (search: string) =>
    history.replaceState(history.state, "", `${location.pathname}${search}${location.hash}`),
): UrlWriter {
  let waiting: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    if (waiting === undefined) return;
    const search = waiting;
    waiting = undefined;
    try {
      replace(search);
    } catch {
      // Refused (a sandbox, a limit): the address stays behind, the page goes on.
    }
  };
  const pause = () => {
    timer = setTimeout(() => {
      timer = undefined;
      if (waiting === undefined) return;
      flush();
      pause();
    }, pauseMs);
  };
  return {
    write(search) {
      waiting = search;
      if (timer !== undefined) return;
      flush();
      pause();
    },
    flush,
  };
}
