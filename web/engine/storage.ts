// Preferences that outlive a visit where the browser lets us keep them, and the visit alone where it does not.

const prefix = "cs349e-companion:";

/** `store` may throw: in sandboxed and foreign frames the very getter does. What it refuses is kept in memory. */
function createShelf(store: () => Storage) {
  const memory = new Map<string, string>();
  return {
    read(name: string): string | undefined {
      if (memory.has(name)) return memory.get(name);
      try {
        return store().getItem(prefix + name) ?? undefined;
      } catch {
        return undefined;
      }
    },
    keep(name: string, value: string): void {
      memory.set(name, value);
      try {
        store().setItem(prefix + name, value);
      } catch {
        // Full, forbidden or absent: kept for this page.
      }
    },
  };
}

/** Outlives the visit. */
export const { read: readPreference, keep: keepPreference } = createShelf(() => localStorage);

/** Ends with the visit: answers, a reader's own starting points. */
export const { read: readVisit, keep: keepVisit } = createShelf(() => sessionStorage);
