// One attention layer made ready once and then asked again and again: projections, scores, softmax, mix and the output
// projection, nothing kept of what is in between.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "../error.hpp"
#include "../kernels/kernels.hpp"
#include "../tensor.hpp"

namespace self_attention {

// w_q (d_model, H·d_k)  w_k (d_model, H_kv·d_k)  w_v (d_model, H_kv·d_v)  w_o (H·d_v, d_out), and a bias (1, columns)
// behind each. w_o and the biases may be absent: of size 0.
struct Projections {
  Tensor w_q = no_tensor(), b_q = no_tensor(), w_k = no_tensor(), b_k = no_tensor();
  Tensor w_v = no_tensor(), b_v = no_tensor(), w_o = no_tensor(), b_o = no_tensor();
};

struct MultiHeadOptions {
  std::size_t heads = 1, kv_heads = 1;
  kernels::Band band{kernels::Band::all, kernels::Band::all};
  std::optional<double> scale;  // default 1/√d_k
};

// Vaswani et al. 2017, 3.2.2; with fewer key/value heads than heads, Ainslie et al. 2023, arXiv:2305.13245.
class MultiHeadAttention {
 public:
  // Packs the projections. Errors: "shape", "heads", "range", "not-finite", "too-large".
  Check prepare(const Projections& projections, const MultiHeadOptions& options);

  // Makes room for T tokens, and for the weights of as many queries as `rows_at_once` says, or of none: so few that
  // they are still in the cache when they are copied. What it makes room for stays where it is until more is asked for.
  // "empty", "too-large".
  Check reserve(std::size_t tokens, bool weights);
  std::size_t rows_at_once() const { return rows_at_once_; }

  // (T, d_model), to be filled by the caller; (T, d_out); (rows_at_once, T) or nothing.
  std::vector<float>& input() { return x_; }
  std::vector<float>& output() { return projections_[out].there() ? output_ : z_; }
  std::vector<float>& weights() { return weights_; }
  std::size_t width() const;

  // Of what is in input(), queries from … to, those of all heads one after the other (H·T): at most rows_at_once, from
  // 0 on and without a gap. After the last the output is there. "not-finite": the input, or what becomes of it.
  Check attend(std::size_t from, std::size_t to);

 private:
  enum Place : std::size_t { query, key, value, out, count };
  struct Projection {
    kernels::Packed weights;
    std::vector<float> bias;

    bool there() const { return weights.columns() != 0; }
    void operator()(const std::vector<float>& x, std::vector<float>& y, std::size_t rows) const;
  };

  Check check(const Projections& projections, const MultiHeadOptions& options) const;
  Check project();

  MultiHeadOptions options_;
  Projection projections_[count];
  std::size_t tokens_ = 0, rows_at_once_ = 0;
  bool with_weights_ = false;
  float scale_ = 1;
  std::vector<float> x_, q_, k_, v_, z_, output_, weights_;
  // Of which key/value head.
  static constexpr std::size_t nothing = static_cast<std::size_t>(-1);
  std::size_t packed_ = nothing;
  kernels::Packed packed_k_, packed_v_;
  kernels::Scratch scratch_;
};

}  // namespace self_attention
