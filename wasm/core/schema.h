// Prints what fields() declares as JSON: the schema that types, URL state and controls are derived from.
#pragma once
#include <string>

#include "core/field_table.h"

namespace companion {

// A struct's members, in order: {"name": {"type": …, "default": …, "min": …, "max": …, "unit": …, "choices": […]}, …}.
// `defaults` is a struct that the table describes; null for results, which have none.
std::string schemaJson(const FieldTable& table, const void* defaults);

// {"params": …, "result": …} of a model.
template <class Params, class Result>
std::string modelSchemaJson() {
  const Params defaults;
  return "{\"params\":" + schemaJson(tableOf<Params>(), &defaults) +
         ",\"result\":" + schemaJson(tableOf<Result>(), nullptr) + "}";
}

}  // namespace companion
