#include "streamed_attention.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "../math/elementary_functions.hpp"

namespace self_attention {
namespace {

using kernels::Span;

// The scores of a tile should stay in the cache. The height is a multiple of the kernels' tiles of five or six rows.
constexpr std::size_t tile_keys = 256, tile_queries = 30;
// Rows that are a power of two apart would compete for the same cache lines.
constexpr std::size_t stride = tile_keys + 32;

Span both(Span one, Span other) {
  const std::size_t from = std::max(one.from, other.from);
  return {from, std::max(from, std::min(one.to, other.to))};
}

class Stream {
 public:
  Stream(const Tensor& q, const Tensor& k, const Tensor* v, const AttentionOptions& options, AttentionResult& result)
      : q_(q), k_(k), v_(v), options_(options), result_(result), axes_(axes_of(q)), masked_(q, k, options) {
    H_kv_ = axes_of(k)[1];
    T_k_ = axes_of(k)[2];
    if (v != nullptr) {
      Tensor::shape_type shape = q.shape();
      shape.back() = d_v_ = axes_of(*v)[3];
      result.output.resize(shape);
      part_.resize(tile_queries * d_v_);
    }
    if (!options.statistics) return;
    const std::size_t rows = axes_[0] * axes_[1] * axes_[2];
    for (std::vector<float>* each : {&result.log_sum_exp, &result.largest, &result.entropy}) each->resize(rows);
    result.largest_key.resize(rows);
  }

  MaybeError attend() {
    const auto [B, H, T_q, d_k] = axes_;
    if (!(masked_.bound() < static_cast<double>(std::numeric_limits<float>::max()))) {
      return error("not-finite", "q", "scores of q and k this large may reach {}; float32 holds up to 3.4e38",
                   masked_.bound());
    }
    const std::size_t group = H / H_kv_;
    rows_.resize(group * T_q);
    for (std::size_t head = 0; head < B * H; head += group) {
      std::ranges::fill(rows_, kernels::OnlineSoftmax());
      for (std::size_t from = 0; from < T_k_; from += tile_keys) {
        const Span keys{from, std::min(from + tile_keys, T_k_)};
        pack(head / group, keys);
        for (std::size_t member = 0; member < group; ++member) {
          for (std::size_t query = 0; query < T_q; query += tile_queries) {
            const Span queries{query, std::min(query + tile_queries, T_q)};
            if (add_tile(head + member, queries, keys, rows_.data() + member * T_q + query)) {
              return error("not-finite", "mask", "a score and its mask add up to less than float32 holds (-3.4e38)");
            }
          }
        }
      }
      for (std::size_t row = 0; row < group * T_q; ++row) finish(head * T_q + row, rows_[row]);
    }
    return {};
  }

 private:
  void pack(std::size_t head, Span keys) {
    const std::size_t d_k = axes_[3], count = keys.to - keys.from, row = head * T_k_ + keys.from;
    packed_k_.pack_transposed({k_.data() + row * d_k, d_k}, count, d_k);
    if (v_ != nullptr) packed_v_.pack({v_->data() + row * d_v_, d_v_}, d_v_, count);
  }

  // Adds a tile's keys to the rows of some queries of one head. Returns what MaskedScores::mask does.
  bool add_tile(std::size_t head, Span queries, Span keys, kernels::OnlineSoftmax* rows) {
    const std::size_t d_k = axes_[3], T_q = axes_[2], count = queries.to - queries.from;
    const Span visible = kernels::visible(masked_.band(), queries, T_k_), seen = both(visible, keys);
    if (seen.from == seen.to) return false;
    // Columns of the tile.
    const Span columns{seen.from - keys.from, seen.to - keys.from};
    const std::size_t begin = kernels::first_of_panel(columns.from);
    kernels::matmul({q_.data() + (head * T_q + queries.from) * d_k, d_k}, packed_k_, {scores_.data() + begin, stride},
                    count, {begin, columns.to}, {0, d_k});
    bool lost = false;
    std::array<float, tile_queries> rescale;
    for (std::size_t row = 0; row < count; ++row) {
      const std::size_t query = queries.from + row;
      float* scores = scores_.data() + row * stride;
      const Span own = both(kernels::visible(masked_.band(), query, T_k_), keys);
      if (masked_.mask({head, query, own, scores + own.from - keys.from})) lost = true;
      rescale[row] = kernels::softmax_online(scores, columns, {own.from - keys.from, own.to - keys.from}, keys.from,
                                             options_.statistics, rows[row]);
    }
    if (v_ == nullptr) return lost;
    float* z = result_.output.data() + (head * T_q + queries.from) * d_v_;
    const bool is_first = visible.from >= keys.from;
    kernels::matmul({scores_.data() + columns.from, stride}, packed_v_, {is_first ? z : part_.data(), d_v_}, count,
                    {0, d_v_}, columns);
    for (std::size_t row = 0; row < count && !is_first; ++row, z += d_v_) {
      if (rescale[row] != 1) kernels::multiply(z, rescale[row], d_v_);
      kernels::add_to_rows(part_.data() + row * d_v_, z, 1, d_v_);
    }
    return lost;
  }

  // `row` is the place among all B·H·T_q queries.
  void finish(std::size_t row, const kernels::OnlineSoftmax& online) {
    const bool sees_a_key = online.sum > 0;
    if (!sees_a_key && options_.empty_rows != EmptyRows::zeros) result_.empty_rows.push_back(row);
    if (v_ != nullptr) {
      float* z = result_.output.data() + row * d_v_;
      // No tile may have written to it.
      if (!sees_a_key) std::fill_n(z, d_v_, 0.0F);
      if (sees_a_key) kernels::multiply(z, static_cast<float>(1 / online.sum), d_v_);
    }
    if (!options_.statistics) return;
    const double logarithm_of_sum = sees_a_key ? logarithm(online.sum) : 0;
    result_.log_sum_exp[row] = static_cast<float>(static_cast<double>(online.maximum) + logarithm_of_sum);
    result_.largest[row] = sees_a_key ? static_cast<float>(1 / online.sum) : 0;
    result_.largest_key[row] = sees_a_key ? static_cast<std::int32_t>(online.key) : -1;
    // Rounding could make it negative.
    const double entropy = sees_a_key ? logarithm_of_sum - online.weighted / online.sum : 0;
    result_.entropy[row] = static_cast<float>(std::max(entropy, 0.0));
  }

  const Tensor &q_, &k_, *v_;
  const AttentionOptions& options_;
  AttentionResult& result_;
  const Axes axes_;  // of q: B, H, T_q, d_k
  const MaskedScores masked_;
  std::size_t H_kv_, T_k_, d_v_ = 0;
  kernels::Packed packed_k_, packed_v_;
  std::vector<float> scores_ = std::vector<float>(tile_queries * stride), part_;
  std::vector<kernels::OnlineSoftmax> rows_;  // of the heads that share keys
};

}  // namespace

MaybeError stream_attention(const Tensor& q, const Tensor& k, const Tensor* v, const AttentionOptions& options,
                            AttentionResult& result) {
  return Stream(q, k, v, options, result).attend();
}

}  // namespace self_attention
