// The load-and-compute loop of one SM as an event recurrence over an array of latencies, and the closed forms it must
// obey.
//
// Tiles are served in order through `stages` buffers. For tile i, with every time zero before the first tile:
//   requested  = when the release rule frees its buffer, and no sooner than issueIntervalS after the request before it
//   channelEnd = max(requested, channelEnd of the tile before) + transferS       one channel, serial, in order of issue
//   arrived    = channelEnd + latency of the tile                                latencies overlap, data may overtake
//   start      = max(arrived, end of the tile before);  end = start + computeS   computed in order
// Release, latency after transfer, and the order of the sums are our reading of the lecture's pipeline simulation.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace companion {

enum class Release {
  cpAsync,  // when compute of tile i - stages + 1 starts; with one stage the same as sync (Ampere's multistage loop)
  ring,     // when compute of tile i - stages ends (a producer warp and a ring of buffers)
  sync,     // when compute of tile i - 1 ends, whatever the number of stages
};

struct PipelineSetup {
  double computeS = 0;
  double transferS = 0;
  int stages = 1;
  Release release = Release::cpAsync;
  double issueIntervalS = 0;
};

struct PipelineRun {
  std::vector<double> requested, channelEnd, arrived, start, end;  // per tile, in seconds
  double busy = 0;                                                 // share of the total that the compute unit works
  double total = 0;
};

PipelineRun runPipeline(const PipelineSetup& setup, std::span<const double> latenciesS);

// Latencies of one run: latencyS × (1 + jitter × Exp(1)), numpy's default_rng(seed).exponential(size=tiles).
std::vector<double> jitteredLatencies(double latencyS, double jitter, int tiles, uint64_t seed);

// The busy share of many runs of `tiles` tiles each, bit for bit that of runPipeline. One run waits on a chain of
// additions, so several are worked through side by side; their latencies come interleaved (see interleaveLatencies).
void pipelineBusy(const PipelineSetup& setup, int tiles, std::span<const double> interleavedS, std::span<double> busy);

// Reorders runs that lie one after the other into groups of pipelineLanes runs, tile by tile; a last group that is not
// full is filled with latency 0.
inline constexpr int pipelineLanes = 4;
std::vector<double> interleaveLatencies(int tiles, std::span<const double> latenciesS);

// Fixed latency. Exact for any n >= 1, derived from the event graph and not from the recurrence.
double fixedLatencyTotal(const PipelineSetup& setup, double latencyS, int tiles);
double fixedLatencyBusy(const PipelineSetup& setup, double latencyS, int tiles);

// Time per tile of an endless run with fixed latency: the largest cycle mean of the event graph. With random latencies
// of that mean it is a lower bound (the recurrence is convex in the latencies).
double steadyPeriod(const PipelineSetup& setup, double meanLatencyS);

// What no number of stages can beat: compute over the slowest of compute, transfer and issue.
double busyLimit(const PipelineSetup& setup);

// Stages that hide a fixed latency behind compute, as the lecture writes it: (latency + transfer + compute) / compute.
double stagesToHide(double computeS, double transferS, double latencyS);

}  // namespace companion
