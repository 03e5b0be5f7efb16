// Little's law: bytes in flight = bandwidth × latency, and what that asks of each SM and each way of reading.
//
// Source: lecture 8, script 04, demo 1. Valid for a steady stream of independent reads; it says nothing about bursts.
// Assumptions: the traffic is spread evenly over the SMs; every request of a kind carries the same number of bytes;
// a warp is 32 threads and each of its threads keeps `ilp` requests in flight. Error: exact arithmetic in float64.
#pragma once
#include <algorithm>
#include <vector>

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
  int multicast = 1;       // SMs of a cluster that share one TMA read
};

template <class V>
void fields(V& v, Params*) {
  v.number("bandwidthTBps", &Params::bandwidthTBps, 0.01, 100, "TB/s");
  v.number("latencyNs", &Params::latencyNs, 1, 100000, "ns");
  v.integer("sms", &Params::sms, 1, 1024, "");
  v.integer("ilp", &Params::ilp, 1, 32, "");
  v.integer("tileKiB", &Params::tileKiB, 1, 256, "KiB");
  v.integer("residentWarps", &Params::residentWarps, 1, 128, "");
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
  double inFlightAtLimitBytes;  // bytes an SM has in flight with all resident warps busy (TMA: one tile)
  double reachedTBps;           // bandwidth that sustains, at most bandwidthTBps
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
  v.flag("enough", &Way::enough);
}

struct Result {
  double inFlightBytes;
  double perSmBytes;
  std::vector<Way> ways;
  double ilpNeeded;                    // least ILP with which 4-byte reads of all resident warps fill the bandwidth
  std::vector<double> kneeBytesPerSm;  // the curve: bytes in flight per SM …
  std::vector<double> kneeTBps;        // … and the bandwidth they sustain
};

template <class V>
void fields(V& v, Result*) {
  v.number("inFlightBytes", &Result::inFlightBytes, "B");
  v.number("perSmBytes", &Result::perSmBytes, "B");
  v.list("ways", &Result::ways);
  v.number("ilpNeeded", &Result::ilpNeeded, "");
  v.numbers("kneeBytesPerSm", &Result::kneeBytesPerSm, "B");
  v.numbers("kneeTBps", &Result::kneeTBps, "TB/s");
}

// Bandwidth sustained by `bytesPerSm` in flight on every SM (Little's law, capped by the memory), TB/s.
inline double sustainedTBps(const Params& p, double bytesPerSm) {
  return std::min(p.bandwidthTBps, bytesPerSm * p.sms / (p.latencyNs / 1e9) / 1e12);
}

inline Way describe(const Params& p, double perSmBytes, int way, double bytesPerRequest, bool byThread,
                    bool throughRegisters) {
  const double requests = perSmBytes / bytesPerRequest;
  const double limitRequests = byThread ? double(p.residentWarps) * kThreadsPerWarp * p.ilp : 1;
  const double atLimit = limitRequests * bytesPerRequest;
  return {.way = way,
          .bytesPerRequest = bytesPerRequest,
          .byThread = byThread,
          .throughRegisters = throughRegisters,
          .requestsPerSm = requests,
          .warps = byThread ? requests / kThreadsPerWarp : NAN,
          .warpsWithIlp = byThread ? requests / kThreadsPerWarp / p.ilp : NAN,
          .inFlightAtLimitBytes = atLimit,
          .reachedTBps = sustainedTBps(p, atLimit),
          .enough = atLimit >= perSmBytes};
}

inline Result run(const Params& p) {
  Result r{};
  r.inFlightBytes = p.bandwidthTBps * 1e12 * (p.latencyNs / 1e9);
  r.perSmBytes = r.inFlightBytes / p.sms;
  r.ways = {describe(p, r.perSmBytes, 0, 4, true, true), describe(p, r.perSmBytes, 1, 16, true, true),
            describe(p, r.perSmBytes, 2, 16, true, false),
            describe(p, r.perSmBytes, 3, double(p.tileKiB) * 1024 * p.multicast, false, false)};
  r.ilpNeeded = std::ceil(r.perSmBytes / (4.0 * kThreadsPerWarp * p.residentWarps));
  constexpr int kPoints = 97;  // 12 a factor of two, from 1/16 of the knee to 16 times it
  for (int i = 0; i < kPoints; ++i) {
    const double bytes = r.perSmBytes * std::exp2((i - 48) / 12.0);
    r.kneeBytesPerSm.push_back(bytes);
    r.kneeTBps.push_back(sustainedTBps(p, bytes));
  }
  return r;
}

}  // namespace companion::littlesLaw
