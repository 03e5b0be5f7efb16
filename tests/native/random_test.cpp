// The random streams are numpy's, and the fast paths are the plain algorithm.
#include "core/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "core/bits.h"
#include "core/hash.h"
#include "core/ziggurat.h"
#include "golden_json.h"
#include "plain_c_maths.h"

namespace companion {
namespace {

struct Stream {
  const char* key;  // in the golden file
  Distribution distribution;
  double parameter;
  int64_t largestUlps;     // by which a sample may follow the host's log, log1p, exp or pow
  double largestShareOff;  // of samples that do
};

// The ziggurats' tails pass through log1p (3 in 10^4 normals, 5 in 10^4 exponentials), Laplace through log, Student-t
// with df < 2 through log and pow, whose last bit a root and a division can make two. A good libm rounds nearly all of
// those correctly: glibc's FMA kernels miss 1 in 10^4 of the t and 9 in 10^4 of the Laplace samples.
constexpr Stream kStreams[] = {{"random", Distribution::random, 0, 0, 0},
                               {"standard_normal", Distribution::standardNormal, 0, 1, 3e-4},
                               {"standard_exponential", Distribution::standardExponential, 0, 1, 5e-4},
                               {"standard_gamma_2.5", Distribution::standardGamma, 2.5, 1, 3e-4},
                               {"standard_t_5", Distribution::standardT, 5, 1, 6e-4},
                               {"standard_t_1", Distribution::standardT, 1, 2, 2e-3},
                               {"laplace", Distribution::laplace, 0, 1, 2e-3}};

std::vector<double> drawn(uint64_t seed, const Stream& stream, size_t n) {
  Generator generator(seed);
  std::vector<double> values(n);
  fill(generator, stream.distribution, stream.parameter, values);
  return values;
}

int64_t ulpsBetween(double a, double b) {
  const auto ordered = [](double x) {
    const int64_t magnitude = static_cast<int64_t>(bitsOf(std::fabs(x)));
    return std::signbit(x) ? -magnitude : magnitude;
  };
  return std::abs(ordered(a) - ordered(b));
}

// numpy's algorithms as plainly as they can be written, word by word, with log, exp and pow worked out in long double
// and rounded once.
class PlainGenerator {
 public:
  explicit PlainGenerator(uint64_t seed) : words_(seed) {
    computeNormalZiggurat(normal_);
    computeExponentialZiggurat(exponential_);
  }

  double random() { return static_cast<double>(words_.nextUint64() >> 11) / 9007199254740992.0; }

  double standardNormal() {
    for (;;) {
      uint64_t word = words_.nextUint64();
      const int strip = static_cast<int>(word & 0xff);
      word >>= 8;
      const bool negative = word & 1;
      const uint64_t place = (word >> 1) & 0x000fffffffffffff;
      const double x = (negative ? -1.0 : 1.0) * static_cast<double>(place) * normal_.strips[strip].scale;
      if (place < normal_.strips[strip].limit) return x;
      if (strip == 0) return (place >> 8 & 1) ? -normalTail() : normalTail();
      const double above = normal_.density[strip - 1], below = normal_.density[strip];
      if ((above - below) * random() + below < static_cast<double>(std::exp(-0.5L * x * x))) return x;
    }
  }

  double standardExponential() {
    for (;;) {
      const uint64_t word = words_.nextUint64() >> 3;
      const int strip = static_cast<int>(word & 0xff);
      const uint64_t place = word >> 8;
      const double x = static_cast<double>(place) * exponential_.strips[strip].scale;
      if (place < exponential_.strips[strip].limit) return x;
      if (strip == 0) return kExponentialTail - logOneMinus(random());
      const double above = exponential_.density[strip - 1], below = exponential_.density[strip];
      if ((above - below) * random() + below < static_cast<double>(std::exp(-static_cast<long double>(x)))) return x;
    }
  }

  double standardGamma(double shape) {
    if (shape == 1) return standardExponential();
    if (shape < 1) return gammaBelowOne(shape);
    const double b = shape - 1. / 3., c = 1. / std::sqrt(9 * b);
    for (;;) {
      double x, v;
      do {
        x = standardNormal();
        v = 1.0 + c * x;
      } while (v <= 0.0);
      v = v * v * v;
      const double unit = random();
      if (unit < 1.0 - 0.0331 * (x * x) * (x * x)) return b * v;
      if (log(unit) < 0.5 * x * x + b * (1. - v + log(v))) return b * v;
    }
  }

  double standardT(double df) {
    const double numerator = standardNormal();
    const double denominator = standardGamma(df / 2);
    return std::sqrt(df / 2) * numerator / std::sqrt(denominator);
  }

  double laplace() {
    const double unit = random();
    if (unit >= 0.5) return -log(2.0 - unit - unit);
    return unit > 0.0 ? log(unit + unit) : laplace();
  }

