#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "../attention.hpp"
#include "../kernels/kernels.hpp"
#include "../limits.hpp"
#include "../math/elementary_functions.hpp"
#include "../scene/checks.hpp"
#include "masked_scores.hpp"
#include "streamed_attention.hpp"

namespace self_attention {
namespace {

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
bool can_fuse(const MaskedScores& masked, const AttentionOptions& options) {
  return masked.are_only_scaled() && masked.are_finite() && !options.keep_scores && !options.keep_scaled &&
         !options.keep_capped && !options.keep_masked;
}

// The memory in use at once: the inputs, the weights and the tensors that were asked for, the output, one head's packed
// keys and values, and the working memory.
double bytes_of(const Axes& q, const Axes& k, const Axes& v, const AttentionOptions& options) {
  const double scores = floats({q[0], q[1], q[2], k[2]});
  const double kept = 0.0 + options.keep_weights + options.keep_scores + options.keep_scaled + options.keep_capped +
                      options.keep_masked;
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
  if (options.slopes.size() != 0) {
    if (options.slopes.size() != H) {
      return error("shape", "alibi", "alibi has {} slopes for {} heads", options.slopes.size(), H);
    }
    if (auto wrong = check_finite(options.slopes, "alibi", "alibi")) return wrong;
  }
  return check_bytes(bytes_of(axes_of(q), axes_of(k), axes_of(v), options), limits::max_bytes);
}

// How many numbers of a block of scores stay in the cache while each step works on them. The height is a multiple of
// the kernels' tiles of five or six rows.
constexpr std::size_t scores_at_once = std::size_t{1} << 15, whole_tiles = 30;

// One head at a time, and of it some queries at a time. Their scores live in the memory of their weights: each step
// works in place, and tensors that were asked for are copied.
class Heads {
 public:
  Heads(const Tensor& q, const Tensor& k, const Tensor& v, const AttentionOptions& options, AttentionResult& result)
      : q_(q), k_(k), v_(v), options_(options), result_(result), axes_(axes_of(q)), masked_(q, k, options) {
    const Axes values = axes_of(v);
    H_kv_ = values[1];
    T_k_ = values[2];
    d_v_ = values[3];
    result.weights = of_width(T_k_);
    result.output = of_width(d_v_);
  }

  MaybeError attend() {
    const auto [B, H, T_q, d_k] = axes_;
    const bool fused = can_fuse(masked_, options_);
    const std::size_t fitting = std::max(whole_tiles, scores_at_once / T_k_ / whole_tiles * whole_tiles);
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
        kernels::attention(queries, packed_k_, packed_v_, z, weights, T_q, 0, masked_.band(), masked_.factor(), 1,
                           scratch_);
        continue;
      }
      for (std::size_t first = 0; first < T_q; first += fitting) {
        const kernels::Span block{first, std::min(first + fitting, T_q)};
        if (auto wrong = weigh(head, block)) return wrong;
        kernels::matmul({weights + first * T_k_, T_k_}, packed_v_, {z.data + first * d_v_, d_v_}, block.to - first,
                        {0, d_v_}, {0, T_k_});
      }
    }
    if (options_.empty_rows != EmptyRows::zeros) find_empty_rows();
    return check_finite(result_.output, "output", "");
  }

 private:
  // In every other row the largest weight is at least 1/T_k.
  void find_empty_rows() {
    const float* weights = result_.weights.data();
    for (std::size_t row = 0; row < axes_[0] * axes_[1] * axes_[2]; ++row, weights += T_k_) {
      if (std::all_of(weights, weights + T_k_, [](float weight) { return weight == 0; })) {
        result_.empty_rows.push_back(row);
      }
    }
  }

