// The time to read a whole memory once: capacity / bandwidth.
//
// Source: name where the question comes from. Valid for a steady stream of large reads; latency is left out.
// Assumptions: every byte is read once, at the full bandwidth. Error: one division in float64.
#pragma once
#include <vector>

#include "core/fields.h"

namespace companion::sampleDemo {

struct Params {
  double capacityGB = 80;
  double bandwidthTBps = 3.35;
};

template <class V>
void fields(V& v, Params*) {
  v.number("capacityGB", &Params::capacityGB, 1, 10000, "GB");
  v.number("bandwidthTBps", &Params::bandwidthTBps, 0.01, 100, "TB/s");
}

struct Result {
  double readS;                   // once through the memory
  double readsPerS;               // how often that fits into a second
  std::vector<double> curveTBps;  // the same capacity at other bandwidths …
  std::vector<double> curveMs;    // … and the time it takes then
};

template <class V>
void fields(V& v, Result*) {
  v.number("readS", &Result::readS, "s");
  v.number("readsPerS", &Result::readsPerS, "1/s");
  v.numbers("curveTBps", &Result::curveTBps, "TB/s");
  v.numbers("curveMs", &Result::curveMs, "ms");
}

inline double readSeconds(double capacityGB, double bandwidthTBps) { return capacityGB / (bandwidthTBps * 1000); }

inline Result run(const Params& p) {
  Result r{};
  r.readS = readSeconds(p.capacityGB, p.bandwidthTBps);
  r.readsPerS = 1 / r.readS;
  for (int i = 1; i <= 32; ++i) {  // an eighth of the bandwidth to four times it
    r.curveTBps.push_back(p.bandwidthTBps * i / 8);
    r.curveMs.push_back(readSeconds(p.capacityGB, p.bandwidthTBps * i / 8) * 1000);
  }
  return r;
}

}  // namespace companion::sampleDemo
