// The reference quantizer: a plain loop over blocks and elements, and the presets.
#include "core/quantize.h"

#include <array>
#include <limits>

#include "core/quantize_parts.h"

namespace companion {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

constexpr Policy scaledByMax(Format element) {
  return {.element = element,
          .block = kTensorBlock,
          .scale = ScaleFormat::f64,
          .scaleRule = ScaleRule::max,
          .tie = element == Format::e2m1 ? Tie::smaller : Tie::even,
          .nonFinite = NonFinite::lecture};
}
constexpr Policy mx(Format element, ScaleRule rule, Tie tie, Arithmetic arithmetic) {
  return {.element = element, .scaleRule = rule, .tie = tie, .arithmetic = arithmetic};
}
constexpr Policy nvfp4(ScaleRule rule, Tie tie, ZeroScale zero, NonFinite nonFinite, Arithmetic arithmetic) {
  return {.block = 16,
          .scale = ScaleFormat::e4m3,
          .scaleRule = rule,
          .tie = tie,
          .tensorScale = true,
          .zero = zero,
          .nonFinite = nonFinite,
          .arithmetic = arithmetic};
}
constexpr Policy lectureMxfp4() {
  Policy policy = mx(Format::e2m1, ScaleRule::floor, Tie::smaller, Arithmetic::f64);
  policy.nonFinite = NonFinite::lecture;
  return policy;
}

// What each project does by default, as far as a policy can say it. Sources: the lecture's script 05; OCP MX v1.0, 6.3;
// TransformerEngine reference_nvfp4.py; torchao prototype/mx_formats; microxcaling mx_ops.py; compressed-tensors
// mxfp4_quantized.py; cuDNN "Block Scaling"; mit-han-lab/fouroversix.
constexpr std::array kPresets = {
    Preset{"lecture/fp8-tensor", scaledByMax(Format::e4m3)},
    Preset{"lecture/fp4-tensor", scaledByMax(Format::e2m1)},
    Preset{"lecture/mxfp4", lectureMxfp4()},
    Preset{"lecture/nvfp4", nvfp4(ScaleRule::rne, Tie::smaller, ZeroScale::zero, NonFinite::lecture, Arithmetic::f64)},
    Preset{"ocp/mxfp4", mx(Format::e2m1, ScaleRule::floor, Tie::even, Arithmetic::f64)},
    Preset{"ocp/mxfp8-e4m3", mx(Format::e4m3, ScaleRule::floor, Tie::even, Arithmetic::f64)},
    Preset{"ocp/mxfp8-e5m2", mx(Format::e5m2, ScaleRule::floor, Tie::even, Arithmetic::f64)},
    Preset{"te/nvfp4", nvfp4(ScaleRule::rne, Tie::even, ZeroScale::zero, NonFinite::propagate, Arithmetic::te)},
    Preset{"torchao/mxfp4", mx(Format::e2m1, ScaleRule::floor, Tie::even, Arithmetic::f32)},
    Preset{"torchao/mxfp8-e4m3", mx(Format::e4m3, ScaleRule::floor, Tie::even, Arithmetic::f32)},
    Preset{"torchao/nvfp4",
           nvfp4(ScaleRule::rne, Tie::even, ZeroScale::minScale, NonFinite::propagate, Arithmetic::f32)},
    Preset{"microxcaling/mxfp4", mx(Format::e2m1, ScaleRule::floor, Tie::away, Arithmetic::f32)},
    Preset{"compressed-tensors/mxfp4", mx(Format::e2m1, ScaleRule::even, Tie::even, Arithmetic::f32)},
    Preset{"cudnn/nvfp4", nvfp4(ScaleRule::up, Tie::even, ZeroScale::zero, NonFinite::propagate, Arithmetic::f32)},
    Preset{"fouroversix/nvfp4",
           nvfp4(ScaleRule::fourSix, Tie::even, ZeroScale::zero, NonFinite::propagate, Arithmetic::f32)},
};

constexpr bool allConsistent() {
  for (const Preset& preset : kPresets)
    if (policyError(preset.policy).member) return false;
  return true;
}
static_assert(allConsistent());

constexpr BlockScale kNanE4m3 = {kNan, info(Format::e4m3).nanCode};
constexpr uint8_t kMinNormalE4m3 = 1u << info(Format::e4m3).mantissaBits;

double largestLoaded(std::span<const double> values, Arithmetic arithmetic) {
  double largest = 0;
  for (const double value : values) {
    const double magnitude = std::fabs(loaded(value, arithmetic));
    if (std::isnan(magnitude)) return kNan;
    if (magnitude > largest) largest = magnitude;
  }
  return largest;
}

// The largest magnitude that the tensor scale has to cover: with blockNan, that of the finite blocks.
double tensorMax(std::span<const double> values, const Policy& policy) {
  return policy.nonFinite == NonFinite::blockNan ? largestOfFiniteBlocks(values, policy)
                                                 : largestLoaded(values, policy.arithmetic);
}

BlockScale maxScale(double m, const Policy& policy) {
  const double top = maxValue(policy.element);
  if (!std::isfinite(m) || (m == 0 && policy.nonFinite == NonFinite::lecture)) return {kNan, 0};
  const bool single = policy.arithmetic != Arithmetic::f64;
  const double scale = single ? static_cast<float>(m) / static_cast<float>(top) : m / top;
  if (policy.zero == ZeroScale::zero || policy.nonFinite == NonFinite::lecture) return {scale, 0};
  return {std::max(scale, single ? static_cast<double>(FLT_MIN) : DBL_MIN), 0};
}

double squaredError(std::span<const double> values, const Policy& policy, double scale, double tensorScale) {
  const ElementScaler scaler(policy, scale, tensorScale);
  double sum = 0;
  for (const double value : values) {
    const double error = decode(scaler.code(value, scaler.scaled(value)), policy.element) * scaler.step() - value;
    sum += error * error;
  }
  return sum;
}

BlockScale smallScale(std::span<const double> values, double m, const TensorScale& tensor, const Policy& policy) {
  const double top = maxValue(policy.element);
  if (policy.nonFinite == NonFinite::lecture) {
    const BlockScale scale = e4m3Scale(m, top, tensor, policy);
    return scale.value * tensor.decode > 0 ? scale : BlockScale{0, 0};
  }
  if (!std::isfinite(m) || std::isnan(tensor.decode)) return kNanE4m3;
  const BlockScale toTop = e4m3Scale(m, top, tensor, policy);
  if (policy.scaleRule != ScaleRule::fourSix) return toTop;
  const BlockScale toFour = e4m3Scale(m, 4.0, tensor, policy);
  const bool fourIsBetter = squaredError(values, policy, toFour.value, tensor.decode) <
                            squaredError(values, policy, toTop.value, tensor.decode);
  return fourIsBetter ? toFour : toTop;
}

}  // namespace

