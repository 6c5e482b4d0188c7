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

// The four axes of q, k, v or the mask; missing leading ones are 1.
using Axes = std::array<std::size_t, 4>;
Axes axes_of(const Tensor& tensor) {
  Axes axes{1, 1, 1, 1};
  std::ranges::copy_backward(tensor.shape(), axes.end());
  return axes;
}

constexpr float hidden = -std::numeric_limits<float>::infinity();

Check check_input(const Tensor& tensor, Literal name) {
  if (tensor.dimension() < 2 || tensor.dimension() > 4) {
    return error("shape", name, "{} has {} axes, expected 2, 3 or 4: [B,H,T,d]", name, tensor.dimension());
  }
  if (tensor.size() == 0) return error("empty", name, "{} is {}: an axis is 0", name, shape_text(tensor));
  return check_finite(tensor, name, name);
}

Check check_shapes(const Tensor& q, const Tensor& k, const Tensor& v) {
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

Check check_mask(const Tensor& mask, const Axes& scores) {
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

// Nothing is asked for between q, k, v and the weights, nothing is in their way that a band could not say, and no score
// can be more than float32 holds, scaled or not: where one could, each is looked at.
bool only_weights(const Tensor& q, const Tensor& k, double scale, const AttentionOptions& options) {
  if (options.mask || options.softcap != 0 || options.keep_scores || options.keep_scaled || options.keep_capped ||
      options.keep_masked) {
    return false;
  }
  const double largest = static_cast<double>(kernels::largest(q.data(), q.size())) *
                         static_cast<double>(kernels::largest(k.data(), k.size())) * static_cast<double>(axes_of(q)[3]);
  // Half of it, for what is lost to rounding on the way.
  return largest * std::max(1.0, std::abs(scale)) < static_cast<double>(std::numeric_limits<float>::max()) / 2;
}

// Everything that is alive at once: the inputs, the weights and what is kept on the way to them, the output, a head's
// keys and values packed, and the scratch.
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

Check check(const Tensor& q, const Tensor& k, const Tensor& v, const AttentionOptions& options) {
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

// The mask's rows for one head of one batch, added. Where it has only one, that is the same for all. Returns whether a
// finite score and a finite mask are so low together that the sum would hide the key.
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

}  // namespace

// A head at a time, its scores in the memory of its weights: each step in place, and a copy of what is to be kept.
Check scaled_dot_product_attention(const Tensor& q, const Tensor& k, const Tensor& v, const AttentionOptions& options,
                                   AttentionResult& result) {
  if (auto wrong = check(q, k, v, options)) return wrong;
  const auto [B, H, T_q, d_k] = axes_of(q);
  const auto [B_v, H_kv, T_k, d_v] = axes_of(v);
  const double scale = options.scale.value_or(1 / std::sqrt(static_cast<double>(d_k)));
  const bool quick = only_weights(q, k, scale, options);
  const auto factor = static_cast<float>(scale);
  // Past ±(T_q + T_k) every offset means all or nothing.
  const auto most = static_cast<std::int64_t>(T_q + T_k);
  const auto after = static_cast<std::ptrdiff_t>(std::clamp(options.causal_offset, -most, most));
  const kernels::Band band{kernels::Band::all, options.causal ? after : kernels::Band::all};

  // Of q's rank.
  const auto of_width = [&q](std::size_t last) {
    Tensor::shape_type shape = q.shape();
    shape.back() = last;
    return Tensor(shape);
  };
  result.weights = of_width(T_k);
  result.output = of_width(d_v);

  kernels::Packed packed_k, packed_v;
  kernels::Scratch scratch;
  const std::size_t group = H / H_kv, size = T_q * T_k;
  for (std::size_t head = 0; head < B * H; ++head) {
    if (head % group == 0) {
      packed_k.pack_transposed({k.data() + head / group * T_k * d_k, d_k}, T_k, d_k);
      packed_v.pack({v.data() + head / group * T_k * d_v, d_v}, d_v, T_k);
    }
    const kernels::Rows queries{q.data() + head * T_q * d_k, d_k};
    const kernels::MutableRows z{result.output.data() + head * T_q * d_v, d_v};
    float* scores = result.weights.data() + head * size;
    if (quick) {
      kernels::attention(queries, packed_k, packed_v, z, scores, T_q, 0, band, factor, 1, scratch);
      continue;
    }
    const auto keep = [&](bool asked, std::optional<Tensor>& kept) {
      if (!asked) return;
      if (!kept) kept = of_width(T_k);
      std::copy_n(scores, size, kept->data() + head * size);
    };
    // The heads before are weights, which are finite.
    const auto checked = [&](Literal name, bool allow_hidden) {
      const bool finite = kernels::first_not_finite(scores, size, allow_hidden) == size;
      return finite ? Check() : check_finite(result.weights, name, "", allow_hidden);
    };
    kernels::matmul(queries, packed_k, {scores, T_k}, T_q, {0, T_k}, {0, d_k});
    keep(options.keep_scores, result.scores);
    kernels::multiply(scores, factor, size);
    keep(options.keep_scaled, result.scaled);
    if (auto wrong = checked("scaled", false)) return wrong;
    if (options.softcap != 0) steps::cap(scores, size, options.softcap);
    keep(options.keep_capped, result.capped);
    if (options.mask && add_mask(*options.mask, head / H, head % H, scores, T_q, T_k)) {
      return error("not-finite", "mask", "a score and its mask add up to less than float32 holds (-3.4e38)");
    }
    for (std::size_t query = 0; query < T_q; ++query) {
      const Span seen = kernels::visible(band, query, T_k);
      std::fill(scores + query * T_k + seen.to, scores + (query + 1) * T_k, hidden);
    }
    keep(options.keep_masked, result.masked);
    if (auto wrong = checked("masked", true)) return wrong;
    kernels::softmax_band({scores, T_k}, T_q, 0, T_k, band, 1, 1);
    kernels::matmul({scores, T_k}, packed_v, z, T_q, {0, d_v}, {0, T_k});
  }
  return check_finite(result.output, "output", "");
}

}  // namespace self_attention
