// Reinterprets the bits of a number: std::bit_cast for compilers whose library lacks it (libc++ 13, Emscripten 3.1.6).
#pragma once
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace companion {

template <class To, class From>
constexpr To bitCast(const From& from) {
  static_assert(sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<From>);
  return __builtin_bit_cast(To, from);
}

constexpr uint64_t bitsOf(double value) { return bitCast<uint64_t>(value); }
constexpr uint32_t bitsOf(float value) { return bitCast<uint32_t>(value); }

// The biased exponent field of a float64: 0 for zero and subnormals, 2047 for infinities and NaN.
constexpr int exponentField(double value) { return static_cast<int>((bitsOf(value) >> 52) & 0x7FF); }

// 2^exponent for -1074 <= exponent <= 1023, exact.
constexpr double powerOfTwo(int exponent) {
  return exponent >= -1022 ? bitCast<double>(static_cast<uint64_t>(exponent + 1023) << 52)
                           : bitCast<double>(uint64_t{1} << (exponent + 1074));
}

}  // namespace companion
