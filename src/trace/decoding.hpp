// Decoding token after token: what a cache of keys and values keeps, and what it saves. Nothing here computes a row.
// The new rows of a trace that grows have the bits of a new trace (incremental_trace.hpp), and those of the cache are
// enough for them (decoding_test.cpp).
#pragma once

#include <cstddef>

#include "../attention.hpp"

namespace self_attention {

// The step that adds a trace's last token.
struct Decoding {
  // Keys that the last token sees, its own among them. So many rows of k and of v are in the cache of every layer.
  std::size_t keys = 0;
  // Of these rows, float32, in all layers and key/value heads.
  double bytes = 0;
  // Multiplications, each with its addition, of the matrix products: projections, scores, values and feed-forward
  // network. Keys that are hidden do not count. With the cache for one row, without it for every row.
  double operations = 0, recomputed = 0;
};

// Errors: "range" for a scene whose rows can change when a token is added, or that keeps no keys. These have an
// encoder, a mistake, given scores or weights, or a mask that shows later tokens.
MaybeError decoding_of(const Trace& trace, Decoding& result);

// "too-large" if the next token would see more than so many keys. Also the errors of decoding_of.
MaybeError check_cache(const Trace& trace, std::size_t most_keys);

}  // namespace self_attention
