// Why a weight is what it is: a score as an exact sum of parts, and a query's output as a sum over the keys. In double,
// from the float32 tensors of the trace. A sum of parts differs from its tensor by the rounding of float32 alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "evaluate.hpp"

namespace self_attention {

// How a score is taken apart.
//   dimensions: q[c]·k[c] of each dimension of the head; of each pair with rope; v_a[a]·tanh(…) of each hidden unit of
//     an additive score. A cosine divides every part by both lengths. A given score is one part.
//   features: x[m] of the query and x[n] of the key, each through its matrix. x is the input of the projections.
//   places: the word and its place, of the query and of the key. Only in layer 0.
//   sources: what the layer before made x of: the token's own x, what each head moved in, and the feed-forward network
//     as a whole. Only in later layers.
//   query_sources, key_sources: as sources of one side, each head by the token that it moved from, times the whole of
//     the other side.
// All but `dimensions` take scores that are linear in q and in k, and projections. Biases are one further part of each
// side: those of the projections, of w_o, and the norms' beta. Norms are linear given the row's mean and variance.
enum class Breakdown { dimensions, features, places, sources, query_sources, key_sources };

// One side of a part.
struct Origin {
  enum class Kind : std::uint32_t {
    dimension,
    pair,
    unit,
    given,
    feature,
    word,
    place,
    own,
    head,
    feed_forward,
    bias,
    whole
  };
  Kind kind = Kind::whole;
  std::uint32_t index = 0;  // dimension, pair, unit, feature, head
  std::uint32_t token = 0;  // the query or the key; of head in query_sources and key_sources, the token it moved from
};

struct ScorePart {
  Origin query, key;
  double value = 0;
};

// The parts with the largest absolute values, the largest first, and the sum of all others. `score` is the trace's
// cell, and `rounding` is it less the sum of all parts.
struct ScoreParts {
  std::vector<ScorePart> parts;
  double rest = 0;
  std::size_t rest_count = 0;
  double score = 0, rounding = 0;
};

struct Pair {
  std::size_t layer, head, query, key;
};

// The parts of scores[head, query, key], at most so many one by one. Errors: "unknown-tensor" without scores, "range"
// for a breakdown that these scores do not have, "too-large", and as Evaluator::read.
MaybeError explain_score(Evaluator& evaluator, const Trace& trace, const Pair& pair, Breakdown how, std::size_t most,
                         ScoreParts& result);

// Writes (T_k + 2, width of `output`): how much of each number of the query's output came from each key through these
// heads, weight · v · w_o; then a row with b_o, or 0 if the heads are not all; and then the sum of these rows. Errors:
// "unknown-tensor" without values, "range" with the mistake wrong-axis-values, "too-large", and as Evaluator::read.
MaybeError explain_output(Evaluator& evaluator, const Trace& trace, std::size_t layer, std::size_t query, Span heads,
                          std::vector<double>& parts);

}  // namespace self_attention
