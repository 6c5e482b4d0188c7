// Attention without the matrix of weights, and the statistics of its rows. The oracle is plain loops in double
// precision.
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

struct Inputs {
  Tensor q, k, v;
};

struct Sizes {
  std::size_t B = 1, H = 1, H_kv = 1, T_q = 3, T_k = 3, d_k = 4, d_v = 4;
};

Inputs inputs_of(const Sizes& s, std::uint32_t seed, double spread = 2) {
  return {random_tensor({s.B, s.H, s.T_q, s.d_k}, 3 * seed, spread),
          random_tensor({s.B, s.H_kv, s.T_k, s.d_k}, 3 * seed + 1, spread),
          random_tensor({s.B, s.H_kv, s.T_k, s.d_v}, 3 * seed + 2, 2)};
}

struct Expected {
  std::vector<double> output, masked, weights, log_sum_exp, largest, entropy;
};

Expected oracle(const Sizes& s, const Inputs& in, const AttentionOptions& options) {
  Expected all;
  const double scale = options.scale.value_or(1 / std::sqrt(static_cast<double>(s.d_k)));
  const auto number = [](const Tensor& tensor, std::size_t index) { return static_cast<double>(tensor.data()[index]); };
  const auto masked_at = [&](std::size_t b, std::size_t h, std::size_t i, std::size_t j) {
    if (!options.mask) return 0.0;
    Shape shape(4 - options.mask->dimension(), 1);
    std::ranges::copy(options.mask->shape(), std::back_inserter(shape));
    const Shape place{b, h, i, j};
    std::size_t index = 0;
    for (std::size_t axis = 0; axis < 4; ++axis) index = index * shape[axis] + (shape[axis] == 1 ? 0 : place[axis]);
    return number(*options.mask, index);
  };
  for (std::size_t row = 0; row < s.B * s.H * s.T_q; ++row) {
    const std::size_t i = row % s.T_q, h = row / s.T_q % s.H, b = row / s.T_q / s.H;
    const std::size_t kv = b * s.H_kv + h / (s.H / s.H_kv);
    std::vector<double> scores(s.T_k);
    for (std::size_t j = 0; j < s.T_k; ++j) {
      double score = 0;
      for (std::size_t c = 0; c < s.d_k; ++c) {
        score += number(in.q, row * s.d_k + c) * number(in.k, (kv * s.T_k + j) * s.d_k + c);
      }
      score *= scale;
      if (options.softcap != 0) score = options.softcap * std::tanh(score / options.softcap);
      const double distance =
          static_cast<double>(i) + static_cast<double>(options.causal_offset) - static_cast<double>(j);
      if (options.slopes.size() != 0) score -= number(options.slopes, h) * std::abs(distance);
      score += masked_at(b, h, i, j);
      const bool is_hidden = (options.causal && distance < 0) ||
                             (options.before && distance > static_cast<double>(*options.before)) ||
                             (options.after && -distance > static_cast<double>(*options.after));
      scores[j] = is_hidden ? -reference::infinity : score;
    }
    const double maximum = *std::ranges::max_element(scores);
    double sum = 0, entropy = 0;
    for (const double score : scores) sum += std::isinf(score) ? 0 : std::exp(score - maximum);
    std::vector<double> z(s.d_v, 0);
    for (std::size_t j = 0; j < s.T_k; ++j) {
      const double weight = std::isinf(scores[j]) ? 0 : std::exp(scores[j] - maximum) / sum;
      all.weights.push_back(weight);
      if (weight > 0) entropy -= weight * std::log(weight);
      for (std::size_t c = 0; c < s.d_v; ++c) z[c] += weight * number(in.v, (kv * s.T_k + j) * s.d_v + c);
    }
    all.masked.insert(all.masked.end(), scores.begin(), scores.end());
    all.output.insert(all.output.end(), z.begin(), z.end());
    all.log_sum_exp.push_back(sum > 0 ? maximum + std::log(sum) : -reference::infinity);
    all.largest.push_back(sum > 0 ? 1 / sum : 0);
    all.entropy.push_back(entropy);
  }
  return all;
}

