// The ziggurats of numpy.random: the area under a density as 256 strips, most of whose draws need one comparison.
#pragma once
#include <cstdint>

#include "core/ziggurat_corrections.h"

namespace companion {

// A draw of k bits below limit lies inside the strip and is k × scale; numpy's names are ki, wi (normal), ke, we.
struct ZigguratStrip {
  uint64_t limit;
  double scale;
};

struct Ziggurat {
  ZigguratStrip strips[256];
  double density[256];  // at the strips' right ends: numpy's fi, fe
};

// Equal to numpy's tables to the last bit: computed by +, −, ×, / and √, which every IEEE host rounds alike, and
// corrected by a few units. Twelve kilobytes that no page has to load.
void computeNormalZiggurat(Ziggurat& ziggurat);
void computeExponentialZiggurat(Ziggurat& ziggurat);

}  // namespace companion
