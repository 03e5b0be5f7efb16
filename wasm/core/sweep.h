// The proof by exhaustion: every float32 pattern through the encoder, 2^20 patterns a slice, each slice with its hash.
#pragma once
#include <cstdint>
#include <vector>

#include "core/number_format.h"

namespace companion {

inline constexpr uint32_t kSweepSliceCount = 4096;
inline constexpr uint32_t kSweepSliceSize = uint32_t{1} << 20;

// How often the same code comes in a row.
struct CodeRun {
  uint8_t code;
  uint32_t count;
};

// The codes of patterns slice·2^20 … slice·2^20 + 2^20-1 in ascending order, saturating; NaN patterns are left out.
std::vector<CodeRun> sweepSlice(Format format, Tie tie, uint32_t slice);

// FNV-1a-64 of those codes, byte by byte, started afresh.
uint64_t sweepSliceHash(Format format, Tie tie, uint32_t slice);

}  // namespace companion
