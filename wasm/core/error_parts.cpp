// Splits the squared error of a quantized signal by cause.
#include "core/error_parts.h"

#include <array>
#include <cmath>

namespace companion {
namespace {

std::array<double, 256> valueTable(Format format) {
  std::array<double, 256> values{};
  for (size_t code = 0; code < size_t{1} << info(format).bits; ++code)
    values[code] = decode(static_cast<uint8_t>(code), format);
  return values;
}

}  // namespace

ErrorParts errorParts(std::span<const double> values, const Policy& policy, std::span<const uint8_t> codes,
                      std::span<const double> scales, double tensorScale) {
  const std::array<double, 256> table = valueTable(policy.element);
  const size_t block = policy.block == kTensorBlock ? values.size() : policy.block;
  std::array<std::array<uint32_t, 256>, 2> counts{};  // two, so that equal neighbours do not wait for each other
  double rounding = 0, clipping = 0, flushed = 0;
  size_t clippedBlocks = 0;
  for (size_t start = 0, index = 0; start < values.size(); start += block, ++index) {
    const double step = scales[index] * tensorScale;
    const double limit = maxValue(policy.element) * step * (1 + 0x1p-20);
    const size_t end = std::min(start + block, values.size());
    double all = 0, beyond = 0, zeroed = 0;
    for (size_t i = start; i < end; ++i) {
      const double value = table[codes[i]] * step, error = value - values[i];
      const double square = error * error;
      ++counts[i & 1][codes[i]];
      all += square;
      beyond += std::fabs(values[i]) > limit ? square : 0;
      zeroed += value == 0 ? square : 0;
    }
    clippedBlocks += beyond > 0;
    rounding += all - beyond - zeroed, clipping += beyond, flushed += zeroed;
  }
  ErrorParts parts;
  const double total = rounding + clipping + flushed;
  if (total > 0) parts.rounding = rounding / total, parts.clipping = clipping / total, parts.flushed = flushed / total;
  if (!scales.empty()) parts.blocksClipped = double(clippedBlocks) / double(scales.size());
  for (size_t code = 0; code < size_t{1} << info(policy.element).bits; ++code)
    parts.codeCounts.push_back(double(counts[0][code]) + counts[1][code]);
  return parts;
}

}  // namespace companion
