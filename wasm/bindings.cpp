// The door between JavaScript and the models of models.h, and the number formatter. No arithmetic here; part of every
// module. The core's own calls are in core_bindings.cpp.
//
// Everything crosses by value: plain objects and copied typed arrays, so that nothing has to be freed in JavaScript.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/format_number.h"
#include "core/model_entry.h"
#include "core/progress.h"
#include "core/quantize.h"

namespace companion {
namespace {

using emscripten::typed_memory_view;
using emscripten::val;

template <class Number>
val copiedItems(Items items) {
  return val(typed_memory_view(items.count, static_cast<const Number*>(items.first))).template call<val>("slice");
}

val copiedNumbers(const Field& field, Items items) {
  switch (field.storage) {
    case Storage::f32:
      return copiedItems<float>(items);
    case Storage::i32:
      return copiedItems<int32_t>(items);
    case Storage::u8:
      return copiedItems<uint8_t>(items);
    case Storage::f64:
      break;
  }
  return copiedItems<double>(items);
}

void push(val& list, const val& item) { list.call<void>("push", item); }

val namesAt(Names names, const std::vector<int>& chosen) {
  val list = val::array();
  for (int index : chosen) push(list, val(std::string(names[index])));
  return list;
}

val writtenPairs(const std::vector<Pair>& pairs) {
  val list = val::array();
  for (Pair pair : pairs) push(list, val(std::to_string(pair.first) + ":" + std::to_string(pair.second)));
  return list;
}

val writtenStruct(const FieldTable& table, const void* from);

val writtenList(const FieldTable& table, Items items, size_t itemBytes) {
  val list = val::array();
  for (size_t i = 0; i < items.count; ++i)
    push(list, writtenStruct(table, static_cast<const char*>(items.first) + i * itemBytes));
  return list;
}

val writtenField(const Field& field, const void* from) {
  const void* member = static_cast<const char*>(from) + field.offset;
  switch (field.kind) {
    case FieldKind::flag:
      return val(field.in<bool>(from));
    case FieldKind::text:
      return val(std::string(field.in<std::string_view>(from)));
    case FieldKind::choice:
      return val(std::string(field.names[field.in<int>(from)]));
    case FieldKind::choices:
      return namesAt(field.names, field.in<std::vector<int>>(from));
    case FieldKind::pairs:
      return writtenPairs(field.in<std::vector<Pair>>(from));
    case FieldKind::numbers:
      return copiedNumbers(field, field.items(member));
    case FieldKind::list:
      return writtenList(field.nested(), field.items(member), field.itemBytes);
    case FieldKind::object:
      return writtenStruct(field.nested(), member);
    case FieldKind::number:
    case FieldKind::integer:
      break;
  }
  return val(field.numberIn(from));
}

// Turns a struct that the table describes into a plain JavaScript object.
val writtenStruct(const FieldTable& table, const void* from) {
  val object = val::object();
  for (const Field& field : table.fields) object.set(std::string(field.name), writtenField(field, from));
  return object;
}

// Reads one property of a JavaScript object as a Given; lists join with commas.
Given givenFrom(const val& object, std::string_view name) {
  const val value = object[std::string(name)];
  if (value.isUndefined() || value.isNull()) return {};
  if (value.isNumber()) return Given(value.as<double>());
  const std::string text = val::global("String")(value).as<std::string>();
  return {text, spellsDecimal(text) ? val::global("Number")(text).as<double>() : NAN};
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

const ModelEntry* findModel(const std::string& id) {
  for (const ModelEntry& model : modelEntries())
    if (model.id == id) return &model;
  return nullptr;
}

val modelIds() {
  val ids = val::array();
  for (const ModelEntry& model : modelEntries()) push(ids, val(std::string(model.id)));
  return ids;
}

std::string schemaText(const std::string& id) {
  const ModelEntry* model = findModel(id);
  return model ? model->schema() : "null";
}

val called(const std::string& id, const val& given, bool withResult) {
  const ModelEntry* model = findModel(id);
  if (!model) return val::null();
  val answer = val::object();
  const auto take = [&answer](const char* part) {
    return [&answer, part](Described described) { answer.set(part, writtenStruct(described.table, described.object)); };
  };
  std::vector<Issue> issues;
  model->call([&given](std::string_view name) { return givenFrom(given, name); }, withResult, issues, take("params"),
              take("result"));
  answer.set("issues", writtenIssues(issues));
  return answer;
}

val run(const std::string& id, const val& given) { return called(id, given, true); }
val checkParams(const std::string& id, const val& given) { return called(id, given, false); }

std::string formatNumberText(double value, const std::string& spec) { return formatNumber(value, spec); }
std::string formatWithPrefixText(double value, const std::string& family) {
  return formatWithPrefix(value, family == "bytes"  ? PrefixFamily::bytes
                                 : family == "time" ? PrefixFamily::time
                                                    : PrefixFamily::count);
}

void useReferenceOnly(bool isOn) { referenceOnly = isOn; }

val& progressListener() {
  static val listener = val::null();
  return listener;
}

void setProgressListener(const val& listener) {
  progressListener() = listener;
  listenToProgress(listener.isNull() ? nullptr : ProgressListener([](double share) { progressListener()(share); }));
}

}  // namespace
}  // namespace companion

// Embind writes addresses of types into error messages that no complete build ever shows. This keeps the C library's
// printing, 5 kB in every module, from being linked for them.
extern "C" int siprintf(char* text, const char*, ...) {
  *text = '\0';
  return 0;
}

EMSCRIPTEN_BINDINGS(models) {
  using namespace companion;
  using emscripten::function;
  function("modelIds", &modelIds);                  // () -> string[]
  function("schemaJson", &schemaText);              // (id) -> JSON text of {params, result}; "null" for an unknown id
  function("run", &run);                            // (id, given) -> {params, issues, result}; null for an unknown id
  function("checkParams", &checkParams);            // (id, given) -> {params, issues}
  function("useReferenceOnly", &useReferenceOnly);  // (boolean): plain loops in place of fast paths
  function("listenToProgress", &setProgressListener);   // ((share) => void | null): hears of runs until the next call
  function("formatNumber", &formatNumberText);          // (value, Python format spec) -> text
  function("formatWithPrefix", &formatWithPrefixText);  // (value, "count" | "bytes" | "time") -> text
}
