#include "layer.hpp"

#include <array>
#include <cmath>

#include "scene/mistakes.hpp"
#include "scene/parameters.hpp"
#include "steps/steps.hpp"

namespace self_attention {
namespace {

using namespace steps;
using Score = Attention::Score;

class Layer {
 public:
  Layer(const Scene& scene, const Dimensions& dimensions, TraceBuilder& builder)
      : scene_(scene), attention_(scene.attention), dimensions_(dimensions), builder_(builder) {
    for (std::size_t index = 0; index < Matrices::count; ++index) {
      const Op op = parameter_of(static_cast<Matrix>(index), scene, dimensions, builder.layer);
      if (op.compute != nullptr) parameters_[index] = &builder.parameter(op);
    }
  }

  TraceTensor& operator()(TraceTensor* x, TraceTensor* encoded) {
    TraceTensor* input = norms_first() ? &normed(*x, 1) : x;
    if (encoded == x) encoded = input;
    if (scene_.embedding.kind == Embedding::Kind::qkv) {
      split_given(scene_.embedding.layers[builder_.layer]);
    } else {
      project_qkv(input, encoded);
    }
    if (scene_.positions.kind == Positions::Kind::rope) {
      q_ = &step(rotate(Projection::q, scene_.positions), {q_});
      k_ = &step(rotate(Projection::k, scene_.positions), {k_});
    }
    TraceTensor& weights = rounded(attention_.score == Score::weights ? given_weights() : computed_weights());
    if (v_ == nullptr) return weights;
    TraceTensor& z = mixed(weights);
    TraceTensor* w_o = parameter(Matrix::w_o);
    TraceTensor& output =
        w_o == nullptr ? step(merge(), {&z}) : step(merge_and_project(), {&z, w_o, parameter(Matrix::b_o)});
    return transformer_block(x, output);
  }

 private:
  TraceTensor& step(const Op& op, const TraceBuilder::Inputs& inputs) { return builder_.step(op, inputs); }

  TraceTensor* parameter(Matrix matrix) const { return parameters_[static_cast<std::size_t>(matrix)]; }
  bool has_mistake(Mistake mistake) const { return scene_.mistake == mistake; }
  bool norms_first() const { return scene_.block.pre && scene_.block.norm != Block::Norm::none; }

  // ---- q, k, v ----

  void split_given(const Matrices& given) {
    if (is_compared(attention_.score)) {
      q_ = &step(split(Projection::q, given[Matrix::q]), {});
      k_ = &step(split(Projection::k, given[Matrix::k]), {});
    }
    if (given[Matrix::v].size() != 0) v_ = &step(split(Projection::v, given[Matrix::v]), {});
  }

  void project_qkv(TraceTensor* x, TraceTensor* encoded) {
    if (is_compared(attention_.score)) {
      q_ = &step(project(Projection::q), {x, parameter(Matrix::w_q), parameter(Matrix::b_q)});
      k_ = &step(project(Projection::k), {encoded, parameter(Matrix::w_k), parameter(Matrix::b_k)});
    }
    v_ = &step(project(Projection::v), {encoded, parameter(Matrix::w_v), parameter(Matrix::b_v)});
  }

  // ---- Scores to weights. A step that is off returns its input ----

  TraceTensor& given_weights() {
    const Tensor& weights = scene_.embedding.layers[builder_.layer][Matrix::weights];
    return step(given("weights", "H T_q T_k", weights, "(= ({} h i j) (lookup scene h i j))"), {});
  }

  TraceTensor& computed_weights() {
    return normalized(masked(biased(capped(scaled(with_relative_positions(scores()))))));
  }

  TraceTensor& given_scores() {
    if (attention_.scores.size() != 0)
      return step(given("scores", "H T_q T_k", attention_.scores, "(= ({} h i j) (lookup scene i j))"), {});
    const Tensor& of_layer = scene_.embedding.layers[builder_.layer][Matrix::scores];
    return step(given("scores", "H T_q T_k", of_layer, "(= ({} h i j) (lookup scene h i j))"), {});
  }

