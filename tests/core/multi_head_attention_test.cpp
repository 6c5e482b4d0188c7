#include "attention/multi_head_attention.hpp"

#include <algorithm>

#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;
using kernels::Band;

namespace {

struct Size {
  std::size_t d_model, H, H_kv, d_k, d_v;
};

Projections projections(const Size& size, bool optional) {
  const auto [d_model, H, H_kv, d_k, d_v] = size;
  Projections given;
  given.w_q = random_tensor({d_model, H * d_k}, 1);
  given.w_k = random_tensor({d_model, H_kv * d_k}, 2);
  given.w_v = random_tensor({d_model, H_kv * d_v}, 3);
  if (!optional) return given;
  given.w_o = random_tensor({H * d_v, d_model}, 4);
  given.b_q = random_tensor({1, H * d_k}, 5);
  given.b_k = random_tensor({1, H_kv * d_k}, 6);
  given.b_v = random_tensor({1, H_kv * d_v}, 7);
  given.b_o = random_tensor({1, d_model}, 8);
  return given;
}

// The same layer as a scene.
Scene scene_of(const Size& size, const Projections& given, const Tensor& x, const Mask& mask) {
  Scene scene;
  scene.tokens.assign(x.shape(0), "a");
  scene.embedding.kind = Embedding::Kind::given;
  scene.embedding.x = x;
  scene.parameters.kind = Parameters::Kind::given;
  Matrices& matrices = scene.parameters.matrices;
  const auto bias = [](Tensor row) {
    row.reshape({row.size()});
    return row;
  };
  matrices[Matrix::w_q] = given.w_q;
  matrices[Matrix::w_k] = given.w_k;
  matrices[Matrix::w_v] = given.w_v;
  matrices[Matrix::w_o] = given.w_o;
  matrices[Matrix::b_q] = bias(given.b_q);
  matrices[Matrix::b_k] = bias(given.b_k);
  matrices[Matrix::b_v] = bias(given.b_v);
  matrices[Matrix::b_o] = bias(given.b_o);
  scene.attention.heads = size.H;
  scene.attention.kv_heads = size.H_kv;
  scene.attention.mask = mask;
  return scene;
}

std::string attend_all(MultiHeadAttention& layer, const Tensor& x, std::size_t heads, bool weights) {
  if (auto wrong = layer.reserve(x.shape(0), weights)) return text_of(wrong);
  std::copy_n(x.data(), x.size(), layer.input().data());
  return text_of(layer.attend(0, heads * x.shape(0)));
}

Tensor taken(const std::vector<float>& numbers, const Shape& shape) {
  Tensor tensor = filled(shape, 0);
  std::copy_n(numbers.data(), tensor.size(), tensor.data());
  return tensor;
}

}  // namespace

TEST_CASE("a prepared layer has the bits of the trace for a series of token counts") {
  Mask causal, window;
  causal.kind = Mask::Kind::causal;
  window.kind = Mask::Kind::window;
  window.before = 2;
  window.after = 1;
  const std::pair<Band, Mask> bands[] = {{{Band::all, Band::all}, {}}, {{Band::all, 0}, causal}, {{2, 1}, window}};
  for (const Size& size : {Size{16, 2, 2, 8, 8}, Size{12, 4, 2, 3, 5}, Size{7, 3, 1, 4, 12}, Size{1, 1, 1, 1, 1}}) {
    for (const bool optional : {false, true}) {
      const Projections given = projections(size, optional);
      for (const auto& [band, mask] : bands) {
        MultiHeadAttention layer;
        REQUIRE(text_of(layer.prepare(given, {.heads = size.H, .kv_heads = size.H_kv, .band = band, .scale = {}})) ==
                "");
        for (const std::size_t T : {3U, 1U, 14U, 6U, 31U, 2U}) {
          const Tensor x = random_tensor({T, size.d_model}, static_cast<std::uint32_t>(T));
          const Trace trace = value_of(attend(scene_of(size, given, x, mask)));
          INFO(T, " tokens, d_model ", size.d_model, ", band ", band.before, " ", band.after);
          REQUIRE(attend_all(layer, x, size.H, true) == "");
          CHECK(difference(taken(layer.weights(), {size.H, T, T}), tensor_of(trace, "weights")) == "");
          CHECK(difference(taken(layer.output(), {T, layer.width()}), tensor_of(trace, "output")) == "");
          std::fill(layer.output().begin(), layer.output().end(), not_a_number);
          REQUIRE(attend_all(layer, x, size.H, false) == "");
          CHECK(difference(taken(layer.output(), {T, layer.width()}), tensor_of(trace, "output")) == "");
        }
      }
    }
  }
}

