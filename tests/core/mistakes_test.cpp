// The deliberate mistakes: each is compared with the oracle, and each must show its symptom.

#include <algorithm>
#include <cmath>

#include "oracle.hpp"
#include "scene_json.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

using Names = std::vector<std::string>;

// 5 tokens, 2 heads, d_model 10. T_k = d_k = d_v, so with a mask every mistake is possible.
Scene scene_with(const std::string& mistake) {
  Scene scene = small_scene(5, 10);
  scene.attention.heads = 2;
  scene.attention.mask.kind = Mask::Kind::causal;
  scene.mistake = mistake_of(mistake);
  return scene;
}

const Names all_mistakes{
    "whole-matrix-softmax", "wrong-axis-values", "no-transpose", "no-scale", "model-scale", "zero-mask",
    "mask-after-softmax",   "overflow-softmax",  "swapped-qk"};

template <class Change>
std::string refused(const std::string& mistake, Change change) {
  Scene scene = scene_with(mistake);
  change(scene);
  return text_of(attend(scene));
}

// The sum of each row of weights, (H, T_q).
Rows row_sums(const Trace& trace) {
  return xt::sum(heads_of(tensor_of(trace, "weights")), {2});
}

}  // namespace

TEST_CASE("every mistake agrees with the oracle and differs from the correct result in some step") {
  for (const std::string& mistake : all_mistakes) {
    INFO(mistake);
    Scene scene = scene_with(mistake);
    CHECK(name_of(scene.mistake) == mistake);
    const Trace wrong = checked_trace(scene);
    scene.mistake = Mistake::none;
    const Trace right = checked_trace(scene);
    // Overflow needs large scores.
    if (mistake != "overflow-softmax") CHECK(difference(tensor_of(wrong, "z"), tensor_of(right, "z")) != "");
  }
}

TEST_CASE("every mistake with grouped heads, a temperature, a softcap, a block and two layers") {
  for (const std::string& mistake : all_mistakes) {
    INFO(mistake);
    Scene scene = scene_with(mistake);
    scene.attention.heads = 4;
    scene.attention.kv_heads = 2;
    scene.parameters.d_k = scene.parameters.d_v = 5;
    scene.parameters.output = scene.parameters.biases = true;
    scene.attention.temperature = 0.7;
    scene.attention.softcap = 2;
    scene.block = {.residual = true, .norm = Block::Norm::layer, .d_ff = 4};
    scene.layers = 2;
    checked_trace(scene);
  }
}

TEST_CASE("whole-matrix-softmax: the weights of a head sum to 1, but its rows do not") {
  Scene scene = scene_with("whole-matrix-softmax");
  scene.attention.mask = {};
  const Rows sums = row_sums(checked_trace(scene));
  CHECK(xt::all(sums < 0.9));
  CHECK(xt::allclose(xt::sum(sums, {1}), 1.0, 1e-6));
}

TEST_CASE("no-scale has no step `scaled`, and model-scale divides by √d_model at any head width") {
  CHECK(checked_trace(scene_with("no-scale")).find("scaled") == nullptr);
  const Trace trace = checked_trace(scene_with("model-scale"));
  CHECK(difference(tensor_of(trace, "scaled"), array_of(tensor_of(trace, "scores")) / std::sqrt(10.0), 1e-6) == "");
}

TEST_CASE("zero-mask: a masked score of 0 still gets a weight") {
  const Trace trace = checked_trace(scene_with("zero-mask"));
  const Heads masked = heads_of(tensor_of(trace, "masked")), weights = heads_of(tensor_of(trace, "weights"));
  const Rows sums = row_sums(trace);
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = i + 1; j < 5; ++j) {
      CHECK(masked(1, i, j) == 0);
      CHECK(weights(1, i, j) > 0);
    }
    CHECK(sums(1, i) == doctest::Approx(1).epsilon(1e-6));
  }
}

