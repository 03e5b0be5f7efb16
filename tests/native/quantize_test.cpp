// Facts about block quantization: the lecture's results bit for bit, published conventions code for code, and every
// edge.
#include "core/quantize.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "core/hash.h"
#include "core/random.h"
#include "core/stats.h"
#include "golden_json.h"
#include "plain_c_maths.h"

using namespace companion;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();

Policy preset(const char* name) {
  const Policy* policy = findPreset(name);
  if (!policy) throw std::runtime_error(name);
  return *policy;
}

Policy with(Policy policy, ScaleRule rule) {
  policy.scaleRule = rule;
  return policy;
}
Policy with(Policy policy, Tie tie) {
  policy.tie = tie;
  return policy;
}

bool sameBits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) { return bitsOf(x) == bitsOf(y); });
}

bool isLecture(const Policy& policy) { return policy.nonFinite == NonFinite::lecture; }

// ---- The lecture's own data.

std::vector<double> goldenData(const std::string& description) {
  const size_t n = description.find("1<<20") != std::string::npos ? 1u << 20 : 1u << 16;
  std::vector<double> x(n);
  Generator generator(static_cast<uint64_t>(description[std::string("default_rng(").size()] - '0'));
  if (description.find("standard_t") != std::string::npos) generator.fillStandardT(5, x);
  if (description.find("standard_normal") != std::string::npos) generator.fillStandardNormal(x);
  if (description.find("laplace") != std::string::npos) generator.fillLaplace(x);
  if (description.find("* 0.02") != std::string::npos)
    for (double& value : x) value *= 0.02;
  return x;
}

const char* presetOfScheme(const std::string& scheme) {
  if (scheme == "fp8_tensor") return "lecture/fp8-tensor";
  if (scheme == "fp4_tensor") return "lecture/fp4-tensor";
  return scheme == "mxfp4" ? "lecture/mxfp4" : "lecture/nvfp4";
}

// ---- The portable fixture: integers to values, so that anyone can rebuild it without a random generator.

uint64_t splitmix64(uint64_t state) {
  uint64_t z = state * 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}
std::vector<double> fixture(double (*value)(uint64_t)) {
  std::vector<double> values;
  for (uint64_t i = 1; i <= 65536; ++i) values.push_back(value(splitmix64(i)));
  return values;
}
std::vector<double> fixtureA() {
  return fixture([](uint64_t z) {
    return (static_cast<double>(z >> 40) - 0x1p23) * 0x1p-23 * powerOfTwo(static_cast<int>((z >> 32) & 7) - 4);
  });
}
std::vector<double> fixtureB() {  // multiples of 0.25: rich in ties
  return fixture([](uint64_t z) {
    return (static_cast<double>(z >> 59) - 16) * 0.25 * powerOfTwo(static_cast<int>((z >> 32) & 1));
  });
}

// FP4 codes are packed by two, the first in the low half.
uint64_t codesHash(const Quantized& q, const Policy& policy) {
  if (policy.element != Format::e2m1) return fnv1a64(std::span<const uint8_t>(q.codes));
  std::vector<uint8_t> packed;
  for (size_t i = 0; i < q.codes.size(); i += 2)
    packed.push_back(static_cast<uint8_t>(q.codes[i] | q.codes[i + 1] << 4));
  return fnv1a64(std::span<const uint8_t>(packed));
}

double meanSquaredError(const std::vector<double>& x, const std::vector<double>& q) {
  double sum = 0;
  for (size_t i = 0; i < x.size(); ++i) sum += (x[i] - q[i]) * (x[i] - q[i]);
  return sum / static_cast<double>(x.size());
}

struct FixtureCell {
  const char* name;
  Policy policy;
  uint64_t scales;  // 0 where scales are f64
  uint64_t codes;
  double mse;
  double tolerance;  // relative: the published digits
};

void expectCells(const std::vector<double>& x, const std::vector<FixtureCell>& cells) {
  for (const FixtureCell& cell : cells) {
    const Quantized q = quantize(x, cell.policy);
    if (cell.scales) {
      EXPECT_EQ(fnv1a64(std::span<const uint8_t>(q.scaleCodes)), cell.scales) << cell.name;
    }
    EXPECT_EQ(codesHash(q, cell.policy), cell.codes) << cell.name;
    EXPECT_NEAR(meanSquaredError(x, q.dequantized), cell.mse, cell.mse * cell.tolerance) << cell.name;
  }
}

// Data of many kinds for properties that hold on all: ties, subnormals, zeros, wide and narrow ranges, a tail.
std::vector<double> mixedData(size_t n, uint64_t seed) {
  std::vector<double> x(n);
  Generator generator(seed);
  for (size_t i = 0; i < n; ++i) {
    const uint64_t kind = generator.nextUint64() % 16;
    const double t = generator.standardT(3);
    x[i] = kind == 0 ? 0.0 : kind == 1 ? -0.0 : kind < 6 ? std::round(t * 8) / 4 : kind == 6 ? t * 1e-6 : t;
  }
  return x;
}

}  // namespace

// ---- Presets and policies

TEST(Quantize, EveryPresetOfThePublicApiExists) {
  for (const char* name :
       {"lecture/fp8-tensor", "lecture/fp4-tensor", "lecture/mxfp4", "lecture/nvfp4", "ocp/mxfp4", "ocp/mxfp8-e4m3",
        "ocp/mxfp8-e5m2", "te/nvfp4", "torchao/mxfp4", "torchao/mxfp8-e4m3", "torchao/nvfp4"})
    EXPECT_NE(findPreset(name), nullptr) << name;
  EXPECT_EQ(findPreset("lecture/fp8"), nullptr);
}

TEST(Quantize, AnInconsistentPolicyNamesItsMember) {
  const auto member = [](auto change) {
    Policy policy;
    change(policy);
    const PolicyError error = policyError(policy);
    EXPECT_EQ(error.member == nullptr, error.allowed == nullptr);
    return std::string(error.member ? error.member : "");
  };
  EXPECT_EQ(member([](Policy&) {}), "");
  EXPECT_EQ(member([](Policy& p) { p.element = Format::e8m0; }), "element");
  EXPECT_EQ(member([](Policy& p) { p.scaleRule = ScaleRule::rne; }), "scaleRule");
  EXPECT_EQ(member([](Policy& p) { p.scale = ScaleFormat::e4m3; }), "scaleRule");
  EXPECT_EQ(member([](Policy& p) { p.scale = ScaleFormat::f64; }), "scaleRule");
  EXPECT_EQ(member([](Policy& p) { p.tensorScale = true; }), "tensorScale");
  EXPECT_EQ(member([](Policy& p) { p.arithmetic = Arithmetic::te; }), "arithmetic");
  EXPECT_EQ(member([](Policy& p) {
              p.element = Format::e4m3;
              p.scale = ScaleFormat::e4m3;
              p.scaleRule = ScaleRule::fourSix;
            }),
            "scaleRule");
}

// ---- The lecture

TEST(Quantize, LectureSchemesEqualTheScriptBitForBit) {
  if (!hasPlainCMaths()) return;
  const golden::Json file = golden::load("quantize.json");
  for (const golden::Json& golden : file["cases"]) {
    const std::vector<double> x = goldenData(golden["data"].text());
    ASSERT_EQ(sha256Hex(std::span<const double>(x)), golden["x_sha256"].text());
    for (const auto& [scheme, expected] : golden["schemes"].members()) {
      SCOPED_TRACE(golden["data"].text() + " " + scheme);
      const Quantized q = quantize(x, preset(presetOfScheme(scheme)));
      EXPECT_EQ(sha256Hex(std::span<const double>(q.dequantized)), expected["q_sha256"].text());
      for (size_t i = 0; i < expected["q_first"].size(); ++i)
        EXPECT_EQ(bitsOf(q.dequantized[i]), bitsOf(expected["q_first"][i].number())) << i;
      const double error = expected["relative_error"].number();
      EXPECT_NEAR(q.relativeError, error, error * 1e-12);
      EXPECT_NEAR(q.sqnrDb, expected["sqnr_db"].number(), 1e-10);
      EXPECT_EQ(q.zeroFraction, expected["zero_fraction"].number());
    }
  }
}

