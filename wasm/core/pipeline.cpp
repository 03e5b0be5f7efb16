// The pipeline recurrence, one run at a time with all its events and many runs at a time for the busy share alone.
#include "core/pipeline.h"

#include <algorithm>

#include "core/random.h"
#include "core/simd.h"

namespace companion {
namespace {

// With one buffer nothing can be requested before the tile in it is done.
bool isSync(const PipelineSetup& setup) { return setup.release == Release::sync || setup.stages <= 1; }

// How many tiles back the release rule looks.
int releaseDistance(const PipelineSetup& setup) {
  if (isSync(setup)) return 1;
  return setup.release == Release::ring ? setup.stages : setup.stages - 1;
}

// Whether the rule waits for the end of that tile's compute, or only for its start.
bool releaseAtEnd(const PipelineSetup& setup) { return isSync(setup) || setup.release == Release::ring; }

}  // namespace

PipelineRun runPipeline(const PipelineSetup& setup, std::span<const double> latenciesS) {
  const size_t tiles = latenciesS.size();
  PipelineRun run;
  for (auto* events : {&run.requested, &run.channelEnd, &run.arrived, &run.start, &run.end}) events->resize(tiles);
  const size_t distance = static_cast<size_t>(releaseDistance(setup));
  const std::vector<double>& releasing = releaseAtEnd(setup) ? run.end : run.start;
  double channel = 0, computed = 0, nextIssue = 0;
  for (size_t i = 0; i < tiles; ++i) {
    const double free = i >= distance ? releasing[i - distance] : 0.0;
    const double requested = std::max(free, nextIssue);
    nextIssue = requested + setup.issueIntervalS;
    channel = std::max(requested, channel) + setup.transferS;
    const double arrived = channel + latenciesS[i];
    const double start = std::max(arrived, computed);
    computed = start + setup.computeS;
    run.requested[i] = requested;
    run.channelEnd[i] = channel;
    run.arrived[i] = arrived;
    run.start[i] = start;
    run.end[i] = computed;
  }
  run.total = computed;
  run.busy = tiles ? static_cast<double>(tiles) * setup.computeS / computed : 0;
  return run;
}

std::vector<double> jitteredLatencies(double latencyS, double jitter, int tiles, uint64_t seed) {
  std::vector<double> latencies(static_cast<size_t>(tiles), latencyS);
  if (jitter == 0) return latencies;
  Generator(seed).fillStandardExponential(latencies);
  for (double& latency : latencies) latency = latencyS * (1 + jitter * latency);
  return latencies;
}

std::vector<double> interleaveLatencies(int tiles, std::span<const double> latenciesS) {
  const size_t length = static_cast<size_t>(tiles), runs = latenciesS.size() / length;
  const size_t groups = (runs + pipelineLanes - 1) / pipelineLanes;
  std::vector<double> interleaved(groups * pipelineLanes * length, 0.0);
  for (size_t run = 0; run < runs; ++run) {
    double* group = &interleaved[run / pipelineLanes * pipelineLanes * length] + run % pipelineLanes;
    for (size_t i = 0; i < length; ++i) group[i * pipelineLanes] = latenciesS[run * length + i];
  }
  return interleaved;
}

void pipelineBusy(const PipelineSetup& setup, int tiles, std::span<const double> interleavedS, std::span<double> busy) {
  // Two runs in a vector and two vectors: compilers do not see that their chains of maximum and sum are independent.
  static_assert(pipelineLanes == 4, "two vectors of two runs");
  using namespace simd;
  struct Released {
    Pair a = splat(0), b = splat(0);
  };
  const Pair compute = splat(setup.computeS), transfer = splat(setup.transferS), interval = splat(setup.issueIntervalS);
  const size_t distance = static_cast<size_t>(releaseDistance(setup));
  const bool atEnd = releaseAtEnd(setup);
  std::vector<Released> released(distance);  // a ring: what the tile `distance` back released
  const double work = static_cast<double>(tiles) * setup.computeS;
  const double* latency = interleavedS.data();
  for (size_t run = 0; run < busy.size(); run += pipelineLanes) {
    std::fill(released.begin(), released.end(), Released{});
    Pair channelA = splat(0), computedA = splat(0), nextIssueA = splat(0);
    Pair channelB = channelA, computedB = computedA, nextIssueB = nextIssueA;
    size_t slot = 0;
    for (int i = 0; i < tiles; ++i, latency += pipelineLanes) {
      const Pair requestedA = larger(released[slot].a, nextIssueA), requestedB = larger(released[slot].b, nextIssueB);
      nextIssueA = add(requestedA, interval), nextIssueB = add(requestedB, interval);
      channelA = add(larger(requestedA, channelA), transfer), channelB = add(larger(requestedB, channelB), transfer);
      const Pair startA = larger(add(channelA, load(latency)), computedA),
                 startB = larger(add(channelB, load(latency + 2)), computedB);
      computedA = add(startA, compute), computedB = add(startB, compute);
      released[slot] = atEnd ? Released{computedA, computedB} : Released{startA, startB};
      if (++slot == distance) slot = 0;
    }
    double total[pipelineLanes];
    store(total, computedA), store(total + 2, computedB);
    for (size_t lane = 0; lane < pipelineLanes && run + lane < busy.size(); ++lane)
      busy[run + lane] = work / total[lane];
  }
}

double fixedLatencyTotal(const PipelineSetup& setup, double latencyS, int tiles) {
  const double fill = latencyS + setup.transferS + setup.computeS;
  if (isSync(setup)) return fill + (tiles - 1) * std::max(fill, setup.issueIntervalS);
  const double slowest = std::max({setup.computeS, setup.transferS, setup.issueIntervalS});
  const int distance = releaseDistance(setup);
  // Once round the ring of buffers takes this long; the last tile's compute comes after it where the start releases.
  const bool atEnd = releaseAtEnd(setup);
  const double round = atEnd ? fill : latencyS + setup.transferS;
  if (round < distance * slowest) return fill + (tiles - 1) * slowest;
  const int rounds = (tiles - 1) / distance, rest = (tiles - 1) % distance;
  return (rounds + 1) * round + rest * slowest + (atEnd ? 0 : setup.computeS);
}

double fixedLatencyBusy(const PipelineSetup& setup, double latencyS, int tiles) {
  return tiles * setup.computeS / fixedLatencyTotal(setup, latencyS, tiles);
}

double steadyPeriod(const PipelineSetup& setup, double meanLatencyS) {
  const double round = meanLatencyS + setup.transferS + (releaseAtEnd(setup) ? setup.computeS : 0);
  return std::max({setup.computeS, setup.transferS, setup.issueIntervalS, round / releaseDistance(setup)});
}

double busyLimit(const PipelineSetup& setup) {
  return setup.computeS / std::max({setup.computeS, setup.transferS, setup.issueIntervalS});
}

double stagesToHide(double computeS, double transferS, double latencyS) {
  return (latencyS + transferS + computeS) / computeS;
}

}  // namespace companion
