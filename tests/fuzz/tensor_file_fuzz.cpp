// The tensor-file reader on any bytes: no read outside them, and no tensor outside the file it was found in.
#include <algorithm>
#include <vector>

#include "core/tensor_file.h"
#include "fuzz_input.h"

using namespace companion;
using fuzz::require;

namespace {

void checkTensor(const Tensor& tensor, uint64_t headerBytes, uint64_t fileBytes) {
  require(headerBytes <= tensor.begin && tensor.begin <= tensor.end && tensor.end <= fileBytes, "data in the file");
  uint64_t elements = 1;
  for (const uint64_t side : tensor.shape) elements *= side;
  require(elements == tensor.elements, "elements = product of the shape");
  if (const int bytes = elementBytes(tensor.type))
    require(tensor.end - tensor.begin == tensor.elements * static_cast<uint64_t>(bytes), "data as long as the shape");
}

void convertSome(const Tensor& tensor, const std::vector<uint8_t>& file) {
  if (tensor.end > file.size() || !elementBytes(tensor.type)) return;
  std::vector<double> out(std::min<uint64_t>(tensor.elements, 64));
  const size_t bytes = out.size() * static_cast<size_t>(elementBytes(tensor.type));
  convertToDoubles(tensor.type, tensor.bigEndian, std::span(file).subspan(tensor.begin, bytes), out);
}

}  // namespace

// The first two bytes say how much longer than the rest the file claims to be.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz::Input input(data, size);
  const uint64_t unseen = input.take<uint16_t>();
  const std::vector<uint8_t> file(data + std::min<size_t>(size, 2), data + size);  // a buffer of exactly this length
  const uint64_t fileBytes = file.size() + unseen;
  const std::vector<uint8_t> start(file.begin(), file.begin() + std::min<size_t>(file.size(), 16));
  const HeaderSize headerSize = tensorHeaderSize(start, fileBytes);
  const bool isReadable = headerSize.error == TensorError::none && headerSize.bytes <= file.size();
  const std::vector<uint8_t> head(file.begin(), file.begin() + (isReadable ? headerSize.bytes : file.size()));
  const TensorHeader header = readTensorHeader(head, fileBytes);
  require(header.error == TensorError::none || !nameOf(header.error).empty(), "every error has a name");
  if (header.error != TensorError::none) return 0;
  require(!header.tensors.empty(), "a header without an error has a tensor");
  for (const Tensor& tensor : header.tensors) {
    checkTensor(tensor, head.size(), fileBytes);
    convertSome(tensor, file);
  }
  return 0;
}
