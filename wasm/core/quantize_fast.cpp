// The fast quantizer: the reference's results, bit for bit, by vectors and without branches.
//
// Two loops run over a piece that stays in the nearest cache. The first scales and rounds; what it leaves of an element
// is a head, the upper 16 bits of its value in the format as a double: sign, exponent and four bits of the mantissa
// hold any value of the small formats. The second multiplies by the step, adds up squared errors and stores results.
//
// Rounding to M mantissa bits needs no table: adding and subtracting 2^(52-M) times the binade of the magnitude leaves
// the nearest value of the format, a tie at the even one. The binade is the exponent bits, no lower than the format's
// smallest normal number. The lecture's schemes, E2M1 with ties to the smaller magnitude, round heads, eight at a time.
#include <array>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "core/quantize_parts.h"
#include "core/simd.h"

namespace companion {
namespace {

using namespace simd;

constexpr uint64_t kSignMask = uint64_t{1} << 63;
constexpr size_t kLanes = SquareSum::kLanes, kPairs = kLanes / 2;
constexpr size_t kChunkElements = 2048;  // all policies quantize a chunk while it is in a near cache
constexpr size_t kPieceElements = 1024;  // that go through both loops

// Whether elements are rounded as heads.
bool roundsHeads(const Policy& policy) {
  return policy.element == Format::e2m1 && policy.tie == Tie::smaller && policy.arithmetic == Arithmetic::f64;
}

// How an element is scaled: by division; by multiplication, which is exact for powers of two and checked for other
// scales; by a product or a quotient in float32.
enum class Scaling { divide, multiply, multiplySingle, divideSingle };

// As the reference does it.
Scaling plainScaling(const Policy& policy) {
  if (policy.arithmetic == Arithmetic::f64) return Scaling::divide;
  return policy.tensorScale ? Scaling::multiplySingle : Scaling::divideSingle;
}

Pair scaledBy(Scaling scaling, Pair x, Pair scale) {
  switch (scaling) {
    case Scaling::divide:
      return divide(x, scale);
    case Scaling::multiply:
      return multiply(x, scale);
    case Scaling::multiplySingle:
      return singleProduct(x, scale);
    case Scaling::divideSingle:
      break;
  }
  return singleQuotient(x, scale);
}

Scaling scalingOf(const Policy& policy) {
  if (policy.arithmetic != Arithmetic::f64) return Scaling::multiplySingle;
  return policy.scale == ScaleFormat::e8m0 || roundsHeads(policy) ? Scaling::multiply : Scaling::divide;
}

// The policies the vectors are for; the others go through the plain loop.
bool serves(const Policy& policy) {
  if (policy.overflow != Overflow::saturate) return false;
  const bool lecture = policy.nonFinite == NonFinite::lecture;
  return !lecture || policy.scale != ScaleFormat::e4m3 || policy.element == Format::e2m1;
}

// Whether eight elements in a row may need more than one scale, or scaling takes a quotient in float32: then scales are
// laid out element by element.
bool spreadsScales(const Policy& policy) {
  if (policy.block % kLanes != 0) return true;
  return policy.arithmetic != Arithmetic::f64 && !policy.tensorScale && policy.scale != ScaleFormat::e8m0;
}

struct Rounder {
  explicit Rounder(Format format, Tie tie = Tie::even)
      : exponentMask(splatBits(uint64_t{0x7FF} << 52)),
        top(splat(maxValue(format))),
        lowest(splat(powerOfTwo(info(format).minExponent()))),
        shifter(splat(powerOfTwo(52 - info(format).mantissaBits))),
        almostZero(splat(0x1p-100)),
        nudge(splatBits(tie == Tie::smaller ? ~uint64_t{0} : 0)),
        lowestBit(splatBits(tie == Tie::even ? 0 : 1)) {}

  // Ties are even numbers: one less is below the tie, and an odd number next to it stays on its side. So a nudge to an
  // odd number breaks ties and changes nothing else. Of ties to the even one this leaves all as it is.
  template <bool breaksTies>
  Pair round(Pair magnitude) const {
    Pair a = smaller(magnitude, top);
    if constexpr (breaksTies) a = either(addBits(larger(a, almostZero), nudge), lowestBit);
    const Pair binade = larger(both(a, exponentMask), lowest);
    const Pair shift = multiply(binade, shifter);
    return subtract(add(a, shift), shift);
  }

