// Which numbers two policies code differently, against a comparison number by number.
#include "core/code_differences.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "core/random.h"

namespace companion {
namespace {

TEST(CodeDifferences, AreThoseOfComparingNumberByNumber) {
  std::vector<double> x(3000);
  Generator(8).fillStandardT(3, x);
  for (size_t i = 0; i < 600; ++i) x[i] = std::round(x[i] * 4) / 4;  // ties, and both zeros
  Policy long12 = *findPreset("ocp/mxfp4"), zero = *findPreset("lecture/mxfp4");
  long12.block = 12, zero.tie = Tie::even;
  const Policy policies[] = {*findPreset("ocp/mxfp4"),
                             *findPreset("microxcaling/mxfp4"),
                             *findPreset("cudnn/nvfp4"),
                             *findPreset("ocp/mxfp8-e4m3"),
                             *findPreset("lecture/fp4-tensor"),
                             long12,
                             zero};
  std::array<double, kDifferenceReasons> seen{};
  for (const Policy& a : policies)
    for (const Policy& b : policies) {
      const Quantized qa = quantize(x, a), qb = quantize(x, b);
      const auto stepAt = [](const Quantized& q, const Policy& p, size_t i) {
        return q.scales[p.block == kTensorBlock ? 0 : i / p.block] * q.tensorScale;
      };
      const auto isTie = [&](const Quantized& q, const Policy& p, size_t i) {
        return traceElement(x[i], p, q.scales[p.block == kTensorBlock ? 0 : i / p.block], q.tensorScale).tie;
      };
      CodeDifferences expected;
      for (size_t i = 0; i < x.size(); ++i) {
        const bool sameValue = qa.dequantized[i] == qb.dequantized[i];
        expected.values += !sameValue;
        if (a.element == b.element ? qa.codes[i] == qb.codes[i] : sameValue) continue;
        const bool bothZero = decode(qa.codes[i], a.element) == 0 && decode(qb.codes[i], b.element) == 0;
        const DifferenceReason reason = bothZero                               ? DifferenceReason::zero
                                        : stepAt(qa, a, i) != stepAt(qb, b, i) ? DifferenceReason::scale
                                        : isTie(qa, a, i) || isTie(qb, b, i)   ? DifferenceReason::tie
                                                                               : DifferenceReason::arithmetic;
        ++expected.codes, ++expected.byReason[size_t(reason)], ++seen[size_t(reason)];
        if (expected.first.size() < 5) expected.first.push_back({i, reason});
      }
      const CodeDifferences found =
          codeDifferences(x, {a, qa.codes, qa.scales, qa.tensorScale}, {b, qb.codes, qb.scales, qb.tensorScale}, 5);
      EXPECT_EQ(found.codes, expected.codes);
      EXPECT_EQ(found.values, expected.values);
      EXPECT_EQ(found.byReason, expected.byReason);
      ASSERT_EQ(found.first.size(), expected.first.size());
      for (size_t k = 0; k < found.first.size(); ++k) {
        EXPECT_EQ(found.first[k].index, expected.first[k].index);
        EXPECT_EQ(found.first[k].reason, expected.first[k].reason);
      }
    }
  for (const DifferenceReason reason : {DifferenceReason::scale, DifferenceReason::tie, DifferenceReason::zero})
    EXPECT_GT(seen[size_t(reason)], 0) << int(reason);
}

}  // namespace
}  // namespace companion
