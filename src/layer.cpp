#include "layer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "scene/mistakes.hpp"
#include "scene/parameters.hpp"
#include "steps/steps.hpp"

namespace self_attention {
namespace {

using namespace steps;
using Score = Attention::Score;

// Every key, as a band around the query.
constexpr double every_key = 1e9;

class Layer {
 public:
  Layer(const Scene& scene, const Dimensions& dimensions, TraceBuilder& builder)
      : scene_(scene), attention_(scene.attention), dimensions_(dimensions), builder_(builder) {
    for (std::size_t index = 0; index < Matrices::count; ++index) {
      const auto matrix = static_cast<Matrix>(index);
      const Source source = source_of(matrix, scene, dimensions, builder.layer);
      if (source.compute == nullptr) continue;
      const bool general = matrix == Matrix::w_a && attention_.score == Score::general;
      const auto& [name, axes, path, vector] = name_of(matrix);
      parameters_[index] = &builder.parameter(name, general ? "d_k H·d_k" : axes, source);
    }
  }

  TraceTensor& operator()(TraceTensor* x, TraceTensor* encoded) {
    TraceTensor* read = pre() ? &norm_of(*x, 1) : x;
    if (encoded == x) encoded = read;
    if (scene_.embedding.kind == Embedding::Kind::qkv) {
      split_given_qkv();
    } else {
      project_qkv(*read, *encoded);
    }
    if (scene_.positions.kind == Positions::Kind::rope) {
      q_ = &rotated("q", *q_);
      k_ = &rotated("k", *k_);
    }
    TraceTensor& logits = masked(biased(capped(scaled(related(scores())))));
    TraceTensor& z = mixed(rounded(normalized(logits)));
    TraceTensor* w_o = parameter(Matrix::w_o);
    TraceTensor* b_o = parameter(Matrix::b_o);
    TraceTensor& output =
        w_o == nullptr ? step(describe_output(false, false), {dimensions_.T_q, z.heads * z.width}, merge).reads_row(&z)
                       : step(describe_output(true, b_o != nullptr), {dimensions_.T_q, w_o->width}, merge_through)
                             .reads_row(&z)
                             .reads_all(w_o)
                             .reads_all(b_o);
    return transformer_block(x, output);
  }

 private:
  TraceTensor& step(const Description& description, const Tensor::shape_type& shape, Compute compute) {
    return builder_.step(description, shape, compute);
  }
  // (H, T_q, T_k)
  TraceTensor& score_step(const Description& description, Compute compute) {
    return step(description, {dimensions_.H, dimensions_.T_q, dimensions_.T_k}, compute);
  }

  TraceTensor* parameter(Matrix matrix) const { return parameters_[static_cast<std::size_t>(matrix)]; }
  bool has_mistake(Mistake mistake) const { return scene_.mistake == mistake; }
  bool pre() const { return scene_.block.pre && scene_.block.norm != Block::Norm::none; }

  // ---- q, k, v ----

  void split_given_qkv() {
    const auto split_heads = [&](Literal name, const Tensor& given, std::size_t heads) {
      return &builder_.step(describe_projection(name, "", false), {heads, given.shape(0), given.shape(1) / heads},
                            split, given);
    };
    const Embedding& given = scene_.embedding;
    if (attention_.score != Score::given) {
      q_ = split_heads("q", given.q, dimensions_.H);
      k_ = split_heads("k", given.k, dimensions_.H_kv);
    }
    v_ = split_heads("v", given.v, dimensions_.H_kv);
  }

  void project_qkv(TraceTensor& x, TraceTensor& encoded) {
    const auto through = [&](Literal name, TraceTensor& from, Matrix w, Matrix b, std::size_t heads) {
      return &step(describe_projection(name, from.name, parameter(b) != nullptr),
                   {heads, from.rows, parameter(w)->width / heads}, project)
                  .reads_row(&from)
                  .reads_all(parameter(w))
                  .reads_all(parameter(b));
    };
    if (attention_.score != Score::given) {
      q_ = through("q", x, Matrix::w_q, Matrix::b_q, dimensions_.H);
      k_ = through("k", encoded, Matrix::w_k, Matrix::b_k, dimensions_.H_kv);
    }
    v_ = through("v", encoded, Matrix::w_v, Matrix::b_v, dimensions_.H_kv);
  }

