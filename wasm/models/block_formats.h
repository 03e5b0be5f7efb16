// What four ways of storing numbers in 8 or 4 bits lose on a random signal, and what they save.
//
// Schemes: FP8 E4M3 and FP4 E2M1 with one scale for the tensor; MXFP4, a power of two for each mxBlock numbers; NVFP4,
// an E4M3 scale for each nvBlock numbers and one FP32 for the tensor. Relative error = ‖q - x‖ / ‖x‖; SQNR = 20 log10(1
// / relative error); bits = element bits + 8 / block. Source: lecture 1, script 05, demo 2; policies in core/quantize,
// draws in core/signal (numpy's streams), expectations in core/expectation. Assumptions: independent draws of one law
// stand in for weights; a last block that is not full is quantized with its true length; element error is not task
// accuracy. Error: relative errors agree with numpy's to 1e-12; expectations within 0.5 % of the mean over many draws
// (2 % for Student-t below df 6, where single numbers dominate the sums).
#pragma once
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/code_differences.h"
#include "core/error_parts.h"
#include "core/expectation.h"
#include "core/fields.h"
#include "core/progress.h"
#include "core/read_params.h"
#include "core/signal.h"
#include "core/stats.h"

namespace companion::blockFormats {

inline constexpr std::string_view kDistributions[] = {"student-t", "normal", "laplace", "uniform", "outliers"};
inline constexpr std::string_view kSchemes[] = {"fp8-tensor", "fp4-tensor", "mxfp4", "nvfp4"};
inline constexpr std::string_view kMxRules[] = {"floor", "rceil", "even", "ceil"};
inline constexpr std::string_view kNvRules[] = {"rne", "up", "four-six"};
inline constexpr std::string_view kTies[] = {"smaller", "even", "away"};
inline constexpr std::string_view kYesNo[] = {"yes", "no"};
inline constexpr std::string_view kElements[] = {"e4m3", "e5m2", "e2m1"};
inline constexpr std::string_view kScaleFormats[] = {"e8m0", "e4m3", "f64"};
inline constexpr std::string_view kScaleRules[] = {"floor", "rceil", "even", "ceil", "rne", "up", "four-six", "max"};
inline constexpr std::string_view kPolicyTies[] = {"even", "smaller", "away"};
inline constexpr std::string_view kOverflows[] = {"saturate", "nan-or-inf"};
inline constexpr std::string_view kZeroScales[] = {"zero", "min-scale"};
inline constexpr std::string_view kNonFinites[] = {"propagate", "block-nan", "lecture"};
inline constexpr std::string_view kArithmetics[] = {"f64", "f32", "te"};
inline constexpr std::string_view kPolicies[] = {"lecture/fp8-tensor",
                                                 "lecture/fp4-tensor",
                                                 "lecture/mxfp4",
                                                 "lecture/nvfp4",
                                                 "ocp/mxfp4",
                                                 "ocp/mxfp8-e4m3",
                                                 "ocp/mxfp8-e5m2",
                                                 "te/nvfp4",
                                                 "torchao/mxfp4",
                                                 "torchao/mxfp8-e4m3",
                                                 "torchao/nvfp4",
                                                 "microxcaling/mxfp4",
                                                 "compressed-tensors/mxfp4",
                                                 "cudnn/nvfp4",
                                                 "fouroversix/nvfp4",
                                                 "custom"};
inline constexpr int kCustomPolicy = 15;
inline constexpr std::string_view kSweeps[] = {"block", "df", "scale"};
inline constexpr std::string_view kReasons[] = {"scale", "tie", "zero", "arithmetic"};

struct Params {
  int distribution = 0;
  double df = 5;
  double n = 1048576;
  double scale = 0.02;
  double seed = 0;
  int mxBlock = 32;
  int nvBlock = 16;
  double paramsB = 300;
  double capacityGB = 288;
  double outlierFraction = 0.001;
  double outlierFactor = 50;
  int mxRule = 0;
  int nvRule = 0;
  int nvTensorScale = 0;       // "yes": one FP32 scale for the tensor beside the block scales
  int tie = 0;                 // of the E2M1 elements
  double kvKiBPerToken = 320;  // 80 layers × 8 heads × 128 × (K and V) × 2 B
  int sweep = 0;
  // Two policies, number by number.
  int policyA = 3;
  int policyB = 13;
  double block = -1;  // of policy A, under the magnifier; -1: the one with the largest magnitude
  int customElement = 2;
  int customBlock = 32;  // 0: the whole tensor
  int customScale = 0;
  int customScaleRule = 0;
  int customTie = 0;
  int customTensorScale = 1;
  int customOverflow = 0;
  int customZero = 0;
  int customNonFinite = 1;
  int customArithmetic = 0;
};

template <class V>
void fields(V& v, Params*) {
  v.choice("distribution", &Params::distribution, names(kDistributions));
  v.number("df", &Params::df, 0.5, 1000, "");
  v.integer("n", &Params::n, 1, 67108864, "");
  v.number("scale", &Params::scale, 1e-12, 1e12, "");
  v.integer("seed", &Params::seed, 0, 9007199254740991, "");
  v.integer("mxBlock", &Params::mxBlock, 1, 4096, "");
  v.integer("nvBlock", &Params::nvBlock, 1, 4096, "");
  v.number("paramsB", &Params::paramsB, 0.001, 100000, "B");
  v.number("capacityGB", &Params::capacityGB, 1, 100000, "GB");
  v.number("outlierFraction", &Params::outlierFraction, 0, 0.5, "");
  v.number("outlierFactor", &Params::outlierFactor, 1, 10000, "");
  v.choice("mxRule", &Params::mxRule, names(kMxRules));
  v.choice("nvRule", &Params::nvRule, names(kNvRules));
  v.choice("nvTensorScale", &Params::nvTensorScale, names(kYesNo));
  v.choice("tie", &Params::tie, names(kTies));
  v.number("kvKiBPerToken", &Params::kvKiBPerToken, 0.001, 100000, "KiB");
  v.choice("sweep", &Params::sweep, names(kSweeps));
  v.choice("policyA", &Params::policyA, names(kPolicies));
  v.choice("policyB", &Params::policyB, names(kPolicies));
  v.integer("block", &Params::block, -1, 67108863, "");
  v.choice("customElement", &Params::customElement, names(kElements));
  v.integer("customBlock", &Params::customBlock, 0, 4096, "");
  v.choice("customScale", &Params::customScale, names(kScaleFormats));
  v.choice("customScaleRule", &Params::customScaleRule, names(kScaleRules));
  v.choice("customTie", &Params::customTie, names(kPolicyTies));
  v.choice("customTensorScale", &Params::customTensorScale, names(kYesNo));
  v.choice("customOverflow", &Params::customOverflow, names(kOverflows));
  v.choice("customZero", &Params::customZero, names(kZeroScales));
  v.choice("customNonFinite", &Params::customNonFinite, names(kNonFinites));
  v.choice("customArithmetic", &Params::customArithmetic, names(kArithmetics));
}

// What one policy does to the signal; the four schemes' rows are the lecture's table.
struct Loss {
  double bits;  // per number: element + 8 / block
  double relativeError;
  double sqnrDb;
  double zeroFraction;  // of numbers other than 0
  double clippedFraction;
  double blocksClipped;                               // share of blocks with a clipped number
  double roundingShare, clippingShare, flushedShare;  // of the squared error
  double tensorScale;
  double idealSqnrDb;     // expected with the same blocks and unrounded scales (largest magnitude / largest value)
  double expectedSqnrDb;  // over the law of the signal; NaN: no closed form (df <= 2, rule four-six)
  double expectedZeroFraction;
  int blockLength;                 // 0: the whole tensor
  int tail;                        // numbers in a last block that is not full; 0: none
  std::vector<double> codeCounts;  // how many numbers took each code
};

template <class V>
void fields(V& v, Loss*) {
  v.number("bits", &Loss::bits, "bit");
  v.number("relativeError", &Loss::relativeError, "");
  v.number("sqnrDb", &Loss::sqnrDb, "dB");
  v.number("zeroFraction", &Loss::zeroFraction, "");
  v.number("clippedFraction", &Loss::clippedFraction, "");
  v.number("blocksClipped", &Loss::blocksClipped, "");
  v.number("roundingShare", &Loss::roundingShare, "");
  v.number("clippingShare", &Loss::clippingShare, "");
  v.number("flushedShare", &Loss::flushedShare, "");
  v.number("tensorScale", &Loss::tensorScale, "");
  v.number("idealSqnrDb", &Loss::idealSqnrDb, "dB");
  v.number("expectedSqnrDb", &Loss::expectedSqnrDb, "dB");
  v.number("expectedZeroFraction", &Loss::expectedZeroFraction, "");
  v.integer("blockLength", &Loss::blockLength, "");
  v.integer("tail", &Loss::tail, "");
  v.numbers("codeCounts", &Loss::codeCounts, "");
}

// Storage of paramsB parameters in a memory of capacityGB (both decimal).
struct Storage {
  double weightsBytes, leftBytes, maxParams;
  double contextTokens;  // that the rest holds as KV cache; 0 if the weights do not fit
};

template <class V>
void fields(V& v, Storage*) {
  v.number("weightsBytes", &Storage::weightsBytes, "B");
  v.number("leftBytes", &Storage::leftBytes, "B");
  v.number("maxParams", &Storage::maxParams, "");
  v.number("contextTokens", &Storage::contextTokens, "");
}

// The signal itself: counts of |x| in quarter octaves, [edge, next edge).
struct Data {
  double largest, rms;
  double largestIndex;
  std::vector<double> first;  // its first numbers, to compare with numpy
  std::vector<double> edges, counts;
  double zeros, below;  // numbers that are 0, and those under the first edge
};

template <class V>
void fields(V& v, Data*) {
  v.number("largest", &Data::largest, "");
  v.number("rms", &Data::rms, "");
  v.number("largestIndex", &Data::largestIndex, "");
  v.numbers("first", &Data::first, "");
  v.numbers("edges", &Data::edges, "");
  v.numbers("counts", &Data::counts, "");
  v.number("zeros", &Data::zeros, "");
  v.number("below", &Data::below, "");
}

// SQNR of the first numbers of the signal as one thing runs: block length, df or scale.
struct Sweep {
  int over;
  double n;                                       // numbers used
  std::vector<double> x, mxfp4, nvfp4, fp8, fp4;  // dB
  std::vector<double> mxfp4Expected, nvfp4Expected;
};

template <class V>
void fields(V& v, Sweep*) {
  v.choice("over", &Sweep::over, names(kSweeps));
  v.number("n", &Sweep::n, "");
  v.numbers("x", &Sweep::x, "");
  v.numbers("mxfp4", &Sweep::mxfp4, "dB");
  v.numbers("nvfp4", &Sweep::nvfp4, "dB");
  v.numbers("fp8", &Sweep::fp8, "dB");
  v.numbers("fp4", &Sweep::fp4, "dB");
  v.numbers("mxfp4Expected", &Sweep::mxfp4Expected, "dB");
  v.numbers("nvfp4Expected", &Sweep::nvfp4Expected, "dB");
}

// One number under one policy.
struct Step {
  double scaled, lower, upper;  // divided by its scale, and its neighbours in the format
  int lowerCode, upperCode, code;
  double value, dequantized;
  double scale;   // of its block, without the tensor scale
  int scaleCode;  // -1: the scale is no code
  bool tie, clipped, flushed;
};

template <class V>
void fields(V& v, Step*) {
  v.number("scaled", &Step::scaled, "");
  v.number("lower", &Step::lower, "");
  v.number("upper", &Step::upper, "");
  v.integer("lowerCode", &Step::lowerCode, "");
  v.integer("upperCode", &Step::upperCode, "");
  v.integer("code", &Step::code, "");
  v.number("value", &Step::value, "");
  v.number("dequantized", &Step::dequantized, "");
  v.number("scale", &Step::scale, "");
  v.integer("scaleCode", &Step::scaleCode, "");
  v.flag("tie", &Step::tie);
  v.flag("clipped", &Step::clipped);
  v.flag("flushed", &Step::flushed);
}

struct Element {
  double index, x;
  Step a, b;
};

template <class V>
void fields(V& v, Element*) {
  v.number("index", &Element::index, "");
  v.number("x", &Element::x, "");
  v.object("a", &Element::a);
  v.object("b", &Element::b);
}

// A number that the two policies treat differently, and why: another scale, a tie, the sign of zero, or arithmetic.
struct Difference {
  double index, x;
  int reason;
  Step a, b;
};

template <class V>
void fields(V& v, Difference*) {
  v.number("index", &Difference::index, "");
  v.number("x", &Difference::x, "");
  v.choice("reason", &Difference::reason, names(kReasons));
  v.object("a", &Difference::a);
  v.object("b", &Difference::b);
}

// Policies A and B side by side.
struct Comparison {
  Loss a, b;
  double magnifiedBlock;
  std::vector<Element> elements;  // of that block of A; of a long one 64 around the largest
  double codesDiffer;             // numbers with another code; with another element format: with another value
  double valuesDiffer;
  std::vector<double> byReason;         // how many of codesDiffer, in the order of kReasons
  std::vector<Difference> differences;  // the first of them
};

template <class V>
void fields(V& v, Comparison*) {
  v.object("a", &Comparison::a);
  v.object("b", &Comparison::b);
  v.number("magnifiedBlock", &Comparison::magnifiedBlock, "");
  v.list("elements", &Comparison::elements);
  v.number("codesDiffer", &Comparison::codesDiffer, "");
  v.number("valuesDiffer", &Comparison::valuesDiffer, "");
  v.numbers("byReason", &Comparison::byReason, "");
  v.list("differences", &Comparison::differences);
}

struct Result {
  std::vector<Loss> losses;      // scheme by scheme
  std::vector<Storage> storage;  // scheme by scheme
  Data data;
  Sweep sweep;
  Comparison comparison;
};

template <class V>
void fields(V& v, Result*) {
  v.list("losses", &Result::losses);
  v.list("storage", &Result::storage);
  v.object("data", &Result::data);
  v.object("sweep", &Result::sweep);
  v.object("comparison", &Result::comparison);
}

inline Signal signalOf(const Params& p) {
  return {static_cast<SignalLaw>(p.distribution), p.df, p.outlierFraction, p.outlierFactor, p.scale};
}

inline Tie tieOf(const Params& p) {
  constexpr Tie kOrder[] = {Tie::smaller, Tie::even, Tie::away};
  return kOrder[p.tie];
}

// The lecture's preset of a scheme with the blocks, rules and ties that are set.
inline Policy schemePolicy(const Params& p, int scheme) {
  Policy policy = *findPreset(kPolicies[scheme]);
  if (policy.element == Format::e2m1) policy.tie = tieOf(p);
  if (scheme == 2) {
    policy.block = static_cast<uint32_t>(p.mxBlock);
    policy.scaleRule = static_cast<ScaleRule>(p.mxRule);
  }
  if (scheme == 3) {
    policy.block = static_cast<uint32_t>(p.nvBlock);
    policy.scaleRule = static_cast<ScaleRule>(int(ScaleRule::rne) + p.nvRule);
    policy.tensorScale = p.nvTensorScale == 0;
  }
  return policy;
}

inline Policy customPolicy(const Params& p) {
  constexpr Format kFormatOrder[] = {Format::e4m3, Format::e5m2, Format::e2m1};
  Policy policy;
  policy.element = kFormatOrder[p.customElement];
  policy.block = static_cast<uint32_t>(p.customBlock);
  policy.scale = static_cast<ScaleFormat>(p.customScale);
  policy.scaleRule = static_cast<ScaleRule>(p.customScaleRule);
  policy.tie = static_cast<Tie>(p.customTie);
  policy.tensorScale = p.customTensorScale == 0;
  policy.overflow = static_cast<Overflow>(p.customOverflow);
  policy.zero = static_cast<ZeroScale>(p.customZero);
  policy.nonFinite = static_cast<NonFinite>(p.customNonFinite);
  policy.arithmetic = static_cast<Arithmetic>(p.customArithmetic);
  return policy;
}

inline Policy comparedPolicy(const Params& p, int policy) {
  return policy == kCustomPolicy ? customPolicy(p) : *findPreset(kPolicies[policy]);
}

// Brings a custom policy whose members do not fit together to the nearest one that does.
inline void check(Params& p, std::vector<Issue>& issues) {
  constexpr int kFirstRule[] = {int(ScaleRule::floor), int(ScaleRule::rne), int(ScaleRule::max)};
  for (PolicyError error = policyError(customPolicy(p)); error.member; error = policyError(customPolicy(p))) {
    const std::string_view member = error.member;
    if (member == "scaleRule") {
      const std::string given(kScaleRules[p.customScaleRule]);
      p.customScaleRule = kFirstRule[p.customScale];
      issues.push_back({"customScaleRule", given, "does-not-fit", std::string(kScaleRules[p.customScaleRule])});
    } else if (member == "tensorScale") {
      p.customTensorScale = 1;
      issues.push_back({"customTensorScale", "yes", "does-not-fit", "no"});
    } else {
      const std::string given(kArithmetics[p.customArithmetic]);
      p.customArithmetic = int(Arithmetic::f64);
      issues.push_back({"customArithmetic", given, "does-not-fit", "f64"});
    }
  }
}

// The last signal drawn: a change of policy does not draw again. Its memory is what its length needs.
class DrawnSignal {
 public:
  // True if it is another signal than before.
  bool draw(const Signal& signal, uint64_t seed, size_t n) {
    if (values_.size() == n && signal_ == signal && seed_ == seed) return false;
    if (values_.size() != n) values_ = {}, values_.resize(n);
    signal_ = signal, seed_ = seed;
    drawSignal(signal, seed, values_);
    return true;
  }
  std::span<const double> values() const { return values_; }

