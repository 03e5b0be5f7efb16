// The two header grammars, and the checks on what they promise.
#include "core/tensor_file.h"

#include <algorithm>
#include <array>

namespace companion {
namespace {

constexpr uint64_t kHeaderBytesMax = 100'000'000;  // huggingface/safetensors refuses larger headers
constexpr uint64_t kElementsMax = uint64_t{1} << 53;
constexpr std::string_view kNumpyMagic = "\x93NUMPY";

struct TypeName {
  std::string_view name;
  TensorType type;
  int bytes;
};

// safetensors dtypes; sizes are needed to check integers too.
constexpr std::array kSafetensorsTypes = {
    TypeName{"F64", TensorType::f64, 8},        TypeName{"F32", TensorType::f32, 4},
    TypeName{"F16", TensorType::f16, 2},        TypeName{"BF16", TensorType::bf16, 2},
    TypeName{"F8_E4M3", TensorType::f8e4m3, 1}, TypeName{"F8_E5M2", TensorType::f8e5m2, 1},
    TypeName{"I64", TensorType::other, 8},      TypeName{"U64", TensorType::other, 8},
    TypeName{"I32", TensorType::other, 4},      TypeName{"U32", TensorType::other, 4},
    TypeName{"I16", TensorType::other, 2},      TypeName{"U16", TensorType::other, 2},
    TypeName{"I8", TensorType::other, 1},       TypeName{"U8", TensorType::other, 1},
    TypeName{"BOOL", TensorType::other, 1},     TypeName{"F8_E8M0", TensorType::other, 1},
};

// numpy type codes without their byte order.
constexpr std::array kNumpyTypes = {
    TypeName{"f8", TensorType::f64, 8},   TypeName{"f4", TensorType::f32, 4},   TypeName{"f2", TensorType::f16, 2},
    TypeName{"i8", TensorType::other, 8}, TypeName{"u8", TensorType::other, 8}, TypeName{"i4", TensorType::other, 4},
    TypeName{"u4", TensorType::other, 4}, TypeName{"i2", TensorType::other, 2}, TypeName{"u2", TensorType::other, 2},
    TypeName{"i1", TensorType::other, 1}, TypeName{"u1", TensorType::other, 1}, TypeName{"b1", TensorType::other, 1},
};

const TypeName* findType(std::span<const TypeName> types, std::string_view name) {
  for (const TypeName& type : types)
    if (type.name == name) return &type;
  return nullptr;
}

uint64_t littleEndian(std::span<const uint8_t> bytes) {
  uint64_t value = 0;
  for (size_t i = bytes.size(); i-- > 0;) value = value << 8 | bytes[i];
  return value;
}

// A cursor over text with the few tokens that JSON and Python literals share.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  size_t position() const { return at_; }

  bool take(char wanted) {
    skipSpace();
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  bool takeWord(std::string_view word) {
    skipSpace();
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  char peek() {
    skipSpace();
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  bool atEnd() {
    skipSpace();
    return at_ == text_.size();
  }

  bool takeNumber(uint64_t& value) {
    skipSpace();
    const size_t start = at_;
    value = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      if (value > kElementsMax * 8) return false;
      value = value * 10 + static_cast<uint64_t>(text_[at_] - '0');
    }
    return at_ > start;
  }

  bool takeString(char quote, std::string& value) {
    if (!take(quote)) return false;
    value.clear();
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == quote) return true;
      if (static_cast<unsigned char>(c) < 0x20) return false;
      if (c != '\\') {
        value += c;
      } else if (!takeEscape(value)) {
        return false;
      }
    }
    return false;
  }

  // Passes over any JSON value; depth bounds the nesting.
  bool skipValue(int depth = 8) {
    const char c = peek();
    std::string ignored;
    if (c == '"') return takeString('"', ignored);
    if (c == '{' || c == '[') return depth > 0 && skipContainer(c, c == '{' ? '}' : ']', depth - 1);
    const size_t start = at_;
    while (at_ < text_.size() && std::string_view("+-.0123456789eEaflnrstu").find(text_[at_]) != std::string_view::npos)
      ++at_;
    return at_ > start;
  }

