// An SM's load-and-compute loop over `tiles` tiles: how busy the tensor core is for each number of buffers (stages).
//
// Equations: compute = 2MNK / (flops per clock × clock); transfer = bytes of A and B / (bytes per clock from L2, or an
// equal share of the memory); the recurrence of core/pipeline; latency of a tile = latency × (1 + jitter × Exp(1)).
// Full hiding of a fixed latency takes (latency + transfer + compute) / compute stages.
// Source: lecture 8, script 04, demo 2; release rules as its prose, CUTLASS and FlashAttention-3 have them.
// Assumptions: one SM, tiles alike, in order; memory shared equally; latencies independent; no epilogue, no barrier
// cost; a cluster's multicast divides the bytes each SM fetches. The bandwidth and the latency are orders of magnitude.
// Error: the recurrence is exact in float64; Monte Carlo means carry a standard error of sd / sqrt(seedsUsed).
#pragma once
#include <algorithm>
#include <vector>

#include "core/chips.h"
#include "core/fields.h"
#include "core/pipeline.h"
#include "core/progress.h"

namespace companion::asyncPipeline {

inline constexpr std::string_view kReleases[] = {"cp_async", "ring", "sync"};  // in the order of enum Release
inline constexpr std::string_view kSources[] = {"l2", "hbm"};
inline constexpr std::string_view kLatencies[] = {"fixed", "jitter"};
inline constexpr int kTableStages[] = {1, 2, 3, 4, 6, 8};
inline constexpr int kBarrierBytes = 16;  // a full and an empty barrier for each stage, as CUTLASS counts

struct Params {
  int tileM = 128;
  int tileN = 128;
  int tileK = 64;
  double bytesPerElement = 2;
  double flopsPerSmClk = 4096;
  double clockGhz = 1.83;
  int sms = 132;
  double l2BytesPerClk = 64;
  double hbmTBps = 3.35;
  double latencyNs = 700;
  double jitter = 1;
  int tiles = 256;
  double seed = 1;
  int release = 0;
  int stages = 4;           // of the single run
  int source = 0;           // of the single run
  int timelineLatency = 0;  // of the single run: fixed or with jitter
  int firstTile = 0;        // the single run's window
  int shownTiles = 12;
  double issueIntervalNs = 0;  // least time between two requests of the producer
  int clusterM = 1;            // SMs along M that share each tile of B
  int clusterN = 1;            // SMs along N that share each tile of A
  double sharedKiB = 227;      // the most shared memory a thread block can have
  double epilogueKiB = 0;      // of it, kept for the epilogue
  int maxStages = 16;          // of the curves
  int seeds = 200;             // Monte Carlo runs: seed, seed + 1, …
  double target = 0.95;        // share of the limit that counts as "hidden"
};

template <class V>
void fields(V& v, Params*) {
  v.integer("tileM", &Params::tileM, 8, 1024, "");
  v.integer("tileN", &Params::tileN, 8, 1024, "");
  v.integer("tileK", &Params::tileK, 8, 1024, "");
  v.number("bytesPerElement", &Params::bytesPerElement, 0.5, 8, "B");
  v.number("flopsPerSmClk", &Params::flopsPerSmClk, 64, 65536, "FLOP");
  v.number("clockGhz", &Params::clockGhz, 0.1, 5, "GHz");
  v.integer("sms", &Params::sms, 1, 1024, "");
  v.number("l2BytesPerClk", &Params::l2BytesPerClk, 1, 1024, "B");
  v.number("hbmTBps", &Params::hbmTBps, 0.01, 100, "TB/s");
  v.number("latencyNs", &Params::latencyNs, 1, 100000, "ns");
  v.number("jitter", &Params::jitter, 0, 10, "");
  v.integer("tiles", &Params::tiles, 1, 65536, "");
  v.integer("seed", &Params::seed, 0, 9007199254740991, "");
  v.choice("release", &Params::release, names(kReleases));
  v.integer("stages", &Params::stages, 1, 64, "");
  v.choice("source", &Params::source, names(kSources));
  v.choice("timelineLatency", &Params::timelineLatency, names(kLatencies));
  v.integer("firstTile", &Params::firstTile, 0, 65535, "");
  v.integer("shownTiles", &Params::shownTiles, 1, 128, "");
  v.number("issueIntervalNs", &Params::issueIntervalNs, 0, 10000, "ns");
  v.integer("clusterM", &Params::clusterM, 1, 16, "");
  v.integer("clusterN", &Params::clusterN, 1, 16, "");
  v.number("sharedKiB", &Params::sharedKiB, 16, 1024, "KiB");
  v.number("epilogueKiB", &Params::epilogueKiB, 0, 512, "KiB");
  v.integer("maxStages", &Params::maxStages, 8, 64, "");
  v.integer("seeds", &Params::seeds, 2, 10000, "");
  v.number("target", &Params::target, 0.01, 1, "");
}

// A row of the lecture's table: the busy share at each of tableStages, under the chosen release rule.
struct Row {
  int source;
  int latency;  // index into kLatencies
  std::vector<double> busy;
};

template <class V>
void fields(V& v, Row*) {
  v.choice("source", &Row::source, names(kSources));
  v.choice("latency", &Row::latency, names(kLatencies));
  v.numbers("busy", &Row::busy, "");
}

// The busy share for 1 … maxStages under one rule; entry k is k + 1 stages.
struct Curve {
  int source;
  int release;
  std::vector<double> fixed;   // simulated, fixed latency
  std::vector<double> closed;  // the same in closed form
  std::vector<double> steady;  // of an endless run, fixed latency
  std::vector<double> jitter;  // simulated, this seed
};

template <class V>
void fields(V& v, Curve*) {
  v.choice("source", &Curve::source, names(kSources));
  v.choice("release", &Curve::release, names(kReleases));
  v.numbers("fixed", &Curve::fixed, "");
  v.numbers("closed", &Curve::closed, "");
  v.numbers("steady", &Curve::steady, "");
  v.numbers("jitter", &Curve::jitter, "");
}

// Many seeds under the chosen release rule; entry k is k + 1 stages.
struct MonteCarlo {
  int source;
  std::vector<double> mean, sd;   // sd of one run
  std::vector<double> low, high;  // 5 % of the runs are below low, 5 % above high
  double endless;                 // the mean with a buffer for every tile: what any number of stages can reach
  double stagesForTarget;         // least stages whose mean reaches target × endless; NaN: not with 256
};

template <class V>
void fields(V& v, MonteCarlo*) {
  v.choice("source", &MonteCarlo::source, names(kSources));
  v.numbers("mean", &MonteCarlo::mean, "");
  v.numbers("sd", &MonteCarlo::sd, "");
  v.numbers("low", &MonteCarlo::low, "");
  v.numbers("high", &MonteCarlo::high, "");
  v.number("endless", &MonteCarlo::endless, "");
  v.number("stagesForTarget", &MonteCarlo::stagesForTarget, "");
}

// What binds when tiles come from one source.
struct Supply {
  int source;
  double transferS;
  double limit;               // busy share no number of stages can beat
  double transferPerCompute;  // transfer / compute: the slowdown when it is above 1
  double flopsPerByteNeeded;  // arithmetic intensity at which transfer equals compute
  double stagesForTarget;     // least stages whose endless run reaches target × limit, fixed latency; NaN: none does
};

template <class V>
void fields(V& v, Supply*) {
  v.choice("source", &Supply::source, names(kSources));
  v.number("transferS", &Supply::transferS, "s");
  v.number("limit", &Supply::limit, "");
  v.number("transferPerCompute", &Supply::transferPerCompute, "");
  v.number("flopsPerByteNeeded", &Supply::flopsPerByteNeeded, "FLOP/B");
  v.number("stagesForTarget", &Supply::stagesForTarget, "");
}

// The events of the single run for the tiles of the window, in seconds; the transfer of a tile ends at channelEnd.
struct Timeline {
  int firstTile;
  std::vector<int32_t> slot;  // the buffer a tile sits in
  std::vector<double> requested, channelStart, channelEnd, arrived, start, end;
  double busy, totalS;
  double waitS;  // of the tensor core, in the whole run
};

template <class V>
void fields(V& v, Timeline*) {
  v.integer("firstTile", &Timeline::firstTile, "");
  v.numbers("slot", &Timeline::slot, "");
  v.numbers("requested", &Timeline::requested, "s");
  v.numbers("channelStart", &Timeline::channelStart, "s");
  v.numbers("channelEnd", &Timeline::channelEnd, "s");
  v.numbers("arrived", &Timeline::arrived, "s");
  v.numbers("start", &Timeline::start, "s");
  v.numbers("end", &Timeline::end, "s");
  v.number("busy", &Timeline::busy, "");
  v.number("totalS", &Timeline::totalS, "s");
  v.number("waitS", &Timeline::waitS, "s");
}

// A stage sweep measured by others on an H100, beside what each rule says once its two free numbers (the time round the
// ring, from the shallowest run, and the floor, from the deepest) are set.
inline constexpr std::string_view kStudies[] = {"mainloop", "tma-ring-8k", "tma-ring-32k"};

struct Measured {
  int study;
  int stages;
  double measured;  // mainloop: cycles of the whole loop; tma-ring: ns a tile
  double cpAsync, ring;
};

template <class V>
void fields(V& v, Measured*) {
  v.choice("study", &Measured::study, names(kStudies));
  v.integer("stages", &Measured::stages, "");
  v.number("measured", &Measured::measured, "");
  v.number("cpAsync", &Measured::cpAsync, "");
  v.number("ring", &Measured::ring, "");
}

// What a chip of the table sets: its BF16 matrix rate, clock, SMs, memory bandwidth and shared memory of a block. Only
// chips of which all five are known.
struct ChipSetting {
  int chip;  // index into chipIds
  double flopsPerSmClk, clockGhz;
  int sms;
  double hbmTBps, sharedKiB;
  std::string_view rateSource, clockSource, smsSource, bandwidthSource, sharedSource;
};

template <class V>
void fields(V& v, ChipSetting*) {
  v.choice("chip", &ChipSetting::chip, names(chipIds));
  v.number("flopsPerSmClk", &ChipSetting::flopsPerSmClk, "FLOP");
  v.number("clockGhz", &ChipSetting::clockGhz, "GHz");
  v.integer("sms", &ChipSetting::sms, "");
  v.number("hbmTBps", &ChipSetting::hbmTBps, "TB/s");
  v.number("sharedKiB", &ChipSetting::sharedKiB, "KiB");
  v.text("rateSource", &ChipSetting::rateSource);
  v.text("clockSource", &ChipSetting::clockSource);
  v.text("smsSource", &ChipSetting::smsSource);
  v.text("bandwidthSource", &ChipSetting::bandwidthSource);
  v.text("sharedSource", &ChipSetting::sharedSource);
}

struct Result {
  double tileBytes;     // of A and B, in shared memory
  double fetchedBytes;  // of them, what this SM fetches itself
  double flops;
  double flopsPerByte;  // of a tile, over fetchedBytes
  double computeS, l2S, hbmS, latencyS;
  double neededStages;          // the lecture's formula, data in L2
  double neededStagesMeasured;  // the same with the idle TMA latency from L2 measured on an H100
  double measuredL2LatencyS, measuredHbmLatencyS;
  int stagesThatFit;  // in shared memory
  std::vector<int32_t> tableStages;
  std::vector<Row> rows;
  std::vector<Curve> curves;  // release by release, L2 then HBM
  std::vector<Supply> supplies;
  std::vector<MonteCarlo> monteCarlo;
  int seedsUsed;  // fewer than asked for where tiles are many
  Timeline timeline;
  std::vector<Measured> measured;
  std::vector<ChipSetting> chips;
};

template <class V>
void fields(V& v, Result*) {
  v.number("tileBytes", &Result::tileBytes, "B");
  v.number("fetchedBytes", &Result::fetchedBytes, "B");
  v.number("flops", &Result::flops, "FLOP");
  v.number("flopsPerByte", &Result::flopsPerByte, "FLOP/B");
  v.number("computeS", &Result::computeS, "s");
  v.number("l2S", &Result::l2S, "s");
  v.number("hbmS", &Result::hbmS, "s");
  v.number("latencyS", &Result::latencyS, "s");
  v.number("neededStages", &Result::neededStages, "");
  v.number("neededStagesMeasured", &Result::neededStagesMeasured, "");
  v.number("measuredL2LatencyS", &Result::measuredL2LatencyS, "s");
  v.number("measuredHbmLatencyS", &Result::measuredHbmLatencyS, "s");
  v.integer("stagesThatFit", &Result::stagesThatFit, "");
  v.numbers("tableStages", &Result::tableStages, "");
  v.list("rows", &Result::rows);
  v.list("curves", &Result::curves);
  v.list("supplies", &Result::supplies);
  v.list("monteCarlo", &Result::monteCarlo);
  v.integer("seedsUsed", &Result::seedsUsed, "");
  v.object("timeline", &Result::timeline);
  v.list("measured", &Result::measured);
  v.list("chips", &Result::chips);
}

inline uint64_t seedOf(const Params& p, int offset) {
  return static_cast<uint64_t>(p.seed) + static_cast<uint64_t>(offset);
}

inline double transferOf(const Result& r, int source) { return source == 0 ? r.l2S : r.hbmS; }

inline PipelineSetup setupOf(const Params& p, const Result& r, int source, int stages, int release) {
  return {r.computeS, transferOf(r, source), stages, static_cast<Release>(release), p.issueIntervalNs / 1e9};
}

// Sums and quotients in the script's order, so that the defaults are its numbers to the last bit.
inline void computeTimes(const Params& p, Result& r) {
  const double clockHz = p.clockGhz * 1e9;
  r.tileBytes = (p.tileM + p.tileN) * double(p.tileK) * p.bytesPerElement;
  r.fetchedBytes = (double(p.tileM) / p.clusterN + double(p.tileN) / p.clusterM) * p.tileK * p.bytesPerElement;
  r.flops = 2.0 * p.tileM * p.tileN * p.tileK;
  r.flopsPerByte = r.flops / r.fetchedBytes;
  r.computeS = r.flops / (p.flopsPerSmClk * clockHz);
  r.l2S = r.fetchedBytes / (p.l2BytesPerClk * clockHz);
  r.hbmS = r.fetchedBytes / (p.hbmTBps * 1e12 / p.sms);
  r.latencyS = p.latencyNs / 1e9;
  r.neededStages = stagesToHide(r.computeS, r.l2S, r.latencyS);
  // flash-vla, H100 SXM unit tests: 217 ns from L2 and 595 ns from memory, before 5 ns for each KB.
  r.measuredL2LatencyS = 217e-9;
  r.measuredHbmLatencyS = 595e-9;
  r.neededStagesMeasured = stagesToHide(r.computeS, r.l2S, r.measuredL2LatencyS);
  const double roomBytes = (p.sharedKiB - p.epilogueKiB) * 1024;
  r.stagesThatFit = std::max(0, static_cast<int>(std::floor(roomBytes / (r.tileBytes + kBarrierBytes))));
}

inline std::vector<Row> tableRows(const Params& p, const Result& r) {
  std::vector<Row> rows;
  for (const int source : {0, 1})
    for (const int latency : {0, 1}) {
      const auto latencies = jitteredLatencies(r.latencyS, latency ? p.jitter : 0, p.tiles, seedOf(p, 0));
      Row row{source, latency, {}};
      for (const int stages : kTableStages)
        row.busy.push_back(runPipeline(setupOf(p, r, source, stages, p.release), latencies).busy);
      rows.push_back(row);
    }
  return rows;
}

// The busy share of one run for each number of stages.
inline std::vector<double> busyByStages(const Params& p, const Result& r, int source, int release,
                                        std::span<const double> latencies) {
  const auto interleaved = interleaveLatencies(p.tiles, latencies);
  std::vector<double> busy(static_cast<size_t>(p.maxStages));
  for (int stages = 1; stages <= p.maxStages; ++stages)
    pipelineBusy(setupOf(p, r, source, stages, release), p.tiles, interleaved, {&busy[size_t(stages - 1)], 1});
  return busy;
}

inline std::vector<Curve> curves(const Params& p, const Result& r) {
  const auto fixed = jitteredLatencies(r.latencyS, 0, p.tiles, 0);
  const auto jittered = jitteredLatencies(r.latencyS, p.jitter, p.tiles, seedOf(p, 0));
  std::vector<Curve> all;
  for (const int release : {0, 1, 2})
    for (const int source : {0, 1}) {
      Curve curve{source, release, busyByStages(p, r, source, release, fixed), {}, {}, {}};
      curve.jitter = busyByStages(p, r, source, release, jittered);
      for (int stages = 1; stages <= p.maxStages; ++stages) {
        const PipelineSetup setup = setupOf(p, r, source, stages, release);
        curve.closed.push_back(fixedLatencyBusy(setup, r.latencyS, p.tiles));
        curve.steady.push_back(r.computeS / steadyPeriod(setup, r.latencyS));
      }
      all.push_back(std::move(curve));
    }
  return all;
}

inline void spreadOf(std::vector<double>& busy, double mean, MonteCarlo& to) {
  const double most = double(busy.size() - 1);
  double squares = 0;
  for (const double x : busy) squares += (x - mean) * (x - mean);
  std::sort(busy.begin(), busy.end());
  to.sd.push_back(std::sqrt(squares / most));
  to.low.push_back(busy[size_t(0.05 * most)]);
  to.high.push_back(busy[size_t(std::ceil(0.95 * most))]);
}

// The mean busy share of the runs, whose single values are left in `busy`.
inline double meanBusy(const PipelineSetup& setup, int tiles, std::span<const double> interleaved,
                       std::vector<double>& busy) {
  pipelineBusy(setup, tiles, interleaved, busy);
  double sum = 0;
  for (const double x : busy) sum += x;
  return sum / double(busy.size());
}

// The least stages whose mean reaches `wanted`; more stages never hurt a run, so halving finds it. NaN: not with 256.
template <class MeanAt>
double leastStagesByMean(double wanted, MeanAt meanAt) {
  int low = 0, high = 256;
  if (meanAt(high) < wanted) return NAN;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (meanAt(middle) >= wanted ? high : low) = middle;
  }
  return high;
}

