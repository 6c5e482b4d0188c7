// A whole scene: every step of every layer, in order, from the embedded tokens and the parameters. Score functions:
// additive (Bahdanau et al. 2015, arXiv:1409.0473), general (Luong et al. 2015, arXiv:1508.04025), cosine. The mistakes
// take the place of the right steps, as they would in someone's program.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "block.hpp"
#include "normalize.hpp"
#include "numbers.hpp"
#include "positions.hpp"

namespace reference {

// The parameters of one layer by name; a bias is one row. What is not there is off.
struct Parameters : std::map<std::string, Rows> {
  bool has(const std::string& name) const { return count(name) != 0; }
  Row row(const std::string& name) const { return has(name) ? at(name)[0] : Row(); }
};

// Words are those of a scene. Empty and 0 mean off.
struct Setup {
  Rows x0, x0_k;          // x0_k: of the encoder
  Heads q, k, v;          // instead of projections
  std::string positions;  // "sinusoidal" "concat" "learned" "rope" "alibi" "relative"
  double base = 10000;
  std::size_t width = 0;  // of the sinusoids, with "concat"
  std::size_t clip = 0, distances = 0;
  Rows P, E_rel;  // learned; relative, heads side by side
  std::size_t heads = 1, kv_heads = 1;
  std::string score = "scaledDot";
  Rows scores;  // given
  std::optional<double> scale;
  double softcap = 0, temperature = 1;
  std::function<bool(std::size_t i, std::size_t j)> visible;
  bool sparsemax = false;
  std::optional<std::size_t> round;
  bool weighted = false;
  bool residual = false, pre = false;
  std::string norm;        // "layer" "rms"
  std::string activation;  // "relu" "gelu"; off: no feed-forward
  std::string mistake;
  std::vector<Parameters> layers;
};

struct Step {
  std::string name;
  std::size_t layer;
  Array tensor;
};

namespace detail {

struct Attending {
  const Setup& setup;
  std::vector<Step> steps = {};

  template <class Tensor>
  const Tensor& add(const std::string& name, std::size_t layer, const Tensor& tensor) {
    steps.push_back({name, layer, tensor});
    return tensor;
  }
  bool wrong(std::string_view mistake) const { return setup.mistake == mistake; }

  // What the first layer reads: the words and their places.
  void sources(Rows& x, Rows& x_k) {
    x = add("x0", 0, setup.x0);
    const bool cross = !setup.x0_k.empty();
    x_k = cross ? add("x0_k", 0, setup.x0_k) : Rows();
    if (setup.positions == "sinusoidal" || setup.positions == "concat") {
      const bool beside = setup.positions == "concat";
      const std::size_t width = beside && setup.width != 0 ? setup.width : x[0].size();
      const auto place = [&](const Rows& x0, const Rows& p) { return beside ? side_by_side({x0, p}) : sum(x0, p); };
      const Rows p = add("p", 0, sinusoids(x.size(), width, setup.base));
      const Rows p_k = cross ? add("p_k", 0, sinusoids(x_k.size(), width, setup.base)) : Rows();
      x = add("x", 0, place(x, p));
      if (cross) x_k = add("x_k", 0, place(x_k, p_k));
    }
    if (setup.positions == "learned") {
      x = add("x", 0, sum(x, setup.P));
      if (cross) x_k = add("x_k", 0, sum(x_k, setup.P));
    }
  }

  Rows norm(const std::string& number, std::size_t layer, const Rows& x, const std::string& name) {
    const Parameters& own = setup.layers[layer];
    const bool rms = setup.norm == "rms";
    const Normed result = normed(x, rms, own.row("gamma_" + number), own.row("beta_" + number));
    if (!rms) add("mean_" + number, layer, result.mean);
    add((rms ? "mean_square_" : "variance_") + number, layer, result.variance);
    return add(name, layer, result.x);
  }

