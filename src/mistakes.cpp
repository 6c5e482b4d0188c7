#include "mistakes.hpp"

namespace self_attention {
namespace {

Check cannot(Literal name, Literal reason) {
  return error("range", "/mistake", reason, name);
}

}  // namespace

Check check_mistake(const Scene& scene, const Dimensions& dimensions) {
  const Attention& attention = scene.attention;
  using Score = Attention::Score;
  const bool products = attention.score == Score::dot || attention.score == Score::scaled_dot;
  constexpr Literal needs_products = "the mistake {} needs scores that are dot products of q and k";
  constexpr Literal needs_mask = "the mistake {} needs a mask, and there is none";
  constexpr Literal needs_softmax = "the mistake {} is one of softmax; the weights are from sparsemax";
  const bool softmax = attention.normalizer == Attention::Normalizer::softmax;
  const bool mask = attention.mask.kind != Mask::Kind::none;
  switch (scene.mistake) {
    case Mistake::none:
      return {};
    case Mistake::whole_matrix_softmax:
      if (!softmax) return cannot("whole-matrix-softmax", needs_softmax);
      return {};
    case Mistake::overflow_softmax:
      if (!softmax) return cannot("overflow-softmax", needs_softmax);
      return {};
    case Mistake::mask_after_softmax:
      if (!softmax) return cannot("mask-after-softmax", needs_softmax);
      if (!mask) return cannot("mask-after-softmax", needs_mask);
      return {};
    case Mistake::zero_mask:
      if (!mask) return cannot("zero-mask", needs_mask);
      return {};
    case Mistake::wrong_axis_values:
      if (dimensions.T_k != dimensions.d_v) {
        return error("range", "/mistake",
                     "the mistake wrong-axis-values needs as many keys as a value has numbers: T_k is {}, d_v is {}",
                     dimensions.T_k, dimensions.d_v);
      }
      return {};
    case Mistake::no_transpose:
      if (!products) return cannot("no-transpose", needs_products);
      if (dimensions.T_k != dimensions.d_k) {
        return error("range", "/mistake",
                     "the mistake no-transpose needs as many keys as a key has numbers: T_k is {}, d_k is {}",
                     dimensions.T_k, dimensions.d_k);
      }
      return {};
    case Mistake::swapped_qk:
      if (!products) return cannot("swapped-qk", needs_products);
      if (dimensions.T_q != dimensions.T_k) {
        return error("range", "/mistake", "the mistake swapped-qk needs as many queries as keys: T_q is {}, T_k is {}",
                     dimensions.T_q, dimensions.T_k);
      }
      return {};
    case Mistake::no_scale:
    case Mistake::model_scale:
      if (scene.mistake == Mistake::model_scale && scene.embedding.kind == Embedding::Kind::qkv) {
        return cannot("model-scale", "the mistake {} needs embeddings; q, k and v are given, and there is no d_model");
      }
      if (attention.score == Score::scaled_dot && !attention.scale) return {};
      return cannot(scene.mistake == Mistake::no_scale ? "no-scale" : "model-scale",
                    "the mistake {} needs scores that are divided by √d_k");
  }
  return {};
}

}  // namespace self_attention