// The same latencies serve every number of stages and both sources: differences between them are not noise.
inline void monteCarlo(const Params& p, Result& r) {
  constexpr int kMostLatencies = 1 << 22;  // a second's work
  constexpr int kTold = 64;                // draws between two words on progress
  // A fifth of the work or so is drawing; the search for the target takes as long as ten stages.
  constexpr double drawingShare = 0.2;
  const double steps = 2.0 * (p.maxStages + 10);
  double step = 0;
  r.seedsUsed = std::clamp(kMostLatencies / p.tiles, 2, p.seeds);
  std::vector<double> latencies;
  for (int i = 0; i < r.seedsUsed; ++i) {
    const auto run = jitteredLatencies(r.latencyS, p.jitter, p.tiles, seedOf(p, i));
    latencies.insert(latencies.end(), run.begin(), run.end());
    if (i % kTold == 0) tellProgress(drawingShare * i / r.seedsUsed);
  }
  latencies = interleaveLatencies(p.tiles, latencies);
  std::vector<double> busy(static_cast<size_t>(r.seedsUsed));
  for (const int source : {0, 1}) {
    MonteCarlo all{};
    all.source = source;
    const auto meanAt = [&](int stages) {
      tellProgress(drawingShare + (1 - drawingShare) * step++ / steps);
      return meanBusy(setupOf(p, r, source, stages, p.release), p.tiles, latencies, busy);
    };
    for (int stages = 1; stages <= p.maxStages; ++stages) {
      all.mean.push_back(meanAt(stages));
      spreadOf(busy, all.mean.back(), all);
    }
    all.endless = p.release == int(Release::sync) ? all.mean[0] : meanAt(p.tiles + 1);
    all.stagesForTarget = leastStagesByMean(p.target * all.endless, meanAt);
    r.monteCarlo.push_back(std::move(all));
  }
}

