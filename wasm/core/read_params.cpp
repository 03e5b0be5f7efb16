// The loop over a struct's fields that reads, checks and, where it must, replaces values.
#include "core/read_params.h"

#include <algorithm>
#include <cmath>

#include "core/format_number.h"

namespace companion {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// A whole number of up to nine digits filling the text, as a side of a pair.
bool readWhole(std::string_view text, int& value) {
  text = trimmed(text);
  const bool negative = !text.empty() && text.front() == '-';
  if (negative) text.remove_prefix(1);
  if (text.empty() || text.size() > 9) return false;
  value = 0;
  for (char c : text) {
    if (c < '0' || c > '9') return false;
    value = value * 10 + (c - '0');
  }
  if (negative) value = -value;
  return true;
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
    const double read = given.number;
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
      Pair pair;
      if (colon == item.npos || !readWhole(item.substr(0, colon), pair.first) ||
          !readWhole(item.substr(colon + 1), pair.second)) {
        if (problem.empty()) problem = "not-a-pair";
        continue;
      }
      const int min = static_cast<int>(field.min), max = static_cast<int>(field.max);
      if (std::min(pair.first, pair.second) < min) problem = "below";
      if (std::max(pair.first, pair.second) > max) problem = "above";
      if (static_cast<int>(read.size()) < field.most)
        read.push_back({std::clamp(pair.first, min, max), std::clamp(pair.second, min, max)});
      else
        problem = "too-many";
    }
    keep(read, problem, [](Pair pair) { return textOf(pair); });
  }
};

}  // namespace

bool spellsDecimal(std::string_view text) {
  text = trimmed(text);
  return !text.empty() && text.find_first_not_of("0123456789+-.eE") == std::string_view::npos;
}

std::string shortestText(double value) {
  std::string text = formatNumber(value, "");
  if (text.size() > 2 && text.ends_with(".0")) text.resize(text.size() - 2);
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
