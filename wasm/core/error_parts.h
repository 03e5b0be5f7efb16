// Where a quantization error comes from: rounding, clipping, or numbers that became zero; and how often each code is
// used.
#pragma once
#include "core/quantize.h"

namespace companion {

struct ErrorParts {
  double rounding = 0, clipping = 0,
         flushed = 0;              // shares of the squared error, together 1 (0 where there is no error)
  double blocksClipped = 0;        // share of blocks with a clipped element
  std::vector<double> codeCounts;  // by code, 16 or 256
};

// `codes` and `scales` as quantize() gave them for these values.
ErrorParts errorParts(std::span<const double> values, const Policy& policy, std::span<const uint8_t> codes,
                      std::span<const double> scales, double tensorScale);

}  // namespace companion