  TraceTensor& rotated(Literal name, TraceTensor& from) {
    return step(describe_rotated(name), from.shape, rotate).reads_row(&from).with_constant(scene_.positions.base);
  }

  // ---- Scores to weights: each step hands on what it was given where it is off ----

  TraceTensor& scores() {
    const std::size_t group = dimensions_.group();
    const auto through = [&](Literal name, TraceTensor& from, Matrix w, bool general) -> TraceTensor& {
      const std::size_t width = parameter(w)->width / dimensions_.H;
      return step(describe_project_heads(name, from.name, name == "q_a" ? 1 : group, general),
                  {dimensions_.H, from.rows, width}, project_heads)
          .reads_row(&from)
          .reads_all(parameter(w));
    };
    switch (attention_.score) {
      case Score::given:
        return builder_.step(describe_given_scores(), {dimensions_.H, dimensions_.T_q, dimensions_.T_k}, copy_given,
                             attention_.scores);
      case Score::cosine:
        return score_step(describe_cosine(q_->name, k_->name, group), score_cosine).reads_row(q_).reads_keys(k_);
      case Score::general: {
        TraceTensor& q_a = through("q_a", *q_, Matrix::w_a, true);
        return score_step(describe_scores("q_a", k_->name, group), score).reads_row(&q_a).reads_keys(k_);
      }
      case Score::additive: {
        TraceTensor& q_a = through("q_a", *q_, Matrix::w_a, false);
        TraceTensor& k_a = through("k_a", *k_, Matrix::u_a, false);
        return score_step(describe_additive(), score_additive)
            .reads_row(&q_a)
            .reads_keys(&k_a)
            .reads_all(parameter(Matrix::v_a));
      }
      case Score::dot:
      case Score::scaled_dot:
        break;
    }
    if (has_mistake(Mistake::no_transpose)) {
      return score_step(describe_untransposed(q_->name, k_->name, group), score_untransposed)
          .reads_row(q_)
          .reads_all(k_);
    }
    if (has_mistake(Mistake::swapped_qk)) {
      return score_step(describe_swapped(q_->name, k_->name, group), score).reads_row(k_).reads_keys(q_);
    }
    products_ = scene_.mistake == Mistake::none;
    return score_step(describe_scores(q_->name, k_->name, group), score).reads_row(q_).reads_keys(k_);
  }

  TraceTensor& related(TraceTensor& before) {
    const Positions& positions = scene_.positions;
    if (positions.kind == Positions::Kind::given) {
      products_ = false;
      return score_step(describe_given_related(), add).in_place_of(before).reads_row(builder_.S_rel);
    }
    if (positions.kind != Positions::Kind::relative) return before;
    products_ = false;
    TraceTensor* E_rel = builder_.E_rel;
    const bool clip = positions.clip != 0;
    const auto at = [](std::size_t number) { return static_cast<double>(number); };
    const double T_q = at(dimensions_.T_q), R = at(dimensions_.distances), limit = at(positions.clip);
    TraceTensor& qe =
        step(describe_qe(q_->name, clip), {dimensions_.H, dimensions_.T_q, dimensions_.distances}, relative_products)
            .reads_row(q_)
            .reads_all(E_rel)
            .with_constant(limit)
            .with_constant(T_q);
    score_step(describe_skewed(), skew).reads_all(&qe);
    TraceTensor& relative = score_step(describe_relative(q_->name, clip), relate)
                                .reads_row(q_)
                                .reads_all(E_rel)
                                .with_constant(limit)
                                .with_constant(R)
                                .with_constant(T_q);
    return score_step(describe_related(), add).in_place_of(before).reads_row(&relative);
  }

  TraceTensor& scaled(TraceTensor& before) {
    const std::optional<double>& given = attention_.scale;
    if ((attention_.score != Score::scaled_dot && !given) || has_mistake(Mistake::no_scale)) return before;
    const bool by_model = has_mistake(Mistake::model_scale);
    const std::size_t width = by_model ? dimensions_.d_model : dimensions_.d_k;
    factor_ = given.value_or(1 / std::sqrt(static_cast<double>(width)));
    return score_step(describe_scaled(before.name, given.has_value(), by_model), scale)
        .in_place_of(before)
        .with_constant(factor_);
  }

