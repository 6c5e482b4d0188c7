#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "attention.hpp"
#include "checks.hpp"
#include "kernels/kernels.hpp"
#include "limits.hpp"
#include "steps/steps.hpp"

namespace self_attention {
namespace {

using namespace steps;

// The four axes of q, k, v or the mask; missing leading ones are 1.
using Axes = std::array<std::size_t, 4>;

Axes axes_of(const Tensor& tensor) {
  return tensor.axes();
}

Check check_input(const Tensor& tensor, Literal name) {
  if (tensor.rank() < 2 || tensor.rank() > 4) {
    return error("shape", name, "{} has {} axes, expected 2, 3 or 4: [B,H,T,d]", {name, tensor.rank()});
  }
  if (tensor.size() == 0) return error("empty", name, "{} is {}: an axis is 0", {name, shape_text(tensor)});
  return check_finite(tensor, name, name);
}

Check check_shapes(const Tensor& q, const Tensor& k, const Tensor& v) {
  const auto [B, H, T_q, d_k] = axes_of(q);
  const auto [B_k, H_kv, T_k, width] = axes_of(k);
  const auto [B_v, H_v, T_v, d_v] = axes_of(v);
  if (width != d_k) return error("shape", "k", "k has d_k {}, q has {}", {width, d_k});
  if (T_v != T_k) return error("shape", "v", "v has T_k {}, k has {}", {T_v, T_k});
  if (H_v != H_kv) return error("heads", "v", "v has {} heads, k has {}", {H_v, H_kv});
  if (H % H_kv != 0) return error("heads", "q", "q has {} heads, not a multiple of the {} of k and v", {H, H_kv});
  if (B_k != B) return error("shape", "k", "k has batch {}, q has {}", {B_k, B});
  if (B_v != B) return error("shape", "v", "v has batch {}, q has {}", {B_v, B});
  return {};
}

Check check_mask(const Tensor& mask, const Axes& scores) {
  if (mask.rank() > 4) return error("shape", "mask", "mask has {} axes, at most 4", {mask.rank()});
  const Axes axes = axes_of(mask);
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    if (axes[axis] != 1 && axes[axis] != scores[axis]) {
      const auto& [B, H, T_q, T_k] = scores;
      return error("shape", "mask", "mask is {}, which does not broadcast to {}×{}×{}×{}",
                   {shape_text(mask), B, H, T_q, T_k});
    }
  }
  return check_finite(mask, "mask", "mask", true);
}

double floats(const Axes& axes) {
  double product = 1;
  for (const std::size_t axis : axes) product *= static_cast<double>(axis);
  return product;
}

// Everything that is alive at once: the inputs and their reshaped copies, the pictures that are worked on or kept, the
// output twice, and the matrix product's panel.
double bytes_of(const Axes& q, const Axes& k, const Axes& v, const AttentionOptions& options) {
  const double inputs = 2 * (floats(q) + floats(k) + floats(v));
  const double picture = floats({q[0], q[1], q[2], k[2]});
  const double pictures = 3.0 + (options.mask ? 1 : 0) + options.keep_scores + options.keep_scaled +
                          options.keep_capped + options.keep_masked;
  const double output = 2 * floats({q[0], q[1], q[2], v[3]});
  constexpr double panel_columns = 8;
  const double panel = panel_columns * static_cast<double>(std::max(q[3], k[2]));
  return (inputs + picture * pictures + output + panel) * sizeof(float);
}

// Nothing is asked for between q, k, v and the weights, and nothing is in their way that a band could not say.
bool only_weights(const AttentionOptions& options) {
  return !options.mask && options.softcap == 0 && !options.keep_scores && !options.keep_scaled &&
         !options.keep_capped && !options.keep_masked;
}

// The same for attend_quickly: the inputs, the weights, the output, a head's keys and values packed, and the scratch.
double quick_bytes_of(const Axes& q, const Axes& k, const Axes& v) {
  const double picture = floats({q[0], q[1], q[2], k[2]});
  const double packed = static_cast<double>(kernels::Packed::size(k[2], k[3]) + kernels::Packed::size(v[3], v[2]));
  constexpr double scratch_rows = 16;
  return (floats(q) + floats(k) + floats(v) + picture + floats({q[0], q[1], q[2], v[3]}) + packed +
          scratch_rows * static_cast<double>(k[2])) *
         sizeof(float);
}

Check check(const Tensor& q, const Tensor& k, const Tensor& v, const AttentionOptions& options) {
  for (const auto& [tensor, name] : {std::pair{&q, "q"}, std::pair{&k, "k"}, std::pair{&v, "v"}}) {
    if (auto wrong = check_input(*tensor, name)) return wrong;
  }
  if (auto wrong = check_shapes(q, k, v)) return wrong;
  const auto [B, H, T_q, d_k] = axes_of(q);
  const auto [B_v, H_v, T_k, d_v] = axes_of(v);
  if (options.mask) {
    if (auto wrong = check_mask(*options.mask, {B, H, T_q, T_k})) return wrong;
  }
  if (auto wrong = check_scale(options.scale, "scale")) return wrong;
  if (auto wrong = check_softcap(options.softcap, "softcap")) return wrong;
  const double bytes = only_weights(options) ? quick_bytes_of(axes_of(q), axes_of(k), axes_of(v))
                                             : bytes_of(axes_of(q), axes_of(k), axes_of(v), options);
  return check_bytes(bytes, limits::max_bytes);
}

double scale_of(const Tensor& q, const AttentionOptions& options) {
  return options.scale.value_or(1 / std::sqrt(static_cast<double>(axes_of(q)[3])));
}

// Whether no score can be more than float32 holds, scaled or not. Where one could, each is looked at.
bool scores_fit(const Tensor& q, const Tensor& k, double scale) {
  const double largest = static_cast<double>(kernels::largest(q.data(), q.size())) *
                         static_cast<double>(kernels::largest(k.data(), k.size())) * static_cast<double>(axes_of(q)[3]);
  // Half of it, for what is lost to rounding on the way.
  return largest * std::max(1.0, std::abs(scale)) < static_cast<double>(std::numeric_limits<float>::max()) / 2;
}

// The same bits as below, a few rows of scores at a time.
AttentionResult attend_quickly(const Tensor& q, const Tensor& k, const Tensor& v, const AttentionOptions& options) {
  const auto [B, H, T_q, d_k] = axes_of(q);
  const auto [B_v, H_kv, T_k, d_v] = axes_of(v);
  const auto of_width = [&](std::size_t last) {
    Axes axes = axes_of(q);
    axes.back() = last;
    return Tensor::of_shape(std::span(axes).last(q.rank()));
  };
  AttentionResult result;
  result.weights = of_width(T_k);
  result.output = of_width(d_v);
  // Past ±(T_q + T_k) every offset means all or nothing.
  const auto most = static_cast<std::int64_t>(T_q + T_k);
  const auto after = static_cast<std::ptrdiff_t>(std::clamp(options.causal_offset, -most, most));
  const kernels::Band band{kernels::Band::all, options.causal ? after : kernels::Band::all};
  const auto scale = static_cast<float>(scale_of(q, options));
  kernels::Packed packed_k, packed_v;
  kernels::Scratch scratch;
  const std::size_t group = H / H_kv;
  for (std::size_t head = 0; head < B * H; ++head) {
    if (head % group == 0) {
      packed_k.pack_transposed({k.data() + head / group * T_k * d_k, d_k}, T_k, d_k);
      packed_v.pack({v.data() + head / group * T_k * d_v, d_v}, d_v, T_k);
    }
    kernels::attention({q.data() + head * T_q * d_k, d_k}, packed_k, packed_v,
                       {result.output.data() + head * T_q * d_v, d_v}, result.weights.data() + head * T_q * T_k, T_q, 0,
                       band, scale, 1, scratch);
  }
  return result;
}

// Batches and heads side by side: (B·H, T, d). Head b·H + h reads key/value head (b·H + h) / group, as it must.
Tensor flat(const Tensor& tensor) {
  const auto [B, H, T, d] = axes_of(tensor);
  return tensor.reshaped({B * H, T, d});
}

// The least finite number, at most 0.
float lowest(const Tensor& tensor) {
  float least = 0;
  for (std::size_t index = 0; index < tensor.size(); ++index) {
    const float number = tensor.data()[index];
    if (number < least && std::isfinite(number)) least = number;
  }
  return least;
}

}  // namespace

