#include "combined_weights.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "../kernels/kernels.hpp"
#include "../scene/checks.hpp"
#include "../steps/views.hpp"

namespace self_attention {

using steps::assign;
using steps::row_at;
using steps::sum_of;

namespace {

TraceTensor& tensor(const Trace& trace, std::string_view name, std::size_t layer) {
  return const_cast<TraceTensor&>(*trace.find(name, layer));
}

MaybeError read_head(Evaluator& evaluator, TraceTensor& traced, std::size_t head, float* out) {
  return evaluator.read(traced, head, {0, traced.rows}, {0, traced.width}, out);
}

// factor · I
void fill_diagonal(std::vector<float>& square, std::size_t tokens, float factor) {
  std::fill(square.begin(), square.end(), 0.0F);
  for (std::size_t token = 0; token < tokens; ++token) square[token * (tokens + 1)] = factor;
}

}  // namespace

MaybeError combine_weights(Evaluator& evaluator, const Trace& trace, std::string_view name, Combination how,
                           Span layers, float* combined) {
  const TraceTensor& first = tensor(trace, name, layers.from);
  const std::size_t tokens = first.rows, size = tokens * first.width, heads = first.shape[0];
  const bool is_rollout = how == Combination::rollout;
  const float factor =
      is_rollout ? 0.5F / static_cast<float>(heads) : 1.0F / static_cast<float>(heads * (layers.to - layers.from));
  // Of a head, of what is combined, and for a rollout before a layer and of it.
  if (auto wrong = check_memory((is_rollout ? 4 : 2) * size * sizeof(float))) return wrong;
  std::vector<float> of_head(size), sum(size), before(is_rollout ? size : 0);
  if (is_rollout) fill_diagonal(sum, tokens, 1);
  const auto weights = row_at(of_head.data(), size);
  auto result = row_at(sum.data(), size);
  for (std::size_t layer = layers.from; layer < layers.to; ++layer) {
    if (is_rollout) {
      before = sum;
      fill_diagonal(sum, tokens, 0.5F);
    }
    for (std::size_t head = 0; head < heads; ++head) {
      if (auto wrong = read_head(evaluator, tensor(trace, name, layer), head, of_head.data())) return wrong;
      if (how == Combination::largest) {
        assign(result, xt::maximum(result, weights));
      } else {
        assign(result, result + factor * weights);
      }
    }
    if (is_rollout) {
      const std::vector<float> own = sum;
      kernels::matmul({own.data(), tokens}, {before.data(), tokens}, {sum.data(), tokens}, tokens, tokens, tokens);
    }
  }
  std::copy(sum.begin(), sum.end(), combined);
  return {};
}

MaybeError weighted_norms(Evaluator& evaluator, const Trace& trace, std::string_view name, std::size_t layer,
                          std::size_t head, float* norms) {
  TraceTensor &weights = tensor(trace, name, layer), &v = tensor(trace, "v", layer);
  if (auto wrong = read_head(evaluator, weights, head, norms)) return wrong;
  const std::size_t keys = v.rows, d_v = v.width, group = weights.shape[0] / v.shape[0];
  std::vector<float> values(keys * d_v);
  if (auto wrong = read_head(evaluator, v, head / group, values.data())) return wrong;
  std::size_t width = d_v;
  if (trace.find("w_o", layer) != nullptr) {
    TraceTensor& w_o = tensor(trace, "w_o", layer);
    width = w_o.width;
    std::vector<float> matrix(w_o.rows * width);
    if (auto wrong = read_head(evaluator, w_o, 0, matrix.data())) return wrong;
    std::vector<float> results(keys * width);
    kernels::matmul({values.data(), d_v}, {matrix.data() + head * d_v * width, width}, {results.data(), width}, keys,
                    width, d_v);
    values.swap(results);
  }
  std::vector<float> lengths(keys);
  for (std::size_t key = 0; key < keys; ++key) {
    lengths[key] = std::sqrt(sum_of(xt::square(row_at(values.data() + key * width, width))));
  }
  for (std::size_t query = 0; query < weights.rows; ++query) {
    auto row = row_at(norms + query * keys, keys);
    assign(row, row * row_at(lengths.data(), keys));
  }
  return {};
}

}  // namespace self_attention
