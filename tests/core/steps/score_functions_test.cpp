// The score functions other than the dot product, in whole scenes.

#include <cmath>

#include "oracle.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

using Names = std::vector<std::string>;
using Score = Attention::Score;

Scene scored_scene(Score score, std::size_t heads = 2) {
  Scene scene = small_scene(5, 12);
  scene.attention.heads = heads;
  scene.attention.score = score;
  return scene;
}

// One head, d_model 2, and q = k = x. The matrices of the score are given.
Scene given_scene(Score score) {
  Scene scene = small_scene(2, 2);
  scene.attention.score = score;
  scene.embedding.kind = Embedding::Kind::given;
  scene.embedding.x = matrix({{1, 2}, {3, -1}});
  scene.parameters.kind = Parameters::Kind::given;
  for (const Matrix name : {Matrix::w_q, Matrix::w_k, Matrix::w_v}) {
    scene.parameters.matrices[name] = matrix({{1, 0}, {0, 1}});
  }
  return scene;
}

Rows scores_of(const Scene& scene) {
  return xt::view(heads_of(tensor_of(checked_trace(scene), "scores")), 0);
}

}  // namespace

TEST_CASE("additive attention is v_a · tanh(w_a q + u_a k), with q_a and k_a as steps") {
  const Trace trace = checked_trace(scored_scene(Score::additive));
  CHECK(step_names(trace) == Names{"tokens", "x0", "q", "k", "v", "q_a", "k_a", "scores", "weights", "z", "output"});
  CHECK(shape_of(tensor_of(trace, "q_a")) == Shape{2, 5, 6});
  CHECK(shape_of(tensor_of(trace, "w_a")) == Shape{6, 12});
  CHECK(shape_of(tensor_of(trace, "u_a")) == Shape{6, 12});
  CHECK(shape_of(tensor_of(trace, "v_a")) == Shape{12});
}

TEST_CASE("additive attention by hand") {
  Scene scene = given_scene(Score::additive);
  scene.parameters.matrices[Matrix::w_a] = matrix({{1}, {0}});
  scene.parameters.matrices[Matrix::u_a] = matrix({{0}, {0.5}});
  scene.parameters.matrices[Matrix::v_a] = vector({2});
  const Rows scores = scores_of(scene);
  CHECK(scores(0, 0) == doctest::Approx(2 * std::tanh(1 + 1.0)).epsilon(1e-6));
  CHECK(scores(0, 1) == doctest::Approx(2 * std::tanh(1 - 0.5)).epsilon(1e-6));
  CHECK(scores(1, 0) == doctest::Approx(2 * std::tanh(3 + 1.0)).epsilon(1e-6));
}

TEST_CASE("additive attention of any width d_a, with shared key/value heads, biases and d_k ≠ d_v") {
  for (const std::size_t d_a : {1U, 3U, 20U}) {
    Scene scene = scored_scene(Score::additive, 4);
    scene.attention.kv_heads = 2;
    scene.parameters.d_a = d_a;
    scene.parameters.d_k = 5;
    scene.parameters.d_v = 2;
    scene.parameters.biases = true;
    INFO("d_a ", d_a);
    const Trace trace = checked_trace(scene);
    CHECK(shape_of(tensor_of(trace, "w_a")) == Shape{5, 4 * d_a});
    CHECK(shape_of(tensor_of(trace, "k_a")) == Shape{4, 5, d_a});
  }
}

TEST_CASE("general attention has a matrix between q and k, and the identity gives the dot product") {
  Scene scene = scored_scene(Score::general, 4);
  scene.attention.kv_heads = 2;
  Trace trace = checked_trace(scene);
  CHECK(step_names(trace) == Names{"tokens", "x0", "q", "k", "v", "q_a", "scores", "weights", "z", "output"});
  CHECK(shape_of(tensor_of(trace, "w_a")) == Shape{3, 12});
  scene = given_scene(Score::general);
  scene.parameters.matrices[Matrix::w_a] = matrix({{1, 0}, {0, 1}});
  const Rows same = scores_of(scene);
  scene.attention.score = Score::dot;
  CHECK(scores_of(scene) == same);
  scene.attention.score = Score::general;
  scene.parameters.matrices[Matrix::w_a] = matrix({{0, 1}, {0, 0}});
  CHECK(scores_of(scene) == Rows{{2, -1}, {6, -3}});
}

TEST_CASE("cosine attention lies in [−1, 1], is 1 for the same direction and 0 for a zero vector") {
  Scene scene = given_scene(Score::cosine);
  scene.tokens.resize(4, "more");
  scene.embedding.x = matrix({{1, 2}, {10, 20}, {-2, 1}, {0, 0}});
  const Rows scores = scores_of(scene);
  CHECK(difference(matrix(scores), Rows{{1, 1, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 0}}, 1e-6) == "");
  for (const double score : row_of(tensor_of(checked_trace(scored_scene(Score::cosine, 3)), "scores"))) {
    CHECK(std::abs(score) <= 1 + 1e-6);
  }
}

