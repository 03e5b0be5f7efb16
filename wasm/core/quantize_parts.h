// What the plain and the fast quantizer share: how scales are found, how one element is treated, how totals become
// figures.
#pragma once
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <optional>
#include <vector>

#include "core/quantize.h"
#include "core/stats.h"

namespace companion {

inline constexpr double kClipSlack = 1 + 0x1p-20;  // clipped means changed by more than about a millionth

struct BlockScale {
  double value;
  uint8_t code;
};

// The factor shared by all blocks of a tensor: to encode (te only) and to decode.
struct TensorScale {
  float encode = 1;
  double decode = 1;
};

// `largest`: the largest magnitude the tensor scale has to cover; NaN or Inf if the tensor has one that counts.
TensorScale tensorScaleOf(double largest, const Policy& policy);

// The E4M3 scale, not yet rounded, that maps m to `target` of the element format.
inline double idealScale(double m, double target, const TensorScale& tensor, Arithmetic arithmetic) {
  if (arithmetic == Arithmetic::f64) return m / target / tensor.decode;
  const auto single = static_cast<float>(m), top = static_cast<float>(target);
  if (arithmetic == Arithmetic::f32) return single / top / static_cast<float>(tensor.decode);
  return std::min(single * (tensor.encode * (1.0f / top)), FLT_MAX);
}

// `m`: the largest magnitude of the block, as the policy's arithmetic loads it.
BlockScale blockScale(std::span<const double> block, double m, const TensorScale& tensor, const Policy& policy);

// Brings elements of one block to the range of their format.
class ElementScaler {
 public:
  ElementScaler(const Policy& policy, double scale, double tensorScale)
      : policy_(policy), step_(scale * tensorScale), divisor_(step_) {
    const auto s = static_cast<float>(scale), g = static_cast<float>(tensorScale);
    if (policy.arithmetic == Arithmetic::te) factor_ = std::min(1.0f / (s * g), FLT_MAX);
    if (policy.arithmetic == Arithmetic::f32 && policy.tensorScale) factor_ = std::min((1.0f / g) / s, FLT_MAX);
    if (policy.arithmetic == Arithmetic::f32) divisor_ = s;
  }

  double step() const { return step_; }     // what a code's value is multiplied by
  float factor() const { return factor_; }  // what an element is multiplied by, with a tensor scale in float32

  double scaled(double value) const {
    if (step_ == 0) return policy_.nonFinite == NonFinite::lecture ? 0.0 : std::copysign(0.0, value);
    if (policy_.arithmetic == Arithmetic::f64) return value / divisor_;
    const auto single = static_cast<float>(value);
    return policy_.tensorScale ? single * factor_ : single / static_cast<float>(divisor_);
  }

  uint8_t code(double value, double scaled) const {
    if (std::isnan(step_)) return info(policy_.element).nanCode;
    // The script multiplies by np.sign, which knows no -0: of the quotient in E2M1, of the element in E4M3.
    const double sign = policy_.element == Format::e2m1 ? scaled : value;
    if (policy_.nonFinite == NonFinite::lecture && sign == 0) return 0;
    return encode(scaled, policy_.element, policy_.tie, policy_.overflow);
  }

  bool clips(double scaled) const { return std::fabs(scaled) > maxValue(policy_.element) * kClipSlack; }

 private:
  const Policy& policy_;
  double step_;
  double divisor_;
  float factor_ = 1;
};

struct Totals {
  SquareSum errors;
  SquareSum squares;
  size_t zeros = 0;
  size_t clipped = 0;
};

// Elements start … start + count - 1, all of one block.
void quantizeElements(std::span<const double> values, size_t start, size_t count, const ElementScaler& scaler,
                      const Policy& policy, double unit, const QuantizeBuffers& buffers, Totals& totals);

QuantizeSummary summarize(const Totals& totals, size_t count, const TensorScale& tensor, const Policy& policy);

// The same results by vectors, of all tasks in one walk over the values; nothing where a policy or the values need the
// plain loop.
std::vector<std::optional<QuantizeSummary>> quantizeFast(std::span<const double> values,
                                                         std::span<const QuantizeTask> tasks);

}  // namespace companion
