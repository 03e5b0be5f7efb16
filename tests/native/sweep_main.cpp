// The full float32 sweep: every pattern, format and tie rule, against published chain hashes and our golden slice
// hashes.
//   sweep            checks both, prints one line a fact, exits with 1 if any differs
//   sweep --write    checks the chain hashes and writes tests/golden/sweep_slices.json
#include <array>
#include <atomic>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "core/hash.h"
#include "core/sweep.h"
#include "golden_json.h"

using namespace companion;

namespace {

using SliceRuns = std::vector<CodeRun>;

// All slices of one format and tie rule, shared out to as many threads as there are processors.
std::vector<SliceRuns> sweepAll(Format format, Tie tie) {
  std::vector<SliceRuns> slices(kSweepSliceCount);
  std::atomic<uint32_t> next{0};
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i)
    threads.emplace_back([&] {
      for (uint32_t slice; (slice = next++) < kSweepSliceCount;) slices[slice] = sweepSlice(format, tie, slice);
    });
  for (std::thread& thread : threads) thread.join();
  return slices;
}

void addRuns(Fnv1a64& hash, const SliceRuns& runs) {
  for (const CodeRun& run : runs) hash.addRun(run.code, run.count);
}

uint64_t chainHash(const std::vector<SliceRuns>& slices) {
  Fnv1a64 hash;
  for (const SliceRuns& runs : slices) addRuns(hash, runs);
  return hash.value();
}

// ml_dtypes saturates finite values only: ±Inf stays Inf, or NaN in E4M3. Each is the last pattern of its sign that is
// no NaN, in the slices 0x7F8 and 0xFF8, whose other patterns are NaN.
uint64_t chainHashKeepingInfinity(const std::vector<SliceRuns>& slices, Format format) {
  const FormatInfo& f = info(format);
  std::vector<SliceRuns> changed = slices;
  changed[0x7F8] = {{f.overflowCode, 1}};
  changed[0xFF8] = {{static_cast<uint8_t>(f.signBit() | f.overflowCode), 1}};
  return chainHash(changed);
}

std::array<uint64_t, 256> histogram(const std::vector<SliceRuns>& slices) {
  std::array<uint64_t, 256> counts{};
  for (const SliceRuns& runs : slices)
    for (const CodeRun& run : runs) counts[run.code] += run.count;
  return counts;
}

int failures = 0, checks = 0;

void check(const std::string& fact, uint64_t found, uint64_t expected, const char* format = "%016" PRIx64) {
  ++checks;
  failures += found != expected;
  std::printf("%s  %-44s ", found == expected ? "ok  " : "FAIL", fact.c_str());
  std::printf(format, found);
  if (found != expected) {
    std::printf("  expected ");
    std::printf(format, expected);
  }
  std::printf("\n");
  std::fflush(stdout);
}

void checkChains(const golden::Json& expected, Format format, Tie tie, const std::vector<SliceRuns>& slices) {
  const std::string name = info(format).name, tieName = kTieNames[static_cast<int>(tie)];
  if (!expected.has(name)) return;
  check(name + " chain, tie " + tieName, chainHash(slices), expected[name][tieName].word());
  if (tie != Tie::even) return;
  check(name + " chain, Inf kept", chainHashKeepingInfinity(slices, format), expected[name]["even, Inf kept"].word());
  const auto counts = histogram(slices);
  for (const auto& [code, count] : expected[name]["histogram"].members()) {
    const auto index = std::stoul(code, nullptr, 16);
    check(name + " patterns that give " + code, counts[index], count.word(), "%" PRIu64);
    check(name + " patterns that give -" + code, counts[index | info(format).signBit()], count.word(), "%" PRIu64);
  }
}

std::vector<uint64_t> sliceHashes(const std::vector<SliceRuns>& slices) {
  std::vector<uint64_t> hashes;
  for (const SliceRuns& runs : slices) {
    Fnv1a64 hash;
    addRuns(hash, runs);
    hashes.push_back(hash.value());
  }
  return hashes;
}

void checkSlices(const golden::Json& expected, Format format, const std::vector<uint64_t>& hashes) {
  uint64_t equal = 0;
  for (uint32_t slice = 0; slice < kSweepSliceCount; ++slice)
    equal += hashes[slice] == expected[info(format).name][slice].word();
  check(std::string(info(format).name) + " slices equal", equal, kSweepSliceCount, "%" PRIu64);
}

std::string sliceJson(Format format, const std::vector<uint64_t>& hashes) {
  std::string json = std::string("  \"") + info(format).name + "\": [";
  char text[32];
  for (uint32_t slice = 0; slice < kSweepSliceCount; ++slice) {
    std::snprintf(text, sizeof text, "%s\n   \"0x%016" PRIx64 "\"", slice ? "," : "", hashes[slice]);
    json += text;
  }
  return json + "\n  ]";
}

}  // namespace

int main(int count, char** arguments) {
  const bool write = count > 1 && std::strcmp(arguments[1], "--write") == 0;
  const golden::Json chains = golden::load("sweep_chains.json")["formats"];
  std::string json;
  for (const Format format : {Format::e4m3, Format::e5m2, Format::e2m1, Format::e8m0}) {
    const auto slices = sweepAll(format, Tie::even);
    checkChains(chains, format, Tie::even, slices);
    if (write) {
      json += (json.empty() ? "" : ",\n") + sliceJson(format, sliceHashes(slices));
    } else {
      checkSlices(golden::load("sweep_slices.json")["formats"], format, sliceHashes(slices));
    }
    if (!chains.has(info(format).name)) continue;
    for (const Tie tie : {Tie::smaller, Tie::away}) checkChains(chains, format, tie, sweepAll(format, tie));
  }
  if (write && failures == 0) {
    std::ofstream file(GOLDEN_DIR "/sweep_slices.json");
    file << "{\n \"note\": \"FNV-1a-64 (offset 1469598103934665603) of the codes of 2^20 consecutive float32 patterns, "
            "slice by slice, each started afresh; NaN left out, ties to even, saturating\",\n \"formats\": {\n"
         << json << "\n }\n}\n";
  }
  std::printf("%d passed, %d failed\n", checks - failures, failures);
  return failures != 0;
}
