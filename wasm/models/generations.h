// Chip generations side by side: compute, bandwidth, capacity, link and power as multiples of a base chip, and
// rooflines.
//
// Equations: multiple = figure / the base's figure; ridge = peak / bandwidth; attainable = min(peak, bandwidth ×
// intensity); total multiple = (peak in the narrowest format / peak in a common one, both relative to the base's) ×
// (multiple in the common format): how much is precision, how much is hardware.
// Source: lecture 1, script 05, demo 1; figures and their sources in core/chips.
// Assumptions: vendors' peaks, dense unless chosen otherwise; a kernel reads each operand once and writes its result
// once, in the format it computes in. Error: float64 arithmetic; the figures themselves are vendors' claims.
#pragma once
#include <algorithm>
#include <vector>

#include "core/chips.h"
#include "core/fields.h"
#include "core/read_params.h"

namespace companion::generations {

// The chip table's ids and one chip of the reader's own.
inline constexpr int kCustom = chipCount;
inline constexpr std::string_view kChips[] = {
    "H100",        "B200",   "B300",   "Rubin",  "A100",    "H200",    "HGX-B200", "GB200",     "HGX-B300",  "GB300",
    "Rubin-NVL72", "MI300X", "MI325X", "MI355X", "TPU-v5p", "TPU-v6e", "Ironwood", "Trainium2", "Trainium3", "custom"};
static_assert(std::size(kChips) == chipCount + 1);
inline constexpr std::string_view kFormats[] = {"narrowest", "fp64",  "tf32",  "bf16", "fp8",
                                                "fp6",       "nvfp4", "mxfp4", "int8"};
inline constexpr std::string_view kDensities[] = {"dense", "sparse"};
inline constexpr std::string_view kKernels[] = {"gemm", "prefill", "decode", "custom"};
inline constexpr std::string_view kLimits[] = {"compute", "memory"};

struct Params {
  std::vector<int> chips = {0, 1, 2, 3};
  int base = 0;
  int format = 0;                          // of the peaks: each chip's narrowest, or one for all
  int commonFormat = int(Precision::fp8);  // in which "the same precision" is compared
  int density = 0;
  int kernel = 2;
  int gemmM = 4096;
  int gemmN = 4096;
  int gemmK = 4096;
  int sequence = 8192;  // prefill: tokens attending to one another
  int headDim = 128;
  double modelB = 70;          // decode: parameters, in 10^9
  int batch = 32;              // decode: sequences at once
  int context = 4096;          // decode: tokens of each in the KV cache
  double kvKiBPerToken = 320;  // decode: 80 layers × 8 heads × 128 × (K and V) × 2 B
  double intensity = 100;      // custom kernel, FLOP/B
  double customPflops = 20;
  int customFormat = int(Precision::nvfp4);
  double customCommonPflops = 10;  // in commonFormat
  double customTBps = 16;
  double customGB = 384;
  double customLinkGBps = 1800;
  double customW = 1600;
};

template <class V>
void fields(V& v, Params*) {
  v.choices("chips", &Params::chips, names(kChips), chipCount + 1);
  v.choice("base", &Params::base, names(kChips));
  v.choice("format", &Params::format, names(kFormats));
  v.choice("commonFormat", &Params::commonFormat, names(precisionIds));
  v.choice("density", &Params::density, names(kDensities));
  v.choice("kernel", &Params::kernel, names(kKernels));
  v.integer("gemmM", &Params::gemmM, 1, 1048576, "");
  v.integer("gemmN", &Params::gemmN, 1, 1048576, "");
  v.integer("gemmK", &Params::gemmK, 1, 1048576, "");
  v.integer("sequence", &Params::sequence, 1, 10000000, "");
  v.integer("headDim", &Params::headDim, 8, 1024, "");
  v.number("modelB", &Params::modelB, 0.01, 100000, "B");
  v.integer("batch", &Params::batch, 1, 65536, "");
  v.integer("context", &Params::context, 0, 10000000, "");
  v.number("kvKiBPerToken", &Params::kvKiBPerToken, 0, 100000, "KiB");
  v.number("intensity", &Params::intensity, 0.01, 100000, "FLOP/B");
  v.number("customPflops", &Params::customPflops, 0.001, 10000, "PFLOP/s");
  v.choice("customFormat", &Params::customFormat, names(precisionIds));
  v.number("customCommonPflops", &Params::customCommonPflops, 0.001, 10000, "PFLOP/s");
  v.number("customTBps", &Params::customTBps, 0.01, 1000, "TB/s");
  v.number("customGB", &Params::customGB, 1, 100000, "GB");
  v.number("customLinkGBps", &Params::customLinkGBps, 1, 1000000, "GB/s");
  v.number("customW", &Params::customW, 1, 1000000, "W");
}

// A chip against the base; NaN where a figure is missing.
struct Row {
  int chip;
  int year;
  bool announced;  // its peak is from before the product shipped
  int precision;   // in which peakFlops is rated
  double peakFlops;
  double computeRatio, commonRatio, bandwidthRatio, capacityRatio, linkRatio, powerRatio;
  double ridge;  // FLOP/B
  double commonFlops, bandwidthBytesPerS, capacityBytes, linkBytesPerS, powerW;
  double flopsPerW, flopsPerWRatio;
  double precisionFactor;          // computeRatio / commonRatio
  double precisionShareLog;        // of log computeRatio
  double precisionShareAdditive;   // of computeRatio - 1
  double bandwidthVersusPrevious;  // of the row before; NaN for the first
};

template <class V>
void fields(V& v, Row*) {
  v.choice("chip", &Row::chip, names(kChips));
  v.integer("year", &Row::year, "");
  v.flag("announced", &Row::announced);
  v.choice("precision", &Row::precision, names(precisionIds));
  v.number("peakFlops", &Row::peakFlops, "FLOP/s");
  v.number("computeRatio", &Row::computeRatio, "");
  v.number("commonRatio", &Row::commonRatio, "");
  v.number("bandwidthRatio", &Row::bandwidthRatio, "");
  v.number("capacityRatio", &Row::capacityRatio, "");
  v.number("linkRatio", &Row::linkRatio, "");
  v.number("powerRatio", &Row::powerRatio, "");
  v.number("ridge", &Row::ridge, "FLOP/B");
  v.number("commonFlops", &Row::commonFlops, "FLOP/s");
  v.number("bandwidthBytesPerS", &Row::bandwidthBytesPerS, "B/s");
  v.number("capacityBytes", &Row::capacityBytes, "B");
  v.number("linkBytesPerS", &Row::linkBytesPerS, "B/s");
  v.number("powerW", &Row::powerW, "W");
  v.number("flopsPerW", &Row::flopsPerW, "FLOP/s/W");
  v.number("flopsPerWRatio", &Row::flopsPerWRatio, "");
  v.number("precisionFactor", &Row::precisionFactor, "");
  v.number("precisionShareLog", &Row::precisionShareLog, "");
  v.number("precisionShareAdditive", &Row::precisionShareAdditive, "");
  v.number("bandwidthVersusPrevious", &Row::bandwidthVersusPrevious, "");
}

// One chip's roof and where the kernel stands under it.
struct Roof {
  int chip;
  int precision;
  double kernelFlops, kernelBytes, intensity;
  double attainableFlops;
  double timeS;
  int limit;
  double shortBy;  // ridge / intensity: what intensity or bandwidth would have to be multiplied by; below 1: spare
  double balance;  // gemm: edge of a cube, prefill: tokens, decode: batch, custom: intensity at the ridge; NaN: never
  std::vector<double> attainable;  // over Result::intensities
};

template <class V>
void fields(V& v, Roof*) {
  v.choice("chip", &Roof::chip, names(kChips));
  v.choice("precision", &Roof::precision, names(precisionIds));
  v.number("kernelFlops", &Roof::kernelFlops, "FLOP");
  v.number("kernelBytes", &Roof::kernelBytes, "B");
  v.number("intensity", &Roof::intensity, "FLOP/B");
  v.number("attainableFlops", &Roof::attainableFlops, "FLOP/s");
  v.number("timeS", &Roof::timeS, "s");
  v.choice("limit", &Roof::limit, names(kLimits));
  v.number("shortBy", &Roof::shortBy, "");
  v.number("balance", &Roof::balance, "");
  v.numbers("attainable", &Roof::attainable, "FLOP/s");
}

inline constexpr std::string_view kFigures[] = {
    "dense-fp64",    "dense-tf32",    "dense-bf16",    "dense-fp8",   "dense-fp6",   "dense-nvfp4",
    "dense-mxfp4",   "dense-int8",    "sparse-fp64",   "sparse-tf32", "sparse-bf16", "sparse-fp8",
    "sparse-fp6",    "sparse-nvfp4",  "sparse-mxfp4",  "sparse-int8", "fp64-vector", "memory",
    "bandwidth",     "link",          "power",         "sms",         "clock",       "matrix-per-clock",
    "ex2-per-clock", "fma-per-clock", "shared-memory", "l2",          "exp-blog",    "exp-measured"};

struct Other {
  double value;
  int source, caveat;
};

template <class V>
void fields(V& v, Other*) {
  v.number("value", &Other::value, "");
  v.choice("source", &Other::source, names(sourceIds));
  v.choice("caveat", &Other::caveat, names(caveatIds));
}

// A figure of the chip table with where it comes from, in base units; NaN with others: only those are known.
struct FigureEntry {
  int chip;
  int figure;
  double value;
  int kind, source, caveat;
  std::vector<Other> others;  // what other sources say
};

template <class V>
void fields(V& v, FigureEntry*) {
  v.choice("chip", &FigureEntry::chip, names(chipIds));
  v.choice("figure", &FigureEntry::figure, names(kFigures));
  v.number("value", &FigureEntry::value, "");
  v.choice("kind", &FigureEntry::kind, names(figureKindIds));
  v.choice("source", &FigureEntry::source, names(sourceIds));
  v.choice("caveat", &FigureEntry::caveat, names(caveatIds));
  v.list("others", &FigureEntry::others);
}

struct SourceEntry {
  int source;
  std::string_view title, url;
};

template <class V>
void fields(V& v, SourceEntry*) {
  v.choice("source", &SourceEntry::source, names(sourceIds));
  v.text("title", &SourceEntry::title);
  v.text("url", &SourceEntry::url);
}

struct Result {
  std::vector<Row> rows;   // the chosen chips, in the order chosen
  std::vector<Row> trend;  // every chip of the table, for the picture over the years and for sorting
  std::vector<double> intensities;
  std::vector<Roof> roofs;
  std::vector<FigureEntry> figures;  // of every chip
  std::vector<SourceEntry> sources;
  double decadeCompute, decadeBandwidth;  // 2012-2022, quoted from Ma and Patterson, arXiv 2601.05047
};

template <class V>
void fields(V& v, Result*) {
  v.list("rows", &Result::rows);
  v.list("trend", &Result::trend);
  v.numbers("intensities", &Result::intensities, "FLOP/B");
  v.list("roofs", &Result::roofs);
  v.list("figures", &Result::figures);
  v.list("sources", &Result::sources);
  v.number("decadeCompute", &Result::decadeCompute, "");
  v.number("decadeBandwidth", &Result::decadeBandwidth, "");
}

inline Chip customChip(const Params& p) {
  Chip chip;
  chip.id = kChips[kCustom];
  chip.dense[size_t(p.commonFormat)].value = p.customCommonPflops * 1e15;
  chip.dense[size_t(p.customFormat)].value = p.customPflops * 1e15;
  chip.memoryBytesPerS.value = p.customTBps * 1e12;
  chip.memoryBytes.value = p.customGB * 1e9;
  chip.linkBytesPerS.value = p.customLinkGBps * 1e9;
  chip.powerW.value = p.customW;
  return chip;
}

inline Chip chipOf(const Params& p, int index) {
  return index == kCustom ? customChip(p) : chips()[static_cast<size_t>(index)];
}

inline const Rates& ratesOf(const Params& p, const Chip& chip) { return p.density ? chip.sparse : chip.dense; }

// The chosen format, or the narrowest the chip is rated in; bf16 if it is rated in none.
inline int precisionOf(const Params& p, const Chip& chip) {
  if (p.format) return p.format - 1;
  const int narrowest = narrowestPrecision(ratesOf(p, chip));
  return narrowest < 0 ? int(Precision::bf16) : narrowest;
}

inline double peakOf(const Params& p, const Chip& chip) { return ratesOf(p, chip)[size_t(precisionOf(p, chip))].value; }
inline double commonPeakOf(const Params& p, const Chip& chip) { return ratesOf(p, chip)[size_t(p.commonFormat)].value; }

// Told as notices; the cells without a figure stay empty. The lecture's own gap (its Rubin has no FP8) is none.
inline void check(Params& p, std::vector<Issue>& issues) {
  std::string peaks, commons;
  for (const int index : p.chips) {
    const Chip chip = chipOf(p, index);
    if (std::isnan(peakOf(p, chip))) addListed(peaks, kChips[index]);
    if (std::isnan(commonPeakOf(p, chip)) && !(chip.lecture && !p.density)) addListed(commons, kChips[index]);
  }
  if (!peaks.empty()) issues.push_back({"format", peaks, "no-rate", std::string(kFormats[p.format])});
  if (!commons.empty())
    issues.push_back({"commonFormat", commons, "no-rate", std::string(precisionIds[p.commonFormat])});
  if (std::isnan(commonPeakOf(p, chipOf(p, p.base))))
    issues.push_back({"base", std::string(kChips[p.base]), "no-rate", std::string(precisionIds[p.commonFormat])});
}

inline Row rowOf(const Params& p, int index) {
  const Chip chip = chipOf(p, index), base = chipOf(p, p.base);
  Row row{};
  row.chip = index;
  row.year = chip.year;
  row.precision = precisionOf(p, chip);
  row.announced = ratesOf(p, chip)[size_t(row.precision)].kind == FigureKind::announced;
  row.peakFlops = peakOf(p, chip);
  row.commonFlops = commonPeakOf(p, chip);
  row.bandwidthBytesPerS = chip.memoryBytesPerS.value;
  row.capacityBytes = chip.memoryBytes.value;
  row.linkBytesPerS = chip.linkBytesPerS.value;
  row.powerW = chip.powerW.value;
  row.computeRatio = row.peakFlops / peakOf(p, base);
  row.commonRatio = row.commonFlops / commonPeakOf(p, base);
  row.bandwidthRatio = row.bandwidthBytesPerS / base.memoryBytesPerS.value;
  row.capacityRatio = row.capacityBytes / base.memoryBytes.value;
  row.linkRatio = row.linkBytesPerS / base.linkBytesPerS.value;
  row.powerRatio = row.powerW / base.powerW.value;
  row.ridge = row.peakFlops / row.bandwidthBytesPerS;
  row.flopsPerW = row.peakFlops / row.powerW;
  row.flopsPerWRatio = row.flopsPerW / (peakOf(p, base) / base.powerW.value);
  row.precisionFactor = row.computeRatio / row.commonRatio;
  const bool grew = row.computeRatio > 1;
  row.precisionShareLog = grew ? std::log(row.precisionFactor) / std::log(row.computeRatio) : NAN;
  row.precisionShareAdditive = grew ? (row.computeRatio - row.commonRatio) / (row.computeRatio - 1) : NAN;
  row.bandwidthVersusPrevious = NAN;
  return row;
}

struct Work {
  double flops, bytes;
};

inline Work workOf(const Params& p, double bytesPerNumber) {
  const double m = p.gemmM, n = p.gemmN, k = p.gemmK, sequence = p.sequence, model = p.modelB * 1e9;
  switch (p.kernel) {
    case 0:
      return {2 * m * n * k, (m * k + k * n + m * n) * bytesPerNumber};
    case 1:  // one head: QK^T and PV; Q, K, V and the output each pass once
      return {4 * sequence * sequence * p.headDim, 4 * sequence * p.headDim * bytesPerNumber};
    case 2:  // one step: every parameter once for the whole batch, each sequence's cache once
      return {2 * model * p.batch, model * bytesPerNumber + double(p.batch) * p.context * p.kvKiBPerToken * 1024};
    default:
      return {p.intensity * 1e9, 1e9};
  }
}

// The size of the kernel at which its intensity meets the ridge.
inline double balanceOf(const Params& p, double ridge, double bytesPerNumber) {
  const double model = p.modelB * 1e9;
  switch (p.kernel) {
    case 0:
      return 1.5 * bytesPerNumber * ridge;
    case 1:
      return bytesPerNumber * ridge;
    case 2: {
      const double gained = 2 * model - ridge * p.context * p.kvKiBPerToken * 1024;  // per sequence more
      return gained > 0 ? ridge * model * bytesPerNumber / gained : NAN;
    }
    default:
      return ridge;
  }
}

inline Roof roofOf(const Params& p, const Row& row, const std::vector<double>& intensities) {
  Roof roof{};
  roof.chip = row.chip;
  roof.precision = row.precision;
  const double bytesPerNumber = bytesPerElement[size_t(row.precision)];
  const Work work = workOf(p, bytesPerNumber);
  roof.kernelFlops = work.flops;
  roof.kernelBytes = work.bytes;
  roof.intensity = work.flops / work.bytes;
  const auto attainable = [&](double intensity) {
    return std::isnan(row.peakFlops) ? NAN : std::min(row.peakFlops, row.bandwidthBytesPerS * intensity);
  };
  roof.attainableFlops = attainable(roof.intensity);
  roof.timeS = work.flops / roof.attainableFlops;
  roof.limit = roof.intensity < row.ridge ? 1 : 0;
  roof.shortBy = row.ridge / roof.intensity;
  roof.balance = balanceOf(p, row.ridge, bytesPerNumber);
  for (const double intensity : intensities) roof.attainable.push_back(attainable(intensity));
  return roof;
}

inline std::vector<FigureEntry> figureEntries() {
  std::vector<FigureEntry> entries;
  for (int chip = 0; chip < chipCount; ++chip) {
    const auto named = namedFigures(chips()[size_t(chip)]);
    for (size_t i = 0; i < named.size(); ++i) {
      const Figure& figure = *named[i].figure;
      FigureEntry entry{chip,
                        names(kFigures).indexOf(named[i].name),
                        figure.value,
                        int(figure.kind),
                        int(figure.source),
                        int(figure.caveat),
                        {}};
      for (const Alternative& other : figure.alternatives)
        if (other.source != Source::none) entry.others.push_back({other.value, int(other.source), int(other.caveat)});
      if (figure.known() || !entry.others.empty()) entries.push_back(std::move(entry));
    }
  }
  return entries;
}

inline Result run(const Params& p) {
  Result r{};
  for (const int index : p.chips) {
    Row row = rowOf(p, index);
    if (!r.rows.empty()) row.bandwidthVersusPrevious = row.bandwidthBytesPerS / r.rows.back().bandwidthBytesPerS;
    r.rows.push_back(row);
  }
  for (int index = 0; index < chipCount; ++index) r.trend.push_back(rowOf(p, index));
  for (int i = 0; i <= 96; ++i) r.intensities.push_back(std::exp2(i / 6.0 - 2));  // 1/4 … 16384
  for (const Row& row : r.rows) r.roofs.push_back(roofOf(p, row, r.intensities));
  r.figures = figureEntries();
  for (int source = 1; source < int(Source::count); ++source) {
    const SourceInfo& info = sourceInfo(static_cast<Source>(source));
    r.sources.push_back({source, info.title, info.url});
  }
  r.decadeCompute = 80;
  r.decadeBandwidth = 17;
  return r;
}

}  // namespace companion::generations
