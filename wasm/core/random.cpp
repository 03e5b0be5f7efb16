// The algorithms of numpy's Generator: PCG64 in four lanes, the ziggurats, and rejection loops that draw in numpy's
// order, since every later number depends on how many words were taken.
#include "core/random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/bits.h"
#include "core/ziggurat.h"

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace companion {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

constexpr Word128 add(Word128 a, Word128 b) {
  const uint64_t low = a.low + b.low;
  return {a.high + b.high + (low < a.low), low};
}

// From 32-bit halves: WebAssembly has no wide multiplication, and the compiler's own goes through a call.
constexpr Word128 multiply(Word128 a, Word128 b) {
#if defined(__SIZEOF_INT128__) && !defined(__wasm__)
  __extension__ using Wide = unsigned __int128;
  const uint64_t carried = static_cast<uint64_t>(Wide{a.low} * b.low >> 64);
#else
  const uint64_t a0 = a.low & 0xffffffff, a1 = a.low >> 32, b0 = b.low & 0xffffffff, b1 = b.low >> 32;
  const uint64_t cross = a0 * b1;
  const uint64_t middle = (a0 * b0 >> 32) + (cross & 0xffffffff) + a1 * b0;
  const uint64_t carried = a1 * b1 + (cross >> 32) + (middle >> 32);
#endif
  return {carried + a.high * b.low + a.low * b.high, a.low * b.low};
}

constexpr Word128 kMultiplier = {2549297995355413924u, 4865540595714422341u};
constexpr Word128 kMultiplierSquared = multiply(kMultiplier, kMultiplier);
constexpr Word128 kLaneMultiplier = multiply(kMultiplierSquared, kMultiplierSquared);  // four steps at once

constexpr uint64_t permuted(Word128 state) {
  const uint64_t mixed = state.high ^ state.low;
  const unsigned turn = static_cast<unsigned>(state.high >> 58);
  return mixed >> turn | mixed << (-turn & 63);
}

// SeedSequence(seed).generate_state(4, uint64) for a seed of at most two 32-bit words.
std::array<uint64_t, 4> seedState(uint64_t seed) {
  uint32_t hash = 0x43b0d7e5;
  const auto hashed = [&hash](uint32_t value, uint32_t factor) {
    value ^= hash;
    hash *= factor;
    value *= hash;
    return value ^ value >> 16;
  };
  constexpr uint32_t kPoolFactor = 0x931e8875, kStateFactor = 0x58f38ded;
  std::array<uint32_t, 4> pool = {static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32), 0, 0};
  for (uint32_t& word : pool) word = hashed(word, kPoolFactor);
  for (size_t source = 0; source < pool.size(); ++source) {
    for (size_t target = 0; target < pool.size(); ++target) {
      if (source == target) continue;
      const uint32_t mixed = 0xca01f9dd * pool[target] - 0x4973f715 * hashed(pool[source], kPoolFactor);
      pool[target] = mixed ^ mixed >> 16;
    }
  }
  hash = 0x8b51f9dd;
  std::array<uint64_t, 4> state{};
  for (size_t i = 0; i < 8; ++i) state[i / 2] |= uint64_t{hashed(pool[i % 4], kStateFactor)} << (32 * (i % 2));
  return state;
}

double unitFromWord(uint64_t word) { return static_cast<double>(static_cast<int64_t>(word >> 11)) * 0x1p-53; }

struct StripDraw {
  double value;
  bool inside;  // if not, the value is only a candidate
};

// Computed before the first generator exists.
Ziggurat normalZiggurat, exponentialZiggurat;

bool computeZiggurats() {
  computeNormalZiggurat(normalZiggurat);
  computeExponentialZiggurat(exponentialZiggurat);
  return true;
}

// The low 8 bits choose the strip, the next one is the sign, 52 more the place.
StripDraw normalFromWord(uint64_t word) {
  const ZigguratStrip& strip = normalZiggurat.strips[word & 255];
  const uint64_t place = word >> 9 & 0x000fffffffffffff;
  const double magnitude = static_cast<double>(static_cast<int64_t>(place)) * strip.scale;
  return {bitCast<double>(bitsOf(magnitude) | (word >> 8 & 1) << 63), place < strip.limit};
}

// Three bits are dropped, 8 choose the strip, 53 are the place.
StripDraw exponentialFromWord(uint64_t word) {
  const ZigguratStrip& strip = exponentialZiggurat.strips[word >> 3 & 255];
  const uint64_t place = word >> 11;
  return {static_cast<double>(static_cast<int64_t>(place)) * strip.scale, place < strip.limit};
}

