// The positions of a parameter's slider: round numbers between its limits, with the lecture's value among them.
import type { ControlView } from "../engine/view.js";

// Mantissas that are round and 2 to 5 % apart, so that a decade feels even under the thumb.
const mantissas: number[] = [];
for (let hundredths = 100; hundredths < 1000; hundredths += hundredths < 200 ? 5 : hundredths < 500 ? 10 : 20) {
  mantissas.push(hundredths);
}

/** Decimal arithmetic through text, so that 0.1 × 3 is 0.3. */
const decimal = (hundredths: number, exponent: number) => Number(`${hundredths}e${exponent - 2}`);

function logPositions(min: number, max: number): number[] {
  const positions: number[] = [];
  const [, exponentText = "0"] = min.toExponential().split("e");
  for (let exponent = Number(exponentText); decimal(100, exponent) <= max; exponent += 1) {
    positions.push(...mantissas.map((hundredths) => decimal(hundredths, exponent)));
  }
  return positions;
}

function roundStep(span: number): number {
  const [mantissa = "1", exponent = "0"] = (span / 100).toExponential().split("e");
  const leading = Number(mantissa);
  return decimal(leading > 5 ? 1000 : leading > 2 ? 500 : leading > 1 ? 200 : 100, Number(exponent));
}

function linearPositions(min: number, max: number, step: number): number[] {
  const count = Math.floor((max - min) / step + 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((min + index * step).toPrecision(12)));
}

// A thumb cannot tell more places apart; a wider range gets coarser steps.
const mostSteps = 1000;

const known = new Map<string, number[]>();

/** Ascending; holds the smallest, the largest and the default value. Made once for each range. */
export function detents(control: ControlView): number[] {
  const { min, max, step, scale, whole, defaultValue } = control;
  const range = JSON.stringify([min, max, step, scale, whole, defaultValue]);
  const positions = known.get(range) ?? makeDetents(control);
  known.set(range, positions);
  return positions;
}

function makeDetents(control: ControlView): number[] {
  const min = control.min ?? 0;
  const max = control.max ?? 1;
  const given = control.step ?? roundStep(max - min);
  const step = (max - min) / given <= mostSteps ? given : Math.max(given, roundStep(max - min));
  const raw = control.scale === "log" && min > 0 ? logPositions(min, max) : linearPositions(min, max, step);
  const usable = raw.filter((value) => value > min && value < max && (!control.whole || Number.isInteger(value)));
  return [...new Set([min, ...usable, Number(control.defaultValue), max])]
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
}

/** The position nearest to a value. */
export function nearestDetent(positions: number[], value: number): number {
  let best = 0;
  positions.forEach((position, index) => {
    if (Math.abs(position - value) < Math.abs((positions[best] ?? 0) - value)) best = index;
  });
  return best;
}

/** The next position in a direction, seen from any value. */
export function stepFrom(positions: number[], value: number, direction: 1 | -1): number | undefined {
  return direction > 0
    ? positions.find((position) => position > value)
    : positions.filter((position) => position < value).at(-1);
}
