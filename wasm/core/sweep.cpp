// Runs slices of the float32 sweep; each format gets its own loop, so that its constants are folded into the encoder.
#include "core/sweep.h"

#include "core/hash.h"

namespace companion {
namespace {

template <Format format, class Visit>
void visitCodes(Tie tie, uint32_t slice, Visit visit) {
  constexpr uint32_t signMask = uint32_t{1} << 31, infinityBits = uint32_t{0xFF} << 23;
  const uint32_t first = slice * kSweepSliceSize;
  for (uint32_t i = 0; i < kSweepSliceSize; ++i) {
    const uint32_t pattern = first + i;
    if ((pattern & ~signMask) > infinityBits) continue;
    visit(encode(static_cast<double>(bitCast<float>(pattern)), format, tie));
  }
}

template <class Visit>
void visitCodes(Format format, Tie tie, uint32_t slice, Visit visit) {
  switch (format) {
    case Format::e4m3:
      return visitCodes<Format::e4m3>(tie, slice, visit);
    case Format::e5m2:
      return visitCodes<Format::e5m2>(tie, slice, visit);
    case Format::e2m1:
      return visitCodes<Format::e2m1>(tie, slice, visit);
    case Format::e8m0:
      return visitCodes<Format::e8m0>(tie, slice, visit);
  }
}

}  // namespace

std::vector<CodeRun> sweepSlice(Format format, Tie tie, uint32_t slice) {
  std::vector<CodeRun> runs;
  CodeRun run{0, 0};
  visitCodes(format, tie, slice, [&](uint8_t code) {
    if (code != run.code && run.count) {
      runs.push_back(run);
      run.count = 0;
    }
    run.code = code;
    ++run.count;
  });
  if (run.count) runs.push_back(run);
  return runs;
}

uint64_t sweepSliceHash(Format format, Tie tie, uint32_t slice) {
  Fnv1a64 hash;
  visitCodes(format, tie, slice, [&](uint8_t code) { hash.add(code); });
  return hash.value();
}

}  // namespace companion
