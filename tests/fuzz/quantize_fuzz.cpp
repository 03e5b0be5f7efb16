// Any policy on any numbers: the fast path gives the bits of the plain loop, and results obey their definition.
#include <cmath>
#include <vector>

#include "core/bits.h"
#include "core/path_check.h"
#include "core/quantize.h"
#include "fuzz_input.h"

using namespace companion;
using fuzz::require;

namespace {

Policy takePolicy(fuzz::Input& input) {
  Policy policy;
  policy.element = input.pick<Format>(3);
  constexpr uint32_t blocks[] = {kTensorBlock, 1, 3, 8, 16, 24, 32, 64};
  policy.block = blocks[input.take<uint8_t>() % 8];
  policy.scale = input.pick<ScaleFormat>(3);
  policy.scaleRule = input.pick<ScaleRule>(8);
  policy.tie = input.pick<Tie>(3);
  const auto flags = input.take<uint8_t>();
  policy.tensorScale = flags & 1;
  policy.overflow = flags & 2 ? Overflow::nanOrInf : Overflow::saturate;
  policy.zero = flags & 4 ? ZeroScale::minScale : ZeroScale::zero;
  policy.nonFinite = input.pick<NonFinite>(3);
  policy.arithmetic = input.pick<Arithmetic>(3);
  return policy;
}

// Short forms reach ties and edges sooner than raw float64 would.
double takeNumber(fuzz::Input& input) {
  switch (input.take<uint8_t>() % 4) {
    case 0:
      return input.take<double>();
    case 1:
      return input.take<int8_t>() * 0.25;
    case 2:
      return input.take<float>();
    default: {
      const auto significand = input.take<int8_t>();
      return std::ldexp(significand, input.take<int8_t>() / 4);
    }
  }
}

bool same(double a, double b) { return bitsOf(a) == bitsOf(b) || (std::isnan(a) && std::isnan(b)); }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input input(data, size);
  const Policy policy = takePolicy(input);
  if (policyError(policy).member) return 0;
  std::vector<double> values;
  while (input.left() && values.size() < 200) values.push_back(takeNumber(input));
  const Quantized q = quantize(std::span<const double>(values), policy);
  require(pathsAgree(values, policy), "the fast path equals the plain loop");
  require(q.codes.size() == values.size() && q.scales.size() == blockCount(values.size(), policy), "as many as asked");
  for (size_t i = 0; i < values.size(); ++i) {
    const size_t block = policy.block == kTensorBlock ? 0 : i / policy.block;
    const double value = decode(q.codes[i], policy.element) * (q.scales[block] * q.tensorScale);
    require(same(q.dequantized[i], value), "value = decode(code) x (scale x tensor scale)");
    require(policy.element != Format::e2m1 || q.codes[i] < 16, "a code has its format's bits");
  }
  require(!(q.zeroFraction < 0 || q.zeroFraction > 1 || q.clippedFraction < 0 || q.clippedFraction > 1), "shares");
  return 0;
}
