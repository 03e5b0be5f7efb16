// The fast quantizer: the reference's results, bit for bit, two elements at a time and without branches.
//
// Rounding to M mantissa bits needs no table: adding and subtracting 2^(52-M) times the binade of the magnitude leaves
// the nearest value of the format, a tie at the even one. The binade is the exponent bits, no lower than the format's
// smallest normal number. Errors and figures do not depend on signs, so magnitudes are enough until results are stored.
#include <limits>
#include <utility>
#include <vector>

#include "core/quantize_parts.h"
#include "core/simd.h"

namespace companion {
namespace {

using namespace simd;

constexpr uint64_t kSignMask = uint64_t{1} << 63;
constexpr size_t kLanes = SquareSum::kLanes, kPairs = kLanes / 2;
constexpr size_t kChunkElements = 4096;  // all policies quantize a chunk while it is in the nearest cache

// How an element is scaled: by division; by an exact multiplication, for powers of two; by a product in float32.
enum class Scaling { divide, multiply, multiplySingle };

Scaling scalingOf(const Policy& policy) {
  if (policy.arithmetic != Arithmetic::f64) return Scaling::multiplySingle;
  return policy.scale == ScaleFormat::e8m0 ? Scaling::multiply : Scaling::divide;
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
  explicit Sums(const SquareSum& before) {
    for (size_t i = 0; i < kPairs; ++i) lanes[i] = load(&before.lanes[2 * i]);
  }
  void keepIn(SquareSum& sum) const {
    for (size_t i = 0; i < kPairs; ++i) store(&sum.lanes[2 * i], lanes[i]);
  }
};

// The largest magnitude of eight elements in each lane pair; NaN is passed over here and shows in the squares.
Pair learnEight(const double* values, Sums& squares, Pair& zeros) {
  Pair largest[kPairs];
  for (size_t pair = 0; pair < kPairs; ++pair) {
    const Pair x = load(values + 2 * pair);
    squares.add(pair, x);
    zeros = countTrue(zeros, equal(x, splat(0)));
    largest[pair] = absolute(x);
  }
  return larger(larger(largest[0], largest[1]), larger(largest[2], largest[3]));
}

int64_t total(Pair count) { return bits0(count) + bits1(count); }

// The same of many eights, each into its place in `maxima`.
void learnEights(const double* values, size_t eights, double* maxima, Sums& squares, Pair& zeros) {
  Sums sums = squares;  // copies, so that they may live in registers while maxima are stored
  Pair count = zeros;
  size_t eight = 0;
  for (; eight + 2 <= eights; eight += 2) {
    const Pair first = learnEight(values + eight * kLanes, sums, count);
    const Pair second = learnEight(values + (eight + 1) * kLanes, sums, count);
    store(maxima + eight, larger(lowLanes(first, second), highLanes(first, second)));
  }
  if (eight < eights) {
    const Pair last = learnEight(values + eight * kLanes, sums, count);
    maxima[eight] = std::max(lane0(last), lane1(last));
  }
  squares = sums;
  zeros = count;
}

// The largest of each `group` values in a row; the last group may end early.
void largestOfGroups(std::span<const double> values, size_t group, std::span<double> largest) {
  size_t i = 0;
  if (group == 2)
    for (; i + 2 <= largest.size() && 2 * i + 4 <= values.size(); i += 2) {
      const Pair a = load(&values[2 * i]), b = load(&values[2 * i + 2]);
      store(&largest[i], larger(lowLanes(a, b), highLanes(a, b)));
    }
  for (; i < largest.size(); ++i) {
    double most = 0;
    for (size_t k = i * group; k < std::min((i + 1) * group, values.size()); ++k) most = std::max(most, values[k]);
    largest[i] = most;
  }
}

// What is asked of the values before any block is quantized, in one pass for all policies.
struct Signal {
  // `before`: the squares of the slices before this one.
  explicit Signal(std::span<const double> values, const SquareSum& before = {})
      : maxima((values.size() + kLanes - 1) / kLanes) {
    const size_t eights = values.size() / kLanes;
    Sums sums(before);
    Pair zeroCount = splat(0);
    learnEights(values.data(), eights, maxima.data(), sums, zeroCount);
    sums.keepIn(squares);
    zeros = static_cast<size_t>(total(zeroCount));
    for (size_t i = eights * kLanes; i < values.size(); ++i) {
      squares.add(i, values[i]);
      zeros += values[i] == 0;
      maxima[eights] = std::max(maxima[eights], std::fabs(values[i]));
    }
    largestOfGroups(maxima, maxima.size(), std::span(&largest, 1));
  }