  // Members, since engines build a constant anew at each use.
  Pair exponentMask;
  Pair top, lowest, shifter, almostZero;
  Pair nudge, lowestBit;
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

// The largest magnitude of eight elements in each lane; NaN is passed over here and shows in the squares.
Pair learnEight(const double* values, Sums& squares, Pair& smallest) {
  Pair largest[kPairs];
  for (size_t pair = 0; pair < kPairs; ++pair) {
    const Pair x = load(values + 2 * pair);
    squares.add(pair, x);
    largest[pair] = absolute(x);
    smallest = smaller(smallest, largest[pair]);
  }
  return larger(larger(largest[0], largest[1]), larger(largest[2], largest[3]));
}

int64_t total(Pair count) { return bits0(count) + bits1(count); }

// Of magnitudes, lane by lane.
struct Extremes {
  Pair smallest = splat(std::numeric_limits<double>::infinity());
  Pair largest = splat(0);
};

// The same of many eights, each into its place in `maxima`.
void learnEights(const double* values, size_t eights, double* maxima, Sums& squares, Extremes& extremes) {
  Sums sums = squares;  // copies, so that they may live in registers while maxima are stored
  Pair least = extremes.smallest, most = extremes.largest;
  size_t eight = 0;
  for (; eight + 2 <= eights; eight += 2) {
    const Pair first = learnEight(values + eight * kLanes, sums, least);
    const Pair second = learnEight(values + (eight + 1) * kLanes, sums, least);
    const Pair both = larger(lowLanes(first, second), highLanes(first, second));
    most = larger(most, both);
    store(maxima + eight, both);
  }
  if (eight < eights) {
    const Pair last = learnEight(values + eight * kLanes, sums, least);
    most = larger(most, last);
    maxima[eight] = std::max(lane0(last), lane1(last));
  }
  squares = sums;
  extremes = {least, most};
}

// The larger one of each two neighbours; an odd last one stays. `out` may begin where `values` does.
void halve(std::span<const double> values, double* out) {
  size_t i = 0;
  for (; i + 4 <= values.size(); i += 4, out += 2) {
    const Pair a = load(&values[i]), b = load(&values[i + 2]);
    store(out, larger(lowLanes(a, b), highLanes(a, b)));
  }
  for (; i < values.size(); i += 2) *out++ = std::max(values[i], values[std::min(i + 1, values.size() - 1)]);
}

// The largest of each `group` values in a row; the last group may end early.
void largestOfGroups(std::span<const double> values, size_t group, std::span<double> largest) {
  values = values.first(std::min(values.size(), group * largest.size()));
  std::vector<double> halves;
  for (; group % 2 == 0; group /= 2) {
    const size_t count = (values.size() + 1) / 2;
    if (halves.empty()) halves.resize(count);
    halve(values, halves.data());
    values = std::span(halves.data(), count);
  }
  for (size_t i = 0; i < largest.size(); ++i) {
    double most = 0;
    for (size_t k = i * group; k < std::min((i + 1) * group, values.size()); ++k) most = std::max(most, values[k]);
    largest[i] = most;
  }
}

// What is asked of the values before any block is quantized, in one pass for all policies.
struct Signal {
  // `before`: the squares of the slices before this one.
  explicit Signal(std::span<const double> values, const SquareSum& before = {})
      : groups((values.size() + kLanes - 1) / kLanes), maxima(new double[groups]) {
    const size_t eights = values.size() / kLanes;
    Sums sums(before);
    Extremes extremes;
    learnEights(values.data(), eights, maxima.get(), sums, extremes);
    sums.keepIn(squares);
    smallest = std::min(lane0(extremes.smallest), lane1(extremes.smallest));
    largest = std::max(lane0(extremes.largest), lane1(extremes.largest));
    if (eights < groups) learnRest(values, eights * kLanes);
    if (smallest == 0) zeros = static_cast<size_t>(std::count(values.begin(), values.end(), 0.0));
  }

  void learnRest(std::span<const double> values, size_t start) {
    double most = 0;
    for (size_t i = start; i < values.size(); ++i) {
      const double magnitude = std::fabs(values[i]);
      squares.add(i, values[i]);
      smallest = std::min(smallest, magnitude);
      most = std::max(most, magnitude);
    }
    maxima[groups - 1] = most;
    largest = std::max(largest, most);
  }

