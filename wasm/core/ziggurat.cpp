// Builds the ziggurats strip by strip from the tail on: all strips have the same area.
#include "core/ziggurat.h"

#include <cmath>

#include "core/bits.h"

namespace companion {
namespace {

constexpr int kLast = 255;

double stepped(double value, int8_t places) { return bitCast<double>(bitsOf(value) + static_cast<uint64_t>(places)); }

// Of 0 < value < 1, by the series of artanh: no host's log, whose last bit may differ.
double naturalLog(double value) {
  constexpr double kLogOfTwo = 0x1.62e42fefa39efp-1;
  double mantissa = value;
  int halvings = 0;
  for (; mantissa < 0.7; mantissa *= 2) ++halvings;
  const double ratio = (mantissa - 1) / (mantissa + 1);
  const double square = ratio * ratio;
  double sum = 0;
  for (int k = 23; k > 0; k -= 2) sum = sum * square + 1.0 / k;
  return 2 * ratio * sum - halvings * kLogOfTwo;
}

double normalWidth(double density) { return std::sqrt(-2 * naturalLog(density)); }
double exponentialWidth(double density) { return -naturalLog(density); }

struct Shape {
  double tail, area, tailDensity, places;  // a draw has so many places in its strip
  double (*widthAt)(double density);
};

void compute(Ziggurat& ziggurat, const Shape& shape, const ZigguratCorrections& off) {
  const auto strip = [&](int i, double width, double inner) {
    const auto limit = static_cast<int64_t>(inner / width * shape.places);
    ziggurat.strips[i] = {static_cast<uint64_t>(limit + off.limits[i]), width / shape.places};
  };
  double width = stepped(shape.tail, off.widths[kLast]);
  ziggurat.density[kLast] = shape.tailDensity;
  for (int i = kLast; i > 0; --i) {
    const double density = stepped(ziggurat.density[i] + shape.area / width, off.densities[i - 1]);
    const double inner = i > 1 ? stepped(shape.widthAt(density), off.widths[i - 1]) : 0;
    ziggurat.density[i - 1] = density;
    strip(i, width, inner);
    width = inner;
  }
  // The lowest strip holds the tail, too: as wide as a box of its area would be.
  strip(0, stepped(shape.area / shape.tailDensity, off.widths[0]), shape.tail);
}

}  // namespace

void computeNormalZiggurat(Ziggurat& ziggurat) {
  compute(ziggurat, {kNormalTail, kNormalArea, kNormalTailDensity, 0x1p52, normalWidth}, kNormalCorrections);
}

void computeExponentialZiggurat(Ziggurat& ziggurat) {
  compute(ziggurat, {kExponentialTail, kExponentialArea, kExponentialTailDensity, 0x1p53, exponentialWidth},
          kExponentialCorrections);
}

}  // namespace companion
