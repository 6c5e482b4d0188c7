// Measures of heads, for weights written by hand.
#include "training/measures.hpp"

#include <array>

#include "support.hpp"

using namespace self_attention::training;

TEST_CASE("measures describe where a head's weights are") {
  // Rows are queries, columns keys. The tokens are a b a b, which repeat after two.
  constexpr std::array<float, 16> weights{
      1.0F,   0.0F,   0.0F,  0.0F,    //
      0.75F,  0.25F,  0.0F,  0.0F,    // the previous token is the first
      0.125F, 0.5F,   0.25F, 0.125F,  // after the first a: 1
      0.0F,   0.125F, 0.25F, 0.625F,  // after the first b: 2, also the previous token
  };
  CHECK(previous_token(weights.data(), 4) == doctest::Approx((0.75 + 0.5 + 0.25) / 3));
  CHECK(first_token(weights.data(), 4) == doctest::Approx((0.75 + 0.125 + 0.0) / 3));
  CHECK(prefix_matching(weights.data(), 4, 2) == doctest::Approx((0.5 + 0.25) / 2));
  CHECK(same_token(weights.data(), 4, 2) == doctest::Approx((0.125 + 0.125) / 2));
}

TEST_CASE("a head with one pattern has a measure of 1, and its other measures are 0") {
  constexpr std::size_t tokens = 6, period = 3;
  std::array<float, tokens * tokens> weights{};
  for (std::size_t query = period; query < tokens; ++query) weights[query * tokens + query - period + 1] = 1;
  CHECK(prefix_matching(weights.data(), tokens, period) == 1);
  CHECK(same_token(weights.data(), tokens, period) == 0);
  CHECK(previous_token(weights.data(), tokens) == 0);
  CHECK(first_token(weights.data(), tokens) == 0);
}

TEST_CASE("the measure of the same token is a plain loop over the tokens that have come before") {
  constexpr std::size_t tokens = 7, period = 3;
  constexpr std::array<std::size_t, tokens> ids{5, 2, 4, 5, 2, 4, 5};
  std::array<float, tokens * tokens> weights{};
  for (std::size_t query = 0; query < tokens; ++query) {
    for (std::size_t key = 0; key <= query; ++key) {
      weights[query * tokens + key] = static_cast<float>(key + 1) / static_cast<float>((query + 1) * (query + 2) / 2);
    }
  }
  double sum = 0, repeated = 0;
  for (std::size_t query = 0; query < tokens; ++query) {
    for (std::size_t key = query; key-- > 0;) {
      if (ids[key] != ids[query]) continue;
      sum += static_cast<double>(weights[query * tokens + key]);
      ++repeated;
      break;
    }
  }
  CHECK(same_token(weights.data(), tokens, period) == doctest::Approx(sum / repeated));
}

TEST_CASE("one token has no previous token") {
  constexpr std::array<float, 1> weights{1};
  CHECK(previous_token(weights.data(), 1) == 0);
  CHECK(first_token(weights.data(), 1) == 0);
}
