#include "masked_scores.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../steps/steps.hpp"
#include "../steps/views.hpp"

namespace self_attention {
namespace {

constexpr float hidden = -std::numeric_limits<float>::infinity();
// Half of the limit leaves room for rounding errors.
constexpr double safe = static_cast<double>(std::numeric_limits<float>::max()) / 2;

double largest(const Tensor& tensor) {
  return static_cast<double>(kernels::largest(tensor.data(), tensor.size()));
}

kernels::Band band_of(const AttentionOptions& options, std::size_t queries, std::size_t keys) {
  // Beyond ±(T_q + T_k), every edge shows or hides all keys. An offset and a reach may be larger, and their difference
  // small.
  const auto most = static_cast<std::int64_t>(queries + keys);
  constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max() / 4;
  const std::int64_t offset = std::clamp(options.causal_offset, -far, far);
  const auto edge = [&](std::size_t reach, std::int64_t moved) {
    const auto given = static_cast<std::int64_t>(std::min<std::uint64_t>(reach, far));
    return static_cast<std::ptrdiff_t>(std::clamp(given + moved, -most, most));
  };
  kernels::Band band = kernels::every_key;
  if (options.before) band.before = edge(*options.before, -offset);
  if (options.after) band.after = edge(*options.after, offset);
  if (options.causal) band.after = std::min(band.after, edge(0, offset));
  return band;
}

}  // namespace

Axes axes_of(const Tensor& tensor) {
  Axes axes{1, 1, 1, 1};
  std::ranges::copy_backward(tensor.shape(), axes.end());
  return axes;
}

MaskedScores::MaskedScores(const Tensor& q, const Tensor& k, const AttentionOptions& options)
    : options_(options), heads_(axes_of(q)[1]), band_(band_of(options, axes_of(q)[2], axes_of(k)[2])) {
  const auto d_k = static_cast<double>(axes_of(q)[3]);
  const auto T_q = static_cast<double>(axes_of(q)[2]), T_k = static_cast<double>(axes_of(k)[2]);
  const double scale = options.scale.value_or(1 / std::sqrt(d_k));
  factor_ = static_cast<float>(scale);
  bound_ = largest(q) * largest(k) * d_k * std::max(1.0, std::abs(scale));
  double added = 0;
  if (options.mask) {
    mask_axes_ = axes_of(*options.mask);
    added += static_cast<double>(kernels::largest(options.mask->data(), options.mask->size(), true));
  }
  if (options.slopes.size() != 0) {
    places_ = xt::arange(static_cast<float>(T_k));
    added += largest(options.slopes) * (T_q + T_k + std::abs(static_cast<double>(options.causal_offset)));
  }
  finite_ = bound_ + added < safe;
}

bool MaskedScores::are_only_scaled() const {
  return !options_.mask && options_.softcap == 0 && options_.slopes.size() == 0;
}

void MaskedScores::cap(const Row& row) const {
  if (options_.softcap != 0) steps::cap(row.scores, row.size(), options_.softcap);
}

void MaskedScores::add_bias(const Row& row) const {
  if (options_.slopes.size() == 0) return;
  const float slope = options_.slopes.data()[row.head % heads_];
  const auto place = static_cast<float>(static_cast<std::int64_t>(row.query) + options_.causal_offset);
  auto scores = steps::row_at(row.scores, row.size());
  const auto keys = steps::row_at(places_.data() + row.keys.from, row.size());
  steps::assign(scores, scores - slope * xt::abs(place - keys));
}

bool MaskedScores::add_mask(const Row& row) const {
  if (!options_.mask) return false;
  const auto [of_batches, of_heads, of_queries, of_keys] = mask_axes_;
  const std::size_t batch = row.head / heads_ % of_batches, head = row.head % heads_ % of_heads;
  const float* added =
      options_.mask->data() + ((batch * of_heads + head) * of_queries + row.query % of_queries) * of_keys;
  bool lost = false;
  if (finite_ && of_keys != 1) {
    kernels::add_to_rows(added + row.keys.from, row.scores, 1, row.size());
    return lost;
  }
  for (std::size_t key = row.keys.from; key < row.keys.to; ++key) {
    const float more = added[of_keys == 1 ? 0 : key];
    float& score = row.scores[key - row.keys.from];
    score += more;
    lost = lost || (score == hidden && more != hidden);
  }
  return lost;
}

bool MaskedScores::mask(const Row& row) const {
  kernels::multiply(row.scores, factor_, row.size());
  cap(row);
  add_bias(row);
  return add_mask(row);
}

}  // namespace self_attention
