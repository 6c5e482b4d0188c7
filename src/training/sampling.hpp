// Chooses the next token from the probabilities that a model predicts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "../error.hpp"

namespace self_attention::training {

struct SamplingOptions {
  // 0 is greedy: the likeliest symbol, and of equal ones the first.
  double temperature = 1;
  // Only so many of the likeliest symbols can be drawn. 0: all.
  std::size_t top_k = 0;
  std::uint32_t seed = 1;
};

struct Sample {
  // softmax(ln probability / temperature) of the top_k symbols, and 0 for the others.
  std::vector<float> probabilities;
  std::size_t chosen = 0;
};

// The token that follows so many others. The draw depends on the seed and on that number alone, so the same seed writes
// the same text. Errors: "range" for the temperature and for top_k.
MaybeError sample(std::span<const float> probabilities, const SamplingOptions& options, std::size_t tokens,
                  Sample& result);

}  // namespace self_attention::training