// "" if every number is within tolerance · (1 + |expected|). Infinities must match.
template <class Numbers>
std::string apart(const Numbers& actual, const std::vector<double>& expected, double tolerance) {
  if (actual.size() != expected.size()) return joined(actual.size(), " numbers, expected ", expected.size());
  for (std::size_t index = 0; index < expected.size(); ++index) {
    const double is = static_cast<double>(actual.data()[index]), should = expected[index];
    if (is == should || std::abs(is - should) <= tolerance * (1 + std::abs(should))) continue;
    return joined("[", index, "] is ", is, ", expected ", should);
  }
  return "";
}

constexpr double tolerance = 1e-5;

void check_statistics(const AttentionResult& result, const Expected& expected, std::size_t T_k) {
  CHECK(apart(result.log_sum_exp, expected.log_sum_exp, tolerance) == "");
  CHECK(apart(result.largest, expected.largest, tolerance) == "");
  CHECK(apart(result.entropy, expected.entropy, tolerance) == "");
  REQUIRE(result.largest_key.size() == expected.largest.size());
  for (std::size_t row = 0; row < expected.largest.size(); ++row) {
    const std::int32_t key = result.largest_key[row];
    if (expected.largest[row] == 0) {
      CHECK(key == -1);
      continue;
    }
    REQUIRE(key >= 0);
    REQUIRE(static_cast<std::size_t>(key) < T_k);
    // Where two weights are nearly equal, rounding decides.
    CHECK(expected.weights[row * T_k + static_cast<std::size_t>(key)] ==
          doctest::Approx(expected.largest[row]).epsilon(1e-4));
  }
}

AttentionResult check_both_ways(const Sizes& sizes, const Inputs& in, AttentionOptions options) {
  const Expected expected = oracle(sizes, in, options);
  options.statistics = true;
  const AttentionResult whole = value_of(attention_on(in.q, in.k, in.v, options));
  CHECK(apart(whole.output, expected.output, tolerance) == "");
  CHECK(apart(whole.weights, expected.weights, tolerance) == "");
  check_statistics(whole, expected, sizes.T_k);
  options.keep_weights = false;
  AttentionResult streamed = value_of(attention_on(in.q, in.k, in.v, options));
  CHECK(shape_of(streamed.output) == shape_of(whole.output));
  CHECK(apart(streamed.output, expected.output, tolerance) == "");
  check_statistics(streamed, expected, sizes.T_k);
  options.statistics = false;
  const AttentionResult bare = value_of(attention_on(in.q, in.k, in.v, options));
  CHECK(difference(bare.output, streamed.output) == "");
  CHECK(bare.log_sum_exp.empty());
  return streamed;
}

// A random number below `count`.
class Choice {
 public:
  std::size_t operator()(std::size_t count) {
    state_ = state_ * 1664525U + 1013904223U;
    return (state_ >> 8U) % count;
  }

 private:
  std::uint32_t state_ = 30;
};

AttentionOptions random_options(Choice& choose, const Sizes& s, std::uint32_t seed) {
  AttentionOptions options;
  const auto offset = [&] {
    return static_cast<std::int64_t>(choose(s.T_q + s.T_k)) - static_cast<std::int64_t>(s.T_q);
  };
  options.causal = choose(2) == 0;
  if (choose(2) == 0) options.causal_offset = offset();
  if (choose(3) == 0) options.before = choose(2 * (s.T_q + s.T_k));
  if (choose(3) == 0) options.after = choose(2 * (s.T_q + s.T_k));
  if (choose(3) == 0) options.softcap = 3;
  if (choose(3) == 0) options.slopes = random_tensor({s.H}, seed + 7, 0.5);
  if (choose(4) == 0) options.scale = -0.5;
  if (choose(2) == 0) {
    const auto axis = [&](std::size_t size) { return choose(2) == 0 ? std::size_t{1} : size; };
    options.mask = random_tensor({axis(s.B), axis(s.H), axis(s.T_q), axis(s.T_k)}, seed + 8, 3);
    for (std::size_t index = 0; index < options.mask->size(); ++index) {
      if (choose(3) == 0) options.mask->data()[index] = -infinity;
    }
  }
  return options;
}

}  // namespace

