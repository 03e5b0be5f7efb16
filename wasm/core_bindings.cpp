// The door between JavaScript and the core's own calls, for the public API and the proofs; part of core.wasm only.
//
// Everything crosses by value: plain objects and copied typed arrays. No arithmetic here.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/chips.h"
#include "core/expectation.h"
#include "core/hash.h"
#include "core/number_format.h"
#include "core/path_check.h"
#include "core/pipeline.h"
#include "core/quantize.h"
#include "core/random.h"
#include "core/signal.h"
#include "core/sweep.h"

namespace companion {
namespace {

using emscripten::typed_memory_view;
using emscripten::val;

template <class Number>
val copied(const std::vector<Number>& numbers) {
  return val(typed_memory_view(numbers.size(), numbers.data())).template call<val>("slice");
}

// An option's name turned into its enum value; the caller has checked that it is one of namesOf().
template <class Enum>
Enum named(const std::string& name) {
  const auto all = namesOf(Enum{});
  for (size_t i = 0; i < all.size(); ++i)
    if (name == all[i]) return static_cast<Enum>(i);
  return Enum{};
}

// A fault that is planted in the calls below, so that a reader can see the proofs find it: the tie rule turned round,
// exponents off by one, blocks of twice the length, the other release rule, or fast paths said to differ.
enum class Fault : uint8_t { none, tie, bias, block, release, fast };
constexpr const char* kFaultNames[] = {"none", "tie", "bias", "block", "release", "fast"};
constexpr std::span<const char* const> namesOf(Fault) { return kFaultNames; }
Fault planted = Fault::none;

void plantFault(const std::string& name) { planted = named<Fault>(name); }

Tie tieNamed(const std::string& name) {
  const Tie tie = named<Tie>(name);
  if (planted != Fault::tie) return tie;
  return tie == Tie::even ? Tie::smaller : Tie::even;
}

double exponentShift() { return planted == Fault::bias ? 2 : 1; }

Policy withFault(Policy policy) {
  policy.tie = tieNamed(kTieNames[static_cast<size_t>(policy.tie)]);
  if (planted == Fault::block) policy.block *= 2;  // one block for the whole tensor stays one
  return policy;
}

template <class Enum>
val namesAsList() {
  val list = val::array();
  for (const char* name : namesOf(Enum{})) list.call<void>("push", std::string(name));
  return list;
}

// {format: […], tie: […], overflow: […], round: […]}: what encode takes.
val optionNames() {
  val out = val::object();
  out.set("format", namesAsList<Format>());
  out.set("tie", namesAsList<Tie>());
  out.set("overflow", namesAsList<Overflow>());
  out.set("round", namesAsList<Round>());
  return out;
}

val encodeValues(const val& values, const std::string& format, const std::string& tie, const std::string& overflow,
                 const std::string& round) {
  const auto given = emscripten::convertJSArrayToNumberVector<double>(values);
  std::vector<uint8_t> codes(given.size());
  for (size_t i = 0; i < given.size(); ++i)
    codes[i] = encode(given[i] * exponentShift(), named<Format>(format), tieNamed(tie), named<Overflow>(overflow),
                      named<Round>(round));
  return copied(codes);
}

val decodeCodes(const val& codes, const std::string& format) {
  const auto given = emscripten::convertJSArrayToNumberVector<uint8_t>(codes);
  std::vector<double> values(given.size());
  for (size_t i = 0; i < given.size(); ++i) values[i] = decode(given[i], named<Format>(format)) * exponentShift();
  return copied(values);
}

struct WritePolicy {
  const Policy& policy;
  val out = val::object();
  template <class Enum>
  void choice(const char* name, Enum Policy::*member) {
    out.set(name, std::string(namesOf(Enum{})[static_cast<size_t>(policy.*member)]));
  }
  void block(const char* name, uint32_t Policy::*member) {
    out.set(name, policy.*member == kTensorBlock ? val(std::string("tensor")) : val(double(policy.*member)));
  }
  void flag(const char* name, bool Policy::*member) { out.set(name, policy.*member); }
};

// Reads a policy object; `member` names the first value that is missing or not allowed, `allowed` what would be.
struct ReadPolicy {
  const val& given;
  Policy policy;
  std::string member, allowed;