  TraceTensor& capped(TraceTensor& before) {
    if (attention_.softcap == 0) return before;
    products_ = false;
    return score_step(describe_capped(before.name), cap).in_place_of(before).with_constant(attention_.softcap);
  }

  TraceTensor& biased(TraceTensor& before) {
    if (scene_.positions.kind != Positions::Kind::alibi) return before;
    products_ = false;
    return score_step(describe_biased(before.name), bias).in_place_of(before);
  }

  TraceTensor& masked(TraceTensor& before) {
    const Mask& mask = attention_.mask;
    if (mask.kind == Mask::Kind::none) return before;
    // More than there are keys is as good as any.
    const auto at = [](std::size_t number) { return std::min(every_key, static_cast<double>(number)); };
    const Tensor::shape_type shape{dimensions_.T_q, dimensions_.T_k};
    const Description described = describe_blocked(mask);
    blocked_ = mask.kind == Mask::Kind::painted ? &builder_.step(described, shape, blocked_painted, mask.visible)
                                                : &step(described, shape, blocked)
                                                       .with_constant(static_cast<double>(mask.kind))
                                                       .with_constant(at(mask.length))
                                                       .with_constant(at(mask.before))
                                                       .with_constant(at(mask.after));
    if (has_mistake(Mistake::mask_after_softmax)) return before;
    const bool zero = has_mistake(Mistake::zero_mask);
    TraceTensor& hidden = zero ? *blocked_ : step(describe_mask(), shape, steps::mask).in_place_of(*blocked_);
    set_band(mask);
    return score_step(describe_masked(before.name, zero), zero ? mask_zero : mask_scores)
        .in_place_of(before)
        .reads_row(&hidden);
  }

  // The keys that a query sees, where they are neighbours: the others need not be computed to be 0.
  void set_band(const Mask& mask) {
    if (scene_.mistake != Mistake::none) return;
    if (mask.kind == Mask::Kind::causal) after_ = 0;
    if (mask.kind == Mask::Kind::window) {
      before_ = std::min(every_key, static_cast<double>(mask.before));
      after_ = std::min(every_key, static_cast<double>(mask.after));
    }
    if (mask.kind != Mask::Kind::causal && mask.kind != Mask::Kind::window) products_ = false;
  }

  TraceTensor& normalized(TraceTensor& before) {
    const double temperature = attention_.temperature;
    const bool divided = temperature != 1;
    if (attention_.normalizer == Attention::Normalizer::sparsemax) {
      score_step(describe_support(before.name, divided), sparsemax_support)
          .in_place_of(before)
          .with_constant(temperature);
      step(describe_threshold(before.name, divided), {dimensions_.H, dimensions_.T_q}, sparsemax_threshold)
          .reads_row(&before)
          .with_constant(temperature);
      return score_step(describe_sparsemax(before.name, divided), sparsemax)
          .in_place_of(before)
          .with_constant(temperature);
    }
    const bool whole = has_mistake(Mistake::whole_matrix_softmax), after = has_mistake(Mistake::mask_after_softmax);
    const Compute compute = whole                                    ? softmax_whole_matrix
                            : after                                  ? softmax_then_mask
                            : has_mistake(Mistake::overflow_softmax) ? softmax_overflowing
                                                                     : static_cast<Compute>(softmax);
    TraceTensor& weights =
        score_step(
            describe_weights(before.name, {.temperature = divided, .whole_matrix = whole, .hidden_after = after}),
            compute)
            .in_place_of(before)
            .with_constant(temperature);
    if (after) weights.reads_row(blocked_);
    if (whole) {
      weights.computation.needs_all_rows = true;
      weights.computation.inputs[0].dependency = Dependency::all_rows;
    }
    if (products_) {
      weights.reads_row(q_).reads_keys(k_).with_constant(factor_).with_constant(before_).with_constant(after_);
      weights.computation.direct = softmax_of_products;
    }
    return weights;
  }

  TraceTensor& rounded(TraceTensor& weights) {
    if (!attention_.round) return weights;
    return score_step(describe_rounded(), round)
        .in_place_of(weights)
        .with_constant(static_cast<double>(*attention_.round));
  }