TEST(Quantize, LectureBitsPerElementAreThePrintedOnes) {
  const std::vector<double> x(1 << 10, 1.0);
  EXPECT_EQ(quantize(x, preset("lecture/fp8-tensor")).bitsPerElement, 8);
  EXPECT_EQ(quantize(x, preset("lecture/fp4-tensor")).bitsPerElement, 4);
  EXPECT_EQ(quantize(x, preset("lecture/mxfp4")).bitsPerElement, 4.25);
  EXPECT_EQ(quantize(x, preset("lecture/nvfp4")).bitsPerElement, 4.5);
  EXPECT_DOUBLE_EQ(quantize(std::vector<double>(33, 1.0), preset("ocp/mxfp4")).bitsPerElement, 4 + 16.0 / 33);
}

TEST(Quantize, LectureHasNoNegativeZeroButKeepsTheSignOfWhatRoundsToIt) {
  const std::vector<double> x = {-0.0, -0.001, 0.0, 6.0};
  for (const char* name : {"lecture/fp4-tensor", "lecture/mxfp4", "lecture/nvfp4"}) {
    const Quantized q = quantize(x, preset(name));
    EXPECT_TRUE(sameBits({q.dequantized[0], q.dequantized[1], q.dequantized[2]}, {0.0, -0.0, 0.0})) << name;
    EXPECT_EQ(q.codes[1], 0x8) << name;
  }
  const Quantized fp8 = quantize(std::vector<double>{-0.0, -1e-9, 448.0}, preset("lecture/fp8-tensor"));
  EXPECT_TRUE(sameBits(fp8.dequantized, {0.0, -0.0, 448.0}));
}

TEST(Quantize, LectureTurnsAnAllZeroTensorIntoNanOrZeroAsItsDivisionsDo) {
  const std::vector<double> zeros(40, 0.0);
  for (const char* name : {"lecture/fp8-tensor", "lecture/fp4-tensor"})
    for (const double value : quantize(zeros, preset(name)).dequantized) EXPECT_TRUE(std::isnan(value)) << name;
  for (const char* name : {"lecture/mxfp4", "lecture/nvfp4"})
    EXPECT_TRUE(sameBits(quantize(zeros, preset(name)).dequantized, zeros)) << name;
}

TEST(Quantize, LectureSpreadsNanAndInfAsItsArithmeticDoes) {
  for (const double special : {kNan, kInfinity, -kInfinity}) {
    std::vector<double> x(96, 1.5);
    x[40] = special;
    for (const char* name : {"lecture/fp8-tensor", "lecture/fp4-tensor"})
      for (const double value : quantize(x, preset(name)).dequantized) EXPECT_TRUE(std::isnan(value)) << name;
    const Quantized mx = quantize(x, preset("lecture/mxfp4"));
    for (size_t i = 0; i < x.size(); ++i) EXPECT_EQ(std::isnan(mx.dequantized[i]), i / 32 == 1) << i;
    EXPECT_EQ(mx.scaleCodes[1], 0xFF);
    const Quantized nv = quantize(x, preset("lecture/nvfp4"));
    EXPECT_TRUE(sameBits(nv.dequantized, std::vector<double>(x.size(), 0.0)));
    EXPECT_EQ(nv.tensorScale, 0);
  }
}

TEST(Quantize, LectureMxfp4HasAFloorAt1e30AndNoUpperEnd) {
  const Quantized tiny = quantize(std::vector<double>(32, 1e-35), preset("lecture/mxfp4"));
  EXPECT_EQ(tiny.scales[0], 0x1p-102);
  EXPECT_EQ(tiny.dequantized[0], 0);
  const Quantized huge = quantize(std::vector<double>(32, 1e300), preset("lecture/mxfp4"));
  EXPECT_EQ(huge.scales[0], 0x1p994);
  EXPECT_EQ(huge.scaleCodes[0], 0xFE);
  EXPECT_NEAR(huge.relativeError, 0, 0.2);
  EXPECT_NEAR(quantize(std::vector<double>(32, 1e-35), preset("ocp/mxfp4")).dequantized[0], 9.03e-36, 1e-38);
}

TEST(Quantize, TheMxfp4ExponentIsExactJustBelowAPowerOfTwo) {
  // The script's floor(log2) would give scale 2 here, and 8 instead of 6.
  const Quantized q = quantize(std::vector<double>{std::nextafter(8.0, 0.0)}, preset("lecture/mxfp4"));
  EXPECT_EQ(q.scales[0], 1);
  EXPECT_EQ(q.dequantized[0], 6);
  for (int k = -90; k < 300; ++k)
    EXPECT_EQ(quantize(std::vector<double>{std::nextafter(powerOfTwo(k), 0.0)}, preset("lecture/mxfp4")).scales[0],
              powerOfTwo(k - 3));
}

// ---- The portable fixture

TEST(Quantize, FixtureHasItsFingerprints) {
  const auto hash = [](const std::vector<double>& values) {
    const std::vector<float> singles(values.begin(), values.end());
    return fnv1a64(std::span<const float>(singles));
  };
  EXPECT_EQ(hash(fixtureA()), 0x6eaa2dde9a56db5a);
  EXPECT_EQ(hash(fixtureB()), 0xc34808f68154cb0a);
}

TEST(Quantize, FixtureAGivesThePublishedScalesAndCodes) {
  const Policy mxfp4 = preset("ocp/mxfp4"), e4m3 = preset("ocp/mxfp8-e4m3"), e5m2 = preset("ocp/mxfp8-e5m2");
  Policy nvfp4 = preset("te/nvfp4"), plain = nvfp4;
  plain.arithmetic = Arithmetic::f64;
  const double digits = 1e-12, few = 1e-4;
  expectCells(
      fixtureA(),
      {{"MXFP4 floor", mxfp4, 0x3463fd4dbbec40ce, 0x72c5a6becf65dce1, 7.377207110779e-02, digits},
       {"MXFP4 floor, smaller", with(mxfp4, Tie::smaller), 0x3463fd4dbbec40ce, 0x72c5a6becf65dce1, 7.377207110779e-02,
        digits},
       {"MXFP4 floor, away", with(mxfp4, Tie::away), 0x3463fd4dbbec40ce, 0x72c5a6becf65dce1, 7.377207110779e-02,
        digits},
       {"MXFP4 rceil", with(mxfp4, ScaleRule::rceil), 0xc47f37d5e6fdad89, 0x079af9323bd44bac, 6.0385e-02, few},
       {"MXFP4 even", with(mxfp4, ScaleRule::even), 0x1b2dc208524059d2, 0xe80d4947124768b2, 5.3431e-02, few},
       {"MXFP4 ceil", with(mxfp4, ScaleRule::ceil), 0xcaa5582cd69ec914, 0xb3a5f2a2ecdbc73a, 6.7731e-02, few},
       {"E4M3 floor", e4m3, 0x3da9e7d470512a0a, 0x07374b574599a281, 7.015145696186e-03, digits},
       {"E4M3 rceil", with(e4m3, ScaleRule::rceil), 0x64e112797217fe1e, 0xe69f798dff419811, 2.004023541457e-03, digits},
       {"E5M2 floor", e5m2, 0x5e8b8e2ed6465074, 0x09aea525707bceb4, 1.205203746150e-02, digits},
       {"E5M2 rceil", with(e5m2, ScaleRule::rceil), 0x1489870a4e6022bc, 0x80e20444a4cf00b0, 8.037684723430e-03, digits},
       {"NVFP4 te", nvfp4, 0xcf2122987fb5b260, 0x480fe2c69a3349bb, 2.847829153183e-02, 1e-6},
       {"NVFP4 f64", plain, 0xcf2122987fb5b260, 0x480fe2c69a3349bb, 2.847829153183e-02, digits},
       {"FP8 tensor", preset("lecture/fp8-tensor"), 0, 0xc5ac2f0a25c233d9, 2.310144489484e-03, digits},
       {"FP4 tensor", preset("lecture/fp4-tensor"), 0, 0x6fd84f2440175a02, 5.958870600343e-02, digits}});
}

