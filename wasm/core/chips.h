// The chip table: every figure with its source, its kind, its caveat, and what other sources say instead.
//
// Base units throughout: FLOP/s (int8: operations per second), bytes, bytes per second, watts, hertz. Dense and sparse
// rates are separate figures. Words live with the pages: sources, kinds and caveats cross the boundary as ids.
#pragma once
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/fields.h"

namespace companion {

// Number formats a matrix unit may be rated in; the order is that of precisionIds.
enum class Precision : uint8_t { fp64, tf32, bf16, fp8, fp6, nvfp4, mxfp4, int8 };
inline constexpr std::string_view precisionIds[] = {"fp64", "tf32", "bf16", "fp8", "fp6", "nvfp4", "mxfp4", "int8"};
inline constexpr int precisionCount = 8;

// Bytes one number takes in memory, block scales included (a scale byte per 16 or 32 numbers).
inline constexpr double bytesPerElement[precisionCount] = {8, 4, 2, 1, 0.75, 4.5 / 8, 4.25 / 8, 1};

enum class FigureKind : uint8_t {
  datasheet,   // a vendor's specification, also where a collection of specifications was read
  vendorBlog,  // a vendor's article
  announced,   // stated before the product shipped
  measured,    // somebody's measurement
  derived,     // arithmetic on other figures
};
inline constexpr std::string_view figureKindIds[] = {"datasheet", "vendor-blog", "announced", "measured", "derived"};

enum class Source : uint8_t {
  none,
  blackwellUltraBlog,
  softmaxBlog,
  rubinPage,
  rubinBringUp,
  h100Datasheet,
  hgxDatasheet,
  acceleratorCollection,
  h100Notes,
  cudaGuide,
  cutlass,
  flashAttention3,
  flashAttention4,
  chipsAndCheese,
  b300Measurements,
  tpuV5pDocs,
  tpuV6eDocs,
  tpu7xDocs,
  trainium2Docs,
  trainium3Docs,
  count,
};

inline constexpr std::string_view sourceIds[] = {"none",
                                                 "blackwell-ultra-blog",
                                                 "softmax-blog",
                                                 "rubin-page",
                                                 "rubin-bring-up",
                                                 "h100-datasheet",
                                                 "hgx-datasheet",
                                                 "accelerator-collection",
                                                 "h100-notes",
                                                 "cuda-guide",
                                                 "cutlass",
                                                 "flash-attention-3",
                                                 "flash-attention-4",
                                                 "chips-and-cheese",
                                                 "b300-measurements",
                                                 "tpu-v5p-docs",
                                                 "tpu-v6e-docs",
                                                 "tpu7x-docs",
                                                 "trainium2-docs",
                                                 "trainium3-docs"};
static_assert(std::size(sourceIds) == static_cast<size_t>(Source::count));

// Title and address of a source; no address where there is no public one.
struct SourceInfo {
  std::string_view title, url;
};
const SourceInfo& sourceInfo(Source source);

// What a reader must know before using a figure; the sentence for each id is in the pages' texts.
enum class Caveat : uint8_t {
  none,
  upTo,               // the vendor writes "up to"
  densityNotSaid,     // the announcement does not say whether the figure is dense
  denseForTraining,   // the vendor's later figure for dense work
  notDoubleOfDense,   // the sparse figure is less than twice the dense one
  superchipClass,     // the column is the chip of a Grace superchip, not of an eight-GPU board
  fullDie,            // fits the count of units of a full die, more than are enabled
  usableBelowLabel,   // less can be used than is soldered
  binaryGigabytes,    // published in GiB
  directionNotSaid,   // one way or both ways together is not stated
  perLinkSum,         // sum over seven links to the other chips of a board
  mxOnly,             // only with block scales (MX)
  otherPage,          // only found on the page of a later chip
  emulated,           // partly emulated on integer units
  sourcesDiffer,      // sources do not agree
  olderEdition,       // an older edition of the same page
  boost,              // the highest clock, not the sustained one
  sustained,          // the clock under sustained load
  matrixClock,        // the clock at which the vendor rates the matrix units
  singleMeasurement,  // one person's measurement, not reviewed
  onSuperchip,        // measured on the superchip version
  enabledOnSome,      // fewer on early systems
  ratioFp32,          // only a ratio to Blackwell is known: 2 times, FP32
  ratioHalf,          // only a ratio to Blackwell is known: 4 times, BF16 and FP16
  count,
};
inline constexpr std::string_view caveatIds[] = {
    "none",          "up-to",           "density-not-said",   "dense-for-training", "not-double-of-dense",
    "superchip",     "full-die",        "usable-below-label", "binary-gigabytes",   "direction-not-said",
    "per-link-sum",  "mx-only",         "other-page",         "emulated",           "sources-differ",
    "older-edition", "boost",           "sustained",          "matrix-clock",       "single-measurement",
    "on-superchip",  "enabled-on-some", "ratio-fp32",         "ratio-half",
};
static_assert(std::size(caveatIds) == static_cast<size_t>(Caveat::count));

struct Alternative {
  double value = NAN;
  Source source = Source::none;
  Caveat caveat = Caveat::none;
};

struct Figure {
  double value = NAN;  // NaN: no figure known to us
  Source source = Source::none;
  FigureKind kind = FigureKind::datasheet;
  Caveat caveat = Caveat::none;
  std::array<Alternative, 2> alternatives{Alternative{}, Alternative{}};