BlockScale e4m3Scale(double m, double target, const TensorScale& tensor, const Policy& policy) {
  uint8_t code = 0;
  if (m != 0) {
    const Round round = policy.scaleRule == ScaleRule::up ? Round::up : Round::nearest;
    code = encode(idealScale(m, target, tensor, policy.arithmetic), Format::e4m3, Tie::even, Overflow::saturate, round);
  }
  if (policy.zero == ZeroScale::minScale) code = std::max(code, kMinNormalE4m3);
  return {decode(code, Format::e4m3), code};
}

TensorScale tensorScaleOf(double largest, const Policy& policy) {
  // Four Over Six leaves room above the largest scale, for one half as large again.
  const double range = maxValue(policy.element) * (policy.scaleRule == ScaleRule::fourSix ? 256.0 : 448.0);
  if (policy.nonFinite == NonFinite::lecture) {
    const double g = largest / range;
    return {1, std::isfinite(g) ? g : 0.0};
  }
  if (!std::isfinite(largest)) return {std::numeric_limits<float>::quiet_NaN(), kNan};
  if (largest == 0) return {};
  switch (policy.arithmetic) {
    case Arithmetic::f64:
      return {1, std::max(largest / range, DBL_TRUE_MIN)};
    case Arithmetic::f32:
      return {1, std::max(static_cast<float>(largest) / static_cast<float>(range), FLT_TRUE_MIN)};
    case Arithmetic::te:
      break;
  }
  const float encode = std::min(static_cast<float>(range) / static_cast<float>(largest), FLT_MAX);
  return {encode, 1.0f / encode};
}