TEST_CASE("random calls agree with the oracle, with weights and without") {
  Choice choose;
  for (std::uint32_t round = 0; round < 200; ++round) {
    const std::size_t H_kv = 1 + choose(3), group = 1 + choose(3);
    const Sizes sizes{1 + choose(2),  H_kv * group,   H_kv,          1 + choose(40),
                      1 + choose(40), 1 + choose(12), 1 + choose(12)};
    INFO("round ", round);
    check_both_ways(sizes, inputs_of(sizes, round), random_options(choose, sizes, round));
  }
}

TEST_CASE("a far offset and a reach that leads back agree with the oracle") {
  const Sizes sizes{.T_q = 4, .T_k = 4};
  AttentionOptions options;
  options.causal = true;
  options.causal_offset = 1000;
  options.before = 998;
  check_both_ways(sizes, inputs_of(sizes, 4), options);
  options.causal = false;
  options.causal_offset = -1000;
  options.before.reset();
  options.after = 1001;
  check_both_ways(sizes, inputs_of(sizes, 5), options);
}

TEST_CASE("rows of several tiles agree with the oracle") {
  Choice choose;
  for (std::uint32_t round = 0; round < 12; ++round) {
    const Sizes sizes{1, 2, 1, 1 + choose(70), 250 + choose(500), 5, 3};
    INFO("round ", round);
    check_both_ways(sizes, inputs_of(sizes, 1000 + round), random_options(choose, sizes, round));
  }
}

TEST_CASE("a maximum that rises with every tile is followed") {
  const Sizes sizes{.T_q = 3, .T_k = 1000, .d_k = 1, .d_v = 2};
  Inputs in = inputs_of(sizes, 1);
  for (std::size_t j = 0; j < sizes.T_k; ++j) in.k.data()[j] = static_cast<float>(j) / 4;
  const AttentionResult result = check_both_ways(sizes, in, {});
  for (std::size_t i = 0; i < sizes.T_q; ++i) CHECK(result.largest_key[i] == (in.q.data()[i] > 0 ? 999 : 0));
}

TEST_CASE("equal weights have the entropy ln T, and the first key is the largest") {
  const Sizes sizes{.T_q = 1, .T_k = 600, .d_k = 2, .d_v = 1};
  Inputs in = inputs_of(sizes, 2);
  in.q.fill(0);
  const AttentionResult result = check_both_ways(sizes, in, {});
  CHECK(result.entropy[0] == doctest::Approx(std::log(600.0)));
  CHECK(result.log_sum_exp[0] == doctest::Approx(std::log(600.0)));
  CHECK(result.largest[0] == doctest::Approx(1.0 / 600));
  CHECK(result.largest_key[0] == 0);
}

TEST_CASE("a row that sees no key has output 0, log-sum-exp −∞, largest 0 at −1 and entropy 0") {
  const Sizes sizes{.T_q = 4, .T_k = 300};
  const Inputs in = inputs_of(sizes, 3);
  AttentionOptions options;
  options.mask = filled({4, 300}, 0);
  std::fill_n(options.mask->data() + 300, 300, -infinity);
  options.causal = true;
  options.causal_offset = -1;
  const AttentionResult result = check_both_ways(sizes, in, options);
  for (const std::size_t row : {0U, 1U}) {
    CHECK(result.log_sum_exp[row] == -infinity);
    CHECK(result.largest[row] == 0);
    CHECK(result.largest_key[row] == -1);
    CHECK(result.entropy[row] == 0);
    for (std::size_t c = 0; c < 4; ++c) CHECK(result.output.data()[row * 4 + c] == 0);
  }
}

