// What the tensor-file reader promises: every malformed file has its own error, every format converts exactly.
#include "core/tensor_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "core/bits.h"
#include "core/number_format.h"

namespace companion {
namespace {

using Bytes = std::vector<uint8_t>;

Bytes bytesOf(std::string_view text) { return {text.begin(), text.end()}; }

// A safetensors file: the header's length, the header, `dataBytes` of zeros.
Bytes safetensors(std::string_view json, size_t dataBytes) {
  Bytes file;
  for (int i = 0; i < 8; ++i) file.push_back(static_cast<uint8_t>(json.size() >> (8 * i)));
  file.insert(file.end(), json.begin(), json.end());
  file.resize(file.size() + dataBytes);
  return file;
}

Bytes numpy(std::string_view dictionary, size_t dataBytes, int version = 1) {
  Bytes file = bytesOf("\x93NUMPY");
  file.push_back(static_cast<uint8_t>(version));
  file.push_back(0);
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i) file.push_back(static_cast<uint8_t>(dictionary.size() >> (8 * i)));
  file.insert(file.end(), dictionary.begin(), dictionary.end());
  file.resize(file.size() + dataBytes);
  return file;
}

// Reads as the page does: first 16 bytes, then the header.
TensorHeader read(const Bytes& file) {
  const std::span<const uint8_t> all(file);
  const HeaderSize size = tensorHeaderSize(all.first(std::min<size_t>(16, file.size())), file.size());
  if (size.error != TensorError::none) return {size.error, 0, "", {}};
  return readTensorHeader(all.first(size.bytes), file.size());
}

constexpr std::string_view kTwo =
    R"({"__metadata__":{"format":"pt"},"b":{"dtype":"F32","shape":[2,3],"data_offsets":[8,32]},)"
    R"("a":{"dtype":"F16","shape":[4],"data_offsets":[0,8]}})";

TEST(TensorFile, ListsTensorsInTheOrderOfTheirData) {
  const TensorHeader header = read(safetensors(kTwo, 32));
  ASSERT_EQ(nameOf(header.error), "none");
  ASSERT_EQ(header.tensors.size(), 2u);
  EXPECT_EQ(header.tensors[0].name, "a");
  EXPECT_EQ(header.tensors[0].elements, 4u);
  EXPECT_EQ(header.tensors[0].type, TensorType::f16);
  EXPECT_EQ(header.tensors[1].shape, (std::vector<uint64_t>{2, 3}));
  EXPECT_EQ(header.tensors[1].begin, 8 + kTwo.size() + 8);
  EXPECT_EQ(header.tensors[1].end - header.tensors[1].begin, 24u);
}

TEST(TensorFile, ReadsNumpyHeadersOfEveryVersion) {
  for (int version : {1, 2, 3}) {
    const TensorHeader header =
        read(numpy("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 39, 8), }      \n", 3 * 39 * 8 * 4, version));
    ASSERT_EQ(nameOf(header.error), "none") << version;
    EXPECT_EQ(header.tensors[0].shape, (std::vector<uint64_t>{3, 39, 8}));
    EXPECT_EQ(header.tensors[0].elements, 936u);
  }
  EXPECT_TRUE(read(numpy("{'descr': '>f8', 'fortran_order': False, 'shape': (2,)}", 16)).tensors[0].bigEndian);
  EXPECT_EQ(read(numpy("{'descr': '<f8', 'fortran_order': False, 'shape': ()}", 8)).tensors[0].elements, 1u);
}

struct Malformed {
  const char* what;
  Bytes file;
  TensorError error;
};

TEST(TensorFile, EveryFaultHasItsOwnError) {
  const std::string_view whole = R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
  const auto with = [](std::string_view entries, size_t data) { return safetensors(entries, data); };
  Bytes hugeHeader = with(whole, 8);
  hugeHeader[5] = 1;  // a length of more than 2^40
  Bytes cutHeader = with(whole, 0);
  cutHeader.resize(30);
  const Malformed cases[] = {
      {"a text file", bytesOf("hello, this is no tensor file"), TensorError::notATensorFile},
      {"a short file", bytesOf("abc"), TensorError::notATensorFile},
      {"no bytes", {}, TensorError::empty},
      {"a header length beyond 100 MB", hugeHeader, TensorError::headerTooLarge},
      {"a file cut in its header", cutHeader, TensorError::truncated},
      {"a file cut in its data", with(whole, 4), TensorError::truncated},
      {"broken JSON", with(R"({"a":{"dtype":"F32","shape":[2],)", 8), TensorError::headerNotReadable},
      {"an entry without a shape", with(R"({"a":{"dtype":"F32","data_offsets":[0,8]}})", 8),
       TensorError::headerNotReadable},
      {"offsets in the wrong order", with(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[8,0]}})", 8),
       TensorError::offsetsOutside},
      {"a length that is not the shape's", with(R"({"a":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}})", 8),
       TensorError::sizeMismatch},
      {"a shape whose product overflows",
       with(R"({"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]}})", 8),
       TensorError::sizeMismatch},
      {"overlapping tensors",
       with(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
            R"("b":{"dtype":"F32","shape":[2],"data_offsets":[4,12]}})",
            12),
       TensorError::offsetsOverlap},
      {"an unknown dtype", with(R"({"a":{"dtype":"F99","shape":[2],"data_offsets":[0,8]}})", 8),
       TensorError::unknownType},
      {"integers only", with(R"({"a":{"dtype":"I32","shape":[2],"data_offsets":[0,8]}})", 8), TensorError::integerType},
      {"no tensors", with("{}", 0), TensorError::empty},
      {"no elements", with(R"({"a":{"dtype":"F32","shape":[0,4],"data_offsets":[0,0]}})", 0), TensorError::empty},
      {"npy: column-major", numpy("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 2)}", 16),
       TensorError::fortranOrder},
      {"npy: integers", numpy("{'descr': '<i8', 'fortran_order': False, 'shape': (2,)}", 16), TensorError::integerType},
      {"npy: complex numbers", numpy("{'descr': '<c8', 'fortran_order': False, 'shape': (2,)}", 16),
       TensorError::unknownType},
      {"npy: cut", numpy("{'descr': '<f4', 'fortran_order': False, 'shape': (5,)}", 16), TensorError::truncated},
      {"npy: no dictionary", numpy("['descr']", 16), TensorError::headerNotReadable},
      {"npy: version 9", numpy("{}", 16, 9), TensorError::headerNotReadable},
  };
  for (const Malformed& c : cases) EXPECT_EQ(nameOf(read(c.file).error), nameOf(c.error)) << c.what;
}

