// The pipeline recurrence against the golden runs, its closed forms, exact results for random latencies, and its order
// laws.
#include "core/pipeline.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "golden_json.h"

namespace companion {
namespace {

constexpr Release kReleases[] = {Release::cpAsync, Release::ring, Release::sync};

Release releaseNamed(const std::string& name) {
  return name == "cp_async" ? Release::cpAsync : name == "ring" ? Release::ring : Release::sync;
}

struct Case {
  PipelineSetup setup;
  double latencyS;
  int tiles;
};

// Random setups in the lecture's orders of magnitude, with some times equal and some zero.
class Cases {
 public:
  Case next(Release release) {
    return {{time(1), time(0), 1 + static_cast<int>(engine_() % 12), release, engine_() % 3 ? 0 : time(0)},
            time(0) * 3,
            1 + static_cast<int>(engine_() % 300)};
  }
  std::vector<double> exponential(double mean, int count) {
    std::exponential_distribution<double> draw(1);
    std::vector<double> values;
    for (int i = 0; i < count; ++i) values.push_back(mean * draw(engine_));
    return values;
  }

 private:
  double time(int least) { return static_cast<double>(least + static_cast<int>(engine_() % 40)) * 37e-9; }
  std::mt19937_64 engine_{20};
};

double meanPeriod(const PipelineSetup& setup, double latencyS, double jitterS, int tiles) {
  std::vector<double> latencies = Cases().exponential(jitterS, tiles);
  for (double& latency : latencies) latency += latencyS;
  return runPipeline(setup, latencies).total / tiles;
}

TEST(Pipeline, GoldenRunsAreEqualBitForBit) {
  const golden::Json file = golden::load("pipeline.json");
  const int tiles = static_cast<int>(file["tiles"].number());
  ASSERT_EQ(file["rows"].size(), 96u);
  for (const golden::Json& row : file["rows"]) {
    const PipelineSetup setup{file["t_comp_s"].number(),
                              file[row["source"].text() == "l2" ? "t_l2_s" : "t_hbm_s"].number(),
                              static_cast<int>(row["stages"].number()), releaseNamed(row["release"].text())};
    const std::vector<double> latencies =
        jitteredLatencies(file["latency_s"].number(), row["jitter"].number(), tiles, row["seed"].word());
    const PipelineRun run = runPipeline(setup, latencies);
    SCOPED_TRACE(row["release"].text() + " " + row["source"].text() + " stages " + row["stages"].text() + " jitter " +
                 row["jitter"].text());
    EXPECT_EQ(run.busy, row["busy"].number());
    EXPECT_EQ(run.total, row["total_s"].number());
    for (size_t i = 0; i < row["end_first_s"].size(); ++i) EXPECT_EQ(run.end[i], row["end_first_s"][i].number());
  }
}

TEST(Pipeline, ManyRunsSideBySideEqualTheSingleRunBitForBit) {
  Cases cases;
  for (Release release : kReleases)
    for (int runs : {1, 3, 4, 9}) {
      const Case c = cases.next(release);
      std::vector<double> latencies = cases.exponential(c.latencyS, runs * c.tiles), busy(static_cast<size_t>(runs));
      pipelineBusy(c.setup, c.tiles, interleaveLatencies(c.tiles, latencies), busy);
      for (int i = 0; i < runs; ++i) {
        const std::span<const double> own(&latencies[static_cast<size_t>(i * c.tiles)], static_cast<size_t>(c.tiles));
        EXPECT_EQ(busy[static_cast<size_t>(i)], runPipeline(c.setup, own).busy);
      }
    }
}

TEST(Pipeline, FixedLatencyObeysTheClosedFormForAnyNumberOfTiles) {
  Cases cases;
  for (Release release : kReleases)
    for (int trial = 0; trial < 4000; ++trial) {
      const Case c = cases.next(release);
      const double total = runPipeline(c.setup, std::vector<double>(static_cast<size_t>(c.tiles), c.latencyS)).total;
      ASSERT_NEAR(fixedLatencyTotal(c.setup, c.latencyS, c.tiles) / total, 1, 1e-12)
          << "stages " << c.setup.stages << " tiles " << c.tiles << " issue " << c.setup.issueIntervalS;
    }
}

TEST(Pipeline, ALongRunApproachesTheSteadyPeriod) {
  Cases cases;
  constexpr int kTiles = 20000;
  for (Release release : kReleases)
    for (int trial = 0; trial < 50; ++trial) {
      const Case c = cases.next(release);
      const double total = runPipeline(c.setup, std::vector<double>(kTiles, c.latencyS)).total;
      EXPECT_NEAR(total / kTiles / steadyPeriod(c.setup, c.latencyS), 1, 1e-2);
      EXPECT_LE(c.setup.computeS / steadyPeriod(c.setup, c.latencyS), busyLimit(c.setup));
    }
}

// Jensen: the recurrence is convex in the latencies, so jitter of the same mean never shortens the mean period.
TEST(Pipeline, JitterNeverBeatsFixedLatencyOfTheSameMean) {
  Cases cases;
  for (Release release : kReleases)
    for (int trial = 0; trial < 20; ++trial) {
      const Case c = cases.next(release);
      const double jitterS = c.latencyS / 2 + 1e-9;
      EXPECT_GE(meanPeriod(c.setup, c.latencyS, jitterS, 20000) * 1.01, steadyPeriod(c.setup, c.latencyS + jitterS));
    }
}

void expectNoneLater(const std::vector<double>& earlier, const std::vector<double>& later) {
  for (size_t i = 0; i < earlier.size(); ++i) ASSERT_LE(earlier[i], later[i] * (1 + 1e-12)) << "tile " << i;
}

TEST(Pipeline, NoTileEndsEarlierWithFewerStagesOrLongerTimes) {
  Cases cases;
  for (Release release : kReleases)
    for (int trial = 0; trial < 100; ++trial) {
      const Case c = cases.next(release);
      const std::vector<double> latencies = cases.exponential(c.latencyS, c.tiles);
      std::vector<double> longer = latencies;
      for (double& latency : longer) latency *= 1.25;
      PipelineSetup deeper = c.setup, slower = c.setup, narrower = c.setup, rarer = c.setup;
      deeper.stages += 1, slower.computeS *= 1.5, narrower.transferS *= 1.5, rarer.issueIntervalS += 1e-8;
      const std::vector<double> end = runPipeline(c.setup, latencies).end;
      expectNoneLater(runPipeline(deeper, latencies).end, end);
      for (const PipelineSetup& worse : {slower, narrower, rarer})
        expectNoneLater(end, runPipeline(worse, latencies).end);
      expectNoneLater(end, runPipeline(c.setup, longer).end);
    }
}

TEST(Pipeline, RingIsNeverLaterThanCpAsyncAndCpAsyncNeverLaterThanSync) {
  Cases cases;
  for (int trial = 0; trial < 200; ++trial) {
    Case c = cases.next(Release::ring);
    const std::vector<double> latencies = cases.exponential(c.latencyS, c.tiles);
    const auto endOf = [&](Release release) {
      c.setup.release = release;
      return runPipeline(c.setup, latencies).end;
    };
    const auto ring = endOf(Release::ring), cpAsync = endOf(Release::cpAsync), sync = endOf(Release::sync);
    expectNoneLater(ring, cpAsync);
    expectNoneLater(cpAsync, sync);
  }
}

TEST(Pipeline, OneStageIsSyncUnderEveryRule) {
  const std::vector<double> latencies = Cases().exponential(1, 100);
  for (Release release : kReleases)
    EXPECT_EQ(runPipeline({1, 0.5, 1, release}, latencies).end, runPipeline({1, 0.5, 7, Release::sync}, latencies).end);
}

// Exact mean periods for compute 1 (0, 0.3), no transfer and exponential latency of mean 1: a Markov chain over which
// of the last stages - 1 tiles have arrived, solved exactly.
struct MarkovRow {
  double compute;
  Release release;
  std::vector<double> period;  // from stages = firstStages on
  int firstStages;
};

TEST(Pipeline, ExponentialLatencyAgreesWithTheMarkovChainToHalfAPercent) {
  const MarkovRow rows[] = {{0, Release::ring, {1, 2.0 / 3, 14.0 / 27, .43117, .37242, .32969, .29698, .27098}, 1},
                            {0.3, Release::ring, {1.3, .84058, .65968, .55828, .49258, .44653, .41270, .38710}, 1},
                            {0.3, Release::cpAsync, {1.04082, .73064, .59173, .51041, .45666, .41865, .39066}, 2},
                            {1, Release::ring, {2, 1.31072, 1.11936, 1.04635, 1.01767, 1.00663, 1.00246, 1.00091}, 1},
                            {1, Release::cpAsync, {1.36788, 1.12676, 1.04744, 1.01783, 1.00665, 1.00246, 1.00091}, 2}};
  for (const MarkovRow& row : rows)
    for (size_t i = 0; i < row.period.size(); ++i) {
      const int stages = row.firstStages + static_cast<int>(i);
      const double simulated = meanPeriod({row.compute, 0, stages, row.release}, 0, 1, 400000);
      EXPECT_NEAR(simulated / row.period[i], 1, 5e-3) << "compute " << row.compute << " stages " << stages;
    }
}

// Two stages, cp_async: a tile takes max(compute, transfer + latency). Exponential part of mean m above a floor.
TEST(Pipeline, TwoStagesOfCpAsyncTakeTheMeanOfTheSlowerSide) {
  const double compute = 1, transfer = 0.2, floor = 0.3, mean = 0.7;
  const double expected = compute + mean * std::exp(-(compute - transfer - floor) / mean);
  EXPECT_NEAR(meanPeriod({compute, transfer, 2, Release::cpAsync}, floor, mean, 400000) / expected, 1, 5e-3);
}

TEST(Pipeline, TwoStagesOfTheRingHaveAnExactPeriodToo) {
  const double compute = 1, transfer = 0.2, floor = 0.3, mean = 0.7;
  const double a = std::exp(-(compute - transfer - floor) / mean);
  const double expected = compute + mean * a / (1 + a / 2);
  EXPECT_NEAR(meanPeriod({compute, transfer, 2, Release::ring}, floor, mean, 400000) / expected, 1, 5e-3);
}

TEST(Pipeline, WithoutJitterTheSeedIsNotUsed) {
  EXPECT_EQ(jitteredLatencies(7e-7, 0, 5, 1), std::vector<double>(5, 7e-7));
  EXPECT_NE(jitteredLatencies(7e-7, 1, 5, 1), jitteredLatencies(7e-7, 1, 5, 2));
}

TEST(Pipeline, TheLecturesTileNeedsFourAndAHalfStages) {
  EXPECT_NEAR(stagesToHide(512 / 1.83e9, 512 / 1.83e9, 700e-9), 4.50195, 1e-5);
}

}  // namespace
}  // namespace companion
