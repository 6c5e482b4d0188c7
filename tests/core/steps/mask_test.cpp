#include "steps/steps.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

constexpr double hidden = -reference::infinity;

// `masked` of a call whose scores are all equal.
Tensor masked_of(const Shape& q, const Shape& k, float score, AttentionOptions options) {
  options.scale = 1;
  options.keep_masked = true;
  const Tensor keys = filled(k, score);
  return *value_of(attention_on(filled(q, 1), keys, keys, options)).masked;
}

Tensor masked_of(const Shape& q, const Shape& k, float score, const Tensor& mask) {
  AttentionOptions options;
  options.mask = mask;
  return masked_of(q, k, score, options);
}

// 1 where a query sees a key, else 0. Visible scores must be unchanged.
Rows seen(std::size_t queries, std::size_t keys, std::int64_t offset) {
  const Rows masked = matrix_of(
      masked_of({queries, 1}, {keys, 1}, 7, {.causal = true, .causal_offset = offset, .mask = {}, .scale = {}}));
  const Rows visible = xt::cast<double>(xt::not_equal(masked, hidden));
  CHECK(masked == Rows(xt::where(visible > 0, 7.0, hidden)));
  return visible;
}

}  // namespace

TEST_CASE("an offset moves the diagonal: key j is visible to query i when j <= i + offset") {
  CHECK(seen(2, 4, 0) == Rows{{1, 0, 0, 0}, {1, 1, 0, 0}});
  CHECK(seen(2, 4, 2) == Rows{{1, 1, 1, 0}, {1, 1, 1, 1}});
  CHECK(seen(3, 2, -1) == Rows{{0, 0}, {1, 0}, {1, 1}});
  CHECK(seen(3, 2, -3) == Rows{{0, 0}, {0, 0}, {0, 0}});
}

TEST_CASE("the largest and smallest offsets show and hide everything") {
  constexpr auto smallest = std::numeric_limits<std::int64_t>::min();
  constexpr auto largest = std::numeric_limits<std::int64_t>::max();
  CHECK(seen(2, 3, largest) == Rows{{1, 1, 1}, {1, 1, 1}});
  CHECK(seen(2, 3, largest - 1) == Rows{{1, 1, 1}, {1, 1, 1}});
  CHECK(seen(2, 3, smallest) == Rows{{0, 0, 0}, {0, 0, 0}});
  CHECK(seen(2, 3, std::int64_t{1} << 32) == Rows{{1, 1, 1}, {1, 1, 1}});
  CHECK(seen(2, 3, -(std::int64_t{1} << 32)) == Rows{{0, 0, 0}, {0, 0, 0}});
}

TEST_CASE("a mask is added, and −∞ hides") {
  const Tensor mask = matrix({{0, hidden}, {0.5, -1}});
  CHECK(difference(masked_of({2, 1}, {2, 1}, 3, mask), Rows{{3, hidden}, {3.5, 2}}, 0) == "");
}

TEST_CASE("a mask broadcasts along every axis of [B,H,T_q,T_k]") {
  // 2 batches of 3 heads, 4 queries, 5 keys. Each mask varies along one axis.
  for (std::size_t axis = 0; axis < 4; ++axis) {
    const std::array<std::size_t, 4> extents{2, 3, 4, 5};
    Shape shape{1, 1, 1, 1};
    shape[axis] = extents[axis];
    Tensor mask = Tensor::from_shape(shape);
    for (std::size_t at = 0; at < mask.size(); ++at) mask.data()[at] = static_cast<float>(at + 1);
    Array ascending = xt::arange(1.0, static_cast<double>(extents[axis]) + 1);
    ascending.reshape(shape);
    const Array expected = xt::broadcast(ascending, extents);
    INFO("axis ", axis);
    CHECK(difference(masked_of({2, 3, 4, 1}, {2, 3, 5, 1}, 0, mask), expected, 0) == "");
  }
}

TEST_CASE("a mask with fewer axes is aligned at the last one") {
  CHECK(difference(masked_of({2, 2, 1}, {2, 2, 1}, 1, vector({10, 20})),
                   Heads{{{11, 21}, {11, 21}}, {{11, 21}, {11, 21}}}, 0) == "");
  CHECK(difference(masked_of({2, 2, 1}, {2, 2, 1}, 1, heads({{{1, 2}}, {{3, 4}}})),
                   Heads{{{2, 3}, {2, 3}}, {{4, 5}, {4, 5}}}, 0) == "");
}