TEST_CASE("a row that sees no key is uniform or NaN where that is asked for") {
  const Sizes sizes{.T_q = 4, .T_k = 300};
  const Inputs in = inputs_of(sizes, 3);
  AttentionOptions options;
  options.mask = filled({4, 300}, 0);
  std::fill_n(options.mask->data() + 300, 300, -infinity);
  options.statistics = true;
  const AttentionResult zeros = value_of(attention_on(in.q, in.k, in.v, options));
  for (const EmptyRows policy : {EmptyRows::uniform, EmptyRows::nan}) {
    const bool uniform = policy == EmptyRows::uniform;
    options.empty_rows = policy;
    for (const bool weights : {true, false}) {
      options.keep_weights = weights;
      const AttentionResult result = value_of(attention_on(in.q, in.k, in.v, options));
      CHECK(result.empty_rows == std::vector<std::size_t>{1});
      CHECK(result.log_sum_exp[1] == -infinity);
      CHECK(result.largest_key[1] == (uniform ? 0 : -1));
      for (std::size_t c = 0; c < 4; ++c) {
        double mean = 0;
        for (std::size_t key = 0; key < 300; ++key) mean += static_cast<double>(in.v.data()[key * 4 + c]) / 300;
        const float output = result.output.data()[4 + c];
        CHECK((uniform ? output == doctest::Approx(mean) : std::isnan(output)));
      }
      CHECK((uniform ? result.entropy[1] == doctest::Approx(std::log(300.0)) : std::isnan(result.entropy[1])));
      for (const std::size_t row : {0U, 2U, 3U}) {
        CHECK(result.largest[row] == zeros.largest[row]);
        if (weights) CHECK(result.output.data()[row * 4] == zeros.output.data()[row * 4]);
      }
      if (!weights) continue;
      for (std::size_t key = 0; key < 300; ++key) {
        const float weight = result.weights.data()[300 + key];
        CHECK((uniform ? weight == 1.0F / 300 : std::isnan(weight)));
      }
    }
  }
}

TEST_CASE("one row alone has the bits of that row among all") {
  Choice choose;
  for (std::uint32_t round = 0; round < 60; ++round) {
    const Sizes sizes{1, 1, 1, 1 + choose(40), 1 + choose(300), 1 + choose(9), 2};
    const Inputs in = inputs_of(sizes, 2000 + round);
    AttentionOptions options = random_options(choose, sizes, round);
    options.slopes = options.slopes.size() == 0 ? no_tensor() : random_tensor({1}, round);
    const AttentionResult whole = value_of(attention_on(in.q, in.k, in.v, options));
    const std::size_t i = choose(sizes.T_q);
    Tensor q = filled({1, sizes.d_k}, 0);
    std::copy_n(in.q.data() + i * sizes.d_k, sizes.d_k, q.data());
    if (options.mask && options.mask->shape(2) != 1) {
      const std::size_t keys = options.mask->shape(3);
      Tensor row = filled({1, keys}, 0);
      std::copy_n(options.mask->data() + i * keys, keys, row.data());
      options.mask = row;
    }
    options.causal_offset += static_cast<std::int64_t>(i);
    const AttentionResult alone = value_of(attention_on(q, in.k, in.v, options));
    Tensor expected = filled(shape_of(alone.weights), 0);
    std::copy_n(whole.weights.data() + i * sizes.T_k, sizes.T_k, expected.data());
    INFO("round ", round);
    CHECK(difference(alone.weights, expected) == "");
  }
}

TEST_CASE("without weights, numbers that overflow are errors") {
  AttentionOptions options;
  options.keep_weights = false;
  const auto wrong = [&](float q, float v) {
    return text_of(attention_on(filled({1, 1}, q), filled({1, 1}, 10), filled({1, 1}, v), options));
  };
  CHECK(wrong(1, 1) == "");
  CHECK(wrong(1e38F, 1).starts_with("not-finite q: "));
  options.mask = filled({1}, -3e38F);
  CHECK(wrong(-3e37F, 1).starts_with("not-finite mask: "));
  options.mask.reset();
  const Tensor zeros = filled({2, 1}, 0), large = filled({2, 1}, 3e38F);
  CHECK(text_of(attention_on(zeros, zeros, large, options)).starts_with("not-finite : output[0,0] is inf"));
}

TEST_CASE("slopes must be finite, and one a head") {
  const Inputs in = inputs_of({.H = 2, .H_kv = 2}, 4);
  AttentionOptions options;
  options.slopes = vector({1, 2, 3});
  CHECK(text_of(attention_on(in.q, in.k, in.v, options)) == "shape alibi: alibi has 3 slopes for 2 heads");
  options.slopes = vector({1, reference::infinity});
  CHECK(text_of(attention_on(in.q, in.k, in.v, options)).starts_with("not-finite alibi: "));
}

TEST_CASE("a call whose weights are too large is computed without them") {
  const Tensor column = filled({20'000, 1}, 0), one = filled({1, 1}, 0);
  AttentionOptions options;
  CHECK(text_of(attention_on(column, column, column, options)).starts_with("too-large : "));
  options.keep_weights = false;
  CHECK(text_of(attention_on(column, one, one, options)) == "");
}
