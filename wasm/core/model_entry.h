// One lecture model behind one type: what bindings and tests call without knowing its Params and Result.
#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/read_params.h"
#include "core/schema.h"

namespace companion {

// A struct and the table that describes it, valid while the call that hands it out runs.
struct Described {
  const FieldTable& table;
  const void* object;
};

struct ModelEntry {
  const char* id = nullptr;
  std::string (*schema)() = nullptr;  // JSON text of {params, result}
  // Reads parameters as readParams() does, runs the model unless `withResult` is false, and hands both over.
  void (*call)(const Lookup& lookup, bool withResult, std::vector<Issue>& issues,
               const std::function<void(Described params)>& takeParams,
               const std::function<void(Described result)>& takeResult) = nullptr;
};

template <class Params, class Result, auto run>
constexpr ModelEntry modelEntry(const char* id) {
  return {id, &modelSchemaJson<Params, Result>,
          [](const Lookup& lookup, bool withResult, std::vector<Issue>& issues,
             const std::function<void(Described)>& takeParams, const std::function<void(Described)>& takeResult) {
            const Params params = readParams<Params>(lookup, issues);
            takeParams({tableOf<Params>(), &params});
            if (!withResult) return;
            const Result result = run(params);
            takeResult({tableOf<Result>(), &result});
          }};
}

// The models of this build, in the order of models.h: all of them, or the one a demo's own module holds.
std::span<const ModelEntry> modelEntries();

}  // namespace companion
