// Every model: its tables against the Python reference and the lecture, its corners, and the facts its pages rely on.
#include "models.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>
#include <string>

#include "core/format_number.h"
#include "core/read_params.h"
#include "given_text.h"
#include "golden_json.h"

namespace companion {
namespace {

// ------------------------------------------------------------------------------------------------ tables as printed
struct Cell {
  double value;
  std::string text;
};
using Cells = std::vector<Cell>;

Cell cell(double value, std::string_view spec, const char* suffix = "") {
  return {value, formatNumber(value, spec) + suffix};
}

Cells mainCells(const generations::Result& r) {
  Cells cells;
  for (const generations::Row& row : r.rows) {
    cells.push_back({row.peakFlops, formatWithPrefix(row.peakFlops, PrefixFamily::count) + "FLOP/s (" +
                                        std::string(precisionIds[row.precision]) + ")"});
    for (const double ratio :
         {row.computeRatio, row.commonRatio, row.bandwidthRatio, row.capacityRatio, row.linkRatio, row.powerRatio})
      cells.push_back(cell(ratio, ".1f", "×"));
    cells.push_back(cell(row.ridge, ",.0f"));
  }
  return cells;
}

Cells mainCells(const blockFormats::Result& r) {
  Cells cells;
  for (const blockFormats::Loss& loss : r.losses) {
    cells.push_back(cell(loss.bits, "g"));
    cells.push_back(cell(loss.relativeError, ".2%"));
    cells.push_back(cell(loss.sqnrDb, ".1f"));
    cells.push_back(cell(loss.zeroFraction, ".1%"));
  }
  return cells;
}

Cells mainCells(const expBottleneck::Result& r) {
  Cells cells;
  for (const expBottleneck::Row& row : r.rows) {
    cells.push_back({row.expPerS, formatNumber(row.expPerS / 1e12, ".1f") + " T/s"});
    for (const double ratio : row.ratio) cells.push_back(cell(ratio, ".0%"));
  }
  return cells;
}

Cells mainCells(const littlesLaw::Result& r) {
  Cells cells;
  for (const littlesLaw::Way& way : r.ways) {
    cells.push_back(cell(way.requestsPerSm, ",.0f"));
    cells.push_back(cell(way.warpsWithIlp, ",.1f"));
  }
  return cells;
}

Cells mainCells(const asyncPipeline::Result& r) {
  Cells cells;
  for (const asyncPipeline::Row& row : r.rows)
    for (const double busy : row.busy) cells.push_back(cell(busy, ".0%"));
  return cells;
}

Cells mainCells(const pingPong::Result& r) {
  Cells cells;
  for (const pingPong::Row& row : r.rows) {
    cells.push_back(cell(row.mmaPs, ".3f", " ps"));
    cells.push_back(cell(row.expPs, ".3f", " ps"));
    cells.push_back(cell(row.expPerMma, ".0%"));
    cells.push_back(cell(row.serialPs, ".3f", " ps"));
    cells.push_back(cell(row.overlapPs, ".3f", " ps"));
    cells.push_back(cell(row.gain, ".2f", "×"));
  }
  return cells;
}

using Figures = std::map<std::string, std::string>;

template <class Result>
Figures figuresOf(const Result&) {
  return {};
}
Figures figuresOf(const littlesLaw::Result& r) {
  return {{"in-flight", formatWithPrefix(r.inFlightBytes, PrefixFamily::bytes)},
          {"per-sm", formatWithPrefix(r.perSmBytes, PrefixFamily::bytes)}};
}
Figures figuresOf(const asyncPipeline::Result& r) {
  return {{"compute-time", formatWithPrefix(r.computeS, PrefixFamily::time)},
          {"l2-time", formatWithPrefix(r.l2S, PrefixFamily::time)},
          {"hbm-time", formatWithPrefix(r.hbmS, PrefixFamily::time)},
          {"needed-stages", formatNumber(r.neededStages, ".1f")}};
}
Figures figuresOf(const pingPong::Result& r) {
  return {{"exp-rate", formatWithPrefix(r.expPerS, PrefixFamily::count)}};
}
Figures figuresOf(const blockFormats::Result& r) {
  const blockFormats::Storage& nv = r.storage[3];
  return {{"weights", formatWithPrefix(nv.weightsBytes, PrefixFamily::bytes)},
          {"left", formatWithPrefix(nv.leftBytes, PrefixFamily::bytes)},
          {"max-params", formatNumber(nv.maxParams / 1e9, ".0f") + "B"}};
}

// Runs the model of one golden setting and compares what it prints.
struct CompareSetting {
  const golden::Json& setting;
  bool found = false;

