// Signals, their moments, the expected losses against an independent integration, and the split of an error by cause.
#include "core/expectation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/error_parts.h"

namespace companion {
namespace {

double densityOf(const Signal& signal, double x) {
  const double pi = std::acos(-1.0);
  const auto normal = [&](double at) { return std::sqrt(2 / pi) * std::exp(-at * at / 2); };
  switch (signal.law) {
    case SignalLaw::normal:
      return normal(x);
    case SignalLaw::laplace:
      return std::exp(-x);
    case SignalLaw::uniform:
      return x < 1 ? 1 : 0;
    case SignalLaw::outliers:
      return (1 - signal.outlierFraction) * normal(x) +
             signal.outlierFraction * normal(x / signal.outlierFactor) / signal.outlierFactor;
    case SignalLaw::studentT:
      return 2 * std::tgamma((signal.df + 1) / 2) / std::tgamma(signal.df / 2) / std::sqrt(signal.df * pi) *
             std::pow(1 + x * x / signal.df, -(signal.df + 1) / 2);
  }
  return 0;
}

std::vector<Signal> allLaws() {
  std::vector<Signal> signals(7);
  signals[1].df = 2.5, signals[2].df = 40;
  signals[3].law = SignalLaw::normal, signals[4].law = SignalLaw::laplace;
  signals[5].law = SignalLaw::uniform, signals[6].law = SignalLaw::outliers;
  signals[6].outlierFraction = 0.05, signals[6].outlierFactor = 7;
  return signals;
}

TEST(Signal, PartialMomentsAreTheIntegralsOfTheDensity) {
  constexpr int kSteps = 20000;
  for (const Signal& signal : allLaws())
    for (const double limit : {0.05, 0.7, 1.0, 3.0, 12.0}) {
      double sums[3] = {};
      for (int i = 0; i < kSteps; ++i) {
        const double x = (i + 0.5) * limit / kSteps, mass = densityOf(signal, x) * limit / kSteps;
        sums[0] += mass, sums[1] += mass * x, sums[2] += mass * x * x;
      }
      const PartialMoments moments = partialMoments(signal, limit);
      const double tolerance = signal.law == SignalLaw::uniform ? 4e-4 : 1e-7;  // the density has an edge
      EXPECT_NEAR(moments.probability, sums[0], tolerance) << int(signal.law) << " " << limit;
      EXPECT_NEAR(moments.first, sums[1], tolerance) << int(signal.law) << " " << limit;
      EXPECT_NEAR(moments.second, sums[2], tolerance * std::max(1.0, sums[2])) << int(signal.law) << " " << limit;
    }
}

TEST(Signal, AllMomentsTogetherAreTheLawsOwn) {
  for (const Signal& signal : allLaws()) {
    const PartialMoments all = partialMoments(signal, 1e7);
    EXPECT_NEAR(all.probability, 1, 1e-9);
    EXPECT_NEAR(all.second / secondMoment(signal), 1, signal.df < 3 ? 1e-3 : 1e-9);
  }
  EXPECT_TRUE(std::isinf(secondMoment({SignalLaw::studentT, 2})));
}

// numpy: r = default_rng(7); x = r.standard_normal(6); x[r.random(6) < 0.3] *= 10
TEST(Signal, OutliersAreNumpysNormalsWithSomeMultiplied) {
  std::vector<double> values(6);
  drawSignal({.law = SignalLaw::outliers, .outlierFraction = 0.3, .outlierFactor = 10}, 7, values);
  const double expected[] = {0x1.9318be327fb6ep-7,  0x1.31ea59a5b303ep-2,  -0x1.18b7980d81558p-2,
                             -0x1.c7fba74b18102p-1, -0x1.d19537e309692p-2, -0x1.3d53af8fa0476p+3};
  for (size_t i = 0; i < 6; ++i) EXPECT_EQ(values[i], expected[i]);
}

// numpy: default_rng(7).uniform(-1, 1, 3) * 0.5
TEST(Signal, UniformIsNumpysBetweenMinusOneAndOne) {
  std::vector<double> values(3);
  drawSignal({.law = SignalLaw::uniform, .scale = 0.5}, 7, values);
  const double expected[] = {0x1.00320d4f8f2a4p-2, 0x1.96bf36f2bc99ap-1, 0x1.1a4d597e502bep-1};
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(values[i], expected[i] * 0.5);
}

// Expected SQNR in dB from another program: closed-form moments in every cell, an outer integral over the law of the
// block's largest magnitude. Scale rules floor, rceil, even, ceil of MXFP4, floor and rceil of MXFP8, FP8 and FP4 by
// tensor at 30 and 5, 10, 30 standard deviations.
struct Oracle {
  SignalLaw law;
  double mxfp4[4], e4m3[2], e5m2[2], nvfp4, fp8Tensor, fp4Tensor[3];
};
constexpr Oracle kOracles[] = {
    {SignalLaw::normal,
     {18.788, 18.757, 19.028, 16.822},
     {30.645, 31.521},
     {25.360, 25.543},
     20.436,
     31.53,
     {17.38, 12.37, 3.06}},
    {SignalLaw::laplace,
     {17.944, 17.581, 18.140, 15.387},
     {29.998, 31.536},
     {25.216, 25.559},
     20.658,
     31.54,
     {17.01, 12.45, 4.22}},
    {SignalLaw::studentT,
     {17.987, 17.543, 18.150, 15.347},
     {30.041, 31.536},
     {25.229, 25.560},
     20.673,
     31.54,
     {17.02, 12.24, 3.70}},
};

TEST(Expectation, AgreesWithAnIndependentIntegration) {
  for (const Oracle& oracle : kOracles) {
    const Signal signal{.law = oracle.law};
    const double sd = std::sqrt(secondMoment(signal)), far = 1e5 * sd;
    const auto sqnr = [&](Format element, ScaleRule rule) {
      return expectedLoss(signal, {.element = element, .scaleRule = rule}, far).sqnrDb;
    };
    SCOPED_TRACE(static_cast<int>(oracle.law));
    for (int rule = 0; rule < 4; ++rule)
      EXPECT_NEAR(sqnr(Format::e2m1, static_cast<ScaleRule>(rule)), oracle.mxfp4[rule], 0.01) << rule;
    for (int rule = 0; rule < 2; ++rule) {
      EXPECT_NEAR(sqnr(Format::e4m3, static_cast<ScaleRule>(rule)), oracle.e4m3[rule], 0.01) << rule;
      EXPECT_NEAR(sqnr(Format::e5m2, static_cast<ScaleRule>(rule)), oracle.e5m2[rule], 0.01) << rule;
    }
    EXPECT_NEAR(expectedLoss(signal, *findPreset("lecture/nvfp4"), 20 * sd).sqnrDb, oracle.nvfp4, 0.02);
    EXPECT_NEAR(expectedLoss(signal, *findPreset("lecture/fp8-tensor"), 30 * sd).sqnrDb, oracle.fp8Tensor, 0.011);
    int i = 0;
    for (const double largest : {5, 10, 30})
      EXPECT_NEAR(expectedLoss(signal, *findPreset("lecture/fp4-tensor"), largest * sd).sqnrDb, oracle.fp4Tensor[i++],
                  0.01);
  }
}

// Under FLOOR a bigger block is better for a normal signal: fewer elements are clipped. NVFP4 is the other way round.
TEST(Expectation, BiggerBlocksHelpFloorScaledMxfp4AndHurtNvfp4) {
  const Signal signal{.law = SignalLaw::normal};
  const double mxfp4[] = {18.375, 18.581, 18.788, 18.933, 18.961};
  double nvfp4 = 100;
  for (int i = 0; i < 5; ++i) {
    const uint32_t block = 8u << i;
    EXPECT_NEAR(expectedLoss(signal, {.block = block}, 1e5).sqnrDb, mxfp4[i], 0.01) << block;
    Policy policy = *findPreset("lecture/nvfp4");
    policy.block = block;
    const double next = expectedLoss(signal, policy, 20).sqnrDb;
    EXPECT_LT(next, nvfp4) << block;
    nvfp4 = next;
  }
}

TEST(Expectation, TheShareOfElementsFlushedToZeroIsThatOfALongDraw) {
  const Signal signal{.law = SignalLaw::normal};
  std::vector<double> values(1 << 18);
  drawSignal(signal, 5, values);
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::fabs(value));
  for (const char* name : {"ocp/mxfp4", "lecture/nvfp4", "lecture/fp4-tensor"}) {
    const Policy& policy = *findPreset(name);
    const double measured = quantizationFigures(values, policy).zeroFraction;
    EXPECT_GT(measured, 0.03) << name;
    EXPECT_NEAR(expectedLoss(signal, policy, largest).zeroFraction / measured, 1, 0.02) << name;
  }
}

TEST(Expectation, DoesNotDependOnAScaleThatIsAPowerOfTwo) {
  const Signal signal, small{.scale = 0x1p-7};
  for (const char* preset : {"lecture/mxfp4", "lecture/nvfp4", "lecture/fp8-tensor"})
    EXPECT_NEAR(expectedLoss(signal, *findPreset(preset), 40).sqnrDb,
                expectedLoss(small, *findPreset(preset), 40 * 0x1p-7).sqnrDb, 1e-9);
}

TEST(Expectation, ThereIsNoneWithoutAVarianceOrAScaleThatLooksAtEveryElement) {
  EXPECT_TRUE(std::isnan(expectedLoss({SignalLaw::studentT, 2}, {}, 100).sqnrDb));
  EXPECT_TRUE(std::isnan(expectedLoss({}, *findPreset("fouroversix/nvfp4"), 100).sqnrDb));
}

ErrorParts partsOf(const std::vector<double>& values, const Policy& policy) {
  const Quantized q = quantize(values, policy);
  return errorParts(values, policy, q.codes, q.scales, q.tensorScale);
}

TEST(ErrorParts, EachCauseIsCountedOnce) {
  // One block, scale 1 (floor of log2 7.5 is 2): 7.5 is clipped to 6, 0.2 flushed to 0, 1.7 rounded to 1.5, 2 exact.
  const ErrorParts parts = partsOf({7.5, 0.2, 1.7, 2}, {.block = 4});
  const double clipped = 1.5 * 1.5, flushed = 0.2 * 0.2, rounded = 0.2 * 0.2, all = clipped + flushed + rounded;
  EXPECT_NEAR(parts.clipping, clipped / all, 1e-12);
  EXPECT_NEAR(parts.flushed, flushed / all, 1e-12);
  EXPECT_NEAR(parts.rounding, rounded / all, 1e-12);
  EXPECT_EQ(parts.blocksClipped, 1);
  ASSERT_EQ(parts.codeCounts.size(), 16u);
  EXPECT_EQ(parts.codeCounts[7], 1);
  EXPECT_EQ(parts.codeCounts[0], 1);
}

TEST(ErrorParts, AnExactSignalHasNone) {
  const ErrorParts parts = partsOf({4, 2, -1, 0, 0, 0, 0}, {.block = 4});
  EXPECT_EQ(parts.rounding + parts.clipping + parts.flushed, 0);
  EXPECT_EQ(parts.blocksClipped, 0);
}

}  // namespace
}  // namespace companion
