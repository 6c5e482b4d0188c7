// Attention for all sequences of a batch, one sequence and head at a time, forward and backward.
#pragma once

#include <cstddef>

#include "../attention.hpp"
#include "parts.hpp"

namespace self_attention::training {

// The result of attention, and what the backward pass needs: weights (B, H, T, T), with a softcap the tanh before it,
// and z (B·T, H·d_v).
struct Attended {
  Numbers weights, capped, z;
};

// Heads are side by side in a row: q (B·T, H·d_k), k (B·T, H_kv·d_k), v (B·T, H_kv·d_v).
class BatchedAttention {
 public:
  // The scene's scores are dot products. It must outlive this object.
  BatchedAttention(const Scene& scene, std::size_t tokens, std::size_t d_k, std::size_t d_v);

  // RoPE rotates q and k in place. N is B·T.
  void forward(Numbers& q, Numbers& k, const Numbers& v, Attended& state, std::size_t N);
  // From the gradient of z to those of q, k and v.
  void backward(const Numbers& q_rows, const Numbers& k_rows, const Numbers& v_rows, const Attended& state,
                const float* dz);
  const Numbers& dq() const { return dq_; }
  const Numbers& dk() const { return dk_; }
  const Numbers& dv() const { return dv_; }

 private:
  void rotate(Numbers& numbers, std::size_t heads, float direction) const;

  const Scene& scene_;
  std::size_t T_, H_, G_, d_k_, d_v_, N_ = 0;
  float factor_ = 1;
  // Added to the scores of each head: −∞ for a hidden key, and the bias of ALiBi.
  Numbers add_;
  Numbers sines_, cosines_, dq_, dk_, dv_, dw_;
  kernels::Packed packed_;
};

}  // namespace self_attention::training