  // Of each block of `length`, a multiple of eight, from `start` on; the last one may end with the values.
  void blockMaxima(size_t start, size_t length, std::span<double> largestOfBlocks) const {
    const size_t first = start / kLanes;
    largestOfGroups(std::span(maxima.get() + first, groups - first), length / kLanes, largestOfBlocks);
  }

  size_t groups;
  std::unique_ptr<double[]> maxima;  // of every eight elements
  SquareSum squares;
  size_t zeros = 0;
  double smallest = 0;  // magnitudes
  double largest = 0;
};

// What the loop over elements needs of a block: elements times or over `scale` are rounded, values times `step` are
// results.
struct Steps {
  double scale;
  double step;
};

// The step as the reference takes it: it divides by it, or multiplies by a factor in float32.
Steps plainSteps(const Policy& policy, double scale, double tensorScale) {
  const ElementScaler scaler(policy, scale, tensorScale);
  const double step = scaler.step();  // of zero: every element is zero
  if (plainScaling(policy) == Scaling::multiplySingle) return {step == 0 ? 0.0 : double{scaler.factor()}, step};
  return {step == 0 ? std::numeric_limits<double>::infinity() : step, step};
}

void findSteps(const Policy& policy, std::span<const double> scales, double tensorScale, Steps* steps) {
  const size_t count = scales.size();
  if (policy.scale == ScaleFormat::e8m0) {
    for (size_t i = 0; i < count; ++i) steps[i] = {1 / scales[i], scales[i]};
  } else if (scalingOf(policy) == Scaling::multiply) {
    for (size_t i = 0; i < count; ++i) {
      const double step = scales[i] * tensorScale, inverse = 1 / step;
      steps[i] = {step == 0 ? 0.0 : inverse, step};
    }
  } else {
    for (size_t i = 0; i < count; ++i) steps[i] = plainSteps(policy, scales[i], tensorScale);
  }
}

// Each value to its nearest E4M3 value, in place.
void roundToE4m3(std::span<double> values) {
  const Rounder rounder(Format::e4m3);
  size_t i = 0;
  for (; i + 2 <= values.size(); i += 2) store(&values[i], rounder.round<false>(load(&values[i])));
  if (i < values.size()) values[i] = lane0(rounder.round<false>(splat(values[i])));
}

// The rule four-six: both scales of a block are tried on its elements at once, one in each lane, and each lane sums up
// its squared errors in the reference's order.
class FourSix {
 public:
  FourSix(const Policy& policy, const TensorScale& tensor)
      : policy_(policy), tensor_(tensor), rounder_(policy.element, policy.tie) {}

  BlockScale of(std::span<const double> block, double m) const {
    const BlockScale six = e4m3Scale(m, 6, tensor_, policy_), four = e4m3Scale(m, 4, tensor_, policy_);
    const Pair errors = squaredErrors(block, plainSteps(policy_, six.value, tensor_.decode),
                                      plainSteps(policy_, four.value, tensor_.decode));
    return lane1(errors) < lane0(errors) ? four : six;
  }

 private:
  Pair squaredErrors(std::span<const double> block, const Steps& six, const Steps& four) const {
    const Scaling scaling = plainScaling(policy_);
    const double scales[] = {six.scale, four.scale}, steps[] = {six.step, four.step};
    const Pair scale = load(scales), step = load(steps);
    Pair sum = splat(0);
    for (const double value : block) {
      const Pair magnitude = absolute(splat(value));
      const Pair rounded = rounder_.round<true>(scaledBy(scaling, magnitude, scale));
      const Pair error = subtract(multiply(rounded, step), magnitude);
      sum = add(sum, multiply(error, error));
    }
    return sum;
  }

