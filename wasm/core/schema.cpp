// The loop over a struct's fields that prints them.
#include "core/schema.h"

#include "core/read_params.h"

namespace companion {
namespace {

std::string quoted(std::string_view text) {
  std::string quote(1, '"');
  return quote.append(text) + '"';
}

template <class Item>
std::string jsonList(size_t count, Item item) {
  std::string list = "[";
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) list += ',';
    list += item(i);
  }
  return list + "]";
}

std::string defaultOf(const Field& field, const void* defaults) {
  if (field.kind == FieldKind::choice) return quoted(field.names[field.in<int>(defaults)]);
  if (field.kind == FieldKind::choices) {
    const auto& chosen = field.in<std::vector<int>>(defaults);
    return jsonList(chosen.size(), [&](size_t i) { return quoted(field.names[chosen[i]]); });
  }
  if (field.kind == FieldKind::pairs) {
    const auto& pairs = field.in<std::vector<Pair>>(defaults);
    return jsonList(pairs.size(), [&](size_t i) {
      return quoted(std::to_string(pairs[i].first) + ":" + std::to_string(pairs[i].second));
    });
  }
  return shortestText(field.numberIn(defaults));
}

std::string memberJson(const Field& field, const void* defaults) {
  std::string json = "{\"type\":" + quoted(fieldKindIds[static_cast<size_t>(field.kind)]);
  if (defaults) json += ",\"default\":" + defaultOf(field, defaults);
  if (field.ranged) json += ",\"min\":" + shortestText(field.min) + ",\"max\":" + shortestText(field.max);
  if (field.kind == FieldKind::number || field.kind == FieldKind::integer) json += ",\"unit\":" + quoted(field.unit);
  if (field.kind == FieldKind::numbers)
    json += ",\"array\":" + quoted(arrayIds[static_cast<size_t>(field.storage)]) + ",\"unit\":" + quoted(field.unit);
  if (field.names.count)
    json += ",\"choices\":" + jsonList(static_cast<size_t>(field.names.count),
                                       [&](size_t i) { return quoted(field.names[static_cast<int>(i)]); });
  if (field.kind == FieldKind::choices || field.kind == FieldKind::pairs)
    json += ",\"most\":" + std::to_string(field.most);
  if (field.nested) json += ",\"fields\":" + schemaJson(field.nested(), nullptr);
  return json + "}";
}

}  // namespace

std::string schemaJson(const FieldTable& table, const void* defaults) {
  std::string json = "{";
  for (const Field& field : table.fields) {
    if (json.size() > 1) json += ',';
    json += quoted(field.name) + ":" + memberJson(field, defaults);
  }
  return json + "}";
}

}  // namespace companion
