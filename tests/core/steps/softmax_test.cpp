#include "steps/steps.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

constexpr double hidden = -reference::infinity;

Tensor softmax(const Tensor& scores, double temperature = 1) {
  return computed(steps::softmax(temperature), shape_of(scores), {scores});
}

Row weights_of(const Row& scores, double temperature = 1) {
  Tensor row = vector(scores);
  row.reshape({1, 1, row.size()});
  return row_of(softmax(row, temperature));
}

}  // namespace

TEST_CASE("weights agree with the oracle, row by row, at any temperature") {
  std::uint32_t seed = 200;
  for (const std::size_t keys : {1U, 2U, 3U, 4U, 5U, 8U, 9U, 31U}) {
    for (const double temperature : {0.1, 1.0, 2.5, 100.0}) {
      const Tensor scores = random_tensor({2, 3, keys}, ++seed, 5);
      INFO(keys, " keys, temperature ", temperature);
      CHECK(difference(softmax(scores, temperature), reference::softmax(array_of(scores), temperature), 1e-5) == "");
    }
  }
}

TEST_CASE("equal scores have equal weights") {
  CHECK(weights_of({3, 3, 3, 3}) == Row{0.25, 0.25, 0.25, 0.25});
  CHECK(weights_of({-7}) == Row{1});
}

TEST_CASE("adding a constant to every score of a row changes no weight") {
  CHECK(weights_of({1, 2, 3, 4, 5}) == weights_of({-1023, -1022, -1021, -1020, -1019}));
}

TEST_CASE("a hidden key has weight exactly 0, and the others are as without it") {
  const Row with = weights_of({1, hidden, 2, hidden, 0.5});
  const Row without = weights_of({1, 2, 0.5});
  CHECK(with(1) == 0);
  CHECK(with(3) == 0);
  CHECK(difference(vector({with(0), with(2), with(4)}), without, 1e-7) == "");
}

TEST_CASE("a row with every key hidden has weights 0, and other rows are unchanged") {
  const Tensor weights = softmax(heads({{{0, 0}, {hidden, hidden}, {hidden, 3}}}), 1);
  CHECK(difference(weights, Heads{{{0.5, 0.5}, {0, 0}, {0, 1}}}, 0) == "");
}

TEST_CASE("scores of ±1e4 and beyond give finite weights") {
  CHECK(weights_of({1e4, -1e4}) == Row{1, 0});
  CHECK(weights_of({1e4, 1e4, -1e4, 0}) == Row{0.5, 0.5, 0, 0});
  CHECK(weights_of({-1e4, -1e4}) == Row{0.5, 0.5});
  CHECK(weights_of({3e38, -3e38, 0}) == Row{1, 0, 0});
}

TEST_CASE("the lowest temperature selects the largest score, and the highest gives equal weights") {
  CHECK(weights_of({1, 2, 1.9999, -5}, 1e-37) == Row{0, 1, 0, 0});
  CHECK(weights_of({2, 2, 1, 1}, 1e-37) == Row{0.5, 0.5, 0, 0});
  CHECK(weights_of({1, 2, 3, -5}, 3e38) == Row{0.25, 0.25, 0.25, 0.25});
  CHECK(weights_of({1e4, hidden, -1e4}, 1e-37) == Row{1, 0, 0});
}

TEST_CASE("every row of weights sums to 1") {
  for (const std::size_t keys : {1U, 7U, 64U, 512U}) {
    const Heads weights = heads_of(softmax(random_tensor({1, 4, keys}, 9, 20), 1));
    INFO(keys, " keys");
    CHECK(xt::allclose(xt::sum(weights, {2}), 1.0, 1e-6));
  }
}