  template <class Params, class Result, auto run>
  void model(const char* id) {
    if (setting["demo"].text() != id) return;
    found = true;
    std::vector<Issue> issues;
    const golden::Json& given = setting["params"];
    const Params params = readParams<Params>(
        [&](std::string_view name) { return given.has(name) ? givenText(given[name].text()) : Given{}; }, issues);
    for (const Issue& issue : issues) EXPECT_EQ(issue.problem.substr(0, 3), "no-") << issue.name;
    const Result result = run(params);
    compare(mainCells(result));
    const Figures figures = figuresOf(result);
    EXPECT_EQ(figures.size(), setting["figures"].members().size());
    for (const auto& [name, text] : setting["figures"].members()) EXPECT_EQ(figures.at(name), text.text());
  }

  void compare(const Cells& cells) {
    ASSERT_EQ(cells.size(), setting["cells"].size());
    for (size_t i = 0; i < cells.size(); ++i) {
      if (setting["cells"][i].kind() == golden::Json::Kind::null) {
        EXPECT_TRUE(std::isnan(cells[i].value)) << "cell " << i;
        continue;
      }
      EXPECT_EQ(cells[i].text, setting["cells"][i].text()) << "cell " << i;
      const double expected = setting["values"][i].number();
      EXPECT_NEAR(cells[i].value, expected, std::fabs(expected) * 1e-12) << "cell " << i;
    }
  }
};

TEST(Models, TablesAndFiguresEqualThePythonReferenceAtEverySetting) {
  const golden::Json file = golden::load("settings.json");
  std::map<std::string, int> settingsOf;
  for (const golden::Json& setting : file["settings"]) {
    SCOPED_TRACE("setting " + std::to_string(settingsOf[setting["demo"].text()]++) + " of " + setting["demo"].text());
    CompareSetting visitor{setting};
    models(visitor);
    EXPECT_TRUE(visitor.found);
  }
  for (const auto& [demo, count] : settingsOf) EXPECT_GE(count, 4) << demo;  // the defaults and three more
}

// The numeric cells of a transcript's table: `rows` lines from line `from` on, cells separated by " | ", without the
// first `skip` and the last `drop` of each.
std::vector<std::string> transcriptCells(const golden::Json& lines, size_t from, size_t rows, size_t skip,
                                         size_t drop) {
  std::vector<std::string> cells;
  for (size_t row = from; row < from + rows; ++row) {
    const std::string& line = lines[row].text();
    std::vector<std::string> all;
    for (size_t start = 0; start <= line.size();) {
      const size_t end = std::min(line.find(" | ", start), line.size());
      all.push_back(line.substr(start, end - start));
      start = end + 3;
    }
    cells.insert(cells.end(), all.begin() + static_cast<ptrdiff_t>(skip), all.end() - static_cast<ptrdiff_t>(drop));
  }
  return cells;
}

template <class Result>
void expectTranscript(const Result& result, const char* demo, size_t from, size_t rows, size_t skip, size_t drop = 0) {
  const golden::Json file = golden::load("transcripts.json");
  const std::vector<std::string> expected = transcriptCells(file[demo], from, rows, skip, drop);
  const Cells cells = mainCells(result);
  ASSERT_EQ(cells.size(), expected.size()) << demo;
  for (size_t i = 0; i < cells.size(); ++i)
    EXPECT_EQ(std::isnan(cells[i].value) ? "-" : cells[i].text, expected[i]) << demo << " cell " << i;
}

TEST(Models, DefaultsPrintTheLecturesTranscripts) {
  expectTranscript(generations::run({}), "lecture01/demo1_trends", 2, 4, 1);
  expectTranscript(blockFormats::run({}), "lecture01/demo2_nvfp4", 2, 4, 1);
  expectTranscript(expBottleneck::run({}), "lecture01/demo3_exp_bottleneck", 2, 6, 2);
  expectTranscript(littlesLaw::run({}), "lecture08/demo1_littles_law", 3, 4, 1, 1);
  expectTranscript(asyncPipeline::run({}), "lecture08/demo2_pipeline", 3, 4, 2);
  expectTranscript(pingPong::run({}), "lecture08/demo3_pingpong", 3, 2, 1);
}

// ---------------------------------------------------------------------------------------------------------- corners
// Collects for each member that is a choice of values what its corners are, as text like that of a URL.
struct ListCorners {
  std::vector<std::pair<std::string, std::string>> corners;

