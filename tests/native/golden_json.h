// Reads the golden files: a small JSON reader for tests, in which a wrong key, type or byte throws and so fails the
// test.
#pragma once
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace golden {

class Json {
 public:
  // Objects keep the order of their file, so tests report cases in the order a reader finds them.
  enum class Kind { null, boolean, number, text, array, object };

  Kind kind() const { return kind_; }
  bool has(std::string_view key) const { return find(key) != nullptr; }
  size_t size() const { return kind_ == Kind::object ? members_.size() : elements(Kind::array).size(); }

  const Json& operator[](std::string_view key) const {
    if (const Json* member = find(key)) return *member;
    throw std::runtime_error("golden: no member \"" + std::string(key) + "\"");
  }
  const Json& operator[](const char* key) const { return (*this)[std::string_view(key)]; }
  template <class Index>
  requires std::is_integral_v<Index>
  const Json& operator[](Index index) const { return elements(Kind::array).at(static_cast<size_t>(index)); }

  std::vector<Json>::const_iterator begin() const { return elements(Kind::array).begin(); }
  std::vector<Json>::const_iterator end() const { return elements(Kind::array).end(); }
  const std::vector<std::pair<std::string, Json>>& members() const {
    expect(Kind::object);
    return members_;
  }

  // The text of a string, and the literal digits of a number.
  const std::string& text() const {
    if (kind_ != Kind::text && kind_ != Kind::number) throw std::runtime_error("golden: not a text");
    return text_;
  }
  bool boolean() const {
    expect(Kind::boolean);
    return text_ == "true";
  }
  // A JSON number, or a double written as a string in C99 hex, decimal, "inf" or "nan".
  double number() const {
    char* rest = nullptr;
    const double value = std::strtod(text().c_str(), &rest);
    if (text_.empty() || *rest) throw std::runtime_error("golden: not a number: " + text_);
    return value;
  }
  // A whole number of up to 64 bits, decimal or "0x…".
  uint64_t word() const {
    char* rest = nullptr;
    const int base = text().compare(0, 2, "0x") == 0 ? 16 : 10;
    const uint64_t value = std::strtoull(text_.c_str(), &rest, base);
    if (text_.empty() || *rest) throw std::runtime_error("golden: not a whole number: " + text_);
    return value;
  }
  std::vector<double> numbers() const {
    std::vector<double> values;
    for (const Json& element : *this) values.push_back(element.number());
    return values;
  }

  static Json parse(std::string_view source) {
    Parser parser{source};
    Json value = parser.value();
    parser.space();
    if (parser.at != source.size()) parser.fail("something after the value");
    return value;
  }

 private:
  struct Parser {
    std::string_view source;
    size_t at = 0;

    [[noreturn]] void fail(const char* reason) const {
      throw std::runtime_error("golden: " + std::string(reason) + " at byte " + std::to_string(at));
    }
    char peek() const { return at < source.size() ? source[at] : '\0'; }
    void space() {
      while (peek() == ' ' || peek() == '\n' || peek() == '\t' || peek() == '\r') ++at;
    }
    bool take(char wanted) {
      space();
      if (peek() != wanted) return false;
      ++at;
      return true;
    }
    void need(char wanted) {
      if (!take(wanted)) fail("unexpected character");
    }

    Json value() {
      space();
      if (peek() == '{') return object();
      if (peek() == '[') return array();
      Json json;
      if (peek() == '"') {
        json.kind_ = Kind::text;
        json.text_ = string();
      } else {
        json.text_ = word();
        json.kind_ = json.text_ == "null"                            ? Kind::null
                     : json.text_ == "true" || json.text_ == "false" ? Kind::boolean
                                                                     : Kind::number;
        if (json.kind_ == Kind::number) json.number();
      }
      return json;
    }
    Json object() {
      Json json;
      json.kind_ = Kind::object;
      need('{');
      if (take('}')) return json;
      do {
        space();
        std::string key = string();
        need(':');
        json.members_.emplace_back(std::move(key), value());
      } while (take(','));
      need('}');
      return json;
    }
    Json array() {
      Json json;
      json.kind_ = Kind::array;
      need('[');
      if (take(']')) return json;
      do json.elements_.push_back(value());
      while (take(','));
      need(']');
      return json;
    }
    std::string word() {
      const size_t start = at;
      while (at < source.size() && std::string_view(" \n\t\r,]}:").find(source[at]) == std::string_view::npos) ++at;
      return std::string(source.substr(start, at - start));
    }
    // UTF-8 passes through; of the escapes, \u stands for one character of the basic plane.
    std::string string() {
      need('"');
      std::string text;
      while (peek() != '"') {
        if (at >= source.size()) fail("unfinished string");
        if (source[at] == '\\') {
          ++at;
          escape(text);
        } else {
          text += source[at++];
        }
      }
      ++at;
      return text;
    }
    void escape(std::string& text) {
      const char name = peek();
      ++at;
      constexpr std::string_view names = "\"\\/bfnrt", characters = "\"\\/\b\f\n\r\t";
      if (const size_t index = names.find(name); index != std::string_view::npos) {
        text += characters[index];
        return;
      }
      if (name != 'u' || at + 4 > source.size()) fail("unknown escape");
      const unsigned code = static_cast<unsigned>(std::stoul(std::string(source.substr(at, 4)), nullptr, 16));
      at += 4;
      if (code < 0x80) {
        text += static_cast<char>(code);
      } else if (code < 0x800) {
        text += {static_cast<char>(0xC0 | code >> 6), static_cast<char>(0x80 | (code & 0x3F))};
      } else {
        text += {static_cast<char>(0xE0 | code >> 12), static_cast<char>(0x80 | ((code >> 6) & 0x3F)),
                 static_cast<char>(0x80 | (code & 0x3F))};
      }
    }
  };

  void expect(Kind kind) const {
    if (kind_ != kind) throw std::runtime_error("golden: a value of another kind");
  }
  const std::vector<Json>& elements(Kind kind) const {
    expect(kind);
    return elements_;
  }
  const Json* find(std::string_view key) const {
    expect(Kind::object);
    for (const auto& member : members_)
      if (member.first == key) return &member.second;
    return nullptr;
  }

  Kind kind_ = Kind::null;
  std::string text_;
  std::vector<Json> elements_;
  std::vector<std::pair<std::string, Json>> members_;
};

// One of the files in tests/golden.
inline Json load(const std::string& fileName) {
  std::ifstream file(std::string(GOLDEN_DIR "/") + fileName, std::ios::binary);
  if (!file) throw std::runtime_error("golden: cannot open " + fileName);
  return Json::parse(std::string(std::istreambuf_iterator<char>(file), {}));
}

}  // namespace golden
