// The bits must not depend on how a product is computed: packed or not, whole or a span, alone or as part of attention.
#include <cmath>
#include <cstring>

#include "kernels/kernels.hpp"
#include "kernels/lanes.hpp"

#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;
using kernels::Band;
using kernels::Packed;
using kernels::Span;

namespace {

constexpr float untouched = 12345;

// Sizes around the lane count (4), the panel's width (8), the tile's height (5 or 6), the queries that attention takes
// at once (twice or four times that), and their multiples.
constexpr std::size_t sizes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 20, 21, 24, 25, 33, 49};

// A random number below `count`.
class Choice {
 public:
  explicit Choice(std::uint32_t seed) : state_(seed) {}
  std::size_t operator()(std::size_t count) {
    state_ = state_ * 1664525U + 1013904223U;
    return (state_ >> 8U) % count;
  }
  std::size_t size() { return sizes[(*this)(std::size(sizes))]; }
  Span span(std::size_t within) {
    const std::size_t from = (*this)(within + 1);
    return {from, from + (*this)(within - from + 1)};
  }
  Band band(std::size_t size) {
    const auto reach = [&] { return static_cast<std::ptrdiff_t>((*this)(2 * size)) - 2; };
    const std::size_t kind = (*this)(4);
    if (kind == 0) return kernels::every_key;
    if (kind == 1) return {Band::all, 0};
    return kind == 2 ? Band{reach(), reach()} : Band{Band::all, reach() - static_cast<std::ptrdiff_t>(size)};
  }

 private:
  std::uint32_t state_;
};

std::string different(float actual, float expected, std::size_t i, std::size_t j) {
  // Compares bits, because −0 must not pass as 0.
  if (std::memcmp(&actual, &expected, sizeof actual) == 0) return "";
  return joined(" at ", i, ",", j, ": ", actual, ", expected ", expected);
}

kernels::Rows rows(const Tensor& of) {
  return {of.data(), of.shape(1)};
}

// The scores · factor, with −∞ for keys that the band hides.
Tensor masked(const Tensor& scores, std::size_t first, Band band, float factor) {
  Tensor all = scores;
  for (std::size_t i = 0; i < all.shape(0); ++i) {
    const Span seen = kernels::visible(band, first + i, all.shape(1));
    for (std::size_t j = 0; j < all.shape(1); ++j) {
      float& cell = all.data()[i * all.shape(1) + j];
      cell = j >= seen.from && j < seen.to ? cell * factor : -infinity;
    }
  }
  return all;
}

}  // namespace

TEST_CASE("a span of a packed product has the bits of the whole product") {
  Choice choose(1);
  Packed packed;
  for (int round = 0; round < 400; ++round) {
    const std::size_t m = choose.size(), n = choose.size(), k = round % 50 == 0 ? 1100 : choose.size();
    const bool transposed = choose(2) == 0;
    const auto seed = static_cast<std::uint32_t>(round);
    const Tensor a = random_tensor({m, k}, seed), b = random_tensor(transposed ? Shape{n, k} : Shape{k, n}, seed + 1);
    Span columns = choose.span(n);
    const Span depth = choose.span(k);
    columns.from -= columns.from % kernels::panel_width;
    if (transposed) {
      packed.pack_transposed(rows(b), n, k);
    } else {
      packed.pack(rows(b), n, k);
    }
    // The same product with zeros outside the span of depth. Skipping must not change a bit.
    Tensor left = a;
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t p = 0; p < k; ++p) {
        if (p < depth.from || p >= depth.to) left.data()[i * k + p] = 0;
      }
    }
    Tensor whole = filled({m, n}, untouched);
    if (transposed) {
      kernels::matmul_transposed(rows(left), rows(b), {whole.data(), n}, m, n, k);
    } else {
      kernels::matmul(rows(left), rows(b), {whole.data(), n}, m, n, k);
    }
    const std::size_t width = columns.to - columns.from;
    Tensor part = filled({m, width + 1}, untouched);
    kernels::matmul({a.data() + depth.from, k}, packed, {part.data(), width + 1}, m, columns, depth);
    std::string wrong;
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t j = 0; j < width; ++j) {
        wrong += different(part.data()[i * (width + 1) + j], whole.data()[i * n + columns.from + j], i, j);
      }
      wrong += different(part.data()[i * (width + 1) + width], untouched, i, width);
    }
    INFO(m, "×", k, " by ", k, "×", n, ", columns ", columns.from, " to ", columns.to);
    CHECK(wrong == "");
  }
}

TEST_CASE("a product of zeros is +0, with skipped zeros and without") {
  const Tensor a = matrix({{1e-30, 0}}), b = matrix({{-1e-30}, {-1}});
  float whole = untouched, part = untouched;
  kernels::matmul(rows(a), rows(b), {&whole, 1}, 1, 1, 2);
  Packed packed;
  packed.pack(rows(b), 1, 2);
  kernels::matmul(rows(a), packed, {&part, 1}, 1, {0, 1}, {0, 1});
  CHECK(different(whole, 0, 0, 0) == "");
  CHECK(different(part, 0, 0, 0) == "");
}

