// Little's law: bytes in flight = bandwidth × latency, and what that asks of each SM and each way of reading.
//
// Source: lecture 8, script 04, demo 1. Valid for a steady stream of independent reads; it says nothing about bursts.
// Assumptions: the traffic is spread evenly over the SMs; every request of a kind carries the same number of bytes;
// a warp is 32 threads and each of its threads keeps `ilp` requests in flight; a TMA tile that `multicast` SMs share is
// fetched once, each of them asking for its part. Latency is constant up to the knee; beyond it Little's law itself
// gives the loaded latency, bytes in flight / bandwidth. Error: float64 arithmetic, exp2 and log2 only for the curve's
// places.
#pragma once
#include <algorithm>
#include <vector>

#include "core/chips.h"
#include "core/fields.h"

namespace companion::littlesLaw {

inline constexpr int kThreadsPerWarp = 32;

struct Params {
  double bandwidthTBps = 3.35;
  double latencyNs = 700;
  int sms = 132;
  int ilp = 1;
  int tileKiB = 32;        // what one TMA instruction carries
  int residentWarps = 64;  // the most warps an SM keeps resident (compute capability 9.0 and 10.0)
  int tilesInFlight = 1;   // tiles an SM has asked TMA for and not yet received
  int multicast = 1;       // SMs of a cluster that share each TMA tile
};

template <class V>
void fields(V& v, Params*) {
  v.number("bandwidthTBps", &Params::bandwidthTBps, 0.01, 100, "TB/s");
  v.number("latencyNs", &Params::latencyNs, 1, 100000, "ns");
  v.integer("sms", &Params::sms, 1, 1024, "");
  v.integer("ilp", &Params::ilp, 1, 32, "");
  v.integer("tileKiB", &Params::tileKiB, 1, 256, "KiB");
  v.integer("residentWarps", &Params::residentWarps, 1, 128, "");
  v.integer("tilesInFlight", &Params::tilesInFlight, 1, 16, "");
  v.integer("multicast", &Params::multicast, 1, 16, "");
}

// The ways of reading that the lecture compares, in its order.
inline constexpr std::string_view kWays[] = {"ld-4", "ld-16", "cp-async-16", "tma"};

struct Way {
  int way;                      // index into kWays
  double bytesPerRequest;       // bytes one request carries
  bool byThread;                // issued by every thread of a warp; TMA: one thread for the whole tile
  bool throughRegisters;        // data passes through registers on its way to shared memory
  double requestsPerSm;         // requests an SM must keep in flight, whatever the ILP
  double warps;                 // warps that takes with one request a thread; NaN for TMA
  double warpsWithIlp;          // the same with `ilp` requests a thread; NaN for TMA
  double inFlightAtLimitBytes;  // bytes an SM has in flight with all resident warps busy (TMA: `tilesInFlight` tiles)
  double reachedTBps;           // bandwidth that sustains, at most bandwidthTBps
  double deliveredTBps;         // what arrives in the SMs at that rate; more than was read when a tile is multicast
  bool enough;                  // whether that is all of it
};

template <class V>
void fields(V& v, Way*) {
  v.choice("way", &Way::way, names(kWays));
  v.number("bytesPerRequest", &Way::bytesPerRequest, "B");
  v.flag("byThread", &Way::byThread);
  v.flag("throughRegisters", &Way::throughRegisters);
  v.number("requestsPerSm", &Way::requestsPerSm, "");
  v.number("warps", &Way::warps, "");
  v.number("warpsWithIlp", &Way::warpsWithIlp, "");
  v.number("inFlightAtLimitBytes", &Way::inFlightAtLimitBytes, "B");
  v.number("reachedTBps", &Way::reachedTBps, "TB/s");
  v.number("deliveredTBps", &Way::deliveredTBps, "TB/s");
  v.flag("enough", &Way::enough);
}

// All resident warps reading `bytesPerRequest` a thread with `ilp` reads in flight each.
struct Reach {
  int bytesPerRequest;
  int ilp;
  double fraction;  // of bandwidthTBps
};

template <class V>
void fields(V& v, Reach*) {
  v.integer("bytesPerRequest", &Reach::bytesPerRequest, "B");
  v.integer("ilp", &Reach::ilp, "");
  v.number("fraction", &Reach::fraction, "");
}

// A measured place on the curve of a real chip: 8-byte loads, one a thread. Source: gpu-benches, gpu-stream (RRZE),
// effective latency = bytes in flight / measured bandwidth.
struct Measured {
  int chip;  // index into kMeasuredChips
  double perSmBytes;
  double latencyNs;
  double reachedTBps;
};

inline constexpr std::string_view kMeasuredChips[] = {"H200", "H100-PCIe", "A100"};

template <class V>
void fields(V& v, Measured*) {
  v.choice("chip", &Measured::chip, names(kMeasuredChips));
  v.number("perSmBytes", &Measured::perSmBytes, "B");
  v.number("latencyNs", &Measured::latencyNs, "ns");
  v.number("reachedTBps", &Measured::reachedTBps, "TB/s");
}

// The same question to a chip of the table, at the latency given. Only chips whose SMs and bandwidth are known.
struct ChipNeed {
  int chip;  // index into chipIds
  double bandwidthTBps;
  int sms;
  double inFlightBytes;
  double perSmBytes;
  double plainWarps;  // warps that takes with 4-byte reads and `ilp` of them a thread
  std::string_view bandwidthSource, smsSource;
};

template <class V>
void fields(V& v, ChipNeed*) {
  v.choice("chip", &ChipNeed::chip, names(chipIds));
  v.number("bandwidthTBps", &ChipNeed::bandwidthTBps, "TB/s");
  v.integer("sms", &ChipNeed::sms, "");
  v.number("inFlightBytes", &ChipNeed::inFlightBytes, "B");
  v.number("perSmBytes", &ChipNeed::perSmBytes, "B");
  v.number("plainWarps", &ChipNeed::plainWarps, "");
  v.text("bandwidthSource", &ChipNeed::bandwidthSource);
  v.text("smsSource", &ChipNeed::smsSource);
}

struct Result {
  double inFlightBytes;
  double perSmBytes;
  std::vector<Way> ways;
  double ilpNeeded;                    // least ILP with which 4-byte reads of all resident warps fill the bandwidth
  double tilesNeeded;                  // least TMA tiles in flight on an SM that fill it
  std::vector<double> kneeBytesPerSm;  // the curve: bytes in flight per SM …
  std::vector<double> kneeTBps;        // … the bandwidth they sustain …
  std::vector<double> kneeLatencyNs;   // … and how long each of them is then on the way
  std::vector<Reach> reach;            // rows of 4, 8, 16 bytes, each with ILP 1, 2, 4, 8
  std::vector<Measured> measured;
  std::vector<ChipNeed> chips;
};

template <class V>
void fields(V& v, Result*) {
  v.number("inFlightBytes", &Result::inFlightBytes, "B");
  v.number("perSmBytes", &Result::perSmBytes, "B");
  v.list("ways", &Result::ways);
  v.number("ilpNeeded", &Result::ilpNeeded, "");
  v.number("tilesNeeded", &Result::tilesNeeded, "");
  v.numbers("kneeBytesPerSm", &Result::kneeBytesPerSm, "B");
  v.numbers("kneeTBps", &Result::kneeTBps, "TB/s");
  v.numbers("kneeLatencyNs", &Result::kneeLatencyNs, "ns");
  v.list("reach", &Result::reach);
  v.list("measured", &Result::measured);
  v.list("chips", &Result::chips);
}

// Bandwidth that `bytesInFlight` sustain at `latencyNs`, before any limit of the memory.
inline double littleTBps(double bytesInFlight, double latencyNs) { return bytesInFlight / (latencyNs / 1e9) / 1e12; }

// Bandwidth sustained by `bytesPerSm` in flight on every SM (Little's law, capped by the memory).
inline double sustainedTBps(const Params& p, double bytesPerSm) {
  return std::min(p.bandwidthTBps, littleTBps(bytesPerSm * p.sms, p.latencyNs));
}

inline Way describeThreads(const Params& p, double perSmBytes, int way, int bytesPerRequest, bool throughRegisters) {
  const double requests = perSmBytes / bytesPerRequest;
  const double atLimit = double(p.residentWarps) * kThreadsPerWarp * p.ilp * bytesPerRequest;
  const double reached = sustainedTBps(p, atLimit);
  return {.way = way,
          .bytesPerRequest = double(bytesPerRequest),
          .byThread = true,
          .throughRegisters = throughRegisters,
          .requestsPerSm = requests,
          .warps = requests / kThreadsPerWarp,
          .warpsWithIlp = requests / kThreadsPerWarp / p.ilp,
          .inFlightAtLimitBytes = atLimit,
          .reachedTBps = reached,
          .deliveredTBps = reached,
          .enough = atLimit >= perSmBytes};
}

inline Way describeTma(const Params& p, double perSmBytes, int way) {
  const double partBytes = double(p.tileKiB) * 1024 / p.multicast;
  const double atLimit = partBytes * p.tilesInFlight;
  const double reached = sustainedTBps(p, atLimit);
  return {.way = way,
          .bytesPerRequest = partBytes,
          .byThread = false,
          .throughRegisters = false,
          .requestsPerSm = perSmBytes / partBytes,
          .warps = NAN,
          .warpsWithIlp = NAN,
          .inFlightAtLimitBytes = atLimit,
          .reachedTBps = reached,
          .deliveredTBps = reached * p.multicast,
          .enough = atLimit >= perSmBytes};
}

// The curve from a sixteenth of the knee to sixteen times it, or as far as the ways of reading lie.
inline void drawKnee(const Params& p, Result& r) {
  double least = r.perSmBytes / 16, most = r.perSmBytes * 16;
  for (const Way& way : r.ways) {
    least = std::min(least, way.inFlightAtLimitBytes);
    most = std::max(most, way.inFlightAtLimitBytes);
  }
  constexpr int kPoints = 97;
  const double octaves = std::log2(most / least);
  for (int i = 0; i < kPoints; ++i) {
    const double bytes = least * std::exp2(octaves * i / (kPoints - 1));
    r.kneeBytesPerSm.push_back(bytes);
    r.kneeTBps.push_back(sustainedTBps(p, bytes));
    r.kneeLatencyNs.push_back(std::max(p.latencyNs, bytes * p.sms / (p.bandwidthTBps * 1e12) * 1e9));
  }
}

inline std::vector<Measured> measuredPlaces() {
  constexpr int kSms[] = {132, 114, 108};
  constexpr double kKiB[] = {0.5, 8, 16};
  constexpr double kLatencyNs[][3] = {{549, 633, 785}, {608, 741, 962}, {651, 789, 1000}};
  std::vector<Measured> places;
  for (int chip = 0; chip < 3; ++chip)
    for (int i = 0; i < 3; ++i)
      places.push_back(
          {chip, kKiB[i] * 1024, kLatencyNs[chip][i], littleTBps(kKiB[i] * 1024 * kSms[chip], kLatencyNs[chip][i])});
  return places;
}

inline std::vector<ChipNeed> needsOfChips(const Params& p) {
  std::vector<ChipNeed> needs;
  for (int i = 0; i < chipCount; ++i) {
    const Chip& chip = chips()[static_cast<size_t>(i)];
    if (std::isnan(chip.sms.value) || std::isnan(chip.memoryBytesPerS.value)) continue;
    const double inFlight = chip.memoryBytesPerS.value * (p.latencyNs / 1e9), perSm = inFlight / chip.sms.value;
    needs.push_back({i, chip.memoryBytesPerS.value / 1e12, static_cast<int>(chip.sms.value), inFlight, perSm,
                     perSm / 4 / kThreadsPerWarp / p.ilp, sourceInfo(chip.memoryBytesPerS.source).title,
                     sourceInfo(chip.sms.source).title});
  }
  return needs;
}

inline Result run(const Params& p) {
  Result r{};
  r.inFlightBytes = p.bandwidthTBps * 1e12 * (p.latencyNs / 1e9);
  r.perSmBytes = r.inFlightBytes / p.sms;
  r.ways = {describeThreads(p, r.perSmBytes, 0, 4, true), describeThreads(p, r.perSmBytes, 1, 16, true),
            describeThreads(p, r.perSmBytes, 2, 16, false), describeTma(p, r.perSmBytes, 3)};
  r.ilpNeeded = std::ceil(r.perSmBytes / (4.0 * kThreadsPerWarp * p.residentWarps));
  r.tilesNeeded = std::ceil(r.ways[3].requestsPerSm);
  drawKnee(p, r);
  for (const int bytes : {4, 8, 16})
    for (const int ilp : {1, 2, 4, 8})
      r.reach.push_back(
          {bytes, ilp, sustainedTBps(p, double(p.residentWarps) * kThreadsPerWarp * ilp * bytes) / p.bandwidthTBps});
  r.measured = measuredPlaces();
  r.chips = needsOfChips(p);
  return r;
}

}  // namespace companion::littlesLaw