  const Policy& policy_;
  const TensorScale& tensor_;
  Rounder rounder_;
};

// ---- Heads

// In eight heads, elements 0 to 3 lie at odd places and 4 to 7 at even ones: so they come out of upper halves, and
// storeBytes16 puts them in order.
constexpr size_t placeOf(size_t element) { return element < 4 ? 2 * element + 1 : 2 * element - kLanes; }

constexpr int16_t headOf(double value) { return static_cast<int16_t>(bitsOf(value) >> 48); }

Pair headsOf(Pair upper0123, Pair upper4567) { return oddOver16(upper0123, lowered32(upper4567)); }

struct Eight {
  Pair pairs[kPairs];
};

// The other way round. `oddMask` has ones where odd places are.
Eight valuesOf(Pair heads, Pair oddMask) {
  const Pair odd = both(heads, oddMask), even = raised32(heads);
  return {{firstAsUpper32(odd), lastAsUpper32(odd), firstAsUpper32(even), lastAsUpper32(even)}};
}

// Makes an element of a piece +0.
void clearHead(int16_t* heads, size_t element) { heads[element / kLanes * kLanes + placeOf(element % kLanes)] = 0; }

size_t total16(Pair counts) {
  int16_t lanes[kLanes];
  store16(lanes, counts);
  size_t sum = 0;
  for (const int16_t lane : lanes) sum += static_cast<size_t>(lane);
  return sum;
}

// Parts of `length` elements, a multiple of eight, one after the other and each of one block.
struct Piece {
  const double* values;
  size_t length;
  std::span<const Steps> blocks;
  int16_t* heads;
};

struct Counts {
  size_t nonZeros = 0;
  size_t clipped = 0;
};

// Any format, any tie, in doubles.
class DoubleRounding {
 public:
  explicit DoubleRounding(const Policy& policy)
      : rounder_(policy.element, policy.tie), clipLimit_(splat(maxValue(policy.element) * kClipSlack)) {}

  template <Scaling scaling, bool breaksTies>
  void round(const Piece& piece, Counts& counts) const {
    // Copies, so that they may live in registers while heads are stored.
    const Rounder rounder = rounder_;
    const Pair clipLimit = clipLimit_, signMask = splatBits(kSignMask), magnitudeMask = splat16(0x7FFF);
    const double* values = piece.values;
    int16_t* heads = piece.heads;
    Pair clipped = splat(0), nonZeros = splat(0);
    for (const Steps& block : piece.blocks) {
      const Pair scale = splat(block.scale);
      for (const double* end = values + piece.length; values < end; values += kLanes, heads += kLanes) {
        Pair rounded[kPairs];
        for (size_t pair = 0; pair < kPairs; ++pair) {
          const Pair x = load(values + 2 * pair);
          const Pair scaled = scaledBy(scaling, x, scale);
          const Pair magnitude = absolute(scaled);
          clipped = countTrue(clipped, greater(magnitude, clipLimit));
          rounded[pair] = either(rounder.round<breaksTies>(magnitude), both(scaled, signMask));
        }
        const Pair eight = headsOf(upper32(rounded[0], rounded[1]), upper32(rounded[2], rounded[3]));
        nonZeros = subtract16(nonZeros, signs16(subtract16(splat16(0), both(eight, magnitudeMask))));
        store16(heads, eight);
      }
    }
    counts.nonZeros += total16(nonZeros);
    counts.clipped += static_cast<size_t>(total(clipped));
  }

 private:
  Rounder rounder_;
  Pair clipLimit_;
};

// E2M1 with ties to the smaller magnitude, by integers. One less in the last place takes a tie below the midpoint, and
// then heads decide, since midpoints have no bit below theirs. Where a scaled value may be a few units off, or near the
// limit of what counts as clipped, the bits below the head are next to those of a midpoint or the largest value: such
// eights are rounded one by one.
class HeadRounding {
 public:
  explicit HeadRounding(const Policy& policy) : policy_(policy) {
    if (policy.scale != ScaleFormat::e8m0) nearStart_ = splat16(1), nearWidth_ = splat16(3);
  }

