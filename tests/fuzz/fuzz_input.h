// Takes a fuzzer's bytes apart into the values that a target needs; when they run out, everything is zero.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>

namespace fuzz {

class Input {
 public:
  Input(const uint8_t* data, size_t size) : rest_(data, size) {}

  template <class T>
  T take() {
    T value{};
    const size_t count = rest_.size() < sizeof(T) ? rest_.size() : sizeof(T);
    std::memcpy(&value, rest_.data(), count);
    rest_ = rest_.subspan(count);
    return value;
  }
  // One of `count` values.
  template <class Enum>
  Enum pick(size_t count) {
    return static_cast<Enum>(take<uint8_t>() % count);
  }
  std::string text(size_t most) {
    const size_t count = std::min({static_cast<size_t>(take<uint8_t>()), most, rest_.size()});
    std::string taken(reinterpret_cast<const char*>(rest_.data()), count);
    rest_ = rest_.subspan(count);
    return taken;
  }
  size_t left() const { return rest_.size(); }

 private:
  std::span<const uint8_t> rest_;
};

// A law that does not hold ends the run, as a sanitizer's finding does.
inline void require(bool holds, const char* law) {
  if (holds) return;
  std::fprintf(stderr, "broken law: %s\n", law);
  std::abort();
}

}  // namespace fuzz
