// Norms and the error figures built on them, summed in one documented order so that every path gives the same bits.
#pragma once
#include <array>
#include <cstddef>
#include <span>

namespace companion {

// A sum of squares in eight lanes: term i goes to lane i mod 8, and lanes are joined as a balanced tree at the end.
// Vector code can keep this order, and its rounding error grows with n/8 instead of n.
class SquareSum {
 public:
  static constexpr size_t kLanes = 8;
  void add(size_t index, double term) { lanes[index % kLanes] += term * term; }
  double total() const {
    return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
  }
  std::array<double, kLanes> lanes{};
};

// The largest |x|; NaN if there is one; 0 if there is nothing.
double largestMagnitude(std::span<const double> values);

// A power of two by which terms are multiplied before they are squared. It is 1 where no square can overflow or vanish,
// and multiplying by it is exact, so ratios of norms do not depend on it.
double squareUnit(double largest);

double norm(std::span<const double> values);

// ‖approximation − signal‖ / ‖signal‖; 0 for an all-zero signal.
double relativeError(std::span<const double> signal, std::span<const double> approximation);

// 20·log10(1 / relative error) in dB: infinite for an exact result.
double sqnrDb(double relativeError);

}  // namespace companion
