// Keeps of old data what the new has in common with it, so that "the same object" means "nothing to draw".

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Equal to `now`, made of the objects and arrays of `old` wherever these are equal; functions are equal to themselves alone. */
export function kept<T>(old: T, now: T): T {
  if (Object.is(old, now)) return old;
  const areLists = Array.isArray(old) && Array.isArray(now);
  if (!areLists && !(isPlain(old) && isPlain(now))) return now;
  const [before, after] = [old, now] as Record<string, unknown>[];
  const made = (areLists ? [] : {}) as Record<string, unknown>;
  const names = Object.keys(now as object);
  let isSame = names.length === Object.keys(old as object).length;
  for (const name of names) {
    made[name] = kept(before?.[name], after?.[name]);
    isSame &&= Object.is(made[name], before?.[name]) && Object.hasOwn(before as object, name);
  }
  return isSame ? old : (made as T);
}