TEST(Quantize, FixtureBTellsTieRulesApartByCodesButNotByError) {
  const Policy mxfp4 = preset("ocp/mxfp4"), e4m3 = preset("ocp/mxfp8-e4m3");
  const Policy te = preset("te/nvfp4");
  Policy f64 = te;
  f64.arithmetic = Arithmetic::f64;
  const double digits = 1e-12, mse = 1.928520202637e-01, nvfp4Mse = 1.174871483628e-01;
  expectCells(fixtureB(),
              {{"MXFP4 even", mxfp4, 0xbaa726413534c75d, 0x9592d180c38ec0bc, mse, digits},
               {"MXFP4 smaller", with(mxfp4, Tie::smaller), 0xbaa726413534c75d, 0xbbfeca94abdc6da5, mse, digits},
               {"MXFP4 away", with(mxfp4, Tie::away), 0xbaa726413534c75d, 0xdf5570a966ccdcac, mse, digits},
               {"MXFP4 rceil", with(mxfp4, ScaleRule::rceil), 0x185c9fd15f5c52c0, 0xa17f6e0cd7e0faed,
                1.714134216309e-01, digits},
               {"MXFP4 even scale", with(mxfp4, ScaleRule::even), 0x36b0ea21bda43f43, 0xd59a453ea8fa126a,
                1.698455810547e-01, digits},
               {"E4M3 floor", e4m3, 0xf7cac32070aed01d, 0x796ba961da724f9c, 4.997253417969e-03, digits},
               {"E4M3 rceil", with(e4m3, ScaleRule::rceil), 0x5fbdd84e7ea72422, 0x561319c2da508528, 0, 0},
               {"NVFP4 smaller", with(f64, Tie::smaller), 0x3a270b29150af186, 0xa064c2aaea62ab73, nvfp4Mse, digits},
               {"NVFP4 even", f64, 0x3a270b29150af186, 0x0ffd57298fd4399c, nvfp4Mse, digits},
               {"NVFP4 te", te, 0x3a270b29150af186, 0x8bf2443f893e6955, nvfp4Mse, 1e-6}});
  const Quantized exact = quantize(fixtureB(), with(e4m3, ScaleRule::rceil));
  EXPECT_EQ(exact.relativeError, 0);
  EXPECT_EQ(exact.sqnrDb, kInfinity);
}

// ---- Scale rules

// torchao's contract for MXFP8 blocks of 32: {block, floor's scale, its codes, rceil's scale, its codes}.
TEST(Quantize, TorchaoMxfp8BlocksHaveTheirBytes) {
  const double bf16Min = 0x1p-133, max32 = std::numeric_limits<float>::max();
  const struct {
    double value;
    int floorScale, floorCode, rceilScale, rceilCode;
  } cases[] = {{0, 0, 0, 0, 0},
               {0x1p-126, 0, 0x40, 0, 0x40},
               {kInfinity, 0xFF, 0x7F, 0xFF, 0x7F},
               {kNan, 0xFF, 0x7F, 0xFF, 0x7F},
               {448, 127, 0x7E, 127, 0x7E},
               {max32, 246, 0x7E, 247, 0x78},
               {480, 127, 0x7E, 128, 0x77},
               {std::nextafter(3.5f, 4.0f), 120, 0x7E, 121, 0x76},
               {bitCast<float>(0x43FFFFFFu), 127, 0x7E, 128, 0x78},
               {bf16Min, 0, 0x08, 0, 0x08}};
  const Policy floor = preset("torchao/mxfp8-e4m3"), rceil = with(floor, ScaleRule::rceil);
  for (const auto& c : cases) {
    const std::vector<double> x(32, c.value);
    const Quantized a = quantize(x, floor), b = quantize(x, rceil);
    EXPECT_EQ(a.scaleCodes[0], c.floorScale) << c.value;
    EXPECT_EQ(a.codes[0], c.floorCode) << c.value;
    EXPECT_EQ(b.scaleCodes[0], c.rceilScale) << c.value;
    EXPECT_EQ(b.codes[0], c.rceilCode) << c.value;
  }
  std::vector<double> oneNan(32, 1.0);
  oneNan[7] = kNan;
  for (const uint8_t code : quantize(oneNan, floor).codes) EXPECT_EQ(code, 0x7F);
}

TEST(Quantize, RceilAndCeilDifferWhereTorchaoFoundIt) {
  Policy policy = preset("ocp/mxfp8-e4m3");
  EXPECT_EQ(quantize(std::vector<double>{150}, with(policy, ScaleRule::rceil)).scaleCodes[0], 126);
  EXPECT_EQ(quantize(std::vector<double>{150}, with(policy, ScaleRule::ceil)).scaleCodes[0], 127);
}

TEST(Quantize, RceilAndCeilStepAtTheVeryNumberAfterTheLastThatFits) {
  const struct {
    const char* name;
    ScaleRule rule;
    double last;
  } cases[] = {{"ocp/mxfp4", ScaleRule::rceil, 6},
               {"ocp/mxfp4", ScaleRule::ceil, 4},
               {"ocp/mxfp8-e4m3", ScaleRule::rceil, 448},
               {"ocp/mxfp8-e4m3", ScaleRule::ceil, 256}};
  for (const auto& [name, rule, last] : cases) {
    const Policy policy = with(preset(name), rule);
    EXPECT_EQ(quantize(std::vector<double>{last}, policy).scales[0], 1) << name;
    EXPECT_EQ(quantize(std::vector<double>{std::nextafter(last, kInfinity)}, policy).scales[0], 2) << name;
  }
}

TEST(Quantize, EvenRoundsTheMaximumNotTheQuotient) {
  const Policy fp4 = with(preset("ocp/mxfp4"), ScaleRule::even), fp8 = with(preset("ocp/mxfp8-e4m3"), ScaleRule::even);
  EXPECT_EQ(quantize(std::vector<double>{1.75 * 4}, fp4).scales[0], 2);
  EXPECT_EQ(quantize(std::vector<double>{std::nextafter(1.75 * 4, 0)}, fp4).scales[0], 1);
  EXPECT_EQ(quantize(std::vector<double>{1.9375 * 256}, fp8).scales[0], 2);
  EXPECT_EQ(quantize(std::vector<double>{std::nextafter(1.9375 * 256, 0)}, fp8).scales[0], 1);
}

TEST(Quantize, RceilAndCeilNeverClip) {
  const std::vector<double> x = mixedData(1 << 12, 1);
  for (const char* name : {"ocp/mxfp4", "ocp/mxfp8-e4m3", "ocp/mxfp8-e5m2"}) {
    EXPECT_GT(quantize(x, preset(name)).clippedFraction, 0) << name;
    for (const ScaleRule rule : {ScaleRule::rceil, ScaleRule::ceil})
      EXPECT_EQ(quantize(x, with(preset(name), rule)).clippedFraction, 0) << name;
  }
}