  // Of each block of `length`, a multiple of eight, from `start` on; the last one may end with the values.
  void blockMaxima(size_t start, size_t length, std::span<double> largestOfBlocks) const {
    largestOfGroups(std::span(maxima).subspan(start / kLanes), length / kLanes, largestOfBlocks);
  }

  std::vector<double> maxima;  // of every eight elements
  SquareSum squares;
  size_t zeros;
  double largest = 0;
};

// What the loop over elements needs of a block: elements times or over `scale` are rounded, values times `step` are
// results.
struct Steps {
  double scale;
  double step;
};

void findSteps(const Policy& policy, std::span<const double> scales, double tensorScale, Steps* steps) {
  const size_t count = scales.size();
  if (policy.scale == ScaleFormat::e8m0) {
    for (size_t i = 0; i < count; ++i) steps[i] = {1 / scales[i], scales[i]};
  } else if (policy.arithmetic == Arithmetic::f64) {
    for (size_t i = 0; i < count; ++i) {
      const double step = scales[i] * tensorScale;  // a step of zero makes every element zero
      steps[i] = {step == 0 ? std::numeric_limits<double>::infinity() : step, step};
    }
  } else {
    for (size_t i = 0; i < count; ++i) {
      const ElementScaler scaler(policy, scales[i], tensorScale);
      steps[i] = {scaler.step() == 0 ? 0.0 : static_cast<double>(scaler.factor()), scaler.step()};
    }
  }
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

  // Of `values` with signs, an even number of them.
  void encode(std::span<const double> values, uint8_t* out) const {
    for (size_t i = 0; i < values.size(); i += 2) {
      const Pair value = load(&values[i]);
      const Pair two = codes(absolute(value), both(value, splatBits(kSignMask)));
      out[i] = static_cast<uint8_t>(bits0(two));
      out[i + 1] = static_cast<uint8_t>(bits1(two));
    }
  }

  Rounder rounder;
  int mantissaShift;
  int signShift;
  Pair lowBits;
};

// Where results go, unless nowhere.
struct Output {
  double* dequantized;
  double* rounded;  // values of the format, for their codes
};

class ElementLoop {
 public:
  ElementLoop(const Policy& policy, const SquareSum& errorsBefore)
      : format_(policy.element),
        rounder_(policy.element),
        largestZero_(splat(decode(1, policy.element) / 2)),
        clipLimit_(splat(maxValue(policy.element) * kClipSlack)),
        // The script's signs vanish with the quotient in E2M1, with the element in the other formats.
        keepsEverySign_(splatBits(policy.nonFinite == NonFinite::lecture ? 0 : ~uint64_t{0})),
        errors_(errorsBefore) {}

  // Blocks of `length` elements, a multiple of eight, one after the other.
  template <Scaling scaling, Tie tie, bool storesAny>
  void run(const double* values, size_t length, std::span<const Steps> blocks, Output output) {
    // Copies, so that they may live in registers while results are stored.
    const Rounder rounder = rounder_;
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
          clipped = countTrue(clipped, greater(scaled, clipLimit));
          if constexpr (storesAny) {
            const Pair hasSign = either(unequal(signOfScaled ? scaled : x, splat(0)), keepsEverySign);
            const Pair sign = both(both(x, splatBits(kSignMask)), hasSign);
            if (output.dequantized) store(output.dequantized + i, either(absolute(result), sign));
            if (output.rounded) store(output.rounded + i, either(absolute(rounded), sign));
          }
        }
    }
    errors_ = errors;
    nonZeros_ = nonZeros;
    clipped_ = clipped;
  }

  // Of `count` elements, so many of which were zeros before.
  void addTo(Totals& totals, size_t count, size_t signalZeros) const {
    errors_.keepIn(totals.errors);
    totals.zeros += count - signalZeros - static_cast<size_t>(total(nonZeros_));
    totals.clipped += static_cast<size_t>(total(clipped_));
  }

 private:
  Format format_;
  Rounder rounder_;
  Pair largestZero_;
  Pair clipLimit_;
  Pair keepsEverySign_;
  Sums errors_;
  Pair nonZeros_ = splat(0);
  Pair clipped_ = splat(0);
};

using RunBlocks = void (ElementLoop::*)(const double*, size_t, std::span<const Steps>, Output);