Result<AttentionResult> scaled_dot_product_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                                     const AttentionOptions& options) {
  if (auto wrong = check(q, k, v, options)) return *wrong;
  if (only_weights(options)) {
    if (scores_fit(q, k, scale_of(q, options))) {
      AttentionResult result = attend_quickly(q, k, v, options);
      if (auto wrong = check_finite(result.output, "output", "")) return *wrong;
      return result;
    }
    if (auto wrong = check_bytes(bytes_of(axes_of(q), axes_of(k), axes_of(v), options), limits::max_bytes)) {
      return *wrong;
    }
  }
  const auto [B, H, T_q, d_k] = axes_of(q);
  const std::size_t T_k = axes_of(k)[2];

  // Back to q's rank, with `last` as the last axis.
  const auto shaped = [&](const Tensor& tensor, std::size_t last) {
    Axes axes = axes_of(q);
    axes.back() = last;
    return tensor.reshaped(std::span(axes).last(q.rank()));
  };
  AttentionResult result;
  const auto keep = [&](bool asked, std::optional<Tensor>& kept, const Tensor& picture) {
    if (asked) kept = shaped(picture, T_k);
  };

  Tensor picture = score(flat(q), flat(k));
  keep(options.keep_scores, result.scores, picture);
  picture = scale(picture, scale_of(q, options));
  keep(options.keep_scaled, result.scaled, picture);
  if (auto wrong = check_finite(picture, "scaled", "")) return *wrong;
  if (options.softcap != 0) picture = cap(picture, options.softcap);
  keep(options.keep_capped, result.capped, picture);
  if (options.mask) {
    // A finite mask on a finite score must not hide a key by overflowing.
    if (std::isinf(lowest(picture) + lowest(*options.mask))) {
      return error("not-finite", "mask", "a score and its mask add up to less than float32 holds (-3.4e38)");
    }
    picture = mask_added(picture, *options.mask, B);
  }
  if (options.causal) picture = mask_causal(picture, options.causal_offset);
  keep(options.keep_masked, result.masked, picture);
  if (auto wrong = check_finite(picture, "masked", "", true)) return *wrong;

  const Tensor weights = softmax(picture);
  const Tensor output = mix(weights, flat(v));
  if (auto wrong = check_finite(output, "output", "")) return *wrong;
  result.weights = shaped(weights, T_k);
  result.output = shaped(output, output.extent(2));
  return result;
}

}  // namespace self_attention
