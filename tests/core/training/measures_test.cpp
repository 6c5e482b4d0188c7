// What a head is said to have become, against weights that were written by hand.
#include "training/measures.hpp"

#include <array>

#include "support.hpp"

using namespace self_attention::training;

TEST_CASE("a head is measured by where its weights are") {
  // Rows are queries, columns keys, and the tokens are a b a b: each comes again after two.
  constexpr std::array<float, 16> weights{
      1.0F,   0.0F,   0.0F,  0.0F,    //
      0.75F,  0.25F,  0.0F,  0.0F,    // the one before it is the first
      0.125F, 0.5F,   0.25F, 0.125F,  // came after the first a: 1
      0.0F,   0.125F, 0.25F, 0.625F,  // came after the first b: 2, which is the one before too
  };
  CHECK(previous_token(weights.data(), 4) == doctest::Approx((0.75 + 0.5 + 0.25) / 3));
  CHECK(first_token(weights.data(), 4) == doctest::Approx((0.75 + 0.125 + 0.0) / 3));
  CHECK(prefix_matching(weights.data(), 4, 2) == doctest::Approx((0.5 + 0.25) / 2));
}

TEST_CASE("a head that does one thing has that measure at 1 and the others at 0") {
  constexpr std::size_t tokens = 6, period = 3;
  std::array<float, tokens * tokens> weights{};
  for (std::size_t query = period; query < tokens; ++query) weights[query * tokens + query - period + 1] = 1;
  CHECK(prefix_matching(weights.data(), tokens, period) == 1);
  CHECK(previous_token(weights.data(), tokens) == 0);
  CHECK(first_token(weights.data(), tokens) == 0);
}

TEST_CASE("one token has nothing before it") {
  constexpr std::array<float, 1> weights{1};
  CHECK(previous_token(weights.data(), 1) == 0);
  CHECK(first_token(weights.data(), 1) == 0);
}
