// Whether the exponentials of softmax keep up with the matrix products of attention, chip by chip.
//
// Equations, per attention score: operations = 2 d_qk + 2 d_v; exp needed per second to keep the matrix unit full =
// peak / operations; ratio = that / exp rate = exp time / matrix time. Above 1, exp is the bottleneck.
// A share f of the exps on the FMA units: special functions take (1 - f) / exp rate, the FMA units
// (f × instructions per exp + other instructions) / FMA rate; the balanced share makes them equal.
// Source: lecture 1, script 05, demo 3; the offload is FlashAttention-4's (arXiv 2603.05451).
// Assumptions: every unit reaches its rate and they overlap perfectly; maximum, subtraction, scaling and sum are left
// out of the table, as in the script, and counted as otherInstructions in the offload account.
// Error: float64 arithmetic; chip figures as their sources have them.
#pragma once
#include <algorithm>
#include <vector>

#include "core/chips.h"
#include "core/fields.h"
#include "core/read_params.h"

namespace companion::expBottleneck {

struct Params {
  std::vector<int> chips = {0, 1, 2};
  std::vector<int> precisions = {int(Precision::bf16), int(Precision::fp8)};
  std::vector<Pair> shapes = {{64, 64}, {128, 128}, {192, 128}};
  int account = 0;  // of the exp rates in the table
  // The offload account is for one chip, precision and shape.
  int offloadChip = 1;
  int offloadPrecision = int(Precision::fp8);
  int offloadQk = 128;
  int offloadV = 128;
  double share = 0;               // of the exps computed on the FMA units
  int degree = 3;                 // of the polynomial for 2^x on [0, 1)
  int reductionInstructions = 4;  // per exp beside the polynomial: round, subtract, move and insert the exponent
  double otherInstructions =
      4;  // per score on the FMA units whatever the share: maximum, scale and subtract, sum, convert
};

template <class V>
void fields(V& v, Params*) {
  v.choices("chips", &Params::chips, names(chipIds), chipCount);
  v.choices("precisions", &Params::precisions, names(precisionIds), precisionCount);
  v.pairs("shapes", &Params::shapes, 1, 4096, 8);
  v.choice("account", &Params::account, names(expAccountIds));
  v.choice("offloadChip", &Params::offloadChip, names(chipIds));
  v.choice("offloadPrecision", &Params::offloadPrecision, names(precisionIds));
  v.integer("offloadQk", &Params::offloadQk, 1, 4096, "");
  v.integer("offloadV", &Params::offloadV, 1, 4096, "");
  v.number("share", &Params::share, 0, 1, "");
  v.integer("degree", &Params::degree, 3, 5, "");
  v.integer("reductionInstructions", &Params::reductionInstructions, 0, 32, "");
  v.number("otherInstructions", &Params::otherInstructions, 0, 64, "");
}

// A row of the table; the arrays run over the shapes. NaN where the chip has no such rate.
struct Row {
  int chip;
  int precision;
  double peakFlops;
  double expPerS;  // by the chosen account
  std::vector<double> ratio;
  std::vector<double> blog, units, measured;         // the ratio by each account
  std::vector<double> announcedFp32, announcedHalf;  // by a ratio to Blackwell, where only that is known (Rubin)
  double balancedHeadDim;                            // d_qk = d_v at which the ratio is 1
  double peakMultiple, expMultiple;                  // of the first chosen chip's rates
};

template <class V>
void fields(V& v, Row*) {
  v.choice("chip", &Row::chip, names(chipIds));
  v.choice("precision", &Row::precision, names(precisionIds));
  v.number("peakFlops", &Row::peakFlops, "FLOP/s");
  v.number("expPerS", &Row::expPerS, "1/s");
  v.numbers("ratio", &Row::ratio, "");
  v.numbers("blog", &Row::blog, "");
  v.numbers("units", &Row::units, "");
  v.numbers("measured", &Row::measured, "");
  v.numbers("announcedFp32", &Row::announcedFp32, "");
  v.numbers("announcedHalf", &Row::announcedHalf, "");
  v.number("balancedHeadDim", &Row::balancedHeadDim, "");
  v.number("peakMultiple", &Row::peakMultiple, "");
  v.number("expMultiple", &Row::expMultiple, "");
}

struct Shape {
  int qk, v;
  double flopsPerExp;
};

template <class V>
void fields(V& v, Shape*) {
  v.integer("qk", &Shape::qk, "");
  v.integer("v", &Shape::v, "");
  v.number("flopsPerExp", &Shape::flopsPerExp, "FLOP");
}

// A chip's exp rate by the three accounts, with where each comes from.
struct Account {
  int chip;
  double blog, units, measured;
  int blogSource, measuredSource;
  int blogCaveat, measuredCaveat;
  double sms, clockHz, ex2PerSmClk;  // what "units" multiplies
  double measuredAgain;              // a second, differing measurement; NaN: none
  double announcedFp32, announcedHalf;
};

template <class V>
void fields(V& v, Account*) {
  v.choice("chip", &Account::chip, names(chipIds));
  v.number("blog", &Account::blog, "1/s");
  v.number("units", &Account::units, "1/s");
  v.number("measured", &Account::measured, "1/s");
  v.choice("blogSource", &Account::blogSource, names(sourceIds));
  v.choice("measuredSource", &Account::measuredSource, names(sourceIds));
  v.choice("blogCaveat", &Account::blogCaveat, names(caveatIds));
  v.choice("measuredCaveat", &Account::measuredCaveat, names(caveatIds));
  v.number("sms", &Account::sms, "");
  v.number("clockHz", &Account::clockHz, "Hz");
  v.number("ex2PerSmClk", &Account::ex2PerSmClk, "");
  v.number("measuredAgain", &Account::measuredAgain, "1/s");
  v.number("announcedFp32", &Account::announcedFp32, "1/s");
  v.number("announcedHalf", &Account::announcedHalf, "1/s");
}

// Times per score of the chip in ps; NaN where the chip's rates are not known.
struct Offload {
  double mmaPs;
  double expPerS, fmaPerS;
  double instructionsPerExp;
  double errorMax;                   // largest relative error of the polynomial
  double expPs, fmaPs, totalPs;      // at `share`; the total is the slowest of the three units
  double balancedShare, balancedPs;  // the share that makes special functions and FMA units equally long
  double neededShare;                // the least share at which exp no longer takes longer than the products …
  bool enough;                       // … and whether the FMA units then keep up as well
  double fmaBusy;                    // of the FMA units' time while the slowest unit runs, at `share`
  double ratioBefore, ratioAfter;    // exp time / matrix time at share 0 and at `share`
  std::vector<double> shares, expCurvePs, fmaCurvePs, totalCurvePs;
};

template <class V>
void fields(V& v, Offload*) {
  v.number("mmaPs", &Offload::mmaPs, "ps");
  v.number("expPerS", &Offload::expPerS, "1/s");
  v.number("fmaPerS", &Offload::fmaPerS, "1/s");
  v.number("instructionsPerExp", &Offload::instructionsPerExp, "");
  v.number("errorMax", &Offload::errorMax, "");
  v.number("expPs", &Offload::expPs, "ps");
  v.number("fmaPs", &Offload::fmaPs, "ps");
  v.number("totalPs", &Offload::totalPs, "ps");
  v.number("balancedShare", &Offload::balancedShare, "");
  v.number("balancedPs", &Offload::balancedPs, "ps");
  v.number("neededShare", &Offload::neededShare, "");
  v.flag("enough", &Offload::enough);
  v.number("fmaBusy", &Offload::fmaBusy, "");
  v.number("ratioBefore", &Offload::ratioBefore, "");
  v.number("ratioAfter", &Offload::ratioAfter, "");
  v.numbers("shares", &Offload::shares, "");
  v.numbers("expCurvePs", &Offload::expCurvePs, "ps");
  v.numbers("fmaCurvePs", &Offload::fmaCurvePs, "ps");
  v.numbers("totalCurvePs", &Offload::totalCurvePs, "ps");
}

struct Result {
  std::vector<Shape> shapes;
  std::vector<Row> rows;  // chip by chip, precision by precision
  std::vector<Account> accounts;
  Offload offload;
};

template <class V>
void fields(V& v, Result*) {
  v.list("shapes", &Result::shapes);
  v.list("rows", &Result::rows);
  v.list("accounts", &Result::accounts);
  v.object("offload", &Result::offload);
}

inline const Chip& chipAt(int index) { return chips()[static_cast<size_t>(index)]; }

inline double peakOf(const Chip& chip, int precision) { return chip.dense[static_cast<size_t>(precision)].value; }

// Told as notices; the cells without a rate stay empty.
inline void check(Params& p, std::vector<Issue>& issues) {
  std::string precisions, rates;
  for (const int chip : p.chips) {
    for (const int precision : p.precisions)
      if (std::isnan(peakOf(chipAt(chip), precision)))
        addListed(precisions, std::string(chipIds[chip]) + " " + std::string(precisionIds[precision]));
    if (std::isnan(expPerS(chipAt(chip), static_cast<ExpAccount>(p.account)))) addListed(rates, chipIds[chip]);
  }
  if (!precisions.empty()) issues.push_back({"precisions", precisions, "no-rate", precisions});
  if (!rates.empty()) issues.push_back({"account", rates, "no-exp-rate", rates});
}

// The exp rate that only a published ratio to Blackwell implies; NaN for chips with a figure of their own.
inline double announcedRate(const Chip& chip, Caveat ratio) {
  for (const Alternative& other : chip.expBlog.alternatives)
    if (other.caveat == ratio) return other.value;
  return NAN;
}

inline Row rowOf(const Params& p, int chipIndex, int precision) {
  const Chip& chip = chipAt(chipIndex);
  Row row{};
  row.chip = chipIndex;
  row.precision = precision;
  row.peakFlops = peakOf(chip, precision);
  row.expPerS = expPerS(chip, static_cast<ExpAccount>(p.account));
  row.balancedHeadDim = row.peakFlops / (4 * row.expPerS);
  row.peakMultiple = row.peakFlops / peakOf(chipAt(p.chips[0]), precision);
  row.expMultiple = row.expPerS / expPerS(chipAt(p.chips[0]), static_cast<ExpAccount>(p.account));
  for (const Pair shape : p.shapes) {
    const double needed = row.peakFlops / (2.0 * shape.first + 2.0 * shape.second);
    row.ratio.push_back(needed / row.expPerS);
    row.blog.push_back(needed / expPerS(chip, ExpAccount::blog));
    row.units.push_back(needed / expPerS(chip, ExpAccount::units));
    row.measured.push_back(needed / expPerS(chip, ExpAccount::measured));
    row.announcedFp32.push_back(needed / announcedRate(chip, Caveat::ratioFp32));
    row.announcedHalf.push_back(needed / announcedRate(chip, Caveat::ratioHalf));
  }
  return row;
}

inline Account accountOf(int index) {
  const Chip& chip = chipAt(index);
  Account a{};
  a.chip = index;
  a.blog = expPerS(chip, ExpAccount::blog);
  a.units = expPerS(chip, ExpAccount::units);
  a.measured = expPerS(chip, ExpAccount::measured);
  a.blogSource = int(chip.expBlog.source);
  a.blogCaveat = int(chip.expBlog.caveat);
  a.measuredSource = int(chip.expMeasured.source);
  a.measuredCaveat = int(chip.expMeasured.caveat);
  a.sms = chip.sms.value;
  a.clockHz = chip.clockHz.value;
  a.ex2PerSmClk = chip.ex2PerSmClk.value;
  a.measuredAgain = chip.expMeasured.alternatives[0].value;
  a.announcedFp32 = announcedRate(chip, Caveat::ratioFp32);
  a.announcedHalf = announcedRate(chip, Caveat::ratioHalf);
  return a;
}

// Largest relative error of the degree-n polynomial for 2^x on [0, 1) that FlashAttention-4 uses.
inline double polynomialErrorMax(int degree) {
  constexpr double kErrors[] = {8.77e-5, 2.99e-6, 8.5e-8};
  return kErrors[degree - 3];
}

// NaN if any is unknown, unlike std::max.
inline double slowest(double a, double b, double c) { return std::isnan(a + b + c) ? NAN : std::max({a, b, c}); }

inline Offload offloadOf(const Params& p) {
  const Chip& chip = chipAt(p.offloadChip);
  Offload o{};
  o.expPerS = expPerS(chip, static_cast<ExpAccount>(p.account));
  o.fmaPerS = chip.fmaPerSmClk.value * chip.sms.value * chip.clockHz.value;
  o.mmaPs = (2.0 * p.offloadQk + 2.0 * p.offloadV) / peakOf(chip, p.offloadPrecision) * 1e12;
  o.instructionsPerExp = p.degree + p.reductionInstructions;
  o.errorMax = polynomialErrorMax(p.degree);
  const auto expPs = [&](double share) { return (1 - share) / o.expPerS * 1e12; };
  const auto fmaPs = [&](double share) {
    return (share * o.instructionsPerExp + p.otherInstructions) / o.fmaPerS * 1e12;
  };
  const auto totalPs = [&](double share) { return slowest(o.mmaPs, expPs(share), fmaPs(share)); };
  o.expPs = expPs(p.share);
  o.fmaPs = fmaPs(p.share);
  o.totalPs = totalPs(p.share);
  o.fmaBusy = o.fmaPs / o.totalPs;
  o.ratioBefore = expPs(0) / o.mmaPs;
  o.ratioAfter = o.expPs / o.mmaPs;
  const double spare = expPs(0) - fmaPs(0), slope = expPs(0) + o.instructionsPerExp / o.fmaPerS * 1e12;
  o.balancedShare = spare < 0 ? 0 : spare / slope;
  o.balancedPs = totalPs(o.balancedShare);
  o.neededShare = o.ratioBefore <= 1 ? 0 : 1 - 1 / o.ratioBefore;
  o.enough = fmaPs(o.neededShare) <= o.mmaPs;
  for (int percent = 0; percent <= 100; ++percent) {
    o.shares.push_back(percent / 100.0);
    o.expCurvePs.push_back(expPs(o.shares.back()));
    o.fmaCurvePs.push_back(fmaPs(o.shares.back()));
    o.totalCurvePs.push_back(totalPs(o.shares.back()));
  }
  return o;
}

inline Result run(const Params& p) {
  Result r{};
  for (const Pair shape : p.shapes)
    r.shapes.push_back({shape.first, shape.second, 2.0 * shape.first + 2.0 * shape.second});
  for (const int chip : p.chips)
    for (const int precision : p.precisions) r.rows.push_back(rowOf(p, chip, precision));
  for (const int chip : p.chips) r.accounts.push_back(accountOf(chip));
  r.offload = offloadOf(p);
  return r;
}

}  // namespace companion::expBottleneck