template <Scaling scaling>
RunBlocks loopFor(Tie tie, bool storesAny) {
  if (tie == Tie::even)
    return storesAny ? &ElementLoop::run<scaling, Tie::even, true> : &ElementLoop::run<scaling, Tie::even, false>;
  return storesAny ? &ElementLoop::run<scaling, Tie::smaller, true> : &ElementLoop::run<scaling, Tie::smaller, false>;
}

RunBlocks loopFor(const Policy& policy, const Output& output) {
  const bool storesAny = output.dequantized || output.rounded;
  switch (scalingOf(policy)) {
    case Scaling::divide:
      return loopFor<Scaling::divide>(policy.tie, storesAny);
    case Scaling::multiply:
      return loopFor<Scaling::multiply>(policy.tie, storesAny);
    case Scaling::multiplySingle:
      break;
  }
  return loopFor<Scaling::multiplySingle>(policy.tie, storesAny);
}

// Magnitudes whose squares need no unit, and of which float32 holds tensor scales and scaled values if the policy
// computes in it.
bool inRange(double largest, const Policy& policy) {
  const bool fits = policy.arithmetic == Arithmetic::f64 || (largest >= 0x1p-100 && largest <= FLT_MAX);
  return std::isfinite(largest) && largest > 0 && squareUnit(largest) == 1 && fits;
}

// One quantization, chunk by chunk: blocks of `length_`, then the elements that do not fill one. Totals go on from
// those of earlier slices.
class FastQuantizer {
 public:
  FastQuantizer(std::span<const double> values, const Policy& policy, const QuantizeBuffers& buffers,
                const Signal& signal, const TensorFacts& facts, const Totals& before)
      : values_(values),
        policy_(policy),
        buffers_(buffers),
        signal_(signal),
        whole_(policy.block == kTensorBlock),
        length_(whole_ ? values.size() : policy.block),
        end_(values.size() / (whole_ ? kLanes : length_) * (whole_ ? kLanes : length_)),
        tensor_(facts.tensor),
        totals_(before),
        loop_(policy, before.errors) {
    if (whole_) {
      scales_ = {facts.magnitude};
      findScales(0);
    }
  }

  // Quantizes what is not yet done and lies before `limit`, a multiple of eight: whole blocks only, unless there is
  // one.
  void advanceTo(size_t limit) {
    const size_t start = done_;
    done_ = std::min(whole_ ? limit : limit / length_ * length_, end_);
    if (done_ == start) return;
    if (!whole_) {
      scales_.resize((done_ - start) / length_);
      signal_.blockMaxima(start, length_, scales_);
      findScales(start / length_);
    }
    const bool encodes = !buffers_.codes.empty();
    if (encodes) rounded_.resize(done_ - start);
    const Output output = {buffers_.dequantized.empty() ? nullptr : &buffers_.dequantized[start],
                           encodes ? rounded_.data() : nullptr};
    const RunBlocks runBlocks = loopFor(policy_, output);
    (loop_.*runBlocks)(&values_[start], whole_ ? done_ - start : length_, steps_, output);
    if (encodes) Encoder(policy_.element).encode(rounded_, &buffers_.codes[start]);
  }

  Totals finish() {
    const auto rest = values_.subspan(end_);
    const auto restZeros = static_cast<size_t>(std::count(rest.begin(), rest.end(), 0.0));
    loop_.addTo(totals_, end_, signal_.zeros - restZeros);
    if (!rest.empty()) {
      if (!whole_) {
        scales_.resize(1);
        signal_.blockMaxima(end_, length_, scales_);
        findScales(end_ / length_);
      }
      const ElementScaler scaler(policy_, scales_[0], tensor_.decode);
      quantizeElements(values_, end_, rest.size(), scaler, policy_, 1, buffers_, totals_);
    }
    totals_.squares = signal_.squares;
    return totals_;
  }

 private:
  // From the largest magnitudes of blocks to their scales and steps; `first` is the first block.
  void findScales(size_t first) {
    if (policy_.scaleRule == ScaleRule::rne && policy_.zero == ZeroScale::zero) {
      findNearestScales(first);
    } else if (policy_.scale == ScaleFormat::e8m0) {
      const PowerScale powerScale(policy_);
      setScales(first, [&](double m) { return powerScale.of(m); });
    } else {
      setScales(first, [&](double m) { return blockScale({}, m, tensor_, policy_); });
    }
    if (!buffers_.scales.empty()) std::copy(scales_.begin(), scales_.end(), buffers_.scales.begin() + first);
    steps_.resize(scales_.size());
    findSteps(policy_, scales_, tensor_.decode, steps_.data());
  }

