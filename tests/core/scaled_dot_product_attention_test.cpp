#include <algorithm>
#include <iterator>
#include <limits>

#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

constexpr double hidden = -reference::infinity;

struct Inputs {
  Tensor q, k, v;
};

// The batch, the heads and the widths of one call.
struct Sizes {
  std::size_t B = 1, H = 1, H_kv = 1, T_q = 3, T_k = 3, d_k = 4, d_v = 4;
};

// With rank 4, or without the leading axes, which must then be 1.
Inputs inputs_of(const Sizes& s, std::uint32_t seed, std::size_t rank = 4) {
  const auto drawn = [&](const Shape& shape, std::uint32_t stream) {
    return random_tensor(Shape(shape.end() - static_cast<std::ptrdiff_t>(rank), shape.end()), seed * 3 + stream, 2);
  };
  return {drawn({s.B, s.H, s.T_q, s.d_k}, 0), drawn({s.B, s.H_kv, s.T_k, s.d_k}, 1),
          drawn({s.B, s.H_kv, s.T_k, s.d_v}, 2)};
}

AttentionOptions keeping_all() {
  AttentionOptions options;
  options.keep_scores = options.keep_scaled = options.keep_capped = options.keep_masked = true;
  return options;
}

Result<AttentionResult> attention(const Inputs& in, const AttentionOptions& options = {}) {
  return attention_on(in.q, in.k, in.v, options);
}

std::string wrong(const Inputs& in, const AttentionOptions& options = {}) {
  return text_of(attention(in, options));
}

// (B, H, T, d), where missing axes are 1.
Array batches_of(const Tensor& tensor) {
  Shape shape(4 - tensor.dimension(), 1);
  std::ranges::copy(tensor.shape(), std::back_inserter(shape));
  return xt::reshape_view(array_of(tensor), shape);
}

// Compares every tensor of the call with the oracle.
void check_against_oracle(const Inputs& in, AttentionOptions options) {
  options.keep_scores = options.keep_scaled = options.keep_capped = options.keep_masked = true;
  const AttentionResult result = value_of(attention(in, options));
  const reference::Attention expected = reference::attention(batches_of(in.q), batches_of(in.k), batches_of(in.v),
                                                             {.scale = options.scale,
                                                              .softcap = options.softcap,
                                                              .mask = options.mask ? array_of(*options.mask) : Array(),
                                                              .causal = options.causal,
                                                              .causal_offset = options.causal_offset});
  const auto check = [rank = in.q.dimension()](const Tensor& actual, const Array& batches) {
    const Shape shape(batches.shape().end() - static_cast<std::ptrdiff_t>(rank), batches.shape().end());
    CHECK(difference(actual, xt::reshape_view(batches, shape), 1e-5) == "");
  };
  check(*result.scores, expected.scores);
  check(*result.scaled, expected.scaled);
  check(*result.capped, expected.capped);
  check(*result.masked, expected.masked);
  check(result.weights, expected.weights);
  check(result.output, expected.z);
}

// Two queries and two keys of width 1, all zeros. The weights are equal where no key is hidden.
const Inputs flat{matrix({{0}, {0}}), matrix({{0}, {0}}), matrix({{1}, {3}})};

}  // namespace

TEST_CASE("inputs of rank 2, 3 and 4 give outputs of the same rank") {
  check_against_oracle(inputs_of({.T_q = 2, .T_k = 5, .d_v = 3}, 1, 2), {});
  check_against_oracle(inputs_of({.H = 4, .H_kv = 2, .T_q = 2, .T_k = 5, .d_v = 3}, 2, 3), {});
  check_against_oracle(inputs_of({.B = 3, .H = 4, .H_kv = 2, .T_q = 2, .T_k = 5, .d_v = 3}, 3, 4), {});
}

