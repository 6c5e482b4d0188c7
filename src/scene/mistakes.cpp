#include "mistakes.hpp"

#include <algorithm>

namespace self_attention {
namespace {

StaticString name_of(Mistake mistake) {
  return std::ranges::find(mistake_names, mistake, &std::pair<Mistake, StaticString>::first)->second;
}

}  // namespace

MistakeCheck check_mistake(Mistake mistake, const Scene& scene, const Dimensions& dimensions) {
  const Attention& attention = scene.attention;
  using Score = Attention::Score;
  const auto cannot = [&](StaticString requirement, StaticString reason, auto... numbers) {
    return MistakeCheck{requirement, error("range", "/mistake", reason, numbers...)};
  };
  const auto require = [&](bool met, StaticString requirement, StaticString reason) {
    return met ? MistakeCheck{} : cannot(requirement, reason, name_of(mistake));
  };
  if (mistake != Mistake::none && mistake != Mistake::wrong_axis_values && attention.score == Score::weights) {
    return cannot("computedWeights", "the mistake {} is made before the weights, which are given", name_of(mistake));
  }
  const MistakeCheck softmax = require(attention.normalizer == Attention::Normalizer::softmax, "softmax",
                                       "the mistake {} is one of softmax; the weights are from sparsemax");
  const MistakeCheck mask =
      require(attention.mask.kind != Mask::Kind::none, "mask", "the mistake {} needs a mask, and there is none");
  const MistakeCheck products = require(attention.score == Score::dot || attention.score == Score::scaled_dot, "dot",
                                        "the mistake {} needs scores that are dot products of q and k");
  const MistakeCheck scale = require(attention.score == Score::scaled_dot && !attention.scale, "scale",
                                     "the mistake {} needs scores that are divided by √d_k");
  switch (mistake) {
    case Mistake::none:
      return {};
    case Mistake::whole_matrix_softmax:
    case Mistake::overflow_softmax:
      return softmax;
    case Mistake::mask_after_softmax:
      return softmax.error ? softmax : mask;
    case Mistake::zero_mask:
      return mask;
    case Mistake::no_scale:
      return scale;
    case Mistake::model_scale:
      if (scene.embedding.kind != Embedding::Kind::qkv) return scale;
      return require(false, "embeddings",
                     "the mistake {} needs embeddings; q, k and v are given, and there is no d_model");
    case Mistake::wrong_axis_values:
      if (dimensions.T_k == dimensions.d_v) return {};
      return cannot("valuesAsWide",
                    "the mistake wrong-axis-values needs as many keys as a value has numbers: T_k is {}, d_v is {}",
                    dimensions.T_k, dimensions.d_v);
    case Mistake::no_transpose:
      if (products.error || dimensions.T_k == dimensions.d_k) return products;
      return cannot("keysAsWide",
                    "the mistake no-transpose needs as many keys as a key has numbers: T_k is {}, d_k is {}",
                    dimensions.T_k, dimensions.d_k);
    case Mistake::swapped_qk:
      if (products.error || dimensions.T_q == dimensions.T_k) return products;
      return cannot("asManyQueries", "the mistake swapped-qk needs as many queries as keys: T_q is {}, T_k is {}",
                    dimensions.T_q, dimensions.T_k);
  }
  return {};
}

}  // namespace self_attention
