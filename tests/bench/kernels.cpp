// The works of the benchmark on the site's own core: a program natively, exported functions in WebAssembly.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/hash.h"
#include "core/pipeline.h"
#include "core/quantize.h"
#include "core/random.h"

using namespace companion;

namespace {

constexpr size_t kCount = size_t{1} << 20;
constexpr const char* kSchemes[] = {"lecture/fp8-tensor", "lecture/fp4-tensor", "lecture/mxfp4", "lecture/nvfp4"};

// The lecture's pipeline demo: 256 tiles of 128 × 128 × 64 in BF16 on an H100.
constexpr int kTiles = 256;
constexpr double kClockHz = 1.83 * 1e9, kLatencyS = 700e-9;
constexpr double kTileBytes = (128 + 128) * 64 * 2;
constexpr double kComputeS = 2 * 128 * 128 * 64 / (4096 * kClockHz);
constexpr double kL2TransferS = kTileBytes / (64 * kClockHz);
constexpr double kHbmTransferS = kTileBytes / (3.35 * 1e12 / 132);
constexpr int kDepths = 8, kSeeds = 1000;

struct Buffers {
  std::vector<double> values = std::vector<double>(kCount);
  std::vector<float> singles = std::vector<float>(kCount);  // the same, rounded
  std::vector<double> fromSingles = std::vector<double>(kCount);
  std::vector<double> dequantized = std::vector<double>(kCount);
  std::vector<uint8_t> codes = std::vector<uint8_t>(kCount);
  std::vector<double> scales = std::vector<double>(kCount / 16);
  std::vector<uint8_t> scaleCodes = std::vector<uint8_t>(kCount / 16);
  std::vector<double> errors = std::vector<double>(std::size(kSchemes));  // kept, so that no engine may leave them out
  std::vector<double> table = std::vector<double>(24);
  std::vector<double> busy = std::vector<double>(kDepths * kSeeds);
  std::vector<double> latencies;  // of all seeds, interleaved
};

Buffers& buffers() {
  static Buffers all;
  return all;
}

void draw();

// Before all works.
void prepare() {
  draw();
  const std::vector<double>& values = buffers().values;
  std::transform(values.begin(), values.end(), buffers().singles.begin(),
                 [](double x) { return static_cast<float>(x); });
}

// Later works do this many numbers.
void setCount(size_t count) {
  if (buffers().values.size() == count) return;
  buffers().values = {};  // before the new ones: both would not fit at the largest counts
  buffers().dequantized = {};
  buffers().values.resize(count);
  buffers().dequantized.resize(count);
  draw();
}

void draw() {
  std::vector<double>& values = buffers().values;
  Generator(0).fillStandardT(5, values);
  for (double& value : values) value *= 0.02;
}

void quantizeScheme(int scheme, std::span<const double> values, const QuantizeBuffers& wanted) {
  const QuantizeSummary summary = quantizeInto(wanted, values, *findPreset(kSchemes[scheme]));
  buffers().errors[scheme] = summary.relativeError;
}

void dequantize(int scheme) { quantizeScheme(scheme, buffers().values, {buffers().dequantized, {}, {}, {}}); }

void figures(int scheme) { quantizeScheme(scheme, buffers().values, {}); }

// What a page asks for: codes to count and scales to show.
void encodeNvfp4() {
  Buffers& all = buffers();
  quantizeScheme(3, all.values, {{}, all.codes, all.scales, all.scaleCodes});
}

void dequantizeSingles(int scheme) {
  Buffers& all = buffers();
  std::copy(all.singles.begin(), all.singles.end(), all.fromSingles.begin());
  quantizeScheme(scheme, all.fromSingles, {all.dequantized, {}, {}, {}});
}

void quantizeAll(std::span<double> dequantized) {
  std::vector<QuantizeTask> tasks;
  for (const char* scheme : kSchemes) tasks.push_back({*findPreset(scheme), {dequantized, {}, {}, {}}});
  const std::vector<QuantizeSummary> summaries = quantizeTogether(buffers().values, tasks);
  for (size_t scheme = 0; scheme < summaries.size(); ++scheme)
    buffers().errors[scheme] = summaries[scheme].relativeError;
}

void drawAndQuantize() {
  draw();
  quantizeAll(buffers().dequantized);
}

void copy() {
  const std::vector<double>& values = buffers().values;
  std::memcpy(buffers().dequantized.data(), values.data(), values.size() * sizeof(double));
}

void pipelineTable() {
  double* cell = buffers().table.data();
  for (const double transferS : {kL2TransferS, kHbmTransferS}) {
    for (const double jitter : {0.0, 1.0}) {
      const std::vector<double> latencies = jitteredLatencies(kLatencyS, jitter, kTiles, 1);
      for (const int stages : {1, 2, 3, 4, 6, 8}) {
        const PipelineSetup setup = {kComputeS, transferS, stages, stages > 1 ? Release::cpAsync : Release::sync, 0};
        *cell++ = runPipeline(setup, latencies).busy;
      }
    }
  }
}

void drawLatencies() {
  std::vector<double> latencies(static_cast<size_t>(kTiles) * kSeeds);
  for (int seed = 0; seed < kSeeds; ++seed) {
    const std::vector<double> run = jitteredLatencies(kLatencyS, 1, kTiles, static_cast<uint64_t>(seed));
    std::copy(run.begin(), run.end(), latencies.begin() + static_cast<ptrdiff_t>(seed) * kTiles);
  }
  buffers().latencies = interleaveLatencies(kTiles, latencies);
}

void runDepths() {
  for (int depth = 0; depth < kDepths; ++depth) {
    const PipelineSetup setup = {kComputeS, kL2TransferS, depth + 1, depth ? Release::cpAsync : Release::sync, 0};
    pipelineBusy(setup, kTiles, buffers().latencies, std::span<double>(buffers().busy).subspan(depth * kSeeds, kSeeds));
  }
}

void pipelineSeeds() {
  drawLatencies();
  runDepths();
}

void pipelineLoop() {
  if (buffers().latencies.empty()) drawLatencies();
  runDepths();
}

// As many 64-bit words as 2^20 Student-t numbers take: a normal's, a gamma's normal's and its uniform's for each.
void drawWords() {
  Generator random(0);
  uint64_t all = 0;
  for (size_t i = 0; i < 3 * kCount; ++i) all ^= random.nextUint64();
  buffers().errors[0] = static_cast<double>(all);
}

struct Work {
  const char* name;
  void (*run)();
  std::vector<double> Buffers::*result;
};

// The same names as in works.mjs.
constexpr Work kWorks[] = {
    {"draw", draw, &Buffers::values},
    {"fp8-tensor", [] { dequantize(0); }, &Buffers::dequantized},
    {"fp4-tensor", [] { dequantize(1); }, &Buffers::dequantized},
    {"mxfp4", [] { dequantize(2); }, &Buffers::dequantized},
    {"nvfp4", [] { dequantize(3); }, &Buffers::dequantized},
    {"mxfp4-figures", [] { figures(2); }, &Buffers::errors},
    {"nvfp4-figures", [] { figures(3); }, &Buffers::errors},
    {"nvfp4-codes", encodeNvfp4, &Buffers::scales},
    {"mxfp4-float32", [] { dequantizeSingles(2); }, &Buffers::dequantized},
    {"nvfp4-float32", [] { dequantizeSingles(3); }, &Buffers::dequantized},
    {"four-schemes", [] { quantizeAll(buffers().dequantized); }, &Buffers::dequantized},
    {"four-schemes-figures", [] { quantizeAll({}); }, &Buffers::errors},
    {"draw-four-schemes", drawAndQuantize, &Buffers::dequantized},
    {"copy", copy, &Buffers::dequantized},
    {"draw-words", drawWords, &Buffers::errors},
    {"pipeline-table", pipelineTable, &Buffers::table},
    {"pipeline-seeds", pipelineSeeds, &Buffers::busy},
    {"pipeline-loop", pipelineLoop, &Buffers::busy},
};

const Work* findWork(std::string_view name) {
  for (const Work& work : kWorks)
    if (work.name == name) return &work;
  return nullptr;
}

std::string digestOf(const Work& work) {
  work.run();
  std::vector<double> values = buffers().*work.result;
  for (double& value : values) value += 0.0;  // not every engine keeps the sign of a zero
  return sha256Hex(std::span<const double>(values));
}

}  // namespace