  void refuse(const char* name, const std::string& what) {
    if (member.empty()) member = name, allowed = what;
  }
  template <class Enum>
  void choice(const char* name, Enum Policy::*target) {
    const val value = given[name];
    const auto all = namesOf(Enum{});
    // What makes the policy what it is has no default.
    const bool required =
        std::is_same_v<Enum, Format> || std::is_same_v<Enum, ScaleFormat> || std::is_same_v<Enum, ScaleRule>;
    if (value.isUndefined() && !required) return;
    std::string list;
    for (size_t i = 0; i < all.size(); ++i) {
      if (value.isString() && value.as<std::string>() == all[i]) {
        policy.*target = static_cast<Enum>(i);
        return;
      }
      list += (i ? ", " : "one of ") + std::string(all[i]);
    }
    refuse(name, list);
  }
  void block(const char* name, uint32_t Policy::*target) {
    const val value = given[name];
    const double length = value.isNumber() ? value.as<double>() : 0;
    if (value.isString() && value.as<std::string>() == "tensor")
      policy.*target = kTensorBlock;
    else if (length >= 1 && length <= 4294967295.0 && length == std::floor(length))
      policy.*target = static_cast<uint32_t>(length);
    else
      refuse(name, "a whole number from 1 to 4294967295, or tensor");
  }
  void flag(const char* name, bool Policy::*target) {
    const val value = given[name];
    if (value.isTrue() || value.isFalse())
      policy.*target = value.isTrue();
    else if (!value.isUndefined())
      refuse(name, "true or false");
  }
};

val presetPolicies() {
  val out = val::object();
  for (const Preset& preset : presets()) {
    WritePolicy writer{preset.policy};
    policyFields(writer);
    out.set(preset.name, writer.out);
  }
  return out;
}

ReadPolicy readPolicy(const val& given) {
  ReadPolicy reader{given, {}, "", ""};
  policyFields(reader);
  if (reader.member.empty()) {
    if (const PolicyError error = policyError(reader.policy); error.member) reader.refuse(error.member, error.allowed);
  }
  return reader;
}

// The quantized tensor, or {member, allowed} for a policy that is none.
val quantizeValues(const val& values, const val& givenPolicy) {
  const ReadPolicy reader = readPolicy(givenPolicy);
  val out = val::object();
  if (!reader.member.empty()) {
    out.set("member", reader.member);
    out.set("allowed", reader.allowed);
    return out;
  }
  const auto given = emscripten::convertJSArrayToNumberVector<double>(values);
  const Quantized q = quantize(std::span<const double>(given), withFault(reader.policy));
  out.set("dequantized", copied(q.dequantized));
  out.set("codes", copied(q.codes));
  out.set("scales", copied(q.scales));
  out.set("scaleCodes", copied(q.scaleCodes));
  out.set("tensorScale", q.tensorScale);
  out.set("relativeError", q.relativeError);
  out.set("sqnrDb", q.sqnrDb);
  out.set("zeroFraction", q.zeroFraction);
  out.set("clippedFraction", q.clippedFraction);
  out.set("bitsPerElement", q.bitsPerElement);
  return out;
}

bool pathsAgreeOn(const val& values, const val& givenPolicy) {
  const ReadPolicy reader = readPolicy(givenPolicy);
  const auto given = emscripten::convertJSArrayToNumberVector<double>(values);
  return planted != Fault::fast && reader.member.empty() && pathsAgree(given, reader.policy);
}

// What integration says of a policy on a signal: "normal", "laplace" or "student-t" with df.
val expectedLossOf(const std::string& law, double df, const val& givenPolicy, double largest) {
  Signal signal{.law = law == "normal"    ? SignalLaw::normal
                       : law == "laplace" ? SignalLaw::laplace
                                          : SignalLaw::studentT,
                .df = df};
  const Expectation expected = expectedLoss(signal, readPolicy(givenPolicy).policy, largest);
  val out = val::object();
  out.set("relativeMse", expected.relativeMse);
  out.set("sqnrDb", expected.sqnrDb);
  out.set("zeroFraction", expected.zeroFraction);
  return out;
}

// The first `count` draws of a stream; the seed comes as two 32-bit halves. Null for an unknown distribution.
val drawNumbers(double seedHigh, double seedLow, const std::string& distribution, double parameter, double count) {
  const auto known = distributionNamed(distribution);
  if (!known) return val::null();
  Generator generator(static_cast<uint64_t>(seedHigh) << 32 | static_cast<uint64_t>(seedLow));
  std::vector<double> numbers(static_cast<size_t>(count));
  fill(generator, *known, parameter, numbers);
  return copied(numbers);
}

std::string sha256OfBytes(const val& bytes) {
  const auto given = emscripten::convertJSArrayToNumberVector<uint8_t>(bytes);
  return sha256Hex(std::span<const uint8_t>(given));
}

std::string hexText(uint64_t value) {
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[(value >> shift) & 15];
  return text;
}

std::string fnv1a64OfBytes(const val& bytes) {
  const auto given = emscripten::convertJSArrayToNumberVector<uint8_t>(bytes);
  return hexText(fnv1a64(std::span<const uint8_t>(given)));
}

std::string sweepSliceText(const std::string& format, const std::string& tie, double slice) {
  const uint32_t eightSlicesAreABinade = planted == Fault::bias ? 8 : 0;
  return hexText(sweepSliceHash(named<Format>(format), tieNamed(tie),
                                (static_cast<uint32_t>(slice) + eightSlicesAreABinade) % kSweepSliceCount));
}

// One pipeline run over given latencies in seconds; release is "cp_async", "ring" or "sync".
val pipelineOver(double computeS, double transferS, double stages, const std::string& release, const val& latenciesS) {
  const auto given = emscripten::convertJSArrayToNumberVector<double>(latenciesS);
  PipelineSetup setup{.computeS = computeS, .transferS = transferS, .stages = static_cast<int>(stages)};
  setup.release = release == "ring" ? Release::ring : release == "sync" ? Release::sync : Release::cpAsync;
  if (planted == Fault::release) setup.release = setup.release == Release::ring ? Release::cpAsync : Release::ring;
  const PipelineRun run = runPipeline(setup, given);
  val out = val::object();
  out.set("requested", copied(run.requested));
  out.set("channelEnd", copied(run.channelEnd));
  out.set("arrived", copied(run.arrived));
  out.set("start", copied(run.start));
  out.set("end", copied(run.end));
  out.set("busy", run.busy);
  out.set("total", run.total);
  return out;
}

val drawLatencies(double latencyS, double jitter, double tiles, double seed) {
  return copied(jitteredLatencies(latencyS, jitter, static_cast<int>(tiles), static_cast<uint64_t>(seed)));
}

val writtenFigure(const Figure& figure) {
  val out = val::object();
  out.set("value", figure.value);
  out.set("source", std::string(sourceIds[static_cast<size_t>(figure.source)]));
  out.set("kind", std::string(figureKindIds[static_cast<size_t>(figure.kind)]));
  out.set("caveat", std::string(caveatIds[static_cast<size_t>(figure.caveat)]));
  val others = val::array();
  for (const Alternative& other : figure.alternatives) {
    if (other.source == Source::none) continue;
    val item = val::object();
    item.set("value", other.value);
    item.set("source", std::string(sourceIds[static_cast<size_t>(other.source)]));
    item.set("caveat", std::string(caveatIds[static_cast<size_t>(other.caveat)]));
    others.call<void>("push", item);
  }
  out.set("alternatives", others);
  return out;
}

// Every chip with the figures that are known, by name; sources by id.
val chipTable() {
  val list = val::array();
  for (const Chip& chip : chips()) {
    val out = val::object();
    out.set("id", std::string(chip.id));
    out.set("vendor", std::string(chip.vendor));
    out.set("year", chip.year);
    out.set("lecture", chip.lecture);
    val figures = val::object();
    for (const auto& [name, figure] : namedFigures(chip))
      if (figure->known()) figures.set(std::string(name), writtenFigure(*figure));
    out.set("figures", figures);
    list.call<void>("push", out);
  }
  return list;
}

val chipSources() {
  val list = val::array();
  for (int i = 1; i < static_cast<int>(Source::count); ++i) {
    const SourceInfo& info = sourceInfo(static_cast<Source>(i));
    val out = val::object();
    out.set("id", std::string(sourceIds[i]));
    out.set("title", std::string(info.title));
    out.set("url", std::string(info.url));
    list.call<void>("push", out);
  }
  return list;
}

}  // namespace
}  // namespace companion

