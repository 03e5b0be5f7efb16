// Facts about E4M3, E5M2, E2M1 and E8M0: tested over every code, every midpoint and every tie rule.
#include "core/number_format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/hash.h"
#include "core/sweep.h"
#include "golden_json.h"

using namespace companion;

namespace {

constexpr Format kAll[] = {Format::e4m3, Format::e5m2, Format::e2m1, Format::e8m0};
constexpr Format kSigned[] = {Format::e4m3, Format::e5m2, Format::e2m1};
constexpr Tie kTies[] = {Tie::even, Tie::smaller, Tie::away};
constexpr double kInfinity = INFINITY;

int codeCount(Format format) { return 1 << info(format).bits; }

uint8_t up(double value, Format format, Overflow overflow = Overflow::saturate) {
  return encode(value, format, Tie::even, overflow, Round::up);
}
uint8_t down(double value, Format format, Overflow overflow = Overflow::saturate) {
  return encode(value, format, Tie::even, overflow, Round::down);
}
uint8_t strict(double value, Format format) { return encode(value, format, Tie::even, Overflow::nanOrInf); }

// Code c's value without the generic decoder: the definition, with std::ldexp.
double valueByDefinition(int code, Format format) {
  const FormatInfo& f = info(format);
  if (format == Format::e8m0) return code == 255 ? NAN : std::ldexp(1.0, code - 127);
  const int magnitude = code & ((1 << (f.bits - 1)) - 1), field = magnitude >> f.mantissaBits;
  const double fraction = std::ldexp(magnitude & ((1 << f.mantissaBits) - 1), -f.mantissaBits);
  const double value = field ? std::ldexp(1 + fraction, field - f.bias) : std::ldexp(fraction, 1 - f.bias);
  return code >> (f.bits - 1) ? -value : value;
}

TEST(NumberFormat, SignExponentAndMantissaFillACode) {
  for (const FormatInfo& f : kFormats) EXPECT_EQ(f.bits, f.isSigned + f.exponentBits + f.mantissaBits) << f.name;
}

TEST(Bits, PowersOfTwoAndExponentFieldsHoldAtTheEdges) {
  EXPECT_EQ(powerOfTwo(1023), 0x1p1023);
  EXPECT_EQ(powerOfTwo(0), 1);
  EXPECT_EQ(powerOfTwo(-1022), 0x1p-1022);
  EXPECT_EQ(powerOfTwo(-1023), 0x1p-1023);
  EXPECT_EQ(powerOfTwo(-1074), 0x1p-1074);
  EXPECT_EQ(exponentField(1), 1023);
  EXPECT_EQ(exponentField(0x1.8p-1022), 1);
  EXPECT_EQ(exponentField(0x1p-1023), 0);
  EXPECT_EQ(exponentField(-std::numeric_limits<double>::infinity()), 2047);
}

}  // namespace

TEST(NumberFormat, EveryFiniteCodeDecodesToItsDefinition) {
  for (const Format format : kAll)
    for (int code = 0; code < codeCount(format); ++code) {
      const int magnitude = format == Format::e8m0 ? code : code & ((codeCount(format) >> 1) - 1);
      if (magnitude > info(format).maxCode) continue;
      const double value = decode(static_cast<uint8_t>(code), format);
      EXPECT_EQ(bitsOf(value), bitsOf(valueByDefinition(code, format))) << info(format).name << " " << code;
    }
}

TEST(NumberFormat, EveryCodeSurvivesDecodingAndEncodingUnderEveryRule) {
  for (const Format format : kAll)
    for (int code = 0; code < codeCount(format); ++code) {
      const double value = decode(static_cast<uint8_t>(code), format);
      if (std::isnan(value)) continue;
      for (const Tie tie : kTies)
        for (const Round round : {Round::nearest, Round::up, Round::down})
          EXPECT_EQ(encode(value, format, tie, Overflow::nanOrInf, round), code) << info(format).name;
    }
}

TEST(NumberFormat, SpecialCodesAreWhereTheSpecificationPutsThem) {
  for (int code = 0; code < 256; ++code) {
    const auto byte = static_cast<uint8_t>(code);
    EXPECT_EQ(std::isnan(decode(byte, Format::e4m3)), (code & 0x7F) == 0x7F);
    EXPECT_EQ(std::isnan(decode(byte, Format::e5m2)), (code & 0x7F) > 0x7C);
    EXPECT_EQ(std::isinf(decode(byte, Format::e5m2)), (code & 0x7F) == 0x7C);
    EXPECT_EQ(std::isnan(decode(byte, Format::e8m0)), code == 0xFF);
    EXPECT_TRUE(std::isfinite(decode(byte, Format::e2m1)));
  }
  EXPECT_EQ(decode(0xFC, Format::e5m2), -kInfinity);
}

