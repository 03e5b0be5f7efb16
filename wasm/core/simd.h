// Two doubles, or eight 16-bit integers, at a time: WebAssembly's intrinsics where they exist, else the compiler's
// vector types.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

namespace companion::simd {

// A mask is a vector whose lanes are all ones or all zeros. `smaller` and `larger` give their first argument where the
// second is NaN, which is what lets them be one instruction. Names that end in 16 or 32 take vectors of such integers:
// `excess16` subtracts unsigned ones and stops at 0, `signs16` is all ones where negative, `upper32` takes the upper
// halves of four doubles, `storeBytes16` the low bytes of lanes 1, 3, 5, 7 and then 0, 2, 4, 6, `raised32` and
// `lowered32` shift by 16, `oddOver16` takes lanes 1, 3, 5, 7 of its first and 0, 2, 4, 6 of its second argument, the
// last two make words the upper halves of doubles whose lower ones are 0.
#ifdef __wasm_simd128__

using Pair = v128_t;

inline Pair load(const double* from) { return wasm_v128_load(from); }
inline void store(double* to, Pair a) { wasm_v128_store(to, a); }
inline Pair splat(double value) { return wasm_f64x2_splat(value); }
inline Pair splatBits(uint64_t bits) { return wasm_i64x2_splat(static_cast<int64_t>(bits)); }
inline double lane0(Pair a) { return wasm_f64x2_extract_lane(a, 0); }
inline double lane1(Pair a) { return wasm_f64x2_extract_lane(a, 1); }
inline Pair lowLanes(Pair a, Pair b) { return wasm_i64x2_shuffle(a, b, 0, 2); }
inline Pair highLanes(Pair a, Pair b) { return wasm_i64x2_shuffle(a, b, 1, 3); }
inline Pair add(Pair a, Pair b) { return wasm_f64x2_add(a, b); }
inline Pair subtract(Pair a, Pair b) { return wasm_f64x2_sub(a, b); }
inline Pair multiply(Pair a, Pair b) { return wasm_f64x2_mul(a, b); }
inline Pair divide(Pair a, Pair b) { return wasm_f64x2_div(a, b); }
inline Pair absolute(Pair a) { return wasm_f64x2_abs(a); }
inline Pair smaller(Pair a, Pair b) { return wasm_f64x2_pmin(a, b); }
inline Pair larger(Pair a, Pair b) { return wasm_f64x2_pmax(a, b); }
inline Pair equal(Pair a, Pair b) { return wasm_f64x2_eq(a, b); }
inline Pair unequal(Pair a, Pair b) { return wasm_f64x2_ne(a, b); }
inline Pair greater(Pair a, Pair b) { return wasm_f64x2_gt(a, b); }
inline Pair both(Pair a, Pair b) { return wasm_v128_and(a, b); }
inline Pair either(Pair a, Pair b) { return wasm_v128_or(a, b); }
inline Pair countTrue(Pair count, Pair mask) { return wasm_i64x2_sub(count, mask); }
inline Pair addBits(Pair a, Pair b) { return wasm_i64x2_add(a, b); }
inline int64_t bits0(Pair a) { return wasm_i64x2_extract_lane(a, 0); }
inline int64_t bits1(Pair a) { return wasm_i64x2_extract_lane(a, 1); }
// The product in float32 of a rounded to float32 and a factor that is a float32 already.
inline Pair singleProduct(Pair a, Pair factor) {
  return wasm_f64x2_promote_low_f32x4(
      wasm_f32x4_mul(wasm_f32x4_demote_f64x2_zero(a), wasm_f32x4_demote_f64x2_zero(factor)));
}

// The same for a quotient.
inline Pair singleQuotient(Pair a, Pair divisor) {
  return wasm_f64x2_promote_low_f32x4(
      wasm_f32x4_div(wasm_f32x4_demote_f64x2_zero(a), wasm_f32x4_demote_f64x2_zero(divisor)));
}

// Eight integers.
inline Pair load16(const int16_t* from) { return wasm_v128_load(from); }
inline void store16(int16_t* to, Pair a) { wasm_v128_store(to, a); }
inline Pair splat16(int value) { return wasm_i16x8_splat(static_cast<int16_t>(value)); }
inline Pair add16(Pair a, Pair b) { return wasm_i16x8_add(a, b); }
inline Pair subtract16(Pair a, Pair b) { return wasm_i16x8_sub(a, b); }
inline Pair excess16(Pair a, Pair b) { return wasm_u16x8_sub_sat(a, b); }
inline Pair least16(Pair a, Pair b) { return wasm_i16x8_min(a, b); }
inline Pair most16(Pair a, Pair b) { return wasm_i16x8_max(a, b); }
inline Pair shiftRight16(Pair a, int by) { return wasm_i16x8_shr(a, static_cast<uint32_t>(by)); }
inline Pair signs16(Pair a) { return shiftRight16(a, 15); }
inline Pair upper32(Pair a, Pair b) { return wasm_i32x4_shuffle(a, b, 1, 3, 5, 7); }
inline Pair raised32(Pair a) { return wasm_i32x4_shl(a, 16); }
inline Pair lowered32(Pair a) { return wasm_u32x4_shr(a, 16); }
inline Pair oddOver16(Pair odd, Pair even) { return wasm_i16x8_shuffle(even, odd, 0, 9, 2, 11, 4, 13, 6, 15); }
inline Pair firstAsUpper32(Pair a) { return wasm_i32x4_shuffle(wasm_i64x2_const(0, 0), a, 0, 4, 1, 5); }
inline Pair lastAsUpper32(Pair a) { return wasm_i32x4_shuffle(wasm_i64x2_const(0, 0), a, 2, 6, 3, 7); }
inline bool any(Pair a) { return wasm_v128_any_true(a); }
inline void storeBytes16(uint8_t* to, Pair a) {
  const int64_t bytes =
      wasm_i64x2_extract_lane(wasm_i8x16_shuffle(a, a, 2, 6, 10, 14, 0, 4, 8, 12, 2, 6, 10, 14, 0, 4, 8, 12), 0);
  std::memcpy(to, &bytes, sizeof bytes);
}

#else

using Pair = double __attribute__((vector_size(16)));
using Bits = int64_t __attribute__((vector_size(16)));
using Singles = float __attribute__((vector_size(8)));
using Words = uint32_t __attribute__((vector_size(16)));
using Shorts = int16_t __attribute__((vector_size(16)));
using UnsignedShorts = uint16_t __attribute__((vector_size(16)));

inline Pair load(const double* from) {
  Pair a;
  std::memcpy(&a, from, sizeof a);
  return a;
}
inline void store(double* to, Pair a) { std::memcpy(to, &a, sizeof a); }
inline Pair splat(double value) { return Pair{value, value}; }
inline Pair splatBits(uint64_t bits) { return (Pair)Bits{static_cast<int64_t>(bits), static_cast<int64_t>(bits)}; }
inline double lane0(Pair a) { return a[0]; }
inline double lane1(Pair a) { return a[1]; }
inline Pair lowLanes(Pair a, Pair b) { return Pair{a[0], b[0]}; }
inline Pair highLanes(Pair a, Pair b) { return Pair{a[1], b[1]}; }
inline Pair add(Pair a, Pair b) { return a + b; }
inline Pair subtract(Pair a, Pair b) { return a - b; }
inline Pair multiply(Pair a, Pair b) { return a * b; }
inline Pair divide(Pair a, Pair b) { return a / b; }
inline Pair both(Pair a, Pair b) { return (Pair)((Bits)a & (Bits)b); }
inline Pair either(Pair a, Pair b) { return (Pair)((Bits)a | (Bits)b); }
inline Pair absolute(Pair a) { return both(a, splatBits(~(uint64_t{1} << 63))); }
inline Pair smaller(Pair a, Pair b) { return b < a ? b : a; }
inline Pair larger(Pair a, Pair b) { return a < b ? b : a; }
inline Pair equal(Pair a, Pair b) { return (Pair)(a == b); }
inline Pair unequal(Pair a, Pair b) { return (Pair)(a != b); }
inline Pair greater(Pair a, Pair b) { return (Pair)(a > b); }
inline Pair countTrue(Pair count, Pair mask) { return (Pair)((Bits)count - (Bits)mask); }
inline Pair addBits(Pair a, Pair b) { return (Pair)((Bits)a + (Bits)b); }
inline int64_t bits0(Pair a) { return ((Bits)a)[0]; }
inline int64_t bits1(Pair a) { return ((Bits)a)[1]; }
inline Pair singleProduct(Pair a, Pair factor) {
  return __builtin_convertvector(__builtin_convertvector(a, Singles) * __builtin_convertvector(factor, Singles), Pair);
}
inline Pair singleQuotient(Pair a, Pair divisor) {
  return __builtin_convertvector(__builtin_convertvector(a, Singles) / __builtin_convertvector(divisor, Singles), Pair);
}

inline Pair load16(const int16_t* from) {
  Pair a;
  std::memcpy(&a, from, sizeof a);
  return a;
}
inline void store16(int16_t* to, Pair a) { std::memcpy(to, &a, sizeof a); }
inline Pair splat16(int value) { return (Pair)(Shorts{} + static_cast<int16_t>(value)); }
inline Pair add16(Pair a, Pair b) { return (Pair)((UnsignedShorts)a + (UnsignedShorts)b); }
inline Pair subtract16(Pair a, Pair b) { return (Pair)((UnsignedShorts)a - (UnsignedShorts)b); }
inline Pair excess16(Pair a, Pair b) {
  const auto x = (UnsignedShorts)a, y = (UnsignedShorts)b;
  return (Pair)((x - y) & (UnsignedShorts)(x > y));
}
inline Pair least16(Pair a, Pair b) { return (Pair)((Shorts)a < (Shorts)b ? (Shorts)a : (Shorts)b); }
inline Pair most16(Pair a, Pair b) { return (Pair)((Shorts)a > (Shorts)b ? (Shorts)a : (Shorts)b); }
inline Pair shiftRight16(Pair a, int by) { return (Pair)((Shorts)a >> by); }
inline Pair signs16(Pair a) { return shiftRight16(a, 15); }
inline Pair upper32(Pair a, Pair b) { return (Pair)__builtin_shufflevector((Words)a, (Words)b, 1, 3, 5, 7); }
inline Pair raised32(Pair a) { return (Pair)((Words)a << 16); }
inline Pair lowered32(Pair a) { return (Pair)((Words)a >> 16); }
inline Pair oddOver16(Pair odd, Pair even) {
  return (Pair)__builtin_shufflevector((Shorts)even, (Shorts)odd, 0, 9, 2, 11, 4, 13, 6, 15);
}
inline Pair firstAsUpper32(Pair a) { return (Pair)__builtin_shufflevector(Words{}, (Words)a, 0, 4, 1, 5); }
inline Pair lastAsUpper32(Pair a) { return (Pair)__builtin_shufflevector(Words{}, (Words)a, 2, 6, 3, 7); }
inline bool any(Pair a) { return (((Bits)a)[0] | ((Bits)a)[1]) != 0; }
inline void storeBytes16(uint8_t* to, Pair a) {
  const auto words = (Words)a;  // an odd lane's byte is bits 16 to 23, an even one's 0 to 7
  const auto first = (words >> 16) & 0xFF, last = words & 0xFF;
  for (size_t i = 0; i < 4; ++i) to[i] = static_cast<uint8_t>(first[i]), to[i + 4] = static_cast<uint8_t>(last[i]);
}

#endif

}  // namespace companion::simd
