#include "batched_attention.hpp"

#include <algorithm>
#include <limits>

#include "../kernels/kernels.hpp"
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
    const auto slope = static_cast<float>(half_to(8.0 * static_cast<double>(head + 1) / static_cast<double>(H_)));
    for (std::size_t cell = 0; cell < cells; ++cell) {
      const std::size_t query = cell / T_, key = cell % T_;
      const auto distance = static_cast<float>(query > key ? query - key : key - query);
      const float bias = scene_.positions.kind == Positions::Kind::alibi ? -slope * distance : 0;
      add_[head * cells + cell] = hidden(query, key) ? -std::numeric_limits<float>::infinity() : bias;
    }
  }
}

// Pairs of columns of every head turned by place, or back.
void BatchedAttention::rotate(Numbers& numbers, std::size_t heads, float direction) const {
  const std::size_t width = heads * d_k_, pairs = d_k_ / 2;
  for (std::size_t at = 0; at < N_; ++at) {
    const std::size_t place = at % T_;
    for (std::size_t head = 0; head < heads; ++head) {
      float* pair = &numbers[at * width + head * d_k_];
      for (std::size_t index = 0; index < pairs; ++index, pair += 2) {
        const float sine = direction * sines_[place * pairs + index], cosine = cosines_[place * pairs + index];
        const float even = pair[0] * cosine - pair[1] * sine;
        pair[1] = pair[1] * cosine + pair[0] * sine;
        pair[0] = even;
      }
    }
  }
}

bool BatchedAttention::hidden(std::size_t query, std::size_t key) const {
  const Mask& mask = scene_.attention.mask;
  const Span seen = steps::visible_keys(mask, query, T_);
  if (key < seen.from || key >= seen.to) return true;
  return mask.kind == Mask::Kind::painted && mask.visible(query, key) == 0;
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
  const bool caps = attention.softcap != 0;
  if (caps) state.capped.resize(state.weights.size());
  for (std::size_t sequence = 0; sequence < sequences; ++sequence) {
    for (std::size_t head = 0; head < H_; ++head) {
      const std::size_t of = sequence * H_ + head, group = head / (H_ / G_), first = sequence * T_;
      float* scores = &state.weights[of * cells];
      kernels::matmul_transposed({&q[first * H_ * d_k_ + head * d_k_], H_ * d_k_},
                                 {&k[first * G_ * d_k_ + group * d_k_], G_ * d_k_}, {scores, T_}, T_, T_, d_k_);
      auto numbers = row(scores, cells);
      const auto added = row(static_cast<const float*>(&add_[head * cells]), cells);
      if (caps) {
        const auto softcap = static_cast<float>(attention.softcap);
        auto capped = row(&state.capped[of * cells], cells);
        assign(capped, numbers * (factor_ / softcap));
        kernels::tanh(capped.data(), cells);
        assign(numbers, softcap * capped + added);
      } else {
        assign(numbers, factor_ * numbers + added);
      }
      kernels::softmax(scores, scores, T_, T_, static_cast<float>(attention.temperature));
      kernels::matmul({scores, T_}, {&v[first * G_ * d_v_ + group * d_v_], G_ * d_v_},
                      {&state.z[first * H_ * d_v_ + head * d_v_], H_ * d_v_}, T_, d_v_, T_);
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
  turned_.resize(cells);
  of_head_.resize(T_ * std::max(d_k_, d_v_));
  const bool caps = attention.softcap != 0;
  for (std::size_t sequence = 0; sequence < sequences; ++sequence) {
    for (std::size_t head = 0; head < H_; ++head) {
      const std::size_t of = sequence * H_ + head, group = head / (H_ / G_), first = sequence * T_;
      const float* weights = &state.weights[of * cells];
      const kernels::Rows z{dz + first * H_ * d_v_ + head * d_v_, H_ * d_v_};
      const kernels::Rows q{&q_rows[first * H_ * d_k_ + head * d_k_], H_ * d_k_};
      const kernels::Rows k{&k_rows[first * G_ * d_k_ + group * d_k_], G_ * d_k_};
      const kernels::Rows v{&v_rows[first * G_ * d_v_ + group * d_v_], G_ * d_v_};
      kernels::matmul_transposed(z, v, {dw_.data(), T_}, T_, T_, d_v_);
      add_turned(weights, z, &dv_[first * G_ * d_v_ + group * d_v_], G_ * d_v_, d_v_);
      // softmax
      for (std::size_t query = 0; query < T_; ++query) {
        auto gradient = row(&dw_[query * T_], T_);
        const auto shares = row(weights + query * T_, T_);
        const float mean = sum_of(shares * gradient);
        assign(gradient, shares * (gradient - mean));
      }
      auto scores = row(dw_.data(), cells);
      const float factor = factor_ / static_cast<float>(attention.temperature);
      if (caps) {
        const auto capped = row(static_cast<const float*>(&state.capped[of * cells]), cells);
        assign(scores, factor * scores * (1.0F - capped * capped));
      } else {
        assign(scores, factor * scores);
      }
      kernels::matmul({dw_.data(), T_}, k, {&dq_[first * H_ * d_k_ + head * d_k_], H_ * d_k_}, T_, d_k_, T_);
      add_turned(dw_.data(), q, &dk_[first * G_ * d_k_ + group * d_k_], G_ * d_k_, d_k_);
    }
  }
  if (scene_.positions.kind == Positions::Kind::rope) {
    rotate(dq_, H_, -1);
    rotate(dk_, G_, -1);
  }
}

// Adds aᵀ (T×T) · b (T×width).
void BatchedAttention::add_turned(const float* a, kernels::Rows b, float* sum, std::size_t stride, std::size_t width) {
  transpose(a, T_, T_, turned_.data());
  kernels::matmul({turned_.data(), T_}, b, {of_head_.data(), width}, T_, width, T_);
  for (std::size_t at = 0; at < T_; ++at) {
    auto to = row(sum + at * stride, width);
    assign(to, to + row(static_cast<const float*>(&of_head_[at * width]), width));
  }
}

}  // namespace self_attention::training
