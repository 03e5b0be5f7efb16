// The fast quantizer: the reference's results, bit for bit, two elements at a time and without branches.
//
// Rounding to M mantissa bits needs no table: adding and subtracting 2^(52-M) times the binade of the magnitude leaves
// the nearest value of the format, a tie at the even one. The binade is the exponent bits, no lower than the format's
// smallest normal number. Errors and figures do not depend on signs, so magnitudes are enough until results are stored.
#include <limits>
#include <vector>

#include "core/quantize_parts.h"
#include "core/simd.h"

namespace companion {
namespace {

using namespace simd;

constexpr uint64_t kSignMask = uint64_t{1} << 63;
constexpr size_t kLanes = SquareSum::kLanes, kPairs = kLanes / 2;
constexpr size_t kChunkElements = 4096;  // maxima of a chunk, then its elements, while it is in the nearest cache

// How an element is scaled: by division; so that the largest fits, and none clips; by an exact multiplication, for
// powers of two; by a product in float32.
enum class Scaling { divide, divideByMax, multiply, multiplySingle };

Scaling scalingOf(const Policy& policy) {
  if (policy.arithmetic != Arithmetic::f64) return Scaling::multiplySingle;
  if (policy.scale == ScaleFormat::e8m0) return Scaling::multiply;
  return policy.scale == ScaleFormat::f64 ? Scaling::divideByMax : Scaling::divide;
}

// The policies the vectors are for; the others go through the plain loop.
bool serves(const Policy& policy) {
  const bool single = policy.arithmetic != Arithmetic::f64, lecture = policy.nonFinite == NonFinite::lecture;
  if (policy.overflow != Overflow::saturate || policy.tie == Tie::away) return false;
  if (policy.scale == ScaleFormat::f64) return policy.block == kTensorBlock && !single;
  if (policy.scale == ScaleFormat::e4m3) {
    if (policy.scaleRule == ScaleRule::fourSix || (single && !policy.tensorScale)) return false;
    if (lecture && policy.element != Format::e2m1) return false;
  }
  return policy.block != kTensorBlock && policy.block % kLanes == 0;
}

struct Rounder {
  explicit Rounder(Format format)
      : exponentMask(splatBits(uint64_t{0x7FF} << 52)),
        top(splat(maxValue(format))),
        lowest(splat(powerOfTwo(info(format).minExponent()))),
        shifter(splat(powerOfTwo(52 - info(format).mantissaBits))),
        unit(splat(powerOfTwo(-info(format).mantissaBits))),
        inverse(splatBits(static_cast<uint64_t>(2046 + info(format).mantissaBits) << 52)) {}

  // The sign of a zero is left open.
  template <Tie tie>
  Pair round(Pair magnitude) const {
    const Pair a = smaller(magnitude, top);
    const Pair binade = larger(both(a, exponentMask), lowest);
    if constexpr (tie == Tie::smaller && kHasCeiling) {
      const Pair multiple = ceiling(subtract(multiply(a, subtractBits(inverse, binade)), splat(0.5)));
      return multiply(multiple, multiply(binade, unit));
    }
    const Pair shift = multiply(binade, shifter);
    const Pair nearest = subtract(add(a, shift), shift);
    if constexpr (tie == Tie::even) return nearest;
    const Pair step = multiply(binade, unit);
    const Pair distance = subtract(nearest, a);
    return subtract(nearest, both(equal(add(distance, distance), step), step));
  }

