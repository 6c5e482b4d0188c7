#include "layer.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "mistakes.hpp"
#include "parameters.hpp"
#include "steps/steps.hpp"

namespace self_attention {
namespace {

using namespace steps;
using Score = Attention::Score;

class Layer {
 public:
  Layer(const Scene& scene, const Dimensions& dimensions, Recorder& record)
      : scene_(scene), attention_(scene.attention), dimensions_(dimensions), record_(record) {
    Matrices matrices = initialise(scene, dimensions, record.layer);
    for (std::size_t index = 0; index < Matrices::count; ++index) {
      if (matrices.tensors[index].size() == 0) continue;
      const auto& [name, axes, path, vector] = matrix_names[index];
      const bool general = static_cast<Matrix>(index) == Matrix::w_a && attention_.score == Score::general;
      parameters_[index] = &record.parameter(name, general ? "d_k H·d_k" : axes, std::move(matrices.tensors[index]));
    }
  }

  Named operator()(Named x, Named encoded) {
    const bool self = encoded.tensor == x.tensor;
    const Named read = pre() ? norm_of(x, 1) : x;
    if (self) encoded = read;
    if (scene_.embedding.kind == Embedding::Kind::qkv) {
      take_qkv();
    } else {
      project_qkv(read, encoded);
    }
    if (scene_.positions.kind == Positions::Kind::rope) {
      q_ = named(describe_rotated("q"), rotate(*q_.tensor, scene_.positions.base));
      k_ = named(describe_rotated("k"), rotate(*k_.tensor, scene_.positions.base));
    }
    const Tensor& picture = masked(biased(capped(scaled(related(scores())))));
    const Named weights = rounded(normalised(picture));
    const Tensor& z = mixed(weights);
    record_.step(describe_output(parameter(Matrix::w_o) != nullptr, parameter(Matrix::b_o) != nullptr),
                 merge(z, parameter(Matrix::w_o), parameter(Matrix::b_o)));
    return around(x);
  }

 private:
  const Tensor* parameter(Matrix matrix) const { return parameters_[static_cast<std::size_t>(matrix)]; }
  const Tensor& required(Matrix matrix) const { return *parameter(matrix); }
  bool mistaken(Mistake mistake) const { return scene_.mistake == mistake; }
  bool pre() const { return scene_.block.pre && scene_.block.norm != Block::Norm::none; }
  Literal last() const { return record_.last(); }

  Named named(Description&& description, Tensor&& tensor) {
    const Literal name = description.name;
    return {name, &record_.step(std::move(description), std::move(tensor))};
  }

  // ---- q, k, v ----

  void take_qkv() {
    const Embedding& given = scene_.embedding;
    if (attention_.score != Score::given) {
      q_ = named(describe_projection("q", "", false), split(given.q, dimensions_.H));
      k_ = named(describe_projection("k", "", false), split(given.k, dimensions_.H_kv));
    }
    v_ = named(describe_projection("v", "", false), split(given.v, dimensions_.H_kv));
  }

  void project_qkv(Named x, Named encoded) {
    const auto through = [&](Literal name, Named from, Matrix w, Matrix b, std::size_t heads) {
      return named(describe_projection(name, from.name, parameter(b) != nullptr),
                   project(*from.tensor, required(w), parameter(b), heads));
    };
    if (attention_.score != Score::given) {
      q_ = through("q", x, Matrix::w_q, Matrix::b_q, dimensions_.H);
      k_ = through("k", encoded, Matrix::w_k, Matrix::b_k, dimensions_.H_kv);
    }
    v_ = through("v", encoded, Matrix::w_v, Matrix::b_v, dimensions_.H_kv);
  }

  // ---- The picture: each step hands on what it was given where it is off ----