  void add(std::string_view name, std::string value) { corners.emplace_back(name, std::move(value)); }
  template <class T>
  void number(std::string_view name, double T::*, double min, double max, std::string_view) {
    add(name, shortestText(min)), add(name, shortestText(max));
  }
  template <class Integer, class T>
  void integer(std::string_view name, Integer T::*, double min, double max, std::string_view) {
    if (name == "n") max = 100000;  // the real end takes half a gigabyte
    add(name, shortestText(min)), add(name, shortestText(max));
  }
  template <class T>
  void choice(std::string_view name, int T::*, Names names) {
    for (int i = 0; i < names.count; ++i) add(name, std::string(names[i]));
  }
  template <class T>
  void choices(std::string_view name, std::vector<int> T::*, Names names, int) {
    std::string all;
    for (int i = 0; i < names.count; ++i) {
      add(name, std::string(names[i]));
      if (i) all += ',';
      all += names[i];
    }
    add(name, all);
  }
  template <class T>
  void pairs(std::string_view name, std::vector<Pair> T::*, int min, int max, int) {
    const std::string low = std::to_string(min), high = std::to_string(max);
    add(name, low + ":" + low), add(name, high + ":" + high), add(name, low + ":" + high + "," + high + ":" + low);
  }
};

// Walks a result; reports the members that are NaN or infinite.
template <class T>
struct ListUnusual {
  const T& from;
  std::set<std::string>& found;

