// Norms, relative error and signal-to-quantization-noise ratio.
#include "core/stats.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/bits.h"

namespace companion {

double largestMagnitude(std::span<const double> values) {
  double largest = 0;
  for (const double value : values) {
    if (std::isnan(value)) return std::numeric_limits<double>::quiet_NaN();
    largest = std::max(largest, std::fabs(value));
  }
  return largest;
}

double squareUnit(double largest) {
  const int exponent = exponentField(largest) - 1023;
  const bool safe = (-400 <= exponent && exponent <= 400) || !std::isfinite(largest) || largest == 0;
  return safe ? 1.0 : powerOfTwo(std::clamp(-exponent, -1022, 1022));
}

double norm(std::span<const double> values) {
  const double unit = squareUnit(largestMagnitude(values));
  SquareSum sum;
  for (size_t i = 0; i < values.size(); ++i) sum.add(i, values[i] * unit);
  return std::sqrt(sum.total()) / unit;
}

double relativeError(std::span<const double> signal, std::span<const double> approximation) {
  const double largest = largestMagnitude(signal), unit = squareUnit(largest);
  if (largest == 0) return 0;
  SquareSum errors, squares;
  for (size_t i = 0; i < signal.size(); ++i) {
    errors.add(i, (approximation[i] - signal[i]) * unit);
    squares.add(i, signal[i] * unit);
  }
  return std::sqrt(errors.total()) / std::sqrt(squares.total());
}

double sqnrDb(double relativeError) {
  return relativeError == 0 ? std::numeric_limits<double>::infinity() : 20.0 * std::log10(1.0 / relativeError);
}

}  // namespace companion