// Marsaglia and Tsang's squeeze, good for all but some hundredths of the candidates.
bool insideSqueeze(double normal, double unit) { return unit < 1.0 - 0.0331 * (normal * normal) * (normal * normal); }

struct GammaConstants {
  explicit GammaConstants(double shape) : b(shape - 1.0 / 3.0), c(1.0 / std::sqrt(9 * b)) {}
  double b, c;
};

// values[i] /= sqrt(squares[i])
void divideByRoots(std::span<double> values, const double* squares) {
  size_t i = 0;
#if defined(__wasm_simd128__)
  for (; i + 2 <= values.size(); i += 2) {
    const v128_t roots = wasm_f64x2_sqrt(wasm_v128_load(squares + i));
    wasm_v128_store(&values[i], wasm_f64x2_div(wasm_v128_load(&values[i]), roots));
  }
#endif
  for (; i < values.size(); ++i) values[i] /= std::sqrt(squares[i]);
}

}  // namespace

Generator::Generator(uint64_t seed) {
  [[maybe_unused]] static const bool areComputed = computeZiggurats();
  static_assert(kLanes == 4);  // kLaneMultiplier is the fourth power
  const std::array<uint64_t, 4> start = seedState(seed);
  const Word128 increment = {start[2] << 1 | start[3] >> 63, start[3] << 1 | 1};
  const auto step = [&](Word128 state) { return add(multiply(state, kMultiplier), increment); };
  lanes_[0] = step(step(add(increment, {start[0], start[1]})));
  for (int lane = 1; lane < kLanes; ++lane) lanes_[lane] = step(lanes_[lane - 1]);
  laneIncrement_ = step(step(step(increment)));
}

void Generator::refill() {
  std::copy(words_ + next_, words_ + kBufferWords, words_ + next_ - kBlockWords);
  next_ -= kBlockWords;
  const Word128 increment = laneIncrement_;
  Word128 a = lanes_[0], b = lanes_[1], c = lanes_[2], d = lanes_[3];
  const auto advance = [&](Word128& lane) {
    const uint64_t word = permuted(lane);
    lane = add(multiply(lane, kLaneMultiplier), increment);
    return word;
  };
  for (uint64_t* word = words_ + kReserve; word != words_ + kBufferWords; word += kLanes) {
    word[0] = advance(a);
    word[1] = advance(b);
    word[2] = advance(c);
    word[3] = advance(d);
  }
  lanes_[0] = a, lanes_[1] = b, lanes_[2] = c, lanes_[3] = d;
}

double Generator::standardNormal() {
  const uint64_t word = nextUint64();
  const StripDraw draw = normalFromWord(word);
  return draw.inside ? draw.value : normalOutsideStrip(word);
}

double Generator::normalOutsideStrip(uint64_t word) {
  for (;;) {
    const StripDraw draw = normalFromWord(word);
    if (draw.inside) return draw.value;
    const size_t strip = word & 255;
    if (strip == 0) break;
    const double density =
        (normalZiggurat.density[strip - 1] - normalZiggurat.density[strip]) * random() + normalZiggurat.density[strip];
    if (density < std::exp(-0.5 * draw.value * draw.value)) return draw.value;
    word = nextUint64();
  }
  const bool negative = word >> 17 & 1;  // numpy takes the eighth bit of the place
  for (;;) {
    const double beyond = -kNormalTailInverse * std::log1p(-random());
    const double height = -std::log1p(-random());
    if (height + height > beyond * beyond) return negative ? -(kNormalTail + beyond) : kNormalTail + beyond;
  }
}

double Generator::standardExponential() {
  const uint64_t word = nextUint64();
  const StripDraw draw = exponentialFromWord(word);
  return draw.inside ? draw.value : exponentialOutsideStrip(word);
}

double Generator::exponentialOutsideStrip(uint64_t word) {
  for (;;) {
    const StripDraw draw = exponentialFromWord(word);
    if (draw.inside) return draw.value;
    const size_t strip = word >> 3 & 255;
    if (strip == 0) return kExponentialTail - std::log1p(-random());
    const double density = (exponentialZiggurat.density[strip - 1] - exponentialZiggurat.density[strip]) * random() +
                           exponentialZiggurat.density[strip];
    if (density < std::exp(-draw.value)) return draw.value;
    word = nextUint64();
  }
}

double Generator::standardGamma(double shape) {
  if (shape == 1.0) return standardExponential();
  if (shape > 1.0) return gammaFromOne(shape);
  if (shape > 0.0) return gammaBelowOne(shape);
  return shape == 0.0 ? 0.0 : kNan;
}

