// Python's float formatting from exact decimal expansions: no libc printf, so every engine writes the same digits.
#include "core/format_number.h"

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/bits.h"

namespace companion {
namespace {

// 0.d1d2d3… × 10^point with d1 ≠ 0; no digits mean zero.
struct Decimal {
  std::string digits;
  int point = 0;
};

constexpr uint32_t kLimbBase = 1000000000;

void multiply(std::vector<uint32_t>& limbs, uint32_t factor) {
  uint64_t carry = 0;
  for (uint32_t& limb : limbs) {
    const uint64_t product = uint64_t{limb} * factor + carry;
    limb = static_cast<uint32_t>(product % kLimbBase);
    carry = product / kLimbBase;
  }
  if (carry != 0) limbs.push_back(static_cast<uint32_t>(carry));
}

void multiplyByPower(std::vector<uint32_t>& limbs, uint32_t base, int exponent, int largestStep) {
  for (int left = exponent; left > 0; left -= largestStep) {
    uint32_t factor = 1;
    for (int i = 0; i < largestStep && i < left; ++i) factor *= base;
    multiply(limbs, factor);
  }
}

std::string digitsOf(const std::vector<uint32_t>& limbs) {
  std::string digits;
  for (size_t i = limbs.size(); i-- > 0;) {
    char group[9];
    uint32_t limb = limbs[i];
    for (int place = 8; place >= 0; --place, limb /= 10) group[place] = static_cast<char>('0' + limb % 10);
    digits.append(group, 9);
  }
  digits.erase(0, digits.find_first_not_of('0'));
  return digits;
}

// mantissa × 2^exponent, every digit: for a negative exponent, mantissa × 5^k shifted by k decimal places.
Decimal exactDecimal(uint64_t mantissa, int exponent) {
  if (mantissa == 0) return {};
  for (; mantissa % 2 == 0; mantissa /= 2) ++exponent;
  std::vector<uint32_t> limbs;
  for (; mantissa != 0; mantissa /= kLimbBase) limbs.push_back(static_cast<uint32_t>(mantissa % kLimbBase));
  multiplyByPower(limbs, 2, exponent, 29);
  multiplyByPower(limbs, 5, -exponent, 12);
  std::string digits = digitsOf(limbs);
  const int point = static_cast<int>(digits.size()) + (exponent < 0 ? exponent : 0);
  return {digits, point};
}

struct BinaryParts {
  uint64_t mantissa;
  int exponent;
};

BinaryParts binaryParts(double magnitude) {
  const uint64_t fraction = bitsOf(magnitude) & ((uint64_t{1} << 52) - 1);
  const int field = exponentField(magnitude);
  if (field == 0) return {fraction, -1074};
  return {fraction | (uint64_t{1} << 52), field - 1075};
}

void addOneInLastPlace(Decimal& decimal) {
  size_t i = decimal.digits.size();
  while (i > 0 && decimal.digits[i - 1] == '9') decimal.digits[--i] = '0';
  if (i > 0) {
    ++decimal.digits[i - 1];
    return;
  }
  decimal.digits.insert(decimal.digits.begin(), '1');
  ++decimal.point;
}

// Keeps the first `count` digits (count may be 0 or negative: the kept part is then empty), ties to even.
void roundToDigits(Decimal& decimal, int count) {
  const int size = static_cast<int>(decimal.digits.size());
  if (count >= size) return;
  if (count < 0) {
    decimal = {};
    return;
  }
  const std::string rest = decimal.digits.substr(count);
  const bool isTie = rest[0] == '5' && rest.find_first_not_of('0', 1) == std::string::npos;
  const bool lastIsOdd = count > 0 && (decimal.digits[count - 1] - '0') % 2 == 1;
  decimal.digits.resize(count);
  if (isTie ? lastIsOdd : rest[0] >= '5') addOneInLastPlace(decimal);
  if (decimal.digits.empty()) decimal.point = 0;
}

bool isAtMost(const Decimal& a, const Decimal& b) {
  if (a.point != b.point) return a.point < b.point;
  const size_t size = a.digits.size() > b.digits.size() ? a.digits.size() : b.digits.size();
  std::string left = a.digits, right = b.digits;
  left.resize(size, '0');
  right.resize(size, '0');
  return left <= right;
}

// The fewest digits that read back as the same number, and of those the nearest. Below a power of two the neighbour is
// half as far away, so there the decimal one step further up may read back when the nearest one does not.
Decimal shortestDecimal(BinaryParts parts) {
  const Decimal exact = exactDecimal(parts.mantissa, parts.exponent);
  const bool isPower = parts.mantissa == uint64_t{1} << 52 && parts.exponent > -1074;
  const Decimal low = exactDecimal(4 * parts.mantissa - (isPower ? 1 : 2), parts.exponent - 2);
  const Decimal high = exactDecimal(4 * parts.mantissa + 2, parts.exponent - 2);
  const bool closed = parts.mantissa % 2 == 0;  // a tie reads back as the even mantissa
  const auto readsBack = [&](const Decimal& x) {
    return closed ? isAtMost(low, x) && isAtMost(x, high) : !isAtMost(x, low) && !isAtMost(high, x);
  };
  for (int count = 1; count < 17; ++count) {
    Decimal candidate = exact;
    roundToDigits(candidate, count);
    if (readsBack(candidate)) return candidate;
    addOneInLastPlace(candidate);
    if (isPower && readsBack(candidate)) return candidate;
  }
  Decimal rounded = exact;
  roundToDigits(rounded, 17);
  return rounded;
}

struct Spec {
  bool plus = false;
  bool comma = false;
  int digits = -1;  // -1: not given
  char type = 0;    // 0: not given
};

Spec parseSpec(std::string_view text) {
  constexpr int kLargestDigits = 1100;  // a float64 has no more decimals
  Spec spec;
  size_t at = 0;
  const auto take = [&](char expected) { return at < text.size() && text[at] == expected ? ++at != 0 : false; };
  spec.plus = take('+');
  spec.comma = take(',');
  if (take('.')) {
    const size_t first = at;
    spec.digits = 0;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
      spec.digits = spec.digits * 10 + (text[at] - '0');
      if (spec.digits > kLargestDigits) return {};
    }
    if (at == first) return {};
  }
  if (at < text.size() && std::string_view("feg%").find(text[at]) != std::string_view::npos) spec.type = text[at++];
  return at == text.size() ? spec : Spec{};
}

void appendDigits(std::string& text, const Decimal& decimal, int from, int to) {
  for (int i = from; i < to; ++i) {
    text += i >= 0 && i < static_cast<int>(decimal.digits.size()) ? decimal.digits[i] : '0';
  }
}

void appendFraction(std::string& text, const Decimal& decimal, int from, int decimals) {
  if (decimals <= 0) return;
  text += '.';
  appendDigits(text, decimal, from, from + decimals);
}

void insertCommas(std::string& whole) {
  for (size_t left = whole.size(); left > 3;) whole.insert(left -= 3, 1, ',');
}

std::string fixedText(const Decimal& decimal, int decimals, bool comma) {
  std::string text;
  appendDigits(text, decimal, 0, decimal.point);
  if (text.empty()) text.push_back('0');
  if (comma) insertCommas(text);
  appendFraction(text, decimal, decimal.point, decimals);
  return text;
}

std::string exponentText(const Decimal& decimal, int decimals) {
  std::string text;
  appendDigits(text, decimal, 0, 1);
  appendFraction(text, decimal, 1, decimals);
  const int exponent = decimal.digits.empty() ? 0 : decimal.point - 1;
  const int magnitude = exponent < 0 ? -exponent : exponent;
  text += exponent < 0 ? "e-" : "e+";
  if (magnitude >= 100) text += static_cast<char>('0' + magnitude / 100);
  text += static_cast<char>('0' + magnitude / 10 % 10);
  text += static_cast<char>('0' + magnitude % 10);
  return text;
}

// Fixed notation for 1e-4 <= value < 10^limit, else exponent; no trailing zeros.
std::string generalText(Decimal decimal, int limit, int leastDecimals, bool comma) {
  while (!decimal.digits.empty() && decimal.digits.back() == '0') decimal.digits.pop_back();
  if (decimal.digits.empty()) decimal.point = 1;  // zero counts as one digit before the point
  const int used = static_cast<int>(decimal.digits.size());
  if (decimal.point < -3 || decimal.point > limit) return exponentText(decimal, used > 1 ? used - 1 : 0);
  const int decimals = used - decimal.point;
  return fixedText(decimal, decimals > leastDecimals ? decimals : leastDecimals, comma);
}

std::string magnitudeText(double magnitude, const Spec& spec) {
  const BinaryParts parts = binaryParts(magnitude);
  if (spec.type == 0 && spec.digits < 0) {
    return generalText(magnitude == 0 ? Decimal{} : shortestDecimal(parts), 16, 1, spec.comma);
  }
  const int digits = spec.digits < 0 ? 6 : spec.digits;
  Decimal decimal = exactDecimal(parts.mantissa, parts.exponent);
  if (spec.type == 'f' || spec.type == '%') {
    roundToDigits(decimal, decimal.point + digits);
    return fixedText(decimal, digits, spec.comma);
  }
  if (spec.type == 'e') {
    roundToDigits(decimal, digits + 1);
    return exponentText(decimal, digits);
  }
  const int significant = digits > 0 ? digits : 1;
  roundToDigits(decimal, significant);
  if (spec.type == 'g') return generalText(decimal, significant, 0, spec.comma);
  return generalText(decimal, significant - 1, 1, spec.comma);
}

struct Prefix {
  double scale;
  const char* symbol;
};

constexpr Prefix kCountPrefixes[] = {{1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}};
constexpr Prefix kBytePrefixes[] = {{1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}};
constexpr Prefix kTimePrefixes[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "\u00B5s"}, {1e-9, "ns"}, {1e-12, "ps"}};