  template <class Rule>
  void setScales(size_t first, Rule rule) {
    uint8_t* codes = buffers_.scaleCodes.empty() ? nullptr : &buffers_.scaleCodes[first];
    for (double& value : scales_) {
      const BlockScale scale = rule(loaded(value, policy_.arithmetic));
      value = scale.value;
      if (codes) *codes++ = scale.code;
    }
  }

  void findNearestScales(size_t first) {
    const TensorScale tensor = tensor_;
    const double top = maxValue(policy_.element);
    if (policy_.arithmetic == Arithmetic::f64) {
      for (double& scale : scales_) scale = idealScale(scale, top, tensor, Arithmetic::f64);
    } else {
      for (double& scale : scales_)
        scale = idealScale(loaded(scale, policy_.arithmetic), top, tensor, policy_.arithmetic);
    }
    roundToE4m3(scales_);
    if (buffers_.scaleCodes.empty()) return;
    for (size_t i = 0; i < scales_.size(); ++i) buffers_.scaleCodes[first + i] = encode(scales_[i], Format::e4m3);
  }

  std::span<const double> values_;
  const Policy& policy_;
  const QuantizeBuffers& buffers_;
  const Signal& signal_;
  bool whole_;
  size_t length_;
  size_t end_;  // of what goes through vectors
  size_t done_ = 0;
  TensorScale tensor_;
  Totals totals_;
  std::vector<double> scales_;
  std::vector<Steps> steps_;
  std::vector<double> rounded_;  // of the newest chunk, if codes are asked for
  ElementLoop loop_;
};

TensorFacts factsOf(double largest, const Policy& policy) {
  if (!policy.tensorScale) return {largest, {}};
  return {largest, tensorScaleOf(loaded(largest, policy.arithmetic), policy)};
}

// All quantizers in one walk over the values.
void walk(size_t count, std::span<std::pair<size_t, FastQuantizer>> running) {
  for (size_t limit = 0; limit < count;) {
    limit += kChunkElements;
    for (auto& [index, quantizer] : running) quantizer.advanceTo(limit);
  }
}

}  // namespace

std::vector<std::optional<QuantizeSummary>> quantizeFast(std::span<const double> values,
                                                         std::span<const QuantizeTask> tasks) {
  std::vector<std::optional<QuantizeSummary>> summaries(tasks.size());
  const auto servable = [](const QuantizeTask& task) { return serves(task.policy); };
  if (values.empty() || std::none_of(tasks.begin(), tasks.end(), servable)) return summaries;
  const Signal signal(values);
  if (!std::isfinite(signal.squares.total())) return summaries;

  std::vector<TensorFacts> facts;
  std::vector<std::pair<size_t, FastQuantizer>> running;
  for (size_t i = 0; i < tasks.size(); ++i) {
    const auto& [policy, buffers] = tasks[i];
    facts.push_back(factsOf(signal.largest, policy));
    if (serves(policy) && inRange(signal.largest, policy))
      running.emplace_back(i, FastQuantizer(values, policy, buffers, signal, facts[i], {}));
  }
  walk(values.size(), running);
  for (auto& [index, quantizer] : running)
    summaries[index] = summarize(quantizer.finish(), values.size(), facts[index].tensor, tasks[index].policy);
  return summaries;
}

std::vector<bool> quantizeSlicesFast(std::span<const double> values, std::span<const SliceTask> tasks) {
  std::vector<bool> served(tasks.size());
  const auto servable = [](const SliceTask& task) {
    return serves(task.policy) && inRange(task.facts.magnitude, task.policy);
  };
  if (values.empty() || std::none_of(tasks.begin(), tasks.end(), servable)) return served;
  const Signal signal(values, tasks[0].totals.squares);
  const QuantizeBuffers nowhere;
  std::vector<std::pair<size_t, FastQuantizer>> running;
  for (size_t i = 0; i < tasks.size(); ++i)
    if (servable(tasks[i]))
      running.emplace_back(i, FastQuantizer(values, tasks[i].policy, nowhere, signal, tasks[i].facts, tasks[i].totals));
  walk(values.size(), running);
  for (auto& [index, quantizer] : running) {
    tasks[index].totals = quantizer.finish();
    served[index] = true;
  }
  return served;
}

}  // namespace companion