double Generator::gammaBelowOne(double shape) {
  for (;;) {
    const double unit = random();
    const double exponential = standardExponential();
    if (unit <= 1.0 - shape) {
      const double candidate = std::pow(unit, 1.0 / shape);
      if (candidate <= exponential) return candidate;
    } else {
      const double y = -std::log((1.0 - unit) / shape);
      const double candidate = std::pow(1.0 - shape + shape * y, 1.0 / shape);
      if (candidate <= exponential + y) return candidate;
    }
  }
}

double Generator::gammaFromOne(double shape) {
  const GammaConstants gamma(shape);
  for (;;) {
    double normal, v;
    do {
      normal = standardNormal();
      v = 1.0 + gamma.c * normal;
    } while (v <= 0.0);
    v = v * v * v;
    const double unit = random();
    if (insideSqueeze(normal, unit)) return gamma.b * v;
    if (std::log(unit) < 0.5 * normal * normal + gamma.b * (1.0 - v + std::log(v))) return gamma.b * v;
  }
}

double Generator::standardT(double df) {
  const double normal = standardNormal();
  const double gamma = standardGamma(df / 2);
  return std::sqrt(df / 2) * normal / std::sqrt(gamma);
}

double Generator::laplace() {
  for (;;) {
    const double unit = random();
    if (unit >= 0.5) return 0.0 - std::log(2.0 - unit - unit);
    if (unit > 0.0) return 0.0 + std::log(unit + unit);
  }
}

void Generator::fillRandom(std::span<double> out) {
  for (double& value : out) value = random();
}

void Generator::fillStandardNormal(std::span<double> out) {
  for (double& value : out) value = standardNormal();
}

void Generator::fillStandardExponential(std::span<double> out) {
  for (double& value : out) value = standardExponential();
}

void Generator::fillStandardGamma(double shape, std::span<double> out) {
  for (double& value : out) value = standardGamma(shape);
}

// From two degrees of freedom on, nearly every sample takes three words and no slow path: two normals inside their
// strips and a uniform inside the squeeze. They are worked out together and tested once, so that few branches miss.
void Generator::fillStandardT(double df, std::span<double> out) {
  const double shape = df / 2;
  if (!(shape > 1.0)) {
    for (double& value : out) value = standardT(df);
    return;
  }
  constexpr size_t kChunk = 256;
  double gammas[kChunk];
  const GammaConstants constants(shape);
  const double rootOfShape = std::sqrt(shape);
  while (!out.empty()) {
    const std::span<double> chunk = out.first(std::min(kChunk, out.size()));
    out = out.subspan(chunk.size());
    for (size_t i = 0; i < chunk.size(); ++i) {
      need(3);
      const StripDraw numerator = normalFromWord(words_[next_]);
      const StripDraw normal = normalFromWord(words_[next_ + 1]);
      const double v = 1.0 + constants.c * normal.value;
      const bool squeezed = insideSqueeze(normal.value, unitFromWord(words_[next_ + 2]));
      if (numerator.inside & normal.inside & (v > 0.0) & squeezed) {
        next_ += 3;
        chunk[i] = rootOfShape * numerator.value;
        gammas[i] = constants.b * (v * v * v);
      } else {
        chunk[i] = rootOfShape * standardNormal();
        gammas[i] = gammaFromOne(shape);
      }
    }
    divideByRoots(chunk, gammas);
  }
}

void Generator::fillLaplace(std::span<double> out) {
  for (double& value : out) value = laplace();
}

std::optional<Distribution> distributionNamed(std::string_view name) {
  constexpr struct {
    std::string_view name;
    Distribution distribution;
  } kNames[] = {{"random", Distribution::random},
                {"standard_normal", Distribution::standardNormal},
                {"standard_exponential", Distribution::standardExponential},
                {"standard_gamma", Distribution::standardGamma},
                {"standard_t", Distribution::standardT},
                {"laplace", Distribution::laplace}};
  for (const auto& entry : kNames) {
    if (entry.name == name) return entry.distribution;
  }
  return std::nullopt;
}

void fill(Generator& generator, Distribution distribution, double parameter, std::span<double> out) {
  switch (distribution) {
    case Distribution::random:
      return generator.fillRandom(out);
    case Distribution::standardNormal:
      return generator.fillStandardNormal(out);
    case Distribution::standardExponential:
      return generator.fillStandardExponential(out);
    case Distribution::standardGamma:
      return generator.fillStandardGamma(parameter, out);
    case Distribution::standardT:
      return generator.fillStandardT(parameter, out);
    case Distribution::laplace:
      return generator.fillLaplace(out);
  }
}

}  // namespace companion