TEST(Quantize, MicroxcalingAwayRoundingGives416For400) {
  Policy policy = preset("ocp/mxfp8-e4m3");
  const std::vector<double> x = {485, 475, 400, -485, -475, -450, 0x1p-6, -0x1p-6};
  EXPECT_EQ(quantize(x, with(policy, Tie::away)).dequantized,
            (std::vector<double>{448, 448, 416, -448, -448, -448, 0x1p-6, -0x1p-6}));
  EXPECT_EQ(quantize(x, policy).dequantized[2], 384);
}

TEST(Quantize, FloorClips957To896AndRceilGives960) {  // microxcaling 4
  const Policy policy = preset("ocp/mxfp8-e4m3");
  const std::vector<double> x = {957};
  EXPECT_EQ(quantize(x, policy).dequantized[0], 896);
  EXPECT_EQ(quantize(x, with(policy, ScaleRule::rceil)).dequantized[0], 960);
  // 957 / 512 = 1.869 is below 1.9375, so E4M3's mantissa does not carry it to the next power of two.
  EXPECT_EQ(quantize(x, with(policy, ScaleRule::even)).dequantized[0], 896);
}

TEST(Quantize, E5m2ClampsWhatWouldRoundBeyondItsLargest) {  // ao 436
  const Quantized q = quantize(std::vector<double>{127.99999}, preset("ocp/mxfp8-e5m2"));
  EXPECT_EQ(q.scaleCodes[0], 118);
  EXPECT_EQ(q.dequantized[0], 112);
}

TEST(Quantize, OverflowPolicyDecidesWhatClippedElementsBecome) {
  Policy policy = preset("ocp/mxfp8-e5m2");
  policy.overflow = Overflow::nanOrInf;
  EXPECT_EQ(quantize(std::vector<double>{63.0, 1.0}, policy).codes[0], 0x7C);
  policy.element = Format::e4m3;
  EXPECT_EQ(quantize(std::vector<double>{511.0, 1.0}, policy).codes[0], 0x7F);
  EXPECT_EQ(quantize(std::vector<double>{1e300}, policy).scaleCodes[0], 0xFF);
  policy.overflow = Overflow::saturate;
  EXPECT_EQ(quantize(std::vector<double>{511.0, 1.0}, policy).codes[0], 0x7E);
  EXPECT_EQ(quantize(std::vector<double>{1e300}, policy).scaleCodes[0], 0xFE);
}

TEST(Quantize, E4m3ScalesRoundByTheirRule) {
  Policy policy = preset("te/nvfp4");
  policy.arithmetic = Arithmetic::f64;
  std::vector<double> x(32, 0.0);
  x[0] = 2688;       // g = 1
  x[16] = 6 * 17.1;  // between the scales 16 and 18
  EXPECT_EQ(quantize(x, policy).scales[1], 18);
  x[16] = 6 * 16.9;
  EXPECT_EQ(quantize(x, policy).scales[1], 16);
  EXPECT_EQ(quantize(x, with(policy, ScaleRule::up)).scales[1], 18);
}

TEST(Quantize, FourSixTakesTheSmallerErrorAndSixOnATie) {
  Policy policy = with(preset("te/nvfp4"), ScaleRule::fourSix);
  policy.arithmetic = Arithmetic::f64;
  std::vector<double> x(32, 0.0);
  x[0] = 6 * 256;  // g = 1; exact with six
  x[16] = 24;      // exact either way
  EXPECT_EQ(quantize(x, policy).scales, (std::vector<double>{256, 4}));
  x[17] = 18;  // three quarters of the maximum: 3 of 4, but no value of six
  EXPECT_EQ(quantize(x, policy).scales[1], 6);
  EXPECT_EQ(quantize(x, policy).relativeError, 0);
}

TEST(Quantize, FourSixGainsWhatItsAuthorsReport) {
  std::vector<double> x(1 << 16);
  Generator(7).fillStandardNormal(x);
  Policy policy = with(preset("te/nvfp4"), ScaleRule::fourSix);
  policy.arithmetic = Arithmetic::f64;
  const Quantized q = quantize(x, policy);
  EXPECT_NEAR(q.relativeError * q.relativeError, 7.564e-03, 7.564e-03 * 0.01);  // Monte Carlo at n = 2^22
}

TEST(Quantize, SmallBlockScalesRoundByAThirdAndElementsAreClipped) {
  // 1.49 · 2^-9 rounds down to 2^-9, so the element reaches 8.94 and must become 6.
  Policy policy = preset("te/nvfp4");
  policy.arithmetic = Arithmetic::f64;
  std::vector<double> x(32, 0.0);
  x[0] = 2688;
  x[16] = 6 * 1.49 * 0x1p-9;
  const Quantized q = quantize(x, policy);
  EXPECT_EQ(q.scaleCodes[1], 0x01);
  EXPECT_EQ(q.codes[16], 0x7);
  EXPECT_NEAR(q.dequantized[16] / x[16], 0.671, 0.001);
  EXPECT_EQ(q.clippedFraction, 1.0 / 32);
}

TEST(Quantize, TeArithmeticUsesFloat32ReciprocalsInItsOrder) {
  const std::vector<double> x = mixedData(1 << 12, 2);
  const Quantized q = quantize(x, preset("te/nvfp4"));
  const auto amax = static_cast<float>(largestMagnitude(x));
  const float encodeScale = 2688.0f / amax;
  EXPECT_EQ(q.tensorScale, 1.0f / encodeScale);
  for (size_t block = 0; block < q.scales.size(); ++block) {
    const auto part = std::span<const double>(x).subspan(block * 16, 16);
    const auto m = static_cast<float>(largestMagnitude(part));
    const float ideal = m * (encodeScale * (1.0f / 6.0f));
    ASSERT_EQ(q.scaleCodes[block], encode(ideal, Format::e4m3));
    const float factor = 1.0f / (static_cast<float>(q.scales[block]) * static_cast<float>(q.tensorScale));
    for (size_t i = 0; i < 16 && q.scales[block] != 0; ++i)
      ASSERT_EQ(q.codes[block * 16 + i], encode(static_cast<float>(part[i]) * factor, Format::e2m1));
  }
}

TEST(Quantize, TorchaoNvfp4KeepsNoScaleBelowTheSmallestNormal) {
  std::vector<double> x(48, 0.0);
  x[0] = 1;
  x[16] = 1e-5;
  const Quantized q = quantize(x, preset("torchao/nvfp4"));
  EXPECT_EQ(q.scales[1], 0x1p-6);
  EXPECT_EQ(q.scales[2], 0x1p-6);
  EXPECT_EQ(quantize(x, preset("te/nvfp4")).scales[2], 0);
}

// ---- Properties of every policy

TEST(Quantize, ValueIsCodeTimesScaleTimesTensorScale) {
  std::vector<double> x = mixedData(1000, 3);
  for (const double special : {1.0, kNan, kInfinity, -kInfinity}) {
    x[500] = special;
    for (const Preset& p : presets()) {
      const Quantized q = quantize(x, p.policy);
      for (size_t i = 0; i < x.size(); ++i) {
        const size_t block = p.policy.block == kTensorBlock ? 0 : i / p.policy.block;
        const double value = decode(q.codes[i], p.policy.element) * (q.scales[block] * q.tensorScale);
        ASSERT_TRUE(bitsOf(value) == bitsOf(q.dequantized[i]) || (std::isnan(value) && std::isnan(q.dequantized[i])))
            << p.name << " " << i;
      }
    }
  }
}

TEST(Quantize, ScaleCodesAreTheCodesOfTheScales) {
  const std::vector<double> x = mixedData(1000, 4);
  for (const Preset& p : presets()) {
    const Quantized q = quantize(x, p.policy);
    EXPECT_EQ(q.scaleCodes.empty(), p.policy.scale == ScaleFormat::f64) << p.name;
    const Format format = p.policy.scale == ScaleFormat::e8m0 ? Format::e8m0 : Format::e4m3;
    for (size_t i = 0; i < q.scaleCodes.size(); ++i) EXPECT_EQ(decode(q.scaleCodes[i], format), q.scales[i]) << p.name;
  }
}

