#include "layer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "mistakes.hpp"
#include "parameters.hpp"
#include "steps/steps.hpp"

namespace self_attention {
namespace {

using namespace steps;
using Score = Attention::Score;

// Every key, as a band around the query.
constexpr double everywhere = 1e9;

class Layer {
 public:
  Layer(const Scene& scene, const Dimensions& dimensions, Recorder& record)
      : scene_(scene), attention_(scene.attention), dimensions_(dimensions), record_(record) {
    for (std::size_t index = 0; index < Matrices::count; ++index) {
      const auto matrix = static_cast<Matrix>(index);
      const Source source = source_of(matrix, scene, dimensions, record.layer);
      if (source.compute == nullptr) continue;
      const bool general = matrix == Matrix::w_a && attention_.score == Score::general;
      const auto& [name, axes, path, vector] = name_of(matrix);
      parameters_[index] = &record.parameter(name, general ? "d_k H·d_k" : axes, source);
    }
  }

  Traced& operator()(Traced* x, Traced* encoded) {
    Traced* read = pre() ? &norm_of(*x, 1) : x;
    if (encoded == x) encoded = read;
    if (scene_.embedding.kind == Embedding::Kind::qkv) {
      take_qkv();
    } else {
      project_qkv(*read, *encoded);
    }
    if (scene_.positions.kind == Positions::Kind::rope) {
      q_ = &turned("q", *q_);
      k_ = &turned("k", *k_);
    }
    Traced& picture = masked(biased(capped(scaled(related(scores())))));
    Traced& z = mixed(rounded(normalised(picture)));
    Traced* w_o = parameter(Matrix::w_o);
    Traced* b_o = parameter(Matrix::b_o);
    Traced& output = w_o == nullptr
                         ? step(describe_output(false, false), {dimensions_.T_q, z.heads * z.width}, merge).row(&z)
                         : step(describe_output(true, b_o != nullptr), {dimensions_.T_q, w_o->width}, merge_through)
                               .row(&z)
                               .all(w_o)
                               .all(b_o);
    return around(x, output);
  }

 private:
  Traced& step(const Description& description, const Tensor::Shape& shape, Compute compute) {
    return record_.step(description, shape, compute);
  }
  // (H, T_q, T_k)
  Traced& picture(const Description& description, Compute compute) {
    return step(description, {dimensions_.H, dimensions_.T_q, dimensions_.T_k}, compute);
  }

  Traced* parameter(Matrix matrix) const { return parameters_[static_cast<std::size_t>(matrix)]; }
  bool mistaken(Mistake mistake) const { return scene_.mistake == mistake; }
  bool pre() const { return scene_.block.pre && scene_.block.norm != Block::Norm::none; }

  // ---- q, k, v ----

  void take_qkv() {
    const auto cut = [&](Literal name, const Tensor& given, std::size_t heads) {
      return &record_.step(describe_projection(name, "", false), {heads, given.extent(0), given.extent(1) / heads},
                           split, given);
    };
    const Embedding& given = scene_.embedding;
    if (attention_.score != Score::given) {
      q_ = cut("q", given.q, dimensions_.H);
      k_ = cut("k", given.k, dimensions_.H_kv);
    }
    v_ = cut("v", given.v, dimensions_.H_kv);
  }

  void project_qkv(Traced& x, Traced& encoded) {
    const auto through = [&](Literal name, Traced& from, Matrix w, Matrix b, std::size_t heads) {
      return &step(describe_projection(name, from.name, parameter(b) != nullptr),
                   {heads, from.rows, parameter(w)->width / heads}, project)
                  .row(&from)
                  .all(parameter(w))
                  .all(parameter(b));
    };
    if (attention_.score != Score::given) {
      q_ = through("q", x, Matrix::w_q, Matrix::b_q, dimensions_.H);
      k_ = through("k", encoded, Matrix::w_k, Matrix::b_k, dimensions_.H_kv);
    }
    v_ = through("v", encoded, Matrix::w_v, Matrix::b_v, dimensions_.H_kv);
  }

  Traced& turned(Literal name, Traced& from) {
    return step(describe_rotated(name), from.shape, rotate).row(&from).with(scene_.positions.base);
  }

  // ---- The picture: each step hands on what it was given where it is off ----

