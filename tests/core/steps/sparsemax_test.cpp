// Sparsemax (Martins & Astudillo 2016) gives the point of the simplex nearest to the scores. Also rounded weights, and
// weighted values before they are summed.

#include <cmath>

#include "oracle.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

using Names = std::vector<std::string>;

// The scores are given, so a test can choose them.
Scene scored_scene(const Rows& scores, const Tensor& v) {
  Scene scene = small_scene(scores.shape(0));
  for (std::size_t key = 0; key < scores.shape(1); ++key) scene.encoder.tokens.push_back("key" + std::to_string(key));
  scene.embedding.kind = Embedding::Kind::qkv;
  scene.embedding.layers[0][Matrix::v] = v;
  scene.parameters.kind = Parameters::Kind::given;
  scene.attention.score = Attention::Score::given;
  scene.attention.scores = matrix(scores);
  return scene;
}

Scene sparse_scene(const Rows& scores) {
  Scene scene = scored_scene(scores, random_tensor({scores.shape(1), 2}, 3));
  scene.attention.normalizer = Attention::Normalizer::sparsemax;
  return scene;
}

// As the only row of scores.
Rows one_row(const Row& scores) {
  return xt::expand_dims(scores, 0);
}

Row sparse(const Row& scores) {
  return row_of(tensor_of(checked_trace(sparse_scene(one_row(scores))), "weights"));
}

double square_distance(const Row& a, const Row& b) {
  return xt::sum(xt::square(a - b))();
}

}  // namespace

TEST_CASE("sparsemax shows its support and threshold before the weights") {
  Scene scene = small_scene(4, 6);
  scene.attention.heads = 2;
  scene.attention.normalizer = Attention::Normalizer::sparsemax;
  const Trace trace = checked_trace(scene);
  CHECK(step_names(trace) ==
        Names{"tokens", "x0", "q", "k", "v", "scores", "scaled", "support", "threshold", "weights", "z", "output"});
  CHECK(shape_of(tensor_of(trace, "support")) == Shape{2, 4, 4});
  CHECK(shape_of(tensor_of(trace, "threshold")) == Shape{2, 4});
}

TEST_CASE("sparsemax by hand") {
  CHECK(sparse({1, 0}) == Row{1, 0});
  CHECK(sparse({0.5, 0}) == Row{0.75, 0.25});
  CHECK(sparse({3, 3, 3, 3}) == Row{0.25, 0.25, 0.25, 0.25});
  CHECK(sparse({-7}) == Row{1});
  CHECK(difference(vector(sparse({2, 1.5, 0})), Row{0.75, 0.25, 0}, 1e-6) == "");
  CHECK(sparse({13, 9, 9}) == Row{1, 0, 0});
}

TEST_CASE("adding a constant to every score changes no weight") {
  CHECK(sparse({0.5, 0, 0.25}) == sparse({1024.5, 1024, 1024.25}));
}

TEST_CASE("a score exactly on the threshold does not cause an endless loop") {
  Scene scene = sparse_scene({{1.3, 2.4, 1.1, 0}, {2.1, 3.2, 1.9, 1.5}});
  scene.attention.temperature = 1.5;
  const Heads weights = heads_of(tensor_of(checked_trace(scene), "weights"));
  for (const std::size_t i : {0U, 1U}) {
    CHECK(square_distance(xt::view(weights, 0, i), {2 / 15.0, 13 / 15.0, 0, 0}) < 1e-12);
  }
}

TEST_CASE("sparsemax is the nearest point of the simplex") {
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    const Row scores = row_of(random_tensor({6}, seed, 1.5));
    const Row nearest = sparse(scores);
    CHECK(xt::all(nearest >= 0));
    CHECK(xt::sum(nearest)() == doctest::Approx(1).epsilon(1e-6));
    for (std::uint32_t other = 1; other <= 50; ++other) {
      const Row point = reference::softmax(row_of(random_tensor({6}, 1000 * seed + other, 6)), 1);
      CHECK(square_distance(nearest, scores) <= square_distance(point, scores) + 1e-6);
      // A small step towards that point must not be nearer either.
      const Row between = nearest + 0.01 * (point - nearest);
      CHECK(square_distance(nearest, scores) <= square_distance(between, scores) + 1e-6);
    }
  }
}

TEST_CASE("the support marks positive weights, and scores above the threshold have them") {
  const Rows scores = matrix_of(random_tensor({5, 7}, 4, 2));
  const Trace trace = checked_trace(sparse_scene(scores));
  const Heads weights = heads_of(tensor_of(trace, "weights")), support = heads_of(tensor_of(trace, "support"));
  const Rows threshold = matrix_of(tensor_of(trace, "threshold"));
  CHECK(support == Heads(xt::cast<double>(weights > 0)));
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = 0; j < 7; ++j) {
      CHECK(std::max(0.0, scores(i, j) - threshold(0, i)) == doctest::Approx(weights(0, i, j)).epsilon(1e-5));
    }
  }
  CHECK(xt::any(xt::equal(support, 0.0)));
}