  Heads scored(const Heads& q, const Heads& k, std::size_t layer) {
    const Parameters& own = setup.layers[layer];
    const std::size_t group = setup.heads / setup.kv_heads;
    if (setup.score == "given") return Heads(setup.heads, setup.scores);
    const Heads empty(setup.heads, Rows(q[0].size(), Row(k[0].size())));
    const auto project = [&](const Heads& heads, const char* name, std::size_t shared) {
      const Heads w = split(own.at(name), setup.heads);
      Heads projected;
      for (std::size_t h = 0; h < setup.heads; ++h) projected.push_back(affine(heads[h / shared], w[h], {}));
      return projected;
    };
    if (setup.score == "additive") {
      const Heads q_a = add("q_a", layer, project(q, "w_a", 1)), k_a = add("k_a", layer, project(k, "u_a", group));
      const Heads v_a = split(own.at("v_a"), setup.heads);
      return changed(empty, [&](double, auto h, auto i, auto j) {
        double total = 0;
        for (std::size_t e = 0; e < q_a[h][i].size(); ++e) {
          total += v_a[h][0][e] * std::tanh(q_a[h][i][e] + k_a[h][j][e]);
        }
        return total;
      });
    }
    const Heads left = setup.score == "general" ? add("q_a", layer, project(q, "w_a", 1)) : q;
    return changed(empty, [&](double, auto h, auto i, auto j) {
      if (wrong("no-transpose")) {
        double total = 0;
        for (std::size_t c = 0; c < q[h][i].size(); ++c) total += q[h][i][c] * k[h / group][c][j];
        return total;
      }
      if (wrong("swapped-qk")) return dot(k[h / group][i], q[h][j]);
      const Row &a = left[h][i], &b = k[h / group][j];
      const double lengths = setup.score == "cosine" ? std::sqrt(dot(a, a)) * std::sqrt(dot(b, b)) : 1;
      return lengths == 0 ? 0 : dot(a, b) / lengths;
    });
  }

  Heads weighed(const Heads& picture, std::size_t layer) {
    const double temperature = setup.temperature;
    Heads weights = picture;
    if (setup.sparsemax) {
      Heads support = picture;
      Rows threshold(picture.size());
      for (std::size_t h = 0; h < picture.size(); ++h) {
        for (std::size_t i = 0; i < picture[h].size(); ++i) {
          const Sparse sparse = sparsemax(picture[h][i], temperature);
          support[h][i] = sparse.support;
          weights[h][i] = sparse.weights;
          threshold[h].push_back(sparse.threshold);
        }
      }
      add("support", layer, support);
      add("threshold", layer, threshold);
      return weights;
    }
    for (Rows& head : weights) {
      if (wrong("whole-matrix-softmax")) {
        Row all;
        for (const Row& row : head) all.insert(all.end(), row.begin(), row.end());
        all = softmax(all, temperature);
        for (std::size_t i = 0; i < head.size(); ++i) {
          for (std::size_t j = 0; j < head[i].size(); ++j) head[i][j] = all[i * head[i].size() + j];
        }
        continue;
      }
      for (Row& row : head) {
        if (!wrong("overflow-softmax")) {
          row = softmax(row, temperature);
          continue;
        }
        // As float32 has it: an exponential beyond its range is infinite, and ∞/∞ is no number.
        float total = 0;
        for (double& number : row) {
          number = static_cast<double>(static_cast<float>(std::exp(number / temperature)));
          total += static_cast<float>(number);
        }
        for (double& number : row) number /= static_cast<double>(total);
      }
    }
    return weights;
  }

  // From q, k and v to the output.
  Rows attention(const Heads& q, const Heads& k, const Heads& v, std::size_t d_model, std::size_t layer) {
    const Parameters& own = setup.layers[layer];
    const std::size_t T_k = v[0].size(), group = setup.heads / setup.kv_heads;
    Heads picture = add("scores", layer, scored(q, k, layer));
    if (setup.positions == "relative") {
      const Heads E_rel = split(setup.E_rel, setup.heads);
      const Heads qe = add("qe", layer, by_distance(q, E_rel, setup.distances, setup.clip));
      add("skewed", layer, skewed(qe, T_k));
      const Heads plain = add("relative", layer, relative(q, E_rel, T_k, setup.distances, setup.clip));
      picture = add("related", layer,
                    changed(picture, [&](double cell, auto h, auto i, auto j) { return cell + plain[h][i][j]; }));
    }
    if ((setup.score == "scaledDot" || setup.scale) && !wrong("no-scale")) {
      const double width = static_cast<double>(wrong("model-scale") ? d_model : q.empty() ? 1 : q[0][0].size());
      const double factor = setup.scale.value_or(1 / std::sqrt(width));
      picture = add("scaled", layer, changed(picture, [&](double cell, auto...) { return factor * cell; }));
    }
    if (setup.softcap != 0) {
      picture =
          add("capped", layer,
              changed(picture, [&](double cell, auto...) { return setup.softcap * std::tanh(cell / setup.softcap); }));
    }
    if (setup.positions == "alibi") {
      picture = add("biased", layer, changed(picture, [&](double cell, auto h, auto i, auto j) {
                      return cell - slope(h, setup.heads) * distance(i, j);
                    }));
    }
    if (setup.visible) {
      const Heads blocked = changed({Rows(picture[0].size(), Row(T_k))},
                                    [&](double, auto, auto i, auto j) { return setup.visible(i, j) ? 0 : 1; });
      add("blocked", layer, blocked[0]);
      const auto hide = [&](double hidden) {
        return [&blocked, hidden](double cell, auto, auto i, auto j) { return blocked[0][i][j] == 1 ? hidden : cell; };
      };
      if (wrong("zero-mask")) {
        picture = add("masked", layer, changed(picture, hide(0)));
      } else if (!wrong("mask-after-softmax")) {
        add("mask", layer, changed({Rows(picture[0].size(), Row(T_k))}, hide(-infinity))[0]);
        picture = add("masked", layer, changed(picture, hide(-infinity)));
      }
    }
    Heads weights = weighed(picture, layer);
    if (wrong("mask-after-softmax")) {
      weights = changed(weights, [&](double cell, auto, auto i, auto j) { return setup.visible(i, j) ? cell : 0; });
    }
    add("weights", layer, weights);
    if (setup.round) {
      for (Rows& head : weights) {
        for (Row& row : head) row = rounded(row, *setup.round);
      }
      add("rounded", layer, weights);
    }
    return merged(weights, v, group, own, layer);
  }