TEST(NumberFormat, LandmarksHaveTheirPublishedValues) {
  const double e2m1[] = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
  for (int code = 0; code < 8; ++code) EXPECT_EQ(decode(static_cast<uint8_t>(code), Format::e2m1), e2m1[code]);
  const std::pair<uint8_t, double> e4m3[] = {{0x01, 0x1p-9}, {0x07, 7 * 0x1p-9}, {0x08, 0x1p-6}, {0x38, 1},
                                             {0x77, 240},    {0x78, 256},        {0x7E, 448}};
  for (const auto& [code, value] : e4m3) EXPECT_EQ(decode(code, Format::e4m3), value);
  EXPECT_EQ(decode(0x01, Format::e5m2), 0x1p-16);
  EXPECT_EQ(decode(0x3C, Format::e5m2), 1);
  EXPECT_EQ(decode(0x7B, Format::e5m2), 57344);
  EXPECT_EQ(decode(0, Format::e8m0), 0x1p-127);
  EXPECT_EQ(decode(127, Format::e8m0), 1);
  EXPECT_EQ(decode(134, Format::e8m0), 128);
  EXPECT_EQ(decode(254, Format::e8m0), 0x1p127);
}

TEST(NumberFormat, ValueTablesHaveTheirSumsAndFingerprints) {
  const struct {
    Format format;
    double sum;
    uint64_t hash;
  } expected[] = {{Format::e4m3, 5407.875, 0x5ca67c0247730043},
                  {Format::e5m2, 360447.9997558594, 0xe6d50c336f856923},
                  {Format::e2m1, 18, 0xf763b321dcc84703}};
  for (const auto& [format, sum, hash] : expected) {
    std::vector<float> values;
    double total = 0;
    for (const uint8_t sign : {uint8_t{0}, info(format).signBit()})
      for (int code = 0; code <= info(format).maxCode; ++code)
        values.push_back(static_cast<float>(decode(static_cast<uint8_t>(sign | code), format)));
    for (int code = 0; code <= info(format).maxCode; ++code) total += values[static_cast<size_t>(code)];
    EXPECT_DOUBLE_EQ(total, sum) << info(format).name;
    EXPECT_EQ(fnv1a64(std::span<const float>(values)), hash) << info(format).name;
  }
}

TEST(NumberFormat, MidpointsFollowTheTieRuleAndOneUlpDecides) {
  for (const Format format : kAll)
    for (int code = 0; code < info(format).maxCode; ++code)
      for (const double sign : {1.0, -1.0}) {
        if (sign < 0 && !info(format).isSigned) continue;
        const uint8_t bit = sign < 0 ? info(format).signBit() : uint8_t{0};
        const auto low = static_cast<uint8_t>(bit | code), high = static_cast<uint8_t>(bit | (code + 1));
        const double left = decode(low, format), right = decode(high, format), middle = (left + right) / 2;
        EXPECT_EQ(encode(middle, format, Tie::even), code & 1 ? high : low);
        EXPECT_EQ(encode(middle, format, Tie::smaller), low);
        EXPECT_EQ(encode(middle, format, Tie::away), high);
        for (const Tie tie : kTies) {
          EXPECT_EQ(encode(std::nextafter(middle, left), format, tie), low);
          EXPECT_EQ(encode(std::nextafter(middle, right), format, tie), high);
          EXPECT_EQ(encode(std::nextafter(left, right), format, tie), low);
          EXPECT_EQ(encode(std::nextafter(right, left), format, tie), high);
        }
      }
}

TEST(NumberFormat, DirectedRoundingGoesTowardItsInfinity) {
  for (const Format format : kAll)
    for (int code = 0; code < info(format).maxCode; ++code)
      for (const double sign : {1.0, -1.0}) {
        if (sign < 0 && !info(format).isSigned) continue;
        const uint8_t bit = sign < 0 ? info(format).signBit() : uint8_t{0};
        const auto low = static_cast<uint8_t>(bit | code), high = static_cast<uint8_t>(bit | (code + 1));
        const double left = decode(low, format), right = decode(high, format);
        for (const double between : {std::nextafter(left, right), (left + right) / 2, std::nextafter(right, left)}) {
          EXPECT_EQ(up(between, format), sign > 0 ? high : low);
          EXPECT_EQ(down(between, format), sign > 0 ? low : high);
        }
      }
}

