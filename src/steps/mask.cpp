#include <algorithm>
#include <limits>

#include "steps.hpp"

namespace self_attention::steps {
namespace {

constexpr float hidden = -std::numeric_limits<float>::infinity();

}  // namespace

Tensor mask_causal(const Tensor& capped, std::int64_t offset) {
  const auto queries = static_cast<std::int64_t>(capped.extent(1));
  const auto keys = static_cast<std::int64_t>(capped.extent(2));
  Tensor masked = capped;
  float* row = masked.data();
  for (std::size_t head = 0; head < capped.extent(0); ++head) {
    for (std::int64_t query = 0; query < queries; ++query, row += keys) {
      // Clamped before the sum, which could overflow: every offset past ±(T_q + T_k) means all or nothing.
      const std::int64_t visible = query + 1 + std::clamp(offset, -queries - keys, queries + keys);
      std::fill(row + std::clamp<std::int64_t>(visible, 0, keys), row + keys, hidden);
    }
  }
  return masked;
}

Tensor mask_added(const Tensor& capped, const Tensor& mask, const std::vector<std::size_t>& shape) {
  Tensor masked = capped.reshaped(shape);
  masked.array() += mask.array();
  return masked.reshaped({capped.extent(0), capped.extent(1), capped.extent(2)});
}

Description describe_masked(std::string_view input) {
  return {"masked", sentence("(= (masked h i j) (where (<= j i) ({} h i j) -inf))", {input}), "H T_q T_k"};
}

}  // namespace self_attention::steps