// The least stages whose endless run takes at most `periodS` a tile, fixed latency; NaN if there are none.
inline double leastStages(const Params& p, double computeS, double arrivalS, double periodS) {
  const auto rounded = [](double stages) { return std::ceil(stages * (1 - 1e-12)); };  // 4.000…1 by rounding is 4
  if (rounded((arrivalS + computeS) / periodS) <= 1) return 1;
  if (static_cast<Release>(p.release) == Release::sync) return NAN;
  return static_cast<Release>(p.release) == Release::ring ? rounded((arrivalS + computeS) / periodS)
                                                          : rounded(arrivalS / periodS) + 1;
}

inline Supply supplyOf(const Params& p, const Result& r, int source) {
  Supply supply{};
  supply.source = source;
  supply.transferS = transferOf(r, source);
  supply.limit = busyLimit(setupOf(p, r, source, 1, p.release));
  supply.transferPerCompute = supply.transferS / r.computeS;
  supply.flopsPerByteNeeded = r.flopsPerByte * supply.transferPerCompute;
  supply.stagesForTarget =
      leastStages(p, r.computeS, r.latencyS + supply.transferS, r.computeS / (p.target * supply.limit));
  return supply;
}

inline Timeline timelineOf(const Params& p, const Result& r) {
  const auto latencies = jitteredLatencies(r.latencyS, p.timelineLatency ? p.jitter : 0, p.tiles, seedOf(p, 0));
  const PipelineRun run = runPipeline(setupOf(p, r, p.source, p.stages, p.release), latencies);
  const int first = std::min(p.firstTile, p.tiles - 1), last = std::min(first + p.shownTiles, p.tiles);
  const auto window = [&](const std::vector<double>& all) {
    return std::vector<double>(all.begin() + first, all.begin() + last);
  };
  Timeline line{.firstTile = first,
                .slot = {},
                .requested = window(run.requested),
                .channelStart = {},
                .channelEnd = window(run.channelEnd),
                .arrived = window(run.arrived),
                .start = window(run.start),
                .end = window(run.end),
                .busy = run.busy,
                .totalS = run.total,
                .waitS = run.total - p.tiles * r.computeS};
  for (int tile = first; tile < last; ++tile) {
    line.slot.push_back(tile % p.stages);
    const double channelFree = tile ? run.channelEnd[size_t(tile - 1)] : 0;
    line.channelStart.push_back(std::max(run.requested[size_t(tile)], channelFree));
  }
  return line;
}