TEST_CASE("cosine attention is correct for vectors whose squares overflow float32") {
  Scene scene = given_scene(Score::cosine);
  for (const double size : {1e-40, 1e-30, 1e-20, 1e15, 1e25, 1e38}) {
    CAPTURE(size);
    scene.embedding.x = matrix({{size, 0}, {size, size}});
    CHECK(heads_of(tensor_of(value_of(attend(scene)), "scores"))(0, 0, 1) ==
          doctest::Approx(std::sqrt(0.5)).epsilon(1e-5));
  }
}

TEST_CASE("given scores are the same for every head and replace q and k") {
  Scene scene = scored_scene(Score::given, 3);
  scene.attention.scores = random_tensor({5, 5}, 8, 3);
  const Trace trace = checked_trace(scene);
  CHECK(step_names(trace) == Names{"tokens", "x0", "v", "scores", "weights", "z", "output"});
  const Heads scores = heads_of(tensor_of(trace, "scores"));
  CHECK(scores == xt::broadcast(matrix_of(scene.attention.scores), scores.shape()));
  CHECK(trace.find("w_q") == nullptr);
}

TEST_CASE("only the scaled dot product has a default scale, and all but the plain dot product accept one") {
  for (const Score score : {Score::additive, Score::general, Score::cosine}) {
    Scene scene = scored_scene(score);
    CHECK(checked_trace(scene).find("scaled") == nullptr);
    scene.attention.scale = 0.3;
    CHECK(checked_trace(scene).find("scaled") != nullptr);
  }
  Scene scene = scored_scene(Score::given);
  scene.attention.scores = random_tensor({5, 5}, 8);
  scene.attention.scale = -2;
  CHECK(checked_trace(scene).find("scaled") != nullptr);
  scene.attention.score = Score::dot;
  scene.attention.scores = no_tensor();
  CHECK(without(text_of(attend(scene)), {"range /attention/scale", "-2"}) == "");
}

TEST_CASE("every score function works with cap, mask, temperature and sparsemax") {
  for (const Score score : {Score::additive, Score::general, Score::cosine}) {
    Scene scene = scored_scene(score, 3);
    scene.attention.softcap = 0.7;
    scene.attention.temperature = 0.4;
    scene.attention.mask.kind = Mask::Kind::causal;
    checked_trace(scene);
    scene.attention.normalizer = Attention::Normalizer::sparsemax;
    checked_trace(scene);
    scene.positions.kind = Positions::Kind::rope;
    checked_trace(scene);
  }
}

TEST_CASE("missing or misshapen parameters of a score function are refused with their shapes") {
  // Missing matrices are drawn, so a scene still works after its score function is changed.
  Scene scene = given_scene(Score::additive);
  CHECK(tensor_of(checked_trace(scene), "v_a").size() == 2);
  scene.parameters.matrices[Matrix::w_a] = random_tensor({3, 4}, 1);
  scene.parameters.matrices[Matrix::u_a] = random_tensor({2, 4}, 1);
  scene.parameters.matrices[Matrix::v_a] = random_tensor({4}, 1);
  CHECK(without(text_of(attend(scene)), {"shape /parameters/wA", "w_a is 3×4", "2×"}) == "");
  scene.parameters.matrices[Matrix::w_a] = random_tensor({2, 4}, 1);
  CHECK(text_of(attend(scene)) == "");
  scene.parameters.matrices[Matrix::u_a] = random_tensor({2, 5}, 1);
  CHECK(without(text_of(attend(scene)), {"shape /parameters/uA", "u_a is 2×5", "2×"}) == "");
  scene.parameters.matrices[Matrix::u_a] = random_tensor({2, 4}, 1);
  scene.parameters.matrices[Matrix::v_a] = random_tensor({3}, 1);
  CHECK(without(text_of(attend(scene)), {"shape /parameters/vA", "v_a is 3", "4"}) == "");

  scene = given_scene(Score::general);
  CHECK(tensor_of(checked_trace(scene), "w_a").size() == 4);
  scene.parameters.matrices[Matrix::w_a] = random_tensor({2, 3}, 1);
  CHECK(without(text_of(attend(scene)), {"shape /parameters/wA", "w_a is 2×3", "2×"}) == "");

  scene = scored_scene(Score::given);
  CHECK(without(text_of(attend(scene)), {"/attention/scores"}) == "");
  scene.attention.scores = random_tensor({5, 4}, 1);
  CHECK(without(text_of(attend(scene)), {"shape /attention/scores", "5×4", "5×5"}) == "");
  scene.attention.scores = random_tensor({5, 5}, 1);
  scene.attention.scores.data()[7] = not_a_number;
  CHECK(without(text_of(attend(scene)), {"not-finite /attention/scores", "[1,2]", "nan"}) == "");
}

TEST_CASE("d_a: the limit and one more") {
  Scene scene = scored_scene(Score::additive);
  scene.parameters.d_a = 1025;
  CHECK(without(text_of(attend(scene)), {"too-large /parameters/dA", "1025", "1024"}) == "");
}

TEST_CASE("the matrix of general scores counts as memory: 64 heads of 1024 × 1024 numbers are refused") {
  Scene scene = small_scene(1, 1);
  scene.attention.heads = 64;
  scene.attention.score = Attention::Score::general;
  scene.parameters.d_k = 1024;
  scene.parameters.d_v = 1;
  CHECK(without(text_of(attend(scene)), {"too-large", "128 MiB"}) == "");
}