BlockScale blockScale(std::span<const double> values, double m, const TensorScale& tensor, const Policy& policy) {
  switch (policy.scale) {
    case ScaleFormat::e8m0:
      return PowerScale(policy).of(m);
    case ScaleFormat::e4m3:
      return smallScale(values, m, tensor, policy);
    case ScaleFormat::f64:
      break;
  }
  return maxScale(m, policy);
}

std::span<const Preset> presets() { return kPresets; }

const Policy* findPreset(std::string_view name) {
  for (const Preset& preset : kPresets)
    if (preset.name == name) return &preset.policy;
  return nullptr;
}

double bitsPerElement(uint64_t count, const Policy& policy) {
  const double bits = info(policy.element).bits;
  if (policy.block == kTensorBlock || count == 0) return bits;
  const double scaleBits = policy.scale == ScaleFormat::f64 ? 64 : 8;
  return bits + scaleBits * std::ceil(static_cast<double>(count) / policy.block) / static_cast<double>(count);
}

double largestOfFiniteBlocks(std::span<const double> values, const Policy& policy) {
  double largest = 0;
  const size_t block = policy.block == kTensorBlock ? values.size() : policy.block;
  for (size_t start = 0; start < values.size(); start += block) {
    const auto part = values.subspan(start, std::min(block, values.size() - start));
    if (const double m = largestLoaded(part, policy.arithmetic); std::isfinite(m)) largest = std::max(largest, m);
  }
  return largest;
}

size_t blockCount(size_t count, const Policy& policy) {
  if (policy.block == kTensorBlock) return count ? 1 : 0;
  return count / policy.block + (count % policy.block != 0);
}

void quantizeElements(std::span<const double> values, size_t start, size_t count, const ElementScaler& scaler,
                      const Policy& policy, double unit, const QuantizeBuffers& buffers, Totals& totals) {
  for (size_t i = start; i < start + count; ++i) {
    const double scaled = scaler.scaled(values[i]);
    const uint8_t code = scaler.code(values[i], scaled);
    const double value = decode(code, policy.element) * scaler.step();
    if (!buffers.codes.empty()) buffers.codes[i] = code;
    if (!buffers.dequantized.empty()) buffers.dequantized[i] = value;
    totals.errors.add(i, (value - values[i]) * unit);
    totals.squares.add(i, values[i] * unit);
    totals.zeros += value == 0 && values[i] != 0;
    totals.clipped += scaler.clips(scaled);
  }
}

QuantizeSummary summarize(const Totals& totals, uint64_t count, const TensorScale& tensor, const Policy& policy) {
  const double all = count ? static_cast<double>(count) : 1;
  const double squares = totals.squares.total();
  QuantizeSummary summary;
  summary.tensorScale = tensor.decode;
  summary.relativeError = squares == 0 ? 0 : std::sqrt(totals.errors.total()) / std::sqrt(squares);
  summary.sqnrDb = sqnrDb(summary.relativeError);
  summary.zeroFraction = static_cast<double>(totals.zeros) / all;
  summary.clippedFraction = static_cast<double>(totals.clipped) / all;
  summary.bitsPerElement = bitsPerElement(count, policy);
  return summary;
}

void quantizeBlocks(std::span<const double> values, const Policy& policy, const TensorFacts& facts,
                    const QuantizeBuffers& buffers, Totals& totals) {
  const bool whole = policy.block == kTensorBlock;
  const size_t count = values.size(), block = whole ? count : policy.block;
  for (size_t start = 0, index = 0; start < count; start += block, ++index) {
    const auto part = values.subspan(start, std::min(block, count - start));
    const double largest = whole ? loaded(facts.magnitude, policy.arithmetic) : largestLoaded(part, policy.arithmetic);
    const BlockScale scale = blockScale(part, largest, facts.tensor, policy);
    if (!buffers.scales.empty()) buffers.scales[index] = scale.value;
    if (!buffers.scaleCodes.empty()) buffers.scaleCodes[index] = scale.code;
    const ElementScaler scaler(policy, scale.value, facts.tensor.decode);
    quantizeElements(values, start, part.size(), scaler, policy, facts.unit, buffers, totals);
  }
}

