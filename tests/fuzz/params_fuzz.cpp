// Any values for any model's parameters: what is used lies in its range, and is accepted as it is the next time.
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "core/read_params.h"
#include "fuzz_input.h"
#include "models.h"

using namespace companion;
using fuzz::require;

namespace {

Given textGiven(const std::string& text) {
  return {text, spellsDecimal(text) ? std::strtod(text.c_str(), nullptr) : std::nan("")};
}

Given takeGiven(fuzz::Input& input) {
  switch (input.take<uint8_t>() % 8) {
    case 1:
      return Given(input.take<double>());
    case 2:
      return Given(input.take<int16_t>());
    case 3:
    case 4:
      return textGiven(input.text(40));
    default:
      return {};
  }
}

template <class Items, class ToText>
std::string joined(const Items& items, ToText toText) {
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "" : ",") + toText(item);
  return text;
}

// A value as the next caller would give it.
Given writtenValue(const Field& field, const void* params) {
  switch (field.kind) {
    case FieldKind::choice:
      return textGiven(std::string(field.names[field.in<int>(params)]));
    case FieldKind::choices:
      return textGiven(
          joined(field.in<std::vector<int>>(params), [&](int index) { return std::string(field.names[index]); }));
    case FieldKind::pairs:
      return textGiven(joined(field.in<std::vector<Pair>>(params), [](Pair pair) {
        return std::to_string(pair.first) + ":" + std::to_string(pair.second);
      }));
    default:
      return Given(field.numberIn(params));
  }
}

void checkRange(const Field& field, const void* params) {
  if (field.kind == FieldKind::number || field.kind == FieldKind::integer) {
    const double value = field.numberIn(params);
    require(value >= field.min && value <= field.max, "a number lies in its range");
    require(field.kind == FieldKind::number || value == std::floor(value), "a whole number is whole");
  }
  if (field.kind == FieldKind::pairs)
    for (const Pair pair : field.in<std::vector<Pair>>(params))
      for (const int side : {pair.first, pair.second})
        require(side >= field.min && side <= field.max, "a pair lies in its range");
}

struct ReadAnything {
  fuzz::Input& input;
  size_t wanted, index = 0;
  int givens = 4;  // writing a number in its shortest form takes most of the time, and few at once find as much

  Given next() {
    const Given given = takeGiven(input);
    if (given.kind == Given::Kind::missing || givens-- > 0) return given;
    return {};
  }

  template <class Params, class, auto>
  void model(const char*) {
    if (index++ != wanted) return;
    std::vector<Issue> issues;
    const Params params = readParams<Params>([this](std::string_view) { return next(); }, issues);
    std::map<std::string, Given, std::less<>> written;
    for (const Field& field : tableOf<Params>().fields) {
      checkRange(field, &params);
      written.emplace(std::string(field.name), writtenValue(field, &params));
    }
    // Only the fields: a model's own check may warn of a combination however often it is given.
    Params again;
    std::vector<Issue> second;
    readFields(
        tableOf<Params>(), &again, [&](std::string_view name) { return written.find(name)->second; }, second);
    require(second.empty(), "what was used is accepted as it is");
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input input(data, size);
  ReadAnything reader{input, static_cast<size_t>(input.take<uint8_t>() % 6)};
  models(reader);
  return 0;
}