  // A member, since engines build a constant anew at each use.
  Pair exponentMask;
  Pair top, lowest, shifter;
  Pair unit;     // of the last place, in binades
  Pair inverse;  // minus a binade, as bits: the units in that binade's lower end
};

struct Sums {
  Pair lanes[kPairs];
  Sums() {
    for (Pair& lane : lanes) lane = splat(0);
  }
  void add(size_t pair, Pair term) { lanes[pair] = simd::add(lanes[pair], multiply(term, term)); }
  void addTo(SquareSum& sum) const {
    for (size_t i = 0; i < kPairs; ++i) store(&sum.lanes[2 * i], lanes[i]);
  }
};

// What the first pass learns besides maxima.
struct Signal {
  Sums squares;
  Pair zeros = splat(0);
};

// The largest magnitude of `count` elements, a multiple of eight; NaN is passed over here and shows in the squares.
Pair largestPair(const double* values, size_t count, Signal& signal) {
  Pair largest[kPairs] = {splat(0), splat(0), splat(0), splat(0)};
  for (size_t i = 0; i < count; i += kLanes)
    for (size_t pair = 0; pair < kPairs; ++pair) {
      const Pair x = load(values + i + 2 * pair);
      signal.squares.add(pair, x);
      signal.zeros = countTrue(signal.zeros, equal(x, splat(0)));
      largest[pair] = larger(largest[pair], absolute(x));
    }
  return larger(larger(largest[0], largest[1]), larger(largest[2], largest[3]));
}

double largestLane(Pair a) { return std::max(lane0(a), lane1(a)); }

void blockMaxima(const double* values, size_t block, size_t blocks, double* maxima, Signal& learnt) {
  Signal signal = learnt;  // a copy, so that it may live in registers
  size_t index = 0;
  for (; index + 2 <= blocks; index += 2) {
    const Pair first = largestPair(values + index * block, block, signal);
    const Pair second = largestPair(values + (index + 1) * block, block, signal);
    store(maxima + index, larger(lowLanes(first, second), highLanes(first, second)));
  }
  if (index < blocks) maxima[index] = largestLane(largestPair(values + index * block, block, signal));
  learnt = signal;
}

// What the loop over elements needs of a block: elements times or over `scale` are rounded, values times `step` are
// results.
struct Steps {
  double scale;
  double step;
};

Steps stepsOf(const Policy& policy, double scale, double tensorScale) {
  const ElementScaler scaler(policy, scale, tensorScale);
  const double step = scaler.step();
  if (policy.scale == ScaleFormat::e8m0) return {1 / step, step};
  // A step of zero makes every element zero.
  if (policy.arithmetic == Arithmetic::f64) return {step == 0 ? std::numeric_limits<double>::infinity() : step, step};
  return {step == 0 ? 0.0 : static_cast<double>(scaler.factor()), step};
}

// Each value to its nearest E4M3 value, in place.
void roundToE4m3(std::span<double> values) {
  const Rounder rounder(Format::e4m3);
  size_t i = 0;
  for (; i + 2 <= values.size(); i += 2) store(&values[i], rounder.round<Tie::even>(load(&values[i])));
  if (i < values.size()) values[i] = lane0(rounder.round<Tie::even>(splat(values[i])));
}

// From magnitudes that are values of a format to their codes. Adding 2^52 units of the last place leaves the multiple
// of that unit in the lowest bits; the binades below account for the rest.
struct Encoder {
  explicit Encoder(Format format)
      : rounder(format),
        mantissaShift(52 - info(format).mantissaBits),
        signShift(64 - info(format).bits),
        lowBits(splatBits((2u << info(format).mantissaBits) * 2 - 1)) {}

  Pair codes(Pair values, Pair sign) const {
    const Pair binade = larger(both(values, rounder.exponentMask), rounder.lowest);
    const Pair multiple = both(add(values, multiply(binade, rounder.shifter)), lowBits);
    const Pair binadesBelow = shiftRight(subtractBits(binade, rounder.lowest), mantissaShift);
    return either(addBits(multiple, binadesBelow), shiftRight(sign, signShift));
  }

  Rounder rounder;
  int mantissaShift;
  int signShift;
  Pair lowBits;
};

struct Output {
  double* dequantized;
  uint8_t* codes;
};

enum class Stores { nothing, values, codesToo };

class ElementLoop {
 public:
  explicit ElementLoop(const Policy& policy)
      : format_(policy.element),
        rounder_(policy.element),
        encoder_(policy.element),
        largestZero_(splat(decode(1, policy.element) / 2)),
        clipLimit_(splat(maxValue(policy.element) * kClipSlack)),
        // The script's signs vanish with the quotient in E2M1, with the element in the other formats.
        keepsEverySign_(splatBits(policy.nonFinite == NonFinite::lecture ? 0 : ~uint64_t{0})) {}

