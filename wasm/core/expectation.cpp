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
    edges_.clear(), errors_.assign(1, 0.0);
    PartialMoments before{};
    for (int code = 0; code < largestCode_; ++code) {
      edges_.push_back((values_[static_cast<size_t>(code)] + values_[static_cast<size_t>(code) + 1]) / 2 * scale);
      const PartialMoments upTo = partialMoments(signal_, edges_.back());
      errors_.push_back(errors_.back() + error(before, upTo, value(code)));
      before = upTo;
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
  PartialMoments below(int code) const {
    return code ? partialMoments(signal_, edges_[static_cast<size_t>(code) - 1]) : PartialMoments{};
  }
  static double error(const PartialMoments& from, const PartialMoments& to, double at) {
    return to.second - from.second - 2 * at * (to.first - from.first) + at * at * (to.probability - from.probability);
  }

  Signal signal_;
  int largestCode_;
  double scale_ = -1;
  std::vector<double> values_, edges_, errors_;
};

// The scales the policy gives to blocks with these largest magnitudes, in a tensor whose largest is the last of them.
std::vector<double> scalesFor(const std::vector<double>& largests, Policy policy) {
  policy.block = 1;
  std::vector<double> scales(largests.size());
  const QuantizeSummary summary = quantize(largests, policy, {{}, {}, scales, {}});
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

struct BlockMaximum {
  double m, weight;
  PartialMoments atM;
};

// A block's largest magnitude has the distribution function F^block: its mass up to `most` on a logarithmic grid whose
// cells end at powers of two, where scales step.
std::vector<BlockMaximum> blockMaxima(const Signal& signal, double block, double most) {
  constexpr int kPerOctave = 128;
  std::vector<BlockMaximum> maxima;
  const double all = std::pow(partialMoments(signal, most).probability, block);
  double before = 0;
  const int last = static_cast<int>(std::ceil(std::log2(most * signal.scale) * kPerOctave));
  for (int i = last - 48 * kPerOctave; i <= last && before < 1 - 1e-13; ++i) {
    const double upper = std::min(std::exp2(static_cast<double>(i) / kPerOctave) / signal.scale, most);
    const double below = std::pow(partialMoments(signal, upper).probability, block) / all;
    const double m = std::min(std::exp2((i - 0.5) / kPerOctave) / signal.scale, most);
    if (below - before > 0) maxima.push_back({m, below - before, partialMoments(signal, m)});
    before = below;
  }
  return maxima;
}

}  // namespace

Expectation expectedLoss(const Signal& signal, const Policy& policy, double largest) {
  if (!std::isfinite(secondMoment(signal)) || policy.scaleRule == ScaleRule::fourSix || !(largest > 0)) return kNone;
  if (policy.block == kTensorBlock) return ofTensor(signal, policy, largest);
  const double block = policy.block, most = largest / signal.scale;
  const std::vector<BlockMaximum> maxima = blockMaxima(signal, block, most);
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
