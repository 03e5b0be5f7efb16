// Writes numbers as Python's format() does: the digits of the exact binary value, rounded once, ties to even.
#pragma once
#include <string>
#include <string_view>

namespace companion {

// spec is Python's `[+][,][.digits][f|e|g|%]`; digits default to 6. Without a type letter: `.digits` as Python does
// (general, but a whole number keeps one decimal), and the empty spec as Python's repr (shortest digits that read
// back). NaN and infinities are "nan", "inf", "-inf". A spec outside this subset is read as the empty one.
std::string formatNumber(double value, std::string_view spec);

// The unit families of the lecture's console module.
enum class PrefixFamily {
  count,  // "1.979 P", "4.5 T", G, M, k; below 1000 "138.8 " with nothing after the space: the unit's name follows it
  bytes,  // "2.345 MB", TB, GB, kB, B; powers of ten
  time,   // "279.8 ns", s, ms, µs (U+00B5), ps; the value is in seconds; below 1 ps ".3g" seconds
};

// Four significant digits (".4g"), a plain space and the largest prefix that is not above |value|. Rounding does not
// promote: 999.96 kB stays "1000 kB", as in the lecture. Zero and non-finite values take the base unit.
std::string formatWithPrefix(double value, PrefixFamily family);

}  // namespace companion
