// Reads the headers of .safetensors and .npy files and converts their numbers, for analysing a reader's own weights.
//
// Total over any bytes: a parser returns a value or an error code with the place it was found. Formats as published by
// huggingface/safetensors (README "Format") and numpy (numpy.lib.format, versions 1.0 to 3.0). The data itself is never
// held here: a file of many GB is read in slices by the caller, who needs the header's bytes only.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace companion {

enum class TensorError {
  none,
  notATensorFile,     // neither a safetensors header nor numpy's magic
  truncated,          // the file ends before what its header promises
  headerTooLarge,     // a header above 100 MB (safetensors' own limit), or above the file
  headerNotReadable,  // not the JSON or the Python literal the format prescribes; position in bytes
  offsetsOutside,     // data_offsets beyond the data, or end before begin
  offsetsOverlap,     // two tensors claim the same bytes
  sizeMismatch,       // shape × element size is not the length of the data
  unknownType,        // a dtype that the format does not have
  integerType,        // only integer or boolean tensors: nothing to quantize
  fortranOrder,       // column-major data: blocks would run across rows
  empty,              // no tensor, or none with an element
};

// The identifier used in messages: "not-a-tensor-file", "truncated", …
std::string_view nameOf(TensorError error);

enum class TensorType { f64, f32, f16, bf16, f8e4m3, f8e5m2, other };

struct Tensor {
  std::string name;   // UTF-8 as in the file; "" in a .npy file
  std::string dtype;  // as written there: "F32", "<f4"
  TensorType type = TensorType::other;
  bool bigEndian = false;
  std::vector<uint64_t> shape;  // empty for a scalar
  uint64_t elements = 0;
  uint64_t begin = 0;  // absolute offsets in the file
  uint64_t end = 0;
};

struct TensorHeader {
  TensorError error = TensorError::none;
  uint64_t position = 0;        // where in the file the error was found
  std::string detail;           // the tensor or type the error is about
  std::vector<Tensor> tensors;  // in the order of their data
};

struct HeaderSize {
  TensorError error = TensorError::none;
  uint64_t bytes = 0;  // from the file's start to the first byte of data
};

// How many bytes of the file the header takes. `start` is the first 16 bytes (fewer in a shorter file).
HeaderSize tensorHeaderSize(std::span<const uint8_t> start, uint64_t fileBytes);

// Reads a header of exactly tensorHeaderSize() bytes.
TensorHeader readTensorHeader(std::span<const uint8_t> header, uint64_t fileBytes);

// Bytes of one element; 0 for TensorType::other.
int elementBytes(TensorType type);

// Converts whole elements to float64, exactly. `bytes` holds out.size() elements; any alignment.
void convertToDoubles(TensorType type, bool bigEndian, std::span<const uint8_t> bytes, std::span<double> out);

}  // namespace companion
