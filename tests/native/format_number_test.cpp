// formatNumber is Python's format(), character for character.
#include "core/format_number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "golden_json.h"

namespace companion {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(FormatNumber, EverySpecGivesWhatPythonGives) {
  const golden::Json file = golden::load("format_number.json");
  for (const golden::Json& row : file["numbers"]) {
    const double value = row["value"].number();
    for (size_t i = 0; i < file["specs"].size(); ++i) {
      const std::string spec = file["specs"][i].text();
      EXPECT_EQ(formatNumber(value, spec), row["texts"][i].text()) << row["value"].text() << " as '" << spec << "'";
    }
  }
}

TEST(FormatNumber, PrefixesAreThoseOfTheLecturesConsole) {
  const golden::Json file = golden::load("format_number.json");
  for (const golden::Json& row : file["prefixed"]) {
    const double value = row["value"].number();
    EXPECT_EQ(formatWithPrefix(value, PrefixFamily::count), row["count"].text()) << row["value"].text();
    EXPECT_EQ(formatWithPrefix(value, PrefixFamily::bytes), row["bytes"].text()) << row["value"].text();
    EXPECT_EQ(formatWithPrefix(value, PrefixFamily::time), row["time"].text()) << row["value"].text();
  }
}

TEST(FormatNumber, AnInfiniteAmountHasNoPrefix) {
  EXPECT_EQ(formatWithPrefix(kInfinity, PrefixFamily::count), "inf ");
  EXPECT_EQ(formatWithPrefix(-kInfinity, PrefixFamily::bytes), "-inf B");
  EXPECT_EQ(formatWithPrefix(std::nan(""), PrefixFamily::time), "nan s");
}

TEST(FormatNumber, ASpecOutsideTheSubsetGivesTheShortestDigits) {
  for (const char* spec : {"d", ".", ".f", ".9999f", "5.2f", ".2fx", ",+", "nonsense"}) {
    EXPECT_EQ(formatNumber(0.1, spec), "0.1") << spec;
  }
}

TEST(FormatNumber, TheShortestDigitsReadBackAsTheSameNumber) {
  uint64_t state = 1;
  for (int i = 0; i < 20000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const uint64_t pattern = state ^ (state >> 29);
    double value;
    std::memcpy(&value, &pattern, sizeof value);
    if (std::isnan(value)) continue;
    EXPECT_EQ(std::strtod(formatNumber(value, "").c_str(), nullptr), value) << formatNumber(value, "");
  }
}

TEST(FormatNumber, FixedNotationEndsWherePythonsDoes) {
  EXPECT_EQ(formatNumber(1234567890123456.0, ""), "1234567890123456.0");
  EXPECT_EQ(formatNumber(1e16, ""), "1e+16");
  EXPECT_EQ(formatNumber(0.0001, ""), "0.0001");
  EXPECT_EQ(formatNumber(0.00001, ""), "1e-05");
}

}  // namespace
}  // namespace companion
