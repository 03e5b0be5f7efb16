// Round places on an axis: 1-2-5 steps on a linear one, decades (or 1-2-5 within few decades) on a logarithmic one.

const steps = [1, 2, 5];
const most = 7;

/** m × 10^exponent as the nearest double; read from text, because repeated products of 10 drift. */
const decimal = (m: number, exponent: number) => Number(`${m}e${exponent}`);
const decade = (value: number) => Number(value.toExponential().split("e")[1]);

function linearTicks(min: number, max: number): number[] {
  const span = max - min;
  for (let exponent = decade(span / most); ; exponent += 1) {
    for (const m of steps) {
      const step = decimal(m, exponent);
      const first = Math.ceil(min / step - 1e-9);
      const last = Math.floor(max / step + 1e-9);
      if (last - first + 1 > most) continue;
      return Array.from({ length: last - first + 1 }, (_, i) => decimal((first + i) * m, exponent));
    }
  }
}

function logTicks(min: number, max: number): number[] {
  const [from, to] = [decade(min), decade(max)];
  const every = Math.max(1, Math.ceil((to - from) / most));
  const within = to - from < 3 ? steps : [1];
  const ticks: number[] = [];
  for (let exponent = from; exponent <= to; exponent += every) ticks.push(...within.map((m) => decimal(m, exponent)));
  return ticks.filter((tick) => tick >= min * (1 - 1e-9) && tick <= max * (1 + 1e-9));
}

/** Values at round places in [min, max]; just min where there is no span, none where the scale has no place for it. */
export function tickValues(scale: "linear" | "log", min: number, max: number): number[] {
  if (!Number.isFinite(min) || !Number.isFinite(max) || min > max || (scale === "log" && min <= 0)) return [];
  if (min === max) return [min];
  return scale === "log" ? logTicks(min, max) : linearTicks(min, max);
}
