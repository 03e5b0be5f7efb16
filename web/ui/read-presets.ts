// Reads starting points from JSON: a list of { "label": …, "params": { … } }. What is wrong is said with its place.
import type { ControlView } from "../engine/view.js";

export interface OwnPreset {
  label: string;
  /** Values that differ from the defaults, as URL text. */
  params: Record<string, string>;
}

export type ProblemKind =
  | "no-json"
  | "no-list"
  | "no-label"
  | "no-params"
  | "unknown-param"
  | "bad-value"
  | "not-allowed"
  | "too-many";

/** What is known of a parameter: its control, without what only a form needs. */
export type KnownParam = Pick<ControlView, "defaultValue" | "allowed" | "widget" | "min" | "max" | "choices">;

export interface PresetsProblem {
  problem: ProblemKind;
  /** Which entry and which parameter: "2", "2: sms". */
  where: string;
  /** What would be allowed there, where that is the matter. */
  allowed?: string;
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

/** Whether the model would take the value as it is; pairs are left to the model. */
function isAllowed(text: string, { widget, min, max, choices }: KnownParam): boolean {
  if (choices) return text.split(",").every((item) => choices.some(({ value }) => value === item.trim()));
  if (widget === "pairs" || min === undefined || max === undefined) return true;
  return text !== "" && Number(text) >= min && Number(text) <= max;
}

function readOne(entry: unknown, place: string, params: ReadonlyMap<string, KnownParam>): OwnPreset | PresetsProblem {
  if (!isRecord(entry) || typeof entry.label !== "string" || entry.label.trim() === "")
    return { problem: "no-label", where: place };
  if (!isRecord(entry.params)) return { problem: "no-params", where: place };
  const changed: Record<string, string> = {};
  for (const [name, value] of Object.entries(entry.params)) {
    const where = `${place}: ${name}`;
    const param = params.get(name);
    if (!param) return { problem: "unknown-param", where };
    const text = urlText(value);
    if (text === undefined) return { problem: "bad-value", where };
    if (!isAllowed(text, param)) return { problem: "not-allowed", where, allowed: param.allowed };
    if (text !== param.defaultValue) changed[name] = text;
  }
  return { label: entry.label.trim().slice(0, 60), params: changed };
}

export function readPresets(
  text: string,
  params: ReadonlyMap<string, KnownParam>,
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
    const preset = readOne(entry, String(index + 1), params);
    if ("problem" in preset) return preset;
    presets.push(preset);
  }
  return { presets };
}