  // Blocks of `length` elements, a multiple of eight, one after the other.
  template <Scaling scaling, Tie tie, Stores stores>
  void run(const double* values, size_t length, std::span<const Steps> blocks, Output output) {
    // Copies, so that they may live in registers while results are stored.
    const Rounder rounder = rounder_;
    const Encoder encoder = encoder_;
    const Pair largestZero = largestZero_, clipLimit = clipLimit_, keepsEverySign = keepsEverySign_;
    const bool signOfScaled = format_ == Format::e2m1;
    Sums errors = errors_;
    Pair nonZeros = nonZeros_, clipped = clipped_;
    size_t at = 0;
    for (const Steps& block : blocks) {
      const Pair scale = splat(block.scale), step = splat(block.step);
      for (const size_t end = at + length; at < end; at += kLanes)
        for (size_t pair = 0; pair < kPairs; ++pair) {
          const size_t i = at + 2 * pair;
          const Pair x = load(values + i), magnitude = absolute(x);
          const Pair scaled = scaling == Scaling::multiply         ? multiply(magnitude, scale)
                              : scaling == Scaling::multiplySingle ? singleProduct(magnitude, scale)
                                                                   : divide(magnitude, scale);
          const Pair rounded = rounder.round<tie>(scaled), result = multiply(rounded, step);
          errors.add(pair, subtract(result, magnitude));
          nonZeros = countTrue(nonZeros, greater(scaled, largestZero));
          if constexpr (scaling != Scaling::divideByMax) clipped = countTrue(clipped, greater(scaled, clipLimit));
          if constexpr (stores != Stores::nothing) {
            const Pair hasSign = either(unequal(signOfScaled ? scaled : x, splat(0)), keepsEverySign);
            const Pair sign = both(both(x, splatBits(kSignMask)), hasSign);
            if (stores == Stores::values || output.dequantized)
              store(output.dequantized + i, either(absolute(result), sign));
            if constexpr (stores == Stores::codesToo) {
              const Pair codes = encoder.codes(absolute(rounded), sign);
              output.codes[i] = static_cast<uint8_t>(bits0(codes));
              output.codes[i + 1] = static_cast<uint8_t>(bits1(codes));
            }
          }
        }
    }
    errors_ = errors;
    nonZeros_ = nonZeros;
    clipped_ = clipped;
  }

  void addTo(Totals& totals, size_t count, Pair signalZeros) const {
    errors_.addTo(totals.errors);
    totals.zeros += count - static_cast<size_t>(total(nonZeros_) + total(signalZeros));
    totals.clipped += static_cast<size_t>(total(clipped_));
  }

 private:
  static int64_t total(Pair count) { return bits0(count) + bits1(count); }

  Format format_;
  Rounder rounder_;
  Encoder encoder_;
  Pair largestZero_;
  Pair clipLimit_;
  Pair keepsEverySign_;
  Sums errors_;
  Pair nonZeros_ = splat(0);
  Pair clipped_ = splat(0);
};

using RunBlocks = void (ElementLoop::*)(const double*, size_t, std::span<const Steps>, Output);

template <Scaling scaling, Tie tie>
RunBlocks loopFor(Stores stores) {
  switch (stores) {
    case Stores::nothing:
      return &ElementLoop::run<scaling, tie, Stores::nothing>;
    case Stores::values:
      return &ElementLoop::run<scaling, tie, Stores::values>;
    case Stores::codesToo:
      break;
  }
  return &ElementLoop::run<scaling, tie, Stores::codesToo>;
}

template <Scaling scaling>
RunBlocks loopFor(Tie tie, Stores stores) {
  return tie == Tie::even ? loopFor<scaling, Tie::even>(stores) : loopFor<scaling, Tie::smaller>(stores);
}

RunBlocks loopFor(const Policy& policy, const Output& output) {
  const Stores stores = output.codes ? Stores::codesToo : output.dequantized ? Stores::values : Stores::nothing;
  switch (scalingOf(policy)) {
    case Scaling::divide:
      return loopFor<Scaling::divide>(policy.tie, stores);
    case Scaling::divideByMax:
      return loopFor<Scaling::divideByMax>(policy.tie, stores);
    case Scaling::multiply:
      return loopFor<Scaling::multiply>(policy.tie, stores);
    case Scaling::multiplySingle:
      break;
  }
  return loopFor<Scaling::multiplySingle>(policy.tie, stores);
}

// Magnitudes whose squares need no unit, and which float32 holds if the policy computes in it.
bool inRange(double largest, const Policy& policy) {
  const bool fits = policy.arithmetic == Arithmetic::f64 || largest <= FLT_MAX;
  return std::isfinite(largest) && largest > 0 && squareUnit(largest) == 1 && fits;
}

double loaded(double largest, const Policy& policy) {
  return policy.arithmetic == Arithmetic::f64 ? largest : static_cast<double>(static_cast<float>(largest));
}

// One quantization: blocks of `length_`, then the elements that do not fill one.
class FastQuantizer {
 public:
  FastQuantizer(std::span<const double> values, const Policy& policy, const QuantizeBuffers& buffers)
      : values_(values),
        policy_(policy),
        buffers_(buffers),
        whole_(policy.block == kTensorBlock),
        length_(whole_ ? values.size() / kLanes * kLanes : policy.block),
        blocks_(whole_ ? 1 : values.size() / length_),
        rest_(values.subspan(blocks_ * length_)),
        loop_(policy) {
    for (const double value : rest_) restMax_ = std::max(restMax_, std::fabs(value));
    largest_ = restMax_;
  }