void quantizeSlices(std::span<const double> values, std::span<const SliceTask> tasks) {
  std::vector<bool> served(tasks.size());
  if (!referenceOnly) served = quantizeSlicesFast(values, tasks);
  for (size_t i = 0; i < tasks.size(); ++i)
    if (!served[i]) quantizeBlocks(values, tasks[i].policy, tasks[i].facts, {}, tasks[i].totals);
}

QuantizeSummary quantizeReference(std::span<const double> values, const Policy& policy,
                                  const QuantizeBuffers& buffers) {
  TensorFacts facts;
  facts.magnitude = largestMagnitude(values);
  if (policy.tensorScale) facts.tensor = tensorScaleOf(tensorMax(values, policy), policy);
  facts.unit = squareUnit(facts.magnitude);
  Totals totals;
  quantizeBlocks(values, policy, facts, buffers, totals);
  return summarize(totals, values.size(), facts.tensor, policy);
}

std::vector<QuantizeSummary> quantizeTogether(std::span<const double> values, std::span<const QuantizeTask> tasks,
                                              Path path) {
  std::vector<std::optional<QuantizeSummary>> fast(tasks.size());
  if (path == Path::fastest && !referenceOnly) fast = quantizeFast(values, tasks);
  std::vector<QuantizeSummary> summaries;
  for (size_t i = 0; i < tasks.size(); ++i)
    summaries.push_back(fast[i] ? *fast[i] : quantizeReference(values, tasks[i].policy, tasks[i].buffers));
  return summaries;
}

QuantizeSummary quantizeInto(const QuantizeBuffers& buffers, std::span<const double> values, const Policy& policy,
                             Path path) {
  const QuantizeTask task = {policy, buffers};
  return quantizeTogether(values, std::span(&task, 1), path)[0];
}

QuantizeSummary quantizationFigures(std::span<const double> values, const Policy& policy, Path path) {
  return quantizeInto({}, values, policy, path);
}

Quantized quantize(std::span<const double> values, const Policy& policy, Path path) {
  Quantized result;
  result.dequantized.resize(values.size());
  result.codes.resize(values.size());
  result.scales.resize(blockCount(values.size(), policy));
  if (policy.scale != ScaleFormat::f64) result.scaleCodes.resize(result.scales.size());
  static_cast<QuantizeSummary&>(result) =
      quantizeInto({result.dequantized, result.codes, result.scales, result.scaleCodes}, values, policy, path);
  return result;
}

ElementTrace traceElement(double value, const Policy& policy, double scale, double tensorScale) {
  const Format format = policy.element;
  const ElementScaler scaler(policy, scale, tensorScale);
  ElementTrace trace{};
  trace.scaled = scaler.scaled(value);
  trace.code = scaler.code(value, trace.scaled);
  trace.value = decode(trace.code, format);
  trace.dequantized = trace.value * scaler.step();
  trace.clipped = scaler.clips(trace.scaled);
  trace.flushed = trace.dequantized == 0 && value != 0;

  const bool negative = std::signbit(trace.scaled);
  trace.lowerCode = encode(trace.scaled, format, Tie::even, Overflow::saturate, negative ? Round::up : Round::down);
  trace.upperCode = encode(trace.scaled, format, Tie::even, Overflow::saturate, negative ? Round::down : Round::up);
  trace.lower = decode(trace.lowerCode, format);
  trace.upper = decode(trace.upperCode, format);
  trace.tie = trace.lowerCode != trace.upperCode && trace.scaled - trace.lower == trace.upper - trace.scaled;
  return trace;
}

}  // namespace companion
