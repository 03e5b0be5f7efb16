// Attention on one warpgroup and on two that take turns: matrix products on the tensor core, exp on the
// special-function units, in series or overlapped.
//
// Equations, per attention score: mma = 4 d / matrix rate (QK^T and PV, 2 d operations each), exp = 1 / exp rate;
// serial = mma + exp; overlapped, two equal warpgroups without overhead: max(mma, exp). With shares 1 ± imbalance of
// the work and a hand-over time s between turns on the tensor core, the pair of steps takes
// max(2 mma + 2 s, 2 exp, (1 + imbalance)(mma + exp)) - a maximum of cycle means, which the event simulation confirms.
// Source: lecture 8, script 04, demo 3; the schedule is FlashAttention-3's ping-pong.
// Assumptions: only exp competes with the matrix products (no maximum, scaling, conversion, loads, causal mask); units
// reach their rates. On Hopper the matrix rate is SMs × operations per clock × clock and FP8 twice BF16, as in the
// lecture; elsewhere the chip table's dense rate. Error: float64 arithmetic.
#pragma once
#include <algorithm>
#include <vector>

#include "core/chips.h"
#include "core/fields.h"
#include "core/read_params.h"

namespace companion::pingPong {

inline constexpr std::string_view kPrecisions[] = {"bf16", "fp8"};
inline constexpr std::string_view kExpChoices[] = {"given", "blog", "units", "measured"};
inline constexpr std::string_view kUnits[] = {"mma", "exp", "hand-over"};
inline constexpr std::string_view kBinding[] = {"mma", "exp", "warpgroup"};

struct Params {
  int chip = 0;
  int headDim = 128;
  double expTps = 4.5;
  int expAccount = 0;    // "given": expTps; otherwise the chip's rate by that account
  double imbalance = 0;  // one warpgroup has 1 + imbalance of a step's work, the other 1 - imbalance
  double syncNs = 0;     // from the end of one warpgroup's turn on the tensor core to the start of the other's
  int rows = 64;         // scores of a step: rows of a warpgroup …
  int columns = 128;     // … × keys of a block
  int timelinePrecision = 0;
  int timelineSteps = 4;  // steps of each warpgroup that the timelines show
};

template <class V>
void fields(V& v, Params*) {
  v.choice("chip", &Params::chip, names(chipIds));
  v.integer("headDim", &Params::headDim, 8, 1024, "");
  v.number("expTps", &Params::expTps, 0.01, 1000, "T/s");
  v.choice("expAccount", &Params::expAccount, names(kExpChoices));
  v.number("imbalance", &Params::imbalance, 0, 0.9, "");
  v.number("syncNs", &Params::syncNs, 0, 10000, "ns");
  v.integer("rows", &Params::rows, 16, 1024, "");
  v.integer("columns", &Params::columns, 16, 1024, "");
  v.choice("timelinePrecision", &Params::timelinePrecision, names(kPrecisions));
  v.integer("timelineSteps", &Params::timelineSteps, 1, 16, "");
}

// One row of the lecture's table; NaN where the chip has no rate.
struct Row {
  int precision;
  double peakFlops;
  double mmaPs, expPs;
  double expPerMma;
  double serialPs, overlapPs;        // per score of the chip
  double gain;                       // serial / overlapped
  int binding;                       // what sets the overlapped time
  double serialFlops, overlapFlops;  // the attention rate each way allows
  double utilization;                // of the tensor core, overlapped
  double balancedHeadDim;            // head dimension at which mma equals exp: the gain is greatest there
};

template <class V>
void fields(V& v, Row*) {
  v.choice("precision", &Row::precision, names(kPrecisions));
  v.number("peakFlops", &Row::peakFlops, "FLOP/s");
  v.number("mmaPs", &Row::mmaPs, "ps");
  v.number("expPs", &Row::expPs, "ps");
  v.number("expPerMma", &Row::expPerMma, "");
  v.number("serialPs", &Row::serialPs, "ps");
  v.number("overlapPs", &Row::overlapPs, "ps");
  v.number("gain", &Row::gain, "");
  v.choice("binding", &Row::binding, names(kBinding));
  v.number("serialFlops", &Row::serialFlops, "FLOP/s");
  v.number("overlapFlops", &Row::overlapFlops, "FLOP/s");
  v.number("utilization", &Row::utilization, "");
  v.number("balancedHeadDim", &Row::balancedHeadDim, "");
}

// What each account of the chip's exp rate makes of the same head; precision by precision.
struct Account {
  int account;
  double expPerS;
  std::vector<double> expPerMma, gain;
};

template <class V>
void fields(V& v, Account*) {
  v.choice("account", &Account::account, names(expAccountIds));
  v.number("expPerS", &Account::expPerS, "1/s");
  v.numbers("expPerMma", &Account::expPerMma, "");
  v.numbers("gain", &Account::gain, "");
}

// The gain as one parameter runs and the others stay.
struct GainCurve {
  int precision;
  std::vector<double> byHeadDim, byExpTps;
};

template <class V>
void fields(V& v, GainCurve*) {
  v.choice("precision", &GainCurve::precision, names(kPrecisions));
  v.numbers("byHeadDim", &GainCurve::byHeadDim, "");
  v.numbers("byExpTps", &GainCurve::byExpTps, "");
}

// A stretch of one warpgroup's time on one SM.
struct Span {
  int warpgroup;  // 0 or 1
  int step;
  int unit;
  double fromS, toS;
};

template <class V>
void fields(V& v, Span*) {
  v.integer("warpgroup", &Span::warpgroup, "");
  v.integer("step", &Span::step, "");
  v.choice("unit", &Span::unit, names(kUnits));
  v.number("fromS", &Span::fromS, "s");
  v.number("toS", &Span::toS, "s");
}

// What the papers report; an attention forward pass with head dimension 128, without causal mask.
inline constexpr std::string_view kReports[] = {
    "fa3-no-specialization", "fa3-no-pipelining", "fa3-pingpong-from", "fa3-pingpong-to", "fa3-full",
    "fa3-v1-fp16",           "fa3-v1-fp8",        "fa3-neurips-bf16",  "fa3-neurips-fp8", "fa4-b200-bf16"};

struct Report {
  int report;
  int chip;
  double flops;
  double share;  // of the peak, as reported; NaN: not said
  int source;
  double gain = NAN;  // over the same kernel without warp specialization; NaN: not comparable
};

template <class V>
void fields(V& v, Report*) {
  v.choice("report", &Report::report, names(kReports));
  v.choice("chip", &Report::chip, names(chipIds));
  v.number("flops", &Report::flops, "FLOP/s");
  v.number("share", &Report::share, "");
  v.choice("source", &Report::source, names(sourceIds));
  v.number("gain", &Report::gain, "");
}

struct Result {
  double expPerS;  // the rate in use; NaN where the account has none for this chip
  int sms;         // 0: unknown, and then there is no timeline
  int flopsPerScore;
  std::vector<Row> rows;
  std::vector<Account> accounts;
  std::vector<double> headDims, expTps;  // abscissae of the gain curves
  std::vector<GainCurve> gains;
  std::vector<Span> serial, pingPong;  // the first steps on one SM
  double stepPairS;                    // closed form: two steps, one of each warpgroup
  double stepPairSimulatedS;           // the same once the simulation has settled
  double serialStepPairS;
  std::vector<Report> reports;
};

template <class V>
void fields(V& v, Result*) {
  v.number("expPerS", &Result::expPerS, "1/s");
  v.integer("sms", &Result::sms, "");
  v.integer("flopsPerScore", &Result::flopsPerScore, "FLOP");
  v.list("rows", &Result::rows);
  v.list("accounts", &Result::accounts);
  v.numbers("headDims", &Result::headDims, "");
  v.numbers("expTps", &Result::expTps, "T/s");
  v.list("gains", &Result::gains);
  v.list("serial", &Result::serial);
  v.list("pingPong", &Result::pingPong);
  v.number("stepPairS", &Result::stepPairS, "s");
  v.number("stepPairSimulatedS", &Result::stepPairSimulatedS, "s");
  v.number("serialStepPairS", &Result::serialStepPairS, "s");
  v.list("reports", &Result::reports);
}

inline const Chip& chipOf(const Params& p) { return chips()[static_cast<size_t>(p.chip)]; }

// Operations per second in bf16 (0) and fp8 (1).
inline double matrixRate(const Chip& chip, int precision) {
  if (chip.clockHz.caveat != Caveat::matrixClock) return chip.peak(precision ? Precision::fp8 : Precision::bf16).value;
  const double bf16 = chip.sms.value * chip.matrixFlopsPerSmClk.value * (chip.clockHz.value / 1e9) * 1e9;
  return precision ? 2 * bf16 : bf16;
}

inline double expRate(const Params& p) {
  return p.expAccount == 0 ? p.expTps * 1e12 : expPerS(chipOf(p), static_cast<ExpAccount>(p.expAccount - 1));
}

// Told as notices; the cells without a rate stay empty.
inline void check(Params& p, std::vector<Issue>& issues) {
  const Chip& chip = chipOf(p);
  const std::string id(chip.id);
  if (std::isnan(matrixRate(chip, 0)) && std::isnan(matrixRate(chip, 1)))
    issues.push_back({"chip", id, "no-rate", id});
  else if (std::isnan(matrixRate(chip, 1)))
    issues.push_back({"chip", id, "no-fp8", id});
  if (std::isnan(expRate(p)))
    issues.push_back(
        {"expAccount", std::string(kExpChoices[p.expAccount]), "no-exp-rate", std::string(kExpChoices[p.expAccount])});
}

// The time of one unit of work on each side, and what a turn costs beside it, in any one unit of time.
struct Step {
  double mma, exp, handOver, imbalance;
};

inline double pairTime(const Step& s) {
  if (std::isnan(s.mma + s.exp)) return NAN;
  return std::max({2 * s.mma + 2 * s.handOver, 2 * s.exp, (1 + s.imbalance) * (s.mma + s.exp)});
}

inline int bindingOf(const Step& s) {
  const double pair = pairTime(s);
  return pair == 2 * s.mma + 2 * s.handOver ? 0 : pair == 2 * s.exp ? 1 : 2;
}

// Hand-over time spread over the scores of a step on all SMs; 0 where the SMs are not known.
inline double handOverPerScoreS(const Params& p) {
  const double sms = chipOf(p).sms.value;
  return std::isnan(sms) ? 0 : p.syncNs / 1e9 / (double(p.rows) * p.columns * sms);
}

inline Step perScore(const Params& p, double peakFlops, double expPerS, int headDim) {
  return {4.0 * headDim / peakFlops, 1 / expPerS, handOverPerScoreS(p), p.imbalance};
}

inline double gainOf(const Step& s) { return (s.mma + s.exp) / (pairTime(s) / 2); }

inline Row rowOf(const Params& p, double expPerS, int precision) {
  Row row{};
  row.precision = precision;
  row.peakFlops = matrixRate(chipOf(p), precision);
  const Step step = perScore(p, row.peakFlops, expPerS, p.headDim);
  const double serial = step.mma + step.exp, overlap = pairTime(step) / 2;
  row.mmaPs = step.mma * 1e12;
  row.expPs = step.exp * 1e12;
  row.expPerMma = step.exp / step.mma;
  row.serialPs = serial * 1e12;
  row.overlapPs = overlap * 1e12;
  row.gain = serial / overlap;
  row.binding = bindingOf(step);
  row.serialFlops = 4.0 * p.headDim / serial;
  row.overlapFlops = 4.0 * p.headDim / overlap;
  row.utilization = step.mma / overlap;
  row.balancedHeadDim = row.peakFlops / (4 * expPerS);
  return row;
}

inline Account accountOf(const Params& p, int account) {
  Account a{account, expPerS(chipOf(p), static_cast<ExpAccount>(account)), {}, {}};
  for (const int precision : {0, 1}) {
    const Row row = rowOf(p, a.expPerS, precision);
    a.expPerMma.push_back(row.expPerMma);
    a.gain.push_back(row.gain);
  }
  return a;
}

inline void drawGains(const Params& p, Result& r) {
  for (int headDim = 16; headDim <= 256; headDim += 4) r.headDims.push_back(headDim);
  for (int i = 0; i <= 60; ++i) r.expTps.push_back(std::exp2(i / 10.0));  // 1 … 64 T/s
  for (const int precision : {0, 1}) {
    const double peak = matrixRate(chipOf(p), precision);
    GainCurve curve{precision, {}, {}};
    for (const double headDim : r.headDims)
      curve.byHeadDim.push_back(gainOf(perScore(p, peak, r.expPerS, int(headDim))));
    for (const double tps : r.expTps) curve.byExpTps.push_back(gainOf(perScore(p, peak, tps * 1e12, p.headDim)));
    r.gains.push_back(std::move(curve));
  }
}

// Two warpgroups in strict turns on both units; returns when each step's exp ended. A step's exp waits for its
// products, the next step's products for the exp, and a turn on the tensor core begins handOver after the other's has
// ended.
template <class Show>
std::vector<double> simulateTurns(const Step& s, int steps, Show show) {
  const double work[2] = {1 + s.imbalance, 1 - s.imbalance};
  double mmaFree = 0, expFree = 0, ready[2] = {0, 0};
  std::vector<double> ended;
  for (int step = 0; step < steps; ++step)
    for (const int warpgroup : {0, 1}) {
      const bool first = step == 0 && warpgroup == 0;
      const double turn = mmaFree + (first ? 0 : s.handOver);
      const double mmaFrom = std::max(turn, ready[warpgroup]), mmaTo = mmaFrom + work[warpgroup] * s.mma;
      const double expFrom = std::max(mmaTo, expFree), expTo = expFrom + work[warpgroup] * s.exp;
      if (!first && s.handOver > 0) show(Span{warpgroup, step, 2, mmaFree, turn});
      show(Span{warpgroup, step, 0, mmaFrom, mmaTo});
      show(Span{warpgroup, step, 1, expFrom, expTo});
      mmaFree = mmaTo;
      expFree = ready[warpgroup] = expTo;
      ended.push_back(expTo);
    }
  return ended;
}

// One SM's steps: a pair of steps is 2 × rows × columns scores.
inline void drawTimelines(const Params& p, Result& r) {
  r.stepPairS = r.stepPairSimulatedS = r.serialStepPairS = NAN;
  const Row& row = r.rows[static_cast<size_t>(p.timelinePrecision)];
  if (r.sms == 0 || std::isnan(row.serialPs)) return;
  const double scores = double(p.rows) * p.columns * r.sms;  // a step on every SM
  const Step step{row.mmaPs / 1e12 * scores, row.expPs / 1e12 * scores, p.syncNs / 1e9, p.imbalance};
  constexpr int kSettled = 64;
  const auto ended = simulateTurns(step, 2 * kSettled, [&](const Span& span) {
    if (span.step < p.timelineSteps) r.pingPong.push_back(span);
  });
  r.stepPairSimulatedS = (ended[4 * kSettled - 1] - ended[2 * kSettled - 1]) / kSettled;
  r.stepPairS = pairTime(step);
  r.serialStepPairS = 2 * (step.mma + step.exp);
  double now = 0;
  for (int i = 0; i < p.timelineSteps; ++i)
    for (const int warpgroup : {0, 1}) {
      const double work = warpgroup ? 1 - p.imbalance : 1 + p.imbalance;
      r.serial.push_back({warpgroup, i, 0, now, now + work * step.mma});
      now += work * step.mma;
      r.serial.push_back({warpgroup, i, 1, now, now + work * step.exp});
      now += work * step.exp;
    }
}

// FlashAttention-3: table 2 and section 3.1 (FP16), arXiv v1 and the NeurIPS text; FlashAttention-4: abstract.
inline std::vector<Report> publishedReports() {
  const int fa3 = int(Source::flashAttention3), fa4 = int(Source::flashAttention4), h100 = 0, b200 = 1;
  return {{0, h100, 570e12, NAN, fa3},
          {1, h100, 582e12, NAN, fa3},
          {2, h100, 620e12, NAN, fa3, 620.0 / 570},
          {3, h100, 640e12, NAN, fa3, 640.0 / 570},
          {4, h100, 661e12, NAN, fa3, 661.0 / 570},
          {5, h100, 740e12, 0.75, fa3},
          {6, h100, 1.2e15, NAN, fa3},
          {7, h100, 840e12, 0.85, fa3},
          {8, h100, 1.3e15, NAN, fa3},
          {9, b200, 1613e12, 0.71, fa4}};
}

inline Result run(const Params& p) {
  Result r{};
  r.expPerS = expRate(p);
  r.sms = std::isnan(chipOf(p).sms.value) ? 0 : int(chipOf(p).sms.value);
  r.flopsPerScore = 4 * p.headDim;
  for (const int precision : {0, 1}) r.rows.push_back(rowOf(p, r.expPerS, precision));
  for (const int account : {0, 1, 2}) r.accounts.push_back(accountOf(p, account));
  drawGains(p, r);
  drawTimelines(p, r);
  r.reports = publishedReports();
  return r;
}

}  // namespace companion::pingPong
