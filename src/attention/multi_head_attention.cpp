#include "multi_head_attention.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../limits.hpp"
#include "../scene/checks.hpp"

namespace self_attention {
namespace {

// The size of the weights of one block of rows, which should still be in the cache when it is copied.
constexpr std::size_t weights_at_once = std::size_t{1} << 19;

MaybeError check_bias(const Tensor& bias, std::size_t columns, StaticString name) {
  if (bias.size() == 0) return {};
  if (auto wrong = check_shape(bias, 1, columns, name, name)) return wrong;
  return check_finite(bias, name, name);
}

MaybeError check_projection(const Tensor& w, const Tensor& b, std::size_t heads, StaticString w_name,
                            StaticString b_name) {
  if (auto wrong = check_matrix(w, w_name, w_name)) return wrong;
  if (w.shape(1) % heads != 0) {
    return error("heads", w_name, "{} has {} columns, which {} heads cannot share", w_name, w.shape(1), heads);
  }
  return check_bias(b, w.shape(1), b_name);
}

// Grows `numbers` to `size`. If it is large enough already, its memory does not move.
void make_room(std::vector<float>& numbers, std::size_t size) {
  if (numbers.size() >= size) return;
  numbers = {};
  numbers.resize(size);
}

}  // namespace

MaybeError MultiHeadAttention::check(const Projections& given, const MultiHeadOptions& options) const {
  const auto& [w_q, b_q, w_k, b_k, w_v, b_v, w_o, b_o] = given;
  const std::size_t H = options.heads, H_kv = options.kv_heads;
  if (auto wrong = check_count(H, limits::max_heads, "heads", "heads")) return wrong;
  if (auto wrong = check_count(H_kv, limits::max_heads, "kvHeads", "kvHeads")) return wrong;
  if (H % H_kv != 0) return error("heads", "kvHeads", "{} heads are not a multiple of {} kvHeads", H, H_kv);
  if (auto wrong = check_projection(w_q, b_q, H, "wQ", "bQ")) return wrong;
  const std::size_t d_model = w_q.shape(0), d_k = w_q.shape(1) / H;
  if (auto wrong = check_shape(w_k, d_model, H_kv * d_k, "wK", "wK")) return wrong;
  if (auto wrong = check_projection(w_k, b_k, H_kv, "wK", "bK")) return wrong;
  if (auto wrong = check_projection(w_v, b_v, H_kv, "wV", "bV")) return wrong;
  if (auto wrong = check_shape(w_v, d_model, w_v.shape(1), "wV", "wV")) return wrong;
  const std::size_t merged = H * (w_v.shape(1) / H_kv);
  if (w_o.size() != 0) {
    if (auto wrong = check_projection(w_o, b_o, 1, "wO", "bO")) return wrong;
    if (auto wrong = check_shape(w_o, merged, w_o.shape(1), "wO", "wO")) return wrong;
  } else if (b_o.size() != 0) {
    return error("shape", "bO", "there is a bO, but no wO");
  }
  return check_scale(options.scale, "scale");
}

MaybeError MultiHeadAttention::prepare(const Projections& given, const MultiHeadOptions& options) {
  if (auto wrong = check(given, options)) return wrong;
  options_ = options;
  scale_ = static_cast<float>(
      options.scale.value_or(1 / std::sqrt(static_cast<double>(given.w_q.shape(1) / options.heads))));
  const auto pack = [&](Place place, const Tensor& w, const Tensor& b) {
    if (w.size() != 0) projections_[place].weights.pack({w.data(), w.shape(1)}, w.shape(1), w.shape(0));
    projections_[place].bias.assign(b.data(), b.data() + b.size());
  };
  pack(query, given.w_q, given.b_q);
  pack(key, given.w_k, given.b_k);
  pack(value, given.w_v, given.b_v);
  pack(out, given.w_o, given.b_o);
  return {};
}

std::size_t MultiHeadAttention::width() const {
  const std::size_t merged = projections_[value].weights.columns() / options_.kv_heads * options_.heads;
  return projections_[out].exists() ? projections_[out].weights.columns() : merged;
}

MaybeError MultiHeadAttention::reserve(std::size_t tokens, bool weights) {
  const std::size_t H = options_.heads, H_kv = options_.kv_heads;
  const std::size_t q = projections_[query].weights.columns(), k = projections_[key].weights.columns();
  const std::size_t v = projections_[value].weights.columns(), z = v / H_kv * H;
  const std::size_t x = projections_[query].weights.depth();
  const std::size_t output = projections_[out].weights.columns();
  // If not all rows fit, a multiple of the kernels' tiles, which have five or six rows.
  constexpr std::size_t whole_tiles = 30;
  const std::size_t fitting = weights_at_once / sizeof(float) / tokens / whole_tiles * whole_tiles;
  const std::size_t at_once = weights ? std::min(std::max(fitting, whole_tiles), H * tokens) : H * tokens;
  const std::size_t kept = weights ? at_once : 0;
  // In double, so that no product overflows. Packing rounds the keys and values of a head up.
  constexpr std::size_t rounded = 32;
  const double row = static_cast<double>(x + q + k + v + z + output + (k + v) / H_kv + rounded + kept);
  constexpr double mebibyte = 1 << 20;
  const double asked = std::ceil(row * static_cast<double>(tokens) * sizeof(float) / mebibyte);
  if (asked > limits::max_bytes / mebibyte) {
    return error("too-large", "x", "{} tokens need {} MiB; the limit is {} MiB", tokens, asked,
                 limits::max_bytes / mebibyte);
  }
  make_room(x_, tokens * x);
  make_room(q_, tokens * q);
  make_room(k_, tokens * k);
  make_room(v_, tokens * v);
  make_room(z_, tokens * z);
  make_room(output_, tokens * output);
  make_room(weights_, kept * tokens);
  tokens_ = tokens;
  rows_at_once_ = at_once;
  with_weights_ = weights;
  return {};
}

void MultiHeadAttention::Projection::operator()(const std::vector<float>& x, std::vector<float>& y,
                                                std::size_t rows) const {
  const std::size_t columns = weights.columns(), depth = weights.depth();
  kernels::matmul({x.data(), depth}, weights, {y.data(), columns}, rows, {0, columns}, {0, depth});
  if (bias.empty()) return;
  float* cell = y.data();
  for (std::size_t row = 0; row < rows; ++row) {
    for (const float number : bias) *cell++ += number;
  }
}

MaybeError MultiHeadAttention::project() {
  const std::size_t d_model = projections_[query].weights.depth();
  const std::size_t numbers = tokens_ * d_model;
  const std::size_t odd = kernels::first_not_finite(x_.data(), numbers, false);
  if (odd < numbers) {
    return error("not-finite", "x", "x[{},{}] is {}; every number must be finite and fit float32 (up to 3.4e38)",
                 odd / d_model, odd % d_model, x_[odd]);
  }
  projections_[query](x_, q_, tokens_);
  projections_[key](x_, k_, tokens_);
  projections_[value](x_, v_, tokens_);
  // An upper bound of the scores. The comparison is also false for NaN.
  const std::size_t columns = projections_[query].weights.columns();
  const double score = static_cast<double>(kernels::largest(q_.data(), tokens_ * columns)) *
                       static_cast<double>(kernels::largest(k_.data(), tokens_ * projections_[key].weights.columns())) *
                       static_cast<double>(columns / options_.heads) *
                       std::max(1.0, std::fabs(static_cast<double>(scale_)));
  constexpr double limit = std::numeric_limits<float>::max();
  if (!(score < limit)) {
    return error("not-finite", "x", "scores of q and k this large may reach {}; float32 holds up to 3.4e38", score);
  }
  return {};
}

MaybeError MultiHeadAttention::attend(std::size_t from, std::size_t to) {
  if (from == 0) {
    if (auto wrong = project()) return wrong;
    packed_ = nothing;
  }
  const std::size_t H = options_.heads, group = H / options_.kv_heads;
  const std::size_t k_width = projections_[key].weights.columns(), v_width = projections_[value].weights.columns();
  const std::size_t d_k = k_width / options_.kv_heads, d_v = v_width / options_.kv_heads;
  for (std::size_t first = from; first < to;) {
    const std::size_t head = first / tokens_, row = first % tokens_, some = std::min(to - first, tokens_ - row);
    if (packed_ != head / group) {
      packed_ = head / group;
      packed_k_.pack_transposed({k_.data() + head / group * d_k, k_width}, tokens_, d_k);
      packed_v_.pack({v_.data() + head / group * d_v, v_width}, d_v, tokens_);
    }
    float* shown = with_weights_ ? weights_.data() + (first - from) * tokens_ : nullptr;
    kernels::attention({q_.data() + (row * H + head) * d_k, H * d_k}, packed_k_, packed_v_,
                       {z_.data() + (row * H + head) * d_v, H * d_v}, shown, some, row, options_.band, scale_, 1,
                       scratch_);
    first += some;
  }
  if (to < H * tokens_) return {};
  if (projections_[out].exists()) projections_[out](z_, output_, tokens_);
  const std::size_t numbers = tokens_ * width();
  const std::size_t odd = kernels::first_not_finite(output().data(), numbers, false);
  if (odd == numbers) return {};
  return error("not-finite", "x", "output[{},{}] is {}; it does not fit float32 (up to 3.4e38)", odd / width(),
               odd % width(), output()[odd]);
}

}  // namespace self_attention