TEST_CASE("mask-after-softmax: no step `masked`, hidden weights of 0, row sums below 1") {
  const Trace trace = checked_trace(scene_with("mask-after-softmax"));
  CHECK(trace.find("masked") == nullptr);
  CHECK(trace.find("blocked") != nullptr);
  const Heads weights = heads_of(tensor_of(trace, "weights"));
  const Rows sums = row_sums(trace);
  for (std::size_t i = 0; i + 1 < 5; ++i) {
    CHECK(sums(0, i) < 1 - 1e-4);
    CHECK(weights(0, i, 4) == 0);
  }
  CHECK(sums(0, 4) == doctest::Approx(1).epsilon(1e-6));
}

TEST_CASE("overflow-softmax: correct while the exponentials fit float32, then NaN") {
  Scene scene = small_scene(3, 1);
  scene.embedding.kind = Embedding::Kind::given;
  scene.parameters.kind = Parameters::Kind::identity;
  scene.attention.score = Attention::Score::dot;
  scene.mistake = Mistake::overflow_softmax;
  scene.embedding.x = matrix({{1}, {2}, {3}});
  checked_trace(scene);
  // Scores of 100, 10 and −10: e^100 is beyond float32, e^10 is not.
  scene.embedding.x = matrix({{10}, {1}, {-1}});
  const Trace trace = checked_trace(scene);
  const Heads weights = heads_of(tensor_of(trace, "weights"));
  CHECK(std::isnan(weights(0, 0, 0)));
  CHECK(weights(0, 0, 1) == 0);
  CHECK(row_sums(trace)(0, 1) == doctest::Approx(1).epsilon(1e-6));
  CHECK(std::isnan(matrix_of(tensor_of(trace, "output"))(0, 0)));
  CHECK(std::isfinite(matrix_of(tensor_of(trace, "output"))(1, 0)));
  scene.block = {.d_ff = 1};
  CHECK(std::isnan(matrix_of(tensor_of(checked_trace(scene), "hidden"))(0, 0)));
  scene.block = {};
  scene.mistake = Mistake::none;
  CHECK(xt::view(heads_of(tensor_of(checked_trace(scene), "weights")), 0, 0) == Row{1, 0, 0});
}

TEST_CASE("no-transpose: the row times the untransposed matrix, by hand") {
  Scene scene = small_scene(2, 2);
  scene.embedding.kind = Embedding::Kind::given;
  scene.embedding.x = matrix({{1, 2}, {3, 4}});
  scene.parameters.kind = Parameters::Kind::identity;
  scene.mistake = Mistake::no_transpose;
  CHECK(difference(tensor_of(checked_trace(scene), "scores"), Heads{{{7, 10}, {15, 22}}}, 0) == "");
  scene.mistake = Mistake::swapped_qk;
  scene.parameters.kind = Parameters::Kind::given;
  scene.parameters.matrices[Matrix::w_q] = matrix({{1, 0}, {0, 0}});
  scene.parameters.matrices[Matrix::w_k] = matrix({{0, 0}, {0, 1}});
  scene.parameters.matrices[Matrix::w_v] = scene.parameters.matrices[Matrix::w_q];
  scene.parameters.matrices[Matrix::w_k] = matrix({{0, 0}, {1, 0}});
  // q = (1, 0) (3, 0), k = (2, 0) (4, 0). The correct scores are 2 4 / 6 12.
  CHECK(difference(tensor_of(checked_trace(scene), "scores"), Heads{{{2, 6}, {4, 12}}}, 0) == "");
}

TEST_CASE("wrong-axis-values: the step `weighted` is on, and z has one number for each key") {
  Scene scene = scene_with("wrong-axis-values");
  scene.parameters.d_v = 5;
  const Trace trace = checked_trace(scene);
  CHECK(shape_of(tensor_of(trace, "weighted")) == Shape{2, 5, 5, 5});
  CHECK(shape_of(tensor_of(trace, "z")) == Shape{2, 5, 5});
  scene.attention.round = 1;
  checked_trace(scene);
}

TEST_CASE("wrong-axis-values: z has T_k numbers with two queries and three keys") {
  Scene scene = small_scene(2, 6);
  scene.encoder.tokens = {"a", "b", "c"};
  scene.parameters.d_v = 3;
  scene.mistake = Mistake::wrong_axis_values;
  CHECK(shape_of(tensor_of(checked_trace(scene), "z")) == Shape{1, 2, 3});
}