  TraceTensor& scores() {
    switch (attention_.score) {
      case Score::given:
        return given_scores();
      case Score::cosine:
        return step(score_cosine(), {q_, k_});
      case Score::general: {
        TraceTensor& q_a = step(project_heads("q_a", "H T_q d_k"), {q_, parameter(Matrix::w_a)});
        return step(score(), {&q_a, k_});
      }
      case Score::additive: {
        TraceTensor& q_a = step(project_heads("q_a", "H T_q d_a"), {q_, parameter(Matrix::w_a)});
        TraceTensor& k_a = step(project_heads("k_a", "H T_k d_a"), {k_, parameter(Matrix::u_a)});
        return step(score_additive(), {&q_a, &k_a, parameter(Matrix::v_a)});
      }
      case Score::dot:
      case Score::scaled_dot:
      case Score::weights:
        break;
    }
    if (has_mistake(Mistake::no_transpose)) return step(score_untransposed(), {q_, k_});
    if (has_mistake(Mistake::swapped_qk)) return step(score(), {k_, q_});
    is_fusible_ = scene_.mistake == Mistake::none;
    return step(score(), {q_, k_});
  }

  TraceTensor& with_relative_positions(TraceTensor& scores) {
    const Positions& positions = scene_.positions;
    if (positions.kind == Positions::Kind::given) {
      is_fusible_ = false;
      const Op op = sum("related", "H T_q T_k", "(= ({} h i j) (+ ({0} h i j) ({1} i j)))");
      return step(op, {&scores, builder_.S_rel});
    }
    if (positions.kind != Positions::Kind::relative) return scores;
    is_fusible_ = false;
    TraceTensor& qe = step(relative_products(positions.clip, dimensions_.T_q), {q_, builder_.E_rel});
    step(skew(), {&qe});
    TraceTensor& relative = step(relate(positions.clip, dimensions_.T_q, dimensions_.distances), {q_, builder_.E_rel});
    return step(sum("related", "H T_q T_k", "(= ({} h i j) (+ ({0} h i j) ({1} h i j)))"), {&scores, &relative});
  }

  TraceTensor& scaled(TraceTensor& scores) {
    const std::optional<double>& given = attention_.scale;
    if ((attention_.score != Score::scaled_dot && !given) || has_mistake(Mistake::no_scale)) return scores;
    const bool by_model = has_mistake(Mistake::model_scale);
    const std::size_t width = by_model ? dimensions_.d_model : dimensions_.d_k;
    factor_ = given.value_or(1 / std::sqrt(static_cast<double>(width)));
    return step(scale(factor_, given ? Factor::given : by_model ? Factor::d_model : Factor::d_k), {&scores});
  }

  TraceTensor& capped(TraceTensor& scores) {
    if (attention_.softcap == 0) return scores;
    is_fusible_ = false;
    return step(cap(attention_.softcap), {&scores});
  }

  TraceTensor& biased(TraceTensor& scores) {
    if (scene_.positions.kind != Positions::Kind::alibi) return scores;
    is_fusible_ = false;
    return step(bias(scene_.positions.slopes, attention_.heads), {&scores});
  }

  TraceTensor& masked(TraceTensor& scores) {
    const Mask& mask = attention_.mask;
    if (mask.kind == Mask::Kind::none) return scores;
    blocked_ = &step(blocked(mask), {});
    if (has_mistake(Mistake::mask_after_softmax)) return scores;
    if (has_mistake(Mistake::zero_mask)) return step(mask_zero(), {&scores, blocked_});
    TraceTensor& added = step(steps::mask(), {blocked_});
    if ((mask.kind != Mask::Kind::causal && mask.kind != Mask::Kind::window) || has_gaps(mask)) is_fusible_ = false;
    // A mistake's weights may be anything outside the band.
    if (scene_.mistake == Mistake::none) band_ = band_of(mask);
    return step(mask_scores(), {&scores, &added});
  }

