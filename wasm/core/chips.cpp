// The figures of the chip table and where each comes from.
#include "core/chips.h"

namespace companion {
namespace {

constexpr SourceInfo kSources[] = {
    {"", ""},
    {"NVIDIA, Inside NVIDIA Blackwell Ultra: The Chip Powering the AI Factory Era",
     "https://developer.nvidia.com/blog/inside-nvidia-blackwell-ultra-the-chip-powering-the-ai-factory-era"},
    {"NVIDIA, Making Softmax More Efficient with NVIDIA Blackwell Ultra (2026-02-25)",
     "https://developer.nvidia.com/blog/?p=112900"},
    {"NVIDIA, Vera Rubin NVL72 product page and Inside NVIDIA Rubin GPU Architecture (2026-07-21)",
     "https://www.nvidia.com/en-us/data-center/vera-rubin-nvl72/"},
    {"vLLM and LMSYS, Rubin bring-up notes (2026-10-09)", "https://lmsys.org/blog/"},
    {"NVIDIA, H100 Tensor Core GPU datasheet", "https://www.nvidia.com/en-us/data-center/h100/"},
    {"NVIDIA, HGX and Blackwell architecture technical brief", "https://www.nvidia.com/en-us/data-center/hgx/"},
    {"S. Bekman, Machine Learning Engineering: accelerators (each row cites its vendor's page)",
     "https://github.com/stas00/ml-engineering/tree/master/compute/accelerator"},
    {"G. K. Lockwood, H100", "https://glennklockwood.com/garden/processors/h100"},
    {"NVIDIA, CUDA C++ programming guide and Blackwell tuning guide", "https://docs.nvidia.com/cuda/"},
    {"NVIDIA, CUTLASS (arch.h, sm90_common.inl)", "https://github.com/NVIDIA/cutlass"},
    {"Shah et al., FlashAttention-3, arXiv 2407.08608", "https://arxiv.org/abs/2407.08608"},
    {"FlashAttention-4, arXiv 2603.05451", "https://arxiv.org/abs/2603.05451"},
    {"Chips and Cheese, articles on B200 and H100", "https://chipsandcheese.com/"},
    {"B300 SXM6 AC Canonical Reference (one person's measurements)", ""},
    {"Google Cloud, TPU v5p", "https://cloud.google.com/tpu/docs/v5p"},
    {"Google Cloud, TPU v6e", "https://docs.cloud.google.com/tpu/docs/v6e"},
    {"Google Cloud, TPU7x (Ironwood)", "https://docs.cloud.google.com/tpu/docs/tpu7x"},
    {"AWS Neuron documentation, Trainium2 (v2.29)", "https://awsdocs-neuron.readthedocs-hosted.com/"},
    {"AWS Neuron documentation, Trainium3 (v2.29.1)", "https://awsdocs-neuron.readthedocs-hosted.com/"},
};
static_assert(std::size(kSources) == static_cast<size_t>(Source::count));

using enum Source;
using enum FigureKind;

constexpr double kGiB = 1024.0 * 1024 * 1024, kMiB = 1024.0 * 1024, kKiB = 1024.0;

constexpr Figure sheet(double value, Source source, Caveat caveat = Caveat::none) {
  return {value, source, datasheet, caveat};
}
constexpr Figure blog(double value, Caveat caveat = Caveat::none) {
  return {value, blackwellUltraBlog, vendorBlog, caveat};
}
constexpr Figure of(FigureKind kind, double value, Source source, Caveat caveat = Caveat::none) {
  return {value, source, kind, caveat};
}

struct Rate {
  Precision precision;
  Figure figure;
};

// Written out: g++ 12 gives zeros to the elements of a value-initialized constant that are not assigned later.
constexpr Rates kNoRates = {Figure{}, Figure{}, Figure{}, Figure{}, Figure{}, Figure{}, Figure{}, Figure{}};

constexpr Rates rates(std::initializer_list<Rate> list) {
  Rates all = kNoRates;
  for (const Rate& rate : list) all[static_cast<size_t>(rate.precision)] = rate.figure;
  return all;
}

constexpr Rates listed(Source source, std::initializer_list<std::pair<Precision, double>> teraflops) {
  Rates all = kNoRates;
  for (const auto& [precision, value] : teraflops) all[static_cast<size_t>(precision)] = sheet(value * 1e12, source);
  return all;
}

using enum Precision;
constexpr Source kList = acceleratorCollection;

// What NVIDIA's generations share within an SM.
constexpr Chip hopper(Chip chip) {
  chip.sms = sheet(132, h100Notes);
  chip.clockHz = sheet(1.83e9, kList, Caveat::matrixClock).also(1.98e9, h100Notes, Caveat::boost);
  chip.matrixFlopsPerSmClk = of(derived, 4096, kList);
  chip.ex2PerSmClk = sheet(16, flashAttention3);
  chip.fmaPerSmClk = sheet(128, h100Notes);
  chip.sharedBytesPerBlock = sheet(232448, cutlass);
  chip.l2Bytes = sheet(50 * kMiB, h100Datasheet);
  return chip;
}

constexpr Chip blackwell(Chip chip) {
  chip.sms = of(measured, 148, chipsAndCheese);
  if (!chip.clockHz.known()) chip.clockHz = sheet(1.965e9, kList).also(2.062e9, kList, Caveat::superchipClass);
  chip.matrixFlopsPerSmClk = sheet(8192, flashAttention4);
  chip.ex2PerSmClk = sheet(16, flashAttention4);
  chip.fmaPerSmClk = sheet(128, flashAttention4);
  chip.sharedBytesPerBlock = sheet(227 * kKiB, cutlass);
  chip.l2Bytes = sheet(126 * kMiB, cudaGuide);
  chip.expMeasured = of(measured, 4.943e12, softmaxBlog, Caveat::onSuperchip);
  return chip;
}

constexpr Chip blackwellUltra(Chip chip) {
  chip.sms =
      of(measured, 148, b300Measurements, Caveat::singleMeasurement).also(160, blackwellUltraBlog, Caveat::fullDie);
  chip.clockHz =
      of(measured, 2.032e9, b300Measurements, Caveat::boost).also(1.92e9, b300Measurements, Caveat::sustained);
  chip.matrixFlopsPerSmClk = sheet(8192, flashAttention4);
  chip.ex2PerSmClk = sheet(32, flashAttention4);
  chip.fmaPerSmClk = sheet(128, flashAttention4);
  chip.sharedBytesPerBlock = sheet(227 * kKiB, cutlass);
  chip.l2Bytes = of(measured, 126.5 * kMiB, b300Measurements, Caveat::singleMeasurement);
  chip.expMeasured = of(measured, 10.02e12, softmaxBlog, Caveat::onSuperchip)
                         .also(9.22e12, b300Measurements, Caveat::singleMeasurement);
  return chip;
}

// A constant: as code that fills it, the table would be the largest part of the module.
const std::array<Chip, chipCount>& table() {
  static constexpr std::array<Chip, chipCount> chips = {
      hopper({.id = "H100",
              .vendor = "NVIDIA",
              .year = 2022,
              .lecture = true,
              .dense = rates({{fp64, sheet(66.9e12, h100Notes)},
                              {tf32, sheet(494.7e12, h100Notes)},
                              {bf16, sheet(989.4e12, h100Datasheet)},
                              {fp8, sheet(1978.9e12, h100Datasheet).also(2e15, blackwellUltraBlog)},
                              {int8, sheet(1978.9e12, h100Notes)}}),
              .sparse = listed(h100Notes, {{tf32, 989.4}, {bf16, 1978.9}, {fp8, 3957.8}, {int8, 3957.8}}),
              .fp64Vector = sheet(33.5e12, h100Notes),
              .memoryBytes = sheet(80e9, h100Datasheet),
              .memoryBytesPerS = sheet(3.35e12, h100Datasheet),
              .linkBytesPerS = sheet(900e9, h100Datasheet),
              .powerW = sheet(700, h100Datasheet),
              .expBlog = blog(4.5e12, Caveat::fullDie)}),
      blackwell({.id = "B200",
                 .vendor = "NVIDIA",
                 .year = 2024,
                 .lecture = true,
                 .dense = rates({{bf16, blog(2.5e15, Caveat::superchipClass)},
                                 {fp8, blog(5e15, Caveat::superchipClass)},
                                 {fp6, blog(5e15, Caveat::superchipClass)},
                                 {nvfp4, blog(10e15, Caveat::superchipClass)}}),
                 .sparse = rates({{nvfp4, blog(20e15, Caveat::superchipClass)}}),
                 .memoryBytes = blog(192e9).also(186e9, kList, Caveat::usableBelowLabel),
                 .memoryBytesPerS = blog(8e12),
                 .linkBytesPerS = blog(1.8e12),
                 .powerW = blog(1200, Caveat::upTo),
                 .expBlog = blog(5e12, Caveat::fullDie)}),
      blackwellUltra({.id = "B300",
                      .vendor = "NVIDIA",
                      .year = 2025,
                      .lecture = true,
                      .dense = rates({{bf16, blog(2.5e15, Caveat::superchipClass)},
                                      {fp8, blog(5e15, Caveat::superchipClass)},
                                      {fp6, blog(5e15, Caveat::superchipClass)},
                                      {nvfp4, blog(15e15, Caveat::superchipClass)}}),
                      .sparse = rates({{nvfp4, blog(20e15, Caveat::notDoubleOfDense)}}),
                      .memoryBytes = blog(288e9).also(279e9, kList, Caveat::usableBelowLabel),
                      .memoryBytesPerS = blog(8e12),
                      .linkBytesPerS = blog(1.8e12),
                      .powerW = blog(1400, Caveat::upTo),
                      .expBlog = blog(10.7e12, Caveat::fullDie)}),
      {.id = "Rubin",
       .vendor = "NVIDIA",
       .year = 2026,
       .lecture = true,
       .dense = rates({{bf16, Figure{}.also(4e15, kList)},
                       {fp8, Figure{}.also(17.5e15, rubinPage)},
                       {nvfp4, of(announced, 50e15, rubinPage, Caveat::densityNotSaid)
                                   .also(35e15, rubinPage, Caveat::denseForTraining)}}),
       .memoryBytes = of(announced, 288e9, rubinPage),
       .memoryBytesPerS = of(announced, 22e12, rubinPage),
       .linkBytesPerS = of(announced, 3.6e12, rubinPage),
       .sms = of(announced, 224, rubinPage, Caveat::fullDie).also(212, rubinBringUp, Caveat::enabledOnSome),
       .sharedBytesPerBlock = of(announced, 327 * kKiB, rubinPage),
       .expBlog = Figure{}.also(10e12, rubinBringUp, Caveat::ratioFp32).also(20e12, rubinBringUp, Caveat::ratioHalf)},
      {.id = "A100",
       .vendor = "NVIDIA",
       .year = 2020,
       .dense = listed(kList, {{fp64, 19.5}, {tf32, 156}, {bf16, 312}, {int8, 624}}),
       .fp64Vector = sheet(9.7e12, kList),
       .memoryBytes = sheet(80e9, kList),
       .memoryBytesPerS = sheet(2.04e12, kList),
       .linkBytesPerS = sheet(600e9, kList),
       .powerW = sheet(400, kList),
       .sms = sheet(108, kList),
       .clockHz = sheet(1.41e9, kList),
       .matrixFlopsPerSmClk = of(derived, 2048, kList),
       .ex2PerSmClk = sheet(16, cudaGuide),
       .fmaPerSmClk = sheet(64, cudaGuide),
       .sharedBytesPerBlock = sheet(163 * kKiB, cudaGuide),
       .l2Bytes = sheet(40 * kMiB, kList)},
      hopper({.id = "H200",
              .vendor = "NVIDIA",
              .year = 2023,
              .dense = listed(kList, {{fp64, 67}, {tf32, 494.5}, {bf16, 989}, {fp8, 1979}, {int8, 1979}}),
              .fp64Vector = sheet(34e12, kList),
              .memoryBytes = sheet(141e9, kList),
              .memoryBytesPerS = sheet(4.8e12, kList),
              .linkBytesPerS = sheet(900e9, kList),
              .powerW = sheet(700, kList)}),
      blackwell({.id = "HGX-B200",
                 .vendor = "NVIDIA",
                 .year = 2024,
                 .dense = rates({{fp64, sheet(37e12, hgxDatasheet, Caveat::sourcesDiffer).also(40e12, kList)},
                                 {tf32, sheet(1125e12, hgxDatasheet)},
                                 {bf16, sheet(2250e12, hgxDatasheet)},
                                 {fp8, sheet(4500e12, hgxDatasheet)},
                                 {fp6, sheet(4500e12, hgxDatasheet)},
                                 {nvfp4, sheet(9000e12, hgxDatasheet).also(10e15, kList)},
                                 {int8, sheet(4500e12, hgxDatasheet)}}),
                 .memoryBytes = sheet(180e9, hgxDatasheet),
                 .memoryBytesPerS = sheet(7.7e12, hgxDatasheet, Caveat::sourcesDiffer).also(8e12, kList),
                 .linkBytesPerS = sheet(1.8e12, hgxDatasheet),
                 .powerW = sheet(1000, hgxDatasheet)}),
      blackwell({.id = "GB200",
                 .vendor = "NVIDIA",
                 .year = 2024,
                 .dense = rates({{fp64, sheet(40e12, kList, Caveat::sourcesDiffer).also(45e12, hgxDatasheet)},
                                 {tf32, sheet(1250e12, kList)},
                                 {bf16, sheet(2500e12, kList)},
                                 {fp8, sheet(5000e12, kList)},
                                 {fp6, sheet(5000e12, kList)},
                                 {nvfp4, sheet(10e15, kList)},
                                 {int8, sheet(5000e12, kList)}}),
                 .memoryBytes = sheet(186e9, kList, Caveat::usableBelowLabel).also(192e9, blackwellUltraBlog),
                 .memoryBytesPerS = sheet(8e12, kList),
                 .linkBytesPerS = sheet(1.8e12, kList),
                 .powerW = sheet(1200, kList, Caveat::upTo),
                 .clockHz = sheet(2.062e9, kList),
                 .expBlog = blog(5e12, Caveat::fullDie)}),
      blackwellUltra(
          {.id = "HGX-B300",
           .vendor = "NVIDIA",
           .year = 2025,
           .dense = rates({{fp64, sheet(1.2e12, hgxDatasheet)},
                           {tf32, sheet(1125e12, hgxDatasheet, Caveat::sourcesDiffer).also(1100e12, kList)},
                           {bf16, sheet(2250e12, hgxDatasheet, Caveat::sourcesDiffer).also(2200e12, kList)},
                           {fp8, sheet(4500e12, hgxDatasheet)},
                           {fp6, sheet(4500e12, hgxDatasheet)},
                           {nvfp4, sheet(14e15, hgxDatasheet, Caveat::sourcesDiffer)
                                       .also(12.6e15, hgxDatasheet, Caveat::olderEdition)
                                       .also(15e15, kList)},
                           {int8, sheet(150e12, hgxDatasheet)}}),
           .memoryBytes = sheet(270e9, hgxDatasheet, Caveat::usableBelowLabel).also(288e9, blackwellUltraBlog),
           .memoryBytesPerS = sheet(7.7e12, hgxDatasheet, Caveat::sourcesDiffer).also(8e12, kList),
           .linkBytesPerS = sheet(1.8e12, hgxDatasheet),
           .powerW = sheet(1100, hgxDatasheet, Caveat::sourcesDiffer).also(1000, kList)}),
      blackwellUltra(
          {.id = "GB300",
           .vendor = "NVIDIA",
           .year = 2025,
           .dense = rates({{fp64, sheet(1.3e12, hgxDatasheet, Caveat::sourcesDiffer).also(1.39e12, kList)},
                           {tf32, sheet(1250e12, hgxDatasheet)},
                           {bf16, sheet(2500e12, hgxDatasheet)},
                           {fp8, sheet(5000e12, hgxDatasheet)},
                           {fp6, sheet(5000e12, hgxDatasheet)},
                           {nvfp4, sheet(15e15, hgxDatasheet)},
                           {int8, sheet(165e12, hgxDatasheet)}}),
           .memoryBytes = sheet(279e9, hgxDatasheet, Caveat::usableBelowLabel).also(288e9, blackwellUltraBlog),
           .memoryBytesPerS = sheet(8e12, hgxDatasheet),
           .linkBytesPerS = sheet(1.8e12, hgxDatasheet),
           .powerW = sheet(1400, hgxDatasheet, Caveat::upTo),
           .expBlog = blog(10.7e12, Caveat::fullDie)}),
      {.id = "Rubin-NVL72",
       .vendor = "NVIDIA",
       .year = 2026,
       .dense = rates(
           {{fp64, of(announced, 200e12, rubinPage, Caveat::emulated)},
            {tf32, of(announced, 2000e12, rubinPage)},
            {bf16, of(announced, 4e15, rubinPage)},
            {fp8, of(announced, 17.5e15, rubinPage)},
            {fp6, of(announced, 17.5e15, rubinPage)},
            {nvfp4, of(announced, 35e15, rubinPage, Caveat::denseForTraining).also(50e15, rubinPage, Caveat::upTo)},
            {int8, of(announced, 250e12, rubinPage, Caveat::sourcesDiffer).also(2500e12, kList)}}),
       .fp64Vector = of(announced, 33e12, rubinPage),
       .memoryBytes = of(announced, 288e9, rubinPage),
       .memoryBytesPerS = of(announced, 22e12, rubinPage),
       .linkBytesPerS = of(announced, 3.6e12, rubinPage),
       .sms = of(announced, 224, rubinPage, Caveat::fullDie).also(212, rubinBringUp, Caveat::enabledOnSome),
       .sharedBytesPerBlock = of(announced, 327 * kKiB, rubinPage),
       .expBlog = Figure{}.also(10e12, rubinBringUp, Caveat::ratioFp32).also(20e12, rubinBringUp, Caveat::ratioHalf)},
      {.id = "MI300X",
       .vendor = "AMD",
       .year = 2023,
       .dense = listed(kList, {{fp64, 163.4}, {tf32, 653.7}, {bf16, 1307.4}, {fp8, 2614.9}, {int8, 2614.9}}),
       .fp64Vector = sheet(81.7e12, kList),
       .memoryBytes = sheet(192e9, kList),
       .memoryBytesPerS = sheet(5.3e12, kList),
       .linkBytesPerS = sheet(896e9, kList, Caveat::perLinkSum),
       .powerW = sheet(750, kList)},
      {.id = "MI325X",
       .vendor = "AMD",
       .year = 2024,
       .dense = listed(kList, {{fp64, 163.4}, {tf32, 653.7}, {bf16, 1307.4}, {fp8, 2614.9}, {int8, 2614.9}}),
       .fp64Vector = sheet(81.7e12, kList),
       .memoryBytes = sheet(256e9, kList),
       .memoryBytesPerS = sheet(6e12, kList),
       .linkBytesPerS = sheet(896e9, kList, Caveat::perLinkSum),
       .powerW = sheet(1000, kList)},
      {.id = "MI355X",
       .vendor = "AMD",
       .year = 2025,
       .dense = listed(kList, {{bf16, 2500}, {fp8, 5000}, {fp6, 10100}, {mxfp4, 10100}, {int8, 5000}}),
       .memoryBytes = sheet(288e9, kList),
       .memoryBytesPerS = sheet(8e12, kList),
       .linkBytesPerS = sheet(1071e9, kList, Caveat::perLinkSum),
       .powerW = sheet(1400, kList)},
      {.id = "TPU-v5p",
       .vendor = "Google",
       .year = 2023,
       .dense = rates({{bf16, sheet(459e12, tpuV5pDocs)},
                       {fp8, sheet(459e12, tpu7xDocs, Caveat::otherPage)},
                       {int8, sheet(918e12, tpuV5pDocs)}}),
       .memoryBytes = sheet(95e9, tpuV5pDocs),
       .memoryBytesPerS = sheet(2.765e12, tpuV5pDocs),
       .linkBytesPerS = sheet(600e9, tpuV5pDocs, Caveat::directionNotSaid)},
      {.id = "TPU-v6e",
       .vendor = "Google",
       .year = 2024,
       .dense = listed(tpuV6eDocs, {{bf16, 918}, {fp8, 918}, {int8, 1836}}),
       .memoryBytes = sheet(32e9, tpuV6eDocs),
       .memoryBytesPerS = sheet(1.638e12, tpuV6eDocs),
       .linkBytesPerS = sheet(800e9, tpuV6eDocs)},
      {.id = "Ironwood",
       .vendor = "Google",
       .year = 2025,
       .dense = listed(tpu7xDocs, {{bf16, 2307}, {fp8, 4614}}),
       .memoryBytes = sheet(192 * kGiB, tpu7xDocs, Caveat::binaryGigabytes),
       .memoryBytesPerS = sheet(7.38e12, tpu7xDocs, Caveat::sourcesDiffer).also(7.37e12, tpu7xDocs),
       .linkBytesPerS = sheet(1.2e12, tpu7xDocs)},
      {.id = "Trainium2",
       .vendor = "AWS",
       .year = 2024,
       .dense = rates({{tf32, sheet(667e12, trainium2Docs)},
                       {bf16, sheet(667e12, trainium2Docs).also(655e12, trainium2Docs, Caveat::olderEdition)},
                       {fp8, sheet(1299e12, trainium2Docs).also(1287e12, trainium2Docs, Caveat::olderEdition)}}),
       .memoryBytes = sheet(96 * kGiB, trainium2Docs, Caveat::binaryGigabytes),
       .memoryBytesPerS = sheet(2.9e12, trainium2Docs),
       .linkBytesPerS = sheet(1.28e12, trainium2Docs, Caveat::directionNotSaid)},
      {.id = "Trainium3",
       .vendor = "AWS",
       .year = 2025,
       .dense = rates({{tf32, sheet(671e12, trainium3Docs)},
                       {bf16, sheet(671e12, trainium3Docs)},
                       {fp8, sheet(2517e12, trainium3Docs, Caveat::mxOnly)},
                       {mxfp4, sheet(2517e12, trainium3Docs)}}),
       .memoryBytes = sheet(144 * kGiB, trainium3Docs, Caveat::binaryGigabytes),
       .memoryBytesPerS = sheet(4.9e12, trainium3Docs),
       .linkBytesPerS = sheet(2.56e12, trainium3Docs, Caveat::directionNotSaid)},
  };
  return chips;
}

}  // namespace

const SourceInfo& sourceInfo(Source source) { return kSources[static_cast<size_t>(source)]; }

std::span<const Chip> chips() { return table(); }

std::array<NamedFigure, 2 * precisionCount + 14> namedFigures(const Chip& chip) {
  static constexpr std::string_view kDense[] = {"dense-fp64", "dense-tf32",  "dense-bf16",  "dense-fp8",
                                                "dense-fp6",  "dense-nvfp4", "dense-mxfp4", "dense-int8"};
  static constexpr std::string_view kSparse[] = {"sparse-fp64", "sparse-tf32",  "sparse-bf16",  "sparse-fp8",
                                                 "sparse-fp6",  "sparse-nvfp4", "sparse-mxfp4", "sparse-int8"};
  std::array<NamedFigure, 2 * precisionCount + 14> all{};
  size_t next = 0;
  for (size_t i = 0; i < precisionCount; ++i) all[next++] = {kDense[i], &chip.dense[i]};
  for (size_t i = 0; i < precisionCount; ++i) all[next++] = {kSparse[i], &chip.sparse[i]};
  for (const NamedFigure& figure : std::initializer_list<NamedFigure>{{"fp64-vector", &chip.fp64Vector},
                                                                      {"memory", &chip.memoryBytes},
                                                                      {"bandwidth", &chip.memoryBytesPerS},
                                                                      {"link", &chip.linkBytesPerS},
                                                                      {"power", &chip.powerW},
                                                                      {"sms", &chip.sms},
                                                                      {"clock", &chip.clockHz},
                                                                      {"matrix-per-clock", &chip.matrixFlopsPerSmClk},
                                                                      {"ex2-per-clock", &chip.ex2PerSmClk},
                                                                      {"fma-per-clock", &chip.fmaPerSmClk},
                                                                      {"shared-memory", &chip.sharedBytesPerBlock},
                                                                      {"l2", &chip.l2Bytes},
                                                                      {"exp-blog", &chip.expBlog},
                                                                      {"exp-measured", &chip.expMeasured}})
    all[next++] = figure;
  return all;
}

double expPerS(const Chip& chip, ExpAccount account) {
  switch (account) {
    case ExpAccount::blog:
      return chip.expBlog.value;
    case ExpAccount::units:
      return chip.ex2PerSmClk.value * chip.sms.value * chip.clockHz.value;
    case ExpAccount::measured:
      return chip.expMeasured.value;
  }
  return NAN;
}

int narrowestPrecision(const Rates& rates) {
  for (Precision precision : {nvfp4, mxfp4, fp6, fp8, bf16, tf32, fp64})
    if (rates[static_cast<size_t>(precision)].known()) return static_cast<int>(precision);
  return -1;
}

}  // namespace companion