  Rows merged(const Heads& weights, const Heads& v, std::size_t group, const Parameters& own, std::size_t layer) {
    const bool wrong_axis = wrong("wrong-axis-values");
    Batches weighted;
    Heads z;
    for (std::size_t h = 0; h < weights.size(); ++h) {
      Heads of_head;
      Rows sums;
      for (const Row& row : weights[h]) {
        Rows products = v[h / group];
        for (std::size_t j = 0; j < products.size(); ++j) {
          for (std::size_t c = 0; c < products[j].size(); ++c) products[j][c] *= wrong_axis ? row[c] : row[j];
        }
        // The right sum runs over the keys; after the wrong product it is taken over the numbers of each value.
        Row total(wrong_axis ? products.size() : products[0].size(), 0.0);
        for (std::size_t j = 0; j < products.size(); ++j) {
          for (std::size_t c = 0; c < products[j].size(); ++c) total[wrong_axis ? j : c] += products[j][c];
        }
        of_head.push_back(products);
        sums.push_back(total);
      }
      weighted.push_back(of_head);
      z.push_back(sums);
    }
    if (setup.weighted || wrong_axis) add("weighted", layer, weighted);
    Rows output = side_by_side(add("z", layer, z));
    if (own.has("w_o")) output = affine(output, own.at("w_o"), own.row("b_o"));
    return add("output", layer, output);
  }

  // What the block makes of the output; its last step is called y.
  Rows around(const Rows& x, Rows output, std::size_t layer) {
    const Parameters& own = setup.layers[layer];
    const bool post = !setup.norm.empty() && !setup.pre, before = !setup.norm.empty() && setup.pre;
    const std::size_t first = steps.size();
    if (setup.residual) output = add("added_1", layer, sum(x, output));
    if (post) output = norm("1", layer, output, "normed_1");
    if (!setup.activation.empty()) {
      const Rows kept = output;
      if (before) output = norm("2", layer, output, "normed_2");
      output = affine(output, own.at("w_1"), own.row("b_1"));
      output = add("hidden", layer, activated(output, setup.activation == "relu" ? relu : gelu));
      output = add("fed", layer, affine(output, own.at("w_2"), own.row("b_2")));
      if (setup.residual) output = add("added_2", layer, sum(kept, output));
      if (post) output = norm("2", layer, output, "normed_2");
    }
    if (steps.size() > first) steps.back().name = "y";
    return output;
  }

  void run() {
    Rows x, x_k;
    if (setup.v.empty()) sources(x, x_k);
    for (std::size_t layer = 0; layer < setup.layers.size(); ++layer) {
      const Parameters& own = setup.layers[layer];
      if (layer > 0) add("x", layer, x);
      Heads q = setup.q, k = setup.k, v = setup.v;
      if (setup.v.empty()) {
        const Rows read = setup.pre && !setup.norm.empty() ? norm("1", layer, x, "normed_1") : x;
        const Rows& read_k = x_k.empty() ? read : x_k;
        if (setup.score != "given") {
          q = split(affine(read, own.at("w_q"), own.row("b_q")), setup.heads);
          k = split(affine(read_k, own.at("w_k"), own.row("b_k")), setup.kv_heads);
        }
        v = split(affine(read_k, own.at("w_v"), own.row("b_v")), setup.kv_heads);
      }
      if (!q.empty()) {
        add("q", layer, q);
        add("k", layer, k);
      }
      add("v", layer, v);
      if (setup.positions == "rope") {
        q = add("q_rotated", layer, rotated(q, setup.base));
        k = add("k_rotated", layer, rotated(k, setup.base));
      }
      const Rows output = attention(q, k, v, x.empty() ? 0 : x[0].size(), layer);
      x = around(x, output, layer);
    }
  }
};

}  // namespace detail

// Every step but `tokens` and `tokens_k`, in the order of the data.
inline std::vector<Step> attend(const Setup& setup) {
  detail::Attending attending{setup};
  attending.run();
  return attending.steps;
}

}  // namespace reference
