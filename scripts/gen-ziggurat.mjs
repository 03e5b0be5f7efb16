// Writes wasm/core/ziggurat_tables.h from tests/golden/numpy_ziggurat.json.
import { readFileSync, writeFileSync } from "node:fs";

const root = new URL("../", import.meta.url);
const tables = JSON.parse(readFileSync(new URL("tests/golden/numpy_ziggurat.json", root), "utf8"));

function strips(limits, scales) {
  return limits.map((limit, i) => `    {${limit}, ${scales[i]}},`).join("\n");
}

function table(name, { limits, scales, densities }) {
  return `inline constexpr ZigguratStrip k${name}Strips[256] = {
${strips(limits, scales)}
};

inline constexpr double k${name}Density[256] = {
${densities.map((density) => `    ${density},`).join("\n")}
};
`;
}

const { normal, exponential } = tables;
writeFileSync(
  new URL("wasm/core/ziggurat_tables.h", root),
  `// The ziggurat tables of numpy.random (numpy 1.24.2, BSD-3-Clause); written by scripts/gen-ziggurat.mjs, not by hand.
#pragma once
#include <cstdint>

namespace companion {

// A draw of k bits below limit lies inside the strip and is k × scale; numpy's names are ki, wi (normal), ke, we.
struct ZigguratStrip {
  uint64_t limit;
  double scale;
};

// Where the tails begin.
inline constexpr double kNormalTail = ${normal.r};
inline constexpr double kNormalTailInverse = ${normal.inv_r};
inline constexpr double kExponentialTail = ${exponential.r};

// clang-format off
${table("Normal", { limits: normal.ki, scales: normal.wi, densities: normal.fi })}
${table("Exponential", { limits: exponential.ke, scales: exponential.we, densities: exponential.fe })}// clang-format on

}  // namespace companion
`,
);