std::string withPrefix(double value, std::span<const Prefix> prefixes, std::string_view baseSpec, const char* base) {
  if (std::isfinite(value)) {
    for (const Prefix& prefix : prefixes) {
      if (std::fabs(value) >= prefix.scale) return formatNumber(value / prefix.scale, ".4g") + " " + prefix.symbol;
    }
  }
  return formatNumber(value, baseSpec) + " " + base;
}

}  // namespace

std::string formatNumber(double value, std::string_view specText) {
  const Spec spec = parseSpec(specText);
  if (spec.type == '%') value *= 100;
  std::string text = std::signbit(value) && !std::isnan(value) ? "-" : spec.plus ? "+" : "";
  if (std::isnan(value)) {
    text += "nan";
  } else if (std::isinf(value)) {
    text += "inf";
  } else {
    text += magnitudeText(std::fabs(value), spec);
  }
  if (spec.type == '%') text += '%';
  return text;
}

std::string formatWithPrefix(double value, PrefixFamily family) {
  if (family == PrefixFamily::count) return withPrefix(value, kCountPrefixes, ".4g", "");
  if (family == PrefixFamily::bytes) return withPrefix(value, kBytePrefixes, ".4g", "B");
  return withPrefix(value, kTimePrefixes, ".3g", "s");
}

}  // namespace companion
