// One attention layer that is prepared once and then called many times: projections, scores, softmax, mix and the
// output projection. Intermediate results are not kept.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "../error.hpp"
#include "../kernels/kernels.hpp"
#include "../tensor.hpp"

namespace self_attention {

// w_q (d_model, H·d_k)  w_k (d_model, H_kv·d_k)  w_v (d_model, H_kv·d_v)  w_o (H·d_v, d_out), each with a bias (1,
// columns). w_o and the biases may be of size 0, which means absent.
struct Projections {
  Tensor w_q = no_tensor(), b_q = no_tensor(), w_k = no_tensor(), b_k = no_tensor();
  Tensor w_v = no_tensor(), b_v = no_tensor(), w_o = no_tensor(), b_o = no_tensor();
};

struct MultiHeadOptions {
  std::size_t heads = 1, kv_heads = 1;
  kernels::Band band = kernels::every_key;
  std::optional<double> scale;  // default 1/√d_k
};

// Vaswani et al. 2017, section 3.2.2; with fewer key/value heads than heads, Ainslie et al. 2023, arXiv:2305.13245.
class MultiHeadAttention {
 public:
  // Packs the projections. Errors: "shape", "heads", "range", "not-finite", "too-large".
  MaybeError prepare(const Projections& projections, const MultiHeadOptions& options);

  // Allocates memory for T tokens and, if asked, for the weights of `rows_at_once` queries: few enough to be still in
  // the cache when they are copied. The memory does not move until a later call needs more. Errors: "empty",
  // "too-large".
  MaybeError reserve(std::size_t tokens, bool weights);
  std::size_t rows_at_once() const { return rows_at_once_; }

  // input (T, d_model), which the caller fills; output (T, d_out); weights (rows_at_once, T), or empty.
  std::vector<float>& input() { return x_; }
  std::vector<float>& output() { return projections_[out].exists() ? output_ : z_; }
  std::vector<float>& weights() { return weights_; }
  std::size_t width() const;

  // Attention of the queries from … to − 1 on input(). The queries of all heads are counted one head after the other
  // (H·T). Calls must start at 0, leave no gap and take at most rows_at_once queries. The output is complete after the
  // last query. "not-finite": a number of the input or of a result.
  MaybeError attend(std::size_t from, std::size_t to);

 private:
  enum Place : std::size_t { query, key, value, out, count };
  struct Projection {
    kernels::Packed weights;
    std::vector<float> bias;

    bool exists() const { return weights.columns() != 0; }
    void operator()(const std::vector<float>& x, std::vector<float>& y, std::size_t rows) const;
  };

  MaybeError check(const Projections& projections, const MultiHeadOptions& options) const;
  MaybeError project();

  MultiHeadOptions options_;
  Projection projections_[count];
  std::size_t tokens_ = 0, rows_at_once_ = 0;
  bool with_weights_ = false;
  float scale_ = 1;
  std::vector<float> x_, q_, k_, v_, z_, output_, weights_;
  // The key/value head that packed_k_ and packed_v_ belong to.
  static constexpr std::size_t nothing = static_cast<std::size_t>(-1);
  std::size_t packed_ = nothing;
  kernels::Packed packed_k_, packed_v_;
  kernels::Scratch scratch_;
};

}  // namespace self_attention
