// How far a row of weights can be trusted.
#pragma once

#include <cstddef>
#include <span>

#include "evaluate.hpp"

namespace self_attention {

// clear: one key stands out, and every token that decides has a row that is given.
// unclear: no key stands out, or none is visible.
// guess: a token that decides has an estimated row (Embedding::estimated), or another visible key has none given.
// noise: a token that decides has a random row, or every parameter is random.
// not_a_number: a weight is NaN.
//
// The tokens that decide are the query and the key that stands out, and what these took in below: in each earlier
// layer, the key that stands out for a token that decides, in any head, because the output of all heads feeds the next
// layer. An earlier row in which no key stands out passes on a little of every key, and decides nothing. Neither does
// an earlier row with a NaN, which would be in the later rows as well. The keys of another sentence are the same in
// every layer: they have no earlier rows.
//
// The row is the one that multiplies the values: `rounded` where the weights are rounded, else `weights`. Sparsemax
// gives such a row too, with exact zeros. Only a key at −∞ in `masked` is hidden, so a mistake that hides keys in
// another way shows them.
enum class Certainty { clear, unclear, guess, noise, not_a_number };

struct RowCertainty {
  Certainty certainty = Certainty::unclear;
  // The key with the largest weight, the first of several, and its weight.
  std::size_t key = 0;
  float weight = 0;
};

// Whether the largest of the weights of the visible keys stands out: it is more than one and a half times all others
// together, that is, more than three fifths of the row, by more than a rounding error of float32. Of two keys that
// share most of a row, neither does. False with a NaN.
bool stands_out(std::span<const float> visible);

// The certainty of a row of a layer that has `weights`. Errors as Evaluator::read, and "unknown-tensor" without
// weights.
MaybeError certainty_of(Evaluator& evaluator, Trace& trace, std::size_t layer, std::size_t head, std::size_t query,
                        RowCertainty& result);

}  // namespace self_attention