  void look(std::string_view name, double value) {
    if (std::isnan(value)) found.insert(std::string(name));
    if (std::isinf(value)) found.insert(std::string(name) + " infinite");
  }
  void number(std::string_view name, double T::*member, std::string_view) { look(name, from.*member); }
  template <class Integer>
  void integer(std::string_view, Integer T::*, std::string_view) {}
  void flag(std::string_view, bool T::*) {}
  void text(std::string_view, std::string_view T::*) {}
  void choice(std::string_view name, int T::*member, Names names) {
    EXPECT_TRUE(from.*member >= 0 && from.*member < names.count) << name;
  }
  template <class Number>
  void numbers(std::string_view name, std::vector<Number> T::*member, std::string_view) {
    for (const Number value : from.*member) look(name, static_cast<double>(value));
  }
  template <class U>
  void list(std::string_view, std::vector<U> T::*member) {
    for (const U& item : from.*member) walk(item, found);
  }
  template <class U>
  void object(std::string_view, U T::*member) {
    walk(from.*member, found);
  }
  template <class U>
  static void walk(const U& item, std::set<std::string>& found) {
    ListUnusual<U> visitor{item, found};
    visitFields<U>(visitor);
  }
};

// Members that may be missing, and the exact result that has no noise. All others are numbers at every corner.
const std::map<std::string, std::set<std::string>> kMayBeMissing = {
    {"generations",
     {"peakFlops",
      "computeRatio",
      "commonRatio",
      "bandwidthRatio",
      "capacityRatio",
      "linkRatio",
      "powerRatio",
      "ridge",
      "commonFlops",
      "powerW",
      "flopsPerW",
      "flopsPerWRatio",
      "precisionFactor",
      "precisionShareLog",
      "precisionShareAdditive",
      "bandwidthVersusPrevious",
      "attainableFlops",
      "timeS",
      "shortBy",
      "balance",
      "attainable",
      "value",
      "linkBytesPerS"}},
    {"block-formats",
     {"idealSqnrDb", "expectedSqnrDb", "expectedZeroFraction", "mxfp4Expected", "nvfp4Expected", "sqnrDb infinite",
      "mxfp4 infinite", "nvfp4 infinite", "fp8 infinite", "fp4 infinite", "idealSqnrDb infinite",
      "expectedSqnrDb infinite", "mxfp4Expected infinite", "nvfp4Expected infinite"}},
    {"exp-bottleneck", {"peakFlops",   "peakMultiple", "expMultiple",   "expPerS",       "ratio",           "blog",
                        "units",       "measured",     "announcedFp32", "announcedHalf", "balancedHeadDim", "sms",
                        "clockHz",     "ex2PerSmClk",  "measuredAgain", "mmaPs",         "fmaPerS",         "expPs",
                        "fmaPs",       "totalPs",      "balancedShare", "balancedPs",    "neededShare",     "fmaBusy",
                        "ratioBefore", "ratioAfter",   "expCurvePs",    "fmaCurvePs",    "totalCurvePs"}},
    {"littles-law", {"warps", "warpsWithIlp"}},
    {"async-pipeline", {"stagesForTarget"}},
    {"ping-pong",
     {"expPerS", "peakFlops", "mmaPs", "expPs", "expPerMma", "serialPs", "overlapPs", "gain", "serialFlops",
      "overlapFlops", "utilization", "balancedHeadDim", "byHeadDim", "byExpTps", "share", "stepPairS",
      "stepPairSimulatedS", "serialStepPairS"}}};

struct WalkCorners {
  template <class Params, class Result, auto run>
  void model(const char* id) {
    ListCorners list;
    visitFields<Params>(list);
    for (const auto& [name, value] : list.corners) {
      SCOPED_TRACE(std::string(id) + " " + name + "=" + value);
      std::vector<Issue> issues;
      const Params params = readParams<Params>(
          [&, name = name, value = value](std::string_view asked) {
            if (asked == name) return givenText(value);
            if (asked == "n") return Given(2000);
            return Given{};
          },
          issues);
      for (const Issue& issue : issues)
        EXPECT_TRUE(issue.problem.substr(0, 3) == "no-" || issue.problem == "does-not-fit") << issue.problem;
      std::set<std::string> unusual;
      const Result result = run(params);
      ListUnusual<Result>::walk(result, unusual);
      for (const std::string& member : unusual) EXPECT_TRUE(kMayBeMissing.at(id).count(member)) << member;
    }
  }
};

TEST(Models, EveryParameterAtEachEndGivesNumbers) {
  WalkCorners visitor;
  models(visitor);
}

struct ListIds {
  std::vector<std::string> ids;
  template <class, class, auto>
  void model(const char* id) {
    ids.push_back(id);
  }
};

TEST(Models, TheSixDemosAreThere) {
  ListIds list;
  models(list);
  for (const auto& [id, missing] : kMayBeMissing) EXPECT_EQ(std::count(list.ids.begin(), list.ids.end(), id), 1) << id;
}

// ------------------------------------------------------------------------------------------------------ generations
TEST(Generations, TheSharesOfPrecisionAreTheTwoWaysToCountIt) {
  const generations::Row b300 = generations::run({}).rows[2];
  EXPECT_NEAR(b300.precisionFactor * b300.commonRatio, b300.computeRatio, 1e-12);
  EXPECT_NEAR(b300.precisionShareLog, 0.542, 5e-4);
  EXPECT_NEAR(b300.precisionShareAdditive, 0.768, 5e-4);
}

TEST(Generations, RubinsBandwidthIs2Point75TimesBlackwells) {
  EXPECT_EQ(generations::run({}).rows[3].bandwidthVersusPrevious, 2.75);
}

TEST(Generations, ListsAreThoseOfTheChipTable) {
  for (int i = 0; i < chipCount; ++i) EXPECT_EQ(generations::kChips[i], chipIds[i]);
  for (const generations::FigureEntry& entry : generations::run({}).figures) EXPECT_GE(entry.figure, 0);
  for (int i = 0; i < precisionCount; ++i) EXPECT_EQ(generations::kFormats[i + 1], precisionIds[i]);
}

TEST(Generations, AtTheBalancedSizeTheKernelStandsOnTheRidge) {
  for (int kernel = 0; kernel < 4; ++kernel) {
    generations::Params p;
    p.kernel = kernel;
    p.context = 100;
    const double balance = generations::run(p).roofs[0].balance;
    const int size = static_cast<int>(std::ceil(balance));
    p.gemmM = p.gemmN = p.gemmK = p.sequence = p.batch = size;
    p.intensity = balance;
    const generations::Roof roof = generations::run(p).roofs[0];
    EXPECT_NEAR(roof.shortBy, 1, 0.01) << generations::kKernels[kernel];
    EXPECT_NEAR(roof.attainableFlops, generations::run(p).rows[0].peakFlops, 0.01 * roof.attainableFlops);
  }
}

TEST(Generations, ACustomChipIsItsFigures) {
  generations::Params p;
  p.chips = {generations::kCustom};
  p.base = generations::kCustom;
  const generations::Row row = generations::run(p).rows[0];
  EXPECT_EQ(row.peakFlops, p.customPflops * 1e15);
  EXPECT_EQ(row.computeRatio, 1);
  EXPECT_EQ(row.ridge, p.customPflops * 1e15 / (p.customTBps * 1e12));
}

TEST(Generations, SparseRatesNeverStandInForDenseOnes) {
  generations::Params p;
  p.density = 1;
  const generations::Result r = generations::run(p);
  EXPECT_EQ(r.rows[0].peakFlops, 3957.8e12);
  EXPECT_EQ(r.rows[2].peakFlops, 20e15);
  EXPECT_TRUE(std::isnan(r.rows[3].peakFlops));
}

// ---------------------------------------------------------------------------------------------------- block formats
blockFormats::Params smallSignal() {
  blockFormats::Params p;
  p.n = 1 << 14;
  return p;
}

TEST(BlockFormats, PolicyNamesAreThePresets) {
  ASSERT_EQ(std::size(blockFormats::kPolicies), presets().size() + 1);
  for (size_t i = 0; i < presets().size(); ++i) EXPECT_EQ(blockFormats::kPolicies[i], presets()[i].name);
  const auto same = [](auto names, auto list) {
    ASSERT_EQ(names.size(), std::size(list));
    for (size_t i = 0; i < names.size(); ++i) EXPECT_EQ(names[i], list[i]);
  };
  same(namesOf(ScaleFormat{}), std::span(blockFormats::kScaleFormats));
  same(namesOf(ScaleRule{}), std::span(blockFormats::kScaleRules));
  same(namesOf(Tie{}), std::span(blockFormats::kPolicyTies));
  same(namesOf(Overflow{}), std::span(blockFormats::kOverflows));
  same(namesOf(ZeroScale{}), std::span(blockFormats::kZeroScales));
  same(namesOf(NonFinite{}), std::span(blockFormats::kNonFinites));
  same(namesOf(Arithmetic{}), std::span(blockFormats::kArithmetics));
}

TEST(BlockFormats, CountsAndSharesAddUp) {
  const blockFormats::Result r = blockFormats::run(smallSignal());
  const auto sum = [](const std::vector<double>& list) {
    double total = 0;
    for (const double x : list) total += x;
    return total;
  };
  EXPECT_EQ(sum(r.data.counts) + r.data.zeros + r.data.below, 1 << 14);
  for (const blockFormats::Loss& loss : r.losses) {
    EXPECT_EQ(sum(loss.codeCounts), 1 << 14);
    EXPECT_NEAR(loss.roundingShare + loss.clippingShare + loss.flushedShare, 1, 1e-12);
  }
  EXPECT_EQ(sum(r.comparison.byReason), r.comparison.codesDiffer);
}

TEST(BlockFormats, ATailIsReportedAndQuantizedWithItsTrueLength) {
  blockFormats::Params p = smallSignal();
  p.n = (1 << 14) - 5;
  const blockFormats::Result r = blockFormats::run(p);
  EXPECT_EQ(r.losses[2].tail, 27);
  EXPECT_EQ(r.losses[3].tail, 11);
  EXPECT_EQ(r.losses[0].tail, 0);
}

TEST(BlockFormats, ASecondRunWithTheSameSignalGivesTheSameResult) {
  blockFormats::Params p = smallSignal();
  const double first = blockFormats::run(p).losses[3].relativeError;
  p.seed = 5;
  const double other = blockFormats::run(p).losses[3].relativeError;
  p.seed = 0;
  EXPECT_EQ(blockFormats::run(p).losses[3].relativeError, first);
  EXPECT_NE(other, first);
}

TEST(BlockFormats, MeasuredLossesAreTheExpectedOnes) {
  for (const int distribution : {0, 1, 2, 3}) {
    blockFormats::Params p;
    p.n = 1 << 20;
    p.distribution = distribution;
    for (const blockFormats::Loss& loss : blockFormats::run(p).losses) {
      const double measured = loss.relativeError * loss.relativeError,
                   expected = std::pow(10, -loss.expectedSqnrDb / 10);
      EXPECT_NEAR(measured / expected, 1, distribution == 0 ? 0.02 : 0.005)
          << blockFormats::kDistributions[distribution];
      EXPECT_NEAR(loss.zeroFraction, loss.expectedZeroFraction, 0.003);
    }
  }
}

TEST(BlockFormats, TheMagnifierShowsTheBlockOfTheLargestNumber) {
  const blockFormats::Result r = blockFormats::run(smallSignal());
  ASSERT_EQ(r.comparison.elements.size(), 16u);
  double largest = 0;
  for (const blockFormats::Element& element : r.comparison.elements) largest = std::max(largest, std::fabs(element.x));
  EXPECT_EQ(largest, r.data.largest);
}

TEST(BlockFormats, EveryListedDifferenceHasAnotherCodeAndTheReasonHolds) {
  blockFormats::Params p = smallSignal();
  p.policyA = 4;   // ocp/mxfp4
  p.policyB = 12;  // compressed-tensors/mxfp4: the same blocks, scales rounded by EVEN
  const blockFormats::Comparison c = blockFormats::run(p).comparison;
  EXPECT_GT(c.codesDiffer, 0);
  for (const blockFormats::Difference& d : c.differences) {
    EXPECT_NE(d.a.code, d.b.code);
    EXPECT_EQ(blockFormats::kReasons[d.reason] == "scale", d.a.scale != d.b.scale);
  }
}

TEST(BlockFormats, OnlyTheTieRuleSeparatesPoliciesOnNumbersHalfwayBetweenCodes) {
  blockFormats::Params p = smallSignal();
  p.distribution = 3;
  p.policyA = p.policyB = blockFormats::kCustomPolicy;
  const blockFormats::Comparison same = blockFormats::run(p).comparison;
  EXPECT_EQ(same.codesDiffer, 0);
  EXPECT_EQ(same.valuesDiffer, 0);
}

TEST(BlockFormats, APolicyThatDoesNotFitIsMendedAndReported) {
  blockFormats::Params p;
  p.customScale = 1;       // e4m3
  p.customScaleRule = 0;   // floor, a rule of e8m0
  p.customArithmetic = 2;  // te, which needs a tensor scale
  std::vector<Issue> issues;
  check(p, issues);
  EXPECT_EQ(issues.size(), 2u);
  EXPECT_EQ(policyError(blockFormats::customPolicy(p)).member, nullptr);
}

// --------------------------------------------------------------------------------------------------- exp bottleneck
TEST(ExpBottleneck, TheBalancedShareMakesBothUnitsEquallyLongAndNothingIsFaster) {
  const expBottleneck::Offload o = expBottleneck::run({}).offload;
  expBottleneck::Params p;
  p.share = o.balancedShare;
  const expBottleneck::Offload balanced = expBottleneck::run(p).offload;
  EXPECT_NEAR(balanced.expPs, balanced.fmaPs, 1e-12 * balanced.fmaPs);
  for (const double total : o.totalCurvePs) EXPECT_GE(total * (1 + 1e-12), o.balancedPs);
}

TEST(ExpBottleneck, AtTheNeededShareExpTakesAsLongAsTheProducts) {
  expBottleneck::Params p;
  p.share = expBottleneck::run(p).offload.neededShare;
  EXPECT_NEAR(expBottleneck::run(p).offload.ratioAfter, 1, 1e-12);
}

TEST(ExpBottleneck, BlackwellUltraInFp8IsAtOneHundredPercentByUnits) {
  expBottleneck::Params p;
  p.account = 1;
  const auto rows = expBottleneck::run(p).rows;
  EXPECT_NEAR(rows[1].ratio[1], 1.0, 1e-3);                  // H100, FP8, d = 128
  EXPECT_NEAR(rows[5].ratio[1] * 2.032 / 2.062, 1.0, 1e-2);  // B300, with the clock its peak is rated at
}

TEST(ExpBottleneck, RubinHasOnlyAnAnnouncedRatio) {
  expBottleneck::Params p;
  p.chips = {names(chipIds).indexOf("Rubin-NVL72")};
  const expBottleneck::Row row = expBottleneck::run(p).rows[0];
  EXPECT_TRUE(std::isnan(row.ratio[1]));
  EXPECT_NEAR(row.announcedHalf[1], 4e15 / 512 / 20e12, 1e-12);
}

// -------------------------------------------------------------------------------------------------- async pipeline
TEST(AsyncPipeline, TheClosedFormIsOnTheSimulatedCurve) {
  for (const asyncPipeline::Curve& curve : asyncPipeline::run({}).curves)
    for (size_t i = 0; i < curve.fixed.size(); ++i) EXPECT_NEAR(curve.fixed[i], curve.closed[i], 1e-12);
}

TEST(AsyncPipeline, TheTimelineIsTheRunOfItsWindow) {
  asyncPipeline::Params p;
  p.firstTile = 20;
  p.shownTiles = 9;
  p.timelineLatency = 1;
  const asyncPipeline::Timeline line = asyncPipeline::run(p).timeline;
  ASSERT_EQ(line.start.size(), 9u);
  for (size_t i = 0; i < 9; ++i) {
    EXPECT_EQ(line.slot[i], static_cast<int>(20 + i) % 4);
    EXPECT_LE(line.requested[i], line.channelStart[i]);
    EXPECT_LT(line.channelStart[i], line.channelEnd[i]);
    EXPECT_LT(line.channelEnd[i], line.arrived[i]);
    EXPECT_LE(line.arrived[i], line.start[i]);
    if (i) {
      EXPECT_LE(line.end[i - 1], line.start[i]);
    }
  }
}

TEST(AsyncPipeline, MonteCarloIsTheMeanOfTheRunsOfItsSeeds) {
  asyncPipeline::Params p;
  p.seeds = 10;
  const asyncPipeline::Result r = asyncPipeline::run(p);
  double sum = 0;
  for (int i = 0; i < 10; ++i) {
    p.seed = 1 + i;
    sum += asyncPipeline::run(p).rows[1].busy[3];
  }
  EXPECT_NEAR(r.monteCarlo[0].mean[3], sum / 10, 1e-14);
}

TEST(AsyncPipeline, JitterAtEightStagesIsInTheBandOfSixtySeeds) {
  asyncPipeline::Params p;
  p.seeds = 1000;
  const asyncPipeline::MonteCarlo l2 = asyncPipeline::run(p).monteCarlo[0];
  EXPECT_NEAR(l2.mean[7], 0.717, 0.005);
  EXPECT_NEAR(l2.sd[7], 0.031, 0.003);
}

TEST(AsyncPipeline, SharedMemoryHoldsSevenStagesOfTheLecturesTile) {
  EXPECT_EQ(asyncPipeline::run({}).stagesThatFit, 7);
  asyncPipeline::Params p;
  p.epilogueKiB = 32;
  EXPECT_EQ(asyncPipeline::run(p).stagesThatFit, 6);
}

TEST(AsyncPipeline, FiveStagesHideAFixedLatencyUnderBothRules) {
  asyncPipeline::Params p;
  p.target = 1;
  for (const int release : {0, 1}) {
    p.release = release;
    EXPECT_EQ(asyncPipeline::run(p).supplies[0].stagesForTarget, 5);
  }
  p.release = 2;
  EXPECT_TRUE(std::isnan(asyncPipeline::run(p).supplies[0].stagesForTarget));
}

TEST(AsyncPipeline, TheMeasuredMainloopFollowsCpAsyncAndNotTheRing) {
  for (const asyncPipeline::Measured& m : asyncPipeline::run({}).measured)
    if (m.study == 0 && m.stages == 3) {
      EXPECT_NEAR(m.cpAsync / m.measured, 0.997, 1e-3);
      EXPECT_NEAR(m.ring / m.measured, 1.27, 5e-3);
    }
}

TEST(AsyncPipeline, MulticastSavesTheBytesThatNeighboursShare) {
  asyncPipeline::Params p;
  p.clusterN = 2;
  const asyncPipeline::Result r = asyncPipeline::run(p);
  EXPECT_EQ(r.fetchedBytes, 0.75 * r.tileBytes);
  EXPECT_EQ(r.tileBytes, 32768);
}

// -------------------------------------------------------------------------------------------------------- ping-pong
TEST(PingPong, TheSimulationSettlesAtTheClosedForm) {
  std::mt19937_64 engine(3);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (int trial = 0; trial < 300; ++trial) {
    pingPong::Params p;
    p.headDim = 8 + static_cast<int>(engine() % 500);
    p.expTps = 0.5 + 10 * uniform(engine);
    p.imbalance = trial % 3 ? 0.9 * uniform(engine) : 0;
    p.syncNs = trial % 2 ? 200 * uniform(engine) : 0;
    const pingPong::Result r = pingPong::run(p);
    ASSERT_NEAR(r.stepPairSimulatedS / r.stepPairS, 1, 1e-12) << trial;
  }
}

TEST(PingPong, TheGainIsAtMostTwoAndTwoWhereBothTakeEquallyLong) {
  const pingPong::Result r = pingPong::run({});
  for (const pingPong::GainCurve& curve : r.gains)
    for (const double gain : curve.byHeadDim) EXPECT_LE(gain, 2);
  pingPong::Params p;
  p.expAccount = 2;  // by units: exactly half of BF16's time at d = 128
  EXPECT_NEAR(pingPong::run(p).rows[1].gain, 2, 1e-12);
  EXPECT_NEAR(pingPong::run(p).rows[0].gain, 1.5, 1e-12);
}

TEST(PingPong, ReportedRatesAreAboveTheSerialBound) {
  pingPong::Params p;
  p.expAccount = 2;
  const pingPong::Result r = pingPong::run(p);
  EXPECT_NEAR(r.rows[0].serialFlops, 659.6e12, 0.1e12);
  EXPECT_GT(r.reports[5].flops, r.rows[0].serialFlops);
}

TEST(PingPong, SpansOfOneUnitNeverOverlap) {
  pingPong::Params p;
  p.imbalance = 0.2;
  p.syncNs = 30;
  const pingPong::Result r = pingPong::run(p);
  for (const int unit : {0, 1}) {
    double free = 0;
    for (const pingPong::Span& span : r.pingPong)
      if (span.unit == unit) {
        EXPECT_GE(span.fromS, free);
        free = span.toS;
      }
  }
}

}  // namespace
}  // namespace companion
