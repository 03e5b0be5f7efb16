// The works of the benchmark in plain JavaScript, as fast as we could write it: rounding by tables and by adding and
// taking away a large power of two, without a branch per element.

const count = 1 << 20;

// What E2M1 makes of ceil(4·|x|) quarters, a tie to the smaller magnitude: midpoints are multiples of a quarter, and a
// quarter's right end belongs to the quarter. The second half is for negative x: a choice by sign would be a branch that
// is missed half of the time.
const most = 24;
const magnitudes = Array.from({ length: most + 1 }, (_, quarters) => {
  const above = [0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 5].filter((midpoint) => quarters / 4 > midpoint);
  return [0, 0.5, 1, 1.5, 2, 3, 4, 6][above.length];
});
const e2m1 = Float64Array.from([...magnitudes, ...magnitudes.map((x) => -x)]);

// For each exponent field, 1.5 × 2^52 steps of E4M3: x + big − big is x of either sign rounded to the step, ties to even.
const e4m3Big = Float64Array.from({ length: 2048 }, (_, field) => 1.5 * 2 ** (Math.max(field - 1023, -6) + 49));

const bits = new Float64Array(1);
const words = new Uint32Array(bits.buffer);

function exponentField(value) {
  bits[0] = value;
  return (words[1] >>> 20) & 2047;
}

function roundE4m3(value) {
  const big = e4m3Big[exponentField(value)];
  return Math.max(-448, Math.min(value + big - big, 448));
}

function largestMagnitude(values, start, end) {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let i = start; i < end; i += 4) {
    a = Math.max(a, Math.abs(values[i]));
    b = Math.max(b, Math.abs(values[i + 1]));
    c = Math.max(c, Math.abs(values[i + 2]));
    d = Math.max(d, Math.abs(values[i + 3]));
  }
  return Math.max(a, b, c, d);
}

/**
 * Rounds values[start..end) to `scale` times E2M1 and adds to the sums: squared errors, squares, flushed to zero.
 * `halves`: the same values as 32-bit words.
 */
function roundToE2m1(values, halves, out, start, end, scale, sums) {
  let errors = 0;
  let squares = 0;
  let zeros = 0;
  for (let i = start; i < end; i++) {
    const x = values[i];
    const quarters = Math.ceil(Math.min(Math.abs(x / scale) * 4, most)) | 0;
    const q = e2m1[quarters + (most + 1) * (halves[2 * i + 1] >>> 31)] * scale;
    out[i] = q;
    errors += (q - x) * (q - x);
    squares += x * x;
    zeros += (quarters - 2) >>> 31; // fewer than two quarters; the values hold no zero
  }
  sums.errors += errors;
  sums.squares += squares;
  sums.zeros += zeros;
}

function roundToE4m3(values, out, scale, sums) {
  let errors = 0;
  let squares = 0;
  let zeros = 0;
  for (let i = 0; i < values.length; i++) {
    const x = values[i];
    const q = roundE4m3(x / scale) * scale;
    out[i] = q;
    errors += (q - x) * (q - x);
    squares += x * x;
    zeros += Number(q === 0);
  }
  sums.errors += errors;
  sums.squares += squares;
  sums.zeros += zeros;
}

const schemes = {
  "fp8-tensor": (values, _, out, sums) => roundToE4m3(values, out, largestMagnitude(values, 0, count) / 448, sums),
  "fp4-tensor": (values, halves, out, sums) =>
    roundToE2m1(values, halves, out, 0, count, largestMagnitude(values, 0, count) / 6, sums),
  mxfp4(values, halves, out, sums) {
    for (let start = 0; start < count; start += 32) {
      const largest = Math.max(largestMagnitude(values, start, start + 32), 1e-30);
      roundToE2m1(values, halves, out, start, start + 32, 2 ** (exponentField(largest) - 1025), sums);
    }
  },
  nvfp4(values, halves, out, sums) {
    const tensorScale = largestMagnitude(values, 0, count) / 2688;
    for (let start = 0; start < count; start += 16) {
      const largest = largestMagnitude(values, start, start + 16);
      const scale = roundE4m3(largest / 6 / tensorScale) * tensorScale;
      roundToE2m1(values, halves, out, start, start + 16, scale || Number.MAX_VALUE, sums); // without a scale, zeros
    }
  },
};

/** name → () => the result's numbers. `values`: what the work "draw" draws. */
export function javascriptWorks(values) {
  const out = new Float64Array(count);
  const halves = new Uint32Array(values.buffer);
  const singles = Float32Array.from(values);
  const fromSingles = new Float64Array(count);
  const halvesFromSingles = new Uint32Array(fromSingles.buffer);
  const quantizedSingles = (scheme) => () => {
    const sums = { errors: 0, squares: 0, zeros: 0 };
    fromSingles.set(singles);
    schemes[scheme](fromSingles, halvesFromSingles, out, sums);
    quantizedSingles.relativeError = Math.sqrt(sums.errors / sums.squares);
    return out;
  };
  const quantized = (scheme) => () => {
    const sums = { errors: 0, squares: 0, zeros: 0 };
    schemes[scheme](values, halves, out, sums);
    quantized.relativeError = Math.sqrt(sums.errors / sums.squares);
    return out;
  };
  const each = Object.fromEntries(Object.keys(schemes).map((name) => [name, quantized(name)]));
  return {
    ...each,
    "mxfp4-float32": quantizedSingles("mxfp4"),
    "nvfp4-float32": quantizedSingles("nvfp4"),
    "four-schemes": () => Object.values(each).map((work) => work()) && out,
    copy() {
      out.set(values);
      return out;
    },
  };
}