  Traced& scores() {
    const std::size_t group = dimensions_.group();
    const auto through = [&](Literal name, Traced& from, Matrix w, bool general) -> Traced& {
      const std::size_t width = parameter(w)->width / dimensions_.H;
      return step(describe_project_heads(name, from.name, name == "q_a" ? 1 : group, general),
                  {dimensions_.H, from.rows, width}, project_heads)
          .row(&from)
          .all(parameter(w));
    };
    switch (attention_.score) {
      case Score::given:
        return record_.step(describe_given_scores(), {dimensions_.H, dimensions_.T_q, dimensions_.T_k}, take,
                            attention_.scores);
      case Score::cosine:
        return picture(describe_cosine(q_->name, k_->name, group), score_cosine).row(q_).key(k_);
      case Score::general: {
        Traced& q_a = through("q_a", *q_, Matrix::w_a, true);
        return picture(describe_scores("q_a", k_->name, group), score).row(&q_a).key(k_);
      }
      case Score::additive: {
        Traced& q_a = through("q_a", *q_, Matrix::w_a, false);
        Traced& k_a = through("k_a", *k_, Matrix::u_a, false);
        return picture(describe_additive(), score_additive).row(&q_a).key(&k_a).all(parameter(Matrix::v_a));
      }
      case Score::dot:
      case Score::scaled_dot:
        break;
    }
    if (mistaken(Mistake::no_transpose)) {
      return picture(describe_untransposed(q_->name, k_->name, group), score_untransposed).row(q_).all(k_);
    }
    if (mistaken(Mistake::swapped_qk)) {
      return picture(describe_swapped(q_->name, k_->name, group), score).row(k_).key(q_);
    }
    products_ = scene_.mistake == Mistake::none;
    return picture(describe_scores(q_->name, k_->name, group), score).row(q_).key(k_);
  }

  Traced& related(Traced& before) {
    const Positions& positions = scene_.positions;
    if (positions.kind != Positions::Kind::relative) return before;
    products_ = false;
    Traced* E_rel = record_.E_rel;
    const bool clip = positions.clip != 0;
    const auto at = [](std::size_t number) { return static_cast<double>(number); };
    const double T_q = at(dimensions_.T_q), R = at(dimensions_.distances), limit = at(positions.clip);
    Traced& qe =
        step(describe_qe(q_->name, clip), {dimensions_.H, dimensions_.T_q, dimensions_.distances}, relative_products)
            .row(q_)
            .all(E_rel)
            .with(limit)
            .with(T_q);
    picture(describe_skewed(), skew).all(&qe);
    Traced& relative =
        picture(describe_relative(q_->name, clip), relate).row(q_).all(E_rel).with(limit).with(R).with(T_q);
    return picture(describe_related(), add).over(before).row(&relative);
  }

  Traced& scaled(Traced& before) {
    const std::optional<double>& given = attention_.scale;
    if ((attention_.score != Score::scaled_dot && !given) || mistaken(Mistake::no_scale)) return before;
    const bool by_model = mistaken(Mistake::model_scale);
    const std::size_t width = by_model ? dimensions_.d_model : dimensions_.d_k;
    factor_ = given.value_or(1 / std::sqrt(static_cast<double>(width)));
    return picture(describe_scaled(before.name, given.has_value(), by_model), scale).over(before).with(factor_);
  }

  Traced& capped(Traced& before) {
    if (attention_.softcap == 0) return before;
    products_ = false;
    return picture(describe_capped(before.name), cap).over(before).with(attention_.softcap);
  }

  Traced& biased(Traced& before) {
    if (scene_.positions.kind != Positions::Kind::alibi) return before;
    products_ = false;
    return picture(describe_biased(before.name), bias).over(before);
  }

  Traced& masked(Traced& before) {
    const Mask& mask = attention_.mask;
    if (mask.kind == Mask::Kind::none) return before;
    // More than there are keys is as good as any.
    const auto at = [](std::size_t number) { return std::min(everywhere, static_cast<double>(number)); };
    const Tensor::Shape shape{dimensions_.T_q, dimensions_.T_k};
    const Description described = describe_blocked(mask);
    blocked_ = mask.kind == Mask::Kind::painted ? &record_.step(described, shape, blocked_painted, mask.visible)
                                                : &step(described, shape, blocked)
                                                       .with(static_cast<double>(mask.kind))
                                                       .with(at(mask.length))
                                                       .with(at(mask.before))
                                                       .with(at(mask.after));
    if (mistaken(Mistake::mask_after_softmax)) return before;
    const bool zero = mistaken(Mistake::zero_mask);
    Traced& hidden = zero ? *blocked_ : step(describe_mask(), shape, steps::mask).over(*blocked_);
    take_band(mask);
    return picture(describe_masked(before.name, zero), zero ? mask_zero : mask_scores).over(before).row(&hidden);
  }

  // The keys that a query sees, where they are neighbours: the others need not be computed to be 0.
  void take_band(const Mask& mask) {
    if (scene_.mistake != Mistake::none) return;
    if (mask.kind == Mask::Kind::causal) after_ = 0;
    if (mask.kind == Mask::Kind::window) {
      before_ = std::min(everywhere, static_cast<double>(mask.before));
      after_ = std::min(everywhere, static_cast<double>(mask.after));
    }
    if (mask.kind != Mask::Kind::causal && mask.kind != Mask::Kind::window) products_ = false;
  }