TEST(Quantize, EveryElementGoesToANearestValueOfItsBlock) {
  const std::vector<double> x = mixedData(1000, 5);
  for (const Preset& p : presets()) {
    const Quantized q = quantize(x, p.policy);
    for (size_t i = 0; i < x.size(); ++i) {
      const double step = q.scales[p.policy.block == kTensorBlock ? 0 : i / p.policy.block] * q.tensorScale;
      double nearest = kInfinity;
      for (int code = 0; code < 1 << info(p.policy.element).bits; ++code) {
        const double value = decode(static_cast<uint8_t>(code), p.policy.element);
        if (std::isfinite(value)) nearest = std::min(nearest, std::fabs(value * step - x[i]));
      }
      // float32 arithmetic may take the neighbour of a midpoint.
      ASSERT_LE(std::fabs(q.dequantized[i] - x[i]), nearest + 1e-6 * std::fabs(x[i])) << p.name << " " << x[i];
    }
  }
}

TEST(Quantize, ScalingByAPowerOfTwoShiftsScalesAndKeepsCodes) {
  const std::vector<double> x = mixedData(1 << 10, 6);
  for (const Preset& p : presets())
    for (const int k : {-20, 3, 17}) {
      std::vector<double> scaled = x;
      for (double& value : scaled) value *= powerOfTwo(k);
      const Quantized a = quantize(x, p.policy), b = quantize(scaled, p.policy);
      EXPECT_EQ(a.codes, b.codes) << p.name;
      EXPECT_EQ(bitsOf(a.relativeError), bitsOf(b.relativeError)) << p.name;
      const int shift = p.policy.scale == ScaleFormat::e8m0 ? k : 0;
      for (size_t i = 0; i < a.scaleCodes.size(); ++i) EXPECT_EQ(a.scaleCodes[i] + shift, b.scaleCodes[i]) << p.name;
    }
}

TEST(Quantize, NegatingFlipsSignBitsAndNothingElse) {
  std::vector<double> x = mixedData(1000, 7);
  for (const Preset& p : presets()) {
    std::vector<double> negated = x;
    for (double& value : negated) value = -value;
    const Quantized a = quantize(x, p.policy), b = quantize(negated, p.policy);
    EXPECT_EQ(a.scales, b.scales) << p.name;
    for (size_t i = 0; i < x.size(); ++i) {
      const bool keptZero = isLecture(p.policy) && x[i] == 0;
      ASSERT_EQ(a.codes[i] ^ b.codes[i], keptZero ? 0 : info(p.policy.element).signBit()) << p.name << " " << x[i];
    }
  }
}

TEST(Quantize, PermutingABlockPermutesItsCodes) {
  const std::vector<double> x = mixedData(1 << 10, 8);
  std::vector<double> reversed;
  for (size_t start = 0; start < x.size(); start += 16)
    for (size_t i = 16; i-- > 0;) reversed.push_back(x[start + i]);
  for (const Preset& p : presets()) {
    if (p.policy.scaleRule == ScaleRule::fourSix) continue;  // compares sums, whose rounding follows the order
    const Quantized a = quantize(x, p.policy), b = quantize(reversed, p.policy);
    EXPECT_EQ(a.scales, b.scales) << p.name;
    for (size_t i = 0; i < x.size(); ++i) ASSERT_EQ(a.codes[i], b.codes[i / 16 * 16 + 15 - i % 16]) << p.name;
  }
}

TEST(Quantize, MxIsIdempotentWhereTheScaleStays) {
  const std::vector<double> x = mixedData(1000, 9);
  for (const char* name : {"lecture/mxfp4", "ocp/mxfp4", "ocp/mxfp8-e4m3", "ocp/mxfp8-e5m2", "torchao/mxfp4"}) {
    const Quantized once = quantize(x, preset(name)), twice = quantize(once.dequantized, preset(name));
    for (size_t i = 0; i < x.size(); ++i) {
      if (once.scales[i / 32] != twice.scales[i / 32]) continue;
      ASSERT_EQ(once.dequantized[i], twice.dequantized[i]) << name;
    }
  }
}

TEST(Quantize, ATailBlockHasItsTrueLength) {
  const std::vector<double> x = mixedData(1 << 10, 10);
  for (const Preset& p : presets()) {
    const size_t block = p.policy.block == kTensorBlock ? 64 : p.policy.block;
    for (const size_t n : {size_t{1}, block - 1, block, block + 1, 3 * block + 5}) {
      const std::vector<double> part(x.begin(), x.begin() + static_cast<long>(n));
      std::vector<double> padded = part;
      padded.resize((n / block + 1) * block, 0.0);
      const Quantized a = quantize(part, p.policy), b = quantize(padded, p.policy);
      EXPECT_EQ(a.codes.size(), n);
      EXPECT_EQ(a.scales.size(), p.policy.block == kTensorBlock ? 1 : (n + block - 1) / block) << p.name;
      EXPECT_TRUE(std::equal(a.codes.begin(), a.codes.end(), b.codes.begin())) << p.name << " " << n;
      EXPECT_EQ(bitsOf(a.relativeError), bitsOf(b.relativeError)) << p.name << " " << n;
    }
  }
}

TEST(Quantize, NothingAndZerosHaveNoError) {
  for (const Preset& p : presets())
    for (const size_t n : {0, 1, 31, 100}) {
      const Quantized q = quantize(std::vector<double>(n, 0.0), p.policy);
      EXPECT_EQ(q.relativeError, 0) << p.name;
      EXPECT_EQ(q.sqnrDb, kInfinity) << p.name;
      EXPECT_EQ(q.zeroFraction, 0) << p.name;
      EXPECT_EQ(q.clippedFraction, 0) << p.name;
      const bool scriptGivesNan = isLecture(p.policy) && p.policy.scale == ScaleFormat::f64;
      for (const double value : q.dequantized)
        EXPECT_EQ(scriptGivesNan ? std::isnan(value) : value == 0, true) << p.name;
      for (const uint8_t code : q.scaleCodes) EXPECT_NE(code, p.policy.scale == ScaleFormat::e8m0 ? 0xFF : 0x7F);
    }
}

TEST(Quantize, AZeroBlockBesideAnotherStaysZero) {
  for (const double other : {1.0, 1e-300, 5e-324, 1e300}) {
    std::vector<double> x(64, 0.0);
    x[0] = other;
    for (const Preset& p : presets()) {
      if (p.policy.block == kTensorBlock || (p.policy.arithmetic != Arithmetic::f64 && other > 1e38)) continue;
      const Quantized q = quantize(x, p.policy);
      for (size_t i = 1; i < x.size(); ++i) ASSERT_EQ(q.dequantized[i], 0) << p.name << " " << other;
    }
  }
}

TEST(Quantize, NanIsNeverSilentlyZeroOutsideTheLecture) {
  for (const double special : {kNan, kInfinity, -kInfinity})
    for (const Preset& p : presets()) {
      if (isLecture(p.policy)) continue;
      std::vector<double> x(96, 1.0);
      x[40] = special;
      const Quantized q = quantize(x, p.policy);
      const bool everywhere = p.policy.tensorScale && p.policy.nonFinite == NonFinite::propagate;
      for (size_t i = 0; i < x.size(); ++i)
        ASSERT_EQ(std::isnan(q.dequantized[i]), everywhere || i / p.policy.block == 40 / p.policy.block) << p.name;
      EXPECT_TRUE(std::isnan(q.relativeError)) << p.name;
    }
}