TEST_CASE("many sizes agree with the oracle") {
  std::uint32_t seed = 10;
  for (const std::size_t T_q : {1U, 4U, 9U}) {
    for (const std::size_t T_k : {1U, 5U, 17U}) {
      for (const std::size_t d_k : {1U, 8U, 33U}) {
        for (const std::size_t d_v : {1U, 7U}) {
          INFO("T_q ", T_q, ", T_k ", T_k, ", d_k ", d_k, ", d_v ", d_v);
          check_against_oracle(inputs_of({2, 2, 1, T_q, T_k, d_k, d_v}, ++seed), {});
        }
      }
    }
  }
}

TEST_CASE("query heads share key/value heads in groups, in every batch") {
  for (const std::size_t H_kv : {1U, 2U, 3U, 6U}) {
    INFO("6 heads share ", H_kv);
    check_against_oracle(inputs_of({.B = 2, .H = 6, .H_kv = H_kv}, 40), {});
  }
}

TEST_CASE("scale, softcap and their combination agree with the oracle") {
  const Inputs in = inputs_of({.B = 2, .H = 2, .H_kv = 2}, 50);
  for (const double scale : {0.0, 1.0, -0.5, 3.0}) check_against_oracle(in, {.mask = {}, .scale = scale});
  for (const double softcap : {0.5, 30.0}) {
    AttentionOptions options;
    options.softcap = softcap;
    check_against_oracle(in, options);
    options.scale = 2;
    check_against_oracle(in, options);
  }
}

TEST_CASE("a causal offset moves the diagonal both ways, up to the extremes of its type") {
  const Inputs in = inputs_of({.B = 2, .H = 2, .H_kv = 1, .T_q = 4, .T_k = 6}, 60);
  using Limits = std::numeric_limits<std::int64_t>;
  for (const std::int64_t offset : {std::int64_t{0}, std::int64_t{2}, std::int64_t{100}, std::int64_t{-1},
                                    std::int64_t{-4}, std::int64_t{1} << 40, Limits::max(), Limits::min()}) {
    AttentionOptions options;
    options.causal = true;
    options.causal_offset = offset;
    INFO("offset ", offset);
    check_against_oracle(in, options);
  }
}

TEST_CASE("without causal, the offset has no effect") {
  const Inputs in = inputs_of({}, 61);
  AttentionOptions options;
  options.causal_offset = -100;
  CHECK(difference(value_of(attention(in, options)).output, value_of(attention(in)).output) == "");
}

TEST_CASE("masks of every broadcastable shape agree with the oracle") {
  const Inputs in = inputs_of({.B = 2, .H = 3, .H_kv = 1, .T_q = 4, .T_k = 5}, 70);
  for (const Shape& shape :
       {Shape{2, 3, 4, 5}, Shape{1, 3, 4, 5}, Shape{2, 1, 4, 5}, Shape{2, 3, 1, 5}, Shape{2, 3, 4, 1},
        Shape{2, 1, 1, 1}, Shape{1, 1, 1, 1}, Shape{3, 4, 5}, Shape{3, 1, 1}, Shape{4, 5}, Shape{1, 5}, Shape{4, 1}}) {
    AttentionOptions options;
    options.mask = random_tensor(shape, 71, 3);
    for (std::size_t at = 0; at < options.mask->size(); at += 3) options.mask->data()[at] = -infinity;
    INFO("mask ", shape.size(), " axes, ", options.mask->size(), " numbers");
    check_against_oracle(in, options);
    options.causal = true;
    options.softcap = 2;
    check_against_oracle(in, options);
  }
}

TEST_CASE("a mask of one axis applies to the keys, and one without axes to everything") {
  AttentionOptions options;
  options.mask = vector({0, hidden});
  CHECK(difference(value_of(attention(flat, options)).output, Rows{{1}, {1}}, 0) == "");
  options.mask = filled({}, 5);
  CHECK(difference(value_of(attention(flat, options)).output, Rows{{2}, {2}}, 0) == "");
}

