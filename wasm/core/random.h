// numpy's default_rng(seed) streams, bit for bit: SeedSequence, PCG64 (XSL-RR on a 128-bit LCG), ziggurat normals and
// exponentials, Marsaglia-Tsang gammas, and what numpy builds from them.
//
// Exact in WebAssembly. A host whose log, log1p, exp or pow round differently may give a last bit that differs in
// samples that pass through them: ziggurat tails, Laplace, and gamma and Student-t where the shape is below 1 (df < 2).
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace companion {

// Arithmetic on it is modulo 2^128.
struct Word128 {
  uint64_t high, low;
};

// The functions are total: a parameter outside its range gives NaN or zero, never an endless loop.
class Generator {
 public:
  explicit Generator(uint64_t seed);

  uint64_t nextUint64() {
    need(1);
    return words_[next_++];
  }
  double random() { return static_cast<double>(static_cast<int64_t>(nextUint64() >> 11)) * 0x1p-53; }
  double uniform(double low, double high) { return low + (high - low) * random(); }
  double standardNormal();
  double standardExponential();
  double standardGamma(double shape);  // shape >= 0
  double standardT(double df);         // df > 0
  double laplace();                    // location 0, scale 1

  // The next out.size() draws: the same numbers as so many single calls, faster.
  void fillRandom(std::span<double> out);
  void fillStandardNormal(std::span<double> out);
  void fillStandardExponential(std::span<double> out);
  void fillStandardGamma(double shape, std::span<double> out);
  void fillStandardT(double df, std::span<double> out);
  void fillLaplace(std::span<double> out);

 private:
  // Steps of the LCG wait for each other, so several states advance side by side: lane k holds every kLanes-th state
  // from the k-th on, and a block of words is written at a time.
  static constexpr int kLanes = 4;
  static constexpr int kBlockWords = 256;
  static constexpr int kReserve = 4;  // room before the block for words of the last one that are not yet read
  static constexpr int kBufferWords = kReserve + kBlockWords;

  // Moves the unread words (at most kReserve) in front of a new block.
  void refill();
  void need(int count) {
    if (next_ + count > kBufferWords) refill();
  }
  double normalOutsideStrip(uint64_t word);
  double exponentialOutsideStrip(uint64_t word);
  double gammaBelowOne(double shape);
  double gammaFromOne(double shape);

  Word128 lanes_[kLanes];
  Word128 laneIncrement_;
  uint64_t words_[kBufferWords];
  int next_ = kBufferWords;
};

enum class Distribution { random, standardNormal, standardExponential, standardGamma, standardT, laplace };

// numpy's names of the methods: "random", "standard_normal", …
std::optional<Distribution> distributionNamed(std::string_view name);

// parameter: the shape of standardGamma, the degrees of freedom of standardT; the others have none.
void fill(Generator& generator, Distribution distribution, double parameter, std::span<double> out);

}  // namespace companion