TEST_CASE("sparsemax with a temperature, masks, a softcap and large scores agrees with the oracle") {
  Scene scene = small_scene(6, 8);
  scene.attention.heads = 4;
  scene.attention.kv_heads = 2;
  scene.attention.temperature = 0.3;
  scene.attention.softcap = 2;
  scene.attention.normalizer = Attention::Normalizer::sparsemax;
  checked_trace(scene);
  scene.attention.mask.kind = Mask::Kind::causal;
  checked_trace(scene);
  scene.attention.temperature = 7;
  checked_trace(scene);
  CHECK(sparse({1e4, -1e4, 0}) == Row{1, 0, 0});
  CHECK(sparse({3e38, -3e38, 0}) == Row{1, 0, 0});
  CHECK(sparse({1e30, 1e30, 0}) == Row{0.5, 0.5, 0});
}

TEST_CASE("weights are rounded to the given decimals before they are mixed") {
  for (std::size_t decimals = 0; decimals <= 6; ++decimals) {
    Scene scene = small_scene(4, 6);
    scene.attention.heads = 2;
    scene.attention.round = decimals;
    INFO(decimals, " decimals");
    const Trace trace = checked_trace(scene);
    CHECK(step_names(trace) ==
          Names{"tokens", "x0", "q", "k", "v", "scores", "scaled", "weights", "rounded", "z", "output"});
    const Heads weights = heads_of(tensor_of(trace, "weights")), rounded = heads_of(tensor_of(trace, "rounded"));
    const double unit = std::pow(10, -static_cast<double>(decimals));
    // The difference is less than one unit, and the result is a whole number of units.
    CHECK(xt::all(xt::abs(rounded - weights) < unit * (1 + 1e-6)));
    CHECK(xt::all(xt::abs(rounded / unit - xt::round(rounded / unit)) < 0.1));
    CHECK(xt::allclose(xt::sum(rounded, {2}), 1.0, 1e-6));
  }
}

TEST_CASE("the rounding remainder goes to the weights that lost most, and to the first of equals") {
  const auto rounded = [](const Row& scores, std::size_t decimals) {
    Scene scene = scored_scene(one_row(scores), random_tensor({scores.size(), 1}, 1));
    scene.attention.round = decimals;
    return row_of(tensor_of(checked_trace(scene), "rounded"));
  };
  // Illustrated self-attention: 0.0634 0.4683 0.4683 would add up to 1.1 if each were rounded to the nearest tenth.
  CHECK(difference(vector(rounded({2, 4, 4}, 1)), Row{0, 0.5, 0.5}, 1e-7) == "");
  CHECK(rounded({0, 0}, 0) == Row{1, 0});
  CHECK(difference(vector(rounded({0, 0, 0, 0}, 1)), Row{0.3, 0.3, 0.2, 0.2}, 1e-6) == "");
  CHECK(difference(vector(rounded({0, 0, 0}, 2)), Row{0.34, 0.33, 0.33}, 1e-6) == "");
  CHECK(rounded({9, 0, 0}, 0) == Row{1, 0, 0});
}

TEST_CASE("rounding gives zeros for a row without a visible key and ends for a row of NaN") {
  Scene scene = small_scene(2, 4);
  scene.attention.round = 1;
  scene.attention.mask.kind = Mask::Kind::painted;
  scene.attention.mask.visible = matrix({{0, 0}, {1, 1}});
  CHECK(xt::view(heads_of(tensor_of(checked_trace(scene), "rounded")), 0, 0) == Row{0, 0});
  scene = scored_scene({{100, 1}}, random_tensor({2, 1}, 1));
  scene.attention.round = 1;
  scene.mistake = Mistake::overflow_softmax;
  CHECK(std::isnan(row_of(tensor_of(value_of(attend(scene)), "rounded"))(0)));
}

TEST_CASE("more than 6 decimals are refused with both numbers") {
  Scene scene = small_scene();
  scene.attention.round = 7;
  CHECK(without(text_of(attend(scene)), {"range /attention/roundWeights", "7", "6"}) == "");
}

TEST_CASE("weighted values are every weight times its value, and their sum over the keys is z") {
  Scene scene = small_scene(5, 8);
  scene.attention.heads = 4;
  scene.attention.kv_heads = 2;
  scene.parameters.d_v = 3;
  const Trace plain = value_of(attend(scene));
  scene.attention.weighted = true;
  const Trace trace = checked_trace(scene);
  CHECK(step_names(trace) ==
        Names{"tokens", "x0", "q", "k", "v", "scores", "scaled", "weights", "weighted", "z", "output"});
  CHECK(shape_of(tensor_of(trace, "weighted")) == Shape{4, 5, 5, 3});
  CHECK(difference(tensor_of(trace, "z"), heads_of(tensor_of(plain, "z")), 1e-6) == "");
  scene.attention.round = 1;
  scene.attention.normalizer = Attention::Normalizer::sparsemax;
  checked_trace(scene);
}

TEST_CASE("weighted values that are too large to keep are computed during the sum") {
  // 4 heads · 128 · 128 · 64 numbers.
  Scene scene = small_scene(128, 256);
  scene.attention.heads = 4;
  const Trace plain = value_of(attend(scene));
  scene.attention.weighted = true;
  const Trace trace = value_of(attend(scene));
  CHECK(tensor_of(trace, "weighted").size() == 0);
  CHECK(difference(tensor_of(trace, "z"), heads_of(tensor_of(plain, "z")), 1e-6) == "");
}