TEST_CASE("a row with every key hidden has weights 0 and output 0, and other rows are unchanged") {
  AttentionOptions options = keeping_all();
  options.mask = matrix({{hidden, hidden}, {0, hidden}});
  AttentionResult result = value_of(attention(flat, options));
  CHECK(difference(*result.masked, Rows{{hidden, hidden}, {0, hidden}}, 0) == "");
  CHECK(difference(result.weights, Rows{{0, 0}, {1, 0}}, 0) == "");
  CHECK(difference(result.output, Rows{{0}, {1}}, 0) == "");
  options.mask = filled({1}, -infinity);
  result = value_of(attention(flat, options));
  CHECK(difference(result.weights, Rows{{0, 0}, {0, 0}}, 0) == "");
  CHECK(difference(result.output, Rows{{0}, {0}}, 0) == "");
}

TEST_CASE("a mask and causal together hide what either of them hides") {
  AttentionOptions options = keeping_all();
  options.causal = true;
  options.mask = matrix({{0, 0}, {hidden, 0}});
  CHECK(difference(*value_of(attention(flat, options)).masked, Rows{{0, hidden}, {hidden, 0}}, 0) == "");
  options.mask = matrix({{hidden, 0}, {0, 0}});
  CHECK(difference(value_of(attention(flat, options)).output, Rows{{0}, {2}}, 0) == "");
}

TEST_CASE("only the requested tensors are kept") {
  const Inputs in = inputs_of({}, 80);
  const AttentionResult none = value_of(attention(in));
  CHECK_FALSE((none.scores || none.scaled || none.capped || none.masked));
  AttentionOptions options;
  options.keep_scaled = true;
  const AttentionResult one = value_of(attention(in, options));
  CHECK(one.scaled.has_value());
  CHECK_FALSE((one.scores || one.capped || one.masked));
}

TEST_CASE("a kept tensor whose step is off equals the one before it") {
  const AttentionResult result = value_of(attention(inputs_of({}, 81), keeping_all()));
  CHECK(difference(*result.capped, *result.scaled) == "");
  CHECK(difference(*result.masked, *result.scaled) == "");
  CHECK(difference(*result.scaled, *result.scores) != "");
}

TEST_CASE("keeping tensors changes no number of the others") {
  const Inputs in = inputs_of({.B = 2, .H = 2, .H_kv = 1, .T_q = 5, .T_k = 9}, 82);
  const AttentionResult bare = value_of(attention(in)), kept = value_of(attention(in, keeping_all()));
  CHECK(difference(kept.output, bare.output) == "");
  CHECK(difference(kept.weights, bare.weights) == "");
}

TEST_CASE("scores of ±1e4 give finite weights") {
  const Inputs in{matrix({{1e4}, {-1e4}}), matrix({{1}, {-1}}), matrix({{2}, {5}})};
  const AttentionResult result = value_of(attention(in));
  CHECK(difference(result.weights, Rows{{1, 0}, {0, 1}}, 0) == "");
  CHECK(difference(result.output, Rows{{2}, {5}}, 0) == "");
}

TEST_CASE("an intermediate result that overflows float32 is an error, not an infinity") {
  CHECK(wrong({matrix({{1e38}}), matrix({{10}}), matrix({{1}})}).starts_with("not-finite : scaled[0,0] is inf"));
  CHECK(wrong({matrix({{1e38}}), matrix({{10}}), matrix({{1}})}, {.mask = {}, .scale = 0.0})
            .starts_with("not-finite : "));
  AttentionOptions options;
  options.softcap = 5;
  CHECK(wrong({matrix({{1e38}}), matrix({{10}}), matrix({{1}})}, options).starts_with("not-finite : "));
  options.softcap = 0;
  options.mask = filled({1}, 3e38F);
  CHECK(
      wrong({matrix({{3e38}}), matrix({{1}}), matrix({{1}})}, options).starts_with("not-finite : masked[0,0] is inf"));
}