  TraceTensor& mixed(TraceTensor& weights) {
    const std::size_t group = dimensions_.group(), H = dimensions_.H, T_q = dimensions_.T_q, T_k = dimensions_.T_k;
    if (!needs_weighted(scene_)) {
      return step(describe_z(weights.name, group), {H, T_q, dimensions_.d_v}, mix)
          .reads_row(&weights)
          .reads_keys(v_)
          .with_constant(before_)
          .with_constant(after_);
    }
    const bool wrong = has_mistake(Mistake::wrong_axis_values);
    TraceTensor& products = step(describe_weighted(weights.name, group, wrong), {H, T_q, T_k, dimensions_.d_v},
                                 wrong ? weigh_wrong_axis : static_cast<Compute>(weigh))
                                .reads_row(&weights)
                                .reads_keys(v_);
    return step(describe_summed(wrong), {H, T_q, wrong ? T_k : dimensions_.d_v},
                wrong ? sum_wrong_axis : static_cast<Compute>(sum_weighted))
        .reads_row(&products);
  }

  // ---- The block around attention ----

  // x normed, as step `which`.
  TraceTensor& norm_of(TraceTensor& x, std::size_t which) {
    const bool layer = scene_.block.norm == Block::Norm::layer;
    const Tensor::shape_type by_row{x.rows};
    TraceTensor* mean = layer ? &step(describe_mean(x.name, which), by_row, mean_of_rows).reads_row(&x) : nullptr;
    TraceTensor& spread =
        layer ? step(describe_variance(x.name, which), by_row, variance_of_rows).reads_row(&x).reads_row(mean)
              : step(describe_mean_square(x.name, which), by_row, mean_square_of_rows).reads_row(&x);
    return step(describe_normed(x.name, which, layer), x.shape, norm)
        .in_place_of(x)
        .reads_row(&spread)
        .reads_all(parameter(which == 1 ? Matrix::gamma_1 : Matrix::gamma_2))
        .reads_all(parameter(which == 1 ? Matrix::beta_1 : Matrix::beta_2))
        .reads_row(mean);
  }

  TraceTensor& residual_sum(Literal name, TraceTensor* x, TraceTensor& given) {
    if (!scene_.block.residual) return given;
    return step(describe_added(name, x->name, given.name), given.shape, add).in_place_of(*x).reads_row(&given);
  }

  TraceTensor& transformer_block(TraceTensor* x, TraceTensor& output) {
    const Block& block = scene_.block;
    const bool normed = block.norm != Block::Norm::none;
    TraceTensor* now = &residual_sum("added_1", x, output);
    if (normed && !block.pre) now = &norm_of(*now, 1);
    if (block.d_ff != 0) {
      TraceTensor* before = now;
      if (pre()) now = &norm_of(*now, 2);
      const bool gelu = block.activation == Block::Activation::gelu;
      TraceTensor* b_1 = parameter(Matrix::b_1);
      TraceTensor* b_2 = parameter(Matrix::b_2);
      TraceTensor& hidden = step(describe_hidden(now->name, b_1 != nullptr, block.activation), {now->rows, block.d_ff},
                                 gelu ? linear_gelu : linear_relu)
                                .reads_row(now)
                                .reads_all(parameter(Matrix::w_1))
                                .reads_all(b_1);
      TraceTensor& fed = step(describe_fed(b_2 != nullptr), {now->rows, parameter(Matrix::w_2)->width}, linear)
                             .reads_row(&hidden)
                             .reads_all(parameter(Matrix::w_2))
                             .reads_all(b_2);
      now = &residual_sum("added_2", before, fed);
      if (normed && !block.pre) now = &norm_of(*now, 2);
    }
    if (now != &output) builder_.rename_last("y");
    return *now;
  }

  const Scene& scene_;
  const Attention& attention_;
  const Dimensions& dimensions_;
  TraceBuilder& builder_;
  std::array<TraceTensor*, Matrices::count> parameters_{};
  TraceTensor *q_ = nullptr, *k_ = nullptr, *v_ = nullptr;
  // What hides, where there is a mask.
  TraceTensor* blocked_ = nullptr;
  // Whether the weights follow from products of q and k, a factor and a band of keys alone.
  bool products_ = false;
  double factor_ = 1, before_ = every_key, after_ = every_key;
};

}  // namespace

TraceTensor& attend_layer(const Scene& scene, const Dimensions& dimensions, TraceTensor* x, TraceTensor* encoded,
                          TraceBuilder& builder) {
  return Layer(scene, dimensions, builder)(x, encoded);
}

}  // namespace self_attention
