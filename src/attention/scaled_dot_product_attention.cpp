#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "../attention.hpp"
#include "../kernels/kernels.hpp"
#include "../limits.hpp"
#include "../scene/checks.hpp"
#include "../steps/steps.hpp"

namespace self_attention {
namespace {

// The four axes of q, k, v or the mask. Missing leading axes are 1.
using Axes = std::array<std::size_t, 4>;
Axes axes_of(const Tensor& tensor) {
  Axes axes{1, 1, 1, 1};
  std::ranges::copy_backward(tensor.shape(), axes.end());
  return axes;
}

constexpr float hidden = -std::numeric_limits<float>::infinity();

MaybeError check_input(const Tensor& tensor, StaticString name) {
  if (tensor.dimension() < 2 || tensor.dimension() > 4) {
    return error("shape", name, "{} has {} axes, expected 2, 3 or 4: [B,H,T,d]", name, tensor.dimension());
  }
  if (tensor.size() == 0) return error("empty", name, "{} is {}: an axis is 0", name, shape_text(tensor));
  return check_finite(tensor, name, name);
}

MaybeError check_shapes(const Tensor& q, const Tensor& k, const Tensor& v) {
  const auto [B, H, T_q, d_k] = axes_of(q);
  const auto [B_k, H_kv, T_k, width] = axes_of(k);
  const auto [B_v, H_v, T_v, d_v] = axes_of(v);
  if (width != d_k) return error("shape", "k", "k has d_k {}, q has {}", width, d_k);
  if (T_v != T_k) return error("shape", "v", "v has T_k {}, k has {}", T_v, T_k);
  if (H_v != H_kv) return error("heads", "v", "v has {} heads, k has {}", H_v, H_kv);
  if (H % H_kv != 0) return error("heads", "q", "q has {} heads, not a multiple of the {} of k and v", H, H_kv);
  if (B_k != B) return error("shape", "k", "k has batch {}, q has {}", B_k, B);
  if (B_v != B) return error("shape", "v", "v has batch {}, q has {}", B_v, B);
  return {};
}

MaybeError check_mask(const Tensor& mask, const Axes& scores) {
  if (mask.dimension() > 4) return error("shape", "mask", "mask has {} axes, at most 4", mask.dimension());
  const Axes axes = axes_of(mask);
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    if (axes[axis] != 1 && axes[axis] != scores[axis]) {
      const auto& [B, H, T_q, T_k] = scores;
      return error("shape", "mask", "mask is {}, which does not broadcast to {}×{}×{}×{}", shape_text(mask), B, H, T_q,
                   T_k);
    }
  }
  return check_finite(mask, "mask", "mask", true);
}

double floats(const Axes& axes) {
  double product = 1;
  for (const std::size_t axis : axes) product *= static_cast<double>(axis);
  return product;
}

// Whether the fused kernel can be used: no intermediate tensor is asked for, a band describes all that is hidden, and
// no score, scaled or not, can overflow float32. Otherwise each tensor is computed and checked.
bool can_fuse(const Tensor& q, const Tensor& k, double scale, const AttentionOptions& options) {
  if (options.mask || options.softcap != 0 || options.keep_scores || options.keep_scaled || options.keep_capped ||
      options.keep_masked) {
    return false;
  }
  const double largest = static_cast<double>(kernels::largest(q.data(), q.size())) *
                         static_cast<double>(kernels::largest(k.data(), k.size())) * static_cast<double>(axes_of(q)[3]);
  // Half of the limit leaves room for rounding errors.
  return largest * std::max(1.0, std::abs(scale)) < static_cast<double>(std::numeric_limits<float>::max()) / 2;
}

// The memory in use at once: the inputs, the weights and the tensors that were asked for, the output, one head's packed
// keys and values, and the working memory.
double bytes_of(const Axes& q, const Axes& k, const Axes& v, const AttentionOptions& options) {
  const double scores = floats({q[0], q[1], q[2], k[2]});
  const double kept = 1.0 + options.keep_scores + options.keep_scaled + options.keep_capped + options.keep_masked;
  const double mask = options.mask ? static_cast<double>(options.mask->size()) : 0;
  const double packed = static_cast<double>(kernels::Packed::size(k[2], k[3]) + kernels::Packed::size(v[3], v[2]));
  constexpr double scratch_rows = 16;
  return (floats(q) + floats(k) + floats(v) + mask + scores * kept + floats({q[0], q[1], q[2], v[3]}) + packed +
          scratch_rows * static_cast<double>(k[2])) *
         sizeof(float);
}

MaybeError check(const Tensor& q, const Tensor& k, const Tensor& v, const AttentionOptions& options) {
  for (const auto& [tensor, name] : {std::pair{&q, "q"}, std::pair{&k, "k"}, std::pair{&v, "v"}}) {
    if (auto wrong = check_input(*tensor, name)) return wrong;
  }
  if (auto wrong = check_shapes(q, k, v)) return wrong;
  const auto [B, H, T_q, d_k] = axes_of(q);
  if (options.mask) {
    if (auto wrong = check_mask(*options.mask, {B, H, T_q, axes_of(k)[2]})) return wrong;
  }
  if (auto wrong = check_scale(options.scale, "scale")) return wrong;
  if (auto wrong = check_softcap(options.softcap, "softcap")) return wrong;
  return check_bytes(bytes_of(axes_of(q), axes_of(k), axes_of(v), options), limits::max_bytes);
}

// Adds the mask to one head of one batch; an axis of 1 is broadcast. Returns whether a finite score plus a finite mask
// overflows to −∞, which would hide the key.
bool add_mask(const Tensor& mask, std::size_t batch, std::size_t head, float* cell, std::size_t T_q, std::size_t T_k) {
  const auto [of_batches, of_heads, of_queries, of_keys] = axes_of(mask);
  bool lost = false;
  for (std::size_t query = 0; query < T_q; ++query) {
    const std::size_t row = (batch % of_batches * of_heads + head % of_heads) * of_queries + query % of_queries;
    const float* added = mask.data() + row * of_keys;
    for (std::size_t key = 0; key < T_k; ++key, ++cell) {
      *cell += *added;
      lost = lost || (*cell == hidden && *added != hidden);
      if (of_keys != 1) ++added;
    }
  }
  return lost;
}

// One head at a time. Its scores live in the memory of its weights: each step works in place, and tensors that were
// asked for are copied.
class Heads {
 public:
  Heads(const Tensor& q, const Tensor& k, const Tensor& v, const AttentionOptions& options, AttentionResult& result)
      : q_(q), k_(k), v_(v), options_(options), result_(result), axes_(axes_of(q)) {
    const Axes values = axes_of(v);
    H_kv_ = values[1];
    T_k_ = values[2];
    d_v_ = values[3];
    // Beyond ±(T_q + T_k), every offset shows or hides all keys.
    const auto most = static_cast<std::int64_t>(axes_[2] + T_k_);
    const auto after = static_cast<std::ptrdiff_t>(std::clamp(options.causal_offset, -most, most));
    if (options.causal) band_.after = after;
    result.weights = of_width(T_k_);
    result.output = of_width(d_v_);
  }