  constexpr bool known() const { return value == value; }
  constexpr Figure also(double other, Source otherSource, Caveat otherCaveat = Caveat::none) const {
    Figure copy = *this;
    Alternative& free = copy.alternatives[0].source == Source::none ? copy.alternatives[0] : copy.alternatives[1];
    free = {other, otherSource, otherCaveat};
    return copy;
  }
};

using Rates = std::array<Figure, precisionCount>;

struct Chip {
  std::string_view id, vendor;
  int year = 0;          // of launch or, before that, of announcement
  bool lecture = false;  // with exactly the figures the lecture's script uses
  Rates dense{}, sparse{};
  Figure fp64Vector{}, memoryBytes{}, memoryBytesPerS{};
  Figure linkBytesPerS{};  // to the other chips of a scale-up domain, both directions together
  Figure powerW{};
  // One SM (or what comes nearest); unknown outside NVIDIA.
  Figure sms{}, clockHz{}, matrixFlopsPerSmClk{};  // the last in bf16
  Figure ex2PerSmClk{}, fmaPerSmClk{};             // special-function and FP32 multiply-add results
  Figure sharedBytesPerBlock{}, l2Bytes{};
  // exp on the whole chip per second, by the vendor's article and as measured.
  Figure expBlog{}, expMeasured{};

  const Figure& peak(Precision precision) const { return dense[static_cast<size_t>(precision)]; }
};

// The lecture's four chips first, in its order.
inline constexpr std::string_view chipIds[] = {
    "H100",        "B200",   "B300",   "Rubin",  "A100",    "H200",    "HGX-B200", "GB200",     "HGX-B300", "GB300",
    "Rubin-NVL72", "MI300X", "MI325X", "MI355X", "TPU-v5p", "TPU-v6e", "Ironwood", "Trainium2", "Trainium3"};
inline constexpr int chipCount = 19;
static_assert(std::size(chipIds) == chipCount);

std::span<const Chip> chips();

// The figures of a chip by name, as the pages list them; each is a member or an entry of dense or sparse.
struct NamedFigure {
  std::string_view name;
  const Figure* figure;
};
std::array<NamedFigure, 2 * precisionCount + 14> namedFigures(const Chip& chip);

// Three accounts of exp per second on the whole chip: the vendor's article; results per clock and SM × SMs × clock; as
// measured. NaN where a figure is missing.
enum class ExpAccount : uint8_t { blog, units, measured };
inline constexpr std::string_view expAccountIds[] = {"blog", "units", "measured"};
double expPerS(const Chip& chip, ExpAccount account);

// The narrowest floating-point format that is rated: 4-bit before 6, 8, 16 …; -1 for none.
int narrowestPrecision(const Rates& rates);

}  // namespace companion
