// Two doubles at a time: WebAssembly's intrinsics where they exist, else the compiler's vector types.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

namespace companion::simd {

// A mask is a vector whose lanes are all ones or all zeros. `smaller` and `larger` give their first argument where the
// second is NaN, which is what lets them be one instruction.
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
inline constexpr bool kHasCeiling = true;
inline Pair ceiling(Pair a) { return wasm_f64x2_ceil(a); }
inline Pair equal(Pair a, Pair b) { return wasm_f64x2_eq(a, b); }
inline Pair unequal(Pair a, Pair b) { return wasm_f64x2_ne(a, b); }
inline Pair greater(Pair a, Pair b) { return wasm_f64x2_gt(a, b); }
inline Pair both(Pair a, Pair b) { return wasm_v128_and(a, b); }
inline Pair either(Pair a, Pair b) { return wasm_v128_or(a, b); }
inline Pair countTrue(Pair count, Pair mask) { return wasm_i64x2_sub(count, mask); }
inline Pair addBits(Pair a, Pair b) { return wasm_i64x2_add(a, b); }
inline Pair subtractBits(Pair a, Pair b) { return wasm_i64x2_sub(a, b); }
inline Pair shiftRight(Pair a, int by) { return wasm_u64x2_shr(a, static_cast<uint32_t>(by)); }
inline int64_t bits0(Pair a) { return wasm_i64x2_extract_lane(a, 0); }
inline int64_t bits1(Pair a) { return wasm_i64x2_extract_lane(a, 1); }
// The product in float32 of a rounded to float32 and a factor that is a float32 already.
inline Pair singleProduct(Pair a, Pair factor) {
  return wasm_f64x2_promote_low_f32x4(
      wasm_f32x4_mul(wasm_f32x4_demote_f64x2_zero(a), wasm_f32x4_demote_f64x2_zero(factor)));
}

#else

using Pair = double __attribute__((vector_size(16)));
using Bits = int64_t __attribute__((vector_size(16)));
using UnsignedBits = uint64_t __attribute__((vector_size(16)));
using Singles = float __attribute__((vector_size(8)));

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
// Beyond the oldest x86-64, for which we build, it is one instruction.
inline constexpr bool kHasCeiling = false;
inline Pair ceiling(Pair a) { return Pair{std::ceil(a[0]), std::ceil(a[1])}; }
inline Pair equal(Pair a, Pair b) { return (Pair)(a == b); }
inline Pair unequal(Pair a, Pair b) { return (Pair)(a != b); }
inline Pair greater(Pair a, Pair b) { return (Pair)(a > b); }
inline Pair countTrue(Pair count, Pair mask) { return (Pair)((Bits)count - (Bits)mask); }
inline Pair addBits(Pair a, Pair b) { return (Pair)((Bits)a + (Bits)b); }
inline Pair subtractBits(Pair a, Pair b) { return (Pair)((Bits)a - (Bits)b); }
inline Pair shiftRight(Pair a, int by) { return (Pair)((UnsignedBits)a >> by); }
inline int64_t bits0(Pair a) { return ((Bits)a)[0]; }
inline int64_t bits1(Pair a) { return ((Bits)a)[1]; }
inline Pair singleProduct(Pair a, Pair factor) {
  return __builtin_convertvector(__builtin_convertvector(a, Singles) * __builtin_convertvector(factor, Singles), Pair);
}

#endif

}  // namespace companion::simd
