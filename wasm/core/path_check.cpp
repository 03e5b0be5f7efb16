// Runs both paths and compares everything they return.
#include "core/path_check.h"

#include <algorithm>
#include <cmath>

#include "core/bits.h"

namespace companion {
namespace {

bool same(double a, double b) { return bitsOf(a) == bitsOf(b) || (std::isnan(a) && std::isnan(b)); }

bool same(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) { return same(x, y); });
}

bool same(const QuantizeSummary& a, const QuantizeSummary& b) {
  return same(a.tensorScale, b.tensorScale) && same(a.relativeError, b.relativeError) && same(a.sqnrDb, b.sqnrDb) &&
         same(a.zeroFraction, b.zeroFraction) && same(a.clippedFraction, b.clippedFraction) &&
         same(a.bitsPerElement, b.bitsPerElement);
}

}  // namespace

bool pathsAgree(std::span<const double> values, const Policy& policy) {
  const Quantized fast = quantize(values, policy, Path::fastest), plain = quantize(values, policy, Path::reference);
  const QuantizeSummary figures = quantizationFigures(values, policy, Path::fastest);
  return same(fast, static_cast<const QuantizeSummary&>(plain)) && same(figures, plain) && fast.codes == plain.codes &&
         fast.scaleCodes == plain.scaleCodes && same(fast.scales, plain.scales) &&
         same(fast.dequantized, plain.dequantized);
}

}  // namespace companion