  double draw(Distribution distribution, double parameter) {
    switch (distribution) {
      case Distribution::random:
        return random();
      case Distribution::standardNormal:
        return standardNormal();
      case Distribution::standardExponential:
        return standardExponential();
      case Distribution::standardGamma:
        return standardGamma(parameter);
      case Distribution::standardT:
        return standardT(parameter);
      case Distribution::laplace:
        return laplace();
    }
    return std::nan("");
  }

 private:
  static double log(double x) { return static_cast<double>(std::log(static_cast<long double>(x))); }
  static double logOneMinus(double x) { return static_cast<double>(std::log1p(-static_cast<long double>(x))); }
  static double power(double x, double exponent) {
    return static_cast<double>(std::pow(static_cast<long double>(x), static_cast<long double>(exponent)));
  }

  double normalTail() {
    for (;;) {
      const double x = -kNormalTailInverse * logOneMinus(random());
      const double y = -logOneMinus(random());
      if (y + y > x * x) return kNormalTail + x;
    }
  }

  double gammaBelowOne(double shape) {
    for (;;) {
      const double unit = random();
      const double exponential = standardExponential();
      if (unit <= 1.0 - shape) {
        const double x = power(unit, 1. / shape);
        if (x <= exponential) return x;
      } else {
        const double y = -log((1.0 - unit) / shape);
        const double x = power(1.0 - shape + shape * y, 1. / shape);
        if (x <= exponential + y) return x;
      }
    }
  }