TEST_CASE("a sum of score and mask that overflows to −∞ is an error, not a hidden key") {
  AttentionOptions options;
  options.mask = filled({1}, -3e38F);
  CHECK(wrong({matrix({{-3e38}}), matrix({{1}}), matrix({{1}})}, options).starts_with("not-finite mask: "));
}

TEST_CASE("NaN and infinity in q, k, v or the mask are errors that name the cell, except −∞ in the mask") {
  const char* rule = "; every number must be finite and fit float32 (up to 3.4e38)";
  for (const auto& [member, name] :
       {std::pair{&Inputs::q, "q"}, std::pair{&Inputs::k, "k"}, std::pair{&Inputs::v, "v"}}) {
    for (const auto& [number, text] :
         {std::pair{not_a_number, "nan"}, std::pair{infinity, "inf"}, std::pair{-infinity, "-inf"}}) {
      Inputs in = inputs_of({.B = 2, .H = 2, .H_kv = 2, .T_q = 3, .T_k = 3, .d_k = 4, .d_v = 4}, 90);
      (in.*member).data()[24 + 12 + 4 + 3] = number;
      CHECK(wrong(in) == joined("not-finite ", name, ": ", name, "[1,1,1,3] is ", text, rule));
    }
  }
  AttentionOptions options;
  options.mask = matrix({{0, not_a_number}, {0, 0}});
  CHECK(wrong(flat, options) == joined("not-finite mask: mask[0,1] is nan", rule));
  options.mask = matrix({{0, 0}, {reference::infinity, 0}});
  CHECK(wrong(flat, options) == joined("not-finite mask: mask[1,0] is inf", rule));
  options.mask = matrix({{0, 0}, {hidden, 0}});
  CHECK(wrong(flat, options) == "");
}

TEST_CASE("shapes that do not fit are errors with their numbers") {
  const auto drawn = [](const Shape& shape) { return random_tensor(shape, 1); };
  const Tensor q = drawn({2, 4, 3, 8}), k = drawn({2, 2, 5, 8}), v = drawn({2, 2, 5, 6});
  CHECK(wrong({q, k, v}) == "");
  CHECK(wrong({q, drawn({2, 2, 5, 7}), v}) == "shape k: k has d_k 7, q has 8");
  CHECK(wrong({q, k, drawn({2, 2, 4, 6})}) == "shape v: v has T_k 4, k has 5");
  CHECK(wrong({q, k, drawn({2, 1, 5, 6})}) == "heads v: v has 1 heads, k has 2");
  CHECK(wrong({q, drawn({2, 3, 5, 8}), drawn({2, 3, 5, 6})}) ==
        "heads q: q has 4 heads, not a multiple of the 3 of k and v");
  CHECK(wrong({drawn({2, 1, 3, 8}), k, v}) == "heads q: q has 1 heads, not a multiple of the 2 of k and v");
  CHECK(wrong({q, drawn({3, 2, 5, 8}), v}) == "shape k: k has batch 3, q has 2");
  CHECK(wrong({q, k, drawn({1, 2, 5, 6})}) == "shape v: v has batch 1, q has 2");
}

TEST_CASE("too few or too many axes, and axes of 0, are refused") {
  const Tensor square = matrix({{1, 2}, {3, 4}});
  CHECK(wrong({vector({1, 2}), square, square}) == "shape q: q has 1 axes, expected 2, 3 or 4: [B,H,T,d]");
  CHECK(wrong({square, filled({}, 1), square}) == "shape k: k has 0 axes, expected 2, 3 or 4: [B,H,T,d]");
  CHECK(wrong({square, square, filled({1, 1, 1, 2, 2}, 1)}) == "shape v: v has 5 axes, expected 2, 3 or 4: [B,H,T,d]");
  CHECK(wrong({square, square, no_tensor()}) == "shape v: v has 1 axes, expected 2, 3 or 4: [B,H,T,d]");
  CHECK(wrong({filled({0, 2}, 0), square, square}) == "empty q: q is 0×2: an axis is 0");
  CHECK(wrong({square, filled({0, 2}, 0), filled({0, 2}, 0)}) == "empty k: k is 0×2: an axis is 0");
  CHECK(wrong({square, square, filled({2, 0}, 0)}) == "empty v: v is 2×0: an axis is 0");
}