  void round(const Piece& piece, Counts& counts) const {
    const HeadRounding own = *this;
    const double* values = piece.values;
    int16_t* heads = piece.heads;
    Pair nonZeros = splat(0), clipped = splat(0);
    for (const Steps& block : piece.blocks) {
      const Pair scale = splat(block.scale);
      for (const double* end = values + piece.length; values < end; values += kLanes, heads += kLanes) {
        Pair scaled[kPairs];
        for (size_t pair = 0; pair < kPairs; ++pair) {
          const Pair product = multiply(load(values + 2 * pair), scale);
          scaled[pair] = addBits(product, unequal(product, splat(0)));
        }
        const Pair upper0123 = upper32(scaled[0], scaled[1]), upper4567 = upper32(scaled[2], scaled[3]);
        const Pair below = oddOver16(raised32(upper0123), upper4567);
        if (any(excess16(own.nearWidth_, add16(below, own.nearStart_)))) [[unlikely]] {
          roundOneByOne(values, block, heads, counts);
          continue;
        }
        const Pair head = headsOf(upper0123, upper4567), magnitude = both(head, own.magnitudeMask_);
        const Pair isNonZero = signs16(subtract16(own.belowLeast_, magnitude));
        nonZeros = subtract16(nonZeros, isNonZero);
        clipped = subtract16(clipped, signs16(subtract16(own.belowTop_, magnitude)));
        store16(heads, either(both(own.rounded(magnitude), isNonZero), both(head, own.signMask_)));
      }
    }
    counts.nonZeros += total16(nonZeros);
    counts.clipped += total16(clipped);
  }

 private:
  // Magnitudes from a quarter on: to a half below 3/4, to multiples of half a binade from there.
  Pair rounded(Pair magnitude) const {
    const Pair fromOne = most16(least16(magnitude, top_), belowOne_);
    const Pair multiple = both(add16(fromOne, halfUnit_), unitMask_);
    return add16(multiple, both(signs16(subtract16(magnitude, threeQuarters_)), minusBinade_));
  }

  void roundOneByOne(const double* values, const Steps& block, int16_t* heads, Counts& counts) const {
    const ElementScaler scaler(policy_, block.step, 1);
    for (size_t i = 0; i < kLanes; ++i) {
      const double scaled = scaler.scaled(values[i]);
      const double value = decode(encode(scaled, policy_.element, policy_.tie), policy_.element);
      heads[placeOf(i)] = headOf(value);
      counts.nonZeros += value != 0;
      counts.clipped += scaler.clips(scaled);
    }
  }

  static constexpr int kHalfUnit = 4, kBinade = 16;  // in heads, whose mantissa has four bits where E2M1's has one

  const Policy& policy_;
  // Members, since engines build a constant anew at each use.
  Pair nearStart_ = splat16(0), nearWidth_ = splat16(2);
  Pair magnitudeMask_ = splat16(0x7FFF), signMask_ = splat16(-0x8000);
  Pair belowLeast_ = splat16(headOf(0.25) - 1), threeQuarters_ = splat16(headOf(0.75));
  Pair belowOne_ = splat16(headOf(1) - kHalfUnit), halfUnit_ = splat16(kHalfUnit), unitMask_ = splat16(-2 * kHalfUnit);
  Pair minusBinade_ = splat16(-kBinade), top_ = splat16(headOf(6)), belowTop_ = splat16(headOf(6) - 1);
};

// From heads to results and errors.
class ErrorLoop {
 public:
  explicit ErrorLoop(const SquareSum& before) : errors_(before) {}

  template <bool stores>
  void run(const Piece& piece, double* dequantized) {
    const Pair oddMask = oddMask_;
    const double* values = piece.values;
    const int16_t* heads = piece.heads;
    Sums errors = errors_;
    for (const Steps& block : piece.blocks) {
      const Pair step = splat(block.step);
      for (const double* end = values + piece.length; values < end; values += kLanes, heads += kLanes) {
        const Eight rounded = valuesOf(load16(heads), oddMask);
        for (size_t pair = 0; pair < kPairs; ++pair) {
          const Pair result = multiply(rounded.pairs[pair], step);
          errors.add(pair, subtract(result, load(values + 2 * pair)));
          if constexpr (stores) store(dequantized + 2 * pair, result);
        }
        if constexpr (stores) dequantized += kLanes;
      }
    }
    errors_ = errors;
  }

  // Each element of a piece by its own step; `dequantized` may be null.
  void runSpread(const Piece& piece, const double* steps, double* dequantized) {
    Sums errors = errors_;
    for (size_t i = 0; i < piece.length; i += kLanes) {
      const Eight rounded = valuesOf(load16(piece.heads + i), oddMask_);
      for (size_t pair = 0; pair < kPairs; ++pair) {
        const Pair result = multiply(rounded.pairs[pair], load(steps + i + 2 * pair));
        errors.add(pair, subtract(result, load(piece.values + i + 2 * pair)));
        if (dequantized) store(dequantized + i + 2 * pair, result);
      }
    }
    errors_ = errors;
  }