  MaybeError attend() {
    const auto [B, H, T_q, d_k] = axes_;
    const double scale = options_.scale.value_or(1 / std::sqrt(static_cast<double>(d_k)));
    const bool fused = can_fuse(q_, k_, scale, options_);
    const std::size_t group = H / H_kv_;
    for (std::size_t head = 0; head < B * H; ++head) {
      if (head % group == 0) {
        packed_k_.pack_transposed({k_.data() + head / group * T_k_ * d_k, d_k}, T_k_, d_k);
        packed_v_.pack({v_.data() + head / group * T_k_ * d_v_, d_v_}, d_v_, T_k_);
      }
      const kernels::Rows queries{q_.data() + head * T_q * d_k, d_k};
      const kernels::MutableRows z{result_.output.data() + head * T_q * d_v_, d_v_};
      float* weights = result_.weights.data() + head * T_q * T_k_;
      if (fused) {
        kernels::attention(queries, packed_k_, packed_v_, z, weights, T_q, 0, band_, static_cast<float>(scale), 1,
                           scratch_);
      } else {
        if (auto wrong = weigh(head, queries, weights, static_cast<float>(scale))) return wrong;
        kernels::matmul({weights, T_k_}, packed_v_, z, T_q, {0, d_v_}, {0, T_k_});
      }
    }
    return check_finite(result_.output, "output", "");
  }

 private:
  // The weights of one head, by way of its scores.
  MaybeError weigh(std::size_t head, kernels::Rows queries, float* scores, float factor) {
    const auto [B, H, T_q, d_k] = axes_;
    const std::size_t size = T_q * T_k_;
    const auto keep = [&](bool asked, std::optional<Tensor>& kept) {
      if (!asked) return;
      if (!kept) kept = of_width(T_k_);
      std::copy_n(scores, size, kept->data() + head * size);
    };
    // `result_.weights` as a whole gives the index for the message. Earlier heads hold finite weights.
    const auto checked = [&](StaticString name, bool allow_hidden) {
      const bool finite = kernels::first_not_finite(scores, size, allow_hidden) == size;
      return finite ? MaybeError() : check_finite(result_.weights, name, "", allow_hidden);
    };
    kernels::matmul(queries, packed_k_, {scores, T_k_}, T_q, {0, T_k_}, {0, d_k});
    keep(options_.keep_scores, result_.scores);
    kernels::multiply(scores, factor, size);
    keep(options_.keep_scaled, result_.scaled);
    if (auto wrong = checked("scaled", false)) return wrong;
    if (options_.softcap != 0) steps::cap(scores, size, options_.softcap);
    keep(options_.keep_capped, result_.capped);
    if (options_.mask && add_mask(*options_.mask, head / H, head % H, scores, T_q, T_k_)) {
      return error("not-finite", "mask", "a score and its mask add up to less than float32 holds (-3.4e38)");
    }
    for (std::size_t query = 0; query < T_q; ++query) {
      const Span seen = kernels::visible(band_, query, T_k_);
      std::fill(scores + query * T_k_ + seen.to, scores + (query + 1) * T_k_, hidden);
    }
    keep(options_.keep_masked, result_.masked);
    if (auto wrong = checked("masked", true)) return wrong;
    kernels::softmax_band({scores, T_k_}, T_q, 0, T_k_, band_, 1, 1);
    return {};
  }

  // An uninitialised tensor of q's rank.
  Tensor of_width(std::size_t last) const {
    Tensor::shape_type shape = q_.shape();
    shape.back() = last;
    return Tensor(shape);
  }

  const Tensor &q_, &k_, &v_;
  const AttentionOptions& options_;
  AttentionResult& result_;
  const Axes axes_;  // of q: B, H, T_q, d_k
  std::size_t H_kv_, T_k_, d_v_;
  kernels::Band band_ = kernels::every_key;
  kernels::Packed packed_k_, packed_v_;
  kernels::Scratch scratch_;
};

}  // namespace

MaybeError scaled_dot_product_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                        const AttentionOptions& options, AttentionResult& result) {
  if (auto wrong = check(q, k, v, options)) return wrong;
  return Heads(q, k, v, options, result).attend();
}

}  // namespace self_attention