 private:
  void skipSpace() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r'))
      ++at_;
  }

  bool skipContainer(char open, char close, int depth) {
    take(open);
    if (take(close)) return true;
    do {
      std::string ignored;
      if (open == '{' && (!takeString('"', ignored) || !take(':'))) return false;
      if (!skipValue(depth)) return false;
    } while (take(','));
    return take(close);
  }

  bool takeHex(uint32_t& code) {
    code = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      const char c = at_ < text_.size() ? text_[at_] : '\0';
      const int digit = c >= '0' && c <= '9'   ? c - '0'
                        : c >= 'a' && c <= 'f' ? c - 'a' + 10
                        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                               : -1;
      if (digit < 0) return false;
      code = code * 16 + static_cast<uint32_t>(digit);
    }
    return true;
  }

  bool takeEscape(std::string& value) {
    if (at_ >= text_.size()) return false;
    const char c = text_[at_++];
    static constexpr std::string_view kFrom = "\"'\\/bfnrt", kTo = "\"'\\/\b\f\n\r\t";
    if (const size_t index = kFrom.find(c); index != std::string_view::npos) {
      value += kTo[index];
      return true;
    }
    uint32_t code = 0;
    if (c != 'u' || !takeHex(code)) return false;
    if (code >= 0xD800 && code < 0xDC00) {  // a surrogate pair
      uint32_t low = 0;
      if (text_.substr(at_, 2) != "\\u") return false;
      at_ += 2;
      if (!takeHex(low) || low < 0xDC00 || low > 0xDFFF) return false;
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    } else if (code >= 0xDC00 && code < 0xE000) {
      return false;
    }
    appendUtf8(value, code);
    return true;
  }

  static void appendUtf8(std::string& value, uint32_t code) {
    if (code < 0x80) {
      value += static_cast<char>(code);
      return;
    }
    const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static constexpr uint8_t kLead[] = {0, 0xC0, 0xE0, 0xF0};
    value += static_cast<char>(kLead[more] | code >> (6 * more));
    for (int i = more; i-- > 0;) value += static_cast<char>(0x80 | (code >> (6 * i) & 0x3F));
  }

  std::string_view text_;
  size_t at_ = 0;
};

// The product of a shape, or false when it exceeds what float64 counts exactly.
bool countElements(const std::vector<uint64_t>& shape, uint64_t& elements) {
  elements = 1;
  for (uint64_t extent : shape) {
    if (extent && elements > kElementsMax / extent) return false;
    elements *= extent;
  }
  return true;
}

bool takeShape(Scanner& scanner, char open, char close, std::vector<uint64_t>& shape) {
  if (!scanner.take(open)) return false;
  while (!scanner.take(close)) {
    uint64_t extent = 0;
    if (!scanner.takeNumber(extent)) return false;
    shape.push_back(extent);
    if (!scanner.take(',') && scanner.peek() != close) return false;
  }
  return true;
}

TensorHeader failed(TensorError error, uint64_t position, std::string detail = "") {
  return {error, position, std::move(detail), {}};
}

// One entry's object: {"dtype":"F32","shape":[…],"data_offsets":[begin,end]}; offsets still relative to the data.
bool takeEntry(Scanner& scanner, Tensor& tensor) {
  if (!scanner.take('{')) return false;
  bool type = false, shape = false, offsets = false;
  do {
    std::string key;
    if (!scanner.takeString('"', key) || !scanner.take(':')) return false;
    if (key == "dtype") {
      type = scanner.takeString('"', tensor.dtype);
    } else if (key == "shape") {
      tensor.shape.clear();
      shape = takeShape(scanner, '[', ']', tensor.shape);
    } else if (key == "data_offsets") {
      offsets = scanner.take('[') && scanner.takeNumber(tensor.begin) && scanner.take(',') &&
                scanner.takeNumber(tensor.end) && scanner.take(']');
    } else if (!scanner.skipValue()) {
      return false;
    }
  } while (scanner.take(','));
  return scanner.take('}') && type && shape && offsets;
}

