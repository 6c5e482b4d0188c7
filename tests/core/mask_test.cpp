#include "steps/steps.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

constexpr double hidden = -reference::infinity;

// Which keys a query sees, as 1 and 0; the visible cells must be as they were.
Rows seen(std::size_t queries, std::size_t keys, std::int64_t offset) {
  const Rows masked = heads_of(steps::mask_causal(filled({1, queries, keys}, 7), offset))[0];
  Rows visible(queries, Row(keys, 0.0));
  for (std::size_t i = 0; i < queries; ++i) {
    for (std::size_t j = 0; j < keys; ++j) {
      if (masked[i][j] == hidden) continue;
      CHECK(masked[i][j] == 7);
      visible[i][j] = 1;
    }
  }
  return visible;
}

}  // namespace

TEST_CASE("the causal mask hides the keys after the query and leaves the rest as they were") {
  const Tensor masked = steps::mask_causal(heads({{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}}), 0);
  CHECK(difference(masked, Heads{{{1, hidden}, {3, 4}}, {{5, hidden}, {7, 8}}}, 0) == "");
}

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

TEST_CASE("a mask is added, −∞ hides") {
  const Tensor capped = heads({{{1, 2}, {3, 4}}});
  const Tensor mask = matrix({{0, hidden}, {0.5, -1}});
  CHECK(difference(steps::mask_added(capped, mask, 1), Heads{{{1, hidden}, {3.5, 3}}}, 0) == "");
}

TEST_CASE("a mask broadcasts along every axis of [B,H,T_q,T_k]") {
  // 2 batches of 3 heads, 4 queries, 5 keys; each mask has one axis of its own.
  const Tensor capped = filled({6, 4, 5}, 0);
  for (std::size_t axis = 0; axis < 4; ++axis) {
    const std::size_t extents[] = {2, 3, 4, 5};
    Shape shape{1, 1, 1, 1};
    shape[axis] = extents[axis];
    Tensor mask = Tensor::of_shape(shape);
    for (std::size_t at = 0; at < mask.size(); ++at) mask.data()[at] = static_cast<float>(at + 1);
    Heads expected(6, Rows(4, Row(5, 0.0)));
    for (std::size_t h = 0; h < 6; ++h) {
      for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < 5; ++j) {
          const std::size_t index[] = {h / 3, h % 3, i, j};
          expected[h][i][j] = static_cast<double>(index[axis] + 1);
        }
      }
    }
    INFO("axis ", axis);
    CHECK(difference(steps::mask_added(capped, mask, 2), expected, 0) == "");
  }
}

TEST_CASE("a mask with fewer axes is aligned at the last one") {
  const Tensor capped = filled({2, 2, 2}, 1);
  CHECK(difference(steps::mask_added(capped, vector({10, 20}), 1),
                   Heads{{{11, 21}, {11, 21}}, {{11, 21}, {11, 21}}}, 0) == "");
  CHECK(difference(steps::mask_added(capped, heads({{{1, 2}}, {{3, 4}}}), 1),
                   Heads{{{2, 3}, {2, 3}}, {{4, 5}, {4, 5}}}, 0) == "");
}
