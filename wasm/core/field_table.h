// One struct's fields() as data: what plain loops read parameters, write results and print schemas from.
//
// A template for each visitor and each struct made the WebAssembly module twice as large; one table for each struct and
// one loop for each job does not.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/fields.h"

namespace companion {

enum class FieldKind : uint8_t { number, integer, flag, text, choice, choices, pairs, numbers, list, object };
inline constexpr std::string_view fieldKindIds[] = {"number",  "integer", "flag",    "text", "choice",
                                                    "choices", "pairs",   "numbers", "list", "object"};

// How a number, or an item of an array, is stored.
enum class Storage : uint8_t { f64, f32, i32, u8 };
inline constexpr std::string_view arrayIds[] = {"Float64Array", "Float32Array", "Int32Array", "Uint8Array"};

template <class Number>
constexpr Storage storageOf() {
  static_assert(std::is_same_v<Number, double> || std::is_same_v<Number, float> || std::is_same_v<Number, int32_t> ||
                std::is_same_v<Number, uint8_t>);
  return std::is_same_v<Number, double>  ? Storage::f64
         : std::is_same_v<Number, float> ? Storage::f32
         : std::is_same_v<Number, int>   ? Storage::i32
                                         : Storage::u8;
}

// The elements of a std::vector whose type only its field knows.
struct Items {
  const void* first;
  size_t count;
};

template <class Item>
Items itemsOf(const void* vector) {
  const auto& items = *static_cast<const std::vector<Item>*>(vector);
  return {items.data(), items.size()};
}

struct FieldTable;

struct Field {
  std::string_view name;
  FieldKind kind;
  Storage storage;
  bool ranged;      // a parameter: min and max hold
  uint32_t offset;  // of the member in its struct, in bytes
  double min, max;
  int most;
  std::string_view unit;
  Names names;
  const FieldTable& (*nested)();  // of the items of a list, or of an object
  Items (*items)(const void*);    // of a list or array
  size_t itemBytes;

  template <class Member>
  const Member& in(const void* object) const {
    return *reinterpret_cast<const Member*>(static_cast<const char*>(object) + offset);
  }
  template <class Member>
  Member& in(void* object) const {
    return *reinterpret_cast<Member*>(static_cast<char*>(object) + offset);
  }
  // The value of a number or integer field.
  double numberIn(const void* object) const {
    return storage == Storage::i32 ? in<int32_t>(object) : in<double>(object);
  }
};

struct FieldTable {
  std::vector<Field> fields;

  // Called for every member of every model: out of line, or they would be most of the module.
  [[gnu::noinline]] void addPlain(const char* name, FieldKind kind, Storage storage, uint32_t offset,
                                  const char* unit) {
    fields.push_back({name, kind, storage, false, offset, 0, 0, 0, unit, {}, nullptr, nullptr, 0});
  }
  [[gnu::noinline]] void addRanged(const char* name, FieldKind kind, Storage storage, uint32_t offset, double min,
                                   double max, const char* unit) {
    fields.push_back({name, kind, storage, true, offset, min, max, 0, unit, {}, nullptr, nullptr, 0});
  }
  [[gnu::noinline]] void addNamed(const char* name, FieldKind kind, uint32_t offset, Names names, int most) {
    fields.push_back({name, kind, Storage::i32, false, offset, 0, 0, most, "", names, nullptr, nullptr, 0});
  }
  [[gnu::noinline]] void addItems(const char* name, FieldKind kind, Storage storage, uint32_t offset, const char* unit,
                                  const FieldTable& (*nested)(), Items (*items)(const void*), size_t itemBytes) {
    fields.push_back({name, kind, storage, false, offset, 0, 0, 0, unit, {}, nested, items, itemBytes});
  }
};

template <class T>
const FieldTable& tableOf();

// The visitor that fills a table.
template <class T>
struct TableBuilder {
  FieldTable& table;

  // A pointer to a data member is its offset (Itanium C++ ABI, section 2.3, which both our compilers follow).
  template <class Member>
  static uint32_t offsetOf(Member T::*member) {
    std::ptrdiff_t offset = 0;
    static_assert(sizeof member == sizeof offset);
    std::memcpy(&offset, &member, sizeof offset);
    return static_cast<uint32_t>(offset);
  }

  void number(const char* name, double T::*member, double min, double max, const char* unit) {
    table.addRanged(name, FieldKind::number, Storage::f64, offsetOf(member), min, max, unit);
  }
  template <class Integer>
  void integer(const char* name, Integer T::*member, double min, double max, const char* unit) {
    table.addRanged(name, FieldKind::integer, storageOf<Integer>(), offsetOf(member), min, max, unit);
  }
  void number(const char* name, double T::*member, const char* unit) {
    table.addPlain(name, FieldKind::number, Storage::f64, offsetOf(member), unit);
  }
  template <class Integer>
  void integer(const char* name, Integer T::*member, const char* unit) {
    table.addPlain(name, FieldKind::integer, storageOf<Integer>(), offsetOf(member), unit);
  }
  void flag(const char* name, bool T::*member) {
    table.addPlain(name, FieldKind::flag, Storage::u8, offsetOf(member), "");
  }
  void text(const char* name, std::string_view T::*member) {
    table.addPlain(name, FieldKind::text, Storage::u8, offsetOf(member), "");
  }
  void choice(const char* name, int T::*member, Names names) {
    table.addNamed(name, FieldKind::choice, offsetOf(member), names, 1);
  }
  void choices(const char* name, std::vector<int> T::*member, Names names, int most) {
    table.addNamed(name, FieldKind::choices, offsetOf(member), names, most);
  }
  void pairs(const char* name, std::vector<Pair> T::*member, int min, int max, int most) {
    table.addRanged(name, FieldKind::pairs, Storage::i32, offsetOf(member), min, max, "");
    table.fields.back().most = most;
  }
  template <class Number>
  void numbers(const char* name, std::vector<Number> T::*member, const char* unit) {
    table.addItems(name, FieldKind::numbers, storageOf<Number>(), offsetOf(member), unit, nullptr, &itemsOf<Number>,
                   sizeof(Number));
  }
  template <class U>
  void list(const char* name, std::vector<U> T::*member) {
    table.addItems(name, FieldKind::list, Storage::u8, offsetOf(member), "", &tableOf<U>, &itemsOf<U>, sizeof(U));
  }
  template <class U>
  void object(const char* name, U T::*member) {
    table.addItems(name, FieldKind::object, Storage::u8, offsetOf(member), "", &tableOf<U>, nullptr, sizeof(U));
  }
};

// The table of a struct that has fields(), built at first use.
template <class T>
const FieldTable& tableOf() {
  static const FieldTable table = [] {
    FieldTable filled;
    TableBuilder<T> builder{filled};
    visitFields<T>(builder);
    return filled;
  }();
  return table;
}

}  // namespace companion
