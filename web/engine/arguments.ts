// Checks what callers of the public API pass: a TypeError or RangeError names the argument and what is allowed.

const shown = (value: unknown): string => {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 39)}…` : value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function" || typeof value === "symbol") return `a ${typeof value}`;
  if (typeof value === "object" && value !== null) {
    return ArrayBuffer.isView(value)
      ? Object.prototype.toString.call(value).slice(8, -1)
      : Array.isArray(value)
        ? "an array"
        : "an object";
  }
  return String(value);
};

export const wrongType = (argument: string, allowed: string, given: unknown) =>
  new TypeError(`${argument} must be ${allowed}; got ${shown(given)}`);
export const outOfRange = (argument: string, allowed: string, given: unknown) =>
  new RangeError(`${argument} must be ${allowed}; got ${shown(given)}`);

export function oneOf(argument: string, value: unknown, allowed: readonly string[]): string {
  const list = `one of ${allowed.join(", ")}`;
  if (typeof value !== "string") throw wrongType(argument, list, value);
  if (!allowed.includes(value)) throw outOfRange(argument, list, value);
  return value;
}

export function wholeNumber(argument: string, value: unknown, min: number, max: number): number {
  const allowed = `a whole number from ${min} to ${max}`;
  if (typeof value !== "number") throw wrongType(argument, allowed, value);
  if (!Number.isInteger(value) || value < min || value > max) throw outOfRange(argument, allowed, value);
  return value;
}

/** Options are an object or left out; null is neither. */
export function optionsOf(argument: string, value: unknown): Record<string, unknown> {
  if (value === undefined) return {};
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw wrongType(argument, "an object", value);
  return value as Record<string, unknown>;
}

/** A seed in [0, 2^64) as its two 32-bit halves, high first. */
export function seedHalves(value: unknown): [number, number] {
  const allowed = "a whole number from 0 to 2^53 - 1, or a bigint from 0n to 2n**64n - 1n";
  if (typeof value !== "number" && typeof value !== "bigint") throw wrongType("seed", allowed, value);
  if (typeof value === "number" && !Number.isSafeInteger(value)) throw outOfRange("seed", allowed, value);
  const seed = BigInt(value);
  if (seed < 0n || seed >= 1n << 64n) throw outOfRange("seed", allowed, value);
  return [Number(seed >> 32n), Number(seed & 0xffffffffn)];
}

// By tag and not by class: an array may come from another frame.
const tagOf = (value: unknown) => (ArrayBuffer.isView(value) ? Object.prototype.toString.call(value).slice(8, -1) : "");

/** A copy in float64: the caller may write into its array while the call waits. */
export function floats(argument: string, value: unknown, allowArray: boolean): Float64Array<ArrayBuffer> {
  const allowed = `a Float32Array or Float64Array${allowArray ? " or an array of numbers" : ""}`;
  if (["Float64Array", "Float32Array"].includes(tagOf(value))) return new Float64Array(value as Float64Array);
  if (!allowArray || !Array.isArray(value)) throw wrongType(argument, allowed, value);
  // Index by index: a hole is not a number.
  for (let i = 0; i < value.length; i += 1) {
    if (typeof value[i] !== "number") throw wrongType(`${argument}[${i}]`, "a number", value[i]);
  }
  return Float64Array.from(value);
}

export function bytes(argument: string, value: unknown): Uint8Array {
  if (tagOf(value) === "Uint8Array") return new Uint8Array(value as Uint8Array);
  if (!Array.isArray(value))
    throw wrongType(argument, "a Uint8Array or an array of whole numbers from 0 to 255", value);
  for (let i = 0; i < value.length; i += 1) wholeNumber(`${argument}[${i}]`, value[i], 0, 255);
  return Uint8Array.from(value);
}

/** A finite number above (or, inclusive, from) a bound. */
export function numberFrom(argument: string, value: unknown, min: number, inclusive: boolean): number {
  const allowed = `a finite number ${inclusive ? "from" : "above"} ${min}`;
  if (typeof value !== "number") throw wrongType(argument, allowed, value);
  if (!Number.isFinite(value) || !(inclusive ? value >= min : value > min)) throw outOfRange(argument, allowed, value);
  return value;
}

export function signalOf(options: Record<string, unknown>): AbortSignal | undefined {
  const { signal } = options;
  if (signal === undefined || signal === null) return undefined;
  if (typeof signal !== "object" || typeof (signal as AbortSignal).addEventListener !== "function") {
    throw wrongType("signal", "an AbortSignal", signal);
  }
  return signal as AbortSignal;
}

/** A parameter's value: number, text or list; anything else has no meaning in any model. */
export function paramValue(argument: string, value: unknown): number | string | string[] | undefined {
  if (value === undefined || typeof value === "number" || typeof value === "string") return value;
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i += 1) {
      if (typeof value[i] !== "string") throw wrongType(`${argument}[${i}]`, "a string", value[i]);
    }
    return [...value];
  }
  throw wrongType(argument, "a number, a string or an array of strings", value);
}
