// What the plain and the fast quantizer share: how scales are found, how one element is treated, how totals become
// figures.
#pragma once
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>
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

// The power of two for a block, from the bits of its largest magnitude.
class PowerScale {
 public:
  explicit PowerScale(const Policy& policy)
      : lecture_(policy.nonFinite == NonFinite::lecture), overflowIsNan_(policy.overflow == Overflow::nanOrInf) {
    const uint64_t fractionMask = (uint64_t{1} << 52) - 1, top = bitsOf(maxValue(policy.element));
    topField_ = static_cast<int>(top >> 52);
    switch (policy.scaleRule) {
      case ScaleRule::rceil:
        carry_ = fractionMask - (top & fractionMask);
        break;
      case ScaleRule::even:
        carry_ = uint64_t{1} << (51 - info(policy.element).mantissaBits);
        break;
      case ScaleRule::ceil:
        carry_ = fractionMask;
        break;
      default:
        carry_ = 0;
    }
  }

  BlockScale of(double m) const {
    constexpr const FormatInfo& f = info(Format::e8m0);
    const BlockScale nan = {std::numeric_limits<double>::quiet_NaN(), f.nanCode};
    if (!std::isfinite(m)) return nan;
    if (lecture_) {
      const int exponent = exponentOf(std::max(m, 1e-30));
      return {powerOfTwo(exponent), static_cast<uint8_t>(std::min(exponent + f.bias, int{f.maxCode}))};
    }
    const int code = std::max(exponentOf(m) + f.bias, 0);
    if (code > f.maxCode && overflowIsNan_) return nan;
    const int kept = std::min(code, int{f.maxCode});
    return {powerOfTwo(kept - f.bias), static_cast<uint8_t>(kept)};
  }

 private:
  // 0 and subnormals are far below what E8M0 holds, so their field of 0 will do.
  int exponentOf(double m) const { return static_cast<int>((bitsOf(m) + carry_) >> 52) - topField_; }

  bool lecture_;
  bool overflowIsNan_;
  int topField_;
  uint64_t carry_;  // added to the bits of m: reaches the exponent from the fraction on at which the rule rounds up
};

// `m`: the largest magnitude of the block, as the policy's arithmetic loads it.
BlockScale blockScale(std::span<const double> block, double m, const TensorScale& tensor, const Policy& policy);

// The E4M3 scale that maps m to `target` of the element format.
BlockScale e4m3Scale(double m, double target, const TensorScale& tensor, const Policy& policy);

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
  uint64_t zeros = 0;
  uint64_t clipped = 0;
};

// Elements start … start + count - 1, all of one block.
void quantizeElements(std::span<const double> values, size_t start, size_t count, const ElementScaler& scaler,
                      const Policy& policy, double unit, const QuantizeBuffers& buffers, Totals& totals);

QuantizeSummary summarize(const Totals& totals, uint64_t count, const TensorScale& tensor, const Policy& policy);

// Codes and block scales of `count` elements that blocks run through.
double bitsPerElement(uint64_t count, const Policy& policy);

// The value that a policy's arithmetic starts from.
inline double loaded(double value, Arithmetic arithmetic) {
  return arithmetic == Arithmetic::f64 ? value : static_cast<double>(static_cast<float>(value));
}

// The largest magnitude of the blocks whose elements are all finite, as the policy loads them.
double largestOfFiniteBlocks(std::span<const double> values, const Policy& policy);

// What a block needs to know of the whole tensor.
struct TensorFacts {
  double magnitude = 0;  // the largest; NaN if the tensor has one
  TensorScale tensor;
  double unit = 1;  // in which squares are taken
};

// A slice of a tensor: whole blocks, of which the last may be short. Totals go on where the slices before left them;
// all tasks have seen the same slices.
struct SliceTask {
  const Policy& policy;
  const TensorFacts& facts;
  Totals& totals;
};
void quantizeSlices(std::span<const double> values, std::span<const SliceTask> tasks);

// The plain loop over blocks.
void quantizeBlocks(std::span<const double> values, const Policy& policy, const TensorFacts& facts,
                    const QuantizeBuffers& buffers, Totals& totals);

// The same by vectors; true for each task that was served.
std::vector<bool> quantizeSlicesFast(std::span<const double> values, std::span<const SliceTask> tasks);

// The same results by vectors, of all tasks in one walk over the values; nothing where a policy or the values need the
// plain loop.
std::vector<std::optional<QuantizeSummary>> quantizeFast(std::span<const double> values,
                                                         std::span<const QuantizeTask> tasks);

}  // namespace companion