TEST_CASE("the visible keys of each query in a band") {
  const auto seen = [](Band band, std::size_t query, std::size_t keys) {
    const Span span = kernels::visible(band, query, keys);
    return std::pair(span.from, span.to);
  };
  using Pair = std::pair<std::size_t, std::size_t>;
  CHECK(seen(kernels::every_key, 3, 7) == Pair(0, 7));
  CHECK(seen({Band::all, 0}, 3, 7) == Pair(0, 4));
  CHECK(seen({Band::all, 0}, 9, 7) == Pair(0, 7));
  CHECK(seen({2, 1}, 3, 7) == Pair(1, 5));
  CHECK(seen({0, 0}, 3, 7) == Pair(3, 4));
  CHECK(seen({-1, 2}, 3, 7) == Pair(4, 6));
  CHECK(seen({2, -1}, 3, 7) == Pair(1, 3));
  // Bands beyond the last key or before the first show nothing.
  for (const auto& [band, query] : {std::pair(Band{0, 0}, 9U),
                                    {Band{Band::all, -4}, 3U},
                                    {Band{-9, Band::all}, 3U},
                                    {Band{Band::all, -Band::all}, 3U},
                                    {Band{-Band::all, Band::all}, 3U}}) {
    const Span span = kernels::visible(band, query, 7);
    CHECK(span.from == span.to);
    CHECK(span.to <= 7);
  }
}

TEST_CASE("softmax in a band has the bits of softmax with −∞ outside it, also in place") {
  Choice choose(3);
  for (int round = 0; round < 400; ++round) {
    const std::size_t count = choose.size(), keys = choose.size(), first = choose(20), stride = keys + choose(3);
    const Band band = choose.band(keys);
    const float factor = choose(4) == 0 ? -0.75F : 0.35F, temperature = choose(2) == 0 ? 1.0F : 0.3F;
    const Tensor scores = random_tensor({count, keys}, static_cast<std::uint32_t>(round), 10);
    const Tensor hidden = masked(scores, first, band, factor);
    Tensor expected = filled({count, keys}, untouched);
    kernels::softmax(hidden.data(), expected.data(), count, keys, temperature);
    // Hidden scores must not be read.
    Tensor in_place = filled({count, stride}, not_a_number), apart = filled({count, keys}, untouched);
    for (std::size_t i = 0; i < count; ++i) {
      const Span seen = kernels::visible(band, first + i, keys);
      for (std::size_t j = seen.from; j < seen.to; ++j) in_place.data()[i * stride + j] = scores.data()[i * keys + j];
    }
    kernels::softmax_band({in_place.data(), stride}, {apart.data(), keys}, count, first, keys, band, factor,
                          temperature);
    kernels::softmax_band({in_place.data(), stride}, count, first, keys, band, factor, temperature);
    CHECK(difference(apart, expected) == "");
    std::string wrong;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < stride; ++j) {
        const float actual = in_place.data()[i * stride + j];
        if (j < keys) wrong += different(actual, expected.data()[i * keys + j], i, j);
        if (j >= keys && !std::isnan(actual)) wrong += joined(i, ",", j, " was written");
      }
    }
    CHECK(wrong == "");
  }
}

TEST_CASE("attention has the bits of its three kernels, with and without weights, for all rows and for a few") {
  Choice choose(4);
  kernels::Scratch scratch;
  Packed packed_k, packed_v;
  for (int round = 0; round < 400; ++round) {
    const std::size_t queries = choose.size(), keys = round % 40 == 0 ? 600 : choose.size();
    const std::size_t d_k = choose.size(), d_v = choose.size();
    const Band band = choose.band(keys);
    const auto seed = static_cast<std::uint32_t>(round);
    const Tensor q = random_tensor({queries, d_k}, seed, 3), k = random_tensor({keys, d_k}, seed + 1, 3);
    const Tensor v = random_tensor({keys, d_v}, seed + 2);
    constexpr float factor = 0.3F, temperature = 0.8F;

    Tensor scores = filled({queries, keys}, untouched), expected = filled({queries, d_v}, untouched);
    kernels::matmul_transposed(rows(q), rows(k), {scores.data(), keys}, queries, keys, d_k);
    Tensor shown = masked(scores, 0, band, factor);
    kernels::softmax(shown.data(), shown.data(), queries, keys, temperature);
    kernels::matmul(rows(shown), rows(v), {expected.data(), d_v}, queries, d_v, keys);

    packed_k.pack_transposed(rows(k), keys, d_k);
    packed_v.pack(rows(v), d_v, keys);
    const Span some = choose.span(queries);
    const std::size_t count = some.to - some.from, stride = d_v + choose(3);
    Tensor weights = filled({count, keys}, untouched), z = filled({count, stride}, untouched), alone = z;
    const kernels::Rows asked{q.data() + some.from * d_k, d_k};
    kernels::attention(asked, packed_k, packed_v, {z.data(), stride}, weights.data(), count, some.from, band, factor,
                       temperature, scratch);
    kernels::attention(asked, packed_k, packed_v, {alone.data(), stride}, nullptr, count, some.from, band, factor,
                       temperature, scratch);
    std::string wrong;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < keys; ++j) {
        wrong += different(weights.data()[i * keys + j], shown.data()[(some.from + i) * keys + j], i, j);
      }
      for (std::size_t j = 0; j < stride; ++j) {
        const float was = j < d_v ? expected.data()[(some.from + i) * d_v + j] : untouched;
        wrong += different(z.data()[i * stride + j], was, i, j) + different(alone.data()[i * stride + j], was, i, j);
      }
    }
    INFO(queries, " queries, ", keys, " keys, d_k ", d_k, ", d_v ", d_v, ", band ", band.before, " ", band.after);
    CHECK(wrong == "");
  }
}
