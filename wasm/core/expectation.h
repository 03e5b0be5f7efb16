// What a quantization policy is expected to lose on a signal: closed-form partial moments, summed over the law of a
// block's largest magnitude. No random draw is in it, so it checks the measured figures independently.
#pragma once
#include "core/quantize.h"
#include "core/signal.h"

namespace companion {

struct Expectation {
  double relativeMse;  // E (q - x)² / E x²
  double sqnrDb;
  double zeroFraction;   // of elements that become 0
  double blocksClipped;  // share of blocks whose largest element lies beyond the largest element value
};

// largest: the signal's largest magnitude, which sets one scale for a whole tensor and a tensor scale; block scales are
// averaged over blocks. NaN throughout where there is no closed form: df <= 2, and the rule four-six, which looks at
// every element.
Expectation expectedLoss(const Signal& signal, const Policy& policy, double largest);

}  // namespace companion