  Generator words_;
  Ziggurat normal_, exponential_;
};

void expectTables(const Ziggurat& ziggurat, const golden::Json& tables, const char* limits, const char* scales,
                  const char* densities) {
  for (int i = 0; i < 256; ++i) {
    EXPECT_EQ(ziggurat.strips[i].limit, tables[limits][i].word()) << limits << i;
    EXPECT_EQ(ziggurat.strips[i].scale, tables[scales][i].number()) << scales << i;
    EXPECT_EQ(ziggurat.density[i], tables[densities][i].number()) << densities << i;
  }
}

TEST(Random, ComputedZigguratsAreNumpysTablesToTheLastBit) {
  const golden::Json file = golden::load("numpy_ziggurat.json");
  Ziggurat normal, exponential;
  computeNormalZiggurat(normal);
  computeExponentialZiggurat(exponential);
  expectTables(normal, file["normal"], "ki", "wi", "fi");
  expectTables(exponential, file["exponential"], "ke", "we", "fe");
}

TEST(Random, TheFirstWordsOfEverySeedAreNumpys) {
  const golden::Json file = golden::load("numpy_streams.json");
  for (const golden::Json& row : file["streams"]) {
    Generator generator(row["seed"].word());
    for (const golden::Json& word : row["uint64"]) EXPECT_EQ(generator.nextUint64(), word.word()) << row["seed"].text();
  }
}

TEST(Random, UniformsAreNumpysOnAnyHost) {
  const golden::Json file = golden::load("numpy_streams.json");
  for (const golden::Json& row : file["streams"]) {
    const std::vector<double> values = drawn(row["seed"].word(), kStreams[0], row["n"].word());
    EXPECT_EQ(sha256Hex(std::span<const double>(values)), row["random"]["sha256"].text()) << row["seed"].text();
  }
}

TEST(Random, EveryStreamIsNumpysBitForBitOnPlainCMaths) {
  if (!hasPlainCMaths()) return;
  const golden::Json file = golden::load("numpy_streams.json");
  for (const golden::Json& row : file["streams"]) {
    for (const Stream& stream : kStreams) {
      const std::vector<double> values = drawn(row["seed"].word(), stream, row["n"].word());
      EXPECT_EQ(sha256Hex(std::span<const double>(values)), row[stream.key]["sha256"].text())
          << "seed " << row["seed"].text() << ", " << stream.key;
    }
  }
}

// With the host's own maths a sample may differ in the last bit; the count is bounded by what passes through it.
TEST(Random, OnAnyMathsOnlyLastBitsOfFewSamplesDiffer) {
  const golden::Json file = golden::load("numpy_streams.json");
  for (const golden::Json& row : file["streams"]) {
    const uint64_t seed = row["seed"].word();
    for (const Stream& stream : kStreams) {
      const std::vector<double> values = drawn(seed, stream, row["n"].word());
      const std::vector<double> first = row[stream.key]["first"].numbers();
      for (size_t i = 0; i < first.size(); ++i)
        EXPECT_LE(ulpsBetween(values[i], first[i]), stream.largestUlps) << stream.key;
      EXPECT_LE(ulpsBetween(values.back(), row[stream.key]["last"].number()), stream.largestUlps) << stream.key;
      PlainGenerator plain(seed);
      int64_t differing = 0;
      for (const double value : values) {
        const int64_t ulps = ulpsBetween(value, plain.draw(stream.distribution, stream.parameter));
        ASSERT_LE(ulps, stream.largestUlps) << "seed " << seed << ", " << stream.key;
        differing += ulps != 0;
      }
      EXPECT_LE(static_cast<double>(differing), stream.largestShareOff * static_cast<double>(values.size()))
          << "seed " << seed << ", " << stream.key;
      RecordProperty(std::string(stream.key) + "_" + std::to_string(seed), std::to_string(differing));
    }
  }
}

TEST(Random, AnyShapeAndAnyDegreesOfFreedomFollowThePlainAlgorithm) {
  for (const double parameter : {0.05, 0.3, 0.999, 1.0, 1.001, 2.0, 2.1, 3.0, 7.5, 100.0, 1e6}) {
    for (const Distribution distribution : {Distribution::standardGamma, Distribution::standardT}) {
      const std::vector<double> values = drawn(77, {"", distribution, parameter, 2, 1}, 5000);
      PlainGenerator plain(77);
      for (const double value : values)
        ASSERT_LE(ulpsBetween(value, plain.draw(distribution, parameter)), 2) << parameter;
    }
  }
}

TEST(Random, PiecesOfAnyLengthMakeTheSameStreamAsSingleDraws) {
  for (const Stream& stream : kStreams) {
    const std::vector<double> whole = drawn(5, stream, 4000);
    Generator generator(5), single(5);
    std::vector<double> pieces(whole.size());
    for (size_t at = 0, length = 0; at < pieces.size(); at += length, length = length * 3 % 701 + 1) {
      length = std::min(length, pieces.size() - at);
      fill(generator, stream.distribution, stream.parameter, std::span<double>(pieces).subspan(at, length));
    }
    EXPECT_EQ(pieces, whole) << stream.key;
    for (const double value : whole) {
      double one;
      fill(single, stream.distribution, stream.parameter, {&one, 1});
      ASSERT_EQ(one, value) << stream.key;
    }
    EXPECT_EQ(generator.nextUint64(), single.nextUint64()) << "words taken by " << stream.key;
  }
}

TEST(Random, SingleCallsAndFillsAgree) {
  Generator single(9), filled(9);
  double values[4];
  for (int i = 0; i < 2000; ++i) {
    filled.fillStandardT(5, {&values[0], 1});
    filled.fillStandardNormal({&values[1], 1});
    filled.fillStandardGamma(2.5, {&values[2], 1});
    filled.fillStandardExponential({&values[3], 1});
    EXPECT_EQ(single.standardT(5), values[0]);
    EXPECT_EQ(single.standardNormal(), values[1]);
    EXPECT_EQ(single.standardGamma(2.5), values[2]);
    EXPECT_EQ(single.standardExponential(), values[3]);
  }
}

// Marsaglia and Tsang's geometry: a draw that lies within the next strip up needs no second look. numpy's
// limits are up to three units away from the quotients of its own widths.
TEST(Random, EachStripIsSureAsFarAsTheOneAboveReachesAndEndsAtItsDensity) {
  const auto expectGeometry = [](const auto& strips, const auto& density, double places, auto densityAt) {
    for (int i = 2; i < 256; ++i) {
      const double sure = strips[i - 1].scale / strips[i].scale * places;
      EXPECT_LE(std::fabs(static_cast<double>(strips[i].limit) - std::round(sure)), 3) << i;
      EXPECT_NEAR(densityAt(strips[i].scale * places) / density[i], 1, 1e-13) << i;
    }
  };
  Ziggurat normal, exponential;
  computeNormalZiggurat(normal);
  computeExponentialZiggurat(exponential);
  expectGeometry(normal.strips, normal.density, 0x1p52, [](double x) { return std::exp(-x * x / 2); });
  expectGeometry(exponential.strips, exponential.density, 0x1p53, [](double x) { return std::exp(-x); });
}

TEST(Random, UniformScalesTheSameStream) {
  Generator scaled(3), unit(3);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(scaled.uniform(-2, 6), -2 + 8 * unit.random());
}

TEST(Random, ParametersOutsideTheirRangeEndInNanNotInALoop) {
  const double infinity = std::numeric_limits<double>::infinity();
  Generator generator(1);
  EXPECT_TRUE(std::isnan(generator.standardGamma(std::nan(""))));
  EXPECT_TRUE(std::isnan(generator.standardGamma(-1)));
  EXPECT_EQ(generator.standardGamma(0), 0);
  EXPECT_EQ(generator.standardGamma(infinity), infinity);
  EXPECT_TRUE(std::isnan(generator.standardT(std::nan(""))));
  EXPECT_TRUE(std::isnan(generator.standardT(-3)));
  EXPECT_EQ(generator.standardGamma(5e-324), 0);
}

TEST(Random, DistributionsAreNamedAsInNumpy) {
  EXPECT_EQ(distributionNamed("standard_t"), Distribution::standardT);
  EXPECT_EQ(distributionNamed("laplace"), Distribution::laplace);
  EXPECT_EQ(distributionNamed("cauchy"), std::nullopt);
  EXPECT_EQ(distributionNamed(""), std::nullopt);
}

}  // namespace
}  // namespace companion
