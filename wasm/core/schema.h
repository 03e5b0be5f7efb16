// Prints what fields() declares as JSON: the schema that types, URL state and controls are derived from.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/fields.h"
#include "core/read_params.h"

namespace companion {

inline std::string quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

template <class Count, class Item>
std::string jsonList(Count count, Item item) {
  std::string list = "[";
  for (Count i = 0; i < count; ++i) list += (i ? "," : "") + item(i);
  return list + "]";
}

// The text of one struct's members. Not a template and not inlined: every member of every model calls it.
class SchemaText {
 public:
  std::string json = "{";

 protected:
  [[gnu::noinline]] void add(std::string_view name, std::string_view type, const std::string& rest) {
    json += (json.size() > 1 ? "," : "") + quoted(name) + ":{\"type\":" + quoted(type) + rest + "}";
  }
  [[gnu::noinline]] void addWithUnit(std::string_view name, std::string_view type, std::string_view unit) {
    add(name, type, ",\"unit\":" + quoted(unit));
  }
  [[gnu::noinline]] void addRanged(std::string_view name, std::string_view type, double value, double min, double max,
                                   std::string_view unit) {
    add(name, type,
        ",\"default\":" + shortestText(value) + ",\"min\":" + shortestText(min) + ",\"max\":" + shortestText(max) +
            ",\"unit\":" + quoted(unit));
  }
  [[gnu::noinline]] void addNumbers(std::string_view name, std::string_view array, std::string_view unit) {
    add(name, "numbers", ",\"array\":" + quoted(array) + ",\"unit\":" + quoted(unit));
  }
  [[gnu::noinline]] void addFields(std::string_view name, std::string_view type, const SchemaText& nested) {
    add(name, type, ",\"fields\":" + nested.json + "}");
  }
  [[gnu::noinline]] static std::string choicesOf(Names names) {
    return ",\"choices\":" + jsonList(names.count, [&](int i) { return quoted(names[i]); });
  }
  [[gnu::noinline]] void addChoice(std::string_view name, Names names, int chosen) {
    add(name, "choice", ",\"default\":" + quoted(names[chosen]) + choicesOf(names));
  }
  [[gnu::noinline]] void addChoices(std::string_view name, Names names, const std::vector<int>& chosen, int most) {
    add(name, "choices",
        ",\"default\":" + jsonList(chosen.size(), [&](size_t i) { return quoted(names[chosen[i]]); }) +
            choicesOf(names) + ",\"most\":" + std::to_string(most));
  }
  [[gnu::noinline]] void addPairs(std::string_view name, const std::vector<Pair>& pairs, int min, int max, int most) {
    const auto text = [&](size_t i) {
      return quoted(std::to_string(pairs[i].first) + ":" + std::to_string(pairs[i].second));
    };
    add(name, "pairs",
        ",\"default\":" + jsonList(pairs.size(), text) + ",\"min\":" + std::to_string(min) +
            ",\"max\":" + std::to_string(max) + ",\"most\":" + std::to_string(most));
  }
};

// One struct's members, in order: {"name": {"type": …, "default": …, "min": …, "max": …, "unit": …, "choices": […]},
// …}.
template <class T>
struct SchemaPrinter : SchemaText {
  T defaults{};

  void number(std::string_view name, double T::*member, double min, double max, std::string_view unit) {
    addRanged(name, "number", defaults.*member, min, max, unit);
  }
  template <class Integer>
  void integer(std::string_view name, Integer T::*member, double min, double max, std::string_view unit) {
    addRanged(name, "integer", double(defaults.*member), min, max, unit);
  }
  void choice(std::string_view name, int T::*member, Names names) { addChoice(name, names, defaults.*member); }
  void choices(std::string_view name, std::vector<int> T::*member, Names names, int most) {
    addChoices(name, names, defaults.*member, most);
  }
  void pairs(std::string_view name, std::vector<Pair> T::*member, int min, int max, int most) {
    addPairs(name, defaults.*member, min, max, most);
  }

  void number(std::string_view name, double T::*, std::string_view unit) { addWithUnit(name, "number", unit); }
  template <class Integer>
  void integer(std::string_view name, Integer T::*, std::string_view unit) {
    addWithUnit(name, "integer", unit);
  }
  void flag(std::string_view name, bool T::*) { add(name, "flag", ""); }
  void text(std::string_view name, std::string_view T::*) { add(name, "text", ""); }
  template <class Number>
  void numbers(std::string_view name, std::vector<Number> T::*, std::string_view unit) {
    const char* array = sizeof(Number) == 8        ? "Float64Array"
                        : sizeof(Number) == 1      ? "Uint8Array"
                        : Number(0.5) == Number(0) ? "Int32Array"
                                                   : "Float32Array";
    addNumbers(name, array, unit);
  }
  template <class U>
  void list(std::string_view name, std::vector<U> T::*) {
    addFields(name, "list", printed<U>());
  }
  template <class U>
  void object(std::string_view name, U T::*) {
    addFields(name, "object", printed<U>());
  }

 private:
  template <class U>
  static SchemaPrinter<U> printed() {
    SchemaPrinter<U> nested;
    visitFields<U>(nested);
    return nested;
  }
};

template <class T>
std::string schemaOf() {
  SchemaPrinter<T> printer;
  visitFields<T>(printer);
  return printer.json + "}";
}

}  // namespace companion