TEST(NumberFormat, E2m1TiesGoWhereEachConventionSendsThem) {
  const double ties[] = {0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 5};
  const double even[] = {0, 1, 1, 2, 2, 4, 4}, smaller[] = {0, 0.5, 1, 1.5, 2, 3, 4},
               away[] = {0.5, 1, 1.5, 2, 3, 4, 6};
  for (int i = 0; i < 7; ++i) {
    EXPECT_EQ(decode(encode(ties[i], Format::e2m1, Tie::even), Format::e2m1), even[i]);
    EXPECT_EQ(decode(encode(ties[i], Format::e2m1, Tie::smaller), Format::e2m1), smaller[i]);
    EXPECT_EQ(decode(encode(ties[i], Format::e2m1, Tie::away), Format::e2m1), away[i]);
  }
}

TEST(NumberFormat, E4m3EndsAt464AndE5m2At61440) {
  for (const double value : {448.0, 449.0, 464.0}) EXPECT_EQ(strict(value, Format::e4m3), 0x7E) << value;
  for (const double value : {std::nextafter(464.0, 500.0), 465.0, 480.0, 1e300, kInfinity}) {
    EXPECT_EQ(strict(value, Format::e4m3), 0x7F) << value;
    EXPECT_EQ(strict(-value, Format::e4m3), 0xFF) << value;
    EXPECT_EQ(encode(value, Format::e4m3), 0x7E) << value;
  }
  for (const double value : {57344.0, 57345.0, 61439.996}) EXPECT_EQ(strict(value, Format::e5m2), 0x7B) << value;
  for (const double value : {61440.0, 1e300, kInfinity}) {
    EXPECT_EQ(strict(value, Format::e5m2), 0x7C) << value;
    EXPECT_EQ(encode(value, Format::e5m2), 0x7B) << value;
    EXPECT_EQ(encode(-value, Format::e5m2), 0xFB) << value;
  }
  EXPECT_EQ(encode(464, Format::e4m3, Tie::away, Overflow::nanOrInf), 0x7F);
  EXPECT_EQ(encode(61440, Format::e5m2, Tie::smaller, Overflow::nanOrInf), 0x7B);
}

TEST(NumberFormat, E2m1SaturatesWhateverIsAsked) {
  for (const double value : {6.5, 7.0, 100.0, kInfinity})
    for (const Overflow overflow : {Overflow::saturate, Overflow::nanOrInf}) {
      EXPECT_EQ(encode(value, Format::e2m1, Tie::away, overflow), 0x7);
      EXPECT_EQ(encode(-value, Format::e2m1, Tie::away, overflow), 0xF);
    }
}

TEST(NumberFormat, FiniteOverflowTowardZeroStopsAtTheLargestValue) {
  EXPECT_EQ(down(1e9, Format::e4m3, Overflow::nanOrInf), 0x7E);
  EXPECT_EQ(up(-1e9, Format::e4m3, Overflow::nanOrInf), 0xFE);
  EXPECT_EQ(up(449, Format::e4m3, Overflow::nanOrInf), 0x7F);
  EXPECT_EQ(up(449, Format::e4m3), 0x7E);
  EXPECT_EQ(down(kInfinity, Format::e5m2, Overflow::nanOrInf), 0x7C);
}

TEST(NumberFormat, NanKeepsItsSignAndZeroToo) {
  EXPECT_EQ(encode(NAN, Format::e4m3), 0x7F);
  EXPECT_EQ(encode(std::copysign(NAN, -1), Format::e4m3), 0xFF);
  EXPECT_EQ(encode(NAN, Format::e5m2), 0x7E);
  EXPECT_EQ(encode(NAN, Format::e2m1), 0x7);
  EXPECT_EQ(encode(NAN, Format::e8m0), 0xFF);
  for (const Format format : kSigned) {
    EXPECT_EQ(encode(0.0, format), 0);
    EXPECT_EQ(encode(-0.0, format), info(format).signBit());
    EXPECT_EQ(encode(-1e-300, format), info(format).signBit());
    EXPECT_TRUE(std::signbit(decode(info(format).signBit(), format)));
  }
}

