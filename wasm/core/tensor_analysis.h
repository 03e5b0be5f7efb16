// What quantization does to one tensor that is too large to hold: read twice in slices, under several policies at once.
//
// The first pass finds what the blocks need to know of the whole tensor, the second quantizes. Slices may end anywhere
// between two elements: what does not fill a block waits for the next slice.
//
// Squares are summed as SquareSum says, term i of the tensor in lane i mod 8, so that with blocks along the flattened
// tensor every figure is that of quantize(), bit for bit, wherever the slices end. With blocks along rows that their
// length does not fill, lanes start anew with each row, and figures agree to rounding.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/quantize.h"
#include "core/quantize_parts.h"
#include "core/tensor_file.h"

namespace companion {

// What the first pass finds; the extremes are those of the finite elements.
struct TensorSpread {
  uint64_t nonFinite = 0;
  uint64_t zeros = 0;
  double least = 0;
  double most = 0;
};

class TensorAnalysis {
 public:
  // `rowLength`: the length of the last axis if blocks must not cross rows, 0 if they run through the flattened tensor.
  // What waits between slices is less than the least common multiple of 8 and the policies' block lengths; four-six
  // needs such a length.
  TensorAnalysis(const Tensor& tensor, uint64_t rowLength, std::span<const Policy> policies);

  void measure(std::span<const uint8_t> bytes);   // first pass: all the tensor's bytes in order
  void quantize(std::span<const uint8_t> bytes);  // second pass: the same bytes again

  const TensorSpread& spread() const { return spread_; }  // after the first pass

  // After the second pass.
  double norm() const;   // of the elements
  double crest() const;  // the largest magnitude over the root of the mean square; 0 for a tensor of zeros
  std::vector<QuantizeSummary> figures() const;

 private:
  struct Scheme {
    Policy policy;
    double finiteLargest = 0;  // the largest magnitude of the blocks that are finite under the policy
    TensorFacts facts;
  };

  void alignBlocksToRows();
  template <class Act>
  void feed(std::span<const uint8_t> bytes, Act act);
  template <class Act>
  void actOnWholeBlocks(Act act);
  void measureBlocks(std::span<const double> values);
  void quantizeBlocks(std::span<const double> values);
  void beginQuantizing();

  TensorType type_;
  bool bigEndian_;
  uint64_t elements_;
  uint64_t rowLength_;
  uint64_t seen_ = 0;   // of this pass
  uint64_t inRow_ = 0;  // elements of the present row that are done
  size_t unit_ = 8;     // a multiple of every block
  std::vector<double> values_;
  size_t filled_ = 0;
  TensorSpread spread_;
  double largest_ = 0;  // magnitude of all that are no NaN
  bool anyNan_ = false;
  bool quantizing_ = false;
  std::vector<Scheme> schemes_;
  std::vector<Totals> totals_;
};

// The relative error of several tensors together, from the norm and the relative error of each.
double jointError(std::span<const double> norms, std::span<const double> relativeErrors);

}  // namespace companion