  const Sums& errors() const { return errors_; }

 private:
  Pair oddMask_ = splatBits(0xFFFF0000FFFF0000);
  Sums errors_;
};

// From heads to codes. Without the mantissa's spare bits a head is a normal value's code plus a constant. What that
// makes n of a subnormal value, one binade below the lowest normal one, is n/2 above the code of the binade's lower
// end, two binades below n/4 above; of all these expressions the largest is the right one. The smallest value has
// code 1.
class HeadEncoder {
 public:
  explicit HeadEncoder(Format format)
      : spareBits_(4 - info(format).mantissaBits),
        offset_(splat16((1023 - info(format).bias) << info(format).mantissaBits)),
        binade_(splat16(1 << info(format).mantissaBits)),
        signShift_(16 - info(format).bits),
        signMask_(splat16(info(format).signBit())) {}

  // Of a multiple of eight.
  void encode(const int16_t* heads, size_t count, uint8_t* out) const {
    for (const int16_t* end = heads + count; heads < end; heads += kLanes, out += kLanes) {
      const Pair head = load16(heads), magnitude = both(head, magnitudeMask_);
      const Pair normal = subtract16(shiftRight16(magnitude, spareBits_), offset_);
      const Pair oneBelow = add16(normal, binade_), twoBelow = add16(oneBelow, binade_);
      const Pair subnormal = most16(shiftRight16(oneBelow, 1), shiftRight16(twoBelow, 2));
      const Pair code = most16(most16(normal, subnormal), least16(magnitude, one_));
      storeBytes16(out, either(code, both(shiftRight16(head, signShift_), signMask_)));
    }
  }

 private:
  int spareBits_;
  Pair offset_, binade_;
  int signShift_;
  Pair signMask_;
  Pair magnitudeMask_ = splat16(0x7FFF), one_ = splat16(1);
};

using RoundPiece = void (DoubleRounding::*)(const Piece&, Counts&) const;

template <Scaling scaling>
RoundPiece doubleRounding(Tie tie) {
  return tie == Tie::even ? &DoubleRounding::round<scaling, false> : &DoubleRounding::round<scaling, true>;
}

RoundPiece doubleRounding(const Policy& policy) {
  switch (scalingOf(policy)) {
    case Scaling::divide:
      return doubleRounding<Scaling::divide>(policy.tie);
    case Scaling::multiply:
      return doubleRounding<Scaling::multiply>(policy.tie);
    case Scaling::multiplySingle:
    case Scaling::divideSingle:  // of spread scales only
      break;
  }
  return doubleRounding<Scaling::multiplySingle>(policy.tie);
}

// Magnitudes whose squares need no unit, and of which float32 holds tensor scales and scaled values if the policy
// computes in it.
bool inRange(double largest, const Policy& policy) {
  const bool fits = policy.arithmetic == Arithmetic::f64 || (largest >= 0x1p-100 && largest <= FLT_MAX);
  return std::isfinite(largest) && largest > 0 && squareUnit(largest) == 1 && fits;
}

// One quantization, chunk by chunk: what vectors take, then the elements that are left. Totals go on from those of
// earlier slices.
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
        spreads_(spreadsScales(policy)),
        end_(values.size() / (isCut() ? length_ : kLanes) * (isCut() ? length_ : kLanes)),
        tensor_(facts.tensor),
        totals_(before),
        headRounding_(policy),
        doubleRounding_(policy),
        roundPiece_(spreads_ ? doubleRounding<Scaling::multiply>(policy.tie) : doubleRounding(policy)),
        errorLoop_(before.errors) {
    if (!buffers.codes.empty()) encoder_.emplace(policy.element);
    if (whole_) {
      scales_ = {facts.magnitude};
      findScales(0);
    }
  }

