// Writes wasm/core/ziggurat_corrections.h from tests/golden/numpy_ziggurat.json: how far numpy's tables are from what
// wasm/core/ziggurat.cpp computes. Both compute alike: a double's +, −, ×, / and √ are the same everywhere.
import { readFileSync, writeFileSync } from "node:fs";

const root = new URL("../", import.meta.url);
const { normal, exponential } = JSON.parse(readFileSync(new URL("tests/golden/numpy_ziggurat.json", root), "utf8"));

const view = new DataView(new ArrayBuffer(8));
function bitsOf(value) {
  view.setFloat64(0, value);
  return view.getBigInt64(0);
}

/** "0x1.f493b7815d979p-51" */
function fromHex(text) {
  const [, whole, fraction = "", exponent] = /^0x([01])(?:\.([0-9a-f]+))?p([+-]\d+)$/.exec(text);
  return Number(`0x${whole}${fraction}`) * 2 ** (Number(exponent) - 4 * fraction.length);
}

function naturalLog(value) {
  let [mantissa, halvings] = [value, 0];
  for (; mantissa < 0.7; mantissa *= 2) ++halvings;
  const ratio = (mantissa - 1) / (mantissa + 1);
  const square = ratio * ratio;
  let sum = 0;
  for (let k = 23; k > 0; k -= 2) sum = sum * square + 1 / k;
  return 2 * ratio * sum - halvings * Math.LN2;
}

/** Steps from the table that ziggurat.cpp computes to numpy's, each step computed from numpy's values. */
function corrections({ tail, places, widthAt, limits, scales, densities }) {
  const widths = scales.map((scale) => scale * places);
  const area = widths[0] * densities[255];
  const limitOff = (i, inner) => limits[i] - BigInt(Math.floor((inner / widths[i]) * places));
  const rows = [{ limit: limitOff(0, tail), width: bitsOf(widths[0]) - bitsOf(area / densities[255]), density: 0n }];
  rows[255] = { limit: 0n, width: bitsOf(widths[255]) - bitsOf(tail), density: 0n };
  for (let i = 255; i > 0; --i) {
    rows[i - 1] ??= {};
    rows[i - 1].density = bitsOf(densities[i - 1]) - bitsOf(densities[i] + area / widths[i]);
    if (i === 1) break;
    rows[i - 1].width = bitsOf(widths[i - 1]) - bitsOf(widthAt(densities[i - 1]));
    rows[i].limit = limitOff(i, widths[i - 1]);
  }
  rows[1].limit = limits[1];
  return { area, tailDensity: densities[255], rows };
}

const widest = { limit: 0, width: 0, density: 0 };

function table(name, { area, tailDensity, rows }) {
  for (const row of rows)
    for (const [part, off] of Object.entries(row)) {
      widest[part] = Math.max(widest[part], Math.abs(Number(off)));
      if (off < -128n || off > 127n) throw new Error(`${name}: a correction of ${off} to a ${part} fits no byte`);
    }
  const list = (part) => {
    const numbers = rows.map((row) => row[part]);
    const lines = Array.from({ length: 8 }, (_, line) => numbers.slice(32 * line, 32 * line + 32).join(", "));
    return lines.join(",\n     ");
  };
  return `inline constexpr double k${name}Area = ${area};
inline constexpr double k${name}TailDensity = ${tailDensity};
inline constexpr ZigguratCorrections k${name}Corrections = {
    {${list("limit")}},
    {${list("width")}},
    {${list("density")}}};
`;
}

const normalTable = corrections({
  tail: Number(normal.r),
  places: 2 ** 52,
  widthAt: (density) => Math.sqrt(-2 * naturalLog(density)),
  limits: normal.ki.map(BigInt),
  scales: normal.wi.map(fromHex),
  densities: normal.fi.map(fromHex),
});
const exponentialTable = corrections({
  tail: Number(exponential.r),
  places: 2 ** 53,
  widthAt: (density) => -naturalLog(density),
  limits: exponential.ke.map(BigInt),
  scales: exponential.we.map(fromHex),
  densities: exponential.fe.map(fromHex),
});

writeFileSync(
  new URL("wasm/core/ziggurat_corrections.h", root),
  `// What makes computed ziggurats equal numpy.random's (numpy 1.24.2, BSD-3-Clause) to the last bit; written by
// scripts/gen-ziggurat.mjs, not by hand.
#pragma once
#include <cstdint>

namespace companion {

// In units of a limit, and of the last place of a width and of a density.
struct ZigguratCorrections {
  int8_t limits[256], widths[256], densities[256];
};

// Where the tails begin.
inline constexpr double kNormalTail = ${normal.r};
inline constexpr double kNormalTailInverse = ${normal.inv_r};
inline constexpr double kExponentialTail = ${exponential.r};

// clang-format off
${table("Normal", normalTable)}
${table("Exponential", exponentialTable)}// clang-format on

}  // namespace companion
`,
);
console.log("The largest corrections:", widest);
