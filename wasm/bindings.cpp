// The door between JavaScript and C++: whatever models.h lists, and the core calls of the public API. No arithmetic
// here.
//
// Everything crosses by value: plain objects and copied typed arrays, so that nothing has to be freed in JavaScript.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <string>
#include <vector>

#include "core/format_number.h"
#include "core/read_params.h"
#include "core/schema.h"
#include "models.h"

namespace companion {
namespace {

using emscripten::typed_memory_view;
using emscripten::val;

template <class Number>
val copied(const std::vector<Number>& numbers) {
  return val(typed_memory_view(numbers.size(), numbers.data())).template call<val>("slice");
}

// Turns one C++ struct into a plain JavaScript object.
template <class T>
struct WriteObject {
  const T& from;
  val out = val::object();

  void set(std::string_view name, const val& value) { out.set(std::string(name), value); }

  void number(std::string_view name, double T::*member, double, double, std::string_view) {
    set(name, val(from.*member));
  }
  template <class Integer>
  void integer(std::string_view name, Integer T::*member, double, double, std::string_view) {
    set(name, val(double(from.*member)));
  }
  void number(std::string_view name, double T::*member, std::string_view) { set(name, val(from.*member)); }
  template <class Integer>
  void integer(std::string_view name, Integer T::*member, std::string_view) {
    set(name, val(double(from.*member)));
  }
  void flag(std::string_view name, bool T::*member) { set(name, val(from.*member)); }
  void text(std::string_view name, std::string_view T::*member) { set(name, val(std::string(from.*member))); }
  void choice(std::string_view name, int T::*member, Names names) { set(name, val(std::string(names[from.*member]))); }
  void choices(std::string_view name, std::vector<int> T::*member, Names names, int) {
    val list = val::array();
    for (int index : from.*member) list.call<void>("push", std::string(names[index]));
    set(name, list);
  }
  void pairs(std::string_view name, std::vector<Pair> T::*member, int, int, int) {
    val list = val::array();
    for (Pair pair : from.*member)
      list.call<void>("push", std::to_string(pair.first) + ":" + std::to_string(pair.second));
    set(name, list);
  }
  template <class Number>
  void numbers(std::string_view name, std::vector<Number> T::*member, std::string_view) {
    set(name, copied(from.*member));
  }
  template <class U>
  void list(std::string_view name, std::vector<U> T::*member) {
    val items = val::array();
    for (const U& item : from.*member) items.call<void>("push", written(item));
    set(name, items);
  }
  template <class U>
  void object(std::string_view name, U T::*member) {
    set(name, written(from.*member));
  }

  template <class U>
  static val written(const U& item) {
    WriteObject<U> writer{item};
    visitFields<U>(writer);
    return writer.out;
  }
};

template <class T>
val written(const T& item) {
  return WriteObject<T>::written(item);
}

// Reads one property of a JavaScript object as a Given; lists join with commas.
Given givenFrom(const val& object, std::string_view name) {
  const val value = object[std::string(name)];
  if (value.isUndefined() || value.isNull()) return {};
  if (value.isNumber()) return {Given::Kind::number, value.as<double>(), ""};
  return {Given::Kind::text, 0, val::global("String")(value).as<std::string>()};
}

val writtenIssues(const std::vector<Issue>& issues) {
  val list = val::array();
  for (const Issue& issue : issues) {
    val item = val::object();
    item.set("name", issue.name);
    item.set("given", issue.given);
    item.set("problem", std::string(issue.problem));
    item.set("used", issue.used);
    list.call<void>("push", item);
  }
  return list;
}

struct ListIds {
  val ids = val::array();
  template <class, class, auto>
  void model(const char* id) {
    ids.call<void>("push", std::string(id));
  }
};

struct PrintSchema {
  std::string_view wanted;
  std::string json = "null";
  template <class Params, class Result, auto>
  void model(const char* id) {
    if (wanted == id) json = "{\"params\":" + schemaOf<Params>() + ",\"result\":" + schemaOf<Result>() + "}";
  }
};

struct RunModel {
  std::string_view wanted;
  const val& given;
  bool withResult;
  val answer = val::null();
  template <class Params, class Result, auto run>
  void model(const char* id) {
    if (wanted != id) return;
    std::vector<Issue> issues;
    const Params params = readParams<Params>([this](std::string_view name) { return givenFrom(given, name); }, issues);
    answer = val::object();
    answer.set("params", written(params));
    answer.set("issues", writtenIssues(issues));
    if (withResult) answer.set("result", written(run(params)));
  }
};

val modelIds() {
  ListIds visitor;
  models(visitor);
  return visitor.ids;
}

std::string schemaJson(const std::string& id) {
  PrintSchema visitor{id};
  models(visitor);
  return visitor.json;
}

val run(const std::string& id, const val& given) {
  RunModel visitor{id, given, true};
  models(visitor);
  return visitor.answer;
}

val checkParams(const std::string& id, const val& given) {
  RunModel visitor{id, given, false};
  models(visitor);
  return visitor.answer;
}

std::string formatNumberText(double value, const std::string& spec) { return formatNumber(value, spec); }
std::string formatWithPrefixText(double value, const std::string& family) {
  return formatWithPrefix(value, family == "bytes"  ? PrefixFamily::bytes
                                 : family == "time" ? PrefixFamily::time
                                                    : PrefixFamily::count);
}

}  // namespace
}  // namespace companion

EMSCRIPTEN_BINDINGS(companion) {
  using namespace companion;
  using emscripten::function;
  function("modelIds", &modelIds);              // () -> string[]
  function("schemaJson", &schemaJson);          // (id) -> JSON text of {params, result}; "null" for an unknown id
  function("run", &run);                        // (id, given) -> {params, issues, result}; null for an unknown id
  function("checkParams", &checkParams);        // (id, given) -> {params, issues}
  function("formatNumber", &formatNumberText);  // (value, Python format spec) -> text
  function("formatWithPrefix", &formatWithPrefixText);  // (value, "count" | "bytes" | "time") -> text
}
