// Whether the fast quantizer gives the bits of the plain loop on some numbers: what a reader's browser checks.
#pragma once
#include <span>

#include "core/quantize.h"

namespace companion {

// Compares codes, scales, values and figures, also of the way that stores nothing; NaN equals NaN.
bool pathsAgree(std::span<const double> values, const Policy& policy);

}  // namespace companion
