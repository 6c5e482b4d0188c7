// Attention of all sequences of a batch, a sequence and a head at a time, and the way back through it.
#pragma once

#include <cstddef>

#include "../attention.hpp"
#include "parts.hpp"

namespace self_attention::training {

// What attention gives, and what the way back needs of it: weights (B, H, T, T), before them tanh of what a softcap
// bounds, and z (B·T, H·d_v).
struct Attended {
  Numbers weights, capped, z;
};

// Of rows whose heads stand side by side: q (B·T, H·d_k), k (B·T, H_kv·d_k), v (B·T, H_kv·d_v).
class BatchedAttention {
 public:
  // The scene's scores are dot products; it must outlive this.
  BatchedAttention(const Scene& scene, std::size_t tokens, std::size_t d_k, std::size_t d_v);

  // With RoPE q and k are turned where they stand. N is B·T.
  void forward(Numbers& q, Numbers& k, const Numbers& v, Attended& state, std::size_t N);
  // Of z's gradient, those of q, k and v.
  void backward(const Numbers& q_rows, const Numbers& k_rows, const Numbers& v_rows, const Attended& state,
                const float* dz);
  const Numbers& dq() const { return dq_; }
  const Numbers& dk() const { return dk_; }
  const Numbers& dv() const { return dv_; }

 private:
  void rotate(Numbers& numbers, std::size_t heads, float direction) const;
  bool hidden(std::size_t query, std::size_t key) const;

  const Scene& scene_;
  std::size_t T_, H_, G_, d_k_, d_v_, N_ = 0;
  float factor_ = 1;
  // What is added to the scores of each head: −∞ where a key is hidden, and what ALiBi takes off.
  Numbers add_;
  Numbers sines_, cosines_, dq_, dk_, dv_, dw_;
  kernels::Packed packed_;
};

}  // namespace self_attention::training