  TraceTensor& normalized(TraceTensor& logits) {
    const double temperature = attention_.temperature;
    if (attention_.normalizer == Attention::Normalizer::sparsemax) {
      const bool masked = logits.name == "masked";
      step(sparsemax_support(temperature, masked), {&logits});
      step(sparsemax_threshold(temperature, masked), {&logits});
      return step(sparsemax(temperature), {&logits});
    }
    if (has_mistake(Mistake::whole_matrix_softmax)) return step(softmax_whole_matrix(temperature), {&logits});
    if (has_mistake(Mistake::mask_after_softmax)) return step(softmax_then_mask(temperature), {&logits, blocked_});
    if (has_mistake(Mistake::overflow_softmax)) return step(softmax_overflowing(temperature), {&logits});
    if (is_fusible_) return step(softmax_of_products(temperature, factor_, band_), {&logits, q_, k_});
    return step(softmax(temperature), {&logits});
  }

  TraceTensor& rounded(TraceTensor& weights) {
    return attention_.round ? step(steps::round(*attention_.round), {&weights}) : weights;
  }

  TraceTensor& mixed(TraceTensor& weights) {
    if (!needs_weighted(scene_)) return step(mix(band_), {&weights, v_});
    const bool wrong = has_mistake(Mistake::wrong_axis_values);
    TraceTensor& weighted = step(wrong ? weigh_wrong_axis() : weigh(), {&weights, v_});
    return step(wrong ? sum_wrong_axis() : sum_weighted(), {&weighted});
  }

  // ---- The block around attention ----

  TraceTensor& normed(TraceTensor& x, std::size_t place) {
    TraceTensor* gamma = parameter(place == 1 ? Matrix::gamma_1 : Matrix::gamma_2);
    TraceTensor* beta = parameter(place == 1 ? Matrix::beta_1 : Matrix::beta_2);
    if (scene_.block.norm == Block::Norm::rms) {
      TraceTensor& mean_square = step(mean_square_of_rows(place), {&x});
      return step(rms_norm(place), {&x, &mean_square, gamma});
    }
    TraceTensor& mean = step(mean_of_rows(place), {&x});
    TraceTensor& variance = step(variance_of_rows(place), {&x, &mean});
    return step(layer_norm(place), {&x, &variance, gamma, beta, &mean});
  }

  TraceTensor& with_residual(StaticString name, TraceTensor* x, TraceTensor& change) {
    return scene_.block.residual ? step(added(name), {x, &change}) : change;
  }

  TraceTensor& transformer_block(TraceTensor* x, TraceTensor& output) {
    const Block& block = scene_.block;
    const bool norms_last = block.norm != Block::Norm::none && !block.pre;
    TraceTensor* current = &with_residual("added_1", x, output);
    if (norms_last) current = &normed(*current, 1);
    if (block.d_ff != 0) {
      TraceTensor* input = current;
      if (norms_first()) current = &normed(*current, 2);
      TraceTensor& activated =
          step(hidden(block.activation), {current, parameter(Matrix::w_1), parameter(Matrix::b_1)});
      TraceTensor& change = step(fed(), {&activated, parameter(Matrix::w_2), parameter(Matrix::b_2)});
      current = &with_residual("added_2", input, change);
      if (norms_last) current = &normed(*current, 2);
    }
    if (current != &output) builder_.rename_last("y");
    return *current;
  }

  const Scene& scene_;
  const Attention& attention_;
  const Dimensions& dimensions_;
  TraceBuilder& builder_;
  std::array<TraceTensor*, Matrices::count> parameters_{};
  TraceTensor *q_ = nullptr, *k_ = nullptr, *v_ = nullptr;
  // Null without a mask.
  TraceTensor* blocked_ = nullptr;
  // Whether the weights are a softmax of q·k·factor_ inside band_, and nothing else.
  bool is_fusible_ = false;
  double factor_ = 1;
  kernels::Band band_ = kernels::every_key;
};

}  // namespace

TraceTensor& attend_layer(const Scene& scene, const Dimensions& dimensions, TraceTensor* x, TraceTensor* encoded,
                          TraceBuilder& builder) {
  return Layer(scene, dimensions, builder)(x, encoded);
}

}  // namespace self_attention
