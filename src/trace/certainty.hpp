// How far a row of weights can be trusted.
#pragma once

#include <cstddef>
#include <span>

#include "evaluate.hpp"

namespace self_attention {

// clear: one key stands out, and every token that decides has a row that is given.
// unclear: no key stands out, or none is visible.
// guess: a token that decides has a row that was estimated (Embedding::estimated).
// noise: a token that decides has a random row, or every parameter is random.
// not_a_number: a weight is NaN.
enum class Certainty { clear, unclear, guess, noise, not_a_number };

struct RowCertainty {
  Certainty certainty = Certainty::unclear;
  // The key with the largest weight, the first of several, and its weight.
  std::size_t key = 0;
  float weight = 0;
};

// Whether the largest of the weights of the visible keys stands out: it is more than all others together. Of two keys
// that share most of a row, neither does.
bool stands_out(std::span<const float> visible);

// The certainty of a row of `weights`, in a layer that has them. What the token looked at most in earlier layers is
// part of it, so it decides as well. A key that the mask hides (−∞ in `masked`) is not visible. Errors as
// Evaluator::read, and "unknown-tensor" without weights.
MaybeError certainty_of(Evaluator& evaluator, Trace& trace, std::size_t layer, std::size_t head, std::size_t query,
                        RowCertainty& result);

}  // namespace self_attention