  // The weights of some queries of one head, by way of their scores.
  MaybeError weigh(std::size_t head, kernels::Span queries) {
    const auto [B, H, T_q, d_k] = axes_;
    const std::size_t first = head * T_q + queries.from, count = queries.to - queries.from, size = count * T_k_;
    float* scores = result_.weights.data() + first * T_k_;
    const auto keep = [&](bool asked, std::optional<Tensor>& kept) {
      if (!asked) return;
      if (!kept) kept = of_width(T_k_);
      std::copy_n(scores, size, kept->data() + first * T_k_);
    };
    // `result_.weights` as a whole gives the index for the message. Earlier blocks hold finite weights.
    const auto checked = [&](StaticString name, bool allow_hidden) {
      const bool finite = masked_.are_finite() || kernels::first_not_finite(scores, size, allow_hidden) == size;
      return finite ? MaybeError() : check_finite(result_.weights, name, "", allow_hidden);
    };
    const auto in_rows = [&](const auto& use) {
      for (std::size_t row = 0; row < count; ++row) {
        use(MaskedScores::Row{head, queries.from + row, {0, T_k_}, scores + row * T_k_});
      }
    };
    kernels::matmul({q_.data() + first * d_k, d_k}, packed_k_, {scores, T_k_}, count, {0, T_k_}, {0, d_k});
    keep(options_.keep_scores, result_.scores);
    kernels::multiply(scores, masked_.factor(), size);
    keep(options_.keep_scaled, result_.scaled);
    if (auto wrong = checked("scaled", false)) return wrong;
    in_rows([&](const MaskedScores::Row& row) { masked_.cap(row); });
    keep(options_.keep_capped, result_.capped);
    bool lost = false;
    in_rows([&](const MaskedScores::Row& row) {
      masked_.add_bias(row);
      lost = masked_.add_mask(row) || lost;
      const kernels::Span seen = kernels::visible(masked_.band(), row.query, T_k_);
      std::fill(row.scores, row.scores + seen.from, hidden);
      std::fill(row.scores + seen.to, row.scores + T_k_, hidden);
    });
    if (lost) return error("not-finite", "mask", "a score and its mask add up to less than float32 holds (-3.4e38)");
    keep(options_.keep_masked, result_.masked);
    if (auto wrong = checked("masked", true)) return wrong;
    kernels::softmax_band({scores, T_k_}, count, queries.from, T_k_, masked_.band(), 1, 1);
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
  const MaskedScores masked_;
  std::size_t H_kv_, T_k_, d_v_;
  kernels::Packed packed_k_, packed_v_;
  kernels::Scratch scratch_;
};

// Not zeros: those are there already.
void fill_empty_rows(const Tensor& v, const AttentionOptions& options, const Axes& q, AttentionResult& result) {
  const auto [B, H_kv, T_k, d_v] = axes_of(v);
  const bool uniform = options.empty_rows == EmptyRows::uniform;
  const auto given = [&](double mean) {
    return uniform ? static_cast<float>(mean) : std::numeric_limits<float>::quiet_NaN();
  };
  const float weight = given(1 / static_cast<double>(T_k));
  for (const std::size_t row : result.empty_rows) {
    const float* values = v.data() + row / q[2] / (q[1] / H_kv) * T_k * d_v;
    for (std::size_t column = 0; column < d_v; ++column) {
      double sum = 0;
      for (std::size_t key = 0; key < T_k; ++key) sum += static_cast<double>(values[key * d_v + column]);
      result.output.data()[row * d_v + column] = given(sum / static_cast<double>(T_k));
    }
    if (options.keep_weights) std::fill_n(result.weights.data() + row * T_k, T_k, weight);
    if (!options.statistics) continue;
    result.largest[row] = weight;
    result.largest_key[row] = uniform ? 0 : -1;
    result.entropy[row] = given(logarithm(static_cast<double>(T_k)));
  }
}

MaybeError attend(const Tensor& q, const Tensor& k, const Tensor& v, const AttentionOptions& options,
                  AttentionResult& result) {
  if (options.keep_weights) {
    if (auto wrong = Heads(q, k, v, options, result).attend()) return wrong;
    if (!options.statistics) return {};
    result.empty_rows.clear();  // listed again
    return stream_attention(q, k, nullptr, options, result);
  }
  if (auto wrong = stream_attention(q, k, &v, options, result)) return wrong;
  return check_finite(result.output, "output", "");
}

}  // namespace

MaybeError scaled_dot_product_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                        const AttentionOptions& options, AttentionResult& result) {
  if (auto wrong = check(q, k, v, options)) return wrong;
  if (auto wrong = attend(q, k, v, options, result)) return wrong;
  fill_empty_rows(v, options, axes_of(q), result);
  return {};
}

}  // namespace self_attention
