// Reads a model's parameters from outside values (URL text, JavaScript numbers), checking each against its declaration.
//
// Total: every input gives parameters inside their ranges, and one Issue for each value that had to be changed.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/field_table.h"

namespace companion {

// One value as it arrived: nothing, a number, or text ("3.35", "H100,B200", "64:64,128:128").
struct Given {
  enum class Kind { missing, number, text };

  Given() = default;
  explicit Given(double value) : kind(Kind::number), number(value) {}
  // `read` is the number the whole text spells, NaN if none: whoever calls us can read numbers, and 10 kB of strtod in
  // every module would do it again.
  Given(std::string words, double read) : kind(Kind::text), number(read), text(std::move(words)) {}

  Kind kind = Kind::missing;
  double number = 0;
  std::string text;
};

// Whether a text may be read as a number at all: decimal digits, sign, point and exponent. No hexadecimal, no "inf".
bool spellsDecimal(std::string_view text);

// What was wrong with a value. The words belong to the page; `used` is the value taken instead, as text.
struct Issue {
  std::string name;
  std::string given;
  std::string_view
      problem;  // not-a-number, not-whole, below, above, unknown, empty, too-many, not-a-pair, or a model's
  std::string used;
};

// Adds to a list of what an issue is about: "A100, Rubin".
inline void addListed(std::string& list, std::string_view item) {
  if (!list.empty()) list += ", ";
  list += item;
}

// The shortest text that reads back as the same number, as in a URL: Python's repr without a closing ".0".
std::string shortestText(double value);

using Lookup = std::function<Given(std::string_view name)>;

// Overwrites the members of `params` (a struct that `table` describes, holding its defaults) that `lookup` gives.
void readFields(const FieldTable& table, void* params, const Lookup& lookup, std::vector<Issue>& issues);

// Starts from the defaults, applies what `lookup` gives, then the model's own check(Params&, std::vector<Issue>&) if
// any.
template <class Params>
Params readParams(const Lookup& lookup, std::vector<Issue>& issues) {
  Params params;
  readFields(tableOf<Params>(), &params, lookup, issues);
  if constexpr (requires { check(params, issues); }) check(params, issues);
  return params;
}

}  // namespace companion