TEST(TensorFile, AnErrorNamesTheTensorOrType) {
  EXPECT_EQ(read(safetensors(R"({"weight":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}})", 8)).detail, "weight");
  EXPECT_EQ(read(safetensors(R"({"weight":{"dtype":"F99","shape":[2],"data_offsets":[0,8]}})", 8)).detail, "F99");
}

TEST(TensorFile, NamesKeepTheirUnicode) {
  const TensorHeader header =
      read(safetensors(R"({"\u6743\u91cd \ud83d\ude00":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", 4));
  ASSERT_EQ(nameOf(header.error), "none");
  EXPECT_EQ(header.tensors[0].name, "权重 😀");
}

TEST(TensorFile, ColumnMajorVectorsAreTheSameAsRowMajorOnes) {
  EXPECT_EQ(nameOf(read(numpy("{'descr': '<f4', 'fortran_order': True, 'shape': (4,)}", 16)).error), "none");
  EXPECT_EQ(nameOf(read(numpy("{'descr': '<f4', 'fortran_order': True, 'shape': (1, 4)}", 16)).error), "none");
}

template <class Bits>
double convertOne(TensorType type, Bits bits, bool bigEndian = false) {
  uint8_t raw[sizeof(Bits)];
  for (size_t i = 0; i < sizeof(Bits); ++i)
    raw[i] = static_cast<uint8_t>(bits >> (8 * (bigEndian ? sizeof(Bits) - 1 - i : i)));
  double value = 0;
  convertToDoubles(type, bigEndian, raw, {&value, 1});
  return value;
}

TEST(TensorFile, EveryHalfPrecisionPatternConvertsExactly) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const int exponent = static_cast<int>(bits >> 10 & 31);
    const double mantissa = bits & 1023;
    const double sign = bits >> 15 ? -1 : 1;
    const double half = convertOne(TensorType::f16, static_cast<uint16_t>(bits));
    const double brain = convertOne(TensorType::bf16, static_cast<uint16_t>(bits));
    if (exponent == 31)
      EXPECT_TRUE(mantissa == 0 ? std::isinf(half) : std::isnan(half)) << bits;
    else
      EXPECT_EQ(half, sign * (exponent ? std::ldexp(1024 + mantissa, exponent - 25) : std::ldexp(mantissa, -24)))
          << bits;
    const double wide = bitCast<float>(bits << 16);
    EXPECT_TRUE(brain == wide || (std::isnan(brain) && std::isnan(wide))) << bits;
  }
}