  // Nothing if a value is not finite, or so large or small that squares need a unit.
  std::optional<QuantizeSummary> run() {
    // With a tensor scale all maxima are needed first; else they are found chunk by chunk.
    const size_t chunk =
        policy_.tensorScale ? blocks_ : std::min(blocks_, std::max<size_t>(1, kChunkElements / length_));
    maxima_.resize(chunk);
    steps_.resize(chunk);
    if (policy_.tensorScale) {
      findMaxima(0, blocks_);
      if (!inRange(largest_, policy_)) return {};
      tensor_ = tensorScaleOf(loaded(largest_, policy_), policy_);
    }
    for (size_t first = 0; first < blocks_; first += chunk) {
      const size_t count = std::min(chunk, blocks_ - first);
      if (!policy_.tensorScale) findMaxima(first, count);
      if (whole_ && !inRange(largest_, policy_)) return {};
      findSteps(first, count);
      const Output output = {buffers_.dequantized.empty() ? nullptr : &buffers_.dequantized[first * length_],
                             buffers_.codes.empty() ? nullptr : &buffers_.codes[first * length_]};
      const RunBlocks runBlocks = loopFor(policy_, output);
      (loop_.*runBlocks)(&values_[first * length_], length_, std::span(steps_).first(count), output);
    }
    Totals totals;
    signal_.squares.addTo(totals.squares);
    loop_.addTo(totals, blocks_ * length_, signal_.zeros);
    quantizeRest(totals);
    if (!inRange(largest_, policy_) || !std::isfinite(totals.squares.total())) return {};
    return summarize(totals, values_.size(), tensor_, policy_);
  }

 private:
  void findMaxima(size_t first, size_t count) {
    blockMaxima(&values_[first * length_], length_, count, maxima_.data(), signal_);
    for (size_t i = 0; i < count; ++i) largest_ = std::max(largest_, maxima_[i]);
    if (whole_) maxima_[0] = largest_;
  }

  // Block maxima become scales, then steps.
  void findSteps(size_t first, size_t count) {
    const std::span<double> scales = std::span(maxima_).first(count);
    if (policy_.scaleRule == ScaleRule::rne && policy_.zero == ZeroScale::zero) {
      const double top = maxValue(policy_.element);
      for (double& scale : scales) scale = idealScale(loaded(scale, policy_), top, tensor_, policy_.arithmetic);
      roundToE4m3(scales);
      if (!buffers_.scales.empty()) std::copy(scales.begin(), scales.end(), &buffers_.scales[first]);
      if (!buffers_.scaleCodes.empty())
        for (size_t i = 0; i < count; ++i) buffers_.scaleCodes[first + i] = encode(scales[i], Format::e4m3);
    } else {
      for (size_t i = 0; i < count; ++i)
        scales[i] = setScale(first + i, blockScale({}, loaded(scales[i], policy_), tensor_, policy_));
    }
    for (size_t i = 0; i < count; ++i) steps_[i] = stepsOf(policy_, scales[i], tensor_.decode);
  }

  double setScale(size_t index, const BlockScale& scale) {
    if (!buffers_.scales.empty()) buffers_.scales[index] = scale.value;
    if (!buffers_.scaleCodes.empty()) buffers_.scaleCodes[index] = scale.code;
    return scale.value;
  }

  void quantizeRest(Totals& totals) {
    if (rest_.empty()) return;
    const double scale =
        whole_ ? maxima_[0] : setScale(blocks_, blockScale(rest_, loaded(restMax_, policy_), tensor_, policy_));
    const ElementScaler scaler(policy_, scale, tensor_.decode);
    quantizeElements(values_, blocks_ * length_, rest_.size(), scaler, policy_, 1, buffers_, totals);
  }

  std::span<const double> values_;
  const Policy& policy_;
  const QuantizeBuffers& buffers_;
  bool whole_;
  size_t length_;
  size_t blocks_;
  std::span<const double> rest_;
  double restMax_ = 0;
  double largest_ = 0;
  TensorScale tensor_;
  std::vector<double> maxima_;
  std::vector<Steps> steps_;
  ElementLoop loop_;
  Signal signal_;
};

}  // namespace

std::optional<QuantizeSummary> quantizeFast(std::span<const double> values, const Policy& policy,
                                            const QuantizeBuffers& buffers) {
  if (!serves(policy) || values.size() < std::max<size_t>(policy.block, kLanes)) return {};
  return FastQuantizer(values, policy, buffers).run();
}

}  // namespace companion