TEST_CASE("a mask that does not broadcast is an error with both shapes") {
  const Inputs in = inputs_of({.B = 2, .H = 3, .H_kv = 1, .T_q = 4, .T_k = 5}, 91);
  for (const auto& [shape, text] :
       {std::pair{Shape{5, 4}, "5×4"}, std::pair{Shape{4}, "4"}, std::pair{Shape{2, 4, 5}, "2×4×5"},
        std::pair{Shape{3, 3, 4, 5}, "3×3×4×5"}, std::pair{Shape{0}, "0"}, std::pair{Shape{2, 3, 4, 0}, "2×3×4×0"}}) {
    AttentionOptions options;
    options.mask = filled(shape, 0);
    CHECK(wrong(in, options) == joined("shape mask: mask is ", text, ", which does not broadcast to 2×3×4×5"));
  }
  AttentionOptions options;
  options.mask = filled({1, 1, 1, 1, 1}, 0);
  CHECK(wrong(in, options) == "shape mask: mask has 5 axes, at most 4");
}

TEST_CASE("softcap and scale must be finite, and softcap not negative") {
  AttentionOptions options;
  options.softcap = -1;
  CHECK(wrong(flat, options) == "range softcap: softcap is -1; it must be 0 (off) or greater");
  options.softcap = std::nan("");
  CHECK(wrong(flat, options).starts_with("range softcap: "));
  options.softcap = 0;
  options.scale = reference::infinity;
  CHECK(wrong(flat, options) == "range scale: scale is inf; it must be a finite number");
}

TEST_CASE("small inputs whose scores would be huge are refused before anything is computed") {
  // 20 000 queries by 20 000 keys: 1.5 GiB of weights.
  const Tensor long_column = filled({20'000, 1}, 0);
  CHECK(wrong({long_column, long_column, long_column}) == "too-large : this needs 1529 MiB; the limit is 512 MiB");
  // 2¹⁶ by 2¹⁶ floats are 2³⁴ bytes, which is 0 in 32 bits.
  const Tensor longest = filled({1 << 16, 1}, 0);
  CHECK(wrong({longest, longest, longest}).starts_with("too-large : "));
}

TEST_CASE("output and weights have the same bits with and without kept intermediate tensors") {
  std::uint32_t seed = 0;
  for (const std::size_t T_q : {1U, 5U, 13U}) {
    for (const std::size_t T_k : {1U, 6U, 9U, 29U}) {
      for (const std::int64_t offset : {std::int64_t{-4}, std::int64_t{0}, std::int64_t{7}, INT64_MIN, INT64_MAX}) {
        for (const bool causal : {false, true}) {
          const Tensor q = random_tensor({2, 4, T_q, 5}, ++seed, 3), k = random_tensor({2, 2, T_k, 5}, ++seed, 3);
          const Tensor v = random_tensor({2, 2, T_k, 11}, ++seed);
          AttentionOptions options;
          options.causal = causal;
          options.causal_offset = offset;
          const auto quick = std::get<AttentionResult>(attention_on(q, k, v, options));
          options.keep_masked = true;
          const auto whole = std::get<AttentionResult>(attention_on(q, k, v, options));
          CHECK(difference(quick.weights, whole.weights) == "");
          CHECK(difference(quick.output, whole.output) == "");
          CHECK(shape_of(quick.output) == shape_of(whole.output));
        }
      }
    }
  }
}
