// Sums the expected squared error cell by cell and block maximum by block maximum.
#include "core/expectation.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace companion {
namespace {

// The error of numbers in [0, m] under one scale: sums over the cells below m, each cell the numbers that round to one
// value. Limits are in units of the unscaled law.
class Cells {
 public:
  Cells(const Signal& signal, Format format) : signal_(signal), largestCode_(info(format).maxCode) {
    for (int code = 0; code <= largestCode_; ++code) values_.push_back(decode(static_cast<uint8_t>(code), format));
  }

  void setScale(double scale) {
    if (scale == scale_) return;
    scale_ = scale;
    edges_.clear(), errors_.assign(1, 0.0), moments_.assign(1, PartialMoments{});
    for (int code = 0; code < largestCode_; ++code) {
      edges_.push_back((values_[static_cast<size_t>(code)] + values_[static_cast<size_t>(code) + 1]) / 2 * scale);
      moments_.push_back(partialMoments(signal_, edges_.back()));
      errors_.push_back(errors_.back() + error(below(code), moments_.back(), value(code)));
    }
  }

  // E over |x| <= m of (q - x)², times their probability.
  double errorUpTo(double m, const PartialMoments& atM) const {
    const int code = codeOf(m);
    return errors_[static_cast<size_t>(code)] + error(below(code), atM, value(code));
  }
  double errorAt(double m) const { return (value(codeOf(m)) - m) * (value(codeOf(m)) - m); }
  double flushedUpTo(double m, const PartialMoments& atM) const {
    return codeOf(m) == 0 ? atM.probability : below(1).probability;
  }
  bool flushes(double m) const { return codeOf(m) == 0; }
  bool clips(double m) const { return m > value(largestCode_) * (1 + 0x1p-20); }

 private:
  double value(int code) const { return values_[static_cast<size_t>(code)] * scale_; }
  int codeOf(double m) const {
    return static_cast<int>(std::upper_bound(edges_.begin(), edges_.end(), m) - edges_.begin());
  }
  const PartialMoments& below(int code) const { return moments_[static_cast<size_t>(code)]; }
  static double error(const PartialMoments& from, const PartialMoments& to, double at) {
    return to.second - from.second - 2 * at * (to.first - from.first) + at * at * (to.probability - from.probability);
  }

  Signal signal_;
  int largestCode_;
  double scale_ = -1;
  std::vector<double> values_, edges_, errors_;
  std::vector<PartialMoments> moments_;  // below each cell
};

// The scales the policy gives to blocks with these largest magnitudes, in a tensor whose largest is the last of them.
std::vector<double> scalesFor(const std::vector<double>& largests, Policy policy) {
  policy.block = 1;
  std::vector<double> scales(largests.size());
  const QuantizeSummary summary = quantizeInto({{}, {}, scales, {}}, largests, policy);
  for (double& scale : scales) scale *= summary.tensorScale;
  return scales;
}

constexpr Expectation kNone = {NAN, NAN, NAN, NAN};

// Of a signal known to have nothing above `most`.
Expectation finished(const PartialMoments& atMost, double mse, double zeros, double clipped) {
  const double relative = mse / (atMost.second / atMost.probability);
  return {relative, -10 * std::log10(relative), zeros, clipped};
}

// One scale for everything, set by the largest magnitude.
Expectation ofTensor(const Signal& signal, const Policy& policy, double largest) {
  Cells cells(signal, policy.element);
  cells.setScale(scalesFor({largest}, policy)[0] / signal.scale);
  const double m = largest / signal.scale;
  const PartialMoments atM = partialMoments(signal, m);
  return finished(atM, cells.errorUpTo(m, atM) / atM.probability, cells.flushedUpTo(m, atM) / atM.probability,
                  cells.clips(m));
}

constexpr int kPerOctave = 128;
constexpr int kOctaves = 48;

// Partial moments at the limits and middles of the cells of a logarithmic grid: cell i holds the magnitudes from
// 2^((i - 1) / 128) to 2^(i / 128) of the scaled signal, so that cells end at powers of two, where scales step. Each is
// found when it is first asked for.
class LawGrid {
 public:
  // Kept while the law stays the same: policies and block lengths share it.
  static LawGrid& of(const Signal& signal, int last) {
    static LawGrid grid;
    if (!(grid.signal_ == signal) || grid.last_ < last || grid.last_ > last + kPerOctave)
      grid = LawGrid(signal, last + 16);
    return grid;
  }

