// Reads a model's parameters from outside values (URL text, JavaScript numbers), checking each against its declaration.
//
// Total: every input gives parameters inside their ranges, and one Issue for each value that had to be changed.
#pragma once
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields.h"

namespace companion {

// One value as it arrived: nothing, a number, or text ("3.35", "H100,B200", "64:64,128:128").
struct Given {
  enum class Kind { missing, number, text } kind = Kind::missing;
  double number = 0;
  std::string text;
};

// What was wrong with a value. The words belong to the page; `used` is the value taken instead, as text.
struct Issue {
  std::string name;
  std::string given;
  std::string_view problem;  // not-a-number, not-whole, below, above, unknown, empty, too-many, or a model's own
  std::string used;
};

// The shortest text that reads back as the same number, as in a URL.
[[gnu::noinline]] inline std::string shortestText(double value) {
  char text[40];
  for (int digits = 15; digits <= 17; ++digits) {  // %g drops trailing zeros; 15 keep whole numbers plain
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    if (std::strtod(text, nullptr) == value) break;
  }
  return text;
}

inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// A decimal number filling the whole text, or NaN. Hexadecimal and "inf"/"nan" are not numbers here; 1e999 is infinity.
[[gnu::noinline]] inline double parseNumber(std::string_view text) {
  const std::string copy(trimmed(text));
  if (copy.empty() || copy.find_first_not_of("0123456789+-.eE") != std::string::npos) return NAN;
  char* end = nullptr;
  const double value = std::strtod(copy.c_str(), &end);
  return *end == '\0' ? value : NAN;
}

template <class Visit>
void splitList(std::string_view text, Visit visit) {
  for (size_t start = 0; start <= text.size();) {
    const size_t comma = std::min(text.find(',', start), text.size());
    visit(trimmed(text.substr(start, comma - start)));
    start = comma + 1;
  }
}

// Not templates and not inlined: every parameter of every model calls them.
[[gnu::noinline]] inline std::string textOf(const Given& given) {
  return given.kind == Given::Kind::number ? shortestText(given.number) : given.text;
}

[[gnu::noinline]] inline void report(std::vector<Issue>& issues, std::string_view name, std::string given,
                                     std::string_view problem, std::string used) {
  issues.push_back({std::string(name), std::move(given), problem, std::move(used)});
}

// The number given, or the nearest one allowed; `fallback` if it is none.
[[gnu::noinline]] inline double checkedNumber(std::string_view name, const Given& given, double fallback, double min,
                                              double max, bool whole, std::vector<Issue>& issues) {
  double value = given.kind == Given::Kind::number ? given.number : parseNumber(given.text);
  std::string_view problem;
  if (std::isnan(value)) {
    value = fallback;
    problem = "not-a-number";
  } else if (value < min) {
    value = min;
    problem = "below";
  } else if (value > max) {
    value = max;
    problem = "above";
  } else if (whole && value != std::floor(value)) {
    value = std::floor(value + 0.5);
    problem = "not-whole";
  }
  if (!problem.empty()) report(issues, name, textOf(given), problem, shortestText(value));
  return value;
}

// The visitor over fields(Params). `Lookup` maps a name to a Given.
template <class Params, class Lookup>
struct ReadParams {
  Params& params;
  Lookup lookup;
  std::vector<Issue>& issues;

  void number(std::string_view name, double Params::*member, double min, double max, std::string_view) {
    readNumber(name, member, min, max, false);
  }

  template <class Integer>
  void integer(std::string_view name, Integer Params::*member, double min, double max, std::string_view) {
    readNumber(name, member, min, max, true);
  }

  void choice(std::string_view name, int Params::*member, Names names) {
    const Given given = lookup(name);
    if (given.kind == Given::Kind::missing) return;
    const std::string text = textOf(given);
    const int index = names.indexOf(trimmed(text));
    if (index >= 0)
      params.*member = index;
    else
      report(name, text, "unknown", std::string(names[params.*member]));
  }

  void choices(std::string_view name, std::vector<int> Params::*member, Names names, int most) {
    const Given given = lookup(name);
    if (given.kind == Given::Kind::missing) return;
    const std::string text = textOf(given);
    std::vector<int> chosen;
    std::string_view problem = trimmed(text).empty() ? "empty" : "";
    splitList(text, [&](std::string_view item) {
      const int index = names.indexOf(item);
      bool repeated = false;
      for (int other : chosen) repeated |= other == index;
      if (index < 0) {
        if (problem.empty()) problem = "unknown";
      } else if (!repeated) {
        if (int(chosen.size()) < most)
          chosen.push_back(index);
        else
          problem = "too-many";
      }
    });
    keepList(name, text, problem, member, chosen, [&](int index) { return std::string(names[index]); });
  }

  void pairs(std::string_view name, std::vector<Pair> Params::*member, int min, int max, int most) {
    const Given given = lookup(name);
    if (given.kind == Given::Kind::missing) return;
    const std::string text = textOf(given);
    std::vector<Pair> read;
    std::string_view problem = trimmed(text).empty() ? "empty" : "";
    splitList(text, [&](std::string_view item) {
      const size_t colon = item.find(':');
      const double first = colon == item.npos ? NAN : parseNumber(item.substr(0, colon));
      const double second = colon == item.npos ? NAN : parseNumber(item.substr(colon + 1));
      if (!(first == std::floor(first)) || !(second == std::floor(second)) || std::isinf(first) || std::isinf(second)) {
        if (problem.empty()) problem = "not-a-pair";
        return;
      }
      if (first < min || second < min) problem = "below";
      if (first > max || second > max) problem = "above";
      const auto clamp = [&](double x) { return int(std::fmin(std::fmax(x, min), max)); };
      if (int(read.size()) < most)
        read.push_back({clamp(first), clamp(second)});
      else
        problem = "too-many";
    });
    keepList(name, text, problem, member, read,
             [](Pair pair) { return std::to_string(pair.first) + ":" + std::to_string(pair.second); });
  }

 private:
  void report(std::string_view name, std::string given, std::string_view problem, std::string used) {
    companion::report(issues, name, std::move(given), problem, std::move(used));
  }

  template <class Number>
  void readNumber(std::string_view name, Number Params::*member, double min, double max, bool whole) {
    const Given given = lookup(name);
    if (given.kind == Given::Kind::missing) return;
    params.*member = static_cast<Number>(checkedNumber(name, given, double(params.*member), min, max, whole, issues));
  }

  template <class Item, class ToText>
  void keepList(std::string_view name, const std::string& text, std::string_view problem,
                std::vector<Item> Params::*member, const std::vector<Item>& read, ToText toText) {
    if (!read.empty()) params.*member = read;
    if (problem.empty()) return;
    std::string used;
    for (const Item& item : params.*member) used += (used.empty() ? "" : ",") + toText(item);
    report(name, text, problem, used);
  }
};

// Starts from the defaults, applies what `lookup` gives, then the model's own check(Params&, std::vector<Issue>&) if
// any.
template <class Params, class Lookup>
Params readParams(Lookup lookup, std::vector<Issue>& issues) {
  Params params;
  ReadParams<Params, Lookup> reader{params, lookup, issues};
  visitFields<Params>(reader);
  if constexpr (requires { check(params, issues); }) check(params, issues);
  return params;
}

}  // namespace companion
