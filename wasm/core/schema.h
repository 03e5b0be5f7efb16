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

// One struct's members, in order: {"name": {"type": …, "default": …, "min": …, "max": …, "unit": …, "choices": […]},
// …}.
template <class T>
struct SchemaPrinter {
  std::string json = "{";
  T defaults{};

  void number(std::string_view name, double T::*member, double min, double max, std::string_view unit) {
    ranged(name, "number", double(defaults.*member), min, max, unit);
  }
  template <class Integer>
  void integer(std::string_view name, Integer T::*member, double min, double max, std::string_view unit) {
    ranged(name, "integer", double(defaults.*member), min, max, unit);
  }
  void choice(std::string_view name, int T::*member, Names names) {
    add(name, "choice", ",\"default\":" + quoted(names[defaults.*member]) + choicesOf(names));
  }
  void choices(std::string_view name, std::vector<int> T::*member, Names names, int most) {
    const auto& list = defaults.*member;
    add(name, "choices",
        ",\"default\":" + jsonList(list.size(), [&](size_t i) { return quoted(names[list[i]]); }) + choicesOf(names) +
            ",\"most\":" + std::to_string(most));
  }
  void pairs(std::string_view name, std::vector<Pair> T::*member, int min, int max, int most) {
    const auto& list = defaults.*member;
    add(name, "pairs",
        ",\"default\":" +
            jsonList(list.size(),
                     [&](size_t i) {
                       return quoted(std::to_string(list[i].first) + ":" + std::to_string(list[i].second));
                     }) +
            ",\"min\":" + std::to_string(min) + ",\"max\":" + std::to_string(max) +
            ",\"most\":" + std::to_string(most));
  }

  void number(std::string_view name, double T::*, std::string_view unit) { add(name, "number", unitOf(unit)); }
  template <class Integer>
  void integer(std::string_view name, Integer T::*, std::string_view unit) {
    add(name, "integer", unitOf(unit));
  }
  void flag(std::string_view name, bool T::*) { add(name, "flag", ""); }
  void text(std::string_view name, std::string_view T::*) { add(name, "text", ""); }
  template <class Number>
  void numbers(std::string_view name, std::vector<Number> T::*, std::string_view unit) {
    const char* array = sizeof(Number) == 8        ? "Float64Array"
                        : sizeof(Number) == 1      ? "Uint8Array"
                        : Number(0.5) == Number(0) ? "Int32Array"
                                                   : "Float32Array";
    add(name, "numbers", std::string(",\"array\":") + quoted(array) + unitOf(unit));
  }
  template <class U>
  void list(std::string_view name, std::vector<U> T::*) {
    add(name, "list", ",\"fields\":" + printed<U>());
  }
  template <class U>
  void object(std::string_view name, U T::*) {
    add(name, "object", ",\"fields\":" + printed<U>());
  }

 private:
  template <class U>
  static std::string printed() {
    SchemaPrinter<U> nested;
    visitFields<U>(nested);
    return nested.json + "}";
  }
  static std::string unitOf(std::string_view unit) { return ",\"unit\":" + quoted(unit); }
  static std::string choicesOf(Names names) {
    return ",\"choices\":" + jsonList(names.count, [&](int i) { return quoted(names[i]); });
  }
  void ranged(std::string_view name, std::string_view type, double value, double min, double max,
              std::string_view unit) {
    add(name, type,
        ",\"default\":" + shortestText(value) + ",\"min\":" + shortestText(min) + ",\"max\":" + shortestText(max) +
            unitOf(unit));
  }
  void add(std::string_view name, std::string_view type, const std::string& rest) {
    json += (json.size() > 1 ? "," : "") + quoted(name) + ":{\"type\":" + quoted(type) + rest + "}";
  }
};

template <class T>
std::string schemaOf() {
  SchemaPrinter<T> printer;
  visitFields<T>(printer);
  return printer.json + "}";
}

}  // namespace companion
