// Preferences that outlive a visit where the browser lets us keep them, and the visit alone where it does not.

const session = new Map<string, string>();

/** The store, or undefined: in sandboxed and foreign frames the very getter throws. */
function store(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

const prefix = "cs349e-companion:";

export function readPreference(name: string): string | undefined {
  if (session.has(name)) return session.get(name);
  try {
    return store()?.getItem(prefix + name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepPreference(name: string, value: string): void {
  session.set(name, value);
  try {
    store()?.setItem(prefix + name, value);
  } catch {
    // Full or forbidden: kept for this visit.
  }
}