TEST_CASE("queries can be computed a few at a time, across heads") {
  const Size size{12, 4, 2, 3, 5};
  MultiHeadAttention layer;
  REQUIRE(text_of(layer.prepare(projections(size, true),
                                {.heads = 4, .kv_heads = 2, .band = {Band::all, 0}, .scale = 0.4})) == "");
  const Tensor x = random_tensor({9, 12}, 1);
  REQUIRE(attend_all(layer, x, 4, true) == "");
  const Tensor weights = taken(layer.weights(), {4, 9, 9}), output = taken(layer.output(), {9, 12});
  for (const std::size_t some : {9U, 4U, 1U, 7U, 36U}) {
    for (std::size_t from = 0; from < 36; from += some) {
      const std::size_t to = std::min<std::size_t>(36, from + some);
      REQUIRE(text_of(layer.attend(from, to)) == "");
      const Row alone = row_of(taken(layer.weights(), {to - from, 9})), all = row_of(weights);
      CHECK(alone == xt::view(all, xt::range(from * 9, to * 9)));
    }
  }
  CHECK(difference(taken(layer.output(), {9, 12}), output) == "");
}

TEST_CASE("reserve allocates weights only if they are requested") {
  MultiHeadAttention layer;
  const Size size{8, 4, 4, 2, 2};
  REQUIRE(text_of(layer.prepare(projections(size, false),
                                {.heads = 4, .kv_heads = 4, .band = {Band::all, Band::all}, .scale = {}})) == "");
  CHECK(text_of(layer.reserve(8192, false)) == "");
  CHECK(layer.rows_at_once() == 4 * 8192);
  CHECK(layer.weights().empty());
  // Rows have 1100 weights. Multiples of 30 rows, that is, whole tiles, that fit in half a MiB.
  CHECK(text_of(layer.reserve(1100, true)) == "");
  CHECK(layer.rows_at_once() == 90);
  CHECK(layer.weights().size() == 90 * 1100);
  const std::string refused = text_of(layer.reserve(2'000'000, false));
  CHECK(without(refused, {"too-large", "2000000 tokens", "the limit is 512 MiB"}) == "");
  // Memory for earlier sizes is still there.
  CHECK(attend_all(layer, random_tensor({5, 8}, 1), 4, true) == "");
}

TEST_CASE("an overflow is refused, and the layer still works afterwards") {
  MultiHeadAttention layer;
  const Size size{6, 2, 2, 3, 4};
  REQUIRE(text_of(layer.prepare(projections(size, true),
                                {.heads = 2, .kv_heads = 2, .band = {Band::all, Band::all}, .scale = {}})) == "");
  Tensor x = random_tensor({4, 6}, 1);
  REQUIRE(attend_all(layer, x, 2, true) == "");
  const Tensor output = taken(layer.output(), {4, 6});
  for (const float odd : {not_a_number, infinity, -infinity}) {
    Tensor wrong = x;
    wrong.data()[13] = odd;
    CHECK(without(attend_all(layer, wrong, 2, true), {"not-finite", "x[2,1]"}) == "");
  }
  for (const float size_of_x : {1e20F, 3e38F}) {
    Tensor large = filled({4, 6}, size_of_x);
    CHECK(without(attend_all(layer, large, 2, true), {"not-finite", "scores"}) == "");
  }
  REQUIRE(attend_all(layer, x, 2, true) == "");
  CHECK(difference(taken(layer.output(), {4, 6}), output) == "");
}
