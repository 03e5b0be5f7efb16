// The small number formats E4M3, E5M2, E2M1 and E8M0: one table describes them, one encoder and one decoder serve all.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>

#include "core/bits.h"

namespace companion {

enum class Format : uint8_t { e4m3, e5m2, e2m1, e8m0 };

// What happens exactly halfway between two neighbours: the even code, the smaller magnitude, or the larger one.
enum class Tie : uint8_t { even, smaller, away };

// What becomes of values that round beyond the largest finite one: that one, or the format's Inf (else its NaN).
enum class Overflow : uint8_t { saturate, nanOrInf };

// To the nearest value, or always toward +infinity (up) or -infinity (down).
enum class Round : uint8_t { nearest, up, down };

// A value is (-1)^sign · significand · 2^exponent, with the fields in the order sign, exponent, mantissa.
// Sources: OCP 8-bit Floating Point Specification (E4M3, E5M2), OCP Microscaling Formats v1.0 (E2M1, E8M0).
struct FormatInfo {
  const char* name;
  int bits;
  int exponentBits;
  int mantissaBits;
  int bias;
  bool isSigned;
  bool hasSubnormals;  // exponent field 0 means zero and subnormals; in E8M0 it is the ordinary value 2^-127
  bool hasNan;
  bool hasInfinity;
  uint8_t maxCode;       // the largest finite value, without sign
  uint8_t overflowCode;  // what Overflow::nanOrInf gives; E2M1 has neither NaN nor Inf, so it saturates all the same
  uint8_t nanCode;       // what NaN becomes, sign kept; E2M1 has none and takes ±6, as CUTLASS does

  constexpr uint8_t signBit() const { return isSigned ? static_cast<uint8_t>(1u << (bits - 1)) : uint8_t{0}; }
  constexpr int minExponent() const { return hasSubnormals ? 1 - bias : -bias; }
};

inline constexpr std::array<FormatInfo, 4> kFormats = {{
    {"e4m3", 8, 4, 3, 7, true, true, true, false, 0x7E, 0x7F, 0x7F},
    {"e5m2", 8, 5, 2, 15, true, true, true, true, 0x7B, 0x7C, 0x7E},
    {"e2m1", 4, 2, 1, 1, true, true, false, false, 0x7, 0x7, 0x7},
    {"e8m0", 8, 8, 0, 127, false, false, true, false, 0xFE, 0xFF, 0xFF},
}};

constexpr const FormatInfo& info(Format format) { return kFormats[static_cast<size_t>(format)]; }

// The value of a code, exact. E2M1 reads the low four bits.
constexpr double decode(uint8_t code, Format format) {
  const FormatInfo& f = info(format);
  const int magnitude = f.isSigned ? code & (f.signBit() - 1) : code;
  const double sign = code & f.signBit() ? -1.0 : 1.0;
  if (magnitude > f.maxCode) {
    const bool infinite = f.hasInfinity && magnitude == f.overflowCode;
    return sign * (infinite ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN());
  }
  const int exponent = magnitude >> f.mantissaBits;
  const bool normal = exponent > 0 || !f.hasSubnormals;
  const int significand = (magnitude & ((1 << f.mantissaBits) - 1)) + (normal ? 1 << f.mantissaBits : 0);
  const int lowest = f.hasSubnormals ? 1 : 0;
  return sign * significand * powerOfTwo(std::max(exponent, lowest) - f.bias - f.mantissaBits);
}

constexpr double maxValue(Format format) { return decode(info(format).maxCode, format); }

// The code of a value, straight from float64: a detour through float32 would round twice.
// Total: NaN gives nanCode with its sign; ±Inf and what rounds beyond the largest value follow `overflow`, except that
// a finite value rounded toward zero stops at the largest one; -0 and negatives that round to 0 keep their sign. E8M0
// has neither zero nor sign: zero and all below 2^-127 give 0x00 (2^-127), negatives give NaN.
constexpr uint8_t encode(double value, Format format, Tie tie = Tie::even, Overflow overflow = Overflow::saturate,
                         Round round = Round::nearest) {
  constexpr uint64_t signMask = uint64_t{1} << 63, infinityBits = uint64_t{0x7FF} << 52;
  const FormatInfo& f = info(format);
  const uint64_t bits = bitsOf(value) & ~signMask;
  const bool negative = bitsOf(value) & signMask;
  const uint8_t sign = negative ? f.signBit() : uint8_t{0};
  if (bits > infinityBits || (negative && bits && !f.isSigned)) return sign | f.nanCode;
  const uint8_t beyond = sign | (overflow == Overflow::saturate ? f.maxCode : f.overflowCode);
  if (bits == infinityBits) return beyond;

  const int field = static_cast<int>(bits >> 52);
  const int exponent = std::max(field, 1) - 1023;
  const int binade = std::max(exponent, f.minExponent());  // of the target: subnormals share the lowest
  const uint64_t significand = (bits & ((uint64_t{1} << 52) - 1)) | (field ? uint64_t{1} << 52 : 0);
  const int shift = std::min(52 - f.mantissaBits + binade - exponent, 54);  // from 54 on, all is below half a unit
  const uint64_t rest = significand & ((uint64_t{1} << shift) - 1), half = uint64_t{1} << (shift - 1);

  // The hidden bit of a normal value carries into the exponent field; where field 0 is normal too, it must not.
  int code = ((binade - f.minExponent()) << f.mantissaBits) + static_cast<int>(significand >> shift) -
             (f.hasSubnormals ? 0 : 1);
  if (round == Round::nearest) {
    code += rest > half || (rest == half && (tie == Tie::away || (tie == Tie::even && (code & 1))));
  } else {
    code += rest != 0 && (round == Round::up) != negative;
  }
  if (code > f.maxCode) {
    const bool towardZero = round != Round::nearest && (round == Round::up) == negative;
    return towardZero ? sign | f.maxCode : beyond;
  }
  return sign | static_cast<uint8_t>(std::max(code, 0));
}

// Names as they appear in policies and in the public API.
inline constexpr const char* kFormatNames[] = {"e4m3", "e5m2", "e2m1", "e8m0"};
inline constexpr const char* kTieNames[] = {"even", "smaller", "away"};
inline constexpr const char* kOverflowNames[] = {"saturate", "nan-or-inf"};
inline constexpr const char* kRoundNames[] = {"nearest", "up", "down"};
constexpr std::span<const char* const> namesOf(Format) { return kFormatNames; }
constexpr std::span<const char* const> namesOf(Tie) { return kTieNames; }
constexpr std::span<const char* const> namesOf(Overflow) { return kOverflowNames; }
constexpr std::span<const char* const> namesOf(Round) { return kRoundNames; }

}  // namespace companion