// Sources: flash-vla, unit tests for sm90 (one person's measurements on an H100 SXM, unreviewed): CUTLASS's TMA
// mainloop with its data in L2, and a TMA ring that computes nothing.
inline std::vector<Measured> measuredSweeps() {
  struct Sweep {
    int study;
    double floor;
    std::vector<std::pair<int, double>> points;
  };
  const Sweep sweeps[] = {{0, (118443 + 118734) / 2.0, {{2, 226965}, {3, 118937}, {4, 118443}, {6, 118734}}},
                          {1, 264.7, {{1, 636}, {2, 322}, {3, 265.0}, {4, 264.7}}},
                          {2, 271.8, {{1, 751}, {2, 391}, {3, 281.6}, {4, 271.8}}}};
  std::vector<Measured> all;
  for (const Sweep& sweep : sweeps) {
    const auto [shallowest, slowest] = sweep.points[0];
    const double ringRound = slowest * shallowest, aheadRound = slowest * std::max(1, shallowest - 1);
    for (const auto& [stages, value] : sweep.points)
      all.push_back({sweep.study, stages, value, std::max(sweep.floor, aheadRound / std::max(1, stages - 1)),
                     std::max(sweep.floor, ringRound / stages)});
  }
  return all;
}

inline std::vector<ChipSetting> chipSettings() {
  std::vector<ChipSetting> settings;
  for (int i = 0; i < chipCount; ++i) {
    const Chip& chip = chips()[static_cast<size_t>(i)];
    const Figure *rate = &chip.matrixFlopsPerSmClk, *clock = &chip.clockHz, *sms = &chip.sms,
                 *bandwidth = &chip.memoryBytesPerS, *shared = &chip.sharedBytesPerBlock;
    const auto title = [](const Figure* figure) { return sourceInfo(figure->source).title; };
    if (!rate->known() || !clock->known() || !sms->known() || !bandwidth->known() || !shared->known()) continue;
    settings.push_back({i, rate->value, clock->value / 1e9, static_cast<int>(sms->value), bandwidth->value / 1e12,
                        shared->value / 1024, title(rate), title(clock), title(sms), title(bandwidth), title(shared)});
  }
  return settings;
}

inline Result run(const Params& p) {
  Result r{};
  computeTimes(p, r);
  r.tableStages.assign(std::begin(kTableStages), std::end(kTableStages));
  r.rows = tableRows(p, r);
  r.curves = curves(p, r);
  monteCarlo(p, r);
  for (const int source : {0, 1}) r.supplies.push_back(supplyOf(p, r, source));
  r.timeline = timelineOf(p, r);
  r.measured = measuredSweeps();
  r.chips = chipSettings();
  return r;
}

}  // namespace companion::asyncPipeline