TensorError checkEntry(Tensor& tensor, uint64_t dataBytes) {
  const TypeName* type = findType(kSafetensorsTypes, tensor.dtype);
  if (!type) return TensorError::unknownType;
  tensor.type = type->type;
  if (!countElements(tensor.shape, tensor.elements)) return TensorError::sizeMismatch;
  if (tensor.end < tensor.begin) return TensorError::offsetsOutside;
  if (tensor.end - tensor.begin != tensor.elements * static_cast<uint64_t>(type->bytes))
    return TensorError::sizeMismatch;
  if (tensor.end > dataBytes) return TensorError::truncated;
  return TensorError::none;
}

// What must hold of the tensors together.
TensorHeader checkAll(TensorHeader header) {
  std::stable_sort(header.tensors.begin(), header.tensors.end(),
                   [](const Tensor& a, const Tensor& b) { return a.begin < b.begin; });
  uint64_t end = 0;
  bool anyElement = false, anyFloat = false;
  for (const Tensor& tensor : header.tensors) {
    if (tensor.elements && tensor.begin < end) return failed(TensorError::offsetsOverlap, tensor.begin, tensor.name);
    end = std::max(end, tensor.end);
    anyElement |= tensor.elements > 0;
    anyFloat |= tensor.elements > 0 && tensor.type != TensorType::other;
  }
  if (!anyElement) return failed(TensorError::empty, 0);
  if (!anyFloat) return failed(TensorError::integerType, 0, header.tensors.front().dtype);
  return header;
}

TensorHeader readSafetensors(std::span<const uint8_t> bytes, uint64_t fileBytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()) + 8, bytes.size() - 8);
  Scanner scanner(text);
  TensorHeader header;
  const auto unreadable = [&] { return failed(TensorError::headerNotReadable, 8 + scanner.position()); };
  if (!scanner.take('{')) return unreadable();
  if (!scanner.take('}')) {
    do {
      Tensor tensor;
      if (!scanner.takeString('"', tensor.name) || !scanner.take(':')) return unreadable();
      if (tensor.name == "__metadata__") {
        if (!scanner.skipValue()) return unreadable();
        continue;
      }
      if (!takeEntry(scanner, tensor)) return unreadable();
      const TensorError error = checkEntry(tensor, fileBytes - bytes.size());
      if (error != TensorError::none)
        return failed(error, 8 + scanner.position(), error == TensorError::unknownType ? tensor.dtype : tensor.name);
      tensor.begin += bytes.size();
      tensor.end += bytes.size();
      header.tensors.push_back(std::move(tensor));
    } while (scanner.take(','));
    if (!scanner.take('}')) return unreadable();
  }
  if (!scanner.atEnd()) return unreadable();
  return checkAll(std::move(header));
}

// {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
bool takeNumpyDictionary(Scanner& scanner, Tensor& tensor, bool& fortranOrder) {
  if (!scanner.take('{')) return false;
  bool descr = false, order = false, shape = false;
  while (!scanner.take('}')) {
    std::string key;
    if (!scanner.takeString('\'', key) || !scanner.take(':')) return false;
    if (key == "descr") {
      descr = scanner.takeString('\'', tensor.dtype);
    } else if (key == "fortran_order") {
      fortranOrder = scanner.takeWord("True");
      order = fortranOrder || scanner.takeWord("False");
    } else if (key == "shape") {
      shape = takeShape(scanner, '(', ')', tensor.shape);
    } else {
      return false;
    }
    if (!scanner.take(',') && scanner.peek() != '}') return false;
  }
  return descr && order && shape && scanner.atEnd();
}