  const Tensor& scores() {
    const std::size_t group = dimensions_.group();
    const auto& [q, k] = std::tie(q_, k_);
    switch (attention_.score) {
      case Score::given:
        return record_.step(describe_given_scores(), repeat(attention_.scores, dimensions_.H));
      case Score::cosine:
        return record_.step(describe_cosine(q.name, k.name, group), score_cosine(*q.tensor, *k.tensor));
      case Score::general: {
        const Tensor& q_a = record_.step(describe_project_heads("q_a", q.name, 1, true),
                                         project_heads(*q.tensor, required(Matrix::w_a), dimensions_.H));
        return record_.step(describe_scores("q_a", k.name, group), score(q_a, *k.tensor));
      }
      case Score::additive: {
        const Tensor& q_a = record_.step(describe_project_heads("q_a", q.name, 1, false),
                                         project_heads(*q.tensor, required(Matrix::w_a), dimensions_.H));
        const Tensor& k_a = record_.step(describe_project_heads("k_a", k.name, group, false),
                                         project_heads(*k.tensor, required(Matrix::u_a), dimensions_.H));
        return record_.step(describe_additive(), score_additive(q_a, k_a, required(Matrix::v_a)));
      }
      case Score::dot:
      case Score::scaled_dot:
        break;
    }
    if (mistaken(Mistake::no_transpose)) {
      return record_.step(describe_untransposed(q.name, k.name, group), score_untransposed(*q.tensor, *k.tensor));
    }
    if (mistaken(Mistake::swapped_qk)) {
      return record_.step(describe_swapped(q.name, k.name, group), score_swapped(*q.tensor, *k.tensor));
    }
    return record_.step(describe_scores(q.name, k.name, group), score(*q.tensor, *k.tensor));
  }

  const Tensor& related(const Tensor& picture) {
    const Positions& positions = scene_.positions;
    if (positions.kind != Positions::Kind::relative) return picture;
    const Tensor& E_rel = record_.trace().find("E_rel")->tensor;
    const bool clip = positions.clip != 0;
    const Tensor& qe =
        record_.step(describe_qe(q_.name, clip), relative_products(*q_.tensor, E_rel, dimensions_, positions.clip));
    record_.step(describe_skewed(), skew(qe, dimensions_.T_k));
    const Tensor& relative =
        record_.step(describe_relative(q_.name, clip), relate(*q_.tensor, E_rel, dimensions_, positions.clip));
    return record_.step(describe_related(), add(picture, relative));
  }

  const Tensor& scaled(const Tensor& picture) {
    const std::optional<double>& given = attention_.scale;
    if ((attention_.score != Score::scaled_dot && !given) || mistaken(Mistake::no_scale)) return picture;
    const bool by_model = mistaken(Mistake::model_scale);
    const std::size_t width = by_model ? dimensions_.d_model : dimensions_.d_k;
    return record_.step(describe_scaled(last(), given.has_value(), by_model),
                        scale(picture, given.value_or(1 / std::sqrt(static_cast<double>(width)))));
  }

  const Tensor& capped(const Tensor& picture) {
    if (attention_.softcap == 0) return picture;
    return record_.step(describe_capped(last()), cap(picture, attention_.softcap));
  }

  const Tensor& biased(const Tensor& picture) {
    if (scene_.positions.kind != Positions::Kind::alibi) return picture;
    return record_.step(describe_biased(last()), bias(picture));
  }

  const Tensor& masked(const Tensor& picture) {
    picture_ = last();
    if (attention_.mask.kind == Mask::Kind::none) return picture;
    blocked_ =
        &record_.step(describe_blocked(attention_.mask), blocked(attention_.mask, dimensions_.T_q, dimensions_.T_k));
    if (mistaken(Mistake::mask_after_softmax)) return picture;
    const bool zero = mistaken(Mistake::zero_mask);
    if (zero) {
      const Tensor& shown = record_.step(describe_masked(picture_, true), mask_zero(picture, *blocked_));
      picture_ = last();
      return shown;
    }
    const Tensor& mask = record_.step(describe_mask(), mask_of(*blocked_));
    const std::vector<std::size_t> shape{dimensions_.H, dimensions_.T_q, dimensions_.T_k};
    const Tensor& shown = record_.step(describe_masked(picture_, false), mask_added(picture, mask, shape));
    picture_ = last();
    return shown;
  }