TEST(Quantize, BlockNanKeepsTheRestOfANvfp4Tensor) {
  Policy policy = preset("te/nvfp4");
  policy.nonFinite = NonFinite::blockNan;
  std::vector<double> x = mixedData(64, 11), y = x;
  y[20] = kInfinity;
  for (size_t i = 16; i < 32; ++i) x[i] = 0;
  const Quantized a = quantize(x, policy), b = quantize(y, policy);
  EXPECT_EQ(a.tensorScale, b.tensorScale);
  EXPECT_EQ(b.scaleCodes[1], 0x7F);
  for (size_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(std::isnan(b.dequantized[i]), i / 16 == 1);
    EXPECT_TRUE(i / 16 == 1 || a.codes[i] == b.codes[i]) << i;
  }
}

TEST(Quantize, SubnormalsAndHugeValuesKeepTheirRelativeError) {
  const std::vector<double> x = mixedData(1 << 10, 12);
  for (const char* name : {"lecture/fp8-tensor", "lecture/fp4-tensor", "lecture/nvfp4"}) {
    const double error = quantize(x, preset(name)).relativeError;
    for (const int k : {-900, -600, 600, 900}) {
      std::vector<double> scaled = x;
      for (double& value : scaled) value *= powerOfTwo(k);
      EXPECT_EQ(quantize(scaled, preset(name)).relativeError, error) << name << " 2^" << k;
    }
  }
  const std::vector<double> tiny(32, 5e-324);
  for (const Preset& p : presets()) {
    const Quantized q = quantize(tiny, p.policy);
    for (const double value : q.dequantized) EXPECT_TRUE(std::isfinite(value)) << p.name;
  }
}

TEST(Quantize, Float32PoliciesTakeSubnormalFloats) {
  const double least = 0x1p-149;
  const Quantized q = quantize(std::vector<double>(32, least), preset("torchao/mxfp8-e4m3"));
  EXPECT_EQ(q.scaleCodes[0], 0);
  EXPECT_EQ(q.dequantized[0], 0);  // 2^-149 / 2^-127 is below half the smallest E4M3 value
  EXPECT_EQ(q.zeroFraction, 1);
}

TEST(Quantize, FractionsCountWhatTheySay) {
  const std::vector<double> x = {8, 7.9, 1, 0.1, 0, -0.1, 0, 0};  // scale 2 under floor
  const Quantized q = quantize(x, preset("ocp/mxfp4"));
  EXPECT_EQ(q.scales[0], 2);
  EXPECT_EQ(q.zeroFraction, 2.0 / 8);
  EXPECT_EQ(q.clippedFraction, 0);
  const std::vector<double> y = {7.9, 6.5, -6.5, 6, 0, 0, 0, 0};  // scale 1: 7.9 and ±6.5 become ±6
  EXPECT_EQ(quantize(y, preset("ocp/mxfp4")).clippedFraction, 3.0 / 8);
}

TEST(Quantize, ClippedMeansBeyondTheLargestByMoreThanTwoToTheMinusTwentieth) {
  const double limit = 6 * (1 + 0x1p-20);
  for (const size_t n : {1, 32, 40}) {  // by elements, by vectors, by both
    EXPECT_EQ(quantize(std::vector<double>(n, limit), preset("ocp/mxfp4")).clippedFraction, 0) << n;
    EXPECT_EQ(quantize(std::vector<double>(n, std::nextafter(limit, 7)), preset("ocp/mxfp4")).clippedFraction, 1) << n;
  }
}

// ---- Expected errors from theory: closed-form moments per cell, integrated over the law of the block maximum.

TEST(Quantize, GaussianErrorsFollowTheory) {
  std::vector<double> x(1 << 20);
  Generator(3).fillStandardNormal(x);
  const Policy mxfp4 = preset("ocp/mxfp4"), e4m3 = preset("ocp/mxfp8-e4m3"), e5m2 = preset("ocp/mxfp8-e5m2");
  const struct {
    Policy policy;
    double sqnrDb;
  } cases[] = {{mxfp4, 18.788},
               {with(mxfp4, ScaleRule::rceil), 18.757},
               {with(mxfp4, ScaleRule::even), 19.028},
               {with(mxfp4, ScaleRule::ceil), 16.822},
               {e4m3, 30.645},
               {with(e4m3, ScaleRule::rceil), 31.521},
               {e5m2, 25.360},
               {with(e5m2, ScaleRule::rceil), 25.543}};
  for (const auto& [policy, sqnr] : cases) {
    const double ratio = std::pow(10, (quantize(x, policy).sqnrDb - sqnr) / 10);
    EXPECT_NEAR(ratio, 1, 0.005) << sqnr;
  }
}

// ---- The fast path

void expectSameBits(const std::vector<double>& x, const Policy& policy, const std::string& what) {
  const Quantized plain = quantize(x, policy, Path::reference), fast = quantize(x, policy);
  const QuantizeSummary figures = quantizationFigures(x, policy);
  const auto same = [](double a, double b) { return bitsOf(a) == bitsOf(b) || (std::isnan(a) && std::isnan(b)); };
  EXPECT_EQ(plain.codes, fast.codes) << what;
  EXPECT_EQ(plain.scaleCodes, fast.scaleCodes) << what;
  for (size_t i = 0; i < x.size(); ++i)
    ASSERT_TRUE(same(plain.dequantized[i], fast.dequantized[i])) << what << " " << i << " " << x[i];
  for (size_t i = 0; i < plain.scales.size(); ++i)
    ASSERT_TRUE(same(plain.scales[i], fast.scales[i])) << what << " " << i;
  for (const QuantizeSummary* other : {static_cast<const QuantizeSummary*>(&fast), &figures}) {
    EXPECT_TRUE(same(plain.tensorScale, other->tensorScale)) << what;
    EXPECT_TRUE(same(plain.relativeError, other->relativeError)) << what;
    EXPECT_TRUE(same(plain.sqnrDb, other->sqnrDb)) << what;
    EXPECT_EQ(plain.zeroFraction, other->zeroFraction) << what;
    EXPECT_EQ(plain.clippedFraction, other->clippedFraction) << what;
    EXPECT_EQ(plain.bitsPerElement, other->bitsPerElement) << what;
  }
}

TEST(Quantize, TheFastPathEqualsTheReferenceOnEveryPresetLengthAndRange) {
  for (const Preset& p : presets())
    for (const size_t n : {1, 7, 8, 15, 16, 17, 33, 64, 250, 1000, 4096, 10007})
      for (const int k : {0, -30, 30, -130, -500, 500}) {
        std::vector<double> x = mixedData(n, n + 20);
        for (double& value : x) value *= powerOfTwo(k);
        expectSameBits(x, p.policy, std::string(p.name) + " n=" + std::to_string(n) + " 2^" + std::to_string(k));
      }
}

TEST(Quantize, TheFastPathEqualsTheReferenceOnTiesMidpointsAndTheirNeighbours) {
  std::vector<double> x;
  for (const Format format : {Format::e4m3, Format::e5m2, Format::e2m1})
    for (int code = 0; code < info(format).maxCode; ++code) {
      const double middle =
          (decode(static_cast<uint8_t>(code), format) + decode(static_cast<uint8_t>(code + 1), format)) / 2;
      for (const double value : {middle, std::nextafter(middle, 0.0), std::nextafter(middle, 1e9)})
        x.insert(x.end(), {value, -value, 6.0, 0.0, -0.0, 4.0 * value, 7.0, 5e-324});
    }
  for (const Preset& p : presets()) expectSameBits(x, p.policy, p.name);
  for (const Preset& p : presets()) expectSameBits(fixtureB(), p.policy, p.name);
}