  Traced& normalised(Traced& before) {
    const double temperature = attention_.temperature;
    const bool warm = temperature != 1;
    if (attention_.normalizer == Attention::Normalizer::sparsemax) {
      picture(describe_support(before.name, warm), sparsemax_support).over(before).with(temperature);
      step(describe_threshold(before.name, warm), {dimensions_.H, dimensions_.T_q}, sparsemax_threshold)
          .row(&before)
          .with(temperature);
      return picture(describe_sparsemax(before.name, warm), sparsemax).over(before).with(temperature);
    }
    const bool whole = mistaken(Mistake::whole_matrix_softmax), after = mistaken(Mistake::mask_after_softmax);
    const Compute compute = whole                                 ? softmax_whole_matrix
                            : after                               ? softmax_then_mask
                            : mistaken(Mistake::overflow_softmax) ? softmax_overflowing
                                                                  : static_cast<Compute>(softmax);
    Traced& weights =
        picture(describe_weights(before.name, {.temperature = warm, .whole_matrix = whole, .hidden_after = after}),
                compute)
            .over(before)
            .with(temperature);
    if (after) weights.row(blocked_);
    if (whole) {
      weights.work.whole = true;
      weights.work.reads[0].reach = Reach::all;
    }
    if (products_) {
      weights.row(q_).key(k_).with(factor_).with(before_).with(after_);
      weights.work.direct = softmax_of_products;
    }
    return weights;
  }

  Traced& rounded(Traced& weights) {
    if (!attention_.round) return weights;
    return picture(describe_rounded(), round).over(weights).with(static_cast<double>(*attention_.round));
  }

  Traced& mixed(Traced& weights) {
    const std::size_t group = dimensions_.group(), H = dimensions_.H, T_q = dimensions_.T_q, T_k = dimensions_.T_k;
    if (!needs_weighted(scene_)) {
      return step(describe_z(weights.name, group), {H, T_q, dimensions_.d_v}, mix)
          .row(&weights)
          .key(v_)
          .with(before_)
          .with(after_);
    }
    const bool wrong = mistaken(Mistake::wrong_axis_values);
    Traced& products = step(describe_weighted(weights.name, group, wrong), {H, T_q, T_k, dimensions_.d_v},
                            wrong ? weigh_wrong_axis : static_cast<Compute>(weigh))
                           .row(&weights)
                           .key(v_);
    return step(describe_summed(wrong), {H, T_q, wrong ? T_k : dimensions_.d_v},
                wrong ? sum_wrong_axis : static_cast<Compute>(sum_weighted))
        .row(&products);
  }

  // ---- The block around attention ----

  // x normed, as step `which`.
  Traced& norm_of(Traced& x, std::size_t which) {
    const bool layer = scene_.block.norm == Block::Norm::layer;
    const Tensor::Shape by_row{x.rows};
    Traced* mean = layer ? &step(describe_mean(x.name, which), by_row, mean_of_rows).row(&x) : nullptr;
    Traced& spread = layer ? step(describe_variance(x.name, which), by_row, variance_of_rows).row(&x).row(mean)
                           : step(describe_mean_square(x.name, which), by_row, mean_square_of_rows).row(&x);
    return step(describe_normed(x.name, which, layer), x.shape, norm)
        .over(x)
        .row(&spread)
        .all(parameter(which == 1 ? Matrix::gamma_1 : Matrix::gamma_2))
        .all(parameter(which == 1 ? Matrix::beta_1 : Matrix::beta_2))
        .row(mean);
  }

  Traced& summed(Literal name, Traced* x, Traced& given) {
    if (!scene_.block.residual) return given;
    return step(describe_added(name, x->name, given.name), given.shape, add).over(*x).row(&given);
  }

  Traced& around(Traced* x, Traced& output) {
    const Block& block = scene_.block;
    const bool normed = block.norm != Block::Norm::none;
    Traced* now = &summed("added_1", x, output);
    if (normed && !block.pre) now = &norm_of(*now, 1);
    if (block.d_ff != 0) {
      Traced* before = now;
      if (pre()) now = &norm_of(*now, 2);
      const bool gelu = block.activation == Block::Activation::gelu;
      Traced* b_1 = parameter(Matrix::b_1);
      Traced* b_2 = parameter(Matrix::b_2);
      Traced& hidden = step(describe_hidden(now->name, b_1 != nullptr, block.activation), {now->rows, block.d_ff},
                            gelu ? linear_gelu : linear_relu)
                           .row(now)
                           .all(parameter(Matrix::w_1))
                           .all(b_1);
      Traced& fed = step(describe_fed(b_2 != nullptr), {now->rows, parameter(Matrix::w_2)->width}, linear)
                        .row(&hidden)
                        .all(parameter(Matrix::w_2))
                        .all(b_2);
      now = &summed("added_2", before, fed);
      if (normed && !block.pre) now = &norm_of(*now, 2);
    }
    if (now != &output) record_.rename_last("y");
    return *now;
  }

  const Scene& scene_;
  const Attention& attention_;
  const Dimensions& dimensions_;
  Recorder& record_;
  std::array<Traced*, Matrices::count> parameters_{};
  Traced *q_ = nullptr, *k_ = nullptr, *v_ = nullptr;
  // What hides, where there is a mask.
  Traced* blocked_ = nullptr;
  // Whether the weights follow from products of q and k, a factor and a band of keys alone.
  bool products_ = false;
  double factor_ = 1, before_ = everywhere, after_ = everywhere;
};

}  // namespace

Traced& attend_layer(const Scene& scene, const Dimensions& dimensions, Traced* x, Traced* encoded, Recorder& record) {
  return Layer(scene, dimensions, record)(x, encoded);
}

}  // namespace self_attention
