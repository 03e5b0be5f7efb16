// Block quantization under an explicit policy: which formats, how scales are chosen, what happens at ties and at the
// edges.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/number_format.h"

namespace companion {

enum class ScaleFormat : uint8_t { e8m0, e4m3, f64 };

// m: the largest magnitude of the block; the first four give a power of two, the last takes m / largest element value.
enum class ScaleRule : uint8_t {
  floor,    // 2^floor(log2 m) over the largest element binade: OCP MX v1.0, the largest element may clip
  rceil,    // the smallest power of two under which m does not clip: cuBLAS, cuDNN, Transformer Engine's MXFP8
  even,     // m is first rounded to the element's mantissa, then floor: torchao's EVEN, compressed-tensors
  ceil,     // 2^ceil(log2 m) over the largest element binade: torchao's CEIL
  rne,      // m / largest element value, rounded to the nearest E4M3 value
  up,       // … rounded up: cuDNN's block scale
  fourSix,  // E2M1: m goes to 6 or to 4, whichever leaves the smaller squared error, a tie to 6 (Four Over Six)
  max       // m / largest element value, unrounded
};

// The scale of a block of zeros, and of one whose scale would underflow: 0 (2^-127 in E8M0, which has no zero), or no
// scale below the smallest normal number of its format.
enum class ZeroScale : uint8_t { zero, minScale };

// What NaN and Inf do. propagate: they make every element NaN whose scale they enter, with a tensor scale the whole
// tensor. blockNan: their block only. lecture: what the script does, which covers all its edges: in MXFP4 a NaN block,
// no block maximum below 1e-30 and no upper end of exponents; in NVFP4 zeros for the whole tensor; with one f64 scale a
// NaN tensor, for an all-zero tensor too; and -0 becomes +0.
enum class NonFinite : uint8_t { propagate, blockNan, lecture };

// f64: x / (scale · tensor scale) in float64. f32: rounded to float32 first, then torchao's order x · ((1/g) / scale).
// te: float32 in Transformer Engine's order, with reciprocals of the scales.
enum class Arithmetic : uint8_t { f64, f32, te };

inline constexpr uint32_t kTensorBlock = 0;  // one block for the whole tensor

struct Policy {
  Format element = Format::e2m1;
  uint32_t block = 32;
  ScaleFormat scale = ScaleFormat::e8m0;
  ScaleRule scaleRule = ScaleRule::floor;
  Tie tie = Tie::even;
  bool tensorScale = false;
  Overflow overflow = Overflow::saturate;
  ZeroScale zero = ZeroScale::zero;
  NonFinite nonFinite = NonFinite::blockNan;
  Arithmetic arithmetic = Arithmetic::f64;
};

inline constexpr const char* kScaleFormatNames[] = {"e8m0", "e4m3", "f64"};
inline constexpr const char* kScaleRuleNames[] = {"floor", "rceil", "even", "ceil", "rne", "up", "four-six", "max"};
inline constexpr const char* kZeroScaleNames[] = {"zero", "min-scale"};
inline constexpr const char* kNonFiniteNames[] = {"propagate", "block-nan", "lecture"};
inline constexpr const char* kArithmeticNames[] = {"f64", "f32", "te"};
constexpr std::span<const char* const> namesOf(ScaleFormat) { return kScaleFormatNames; }
constexpr std::span<const char* const> namesOf(ScaleRule) { return kScaleRuleNames; }
constexpr std::span<const char* const> namesOf(ZeroScale) { return kZeroScaleNames; }
constexpr std::span<const char* const> namesOf(NonFinite) { return kNonFiniteNames; }
constexpr std::span<const char* const> namesOf(Arithmetic) { return kArithmeticNames; }

// Names every member once, for readers and writers of policy objects: v.choice takes any enum, v.block a length or
// "tensor".
template <class V>
void policyFields(V& v) {
  v.choice("element", &Policy::element);
  v.block("block", &Policy::block);
  v.choice("scale", &Policy::scale);
  v.choice("scaleRule", &Policy::scaleRule);
  v.choice("tie", &Policy::tie);
  v.flag("tensorScale", &Policy::tensorScale);
  v.choice("overflow", &Policy::overflow);
  v.choice("zero", &Policy::zero);
  v.choice("nonFinite", &Policy::nonFinite);
  v.choice("arithmetic", &Policy::arithmetic);
}

// The first member that does not fit the others, and what would; both null if the policy is consistent.
struct PolicyError {
  const char* member = nullptr;
  const char* allowed = nullptr;
};
constexpr PolicyError policyError(const Policy& policy) {
  if (policy.element == Format::e8m0) return {"element", "e4m3, e5m2 or e2m1"};
  const ScaleRule rule = policy.scaleRule;
  if (policy.scale == ScaleFormat::e8m0 && rule > ScaleRule::ceil)
    return {"scaleRule", "floor, rceil, even or ceil with scale e8m0"};
  if (policy.scale == ScaleFormat::e4m3 && (rule < ScaleRule::rne || rule > ScaleRule::fourSix))
    return {"scaleRule", "rne, up or four-six with scale e4m3"};
  if (policy.scale == ScaleFormat::f64 && rule != ScaleRule::max) return {"scaleRule", "max with scale f64"};
  if (rule == ScaleRule::fourSix && policy.element != Format::e2m1)
    return {"scaleRule", "rne or up unless element is e2m1"};
  if (policy.tensorScale && policy.scale != ScaleFormat::e4m3) return {"tensorScale", "false unless scale is e4m3"};
  if (policy.arithmetic == Arithmetic::te && !policy.tensorScale)
    return {"arithmetic", "f64 or f32 without a tensor scale"};
  return {};
}

struct Preset {
  const char* name;
  Policy policy;
};
std::span<const Preset> presets();
const Policy* findPreset(std::string_view name);  // null if there is none

struct QuantizeSummary {
  double tensorScale = 1;
  double relativeError = 0;    // ‖q − x‖ / ‖x‖; 0 for an all-zero signal
  double sqnrDb = 0;           // 20·log10(1 / relativeError); infinite for an exact result
  double zeroFraction = 0;     // of elements other than 0 that became 0
  double clippedFraction = 0;  // of elements more than a millionth beyond the largest element value
  double bitsPerElement = 0;   // codes and block scales; what a tensor has only once is not counted, as in the lecture
};

// Where results go; a span may be empty if its result is not wanted, else it has the length the policy gives.
struct QuantizeBuffers {
  std::span<double> dequantized;
  std::span<uint8_t> codes;
  std::span<double> scales;
  std::span<uint8_t> scaleCodes;
};

// value = decode(code) · (scale · tensorScale), also where a scale is NaN. A scale beyond 2^127, which only the
// lecture's MXFP4 has, keeps its value in `scales` and shows as 0xFE in `scaleCodes`.
struct Quantized : QuantizeSummary {
  std::vector<double> dequantized;
  std::vector<uint8_t> codes;
  std::vector<double> scales;
  std::vector<uint8_t> scaleCodes;  // empty where scales are f64
};

size_t blockCount(size_t count, const Policy& policy);

// The fast path gives the same bits as the reference; one can still ask for the reference, to compare or to time it.
enum class Path : uint8_t { fastest, reference };

// Set where a reader's browser failed its self-test: every call then takes the plain loop.
inline bool referenceOnly = false;

// All functions below expect a consistent policy; a last block that is not full is quantized with its true length.
Quantized quantize(std::span<const double> values, const Policy& policy, Path path = Path::fastest);
QuantizeSummary quantizeInto(const QuantizeBuffers& buffers, std::span<const double> values, const Policy& policy,
                             Path path = Path::fastest);

struct QuantizeTask {
  Policy policy;
  QuantizeBuffers buffers;
};
// Several policies on the same values: the same results as one by one, in about three quarters of the time.
std::vector<QuantizeSummary> quantizeTogether(std::span<const double> values, std::span<const QuantizeTask> tasks,
                                              Path path = Path::fastest);

// The figures alone: nothing is stored, which is fastest.
QuantizeSummary quantizationFigures(std::span<const double> values, const Policy& policy, Path path = Path::fastest);

// The plain loop that defines every result.
QuantizeSummary quantizeReference(std::span<const double> values, const Policy& policy, const QuantizeBuffers& buffers);

// How one element came by its code, given the scales of its block.
struct ElementTrace {
  double scaled;      // what was rounded
  uint8_t lowerCode;  // the neighbours of `scaled` by magnitude; both its code where it is a value of the format
  uint8_t upperCode;
  double lower;
  double upper;
  uint8_t code;
  double value;  // of the code
  double dequantized;
  bool tie;  // exactly halfway
  bool clipped;
  bool flushed;  // not zero, but became zero
};
ElementTrace traceElement(double value, const Policy& policy, double scale, double tensorScale);

}  // namespace companion
