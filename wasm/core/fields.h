// The vocabulary of `fields()`: every member of a model's Params and Result is named once, with range and unit.
//
// A model writes, beside each struct, one template
//     template <class V> void fields(V& v, Params*) { v.number("latencyNs", &Params::latencyNs, 1, 100000, "ns"); ... }
// and visitors derive the rest: reading and checking parameters, writing results, the schema, types, corner tests.
// A visitor implements these members (parameters only where a range is given; results have unit only):
//   number(name, double T::*, min, max, unit)           a real parameter
//   integer(name, IntegerLike T::*, min, max, unit)     a whole parameter (int or double holding a whole number)
//   choice(name, int T::*, names)                       one of a list of names; the member is the index
//   choices(name, std::vector<int> T::*, names, most)   a comma-separated list of names, 1..most of them
//   pairs(name, std::vector<Pair> T::*, min, max, most) a list of "first:second" whole numbers
//   number(name, double T::*, unit) / integer(name, int T::*, unit) / flag(name, bool T::*)
//   choice(name, int T::*, names) / choices(name, std::vector<int> T::*, names, most)
//   numbers(name, std::vector<X> T::*, unit)            an array, X one of double, float, int32_t, uint8_t
//   text(name, std::string_view T::*)                   of static lifetime: a source's title or address, never prose
//   list(name, std::vector<U> T::*) / object(name, U T::*)   U has fields() of its own
// Names and units are literals; visitors take them as const char*, which makes a call half as long in WebAssembly.
// A missing number in a Result is NaN; it crosses to JavaScript as NaN.
#pragma once
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

namespace companion {

// A list of names with static lifetime, as used by choice parameters.
struct Names {
  const std::string_view* first;
  int count;
  constexpr std::string_view operator[](int index) const { return first[index]; }
  constexpr int indexOf(std::string_view name) const {
    for (int i = 0; i < count; ++i)
      if (first[i] == name) return i;
    return -1;
  }
};

template <int N>
constexpr Names names(const std::string_view (&list)[N]) {
  return {list, N};
}

// Two whole numbers written "first:second", for example d_qk:d_v of an attention head.
struct Pair {
  int first;
  int second;
  bool operator==(const Pair&) const = default;
};

// Calls `fields(visitor, static_cast<T*>(nullptr))` found by argument-dependent lookup.
template <class T, class V>
void visitFields(V& visitor) {
  fields(visitor, static_cast<T*>(nullptr));
}

}  // namespace companion