  // The number of the cell that a magnitude of the scaled signal lies in. By comparing: log2 brings tables of 2 kB.
  static int cellOf(double magnitude) {
    int exponent = 0;
    std::frexp(magnitude, &exponent);
    const int most = exponent * kPerOctave, least = most - kPerOctave;
    int cell = most;
    while (cell > least && end(cell - 1) >= magnitude) --cell;
    return cell;
  }

  double limit(int i) const { return end(i) / signal_.scale; }
  double middle(int i) const { return end(i - 0.5) / signal_.scale; }
  const PartialMoments& atLimit(int i) { return found(limits_, i, limit(i)); }
  const PartialMoments& atMiddle(int i) { return found(middles_, i, middle(i)); }
  int first() const { return last_ - kOctaves * kPerOctave; }

 private:
  LawGrid() = default;
  LawGrid(const Signal& signal, int last)
      : signal_(signal), last_(last), limits_(kOctaves * kPerOctave + 1, kUnknown), middles_(limits_) {}

  const PartialMoments& found(std::vector<PartialMoments>& known, int i, double at) {
    PartialMoments& moments = known[static_cast<size_t>(i - first())];
    if (moments.probability < 0) moments = partialMoments(signal_, at);
    return moments;
  }

  static constexpr PartialMoments kUnknown = {-1, 0, 0};

  static double end(double i) { return std::exp2(i / kPerOctave); }

  Signal signal_;
  int last_ = 0;
  std::vector<PartialMoments> limits_, middles_;
};

struct BlockMaximum {
  double m, weight;
  PartialMoments atM;
};

// A block's largest magnitude has the distribution function F^block: its mass up to `most`, `width` cells at a time.
std::vector<BlockMaximum> blockMaxima(const Signal& signal, double block, double most, int width) {
  const int last = LawGrid::cellOf(most * signal.scale);
  LawGrid& grid = LawGrid::of(signal, last);
  const PartialMoments atMost = partialMoments(signal, most);
  const double all = std::pow(atMost.probability, block);
  const auto massBelow = [&](int i) {
    return grid.limit(i) < most ? std::pow(grid.atLimit(i).probability, block) / all : 1;
  };
  constexpr double kNegligible = 1e-18;
  int i = last - (kOctaves - 1) * kPerOctave;
  for (int steps = 1 << 12; steps > 0; steps /= 2)  // past what has no weight
    if (i + steps * width <= last && massBelow(i + steps * width) < kNegligible) i += steps * width;
  std::vector<BlockMaximum> maxima;
  double before = 0;
  for (; before < 1 - 1e-13; i += width) {
    const double below = massBelow(i);
    const double m = width == 1 ? grid.middle(i) : grid.limit(i - width / 2);
    const PartialMoments& atM = width == 1 ? grid.atMiddle(i) : grid.atLimit(i - width / 2);
    if (below - before > 0) maxima.push_back({std::min(m, most), below - before, m < most ? atM : atMost});
    before = below;
  }
  return maxima;
}

}  // namespace

Expectation expectedLoss(const Signal& signal, const Policy& policy, double largest) {
  if (!std::isfinite(secondMoment(signal)) || policy.scaleRule == ScaleRule::fourSix || !(largest > 0)) return kNone;
  if (policy.block == kTensorBlock) return ofTensor(signal, policy, largest);
  const double block = policy.block, most = largest / signal.scale;
  const int width = policy.scale == ScaleFormat::f64 ? 16 : 1;  // a scale that does not step needs no fine grid
  const std::vector<BlockMaximum> maxima = blockMaxima(signal, block, most, width);
  std::vector<double> largests;
  for (const BlockMaximum& maximum : maxima) largests.push_back(maximum.m * signal.scale);
  largests.push_back(largest);
  const std::vector<double> scales = scalesFor(largests, policy);

  Cells cells(signal, policy.element);
  double mse = 0, zeros = 0, clipped = 0;
  for (size_t i = 0; i < maxima.size(); ++i) {
    const auto& [m, weight, atM] = maxima[i];
    cells.setScale(scales[i] / signal.scale);
    const double others = (block - 1) / atM.probability;
    mse += weight * (cells.errorAt(m) + others * cells.errorUpTo(m, atM)) / block;
    zeros += weight * ((cells.flushes(m) ? 1 : 0) + others * cells.flushedUpTo(m, atM)) / block;
    clipped += cells.clips(m) ? weight : 0;
  }
  return finished(partialMoments(signal, most), mse, zeros, clipped);
}

}  // namespace companion
