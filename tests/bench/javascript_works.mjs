// The works of the benchmark in plain JavaScript, as fast as we could write it: rounding by tables and by adding and
// taking away a large power of two, without a branch per element.

const count = 1 << 20;

// Index ceil(4·|x|) of the values that E2M1 has for |x| up to 6, a tie to the smaller magnitude: midpoints are multiples
// of a quarter, and a quarter's right end belongs to the quarter.
const e2m1 = Float64Array.from({ length: 25 }, (_, quarters) => {
  const x = quarters / 4;
  return [5, 3.5, 2.5, 1.75, 1.25, 0.75, 0.25].reduce(
    (value, midpoint, i) => (x > midpoint && value === 0 ? [6, 4, 3, 2, 1.5, 1, 0.5][i] : value),
    0,
  );
});

// For each exponent field, 2^52 steps of E4M3: x + big − big is x rounded to the step, ties to even.
const e4m3Big = Float64Array.from({ length: 2048 }, (_, field) => 2 ** (Math.max(field - 1023, -6) + 49));

const bits = new Float64Array(1);
const words = new Uint32Array(bits.buffer);

function exponentField(value) {
  bits[0] = value;
  return (words[1] >>> 20) & 2047;
}

function roundE4m3(magnitude) {
  const big = e4m3Big[exponentField(magnitude)];
  return Math.min(magnitude + big - big, 448);
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

/** Rounds values[start..end) to `scale` times E2M1 and adds to the sums: squared errors, squares, flushed to zero. */
function roundToE2m1(values, out, start, end, scale, sums) {
  let errors = 0;
  let squares = 0;
  let zeros = 0;
  for (let i = start; i < end; i++) {
    const x = values[i];
    const y = x / scale;
    const q = e2m1[Math.ceil(Math.min(Math.abs(y), 6) * 4)] * Math.sign(y) * scale;
    out[i] = q;
    errors += (q - x) * (q - x);
    squares += x * x;
    zeros += (q === 0) & (x !== 0);
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
    const q = roundE4m3(Math.abs(x / scale)) * Math.sign(x) * scale;
    out[i] = q;
    errors += (q - x) * (q - x);
    squares += x * x;
    zeros += (q === 0) & (x !== 0);
  }
  sums.errors += errors;
  sums.squares += squares;
  sums.zeros += zeros;
}

const schemes = {
  "fp8-tensor": (values, out, sums) => roundToE4m3(values, out, largestMagnitude(values, 0, count) / 448, sums),
  "fp4-tensor": (values, out, sums) => roundToE2m1(values, out, 0, count, largestMagnitude(values, 0, count) / 6, sums),
  mxfp4(values, out, sums) {
    for (let start = 0; start < count; start += 32) {
      const largest = Math.max(largestMagnitude(values, start, start + 32), 1e-30);
      roundToE2m1(values, out, start, start + 32, 2 ** (exponentField(largest) - 1025), sums);
    }
  },
  nvfp4(values, out, sums) {
    const tensorScale = largestMagnitude(values, 0, count) / 2688;
    for (let start = 0; start < count; start += 16) {
      const largest = largestMagnitude(values, start, start + 16);
      const scale = roundE4m3(largest / 6 / tensorScale) * tensorScale;
      roundToE2m1(values, out, start, start + 16, scale > 0 ? scale : Number.POSITIVE_INFINITY, sums);
    }
  },
};

/** name → () => the result's numbers. `values`: what the work "draw" draws. */
export function javascriptWorks(values) {
  const out = new Float64Array(count);
  const quantized = (scheme) => () => {
    const sums = { errors: 0, squares: 0, zeros: 0 };
    schemes[scheme](values, out, sums);
    quantized.relativeError = Math.sqrt(sums.errors / sums.squares);
    return out;
  };
  const each = Object.fromEntries(Object.keys(schemes).map((name) => [name, quantized(name)]));
  return {
    ...each,
    "four-schemes": () => Object.values(each).map((work) => work()) && out,
    copy() {
      out.set(values);
      return out;
    },
  };
}