// Cases that public projects once got wrong; the thread is named.
TEST(NumberFormat, KnownFaultsOfOthersAreAbsent) {
  EXPECT_EQ(encode(4.25, Format::e4m3), 0x48);       // ml_dtypes 221: 4, the even code
  EXPECT_EQ(encode(232.0368, Format::e4m3), 0x77);   // bitstring 342: truncated to 224
  EXPECT_EQ(encode(256, Format::e4m3), 0x78);        // tilelang-metax 140, sglang 40581: saturated
  EXPECT_EQ(encode(0.25000006, Format::e2m1), 0x1);  // tt-metal 51971: flushed
  EXPECT_EQ(encode(0x1p-10, Format::e4m3), 0x00);    // half the smallest subnormal is a tie
  EXPECT_EQ(encode(std::nextafter(0x1p-10, 1), Format::e4m3), 0x01);
  EXPECT_EQ(encode(3 * 0x1p-10, Format::e4m3), 0x02);
  EXPECT_EQ(encode(0x1p-7 - 0x1p-10, Format::e4m3), 0x04);  // carries inside the subnormals
  EXPECT_EQ(encode(1.9990234375, Format::e5m2), 0x40);      // half 0x3FFF: the carry crosses a binade
  EXPECT_EQ(decode(0x01, Format::e4m3), 0.001953125);       // 1bit-MONSTER 300: decoded as a normal
  EXPECT_EQ(encode(57345, Format::e5m2), 0x7B);             // universal 1302: clamped before rounding
  EXPECT_EQ(encode(3.0, Format::e8m0), 0x80);               // ml_dtypes 398: ties all went up
  EXPECT_EQ(encode(0.75, Format::e8m0), 0x7E);
  EXPECT_EQ(encode(1.25 * 0x1p-127, Format::e8m0), 0x00);
  EXPECT_EQ(encode(1.5 * 0x1p-127, Format::e8m0), 0x00);  // onnxruntime 28435: half of 2^-127 acted as "up"
  EXPECT_EQ(encode(std::nextafter(1.5 * 0x1p-127, 1), Format::e8m0), 0x01);
  EXPECT_EQ(encode(-2.0, Format::e8m0), 0xFF);  // llvm 215445: -2 accepted
}

TEST(NumberFormat, EncodingDoesNotRoundTwice) {
  // Just above a midpoint, by less than float32 can hold: through float32 the tie would go to the even code.
  for (const Format format : kSigned) {
    const int digits = info(format).mantissaBits + 1;
    const double value = 1 + std::ldexp(1.0, -digits) + 0x1p-30;
    EXPECT_EQ(static_cast<double>(static_cast<float>(value)), 1 + std::ldexp(1.0, -digits));
    EXPECT_EQ(decode(encode(value, format), format), 1 + std::ldexp(1.0, 1 - digits)) << info(format).name;
  }
}

TEST(NumberFormat, E8m0IsTotal) {
  EXPECT_EQ(encode(0.0, Format::e8m0), 0x00);
  EXPECT_EQ(encode(-0.0, Format::e8m0), 0x00);
  EXPECT_EQ(encode(5e-324, Format::e8m0), 0x00);
  EXPECT_EQ(down(5e-324, Format::e8m0), 0x00);
  EXPECT_EQ(encode(0x1p128, Format::e8m0), 0xFE);
  EXPECT_EQ(strict(0x1p128, Format::e8m0), 0xFF);
  EXPECT_EQ(encode(kInfinity, Format::e8m0), 0xFE);
  EXPECT_EQ(strict(kInfinity, Format::e8m0), 0xFF);
  EXPECT_EQ(encode(-kInfinity, Format::e8m0), 0xFF);
}

// torchao's boundary cases of RCEIL, which is rounding up to E8M0 with overflow to NaN.
TEST(NumberFormat, E8m0RoundsUpAsTorchaoDoes) {
  const std::pair<uint32_t, int> cases[] = {{0x00000000, 0},   {0x00000001, 0},   {0x00400000, 0},   {0x00400001, 1},
                                            {0x007FFFFF, 1},   {0x00800000, 1},   {0x1F800001, 64},  {0x3F7FFFFF, 127},
                                            {0x3F800000, 127}, {0x3F800001, 128}, {0x7F000000, 254}, {0x7F000001, 255},
                                            {0x7F7FFFFF, 255}, {0x7F800000, 255}, {0x7FC00000, 255}};
  for (const auto& [pattern, code] : cases)
    EXPECT_EQ(up(bitCast<float>(pattern), Format::e8m0, Overflow::nanOrInf), code) << std::hex << pattern;
}

