// Scaled dot-product attention and heads (Vaswani et al. 2017, arXiv:1706.03762), shared key/value heads (Ainslie et
// al. 2023, arXiv:2305.13245), soft cap (Gemma 2, arXiv:2408.00118).
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "normalize.hpp"
#include "numbers.hpp"

namespace reference {

struct Options {
  bool scaled = true;           // false: plain dot product, there is no `scaled`
  std::optional<double> scale;  // 1/√d_k when absent
  double softcap = 0;           // 0 = off
  std::function<double(std::size_t h, std::size_t i, std::size_t j)> mask;  // added; −∞ hides
  bool causal = false;
  std::int64_t causal_offset = 0;
  double temperature = 1;
};

// [head][query][key], but z: [head][query][d_v]. A step that is off hands on what it was given.
struct Pictures {
  Heads scores, scaled, capped, masked, weights, z;
};

// Query head h reads key/value head h / (H / H_kv).
inline Pictures attention(const Heads& q, const Heads& k, const Heads& v, const Options& options) {
  const std::size_t group = q.size() / k.size();
  const std::size_t T_q = q[0].size(), T_k = k[0].size(), d_k = q[0][0].size(), d_v = v[0][0].size();
  const double scale = !options.scaled ? 1 : options.scale.value_or(1 / std::sqrt(static_cast<double>(d_k)));
  const Heads empty(q.size(), Rows(T_q, Row(T_k, 0.0)));
  Pictures p{empty, empty, empty, empty, empty, Heads(q.size(), Rows(T_q, Row(d_v, 0.0)))};
  for (std::size_t h = 0; h < q.size(); ++h) {
    for (std::size_t i = 0; i < T_q; ++i) {
      for (std::size_t j = 0; j < T_k; ++j) {
        const double score = dot(q[h][i], k[h / group][j]);
        const double scaled = scale * score;
        const double capped = options.softcap == 0 ? scaled : options.softcap * std::tanh(scaled / options.softcap);
        const double last_visible = static_cast<double>(i) + static_cast<double>(options.causal_offset);
        const bool hidden = options.causal && static_cast<double>(j) > last_visible;
        p.scores[h][i][j] = score;
        p.scaled[h][i][j] = scaled;
        p.capped[h][i][j] = capped;
        p.masked[h][i][j] = hidden ? -infinity : capped + (options.mask ? options.mask(h, i, j) : 0);
      }
      p.weights[h][i] = softmax(p.masked[h][i], options.temperature);
      for (std::size_t j = 0; j < T_k; ++j) {
        for (std::size_t c = 0; c < d_v; ++c) p.z[h][i][c] += p.weights[h][i][j] * v[h / group][j][c];
      }
    }
  }
  return p;
}

// An empty bias is off; so is an empty w_o.
struct Layer {
  std::size_t heads = 1, kv_heads = 1;
  Rows w_q, w_k, w_v, w_o;
  Row b_q, b_k, b_v, b_o;
  Options options;
};

struct Everything : Pictures {
  Heads q, k, v;
  Rows output;
};

// x: [token][d_model].
inline Everything layer(const Rows& x, const Layer& layer) {
  Everything all;
  all.q = split(affine(x, layer.w_q, layer.b_q), layer.heads);
  all.k = split(affine(x, layer.w_k, layer.b_k), layer.kv_heads);
  all.v = split(affine(x, layer.w_v, layer.b_v), layer.kv_heads);
  static_cast<Pictures&>(all) = attention(all.q, all.k, all.v, layer.options);
  all.output = side_by_side(all.z);
  if (!layer.w_o.empty()) all.output = affine(all.output, layer.w_o, layer.b_o);
  return all;
}

}  // namespace reference
