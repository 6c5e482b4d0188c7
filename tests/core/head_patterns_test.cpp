// Patterns of heads, for weights written by hand.
#include "trace/head_patterns.hpp"

#include <array>
#include <cmath>

#include "support.hpp"

using namespace self_attention;

TEST_CASE("patterns describe where a head's weights are") {
  // Rows are queries, columns keys. The tokens are a b a b, which repeat after two.
  constexpr std::array<float, 16> weights{
      1.0F,   0.0F,   0.0F,  0.0F,    //
      0.75F,  0.25F,  0.0F,  0.0F,    // the previous token is the first
      0.125F, 0.5F,   0.25F, 0.125F,  // after the first a: 1
      0.0F,   0.125F, 0.25F, 0.625F,  // after the first b: 2, also the previous token
  };
  CHECK(previous_token(weights.data(), 4) == doctest::Approx((0.75 + 0.5 + 0.25) / 3));
  CHECK(first_token(weights.data(), 4) == doctest::Approx((0.75 + 0.125 + 0.0) / 3));
  const LastOccurrences last = last_occurrences({"a", "b", "a", "b"});
  CHECK(last == LastOccurrences{0, 1, 0, 1});
  CHECK(prefix_matching(weights.data(), last) == doctest::Approx((0.5 + 0.25) / 2));
  CHECK(same_token(weights.data(), last) == doctest::Approx((0.125 + 0.125) / 2));
}

TEST_CASE("a head with one pattern has 1 there, and 0 in the other patterns") {
  constexpr std::size_t tokens = 6, period = 3;
  std::array<float, tokens * tokens> weights{};
  for (std::size_t query = period; query < tokens; ++query) weights[query * tokens + query - period + 1] = 1;
  const LastOccurrences last = last_occurrences({"a", "b", "c", "a", "b", "c"});
  CHECK(prefix_matching(weights.data(), last) == 1);
  CHECK(same_token(weights.data(), last) == 0);
  CHECK(previous_token(weights.data(), tokens) == 0);
  CHECK(first_token(weights.data(), tokens) == 0);
}

TEST_CASE("the pattern of the same token is a plain loop over the tokens that have come before") {
  constexpr std::size_t tokens = 7;
  const std::vector<std::string> ids{"5", "2", "5", "5", "2", "4", "5"};
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
  CHECK(same_token(weights.data(), last_occurrences(ids)) == doctest::Approx(sum / repeated));
}

TEST_CASE("one token has no previous token") {
  constexpr std::array<float, 1> weights{1};
  CHECK(previous_token(weights.data(), 1) == 0);
  CHECK(first_token(weights.data(), 1) == 0);
}

TEST_CASE("without a token that occurs twice there is no pattern of repeated tokens") {
  constexpr std::array<float, 4> weights{1, 0, 1, 0};
  CHECK(std::isnan(prefix_matching(weights.data(), last_occurrences({"a", "b"}))));
  CHECK(std::isnan(same_token(weights.data(), last_occurrences({"a", "b"}))));
}