  // Quantizes what is not yet done and lies before `limit`, a multiple of eight: whole blocks only, if it is cut there.
  void advanceTo(size_t limit) {
    const size_t start = done_;
    done_ = std::min(isCut() ? limit / length_ * length_ : limit, end_);
    if (done_ == start) return;
    if (!whole_) findBlockScales(start / length_, (done_ - 1) / length_ + 1);
    if (spreads_) return quantizeSpread(start);
    const size_t length = whole_ ? done_ - start : length_;
    const size_t part = std::min(length, kPieceElements), group = kPieceElements / part;
    for (size_t block = 0; block < steps_.size(); block += group)
      for (size_t at = 0; at < length; at += part)
        quantizePiece(start + block * length + at, std::min(part, length - at), block,
                      std::min(group, steps_.size() - block));
  }

  Totals finish() {
    const auto rest = values_.subspan(end_);
    const auto restZeros = static_cast<size_t>(std::count(rest.begin(), rest.end(), 0.0));
    errorLoop_.errors().keepIn(totals_.errors);
    totals_.zeros += end_ - (signal_.zeros - restZeros) - counts_.nonZeros;
    totals_.clipped += counts_.clipped;
    for (size_t at = end_, next; at < values_.size(); at = next) {
      const size_t block = at / length_;
      next = std::min((block + 1) * length_, values_.size());
      if (!whole_) findBlockScales(block, block + 1);
      const ElementScaler scaler(policy_, scales_[0], tensor_.decode);
      quantizeElements(values_, at, next - at, scaler, policy_, 1, buffers_, totals_);
    }
    totals_.squares = signal_.squares;
    return totals_;
  }

 private:
  // Elements of `count` blocks from the first one on, `length` of each.
  void quantizePiece(size_t start, size_t length, size_t first, size_t count) {
    const Piece piece = {&values_[start], length, std::span<const Steps>(steps_).subspan(first, count), heads_.data()};
    if (roundsHeads(policy_)) {
      headRounding_.round(piece, counts_);
    } else {
      (doubleRounding_.*roundPiece_)(piece, counts_);
    }
    if (encoder_ || !buffers_.dequantized.empty()) dropSigns(piece, first);
    if (buffers_.dequantized.empty()) {
      errorLoop_.run<false>(piece, nullptr);
    } else {
      errorLoop_.run<true>(piece, &buffers_.dequantized[start]);
    }
    if (encoder_) encoder_->encode(heads_.data(), length * count, &buffers_.codes[start]);
  }

  // The script's signs vanish with the quotient in E2M1, with the element in the other formats; quotients vanish where
  // an element is tiny, in float32 sooner, or a step is zero.
  void dropSigns(const Piece& piece, size_t first) {
    if (policy_.nonFinite != NonFinite::lecture) return;
    const double tiny = policy_.arithmetic == Arithmetic::f64 ? 0x1p-500 : 0x1p-140;
    for (size_t block = 0; block < piece.blocks.size(); ++block) {
      const double step = piece.blocks[block].step;
      if (step != 0 && signal_.smallest > tiny * std::max(1.0, step)) continue;
      const ElementScaler scaler(policy_, scales_[first + block], tensor_.decode);
      for (size_t i = block * piece.length; i < (block + 1) * piece.length; ++i) {
        const double x = piece.values[i];
        const bool vanishes = (policy_.element == Format::e2m1 ? scaler.scaled(x) : x) == 0;
        if (vanishes) clearHead(piece.heads, i);
      }
    }
  }

  // Whether vectors take whole blocks, one scale at a time.
  bool isCut() const { return !whole_ && !spreads_; }

  // From `start` to what is done.
  void quantizeSpread(size_t start) {
    spreadScales_.resize(done_ - start), spreadSteps_.resize(done_ - start);
    for (size_t at = start, block = 0; at < done_; ++block) {
      const size_t next = std::min((at / length_ + 1) * length_, done_);
      const Steps steps = plainSteps(policy_, scales_[block], tensor_.decode);
      for (; at < next; ++at) spreadScales_[at - start] = steps.scale, spreadSteps_[at - start] = steps.step;
    }
    for (size_t at = start; at < done_; at += kPieceElements)
      quantizeSpreadPiece(at, std::min(kPieceElements, done_ - at), at - start);
  }

