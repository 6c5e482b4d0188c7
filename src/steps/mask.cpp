#include <algorithm>
#include <limits>

#include "steps.hpp"

namespace self_attention::steps {
namespace {

constexpr float hidden = -std::numeric_limits<float>::infinity();

}  // namespace

Tensor blocked(const Mask& mask, std::size_t queries, std::size_t keys) {
  Tensor hides = Tensor::of_shape({queries, keys});
  float* cell = hides.data();
  using enum Mask::Kind;
  for (std::size_t i = 0; i < queries; ++i) {
    for (std::size_t j = 0; j < keys; ++j, ++cell) {
      const bool visible = mask.kind == causal    ? j <= i
                           : mask.kind == padding ? j < mask.length
                           : mask.kind == window  ? (j <= i ? i - j <= mask.before : j - i <= mask.after)
                           : mask.kind == prefix  ? j < mask.length || j <= i
                                                  : mask.visible.data()[i * keys + j] != 0;
      *cell = visible ? 0 : 1;
    }
  }
  return hides;
}

Description describe_blocked(const Mask& mask) {
  using enum Mask::Kind;
  const Literal hides = mask.kind == causal    ? "(where (<= j i) 0 1)"
                        : mask.kind == padding ? "(where (<= length j) 1 0)"
                        : mask.kind == window  ? "(where (<= i (+ j before)) (where (<= j (+ i after)) 0 1) 1)"
                        : mask.kind == prefix  ? "(where (<= j i) 0 (where (<= length j) 1 0))"
                                               : "(- 1 (lookup scene i j))";
  return {"blocked", "(= ({} i j) {0})", "T_q T_k", {hides}};
}

Tensor mask_of(const Tensor& blocked) {
  Tensor mask = blocked;
  for (float* cell = mask.data(); cell != mask.data() + mask.size(); ++cell) {
    if (*cell != 0) *cell = hidden;
  }
  return mask;
}

Description describe_mask() {
  return {"mask", "(= ({} i j) (where (<= 1 (blocked i j)) -inf 0))", "T_q T_k"};
}

Tensor mask_zero(const Tensor& capped, const Tensor& blocked) {
  Tensor masked = capped;
  for (std::size_t index = 0; index < masked.size(); ++index) {
    if (blocked.data()[index % blocked.size()] != 0) masked.data()[index] = 0;
  }
  return masked;
}

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
  masked += mask;
  return masked.reshaped({capped.extent(0), capped.extent(1), capped.extent(2)});
}

Description describe_masked(Literal input, bool zero) {
  return {
      "masked",
      zero ? "(= ({} h i j) (where (<= 1 (blocked i j)) 0 ({0} h i j)))" : "(= ({} h i j) (+ ({0} h i j) (mask i j)))",
      "H T_q T_k",
      {input}};
}

}  // namespace self_attention::steps
