// PCG32 (PCG-XSH-RR 64/32), M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms
// for Random Number Generation", HMC-CS-2014-0905. It is implemented here because the distributions of std:: differ
// between standard libraries, and a seed must give the same numbers everywhere.
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "elementary_functions.hpp"

namespace self_attention {

class Pcg32 {
 public:
  // Generators with the same seed and different streams are independent.
  Pcg32(std::uint64_t seed, std::uint64_t stream) : increment_((stream << 1U) | 1U) {
    next();
    state_ += seed;
    next();
  }

  // 0 … 2³²−1.
  std::uint32_t next() {
    const std::uint64_t old = state_;
    state_ = old * 6364136223846793005ULL + increment_;
    const auto shifted = static_cast<std::uint32_t>(((old >> 18U) ^ old) >> 27U);
    const auto rotation = static_cast<std::uint32_t>(old >> 59U);
    return (shifted >> rotation) | (shifted << ((-rotation) & 31U));
  }

  // In [0, 1), a multiple of 2⁻³².
  double uniform() { return next() * 0x1p-32; }

  // Standard normal, by the polar form of the Box–Muller method (Marsaglia & Bray 1964) in double. It needs no cosine,
  // whose last bits differ between libraries. The second number of each pair is discarded.
  double normal() {
    double x = 0;
    double square = 0;
    do {
      x = 2 * uniform() - 1;
      const double y = 2 * uniform() - 1;
      square = x * x + y * y;
    } while (square >= 1 || square == 0);
    return x * std::sqrt(-2 * logarithm(square) / square);
  }

 private:
  std::uint64_t state_ = 0;
  std::uint64_t increment_;
};

// The stream of a token is the 64-bit FNV-1a hash of its text, so its vector depends on the text and the seed alone.
constexpr std::uint64_t stream_of(std::string_view text) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char byte : text) hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211ULL;
  return hash;
}

}  // namespace self_attention
