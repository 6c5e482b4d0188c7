#include "steps/steps.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

Tensor scores_of(const Tensor& q, const Tensor& k) {
  return computed(steps::score(), {q.shape(0), q.shape(1), k.shape(1)}, {q, k});
}

}  // namespace

TEST_CASE("scores are the dot products of every query with every key") {
  const Tensor q = heads({{{1, 0, 2}, {2, 2, 2}, {2, 1, 3}}});
  const Tensor k = heads({{{0, 1, 1}, {4, 4, 0}, {2, 3, 1}}});
  CHECK(difference(scores_of(q, k), Heads{{{2, 4, 4}, {4, 16, 12}, {4, 12, 10}}}, 0) == "");
}

TEST_CASE("there may be more keys than queries") {
  const Tensor scores = scores_of(heads({{{1, 2}}}), heads({{{1, 0}, {0, 1}, {1, 1}}}));
  CHECK(difference(scores, Heads{{{1, 2, 3}}}, 0) == "");
}

TEST_CASE("query head h reads key head h div group") {
  const Tensor q = heads({{{1}}, {{2}}, {{3}}, {{4}}});
  const Tensor k = heads({{{10}}, {{100}}});
  CHECK(difference(scores_of(q, k), Heads{{{10}}, {{20}}, {{300}}, {{400}}}, 0) == "");
  CHECK(difference(scores_of(q, heads({{{10}}})), Heads{{{10}}, {{20}}, {{30}}, {{40}}}, 0) == "");
}

TEST_CASE("scores of every size agree with the oracle") {
  std::uint32_t seed = 100;
  for (const std::size_t queries : {1U, 4U, 5U, 17U}) {
    for (const std::size_t keys : {1U, 3U, 8U, 13U}) {
      for (const std::size_t d_k : {1U, 4U, 15U, 64U}) {
        const Tensor q = random_tensor({4, queries, d_k}, ++seed);
        const Tensor k = random_tensor({2, keys, d_k}, ++seed);
        const Array expected = reference::attention(array_of(q), array_of(k), array_of(k), {}).scores;
        INFO(queries, " queries, ", keys, " keys, d_k ", d_k);
        CHECK(difference(scores_of(q, k), expected, 1e-6) == "");
      }
    }
  }
}
