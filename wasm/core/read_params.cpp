// The loop over a struct's fields that reads, checks and, where it must, replaces values.
#include "core/read_params.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace companion {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// A decimal number filling the whole text, or NaN. Hexadecimal and "inf"/"nan" are not numbers here; 1e999 is infinity.
double parseNumber(std::string_view text) {
  const std::string copy(trimmed(text));
  if (copy.empty() || copy.find_first_not_of("0123456789+-.eE") != std::string::npos) return NAN;
  char* end = nullptr;
  const double value = std::strtod(copy.c_str(), &end);
  return *end == '\0' ? value : NAN;
}

bool whole(double value) { return value == std::floor(value) && std::isfinite(value); }

std::vector<std::string_view> itemsOfList(std::string_view text) {
  std::vector<std::string_view> items;
  for (size_t start = 0; start <= text.size();) {
    const size_t comma = std::min(text.find(',', start), text.size());
    items.push_back(trimmed(text.substr(start, comma - start)));
    start = comma + 1;
  }
  return items;
}

std::string textOf(Pair pair) { return std::to_string(pair.first) + ":" + std::to_string(pair.second); }

template <class Item, class ToText>
std::string joined(const std::vector<Item>& items, ToText toText) {
  std::string text;
  for (const Item& item : items) {
    if (!text.empty()) text += ',';
    text += toText(item);
  }
  return text;
}

// One value on its way into one field.
struct Reader {
  const Field& field;
  void* params;
  const Given& given;
  std::vector<Issue>& issues;

  std::string text() const { return given.kind == Given::Kind::number ? shortestText(given.number) : given.text; }

  void report(std::string_view problem, std::string used) {
    if (!problem.empty()) issues.push_back({std::string(field.name), text(), problem, std::move(used)});
  }

  void readNumber() {
    const double read = given.kind == Given::Kind::number ? given.number : parseNumber(given.text);
    double value = read;
    std::string_view problem;
    if (std::isnan(read)) {
      value = field.numberIn(params);
      problem = "not-a-number";
    } else if (read < field.min || read > field.max) {
      value = read < field.min ? field.min : field.max;
      problem = read < field.min ? "below" : "above";
    } else if (field.kind == FieldKind::integer && !whole(read)) {
      value = std::floor(read + 0.5);
      problem = "not-whole";
    }
    if (field.storage == Storage::i32)
      field.in<int32_t>(params) = static_cast<int32_t>(value);
    else
      field.in<double>(params) = value;
    report(problem, shortestText(value));
  }

  void readChoice() {
    int& member = field.in<int>(params);
    const int index = field.names.indexOf(trimmed(text()));
    if (index >= 0)
      member = index;
    else
      report("unknown", std::string(field.names[member]));
  }

  template <class Item, class ToText>
  void keep(const std::vector<Item>& read, std::string_view problem, ToText toText) {
    auto& member = field.in<std::vector<Item>>(params);
    if (!read.empty()) member = read;
    report(problem, joined(member, toText));
  }

  void readChoices() {
    const std::string all = text();
    std::vector<int> chosen;
    std::string_view problem = trimmed(all).empty() ? "empty" : "";
    for (std::string_view item : itemsOfList(all)) {
      const int index = field.names.indexOf(item);
      if (index < 0) {
        if (problem.empty()) problem = "unknown";
      } else if (std::find(chosen.begin(), chosen.end(), index) == chosen.end()) {
        if (static_cast<int>(chosen.size()) < field.most)
          chosen.push_back(index);
        else
          problem = "too-many";
      }
    }
    keep(chosen, problem, [this](int index) { return std::string(field.names[index]); });
  }

  void readPairs() {
    const std::string all = text();
    std::vector<Pair> read;
    std::string_view problem = trimmed(all).empty() ? "empty" : "";
    for (std::string_view item : itemsOfList(all)) {
      const size_t colon = item.find(':');
      const double first = colon == item.npos ? NAN : parseNumber(item.substr(0, colon));
      const double second = colon == item.npos ? NAN : parseNumber(item.substr(colon + 1));
      if (!whole(first) || !whole(second)) {
        if (problem.empty()) problem = "not-a-pair";
        continue;
      }
      if (std::min(first, second) < field.min) problem = "below";
      if (std::max(first, second) > field.max) problem = "above";
      const auto clamped = [this](double x) { return static_cast<int>(std::clamp(x, field.min, field.max)); };
      if (static_cast<int>(read.size()) < field.most)
        read.push_back({clamped(first), clamped(second)});
      else
        problem = "too-many";
    }
    keep(read, problem, [](Pair pair) { return textOf(pair); });
  }
};

}  // namespace

std::string shortestText(double value) {
  char text[40];
  for (int digits = 15; digits <= 17; ++digits) {  // %g drops trailing zeros; 15 keep whole numbers plain
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    if (std::strtod(text, nullptr) == value) break;
  }
  return text;
}

void readFields(const FieldTable& table, void* params, const Lookup& lookup, std::vector<Issue>& issues) {
  for (const Field& field : table.fields) {
    const Given given = lookup(field.name);
    if (given.kind == Given::Kind::missing) continue;
    Reader reader{field, params, given, issues};
    switch (field.kind) {
      case FieldKind::choice:
        reader.readChoice();
        break;
      case FieldKind::choices:
        reader.readChoices();
        break;
      case FieldKind::pairs:
        reader.readPairs();
        break;
      default:
        reader.readNumber();
    }
  }
}

}  // namespace companion
