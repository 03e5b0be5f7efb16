// The two passes over a tensor's slices.
#include "core/tensor_analysis.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/simd.h"

namespace companion {
namespace {

constexpr size_t kHeldElements = 1 << 13;  // 64 kB of doubles: converted, measured and quantized in the near caches

// What one look at a stretch of elements tells.
struct Look {
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();
  double largest = 0;  // magnitude, infinite ones included
  int64_t nonFinite = 0;
  int64_t zeros = 0;
  bool anyNan = false;

  void add(double x) {
    anyNan |= std::isnan(x);
    zeros += x == 0;
    largest = std::max(largest, std::fabs(x));  // passes over NaN
    if (!std::isfinite(x)) {
      ++nonFinite;
      return;
    }
    least = std::min(least, x);
    most = std::max(most, x);
  }
};

// The same of many; nothing but finite elements pays for no more than their extremes.
Look look(std::span<const double> values) {
  using namespace simd;
  Look found;
  const size_t pairs = values.size() / 2;
  Pair least = splat(found.least), most = splat(found.most), zeros = splat(0), rest = splat(0);
  for (size_t i = 0; i < pairs; ++i) {
    const Pair x = load(&values[2 * i]);
    least = smaller(least, x);
    most = larger(most, x);
    zeros = countTrue(zeros, equal(x, splat(0)));
    rest = either(rest, subtract(x, x));  // NaN where x is none or infinite, else 0
  }
  const bool allFinite = lane0(rest) == 0 && lane1(rest) == 0;
  if (!allFinite) {
    for (const double x : values) found.add(x);
    return found;
  }
  if (pairs) {
    found.least = std::min(lane0(least), lane1(least));
    found.most = std::max(lane0(most), lane1(most));
    found.largest = std::max(std::fabs(found.least), std::fabs(found.most));
    found.zeros = bits0(zeros) + bits1(zeros);
  }
  if (values.size() % 2) found.add(values.back());
  return found;
}

}  // namespace

TensorAnalysis::TensorAnalysis(const Tensor& tensor, uint64_t rowLength, std::span<const Policy> policies)
    : type_(tensor.type),
      bigEndian_(tensor.bigEndian),
      elements_(tensor.elements),
      rowLength_(rowLength ? rowLength : tensor.elements),
      totals_(policies.size()) {
  for (const Policy& policy : policies) schemes_.push_back({policy, 0, {}});
  alignBlocksToRows();
  for (const Scheme& scheme : schemes_)
    if (scheme.policy.block != kTensorBlock) unit_ = std::lcm(unit_, size_t{scheme.policy.block});
  values_.resize(std::max(unit_, kHeldElements / unit_ * unit_));
}

// A block that is longer than a row is a row; where rows hold whole blocks, their borders need no further care.
void TensorAnalysis::alignBlocksToRows() {
  const auto fits = [this](const Scheme& scheme) {
    return scheme.policy.block == kTensorBlock || scheme.policy.block >= rowLength_ ||
           rowLength_ % scheme.policy.block == 0;
  };
  if (rowLength_ == elements_ || !std::all_of(schemes_.begin(), schemes_.end(), fits)) return;
  for (Scheme& scheme : schemes_)
    if (scheme.policy.block != kTensorBlock && scheme.policy.block > rowLength_)
      scheme.policy.block = static_cast<uint32_t>(rowLength_);
  rowLength_ = elements_;
}

template <class Act>
void TensorAnalysis::feed(std::span<const uint8_t> bytes, Act act) {
  const auto size = static_cast<size_t>(elementBytes(type_));
  while (bytes.size() >= size && seen_ < elements_) {
    const uint64_t left = elements_ - seen_;
    const size_t count = std::min<uint64_t>({values_.size() - filled_, bytes.size() / size, left});
    convertToDoubles(type_, bigEndian_, bytes.first(count * size), std::span(values_).subspan(filled_, count));
    bytes = bytes.subspan(count * size);
    filled_ += count;
    seen_ += count;
    actOnWholeBlocks(act);
  }
}

// Takes what ends with a block or with a row; the rest moves to the front and waits.
template <class Act>
void TensorAnalysis::actOnWholeBlocks(Act act) {
  size_t start = 0;
  while (start < filled_) {
    const size_t available = filled_ - start;
    const uint64_t rowRest = rowLength_ - inRow_;
    const size_t count = available >= rowRest ? static_cast<size_t>(rowRest) : available / unit_ * unit_;
    if (count == 0) break;
    act(std::span<const double>(values_).subspan(start, count));
    start += count;
    inRow_ = (inRow_ + count) % rowLength_;
  }
  std::copy(values_.begin() + static_cast<std::ptrdiff_t>(start),
            values_.begin() + static_cast<std::ptrdiff_t>(filled_), values_.begin());
  filled_ -= start;
}

void TensorAnalysis::measure(std::span<const uint8_t> bytes) {
  const bool first = seen_ == 0;
  if (first) spread_.least = std::numeric_limits<double>::infinity(), spread_.most = -spread_.least;
  feed(bytes, [this](std::span<const double> values) { measureBlocks(values); });
  if (seen_ < elements_ || spread_.least <= spread_.most) return;
  spread_.least = spread_.most = 0;  // no element is finite
}

void TensorAnalysis::measureBlocks(std::span<const double> values) {
  const Look found = look(values);
  spread_.nonFinite += static_cast<uint64_t>(found.nonFinite);
  spread_.zeros += static_cast<uint64_t>(found.zeros);
  spread_.least = std::min(spread_.least, found.least);
  spread_.most = std::max(spread_.most, found.most);
  largest_ = std::max(largest_, found.largest);
  anyNan_ |= found.anyNan;
  for (Scheme& scheme : schemes_)
    scheme.finiteLargest = std::max(scheme.finiteLargest, found.nonFinite || found.largest > FLT_MAX
                                                              ? largestOfFiniteBlocks(values, scheme.policy)
                                                              : loaded(found.largest, scheme.policy.arithmetic));
}

void TensorAnalysis::beginQuantizing() {
  quantizing_ = true;
  seen_ = 0;
  const double magnitude = anyNan_ ? std::numeric_limits<double>::quiet_NaN() : largest_;
  for (auto& [policy, finiteLargest, facts] : schemes_) {
    facts.magnitude = magnitude;
    facts.unit = squareUnit(magnitude);
    if (!policy.tensorScale) continue;
    double covered = loaded(magnitude, policy.arithmetic);
    if (policy.nonFinite == NonFinite::blockNan && !std::isfinite(covered))
      covered = policy.block == kTensorBlock ? 0 : finiteLargest;
    facts.tensor = tensorScaleOf(covered, policy);
  }
}

void TensorAnalysis::quantize(std::span<const uint8_t> bytes) {
  if (!quantizing_) beginQuantizing();
  feed(bytes, [this](std::span<const double> values) { quantizeBlocks(values); });
}

void TensorAnalysis::quantizeBlocks(std::span<const double> values) {
  std::vector<SliceTask> tasks;
  for (size_t i = 0; i < schemes_.size(); ++i) tasks.push_back({schemes_[i].policy, schemes_[i].facts, totals_[i]});
  quantizeSlices(values, tasks);
}

double TensorAnalysis::norm() const {
  return totals_.empty() ? 0 : std::sqrt(totals_[0].squares.total()) / schemes_[0].facts.unit;
}

double TensorAnalysis::crest() const {
  const double size = norm();
  return size == 0 ? 0 : largest_ / (size / std::sqrt(static_cast<double>(elements_)));
}

std::vector<QuantizeSummary> TensorAnalysis::figures() const {
  std::vector<QuantizeSummary> all;
  for (size_t i = 0; i < schemes_.size(); ++i) {
    const auto& [policy, finiteLargest, facts] = schemes_[i];
    all.push_back(summarize(totals_[i], elements_, facts.tensor, policy));
    all.back().bitsPerElement = bitsPerElement(rowLength_, policy);
  }
  return all;
}

double jointError(std::span<const double> norms, std::span<const double> relativeErrors) {
  const double unit = squareUnit(largestMagnitude(norms));
  SquareSum squares, errors;
  for (size_t i = 0; i < norms.size(); ++i) {
    squares.add(i, norms[i] * unit);
    errors.add(i, norms[i] * unit * relativeErrors[i]);
  }
  return squares.total() == 0 ? 0 : std::sqrt(errors.total()) / std::sqrt(squares.total());
}

}  // namespace companion
