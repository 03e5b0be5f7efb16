// Which numbers two policies code differently, and why.
#pragma once
#include <array>

#include "core/quantize.h"

namespace companion {

// Codes and block scales as quantize() gave them for a policy.
struct CodedTensor {
  Policy policy;
  std::span<const uint8_t> codes;
  std::span<const double> scales;
  double tensorScale = 1;
};

// Another scale; the same scale, and the number a tie; both values 0, the codes of +0 and -0; else rounding differs
// through the policies' arithmetic.
enum class DifferenceReason : uint8_t { scale, tie, zero, arithmetic };
inline constexpr size_t kDifferenceReasons = 4;

struct CodeDifferences {
  struct Place {
    size_t index;
    DifferenceReason reason;
  };
  double codes = 0;  // numbers with another code; between element formats: with another value
  double values = 0;
  std::array<double, kDifferenceReasons> byReason{};  // of `codes`
  std::vector<Place> first;                           // no more than were asked for
};

// Of the same values under two policies.
CodeDifferences codeDifferences(std::span<const double> values, const CodedTensor& a, const CodedTensor& b,
                                size_t listed);

}  // namespace companion
