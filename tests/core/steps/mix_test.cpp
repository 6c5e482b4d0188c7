#include "steps/steps.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

Tensor mixed(const Tensor& weights, const Tensor& v) {
  return computed(steps::mix(kernels::every_key), {weights.shape(0), weights.shape(1), v.shape(2)}, {weights, v});
}

}  // namespace

TEST_CASE("z is the sum of the values, multiplied by their weights") {
  const Tensor z = mixed(heads({{{1, 0}, {0.5, 0.5}, {0, 0}}}), heads({{{1, 2, 3}, {3, 4, 9}}}));
  CHECK(difference(z, Heads{{{1, 2, 3}, {2, 3, 6}, {0, 0, 0}}}, 0) == "");
}

TEST_CASE("query head h mixes the values of head h div group") {
  const Tensor ones = filled({4, 1, 1}, 1);
  CHECK(difference(mixed(ones, heads({{{10}}, {{20}}})), Heads{{{10}}, {{10}}, {{20}}, {{20}}}, 0) == "");
}

TEST_CASE("z agrees with the oracle at every size") {
  std::uint32_t seed = 300;
  for (const std::size_t queries : {1U, 4U, 7U}) {
    for (const std::size_t keys : {1U, 5U, 16U}) {
      for (const std::size_t d_v : {1U, 3U, 8U, 17U}) {
        const Tensor q = random_tensor({6, queries, 4}, ++seed);
        const Tensor k = random_tensor({3, keys, 4}, ++seed);
        const Tensor v = random_tensor({3, keys, d_v}, ++seed);
        const auto expected = reference::attention(array_of(q), array_of(k), array_of(v), {});
        INFO(queries, " queries, ", keys, " keys, d_v ", d_v);
        CHECK(difference(mixed(heads(expected.weights), v), expected.z, 1e-6) == "");
      }
    }
  }
}