 private:
  Signal signal_;
  uint64_t seed_ = 0;
  std::vector<double> values_;
};

// What a result depends on, as numbers that can be compared.
using Key = std::vector<int>;

inline Key keyOf(const Policy& p) {
  return {int(p.element),     int(p.block),    int(p.scale), int(p.scaleRule), int(p.tie),
          int(p.tensorScale), int(p.overflow), int(p.zero),  int(p.nonFinite), int(p.arithmetic)};
}

inline Key joined(Key first, const Key& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

// Parts of a result already found for the signal at hand: a change of one policy computes that one. What was found
// stays in place until `most` others were asked for.
template <class Value>
class Known {
 public:
  explicit Known(size_t most) : most_(most) { known_.reserve(most); }
  void forget() { known_.clear(); }
  template <class Find>
  const Value& of(const Key& key, Find find) {
    size_t oldest = 0;
    for (size_t i = 0; i < known_.size(); ++i) {
      if (known_[i].key == key) {
        known_[i].asked = ++asked_;
        return known_[i].value;
      }
      if (known_[i].asked < known_[oldest].asked) oldest = i;
    }
    if (known_.size() < most_) oldest = known_.size(), known_.emplace_back();
    known_[oldest] = {key, find(), ++asked_};
    return known_[oldest].value;
  }

 private:
  struct Entry {
    Key key;
    Value value;
    unsigned asked;
  };
  size_t most_;
  unsigned asked_ = 0;
  std::vector<Entry> known_;
};

// Codes and scales of one policy.
struct Coded {
  Policy policy;
  QuantizeSummary summary;
  std::vector<uint8_t> codes, scaleCodes;
  std::vector<double> scales;

  size_t blockOf(size_t index) const { return policy.block == kTensorBlock ? 0 : index / policy.block; }
  CodedTensor tensor() const { return {policy, codes, scales, summary.tensorScale}; }
  Step at(double x, size_t index) const {
    const size_t block = blockOf(index);
    const ElementTrace t = traceElement(x, policy, scales[block], summary.tensorScale);
    return {t.scaled, t.lower,   t.upper,       t.lowerCode,   t.upperCode,
            t.code,   t.value,   t.dequantized, scales[block], scaleCodes.empty() ? -1 : scaleCodes[block],
            t.tie,    t.clipped, t.flushed};
  }
};

inline Coded coded(std::span<const double> values, const Policy& policy) {
  Coded c{policy, {}, std::vector<uint8_t>(values.size()), {}, std::vector<double>(blockCount(values.size(), policy))};
  if (policy.scale != ScaleFormat::f64) c.scaleCodes.resize(c.scales.size());
  c.summary = quantizeInto({{}, c.codes, c.scales, c.scaleCodes}, values, policy);
  return c;
}

inline double sqnrOf(std::span<const double> values, const Policy& policy) {
  return quantizationFigures(values, policy).sqnrDb;
}

inline Loss lossOf(const Params& p, std::span<const double> values, const Coded& c, double largest) {
  const Policy& policy = c.policy;
  const ErrorParts parts = errorParts(values, policy, c.codes, c.scales, c.summary.tensorScale);
  Policy ideal = policy;
  ideal.scale = ScaleFormat::f64, ideal.scaleRule = ScaleRule::max, ideal.tensorScale = false;
  ideal.arithmetic = Arithmetic::f64;
  const Expectation expected = expectedLoss(signalOf(p), policy, largest);
  Loss loss{};
  const double elementBits = info(policy.element).bits;
  loss.blockLength = int(policy.block);
  loss.bits =
      policy.block == kTensorBlock || policy.scale == ScaleFormat::f64 ? elementBits : elementBits + 8.0 / policy.block;
  loss.relativeError = c.summary.relativeError;
  loss.sqnrDb = c.summary.sqnrDb;
  loss.zeroFraction = c.summary.zeroFraction;
  loss.clippedFraction = c.summary.clippedFraction;
  loss.blocksClipped = parts.blocksClipped;
  loss.roundingShare = parts.rounding;
  loss.clippingShare = parts.clipping;
  loss.flushedShare = parts.flushed;
  loss.tensorScale = c.summary.tensorScale;
  loss.idealSqnrDb = expectedLoss(signalOf(p), ideal, largest).sqnrDb;
  loss.expectedSqnrDb = expected.sqnrDb;
  loss.expectedZeroFraction = expected.zeroFraction;
  loss.tail = policy.block == kTensorBlock ? 0 : int(values.size() % policy.block);
  loss.codeCounts = parts.codeCounts;
  return loss;
}

inline Storage storageOf(const Params& p, double bits) {
  Storage s{};
  const double bytesPerNumber = bits / 8;
  s.weightsBytes = p.paramsB * 1e9 * bytesPerNumber;
  s.leftBytes = p.capacityGB * 1e9 - s.weightsBytes;
  s.maxParams = p.capacityGB * 1e9 / bytesPerNumber;
  s.contextTokens = std::max(0.0, s.leftBytes / (p.kvKiBPerToken * 1024));
  return s;
}

// Quarter octaves by the top bits of the fraction, [1, 1.25), [1.25, 1.5) …: exact, without a logarithm.
inline Data describe(std::span<const double> values) {
  constexpr int kOctaves = 32;
  Data data{};
  data.largest = largestMagnitude(values);
  data.rms = norm(values) / std::sqrt(double(values.size()));
  data.first.assign(values.begin(), values.begin() + std::min<ptrdiff_t>(8, std::ssize(values)));
  const int top = exponentField(data.largest) - 1023, lowest = std::max(top - kOctaves + 1, -1022);
  for (int i = 0; i < 4 * kOctaves; ++i) data.edges.push_back(powerOfTwo(lowest + i / 4) * (1 + (i % 4) / 4.0));
  data.counts.assign(data.edges.size(), 0);
  const int64_t firstBin = int64_t{lowest + 1023} * 4;
  for (size_t i = 0; i < values.size(); ++i) {
    const uint64_t bits = bitsOf(values[i]) & ~(uint64_t{1} << 63);
    const int64_t bin = static_cast<int64_t>(bits >> 50) - firstBin;
    if (bin >= 0)
      ++data.counts[static_cast<size_t>(bin)];
    else
      ++(bits ? data.below : data.zeros);
    if (std::fabs(values[i]) == data.largest && data.largestIndex == 0) data.largestIndex = double(i);
  }
  return data;
}

// The last entry where a swept parameter changes nothing, else found anew.
template <class Find>
void addPoint(std::vector<double>& points, bool unchanged, Find find) {
  points.push_back(unchanged && !points.empty() ? points.back() : find());
}

inline void sweepPoint(const Params& p, std::span<const double> values, double x, Sweep& sweep) {
  const double largest = largestMagnitude(values);
  const Policy mx = schemePolicy(p, 2), nv = schemePolicy(p, 3);
  // One scale for the tensor does not see the block length, and scales of the signal by powers of two change no
  // relative error unless an E4M3 scale has to hold them alone.
  const bool byBlock = p.sweep == 0, byScale = p.sweep == 2;
  sweep.x.push_back(x);
  sweep.mxfp4.push_back(sqnrOf(values, mx));
  sweep.nvfp4.push_back(sqnrOf(values, nv));
  addPoint(sweep.fp8, byBlock, [&] { return sqnrOf(values, schemePolicy(p, 0)); });
  addPoint(sweep.fp4, byBlock, [&] { return sqnrOf(values, schemePolicy(p, 1)); });
  addPoint(sweep.mxfp4Expected, byScale, [&] { return expectedLoss(signalOf(p), mx, largest).sqnrDb; });
  addPoint(sweep.nvfp4Expected, byScale && nv.tensorScale,
           [&] { return expectedLoss(signalOf(p), nv, largest).sqnrDb; });
}

inline Sweep sweepOf(Params p, std::span<const double> values) {
  constexpr size_t kMost = 1 << 15;
  values = values.first(std::min(values.size(), kMost));
  Sweep sweep{};
  sweep.over = p.sweep;
  sweep.n = double(values.size());
  if (p.sweep == 0) {
    for (int block = 4; block <= 1024; block *= 2) {
      p.mxBlock = p.nvBlock = block;
      sweepPoint(p, values, block, sweep);
    }
    return sweep;
  }
  std::vector<double> drawn(values.size());
  if (p.sweep == 1) {
    p.distribution = int(SignalLaw::studentT);
    for (const double df : {1.5, 2.5, 3.0, 4.0, 5.0, 7.0, 10.0, 20.0, 50.0}) {
      p.df = df;
      drawSignal(signalOf(p), static_cast<uint64_t>(p.seed), drawn);
      sweepPoint(p, drawn, df, sweep);
    }
    return sweep;
  }
  for (int exponent = -12; exponent <= 4; ++exponent) {
    const double scale = powerOfTwo(exponent);
    for (size_t i = 0; i < drawn.size(); ++i) drawn[i] = values[i] / p.scale * scale;  // within an ulp of a new draw
    Params at = p;
    at.scale = scale;
    sweepPoint(at, drawn, scale, sweep);
  }
  return sweep;
}

inline void listDifferences(std::span<const double> values, const Coded& a, const Coded& b, Comparison& c) {
  constexpr size_t kShown = 32;
  static_assert(std::size(kReasons) == kDifferenceReasons);
  const CodeDifferences found = codeDifferences(values, a.tensor(), b.tensor(), kShown);
  c.codesDiffer = found.codes, c.valuesDiffer = found.values;
  c.byReason.assign(found.byReason.begin(), found.byReason.end());
  for (const auto& [index, reason] : found.first) {
    const double x = values[index];
    c.differences.push_back({double(index), x, int(reason), a.at(x, index), b.at(x, index)});
  }
}

// A change of one policy codes the numbers with that one; of very many numbers no codes are kept.
inline const Coded& codedOf(std::span<const double> values, const Policy& policy, Known<Coded>& codes, Coded& passing) {
  constexpr size_t kMostKept = 1 << 21;
  if (values.size() > kMostKept) return passing = coded(values, policy);
  return codes.of(keyOf(policy), [&] { return coded(values, policy); });
}

inline Comparison compare(const Params& p, std::span<const double> values, const Data& data, Known<Loss>& losses,
                          Known<Coded>& codes) {
  constexpr size_t kMostShown = 64;
  Coded passingA, passingB;
  const Coded &a = codedOf(values, comparedPolicy(p, p.policyA), codes, passingA),
              &b = codedOf(values, comparedPolicy(p, p.policyB), codes, passingB);
  Comparison c{};
  c.a = losses.of(keyOf(a.policy), [&] { return lossOf(p, values, a, data.largest); });
  c.b = losses.of(keyOf(b.policy), [&] { return lossOf(p, values, b, data.largest); });
  const size_t length = a.policy.block == kTensorBlock ? values.size() : a.policy.block;
  const size_t block =
      p.block < 0 ? size_t(data.largestIndex) / length : std::min(size_t(p.block), a.scales.size() - 1);
  c.magnifiedBlock = double(block);
  size_t first = block * length, last = std::min(first + length, values.size());
  if (last - first > kMostShown) {
    const size_t largest = size_t(data.largestIndex);
    const size_t centre = largest >= first && largest < last ? largest : first;
    first = std::max(first, centre > kMostShown / 2 ? centre - kMostShown / 2 : 0);
    last = std::min(first + kMostShown, last);
  }
  for (size_t i = first; i < last; ++i)
    c.elements.push_back({double(i), values[i], a.at(values[i], i), b.at(values[i], i)});
  listDifferences(values, a, b, c);
  return c;
}

// What is known about the last signal.
struct Memory {
  DrawnSignal drawn;
  Known<Data> data{1};
  Known<Loss> losses{16};
  Known<Sweep> sweeps{4};
  Known<Comparison> comparisons{4};
  Known<Coded> codes{2};

  void draw(const Params& p) {
    if (!drawn.draw(signalOf(p), static_cast<uint64_t>(p.seed), static_cast<size_t>(p.n))) return;
    data.forget(), losses.forget(), sweeps.forget(), comparisons.forget(), codes.forget();
  }
};

inline Result run(const Params& p) {
  static Memory memory;
  constexpr double kSteps = 8;  // the draw as long as two of the others
  double step = 0;
  const auto tell = [&](double steps) { tellProgress((step += steps) / kSteps); };
  memory.draw(p);
  tell(2);
  const std::span<const double> values = memory.drawn.values();
  Result r{};
  r.data = memory.data.of({}, [&] { return describe(values); });
  for (int scheme = 0; scheme < 4; ++scheme) {
    const Policy policy = schemePolicy(p, scheme);
    r.losses.push_back(
        memory.losses.of(keyOf(policy), [&] { return lossOf(p, values, coded(values, policy), r.data.largest); }));
    r.storage.push_back(storageOf(p, r.losses.back().bits));
    tell(1);
  }
  const bool byBlock = p.sweep == 0;  // then its own block lengths are used
  const Key swept = {
      p.sweep, p.mxRule, p.nvRule, p.nvTensorScale, p.tie, byBlock ? 0 : p.mxBlock, byBlock ? 0 : p.nvBlock};
  r.sweep = memory.sweeps.of(swept, [&] { return sweepOf(p, values); });
  tell(1);
  const Policy a = comparedPolicy(p, p.policyA), b = comparedPolicy(p, p.policyB);
  r.comparison = memory.comparisons.of(joined(joined(keyOf(a), keyOf(b)), {int(p.block)}),
                                       [&] { return compare(p, values, r.data, memory.losses, memory.codes); });
  return r;
}

}  // namespace companion::blockFormats