TEST(Quantize, TheFastPathEqualsTheReferenceWithNanInfAndZeros) {
  for (const Preset& p : presets()) {
    expectSameBits(std::vector<double>(100, 0.0), p.policy, p.name);
    expectSameBits(std::vector<double>(100, -0.0), p.policy, p.name);
    for (const double special : {kNan, kInfinity, -kInfinity, 1e300, 5e-324, 1e39, -1e-45})
      for (const size_t at : {size_t{0}, size_t{33}, size_t{99}}) {
        std::vector<double> x = mixedData(100, 40);
        x[at] = special;
        expectSameBits(x, p.policy, std::string(p.name) + " " + std::to_string(special) + " at " + std::to_string(at));
        std::vector<double> alone(100, 0.0);
        alone[at] = special;
        expectSameBits(alone, p.policy, std::string(p.name) + " alone " + std::to_string(special));
      }
  }
}

// Elements within a few units of what decides: midpoints, the largest value, the limit of what counts as clipped; under
// scales of which no reciprocal is exact, and under powers of two.
TEST(Quantize, TheFastPathEqualsTheReferenceNextToWhatDecides) {
  std::vector<double> decisive;
  for (uint8_t code = 0; code <= 7; ++code) decisive.push_back(decode(code, Format::e2m1));
  for (size_t code = 0; code < 7; ++code) decisive.push_back((decisive[code] + decisive[code + 1]) / 2);
  decisive.push_back(6 * (1 + 0x1p-20));
  Generator generator(7);
  const auto choose = [&](size_t count) { return generator.nextUint64() % count; };
  for (const char* name : {"lecture/fp4-tensor", "lecture/mxfp4", "lecture/nvfp4"})
    for (int round = 0; round < 100; ++round) {
      const bool isMx = name == std::string("lecture/mxfp4"), isTensor = name == std::string("lecture/fp4-tensor");
      const double g =
          isMx ? 1.0 : std::fabs(generator.standardT(3)) + 1e-3;  // the tensor scale, set by the first element
      std::vector<double> x;
      while (x.size() < 2048) {
        const double scale = isMx ? powerOfTwo(4) : isTensor ? 448 : 8 + static_cast<double>(choose(8));
        for (size_t i = 0; i < 32; ++i) {
          const double at = decisive[choose(decisive.size() - isTensor)], near = at * (scale * g);
          const double other = (i % 16 ? generator.random() : 0.98) * 6 * scale * g;
          x.push_back(i % 8 == 5 && at > 0 ? bitCast<double>(bitsOf(near) + choose(9) - 4) : other);
        }
      }
      x[0] = isMx ? 6 * powerOfTwo(4) : 2688 * g;
      expectSameBits(x, preset(name), std::string(name) + " round " + std::to_string(round));
    }
}

// Every consistent policy, with blocks that fill vectors, cut them, or are the tensor.
TEST(Quantize, TheFastPathEqualsTheReferenceWhereScalesLieMidwayBetweenTwoCodes) {
  std::vector<double> x;
  for (uint8_t code = 8; code < 0x7E; ++code) {
    const double midway = (decode(code, Format::e4m3) + decode(static_cast<uint8_t>(code + 1), Format::e4m3)) / 2;
    for (size_t i = 0; i < 16; ++i) x.push_back(i == 3 ? 6 * midway : midway * static_cast<double>(i) / 4);
  }
  const Policy policy = {.block = 16, .scale = ScaleFormat::e4m3, .scaleRule = ScaleRule::rne};
  expectSameBits(x, policy, "midway");
}

TEST(Quantize, TheFastPathEqualsTheReferenceUnderEveryPolicy) {
  std::vector<double> x(1003);
  Generator(6).fillStandardT(3, x);
  for (size_t i = 100; i < 140; ++i) x[i] = i % 2 ? 0.0 : -0.0;
  for (size_t i = 300; i < 340; ++i) x[i] *= 1e-9;  // scales of 0
  size_t tried = 0;
  Policy p;
  for (int rule = 0; rule <= int(ScaleRule::max); ++rule) {
    p.scaleRule = ScaleRule(rule);
    p.scale = rule <= int(ScaleRule::ceil) ? ScaleFormat::e8m0
              : rule < int(ScaleRule::max) ? ScaleFormat::e4m3
                                           : ScaleFormat::f64;
    for (const Format element : {Format::e4m3, Format::e5m2, Format::e2m1})
      for (const Tie tie : {Tie::even, Tie::smaller, Tie::away})
        for (const bool tensorScale : {false, true})
          for (const ZeroScale zero : {ZeroScale::zero, ZeroScale::minScale})
            for (const NonFinite nonFinite : {NonFinite::propagate, NonFinite::lecture})
              for (const Arithmetic arithmetic : {Arithmetic::f64, Arithmetic::f32, Arithmetic::te})
                for (const uint32_t block : {0u, 1u, 7u, 12u, 16u, 1000u}) {
                  p.element = element, p.tie = tie, p.tensorScale = tensorScale, p.zero = zero;
                  p.nonFinite = nonFinite, p.arithmetic = arithmetic, p.block = block;
                  if (policyError(p).member) continue;
                  ++tried;
                  expectSameBits(x, p,
                                 std::string(kScaleRuleNames[rule]) + " " + info(element).name + " tie " +
                                     std::to_string(int(tie)) + " tensor scale " + std::to_string(tensorScale) +
                                     " zero " + std::to_string(int(zero)) + " non-finite " +
                                     std::to_string(int(nonFinite)) + " arithmetic " + std::to_string(int(arithmetic)) +
                                     " block " + std::to_string(block));
                }
  }
  EXPECT_GT(tried, 3000u);
}

TEST(Quantize, TheFastPathEqualsTheReferenceWithUnroundedScalesOfBlocks) {
  std::vector<double> x(1000);
  Generator(5).fillStandardT(3, x);
  for (const Format element : {Format::e4m3, Format::e5m2, Format::e2m1})
    for (const Tie tie : {Tie::even, Tie::smaller, Tie::away})
      for (const NonFinite nonFinite : {NonFinite::propagate, NonFinite::lecture})
        for (const double first : {1.0, 1e-310, 0.0}) {
          const Policy policy = {.element = element,
                                 .block = 16,
                                 .scale = ScaleFormat::f64,
                                 .scaleRule = ScaleRule::max,
                                 .tie = tie,
                                 .nonFinite = nonFinite};
          std::fill(x.begin(), x.begin() + 32, first);
          expectSameBits(x, policy, std::string(info(element).name) + " first " + std::to_string(first));
        }
}

// The script knows no -0: a float32 product may vanish long before a float64 quotient does, under a large tensor scale
// or already when the element becomes a float32.
TEST(Quantize, TheFastPathDropsTheSignsOfVanishingFloat32ProductsAsTheReferenceDoes) {
  for (const Arithmetic arithmetic : {Arithmetic::f32, Arithmetic::te})
    for (const double largest : {0x1p-90, 1.0, 0x1p123})
      for (const double tiny : {0x1p-30, 0x1p-77, 0x1p-145, 0x1p-160}) {
        Policy policy = preset("lecture/nvfp4");
        policy.arithmetic = arithmetic;
        std::vector<double> x(64, -largest);
        for (size_t i = 1; i < x.size(); i += 3) x[i] = -tiny;
        expectSameBits(x, policy, "largest " + std::to_string(largest) + " tiny " + std::to_string(tiny));
      }
}