TEST(TensorFile, BytesMayComeInEitherOrder) {
  EXPECT_EQ(convertOne(TensorType::f32, bitsOf(1.5f)), 1.5);
  EXPECT_EQ(convertOne(TensorType::f32, bitsOf(1.5f), true), 1.5);
  EXPECT_EQ(convertOne(TensorType::f64, bitsOf(-0.1), true), -0.1);
  EXPECT_EQ(convertOne(TensorType::f8e4m3, uint8_t{0x7E}), 448);
  EXPECT_EQ(convertOne(TensorType::f8e5m2, uint8_t{0x7B}), 57344);
}

TEST(TensorFile, SizesOfElements) {
  EXPECT_EQ(elementBytes(TensorType::f64), 8);
  EXPECT_EQ(elementBytes(TensorType::bf16), 2);
  EXPECT_EQ(elementBytes(TensorType::f8e5m2), 1);
  EXPECT_EQ(elementBytes(TensorType::other), 0);
}

// ---- Edges that a careless reader gets wrong.

constexpr std::string_view kPlain = R"("a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";

TensorHeader readWithMetadata(const std::string& value) {
  return read(safetensors("{\"__metadata__\":" + value + "," + std::string(kPlain), 8));
}

TEST(TensorFile, ValuesMayBeNestedEightDeepAndNoDeeper) {
  EXPECT_EQ(readWithMetadata(std::string(8, '[') + std::string(8, ']')).error, TensorError::none);
  EXPECT_EQ(readWithMetadata(std::string(9, '[') + std::string(9, ']')).error, TensorError::headerNotReadable);
  EXPECT_EQ(readWithMetadata(std::string(1 << 20, '[')).error, TensorError::headerNotReadable);
}

TEST(TensorFile, AListWithoutItsValueOrItsEndIsNotReadable) {
  EXPECT_EQ(readWithMetadata("[1,2]").error, TensorError::none);
  for (const char* broken : {"[", "[1,", "{\"a\":", "{\"a\""})
    EXPECT_EQ(readWithMetadata(broken).error, TensorError::headerNotReadable) << broken;
}

TensorHeader readNamed(const std::string& name) {
  return read(safetensors("{\"" + name + "\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}", 8));
}

TEST(TensorFile, EscapesAtTheEdgesOfTheirRangesAreRead) {
  const struct {
    const char *escape, *utf8;
  } cases[] = {{"\\u007f", "\x7f"},
               {"\\u0080", "\xc2\x80"},
               {"\\u07ff", "\xdf\xbf"},
               {"\\u0800", "\xe0\xa0\x80"},
               {"\\ud7ff", "\xed\x9f\xbf"},
               {"\\ue000", "\xee\x80\x80"},
               {"\\uffff", "\xef\xbf\xbf"},
               {"\\ud800\\udc00", "\xf0\x90\x80\x80"},
               {"\\udbff\\udfff", "\xf4\x8f\xbf\xbf"}};
  for (const auto& [escape, utf8] : cases) {
    const TensorHeader header = readNamed(escape);
    ASSERT_EQ(header.error, TensorError::none) << escape;
    EXPECT_EQ(header.tensors[0].name, utf8) << escape;
  }
  for (const char* broken : {"\\u00g0", "\\u00", "\\ud800", "\\udc00", "\\ud800\\ue000", "\\x41"})
    EXPECT_EQ(readNamed(broken).error, TensorError::headerNotReadable) << broken;
}

TEST(TensorFile, TensorsThatBeginTogetherKeepTheirOrder) {
  const TensorHeader header = read(safetensors(
      R"({"z":{"dtype":"F32","shape":[0],"data_offsets":[0,0]},"y":{"dtype":"F32","shape":[0],"data_offsets":[0,0]},)"
      R"("x":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})",
      4));
  ASSERT_EQ(header.error, TensorError::none);
  std::string order;
  for (const Tensor& tensor : header.tensors) order += tensor.name;
  EXPECT_EQ(order, "zyx");
}

TEST(TensorFile, IntegersOfEverySizeAreSaidToBeIntegers) {
  const struct {
    const char* dtype;
    size_t bytes;
  } types[] = {{"|i1", 1}, {"|u1", 1}, {"<i2", 2}, {"<u2", 2}, {"<i4", 4}, {"<u4", 4}, {"<i8", 8}, {"<u8", 8}};
  for (const auto& [dtype, bytes] : types) {
    const std::string dictionary = "{'descr': '" + std::string(dtype) + "', 'fortran_order': False, 'shape': (3,), }\n";
    const TensorHeader header = read(numpy(dictionary, 3 * bytes));
    EXPECT_EQ(header.error, TensorError::integerType) << dtype;
    EXPECT_EQ(header.position, 0u) << dtype;
    EXPECT_EQ(header.detail, dtype);
  }
}

}  // namespace
}  // namespace companion
