// Makes the list of models: all that models.h names, or only COMPANION_ONLY_MODEL for a demo's own small module.
#include <array>
#include <string_view>

#include "core/model_entry.h"
#include "models.h"

namespace companion {
namespace {

#ifdef COMPANION_ONLY_MODEL
constexpr std::string_view kOnly = COMPANION_ONLY_MODEL;
#else
constexpr std::string_view kOnly = "";
#endif

constexpr bool wanted(std::string_view id) { return kOnly.empty() || id == kOnly; }

struct Count {
  size_t count = 0;
  template <class, class, auto>
  constexpr void model(const char* id) {
    count += wanted(id);
  }
};

template <size_t count>
struct Collect {
  std::array<ModelEntry, count> entries{};
  size_t next = 0;
  template <class Params, class Result, auto run>
  constexpr void model(const char* id) {
    if (wanted(id)) entries[next++] = modelEntry<Params, Result, run>(id);
  }
};

constexpr size_t kCount = [] {
  Count counter;
  models(counter);
  return counter.count;
}();
static_assert(kCount > 0, "COMPANION_ONLY_MODEL is not in models.h");

// Constant: only the functions of wanted models are ever named, so that the linker drops the others.
constexpr std::array<ModelEntry, kCount> kEntries = [] {
  Collect<kCount> collector;
  models(collector);
  return collector.entries;
}();

}  // namespace

std::span<const ModelEntry> modelEntries() { return kEntries; }

}  // namespace companion
