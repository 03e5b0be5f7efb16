// The door between JavaScript and the reader and analysis of tensor files; part of core.wasm only.
//
// One analysis at a time, kept here until the next one starts, so that JavaScript holds nothing that must be freed.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <optional>
#include <string>
#include <vector>

#include "core/tensor_analysis.h"
#include "core/tensor_file.h"

namespace companion {
namespace {

using emscripten::val;

std::vector<uint8_t> bytesFrom(const val& bytes) { return emscripten::convertJSArrayToNumberVector<uint8_t>(bytes); }

val headerSizeOf(const val& start, double fileBytes) {
  const HeaderSize size = tensorHeaderSize(bytesFrom(start), static_cast<uint64_t>(fileBytes));
  val out = val::object();
  out.set("error", std::string(nameOf(size.error)));
  out.set("bytes", static_cast<double>(size.bytes));
  return out;
}

val shapeList(const std::vector<uint64_t>& shape) {
  val list = val::array();
  for (const uint64_t extent : shape) list.call<void>("push", static_cast<double>(extent));
  return list;
}

val writtenTensor(const Tensor& tensor) {
  val out = val::object();
  out.set("name", tensor.name);
  out.set("dtype", tensor.dtype);
  out.set("type", static_cast<int>(tensor.type));
  out.set("isFloat", tensor.type != TensorType::other);
  out.set("bigEndian", tensor.bigEndian);
  out.set("elementBytes", elementBytes(tensor.type));
  out.set("shape", shapeList(tensor.shape));
  out.set("elements", static_cast<double>(tensor.elements));
  out.set("begin", static_cast<double>(tensor.begin));
  out.set("end", static_cast<double>(tensor.end));
  return out;
}

val headerOf(const val& bytes, double fileBytes) {
  const TensorHeader header = readTensorHeader(bytesFrom(bytes), static_cast<uint64_t>(fileBytes));
  val tensors = val::array();
  for (const Tensor& tensor : header.tensors) tensors.call<void>("push", writtenTensor(tensor));
  val out = val::object();
  out.set("error", std::string(nameOf(header.error)));
  out.set("position", static_cast<double>(header.position));
  out.set("detail", header.detail);
  out.set("tensors", tensors);
  return out;
}

std::optional<TensorAnalysis> analysis;
std::vector<uint8_t> slice;  // kept, so that memory does not grow with every slice

void startAnalysis(const val& given, double rowLength, const val& presetNames) {
  Tensor tensor;
  tensor.type = static_cast<TensorType>(given["type"].as<int>());
  tensor.bigEndian = given["bigEndian"].as<bool>();
  tensor.elements = static_cast<uint64_t>(given["elements"].as<double>());
  std::vector<Policy> policies;
  for (const auto& name : emscripten::vecFromJSArray<std::string>(presetNames))
    if (const Policy* policy = findPreset(name)) policies.push_back(*policy);
  analysis.emplace(tensor, static_cast<uint64_t>(rowLength), policies);
}

std::span<const uint8_t> sliceFrom(const val& bytes) {
  slice.resize(bytes["length"].as<size_t>());
  val(emscripten::typed_memory_view(slice.size(), slice.data())).call<void>("set", bytes);
  return slice;
}

void measureSlice(const val& bytes) {
  if (analysis) analysis->measure(sliceFrom(bytes));
}

void quantizeSlice(const val& bytes) {
  if (analysis) analysis->quantize(sliceFrom(bytes));
}

val spreadFound() {
  if (!analysis) return val::null();
  const TensorSpread& spread = analysis->spread();
  val out = val::object();
  out.set("nonFinite", static_cast<double>(spread.nonFinite));
  out.set("zeros", static_cast<double>(spread.zeros));
  out.set("least", spread.least);
  out.set("most", spread.most);
  return out;
}

// The figures of each preset in the order given, and what is freed with the next analysis.
val figuresFound() {
  if (!analysis) return val::null();
  val schemes = val::array();
  for (const QuantizeSummary& figures : analysis->figures()) {
    val out = val::object();
    out.set("relativeError", figures.relativeError);
    out.set("sqnrDb", figures.sqnrDb);
    out.set("zeroFraction", figures.zeroFraction);
    out.set("clippedFraction", figures.clippedFraction);
    out.set("bitsPerElement", figures.bitsPerElement);
    schemes.call<void>("push", out);
  }
  val out = val::object();
  out.set("norm", analysis->norm());
  out.set("crest", analysis->crest());
  out.set("schemes", schemes);
  return out;
}

double jointErrorOf(const val& norms, const val& relativeErrors) {
  return jointError(emscripten::convertJSArrayToNumberVector<double>(norms),
                    emscripten::convertJSArrayToNumberVector<double>(relativeErrors));
}

}  // namespace
}  // namespace companion

EMSCRIPTEN_BINDINGS(tensors) {
  using namespace companion;
  using emscripten::function;
  function("tensorHeaderSize", &headerSizeOf);   // (first 16 bytes, file size) -> {error, bytes}
  function("tensorHeader", &headerOf);           // (header bytes, file size) -> {error, position, detail, tensors}
  function("analysisStart", &startAnalysis);     // (tensor, row length or 0, presets' names)
  function("analysisMeasure", &measureSlice);    // (bytes): first pass
  function("analysisQuantize", &quantizeSlice);  // (bytes): second pass
  function("analysisSpread", &spreadFound);      // () -> {nonFinite, zeros, least, most}
  function("analysisFigures", &figuresFound);    // () -> {norm, crest, schemes: [{relativeError, …}]}
  function("jointError", &jointErrorOf);         // (norms, relative errors) -> that of all tensors together
}
