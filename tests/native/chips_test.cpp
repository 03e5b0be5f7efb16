// The chip table: the lecture's figures exactly, a source for every figure, and arithmetic that must hold between
// figures.
#include "core/chips.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "golden_json.h"

namespace companion {
namespace {

const Chip& chipNamed(std::string_view id) {
  for (const Chip& chip : chips())
    if (chip.id == id) return chip;
  throw std::runtime_error("no such chip");
}

Precision precisionNamed(std::string_view id) { return static_cast<Precision>(names(precisionIds).indexOf(id)); }

void expectFigure(const Figure& figure, const golden::Json& expected) {
  if (expected.kind() == golden::Json::Kind::null) {
    EXPECT_FALSE(figure.known());
  } else {
    EXPECT_EQ(figure.value, expected.number());
  }
}

TEST(Chips, TheLecturesFiguresAreExactlyTheGoldenOnes) {
  const golden::Json specs = golden::load("specs.json");
  ASSERT_EQ(specs["chips"].members().size(), 4u);
  for (const auto& [id, expected] : specs["chips"].members()) {
    SCOPED_TRACE(id);
    const Chip& chip = chipNamed(id);
    EXPECT_TRUE(chip.lecture);
    for (const auto& [precision, flops] : expected["peak_flops_dense"].members())
      expectFigure(chip.peak(precisionNamed(precision)), flops);
    expectFigure(chip.memoryBytesPerS, expected["mem_bw_Bps"]);
    expectFigure(chip.memoryBytes, expected["mem_cap_B"]);
    expectFigure(chip.linkBytesPerS, expected["link_bw_Bps"]);
    expectFigure(chip.powerW, expected["power_w"]);
    expectFigure(chip.expBlog, expected["exp_per_s"]);
  }
  for (const auto& [precision, bytes] : specs["bytes_per_element"].members())
    EXPECT_EQ(bytesPerElement[static_cast<size_t>(precisionNamed(precision))], bytes.number());
}

TEST(Chips, TheLecturesRubinHasNoFp8FigureOfItsOwn) {
  EXPECT_FALSE(chipNamed("Rubin").peak(Precision::fp8).known());
  EXPECT_EQ(chipNamed("Rubin").peak(Precision::fp8).alternatives[0].value, 17.5e15);
}

TEST(Chips, TheSmModelOfLectureEightFitsTheTable) {
  const golden::Json model = golden::load("specs.json")["sm_model"];
  const Chip& h100 = chipNamed("H100");
  EXPECT_EQ(h100.clockHz.value, model["clock_ghz"].number() * 1e9);
  EXPECT_EQ(h100.sms.value, model["sms"].number());
  EXPECT_EQ(h100.matrixFlopsPerSmClk.value, model["tensor_core_flops_per_sm_clk"].number());
  EXPECT_EQ(h100.memoryBytesPerS.value, model["hbm_TBps"].number() * 1e12);
}

TEST(Chips, IdsAreUniqueAndInTheOrderOfTheTable) {
  for (size_t i = 0; i < chips().size(); ++i) EXPECT_EQ(chips()[i].id, chipIds[i]);
  EXPECT_EQ(std::set<std::string_view>(std::begin(chipIds), std::end(chipIds)).size(), chips().size());
}

TEST(Chips, EveryFigureAndEveryAlternativeNamesItsSource) {
  for (const Chip& chip : chips())
    for (const NamedFigure& named : namedFigures(chip)) {
      SCOPED_TRACE(std::string(chip.id) + " " + std::string(named.name));
      EXPECT_EQ(named.figure->known(), named.figure->source != Source::none);
      if (named.figure->known()) {
        EXPECT_GT(named.figure->value, 0);
      }
      for (const Alternative& other : named.figure->alternatives)
        EXPECT_EQ(std::isnan(other.value), other.source == Source::none);
    }
}

TEST(Chips, EverySourceHasAnIdAndATitle) {
  std::set<std::string_view> ids;
  for (int i = 1; i < static_cast<int>(Source::count); ++i) {
    EXPECT_TRUE(ids.insert(sourceIds[i]).second) << sourceIds[i];
    EXPECT_FALSE(sourceInfo(static_cast<Source>(i)).title.empty()) << sourceIds[i];
  }
}

TEST(Chips, EverySourceAndEveryCaveatIsUsed) {
  std::set<Source> sources;
  std::set<Caveat> caveats{Caveat::none};
  for (const Chip& chip : chips())
    for (const NamedFigure& named : namedFigures(chip)) {
      sources.insert(named.figure->source), caveats.insert(named.figure->caveat);
      for (const Alternative& other : named.figure->alternatives)
        sources.insert(other.source), caveats.insert(other.caveat);
    }
  EXPECT_EQ(sources.size(), static_cast<size_t>(Source::count));
  EXPECT_EQ(caveats.size(), static_cast<size_t>(Caveat::count));
}

TEST(Chips, EachChipHasMemoryAndAMatrixRate) {
  for (const Chip& chip : chips()) {
    EXPECT_TRUE(chip.memoryBytes.known() && chip.memoryBytesPerS.known()) << chip.id;
    EXPECT_TRUE(chip.peak(Precision::bf16).known() || chip.id == "Rubin") << chip.id;
    EXPECT_GE(narrowestPrecision(chip.dense), 0) << chip.id;
  }
}

TEST(Chips, NarrowerFormatsAreNeverSlowerAndSparseNeverSlowerThanDense) {
  for (const Chip& chip : chips()) {
    double slower = 0;
    for (Precision precision : {Precision::tf32, Precision::bf16, Precision::fp8, Precision::fp6, Precision::nvfp4}) {
      if (!chip.peak(precision).known()) continue;
      EXPECT_GE(chip.peak(precision).value, slower) << chip.id;
      slower = chip.peak(precision).value;
    }
    for (size_t i = 0; i < precisionCount; ++i)
      if (chip.sparse[i].known() && chip.dense[i].known()) {
        EXPECT_GT(chip.sparse[i].value, chip.dense[i].value) << chip.id;
      }
  }
}

// The matrix peak is flops per clock and SM × SMs × clock where all three are known, within the boards' rounding.
TEST(Chips, PeakRatesFollowFromTheSmFacts) {
  for (std::string_view id : {"H100", "A100", "GB200", "H200"}) {
    const Chip& chip = chipNamed(id);
    const double computed = chip.matrixFlopsPerSmClk.value * chip.sms.value * chip.clockHz.value;
    EXPECT_NEAR(computed / chip.peak(Precision::bf16).value, 1, 0.002) << id;
  }
}

TEST(Chips, ExpByUnitsIsBelowTheVendorsFigure) {
  EXPECT_NEAR(expPerS(chipNamed("H100"), ExpAccount::units) / 1e12, 3.865, 5e-4);
  EXPECT_NEAR(expPerS(chipNamed("B200"), ExpAccount::units) / 1e12, 4.653, 5e-4);
  EXPECT_NEAR(expPerS(chipNamed("B300"), ExpAccount::units) / 1e12, 9.624, 5e-4);
  for (const Chip& chip : chips())
    if (chip.expBlog.known() && !std::isnan(expPerS(chip, ExpAccount::units))) {
      EXPECT_LT(expPerS(chip, ExpAccount::units), chip.expBlog.value) << chip.id;
    }
}

}  // namespace
}  // namespace companion
