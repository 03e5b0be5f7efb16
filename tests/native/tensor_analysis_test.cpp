// Facts about the analysis of tensors in slices: quantize()'s figures wherever slices end, rows with their own tails,
// and the lecture's numbers on the sample file.
#include "core/tensor_analysis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>

#include "core/hash.h"
#include "core/random.h"
#include "golden_json.h"

using namespace companion;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();

std::vector<Policy> allPresets() {
  std::vector<Policy> policies;
  for (const Preset& preset : presets()) policies.push_back(preset.policy);
  return policies;
}

std::vector<uint8_t> bytesOf(const std::vector<double>& values) {
  std::vector<uint8_t> bytes(values.size() * sizeof(double));
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

Tensor tensorOf(TensorType type, uint64_t elements) {
  Tensor tensor;
  tensor.type = type;
  tensor.elements = elements;
  return tensor;
}

// Both passes, in slices of so many bytes.
TensorAnalysis analysed(const Tensor& tensor, std::span<const uint8_t> bytes, uint64_t rowLength, size_t sliceBytes,
                        const std::vector<Policy>& policies) {
  TensorAnalysis analysis(tensor, rowLength, policies);
  const auto slices = [&](auto take) {
    for (size_t at = 0; at < bytes.size(); at += sliceBytes)
      take(bytes.subspan(at, std::min(sliceBytes, bytes.size() - at)));
  };
  slices([&](std::span<const uint8_t> slice) { analysis.measure(slice); });
  slices([&](std::span<const uint8_t> slice) { analysis.quantize(slice); });
  return analysis;
}

TensorAnalysis analysed(const std::vector<double>& values, uint64_t rowLength, size_t sliceElements,
                        const std::vector<Policy>& policies) {
  return analysed(tensorOf(TensorType::f64, values.size()), bytesOf(values), rowLength, sliceElements * sizeof(double),
                  policies);
}

std::vector<double> draw(size_t count, uint64_t seed) {
  std::vector<double> values(count);
  Generator(seed).fillStandardT(5, values);
  return values;
}

void expectSameBits(const QuantizeSummary& a, const QuantizeSummary& b, const std::string& where) {
  const auto bits = [](const QuantizeSummary& s) {
    std::vector<uint64_t> all;
    for (const double value :
         {s.tensorScale, s.relativeError, s.sqnrDb, s.zeroFraction, s.clippedFraction, s.bitsPerElement})
      all.push_back(std::isnan(value) ? 1 : bitsOf(value));
    return all;
  };
  EXPECT_EQ(bits(a), bits(b)) << where;
}

void expectFiguresOfTheWhole(const std::vector<double>& values, size_t sliceElements, const std::string& what) {
  const auto policies = allPresets();
  const auto figures = analysed(values, 0, sliceElements, policies).figures();
  for (size_t i = 0; i < policies.size(); ++i)
    expectSameBits(figures[i], quantizationFigures(values, policies[i]),
                   what + ", " + presets()[i].name + ", slices of " + std::to_string(sliceElements));
}

TEST(TensorAnalysis, FiguresAreThoseOfTheWholeTensorBitForBitWhereverSlicesEnd) {
  for (const size_t count : {1u, 7u, 31u, 33u, 4096u, 8192u, 20011u})
    for (const size_t slice : {1u, 5u, 16u, 100u, 8192u, 30000u}) {
      if (count / slice > 5000) continue;
      expectFiguresOfTheWhole(draw(count, count), slice, std::to_string(count) + " numbers");
    }
}

TEST(TensorAnalysis, SpecialNumbersSpreadAsFarAsTheyDoInTheWholeTensor) {
  const std::vector<std::pair<const char*, double>> specials = {
      {"NaN", kNan},   {"infinity", kInfinity}, {"-infinity", -kInfinity},
      {"huge", 1e300}, {"tiny", 1e-310},        {"beyond float32", 1e39}};
  for (const auto& [name, special] : specials)
    for (const size_t at : {0u, 40u, 99u, 9000u}) {
      auto values = draw(9001, 3);
      values[at] = special;
      for (const size_t slice : {64u, 777u, 9001u}) expectFiguresOfTheWhole(values, slice, name);
    }
  expectFiguresOfTheWhole(std::vector<double>(50, 0.0), 9, "zeros");
  expectFiguresOfTheWhole(std::vector<double>(50, -0.0), 9, "negative zeros");
  expectFiguresOfTheWhole(std::vector<double>(50, 1e-310), 9, "subnormal numbers");
  expectFiguresOfTheWhole(std::vector<double>(50, 1e300), 9, "huge numbers");
}

// Each row quantized apart under the whole tensor's scale, from blocks of quantize() itself.
double errorByRows(const std::vector<double>& values, size_t rowLength, const Policy& policy) {
  double largest = 0, errors = 0, squares = 0;
  for (const double value : values) largest = std::max(largest, std::fabs(value));
  for (size_t row = 0; row < values.size(); row += rowLength)
    for (size_t start = 0; start < rowLength; start += policy.block) {
      const std::span<const double> block(&values[row + start], std::min<size_t>(policy.block, rowLength - start));
      // A second block that holds the tensor's largest number gives the first the tensor's scale.
      std::vector<double> padded(block.begin(), block.end());
      padded.resize(policy.block, 0.0);
      padded.push_back(largest);
      const Quantized q = quantize(padded, policy);
      for (size_t i = 0; i < block.size(); ++i) {
        errors += (q.dequantized[i] - block[i]) * (q.dequantized[i] - block[i]);
        squares += block[i] * block[i];
      }
    }
  return std::sqrt(errors / squares);
}

TEST(TensorAnalysis, BlocksOfRowsNeverCrossThem) {
  for (const size_t rowLength : {1u, 3u, 8u, 16u, 20u, 32u, 33u, 50u, 100u, 9000u}) {
    const size_t rows = rowLength > 1000 ? 2 : 60;
    const auto values = draw(rows * rowLength, rowLength);
    const std::vector<Policy> policies = {*findPreset("lecture/mxfp4"), *findPreset("lecture/nvfp4"),
                                          *findPreset("te/nvfp4"), *findPreset("fouroversix/nvfp4")};
    for (const size_t slice : {13u, 1000u, 100000u}) {
      const auto figures = analysed(values, rowLength, slice, policies).figures();
      for (size_t i = 0; i < policies.size(); ++i) {
        const double expected = errorByRows(values, rowLength, policies[i]);
        EXPECT_NEAR(figures[i].relativeError / expected, 1, 1e-12) << rowLength << " " << i << " " << slice;
      }
      const double blocks = std::ceil(rowLength / 32.0);
      EXPECT_DOUBLE_EQ(figures[0].bitsPerElement, 4 + 8 * blocks / static_cast<double>(rowLength));
    }
  }
}

TEST(TensorAnalysis, TheFirstPassFindsExtremesZerosAndWhatIsNotFinite) {
  const TensorAnalysis analysis = analysed({0.0, -3.5, kNan, 2.0, -0.0, kInfinity, 1.0}, 0, 2, allPresets());
  EXPECT_EQ(analysis.spread().nonFinite, 2u);
  EXPECT_EQ(analysis.spread().zeros, 2u);
  EXPECT_EQ(analysis.spread().least, -3.5);
  EXPECT_EQ(analysis.spread().most, 2.0);
  const TensorAnalysis none = analysed({kNan, kNan}, 0, 1, allPresets());
  EXPECT_EQ(none.spread().nonFinite, 2u);
  EXPECT_EQ(none.spread().least, 0);
  EXPECT_EQ(none.spread().most, 0);
}

TEST(TensorAnalysis, TheNormIsThatOfTheElements) {
  const auto values = draw(10007, 1);
  EXPECT_EQ(analysed(values, 0, 100, allPresets()).norm(), norm(values));
  EXPECT_NEAR(analysed({3e300, 4e300}, 0, 1, allPresets()).norm() / 5e300, 1, 1e-15);
  EXPECT_DOUBLE_EQ(analysed({-4, 4, 4, 4}, 0, 3, allPresets()).crest(), 1);
  EXPECT_DOUBLE_EQ(analysed({-4, 0, 0, 0}, 0, 3, allPresets()).crest(), 2);
  EXPECT_EQ(analysed({0, 0}, 0, 3, allPresets()).crest(), 0);
}

TEST(TensorAnalysis, ErrorsOfTensorsJoinAsIfTheyWereOne) {
  const auto a = draw(3200, 1);
  auto b = draw(1600, 2);
  for (double& value : b) value *= 100;
  auto both = a;
  both.insert(both.end(), b.begin(), b.end());
  const Policy& policy = *findPreset("ocp/mxfp4");
  const std::vector<double> norms = {norm(a), norm(b)};
  const std::vector<double> errors = {quantizationFigures(a, policy).relativeError,
                                      quantizationFigures(b, policy).relativeError};
  EXPECT_NEAR(jointError(norms, errors) / quantizationFigures(both, policy).relativeError, 1, 1e-12);
  EXPECT_EQ(jointError({}, {}), 0);
  EXPECT_EQ(jointError(std::vector<double>{0.0}, std::vector<double>{0.0}), 0);
}

std::vector<uint8_t> sampleFile() {
  std::ifstream file(GOLDEN_DIR "/../../public/samples/basic-pitch.safetensors", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(TensorAnalysis, TheSampleGivesTheNumbersOfTheLecturesOwnCode) {
  const golden::Json expected = golden::load("sample_weights.json");
  const std::vector<uint8_t> file = sampleFile();
  const HeaderSize size = tensorHeaderSize(std::span(file).first(16), file.size());
  const TensorHeader header = readTensorHeader(std::span(file).first(size.bytes), file.size());
  ASSERT_EQ(header.tensors.size(), expected.size());
  for (size_t i = 0; i < header.tensors.size(); ++i) {
    const Tensor& tensor = header.tensors[i];
    ASSERT_EQ(tensor.name, expected[i]["name"].text());
    const auto bytes = std::span<const uint8_t>(file).subspan(tensor.begin, tensor.end - tensor.begin);
    std::vector<double> values(tensor.elements);
    convertToDoubles(tensor.type, tensor.bigEndian, bytes, values);
    for (const auto& [axis, rowLength] : {std::pair{"flattened", uint64_t{0}}, {"last", tensor.shape.back()}})
      for (const auto& [preset, figures] : expected[i][axis].members()) {
        const std::string where = tensor.name + " " + axis + " " + preset;
        const Policy& policy = *findPreset(preset);
        const auto found = analysed(tensor, bytes, rowLength, 1000, {policy}).figures()[0];
        EXPECT_NEAR(found.relativeError / figures["relativeError"].number(), 1, 1e-12) << where;
        EXPECT_EQ(std::llround(found.zeroFraction * static_cast<double>(tensor.elements)),
                  static_cast<long long>(figures["zeroed"].word()))
            << where;
        if (rowLength) continue;
        const Quantized q = quantize(values, policy);
        EXPECT_EQ(sha256Hex(std::span<const double>(q.dequantized)), figures["sha256"].text()) << where;
      }
  }
}

}  // namespace
