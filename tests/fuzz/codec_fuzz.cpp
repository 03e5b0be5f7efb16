// Encode and decode on any number: the code is a neighbour of the number, the nearer one, and by its rule at a tie.
#include <cmath>

#include "core/number_format.h"
#include "fuzz_input.h"

using namespace companion;
using fuzz::require;

namespace {

double takeNumber(fuzz::Input& input) {
  switch (input.take<uint8_t>() % 3) {
    case 0:
      return input.take<double>();
    case 1:
      return input.take<float>();
    default:
      return input.take<int16_t>() * 0x1p-12;
  }
}

// The distance in units where it is exact: everything here is a multiple of 2^-1074 and below 2^1024.
void checkNearest(double value, Format format, Tie tie) {
  const double magnitude = std::fabs(value), top = maxValue(format);
  const int code = encode(magnitude, format, tie);
  const double found = decode(static_cast<uint8_t>(code), format);
  if (magnitude >= top) return require(found == top, "beyond the largest value lies the largest");
  const int lower = found <= magnitude ? code : code - 1;
  if (lower < 0)
    return require(format == Format::e8m0 && code == 0, "only a format without zero has a value below all");
  const double below = decode(static_cast<uint8_t>(lower), format),
               above = decode(static_cast<uint8_t>(lower + 1), format);
  require(below <= magnitude && magnitude <= above, "the number lies between neighbours");
  if (magnitude == below) return require(code == lower, "a value of the format keeps its code");
  const double middle = (below + above) / 2;  // exact: one bit more than the format has
  const int expected = magnitude < middle   ? lower
                       : magnitude > middle ? lower + 1
                       : tie == Tie::even   ? lower + (lower & 1)
                                            : lower + (tie == Tie::away);
  require(code == expected, "the nearer neighbour, at a tie by its rule");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input input(data, size);
  while (input.left()) {
    const auto format = input.pick<Format>(4);
    const auto tie = input.pick<Tie>(3);
    const double value = takeNumber(input);
    for (const Round round : {Round::nearest, Round::up, Round::down})
      for (const Overflow overflow : {Overflow::saturate, Overflow::nanOrInf}) {
        const uint8_t code = encode(value, format, tie, overflow, round);
        require(code < 1 << info(format).bits, "a code has its format's bits");
        const double back = decode(code, format);
        if (!std::isnan(back)) require(encode(back, format, tie, overflow) == code, "a value's code is its own");
        if (round == Round::up && std::isfinite(back) && std::fabs(value) <= maxValue(format))
          require(back >= value, "up is not below");
      }
    if (!std::isnan(value) && !(value < 0 && format == Format::e8m0)) checkNearest(value, format, tie);
  }
  return 0;
}
