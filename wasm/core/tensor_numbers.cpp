// The conversions of a tensor file's numbers to float64; apart from the header's reader, because they run over
// gigabytes.
#include <algorithm>
#include <array>
#include <cstring>

#include "core/bits.h"
#include "core/number_format.h"
#include "core/tensor_file.h"

namespace companion {
namespace {

double halfToDouble(uint16_t half) {
  const int exponent = half >> 10 & 31, mantissa = half & 1023;
  const double magnitude = exponent == 31  ? (mantissa ? __builtin_nan("") : __builtin_inf())
                           : exponent == 0 ? mantissa * powerOfTwo(-24)
                                           : (1024 + mantissa) * powerOfTwo(exponent - 25);
  return half >> 15 ? -magnitude : magnitude;
}

template <class Bits, class Decode>
void convertEach(std::span<const uint8_t> bytes, bool bigEndian, std::span<double> out, Decode decode) {
  for (size_t i = 0; i < out.size(); ++i) {
    std::array<uint8_t, sizeof(Bits)> raw;
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(i * sizeof(Bits)), sizeof(Bits), raw.begin());
    if (bigEndian) std::reverse(raw.begin(), raw.end());
    out[i] = decode(bitCast<Bits>(raw));
  }
}

}  // namespace

void convertToDoubles(TensorType type, bool bigEndian, std::span<const uint8_t> bytes, std::span<double> out) {
  switch (type) {
    case TensorType::f64:
      return convertEach<uint64_t>(bytes, bigEndian, out, [](uint64_t bits) { return bitCast<double>(bits); });
    case TensorType::f32:
      return convertEach<uint32_t>(bytes, bigEndian, out, [](uint32_t bits) { return double(bitCast<float>(bits)); });
    case TensorType::bf16:
      return convertEach<uint16_t>(bytes, bigEndian, out,
                                   [](uint16_t bits) { return double(bitCast<float>(uint32_t{bits} << 16)); });
    case TensorType::f16:
      return convertEach<uint16_t>(bytes, bigEndian, out, halfToDouble);
    case TensorType::f8e4m3:
      return convertEach<uint8_t>(bytes, bigEndian, out, [](uint8_t code) { return decode(code, Format::e4m3); });
    case TensorType::f8e5m2:
      return convertEach<uint8_t>(bytes, bigEndian, out, [](uint8_t code) { return decode(code, Format::e5m2); });
    case TensorType::other:
      std::fill(out.begin(), out.end(), 0.0);
  }
}

}  // namespace companion
