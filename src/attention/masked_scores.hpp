// The steps from q·kᵀ to `masked` of one call of attention, applied to any part of a row.
#pragma once

#include <array>
#include <cstddef>

#include "../attention.hpp"
#include "../kernels/kernels.hpp"

#include <xtensor/containers/xtensor.hpp>

namespace self_attention {

// The four axes of q, k, v or the mask. Missing leading axes are 1.
using Axes = std::array<std::size_t, 4>;
Axes axes_of(const Tensor& tensor);

class MaskedScores {
 public:
  // q, k and the options have been checked and must outlive this object.
  MaskedScores(const Tensor& q, const Tensor& k, const AttentionOptions& options);

  // The keys that the causal mask and the window show.
  kernels::Band band() const { return band_; }
  float factor() const { return factor_; }
  // Whether scaling and the band are all that is done to the scores.
  bool are_only_scaled() const;
  // No score, scaled or not, has a larger absolute value. Infinite if q or k are large enough.
  double bound() const { return bound_; }
  // Whether no sum of a score, its bias and its mask can overflow float32.
  bool are_finite() const { return finite_; }

  // Part of one row, in place: the given keys of query `query` in head `head` of all B·H.
  struct Row {
    std::size_t head, query;
    kernels::Span keys;
    float* scores;

    std::size_t size() const { return keys.to - keys.from; }
  };
  void cap(const Row& row) const;
  // ALiBi: − slope of the head · |distance|.
  void add_bias(const Row& row) const;
  // Returns whether a finite score plus a finite mask overflows to −∞, which would hide the key.
  bool add_mask(const Row& row) const;
  // All steps after q·kᵀ. Returns what add_mask does.
  bool mask(const Row& row) const;

 private:
  const AttentionOptions& options_;
  std::size_t heads_;
  Axes mask_axes_{};
  kernels::Band band_ = kernels::every_key;
  float factor_;
  double bound_;
  bool finite_;
  xt::xtensor<float, 1> places_;  // 0, 1, 2 …, for the bias
};

}  // namespace self_attention