TEST(NumberFormat, E8m0ReciprocalIsTheMirroredCode) {
  for (int code = 0; code < 255; ++code)
    EXPECT_EQ(1 / decode(static_cast<uint8_t>(code), Format::e8m0),
              decode(static_cast<uint8_t>(254 - code), Format::e8m0));
}

TEST(NumberFormat, LectureRoundingIsReproduced) {
  const golden::Json rounding = golden::load("rounding.json");
  const auto values = rounding["e4m3_values"].numbers();
  ASSERT_EQ(values.size(), 127u);
  for (size_t code = 0; code < values.size(); ++code)
    EXPECT_EQ(bitsOf(decode(static_cast<uint8_t>(code), Format::e4m3)), bitsOf(values[code]));
  for (const golden::Json& pair : rounding["round_e4m3"])
    EXPECT_EQ(decode(encode(pair[0].number(), Format::e4m3), Format::e4m3), pair[1].number()) << pair[0].text();
  for (const golden::Json& pair : rounding["to_e2m1"])
    EXPECT_EQ(decode(encode(pair[0].number(), Format::e2m1, Tie::smaller), Format::e2m1), pair[1].number())
        << pair[0].text();
}

// A second writing of the encoder, as a search among values and midpoints, over strided float32 patterns.
TEST(NumberFormat, StridedFloat32PatternsAgreeWithASearchAmongMidpoints) {
  for (const Format format : kSigned) {
    std::vector<double> midpoints;
    for (int code = 0; code < info(format).maxCode; ++code)
      midpoints.push_back((valueByDefinition(code, format) + valueByDefinition(code + 1, format)) / 2);
    for (uint64_t pattern = 0; pattern < uint64_t{1} << 32; pattern += 4099) {
      const double value = bitCast<float>(static_cast<uint32_t>(pattern)), magnitude = std::fabs(value);
      if (std::isnan(value)) continue;
      const auto above = std::lower_bound(midpoints.begin(), midpoints.end(), magnitude);
      auto code = static_cast<int>(above - midpoints.begin());
      if (above != midpoints.end() && *above == magnitude && code & 1) ++code;
      const int expected = code | (std::signbit(value) ? info(format).signBit() : 0);
      ASSERT_EQ(encode(value, format), expected) << info(format).name << " " << value;
    }
  }
}

TEST(NumberFormat, SlicesOfTheFullSweepHaveTheirGoldenHashes) {
  const golden::Json slices = golden::load("sweep_slices.json")["formats"];
  for (const Format format : kAll)
    for (uint32_t slice = 0; slice < kSweepSliceCount; slice += 257)
      EXPECT_EQ(sweepSliceHash(format, Tie::even, slice), slices[info(format).name][slice].word())
          << info(format).name << " slice " << slice;
}

TEST(NumberFormat, AWrongTieRuleChangesASliceHash) {
  const uint32_t slice = 0x3F8;  // [1, 1.125), where the tie at 1.0625 belongs to the even 1
  EXPECT_NE(sweepSliceHash(Format::e4m3, Tie::even, slice), sweepSliceHash(Format::e4m3, Tie::away, slice));
}

TEST(Hash, KnownDigests) {
  Sha256 empty;
  EXPECT_EQ(empty.hex(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  const std::string text = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
  Sha256 whole, pieces;
  whole.add(text.data(), text.size());
  EXPECT_EQ(whole.hex(), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  for (const char character : text) pieces.add(&character, 1);
  EXPECT_EQ(pieces.hex(), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  const std::vector<char> million(1000000, 'a');
  EXPECT_EQ(sha256Hex(std::span<const char>(million)),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Hash, ARunIsTheSameAsItsBytesOneByOne) {
  for (const int byte : {0, 1, 0x7F, 0xFF})
    for (const int count : {0, 1, 2, 3, 255, 256, 1000, 12345}) {
      Fnv1a64 run, steps;
      run.add(uint8_t{42});
      steps.add(uint8_t{42});
      run.addRun(static_cast<uint8_t>(byte), static_cast<uint64_t>(count));
      for (int i = 0; i < count; ++i) steps.add(static_cast<uint8_t>(byte));
      EXPECT_EQ(run.value(), steps.value()) << byte << " × " << count;
    }
}