  // `from`: the place of the piece's first scale and step.
  void quantizeSpreadPiece(size_t start, size_t length, size_t from) {
    const Piece piece = {&values_[start], length, {}, heads_.data()};
    for (size_t i = 0; i < length; i += 2)
      store(&scaled_[i], scaledBy(plainScaling(policy_), load(piece.values + i), load(&spreadScales_[from + i])));
    const Steps asItIs = {1, 1};
    (doubleRounding_.*roundPiece_)({scaled_.data(), length, {&asItIs, 1}, piece.heads}, counts_);
    if (policy_.nonFinite == NonFinite::lecture) dropSpreadSigns(piece);
    errorLoop_.runSpread(piece, &spreadSteps_[from],
                         buffers_.dequantized.empty() ? nullptr : &buffers_.dequantized[start]);
    if (encoder_) encoder_->encode(piece.heads, length, &buffers_.codes[start]);
  }

  // The same where scales are spread.
  void dropSpreadSigns(const Piece& piece) {
    for (size_t i = 0; i < piece.length; ++i)
      if ((policy_.element == Format::e2m1 ? scaled_[i] : piece.values[i]) == 0) clearHead(piece.heads, i);
  }

  // Of blocks from `first` to before `end`.
  void findBlockScales(size_t first, size_t end) {
    scales_.resize(end - first);
    if (isCut()) {
      signal_.blockMaxima(first * length_, length_, scales_);
    } else {
      for (size_t block = first; block < end; ++block) {
        double most = 0;
        for (size_t i = block * length_; i < std::min((block + 1) * length_, values_.size()); ++i)
          most = std::max(most, std::fabs(values_[i]));
        scales_[block - first] = most;
      }
    }
    findScales(first);
  }

  // From the largest magnitudes of blocks to their scales and steps; `first` is the first block.
  void findScales(size_t first) {
    if (policy_.scaleRule == ScaleRule::rne && policy_.zero == ZeroScale::zero) {
      findNearestScales(first);
    } else if (policy_.scaleRule == ScaleRule::fourSix && policy_.nonFinite != NonFinite::lecture) {
      const FourSix fourSix(policy_, tensor_);
      auto rest = values_.subspan(first * length_);
      setScales(first, [&](double m) {
        const auto block = rest.first(std::min(length_, rest.size()));
        rest = rest.subspan(block.size());
        return fourSix.of(block, m);
      });
    } else if (policy_.scale == ScaleFormat::e8m0) {
      const PowerScale powerScale(policy_);
      setScales(first, [&](double m) { return powerScale.of(m); });
    } else {
      setScales(first, [&](double m) { return blockScale({}, m, tensor_, policy_); });
    }
    if (!buffers_.scales.empty()) std::copy(scales_.begin(), scales_.end(), buffers_.scales.begin() + first);
    if (spreads_) return;
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
  bool spreads_;
  size_t end_;  // of what goes through vectors
  size_t done_ = 0;
  TensorScale tensor_;
  Totals totals_;
  std::vector<double> scales_;
  std::vector<Steps> steps_;
  std::vector<double> spreadScales_, spreadSteps_;  // element by element
  std::array<double, kPieceElements> scaled_;
  std::array<int16_t, kPieceElements> heads_;
  Counts counts_;
  HeadRounding headRounding_;
  DoubleRounding doubleRounding_;
  RoundPiece roundPiece_;
  ErrorLoop errorLoop_;
  std::optional<HeadEncoder> encoder_;  // if codes are asked for
};

// Unrounded scales of blocks may be anything; those of zeros, which the script divides by, and of numbers so tiny that
// their scales may vanish are left to the plain loop.
bool scalesAreOrdinary(const Policy& policy, const Signal& signal) {
  const double tiny = policy.arithmetic == Arithmetic::f64 ? 0x1p-500 : 0x1p-100;
  return policy.scale != ScaleFormat::f64 || policy.block == kTensorBlock || signal.smallest > tiny;
}

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
    if (serves(policy) && inRange(signal.largest, policy) && scalesAreOrdinary(policy, signal))
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
    if (servable(tasks[i]) && scalesAreOrdinary(tasks[i].policy, signal))
      running.emplace_back(i, FastQuantizer(values, tasks[i].policy, nowhere, signal, tasks[i].facts, tasks[i].totals));
  walk(values.size(), running);
  for (auto& [index, quantizer] : running) {
    tasks[index].totals = quantizer.finish();
    served[index] = true;
  }
  return served;
}

}  // namespace companion