TEST_CASE("mistakes with relative positions, RoPE, ALiBi and other masks") {
  for (const auto kind : {Positions::Kind::relative, Positions::Kind::rope, Positions::Kind::alibi}) {
    for (const std::string& mistake : all_mistakes) {
      INFO(mistake, ", positions ", static_cast<int>(kind));
      Scene scene = scene_with(mistake);
      scene.parameters.d_k = 6;
      if (mistake == "no-transpose" && kind == Positions::Kind::rope) continue;  // 5 keys, and d_k must be even
      if (mistake == "no-transpose") scene.parameters.d_k = 5;
      scene.positions.kind = kind;
      scene.attention.mask.kind = Mask::Kind::window;
      scene.attention.mask.before = 1;
      checked_trace(scene);
    }
  }
}

TEST_CASE("a mistake that does not apply is an error that names its requirement") {
  const auto nothing_masked = [](Scene& scene) { scene.attention.mask = {}; };
  CHECK(refused("zero-mask", nothing_masked) ==
        "range /mistake: the mistake zero-mask needs a mask, and there is none");
  CHECK(refused("mask-after-softmax", nothing_masked) ==
        "range /mistake: the mistake mask-after-softmax needs a mask, and there is none");
  const auto wide = [](Scene& scene) { scene.parameters.d_k = scene.parameters.d_v = 4; };
  CHECK(without(refused("no-transpose", wide), {"range /mistake", "no-transpose", "5", "4"}) == "");
  CHECK(without(refused("wrong-axis-values", wide), {"range /mistake", "wrong-axis-values", "5", "4"}) == "");
  const auto cross = [](Scene& scene) { scene.encoder.tokens = {"a", "b", "c"}; };
  CHECK(without(refused("swapped-qk", cross), {"range /mistake", "swapped-qk", "5", "3"}) == "");
  for (const char* mistake : {"no-scale", "model-scale"}) {
    CHECK(without(refused(mistake, [](Scene& scene) { scene.attention.score = Attention::Score::dot; }),
                  {"range /mistake", mistake}) == "");
    CHECK(without(refused(mistake, [](Scene& scene) { scene.attention.score = Attention::Score::cosine; }),
                  {"range /mistake", mistake}) == "");
  }
  for (const char* mistake : {"whole-matrix-softmax", "overflow-softmax", "mask-after-softmax"}) {
    CHECK(without(refused(mistake, [](Scene& scene) { scene.attention.normalizer = Attention::Normalizer::sparsemax; }),
                  {"range /mistake", mistake, "sparsemax"}) == "");
  }
  for (const char* mistake : {"no-transpose", "swapped-qk"}) {
    CHECK(without(refused(mistake,
                          [](Scene& scene) {
                            scene.attention.score = Attention::Score::given;
                            scene.attention.scores = random_tensor({5, 5}, 1);
                          }),
                  {"range /mistake", mistake}) == "");
  }
}

TEST_CASE("model-scale with given q, k and v is refused because there is no d_model") {
  Scene scene = scene_with("model-scale");
  scene.embedding.kind = Embedding::Kind::qkv;
  scene.embedding.layers[0][Matrix::q] = scene.embedding.layers[0][Matrix::k] = scene.embedding.layers[0][Matrix::v] =
      random_tensor({5, 10}, 1);
  scene.parameters.kind = Parameters::Kind::given;
  CHECK(without(text_of(attend(scene)), {"range /mistake", "model-scale", "d_model"}) == "");
}

TEST_CASE("without a mistake, numbers that overflow float32 are refused") {
  Scene scene = small_scene(2, 1);
  scene.embedding.kind = Embedding::Kind::given;
  scene.embedding.x = matrix({{3e38F}, {1}});
  scene.parameters.kind = Parameters::Kind::identity;
  CHECK(without(text_of(attend(scene)), {"not-finite", "scores"}) == "");
}
