// Compares codes run by run: from where the scale of one policy changes to where the next one does.
#include "core/code_differences.h"

#include <algorithm>

namespace companion {
namespace {

// The codes of one policy, with the step of the block that is reached.
class Side {
 public:
  explicit Side(const CodedTensor& tensor) : tensor_(tensor) {
    for (size_t code = 0; code < 256; ++code) values_[code] = decode(uint8_t(code), tensor.policy.element);
    length_ = tensor.policy.block == kTensorBlock ? tensor.codes.size() : tensor.policy.block;
  }
  void enterBlockAt(size_t index) {
    if (index == end_) step_ = tensor_.scales[block_++] * tensor_.tensorScale, end_ += length_;
  }
  size_t end() const { return end_; }
  double step() const { return step_; }
  uint8_t code(size_t index) const { return tensor_.codes[index]; }
  double value(size_t index) const { return values_[tensor_.codes[index]]; }
  bool isTie(double x) const {
    return traceElement(x, tensor_.policy, tensor_.scales[block_ - 1], tensor_.tensorScale).tie;
  }

 private:
  const CodedTensor& tensor_;
  std::array<double, 256> values_;
  size_t length_, end_ = 0, block_ = 0;
  double step_ = 0;
};

class Comparer {
 public:
  Comparer(std::span<const double> values, const CodedTensor& a, const CodedTensor& b, size_t listed)
      : values_(values), a_(a), b_(b), byCode_(a.policy.element == b.policy.element), listed_(listed) {}

  CodeDifferences compared() {
    for (size_t start = 0; start < values_.size();) {
      a_.enterBlockAt(start), b_.enterBlockAt(start);
      const size_t end = std::min({a_.end(), b_.end(), values_.size()});
      if (a_.step() == b_.step() || found_.first.size() < listed_)
        compareEach(start, end);
      else
        compareScaled(start, end);
      start = end;
    }
    return found_;
  }

 private:
  bool sameValue(size_t i) const { return a_.value(i) * a_.step() == b_.value(i) * b_.step(); }
  bool sameCode(size_t i) const { return byCode_ ? a_.code(i) == b_.code(i) : sameValue(i); }
  bool bothZero(size_t i) const { return a_.value(i) == 0 && b_.value(i) == 0; }

  void compareEach(size_t start, size_t end) {
    for (size_t i = start; i < end; ++i) {
      found_.values += !sameValue(i);
      if (sameCode(i)) continue;
      const DifferenceReason reason = reasonOf(i);
      ++found_.codes;
      ++found_.byReason[size_t(reason)];
      if (found_.first.size() < listed_) found_.first.push_back({i, reason});
    }
  }

  // Where scales differ, no number has to be looked at: without a branch, since codes differ as they please.
  void compareScaled(size_t start, size_t end) {
    uint32_t values = 0, codes = 0, zeros = 0;
    for (size_t i = start; i < end; ++i) {
      const uint32_t differs = !sameCode(i);
      values += !sameValue(i);
      codes += differs;
      zeros += differs & uint32_t{bothZero(i)};
    }
    found_.values += values, found_.codes += codes;
    found_.byReason[size_t(DifferenceReason::zero)] += zeros;
    found_.byReason[size_t(DifferenceReason::scale)] += codes - zeros;
  }

  DifferenceReason reasonOf(size_t i) const {
    if (bothZero(i)) return DifferenceReason::zero;
    if (!(a_.step() == b_.step())) return DifferenceReason::scale;
    return a_.isTie(values_[i]) || b_.isTie(values_[i]) ? DifferenceReason::tie : DifferenceReason::arithmetic;
  }

  std::span<const double> values_;
  Side a_, b_;
  bool byCode_;
  size_t listed_;
  CodeDifferences found_;
};

}  // namespace

CodeDifferences codeDifferences(std::span<const double> values, const CodedTensor& a, const CodedTensor& b,
                                size_t listed) {
  return Comparer(values, a, b, listed).compared();
}

}  // namespace companion