TensorHeader readNumpy(std::span<const uint8_t> bytes, uint64_t fileBytes) {
  const size_t start = bytes[6] == 1 ? 10 : 12;
  Scanner scanner({reinterpret_cast<const char*>(bytes.data()) + start, bytes.size() - start});
  Tensor tensor;
  bool fortranOrder = false;
  if (!takeNumpyDictionary(scanner, tensor, fortranOrder))
    return failed(TensorError::headerNotReadable, start + scanner.position());
  const std::string_view dtype = tensor.dtype;
  const bool ordered = !dtype.empty() && std::string_view("<>|=").find(dtype[0]) != std::string_view::npos;
  const TypeName* type = findType(kNumpyTypes, ordered ? dtype.substr(1) : dtype);
  if (!type) return failed(TensorError::unknownType, start, tensor.dtype);
  tensor.type = type->type;
  tensor.bigEndian = dtype[0] == '>';
  tensor.begin = bytes.size();
  if (!countElements(tensor.shape, tensor.elements)) return failed(TensorError::sizeMismatch, start);
  tensor.end = tensor.begin + tensor.elements * static_cast<uint64_t>(type->bytes);
  if (tensor.end > fileBytes) return failed(TensorError::truncated, fileBytes);
  const bool manyRows = std::count_if(tensor.shape.begin(), tensor.shape.end(), [](uint64_t n) { return n > 1; }) > 1;
  if (fortranOrder && manyRows) return failed(TensorError::fortranOrder, start);
  TensorHeader header;
  header.tensors.push_back(std::move(tensor));
  return checkAll(std::move(header));
}

bool isNumpy(std::span<const uint8_t> start) {
  return start.size() >= kNumpyMagic.size() &&
         std::equal(kNumpyMagic.begin(), kNumpyMagic.end(), start.begin(),
                    [](char a, uint8_t b) { return static_cast<uint8_t>(a) == b; });
}

HeaderSize numpyHeaderSize(std::span<const uint8_t> start, uint64_t fileBytes) {
  if (start.size() < 12) return {TensorError::truncated, 0};
  const int version = start[6];
  if (version < 1 || version > 3) return {TensorError::headerNotReadable, 0};
  const uint64_t bytes = version == 1 ? 10 + littleEndian(start.subspan(8, 2)) : 12 + littleEndian(start.subspan(8, 4));
  if (bytes > kHeaderBytesMax) return {TensorError::headerTooLarge, bytes};
  if (bytes > fileBytes) return {TensorError::truncated, bytes};
  return {TensorError::none, bytes};
}

}  // namespace

std::string_view nameOf(TensorError error) {
  static constexpr std::string_view kNames[] = {"none",
                                                "not-a-tensor-file",
                                                "truncated",
                                                "header-too-large",
                                                "header-not-readable",
                                                "offsets-outside",
                                                "offsets-overlap",
                                                "size-mismatch",
                                                "unknown-type",
                                                "integer-type",
                                                "fortran-order",
                                                "empty"};
  return kNames[static_cast<int>(error)];
}

HeaderSize tensorHeaderSize(std::span<const uint8_t> start, uint64_t fileBytes) {
  if (fileBytes == 0) return {TensorError::empty, 0};
  if (isNumpy(start)) return numpyHeaderSize(start, fileBytes);
  if (start.size() < 9) return {TensorError::notATensorFile, 0};
  const uint64_t length = littleEndian(start.first(8));
  if (start[8] != '{') return {TensorError::notATensorFile, 8};  // the format prescribes it
  if (length > kHeaderBytesMax) return {TensorError::headerTooLarge, length};
  if (length + 8 > fileBytes) return {TensorError::truncated, length + 8};
  if (length < 2) return {TensorError::headerNotReadable, 8};
  return {TensorError::none, length + 8};
}

TensorHeader readTensorHeader(std::span<const uint8_t> header, uint64_t fileBytes) {
  const HeaderSize size = tensorHeaderSize(header.first(std::min<size_t>(header.size(), 16)), fileBytes);
  if (size.error != TensorError::none) return failed(size.error, 0);
  if (header.size() != size.bytes || header.size() > fileBytes) return failed(TensorError::truncated, header.size());
  return isNumpy(header) ? readNumpy(header, fileBytes) : readSafetensors(header, fileBytes);
}

int elementBytes(TensorType type) {
  for (const TypeName& name : kSafetensorsTypes)
    if (name.type == type && type != TensorType::other) return name.bytes;
  return 0;
}

}  // namespace companion
