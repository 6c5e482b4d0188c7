#include "batched_attention.hpp"

#include <algorithm>
#include <limits>

#include "../kernels/kernels.hpp"
#include "../kernels/training.hpp"
#include "../math/elementary_functions.hpp"

namespace self_attention::training {

BatchedAttention::BatchedAttention(const Scene& scene, std::size_t tokens, std::size_t d_k, std::size_t d_v)
    : scene_(scene),
      T_(tokens),
      H_(scene.attention.heads),
      G_(scene.attention.kv_heads == 0 ? H_ : scene.attention.kv_heads),
      d_k_(d_k),
      d_v_(d_v) {
  const Attention& attention = scene.attention;
  const bool scaled = attention.score == Attention::Score::scaled_dot;
  factor_ = static_cast<float>(attention.scale.value_or(scaled ? 1 / std::sqrt(static_cast<double>(d_k)) : 1));
  if (scene.positions.kind == Positions::Kind::rope) {
    const auto [sines, cosines] = steps::sinusoids({0, T_}, scene.positions.base, d_k);
    sines_.assign(sines.begin(), sines.end());
    cosines_.assign(cosines.begin(), cosines.end());
  }
  const std::size_t cells = T_ * T_;
  add_.resize(H_ * cells);
  for (std::size_t head = 0; head < H_; ++head) {
    const float slope = steps::alibi_slope(scene.positions.slopes, head, H_);
    for (std::size_t cell = 0; cell < cells; ++cell) {
      const std::size_t query = cell / T_, key = cell % T_;
      const auto distance = static_cast<float>(query > key ? query - key : key - query);
      const float bias = scene_.positions.kind == Positions::Kind::alibi ? -slope * distance : 0;
      add_[head * cells + cell] =
          steps::hides(attention.mask, query, key) ? -std::numeric_limits<float>::infinity() : bias;
    }
  }
}

// Rotates every head by its position; direction −1 reverses it.
void BatchedAttention::rotate(Numbers& numbers, std::size_t heads, float direction) const {
  for (std::size_t row = 0; row < N_; ++row) {
    const std::size_t angles = row % T_ * (d_k_ / 2);
    for (std::size_t head = 0; head < heads; ++head) {
      kernels::rotate(&numbers[(row * heads + head) * d_k_], &sines_[angles], &cosines_[angles], direction, d_k_,
                      scene_.positions.pairs == Positions::Pairs::halves);
    }
  }
}

void BatchedAttention::forward(Numbers& q, Numbers& k, const Numbers& v, Attended& state, std::size_t N) {
  N_ = N;
  const Attention& attention = scene_.attention;
  if (scene_.positions.kind == Positions::Kind::rope) {
    rotate(q, H_, 1);
    rotate(k, G_, 1);
  }
  const std::size_t cells = T_ * T_, sequences = N_ / T_;
  state.weights.resize(sequences * H_ * cells);
  state.z.resize(N_ * H_ * d_v_);
  const auto softcap = static_cast<float>(attention.softcap);
  if (softcap != 0) state.capped.resize(state.weights.size());
  for (std::size_t sequence = 0; sequence < sequences; ++sequence) {
    for (std::size_t head = 0; head < H_; ++head) {
      const std::size_t of = sequence * H_ + head, group = head / (H_ / G_), first = sequence * T_;
      float* scores = &state.weights[of * cells];
      packed_.pack_transposed({&k[first * G_ * d_k_ + group * d_k_], G_ * d_k_}, T_, d_k_);
      kernels::matmul({&q[first * H_ * d_k_ + head * d_k_], H_ * d_k_}, packed_, {scores, T_}, T_, {0, T_}, {0, d_k_});
      float factor = factor_;
      if (softcap != 0) {
        float* capped = &state.capped[of * cells];
        std::copy_n(scores, cells, capped);
        kernels::multiply(capped, factor_ / softcap, cells);
        kernels::tanh(capped, cells);
        std::copy_n(capped, cells, scores);
        factor = softcap;
      }
      kernels::scale_and_add(factor, &add_[head * cells], scores, cells);
      kernels::softmax(scores, scores, T_, T_, static_cast<float>(attention.temperature));
      packed_.pack({&v[first * G_ * d_v_ + group * d_v_], G_ * d_v_}, d_v_, T_);
      kernels::matmul({scores, T_}, packed_, {&state.z[first * H_ * d_v_ + head * d_v_], H_ * d_v_}, T_, {0, d_v_},
                      {0, T_});
    }
  }
}

void BatchedAttention::backward(const Numbers& q_rows, const Numbers& k_rows, const Numbers& v_rows,
                                const Attended& state, const float* dz) {
  const Attention& attention = scene_.attention;
  const std::size_t cells = T_ * T_, sequences = N_ / T_;
  dq_.resize(q_rows.size());
  dk_.assign(k_rows.size(), 0.0F);
  dv_.assign(v_rows.size(), 0.0F);
  dw_.resize(cells);
  const float factor = factor_ / static_cast<float>(attention.temperature);
  for (std::size_t sequence = 0; sequence < sequences; ++sequence) {
    for (std::size_t head = 0; head < H_; ++head) {
      const std::size_t of = sequence * H_ + head, group = head / (H_ / G_), first = sequence * T_;
      const kernels::Rows weights{&state.weights[of * cells], T_};
      const kernels::Rows z{dz + first * H_ * d_v_ + head * d_v_, H_ * d_v_};
      const kernels::Rows q{&q_rows[first * H_ * d_k_ + head * d_k_], H_ * d_k_};
      const kernels::Rows k{&k_rows[first * G_ * d_k_ + group * d_k_], G_ * d_k_};
      const kernels::Rows v{&v_rows[first * G_ * d_v_ + group * d_v_], G_ * d_v_};
      // Gradients of the weights and of v, then through softmax and the softcap to the scores.
      packed_.pack_transposed(v, T_, d_v_);
      kernels::matmul(z, packed_, {dw_.data(), T_}, T_, {0, T_}, {0, d_v_});
      kernels::add_matmul_of_transposed(weights, z, {&dv_[first * G_ * d_v_ + group * d_v_], G_ * d_v_}, T_, d_v_, T_);
      const bool caps = attention.softcap != 0;
      kernels::softmax_backward(weights.data, dw_.data(), T_, T_, caps ? 1 : factor);
      if (caps) kernels::cap_backward(&state.capped[of * cells], factor, dw_.data(), cells);
      // Gradients of q and k.
      packed_.pack(k, d_k_, T_);
      kernels::matmul({dw_.data(), T_}, packed_, {&dq_[first * H_ * d_k_ + head * d_k_], H_ * d_k_}, T_, {0, d_k_},
                      {0, T_});
      kernels::add_matmul_of_transposed({dw_.data(), T_}, q, {&dk_[first * G_ * d_k_ + group * d_k_], G_ * d_k_}, T_,
                                        d_k_, T_);
    }
  }
  if (scene_.positions.kind == Positions::Kind::rope) {
    rotate(dq_, H_, -1);
    rotate(dk_, G_, -1);
  }
}

}  // namespace self_attention::training