#if defined(__EMSCRIPTEN__)

#include <emscripten.h>

extern "C" {
EMSCRIPTEN_KEEPALIVE void prepareWorks() { prepare(); }
EMSCRIPTEN_KEEPALIVE void setCountOf(double count) { setCount(static_cast<size_t>(count)); }
// The place of a work in kWorks by its name, -1 for none.
EMSCRIPTEN_KEEPALIVE int workNamed(const char* name) {
  const Work* work = findWork(name);
  return work ? static_cast<int>(work - kWorks) : -1;
}
EMSCRIPTEN_KEEPALIVE const double* drawnValues() { return buffers().values.data(); }
EMSCRIPTEN_KEEPALIVE void runWork(int work) { kWorks[work].run(); }
EMSCRIPTEN_KEEPALIVE const char* workDigest(int work) {
  static std::string text;
  text = digestOf(kWorks[work]);
  return text.c_str();
}
}

#else

#include <chrono>
#include <iostream>

// Reads "time <work> <repeats>", "check <work>" and "count <n>" lines; answers with milliseconds per run, a digest, the
// count, or "none".
int main() {
  prepare();
  std::string command, name;
  while (std::cin >> command >> name) {
    if (command == "count") {
      setCount(std::stoul(name));
      std::cout << name << std::endl;
      continue;
    }
    int repeats = 1;
    if (command == "time") std::cin >> repeats;
    const Work* work = findWork(name);
    if (!work) {
      std::cout << "none" << std::endl;
    } else if (command == "check") {
      std::cout << digestOf(*work) << std::endl;
    } else {
      const auto start = std::chrono::steady_clock::now();
      for (int i = 0; i < repeats; ++i) work->run();
      const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
      std::cout << elapsed.count() / repeats << std::endl;
    }
  }
}

#endif
