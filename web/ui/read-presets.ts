// Reads starting points from JSON: a list of { "label": …, "params": { … } }. What is wrong is said with its place.

export interface OwnPreset {
  label: string;
  /** Values that differ from the defaults, as URL text. */
  params: Record<string, string>;
}

export type ProblemKind = "no-json" | "no-list" | "no-label" | "no-params" | "unknown-param" | "bad-value" | "too-many";

export interface PresetsProblem {
  problem: ProblemKind;
  /** Which entry and which parameter: "2", "2: sms". */
  where: string;
}

const most = 24;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** As in the address: numbers, words and lists of them. */
function urlText(value: unknown): string | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value)) {
    const items = value.map(urlText);
    return items.includes(undefined) ? undefined : items.join(",");
  }
  return undefined;
}

function readOne(entry: unknown, place: string, defaults: ReadonlyMap<string, string>): OwnPreset | PresetsProblem {
  if (!isRecord(entry) || typeof entry.label !== "string" || entry.label.trim() === "")
    return { problem: "no-label", where: place };
  if (!isRecord(entry.params)) return { problem: "no-params", where: place };
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(entry.params)) {
    const where = `${place}: ${name}`;
    if (!defaults.has(name)) return { problem: "unknown-param", where };
    const text = urlText(value);
    if (text === undefined) return { problem: "bad-value", where };
    if (text !== defaults.get(name)) params[name] = text;
  }
  return { label: entry.label.trim().slice(0, 60), params };
}

/** `defaults` holds the demo's parameters with their values in the lecture. */
export function readPresets(
  text: string,
  defaults: ReadonlyMap<string, string>,
): { presets: OwnPreset[] } | PresetsProblem {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { problem: "no-json", where: "" };
  }
  if (!Array.isArray(data) || data.length === 0) return { problem: "no-list", where: "" };
  if (data.length > most) return { problem: "too-many", where: String(most) };
  const presets: OwnPreset[] = [];
  for (const [index, entry] of data.entries()) {
    const preset = readOne(entry, String(index + 1), defaults);
    if ("problem" in preset) return preset;
    presets.push(preset);
  }
  return { presets };
}