EMSCRIPTEN_BINDINGS(core) {
  using namespace companion;
  using emscripten::function;
  function("optionNames", &optionNames);      // () -> {format, tie, overflow, round}: lists of names
  function("encode", &encodeValues);          // (numbers, format, tie, overflow, round) -> Uint8Array
  function("decode", &decodeCodes);           // (codes, format) -> Float64Array
  function("presets", &presetPolicies);       // () -> {name: policy}
  function("quantize", &quantizeValues);      // (numbers, policy) -> the quantized tensor, or {member, allowed}
  function("random", &drawNumbers);           // (seed high, low, distribution, parameter, count) -> Float64Array
  function("sha256", &sha256OfBytes);         // (bytes) -> hex
  function("fnv1a64", &fnv1a64OfBytes);       // (bytes) -> hex
  function("pathsAgree", &pathsAgreeOn);      // (numbers, policy) -> whether the fast path gives the plain loop's bits
  function("plantFault", &plantFault);        // ("none" | "tie" | "bias" | "block" | "release" | "fast")
  function("expectedLoss", &expectedLossOf);  // (law, df, policy, largest) -> {relativeMse, sqnrDb, zeroFraction}
  function("sweepSlice", &sweepSliceText);    // (format, tie, slice) -> hex of the slice's FNV-1a-64
  function("pipeline", &pipelineOver);        // (compute s, transfer s, stages, release, latencies s) -> the run
  function("latencies", &drawLatencies);      // (latency s, jitter, tiles, seed) -> Float64Array
  function("chips", &chipTable);              // () -> the chip table
  function("chipSources", &chipSources);      // () -> [{id, title, url}]
}