// The unrounded scale of a block whose numbers are no float32 is 0.
TEST(Quantize, TheFastPathDividesByVanishedFloat32ScalesAsTheReferenceDoes) {
  for (const Format element : {Format::e4m3, Format::e5m2, Format::e2m1})
    for (const NonFinite nonFinite : {NonFinite::propagate, NonFinite::blockNan, NonFinite::lecture})
      for (const double largest : {0x1p-90, 1.0, 0x1p123})
        for (const double tiny : {0x1p-30, 0x1p-77, 0x1p-99, 0x1p-130, 0x1p-145, 0x1p-160, 0x1p-285}) {
          const Policy policy = {.element = element,
                                 .block = 8,
                                 .scale = ScaleFormat::f64,
                                 .scaleRule = ScaleRule::max,
                                 .tie = Tie::smaller,
                                 .nonFinite = nonFinite,
                                 .arithmetic = Arithmetic::f32};
          std::vector<double> x(64, largest);
          std::fill(x.begin() + 16, x.begin() + 32, tiny);
          expectSameBits(x, policy, "largest " + std::to_string(largest) + " tiny " + std::to_string(tiny));
        }
}

TEST(Quantize, EveryValueOfAFormatHasItsCode) {
  for (const Format element : {Format::e4m3, Format::e5m2, Format::e2m1})
    for (const Tie tie : {Tie::even, Tie::smaller, Tie::away}) {
      std::vector<uint8_t> codes;
      std::vector<double> x;
      for (int code = 0; code <= info(element).maxCode; ++code)
        for (const uint8_t sign : {uint8_t{0}, info(element).signBit()})
          codes.push_back(static_cast<uint8_t>(code | sign));
      codes.resize((codes.size() + 7) / 8 * 8);  // for vectors
      for (const uint8_t code : codes) x.push_back(decode(code, element));
      const Quantized q = quantize(x, {.element = element, .block = static_cast<uint32_t>(x.size()), .tie = tie});
      EXPECT_EQ(q.scales[0], 1);
      EXPECT_EQ(q.codes, codes) << info(element).name;
      EXPECT_TRUE(sameBits(q.dequantized, x));
    }
}

TEST(Quantize, BlocksLongerThanAPieceEqualTheReference) {
  std::vector<double> x(20000);
  Generator(6).fillStandardT(3, x);
  for (Policy policy : {preset("lecture/mxfp4"), preset("ocp/mxfp8-e4m3"), preset("te/nvfp4")})
    for (const uint32_t block : {1000, 1024, 1032, 4096, 8192}) {
      policy.block = block;
      expectSameBits(x, policy, "block " + std::to_string(block));
    }
}

TEST(Quantize, ManyPoliciesTogetherGiveWhatEachGivesAlone) {
  for (const size_t n : {0, 5, 40, 5000, 12345}) {
    std::vector<double> x = mixedData(n, n + 60);
    for (const double special : {1.0, kInfinity}) {
      if (n > 10) x[9] = special;
      std::vector<QuantizeTask> tasks;
      std::vector<std::vector<double>> dequantized(presets().size(), std::vector<double>(n));
      for (size_t i = 0; i < presets().size(); ++i)
        tasks.push_back({presets()[i].policy, {dequantized[i], {}, {}, {}}});
      const auto summaries = quantizeTogether(x, tasks);
      for (size_t i = 0; i < tasks.size(); ++i) {
        const Quantized alone = quantize(x, tasks[i].policy);
        for (size_t k = 0; k < n; ++k)
          ASSERT_TRUE(bitsOf(alone.dequantized[k]) == bitsOf(dequantized[i][k]) || std::isnan(alone.dequantized[k]));
        EXPECT_TRUE(summaries[i].relativeError == alone.relativeError || std::isnan(alone.relativeError));
        EXPECT_EQ(summaries[i].zeroFraction, alone.zeroFraction);
        EXPECT_EQ(summaries[i].clippedFraction, alone.clippedFraction);
      }
    }
  }
}

TEST(Quantize, TheFastPathEqualsTheReferenceUnderRandomPolicies) {
  Generator generator(99);
  const auto choose = [&](int count) {
    return static_cast<int>(generator.nextUint64() % static_cast<uint64_t>(count));
  };
  int consistent = 0;
  for (int round = 0; round < 4000; ++round) {
    Policy p;
    p.element = static_cast<Format>(choose(3));
    p.block = static_cast<uint32_t>(choose(3) ? 8 * (1 + choose(8)) : choose(20));
    p.scale = static_cast<ScaleFormat>(choose(3));
    p.scaleRule = static_cast<ScaleRule>(choose(8));
    p.tie = static_cast<Tie>(choose(3));
    p.tensorScale = choose(2);
    p.overflow = static_cast<Overflow>(choose(2));
    p.zero = static_cast<ZeroScale>(choose(2));
    p.nonFinite = static_cast<NonFinite>(choose(3));
    p.arithmetic = static_cast<Arithmetic>(choose(3));
    if (policyError(p).member) continue;
    ++consistent;
    std::vector<double> x = mixedData(static_cast<size_t>(choose(300)), static_cast<uint64_t>(round));
    if (choose(4) == 0)
      for (double& value : x) value *= powerOfTwo(choose(300) - 150);
    expectSameBits(x, p, "round " + std::to_string(round));
  }
  EXPECT_GT(consistent, 300);
}

// ---- Traces

TEST(Quantize, ATraceAgreesWithTheQuantizer) {
  const std::vector<double> x = mixedData(500, 13);
  for (const Preset& p : presets()) {
    const Quantized q = quantize(x, p.policy);
    for (size_t i = 0; i < x.size(); ++i) {
      const double scale = q.scales[p.policy.block == kTensorBlock ? 0 : i / p.policy.block];
      const ElementTrace trace = traceElement(x[i], p.policy, scale, q.tensorScale);
      ASSERT_EQ(trace.code, q.codes[i]) << p.name;
      ASSERT_EQ(bitsOf(trace.dequantized), bitsOf(q.dequantized[i])) << p.name;
      ASSERT_LE(std::fabs(trace.lower), std::fabs(trace.upper)) << p.name;
      ASSERT_TRUE(trace.value == trace.lower || trace.value == trace.upper) << p.name;
    }
  }
}

TEST(Quantize, ATraceNamesTieClipAndFlush) {
  const Policy policy = preset("ocp/mxfp4");
  const ElementTrace tie = traceElement(-2.5, policy, 1, 1);
  EXPECT_TRUE(tie.tie);
  EXPECT_EQ(tie.lower, -2);
  EXPECT_EQ(tie.upper, -3);
  EXPECT_EQ(tie.value, -2);
  EXPECT_EQ(tie.code, 0xC);
  const ElementTrace clip = traceElement(7, policy, 1, 1);
  EXPECT_TRUE(clip.clipped);
  EXPECT_FALSE(clip.tie);
  EXPECT_EQ(clip.upper, 6);
  const ElementTrace flush = traceElement(0.2, policy, 1, 1);
  EXPECT_TRUE(flush.flushed);
  EXPECT_EQ(flush.upper, 0.5);
  const ElementTrace exact = traceElement(3, policy, 1, 1);
  EXPECT_EQ(exact.lowerCode, exact.upperCode);
  EXPECT_FALSE(exact.tie || exact.clipped || exact.flushed);
}

// ---- Stats

TEST(Stats, NormsNeitherOverflowNorVanish) {
  EXPECT_EQ(norm(std::vector<double>{3, 4}), 5);
  EXPECT_EQ(norm(std::vector<double>{3e300, 4e300}), 5e300);
  EXPECT_NEAR(norm(std::vector<double>{3e-300, 4e-300}) / 5e-300, 1, 1e-15);
  EXPECT_EQ(norm({}), 0);
  EXPECT_EQ(relativeError(std::vector<double>{0, 0}, std::vector<double>{1, 1}), 0);
  EXPECT_EQ(relativeError(std::vector<double>{2, 0}, std::vector<double>{1, 0}), 0.5);
  EXPECT_EQ(sqnrDb(0), kInfinity);
  EXPECT_NEAR(sqnrDb(0.1), 20, 1e-12);
}
