// A whole scene: every step of every layer, in order, from the embedded tokens and the parameters. Score functions:
// additive (Bahdanau et al. 2015, arXiv:1409.0473), general (Luong et al. 2015, arXiv:1508.04025), cosine. The block:
// LayerNorm (Ba et al. 2016, arXiv:1607.06450), RMSNorm (Zhang & Sennrich 2019, arXiv:1910.07467), feed-forward with
// ReLU or GELU in its tanh form (Hendrycks & Gimpel 2016, arXiv:1606.08415). A mistake replaces the correct step, as in
// a real program.
#include <numbers>
#include <string_view>

#include <xtensor/core/xmath.hpp>
#include <xtensor/generators/xbuilder.hpp>
#include <xtensor/misc/xmanipulation.hpp>
#include <xtensor/views/xview.hpp>

#include "../reference.hpp"

namespace reference {
namespace {

constexpr double epsilon = 1e-5;

// The lengths of the vectors along the last axis, which is dropped.
Array lengths(const Array& vectors) {
  return xt::sqrt(xt::sum(vectors * vectors, {vectors.dimension() - 1}));
}

Array activated(const Array& x, const std::string& activation) {
  // NaN stays NaN.
  if (activation == "relu") return xt::where(x < 0.0, 0.0, x);
  return 0.5 * x * (1 + xt::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
}

// As in float32: an exponential beyond its range is infinite, and ∞/∞ is NaN.
Array overflowing_softmax(const Array& scores, double temperature) {
  const xt::xarray<float> exponentials = xt::cast<float>(xt::exp(scores / temperature));
  const xt::xarray<float> sum = xt::sum<float>(exponentials, {scores.dimension() - 1}, xt::keep_dims);
  return xt::cast<double>(exponentials) / xt::cast<double>(sum);
}

Array whole_matrix_softmax(Array scores, double temperature) {
  const auto shape = scores.shape();
  scores.reshape({shape[0], shape[1] * shape[2]});
  Array weights = softmax(scores, temperature);
  weights.reshape(shape);
  return weights;
}

class Pipeline {
 public:
  explicit Pipeline(const Setup& setup) : setup_(setup) {}

  std::vector<Step> run() {
    Array x, x_k;
    if (!is_there(setup_.v)) std::tie(x, x_k) = sources();
    for (layer_ = 0; layer_ < setup_.layers.size(); ++layer_) {
      if (layer_ > 0) add("x", x);
      auto [q, k, v] = projected(x, x_k);
      if (is_there(q)) {
        add("q", q);
        add("k", k);
      }
      add("v", v);
      if (setup_.positions == "rope") {
        q = add("q_rotated", setup_.halves ? rotated_halves(q, setup_.base) : rotated(q, setup_.base));
        k = add("k_rotated", setup_.halves ? rotated_halves(k, setup_.base) : rotated(k, setup_.base));
      }
      const double width = is_there(q) ? static_cast<double>(wrong("model-scale") ? x.shape(1) : q.shape(2)) : 1;
      const Array weights = normalized(masked(biased(capped(scaled(related(scored(q, k), q, v), width)))));
      x = block(x, output(mixed(weights, repeated(v))));
    }
    return steps_;
  }

 private:
  const Array& add(const std::string& name, const Array& tensor) {
    return steps_.emplace_back(name, layer_, tensor).tensor;
  }
  bool wrong(std::string_view mistake) const { return setup_.mistake == mistake; }
  Array parameter(const std::string& name) const { return setup_.layers[layer_][name]; }
  // One key or value head for each query head.
  Array repeated(const Array& heads) const { return xt::repeat(heads, setup_.heads / setup_.kv_heads, 0); }

  // The input of the first layer: words and positions.
  std::pair<Array, Array> sources() {
    const bool cross = is_there(setup_.x0_k), beside = setup_.positions == "concat";
    Array x = add("x0", setup_.x0), x_k = cross ? add("x0_k", setup_.x0_k) : Array();
    if (beside || setup_.positions == "sinusoidal") {
      const std::size_t width = beside && setup_.width != 0 ? setup_.width : x.shape(1);
      const auto placed = [beside](const Array& x0, const Array& p) {
        return beside ? Array(xt::concatenate(xt::xtuple(x0, p), 1)) : Array(x0 + p);
      };
      const Array p = add("p", sinusoids(x.shape(0), width, setup_.base));
      const Array p_k = cross ? add("p_k", sinusoids(x_k.shape(0), width, setup_.base)) : Array();
      x = add("x", placed(x, p));
      if (cross) x_k = add("x_k", placed(x_k, p_k));
    }
    if (setup_.positions == "learned") {
      const auto placed = [this](const Array& x0) { return x0 + xt::view(setup_.P, xt::range(0, x0.shape(0))); };
      x = add("x", placed(x));
      if (cross) x_k = add("x_k", placed(x_k));
    }
    return {x, x_k};
  }

  std::tuple<Array, Array, Array> projected(const Array& x, const Array& x_k) {
    if (is_there(setup_.v)) return {setup_.q, setup_.k, setup_.v};
    const Array read = setup_.pre && !setup_.norm.empty() ? norm("1", x) : x;
    const Array& read_k = is_there(x_k) ? x_k : read;
    const auto through = [this](const Array& from, const std::string& name, std::size_t heads) {
      return split_heads(affine(from, parameter("w_" + name), parameter("b_" + name)), heads);
    };
    const Array v = through(read_k, "v", setup_.kv_heads);
    if (setup_.score == "given") return {Array(), Array(), v};
    return {through(read, "q", setup_.heads), through(read_k, "k", setup_.kv_heads), v};
  }

  Array scored(const Array& q, const Array& k) { return add("scores", score(q, k)); }

  Array score(const Array& q, const Array& k) {
    if (setup_.score == "given") {
      return xt::broadcast(setup_.scores, {setup_.heads, setup_.scores.shape(0), setup_.scores.shape(1)});
    }
    const Array keys = repeated(k);
    const auto through = [this](const Array& heads, const std::string& w) {
      return matmul(heads, split_heads(parameter(w), setup_.heads));
    };
    if (setup_.score == "additive") {
      const Array q_a = add("q_a", through(q, "w_a")), k_a = add("k_a", through(keys, "u_a"));
      Array v_a = parameter("v_a");
      v_a.reshape({setup_.heads, 1, 1, q_a.shape(2)});
      // Σ_e v_a(e) · tanh(q_a(i, e) + k_a(j, e))
      return xt::sum(v_a * xt::tanh(xt::expand_dims(q_a, 2) + xt::expand_dims(k_a, 1)), {3});
    }
    if (wrong("no-transpose")) return matmul(q, keys);
    if (wrong("swapped-qk")) return matmul(keys, transposed(q));
    if (setup_.score == "general") return matmul(add("q_a", through(q, "w_a")), transposed(keys));
    const Array products = matmul(q, transposed(keys));
    if (setup_.score != "cosine") return products;
    const Array both = xt::expand_dims(lengths(q), 2) * xt::expand_dims(lengths(keys), 1);
    return xt::where(xt::equal(both, 0.0), 0.0, products / both);
  }

  Array related(const Array& scores, const Array& q, const Array& v) {
    if (setup_.positions == "given") return add("related", scores + setup_.S_rel);
    if (setup_.positions != "relative") return scores;
    const std::size_t T_k = v.shape(1);
    const Array E_rel = split_heads(setup_.E_rel, setup_.heads);
    const Array qe = add("qe", relative_products(q, E_rel, setup_.distances, setup_.clip));
    add("skewed", skewed(qe, T_k));
    const Array looked_up = add("relative", relative(qe, T_k));
    return add("related", scores + looked_up);
  }

  Array scaled(const Array& scores, double width) {
    if ((setup_.score != "scaledDot" && !setup_.scale) || wrong("no-scale")) return scores;
    return add("scaled", setup_.scale.value_or(1 / std::sqrt(width)) * scores);
  }

  Array capped(const Array& scores) {
    if (setup_.softcap == 0) return scores;
    return add("capped", setup_.softcap * xt::tanh(scores / setup_.softcap));
  }

  Array biased(const Array& scores) {
    if (setup_.positions != "alibi") return scores;
    const Array slopes = setup_.reference_slopes ? reference_slopes(setup_.heads) : geometric_slopes(setup_.heads);
    return add("biased", scores + alibi(slopes, scores.shape(1), scores.shape(2)));
  }

  Array masked(const Array& scores) {
    if (!is_there(setup_.visible)) return scores;
    const Array blocked = add("blocked", 1 - setup_.visible);
    if (wrong("mask-after-softmax")) return scores;
    if (wrong("zero-mask")) return add("masked", xt::where(blocked > 0, 0.0, scores));
    const Array mask = add("mask", xt::where(blocked > 0, -infinity, 0.0));
    return add("masked", xt::where(mask < 0.0, mask, scores + mask));
  }

  Array normalized(const Array& scores) {
    Array weights;
    if (setup_.sparsemax) {
      const Sparsemax sparse = sparsemax(scores, setup_.temperature);
      add("support", sparse.support);
      add("threshold", sparse.threshold);
      weights = sparse.weights;
    } else if (wrong("whole-matrix-softmax")) {
      weights = whole_matrix_softmax(scores, setup_.temperature);
    } else if (wrong("overflow-softmax")) {
      weights = overflowing_softmax(scores, setup_.temperature);
    } else {
      weights = softmax(scores, setup_.temperature);
    }
    if (wrong("mask-after-softmax")) weights *= setup_.visible;
    add("weights", weights);
    return setup_.round ? add("rounded", rounded(weights, *setup_.round)) : weights;
  }

  // z: the sum of the values times their weights. The mistake multiplies the numbers of a value by the weights and sums
  // over those numbers.
  Array mixed(const Array& weights, const Array& v) {
    const bool wrong_axis = wrong("wrong-axis-values");
    const Array weighted = xt::expand_dims(weights, wrong_axis ? 2 : 3) * xt::expand_dims(v, 1);
    if (setup_.weighted || wrong_axis) add("weighted", weighted);
    return add("z", xt::sum(weighted, {wrong_axis ? 3U : 2U}));
  }

  Array output(const Array& z) {
    const Array merged = merge_heads(z), w_o = parameter("w_o");
    return add("output", is_there(w_o) ? affine(merged, w_o, parameter("b_o")) : merged);
  }

  Array norm(const std::string& which, const Array& x) {
    const bool rms = setup_.norm == "rms";
    const Array mean = rms ? Array(0.0) : Array(xt::mean(x, {1}));
    const Array centred = rms ? x : Array(x - xt::expand_dims(mean, 1));
    const Array square = xt::mean(centred * centred, {1});
    if (!rms) add("mean_" + which, mean);
    add((rms ? "mean_square_" : "variance_") + which, square);
    const Array gamma = parameter("gamma_" + which), beta = parameter("beta_" + which);
    Array normed = centred / xt::expand_dims(xt::sqrt(square + epsilon), 1);
    if (is_there(gamma)) normed *= gamma;
    if (!rms && is_there(beta)) normed += beta;
    return add("normed_" + which, normed);
  }

  // The block. Its last step is called y.
  Array block(const Array& x, Array output) {
    const bool post = !setup_.norm.empty() && !setup_.pre, pre = !setup_.norm.empty() && setup_.pre;
    const std::size_t first = steps_.size();
    if (setup_.residual) output = add("added_1", x + output);
    if (post) output = norm("1", output);
    if (!setup_.activation.empty()) {
      const Array kept = output;
      if (pre) output = norm("2", output);
      output = affine(output, parameter("w_1"), parameter("b_1"));
      output = add("hidden", activated(output, setup_.activation));
      output = add("fed", affine(output, parameter("w_2"), parameter("b_2")));
      if (setup_.residual) output = add("added_2", kept + output);
      if (post) output = norm("2", output);
    }
    if (steps_.size() > first) steps_.back().name = "y";
    return output;
  }

  const Setup& setup_;
  std::size_t layer_ = 0;
  std::vector<Step> steps_;
};

}  // namespace

std::vector<Step> attend(const Setup& setup) {
  return Pipeline(setup).run();
}

}  // namespace reference
