// FNV-1a-64 and SHA-256: fingerprints by which long results are compared with golden files, natively and in the
// browser.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

namespace companion {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the fingerprints are of little-endian bytes");

class Fnv1a64 {
 public:
  constexpr void add(uint8_t byte) { hash_ = (hash_ ^ byte) * kPrime; }
  template <class T>
  void add(std::span<const T> values) {
    const auto* bytes = reinterpret_cast<const uint8_t*>(values.data());
    for (size_t i = 0; i < values.size_bytes(); ++i) add(bytes[i]);
  }

  // The same as `count` calls of add(byte), in about log2(count) steps. One step is h -> (h ^ byte) · p, where the xor
  // adds an amount that depends on h's low byte alone; the low byte alone decides the next low byte too. So 2^k steps
  // are h -> h · p^(2^k) + c(low byte), and the table of c doubles from that of half as many steps.
  void addRun(uint8_t byte, uint64_t count) {
    std::array<uint64_t, 256> offset{};
    uint64_t factor = kPrime;
    for (uint64_t low = 0; low < 256; ++low) offset[low] = ((low ^ byte) - low) * kPrime;
    for (; count; count >>= 1) {
      if (count & 1) hash_ = hash_ * factor + offset[hash_ & 255];
      std::array<uint64_t, 256> twice;
      for (uint64_t low = 0; low < 256; ++low) {
        const uint64_t middle = low * factor + offset[low];
        twice[low] = offset[low] * factor + offset[middle & 255];
      }
      offset = twice;
      factor *= factor;
    }
  }

  constexpr uint64_t value() const { return hash_; }

 private:
  // The offset basis of the golden tables; the usual one (14695981039346656037) has one more digit.
  static constexpr uint64_t kOffset = 1469598103934665603u, kPrime = 1099511628211u;
  uint64_t hash_ = kOffset;
};

template <class T>
uint64_t fnv1a64(std::span<const T> values) {
  Fnv1a64 hash;
  hash.add(values);
  return hash.value();
}

class Sha256 {
 public:
  void add(const void* data, size_t size) {
    const auto* bytes = static_cast<const uint8_t*>(data);
    length_ += size;
    while (size > 0) {
      if (filled_ == 0 && size >= 64) {
        compress(bytes);
        bytes += 64;
        size -= 64;
        continue;
      }
      const size_t taken = std::min(size, 64 - filled_);
      std::memcpy(block_.data() + filled_, bytes, taken);
      bytes += taken;
      size -= taken;
      filled_ = (filled_ + taken) & 63;
      if (filled_ == 0) compress(block_.data());
    }
  }
  template <class T>
  void add(std::span<const T> values) {
    add(values.data(), values.size_bytes());
  }

  // The digest in lower-case hex; nothing can be added after it.
  std::string hex() {
    const uint64_t lengthBits = length_ * 8;
    constexpr std::array<uint8_t, 64> padding = {0x80};
    add(padding.data(), 1 + (119 - filled_) % 64);
    std::array<uint8_t, 8> tail;
    for (int i = 0; i < 8; ++i) tail[i] = static_cast<uint8_t>(lengthBits >> (56 - 8 * i));
    add(tail.data(), tail.size());
    std::string text;
    for (const uint32_t word : state_)
      for (int shift = 28; shift >= 0; shift -= 4) text += "0123456789abcdef"[(word >> shift) & 15];
    return text;
  }

 private:
  static constexpr std::array<uint32_t, 64> kRound = {
      0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
      0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
      0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
      0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
      0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
      0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
      0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
      0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

  static constexpr uint32_t rotate(uint32_t word, int by) { return word >> by | word << (32 - by); }

  void compress(const uint8_t* bytes) {
    std::array<uint32_t, 64> w;
    for (int i = 0; i < 16; ++i)
      w[i] =
          static_cast<uint32_t>(bytes[4 * i]) << 24 | bytes[4 * i + 1] << 16 | bytes[4 * i + 2] << 8 | bytes[4 * i + 3];
    for (int i = 16; i < 64; ++i) {
      const uint32_t s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3;
      const uint32_t s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10;
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    auto [a, b, c, d, e, f, g, h] = state_;
    for (int i = 0; i < 64; ++i) {
      const uint32_t s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + kRound[i] + w[i];
      const uint32_t t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
    }
    const std::array<uint32_t, 8> mixed = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < 8; ++i) state_[i] += mixed[i];
  }

  std::array<uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<uint8_t, 64> block_{};
  size_t filled_ = 0;
  uint64_t length_ = 0;
};

template <class T>
std::string sha256Hex(std::span<const T> values) {
  Sha256 hash;
  hash.add(values);
  return hash.hex();
}

}  // namespace companion
