#include "options.hpp"

#include "../limits.hpp"
#include "../steps/steps.hpp"
#include "checks.hpp"
#include "parameters.hpp"

namespace self_attention {
namespace {

// Checks the positions that act on q and k or on the scores.
MaybeError check_head_positions(const Positions& positions, const Dimensions& dimensions) {
  const bool rotary = positions.kind == Positions::Kind::rope;
  if (dimensions.d_k == 0 && (rotary || positions.kind == Positions::Kind::relative)) {
    return error("range", "/positions/kind",
                 "these positions work on q and k, but the scores are given: there are none");
  }
  if (rotary && dimensions.d_k % 2 != 0) {
    return error("shape", "/positions/kind", "d_k is {}; rotary positions turn pairs, so it must be even",
                 dimensions.d_k);
  }
  if (positions.kind == Positions::Kind::given) {
    return check_shape(positions.rows, dimensions.T_q, dimensions.T_k, "S_rel", "/positions/rows");
  }
  if (positions.kind != Positions::Kind::relative || positions.rows.size() == 0) return {};
  const std::size_t rows = positions.clip == 0 ? dimensions.distances : dimensions.clipped_distances;
  return check_shape(positions.rows, rows, dimensions.H * dimensions.d_k, "E_rel", "/positions/rows");
}

// The result of a layer must be as wide as its input if they are added, normed or read by another layer.
MaybeError check_block(const Scene& scene, const Dimensions& dimensions) {
  const Block& block = scene.block;
  const bool qkv = scene.embedding.kind == Embedding::Kind::qkv;
  if (!qkv) {
    if (auto wrong = check_count(scene.layers, limits::max_layers, "layers", "/layers")) return wrong;
  }
  if (block.d_ff > limits::max_d_ff) {
    return check_count(block.d_ff, limits::max_d_ff, "d_ff", "/block/feedForward/width");
  }
  if (qkv && (block.residual || (block.pre && block.norm != Block::Norm::none))) {
    return error("shape", "/block", "q, k and v are given: there is no x to add to or to norm");
  }
  const bool around = is_chained(scene) || block.residual || block.norm != Block::Norm::none || block.d_ff != 0;
  if (!around || has_w_o(scene.parameters) || dimensions.merged() == dimensions.d_model) return {};
  return error("shape", is_chained(scene) ? "/layers" : "/block",
               "the output is {} wide (H·d_v) and d_model is {}; add w_o, or make them equal", dimensions.merged(),
               dimensions.d_model);
}

MaybeError check_attention(const Scene& scene, const Dimensions& dimensions) {
  const Attention& attention = scene.attention;
  if (auto wrong = check_temperature(attention.temperature, "/attention/temperature")) return wrong;
  if (auto wrong = check_softcap(attention.softcap, "/attention/softcap")) return wrong;
  if (auto wrong = check_scale(attention.scale, "/attention/scale")) return wrong;
  if (attention.scale && attention.score == Attention::Score::dot) {
    return error("range", "/attention/scale", "scale is {}, but the score is the plain dot product, which has none",
                 *attention.scale);
  }
  const bool by_layer = attention.scores.size() == 0 && scene.embedding.kind == Embedding::Kind::qkv;
  if (attention.score == Attention::Score::weights && scene.embedding.kind != Embedding::Kind::qkv) {
    return error("shape", "/attention/score", "given weights need an embedding of the kind qkv");
  }
  if (attention.score == Attention::Score::given && !by_layer) {
    if (auto wrong = check_shape(attention.scores, dimensions.T_q, dimensions.T_k, "scores", "/attention/scores")) {
      return wrong;
    }
  }
  if (attention.round.value_or(0) > limits::max_decimals) {
    return error("range", "/attention/roundWeights", "roundWeights is {}; it must be from 0 to {}", *attention.round,
                 limits::max_decimals);
  }
  return steps::check_mask(attention.mask, dimensions);
}

}  // namespace

MaybeError check_options(const Scene& scene, const Dimensions& dimensions) {
  if (auto wrong = check_head_positions(scene.positions, dimensions)) return wrong;
  if (auto wrong = check_block(scene, dimensions)) return wrong;
  return check_attention(scene, dimensions);
}

}  // namespace self_attention