  Named normalised(const Tensor& picture) {
    const double temperature = attention_.temperature;
    const bool warm = temperature != 1;
    if (attention_.normalizer == Attention::Normalizer::sparsemax) {
      Sparse found = sparsemax(picture, temperature);
      record_.step(describe_support(picture_, warm), std::move(found.support));
      record_.step(describe_threshold(picture_, warm), std::move(found.threshold));
      return named(describe_sparsemax(picture_, warm), std::move(found.weights));
    }
    const Softmax kind = mistaken(Mistake::whole_matrix_softmax) ? Softmax::whole_matrix
                         : mistaken(Mistake::overflow_softmax)   ? Softmax::overflowing
                                                                 : Softmax::rows;
    const bool after = mistaken(Mistake::mask_after_softmax);
    Tensor weights = softmax(picture, temperature, kind);
    if (after) weights = hide(weights, *blocked_);
    return named(
        describe_weights(picture_,
                         {.temperature = warm, .whole_matrix = kind == Softmax::whole_matrix, .hidden_after = after}),
        std::move(weights));
  }

  Named rounded(Named weights) {
    if (!attention_.round) return weights;
    return named(describe_rounded(), round(*weights.tensor, *attention_.round));
  }

  const Tensor& mixed(Named weights) {
    const std::size_t group = dimensions_.group();
    if (!needs_weighted(scene_)) {
      return record_.step(describe_z(weights.name, group), mix(*weights.tensor, *v_.tensor));
    }
    const bool wrong = mistaken(Mistake::wrong_axis_values);
    const Tensor& products =
        record_.step(describe_weighted(weights.name, group, wrong), weigh(*weights.tensor, *v_.tensor, wrong));
    return record_.step(describe_summed(wrong), sum_weighted(products, wrong));
  }

  // ---- The block around attention ----

  // x normed, as step `which`.
  Named norm_of(Named x, std::size_t which) {
    const bool layer = scene_.block.norm == Block::Norm::layer;
    const Tensor& gamma = required(which == 1 ? Matrix::gamma_1 : Matrix::gamma_2);
    const Tensor* mean = nullptr;
    if (layer) mean = &record_.step(describe_mean(x.name, which), mean_of_rows(*x.tensor));
    const Tensor& spread = layer ? record_.step(describe_variance(x.name, which), variance_of_rows(*x.tensor, *mean))
                                 : record_.step(describe_mean_square(x.name, which), mean_square_of_rows(*x.tensor));
    return named(describe_normed(x.name, which, layer),
                 norm(*x.tensor, mean, spread, gamma, parameter(which == 1 ? Matrix::beta_1 : Matrix::beta_2)));
  }

  Named summed(Literal name, Named x, Named given) {
    if (!scene_.block.residual) return given;
    return named(describe_added(name, x.name, given.name), add(*x.tensor, *given.tensor));
  }

  Named around(Named x) {
    const Block& block = scene_.block;
    const bool normed = block.norm != Block::Norm::none;
    const Named output{"output", &record_.trace().find("output")->tensor};
    Named now = summed("added_1", x, output);
    if (normed && !block.pre) now = norm_of(now, 1);
    if (block.d_ff != 0) {
      const Named before = now;
      if (pre()) now = norm_of(now, 2);
      Tensor hidden = linear(*now.tensor, required(Matrix::w_1), parameter(Matrix::b_1));
      activate(hidden, block.activation);
      const Tensor& active = record_.step(
          describe_hidden(now.name, parameter(Matrix::b_1) != nullptr, block.activation), std::move(hidden));
      const Named fed = named(describe_fed(parameter(Matrix::b_2) != nullptr),
                              linear(active, required(Matrix::w_2), parameter(Matrix::b_2)));
      now = summed("added_2", before, fed);
      if (normed && !block.pre) now = norm_of(now, 2);
    }
    if (now.tensor == output.tensor) return output;
    record_.rename_last("y");
    return {"y", now.tensor};
  }

  const Scene& scene_;
  const Attention& attention_;
  const Dimensions& dimensions_;
  Recorder& record_;
  std::array<const Tensor*, Matrices::count> parameters_{};
  Named q_, k_, v_;
  // The name of what the weights are made from, and what hides where there is a mask.
  Literal picture_;
  const Tensor* blocked_ = nullptr;
};

}  // namespace

Named attend_layer(const Scene& scene, const Dimensions& dimensions, Named x, Named encoded, Recorder& record) {
  return Layer(scene, dimensions, record)(x, encoded);
}

}  // namespace self_attention
