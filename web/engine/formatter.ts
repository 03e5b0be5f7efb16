// Numbers as text; the core does the rounding, this adds units and the sign for a missing number.
import type { Core } from "./core.js";
import type { Formatter } from "./define-demo.js";

const missing = "–";

export function makeFormatter(core: Pick<Core, "formatNumber" | "formatWithPrefix">): Formatter {
  const unlessMissing = (value: number, text: () => string) => (Number.isNaN(value) ? missing : text());
  return {
    number: (value, spec) => unlessMissing(value, () => core.formatNumber(value, spec)),
    bytes: (value) => unlessMissing(value, () => core.formatWithPrefix(value, "bytes")),
    seconds: (value) => unlessMissing(value, () => core.formatWithPrefix(value, "time")),
    count: (value, unit = "") =>
      unlessMissing(value, () => `${core.formatWithPrefix(value, "count")}${unit}`.trimEnd()),
  };
}

/** A parameter's number in full: commas for thousands, as many digits as it has. */
export function plainNumber(value: number, format: Formatter): string {
  return Number.isInteger(value) && Math.abs(value) < 1e15 ? format.number(value, ",.0f") : format.number(value, "");
}

export const withUnit = (text: string, unit: string | undefined): string => (unit ? `${text} ${unit}` : text);
