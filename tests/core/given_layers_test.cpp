// Layers of somebody else's model: q, k and v, scores or weights of each.

#include <algorithm>
#include <array>
#include <cmath>

#include "oracle.hpp"
#include "support.hpp"
#include "trace_support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

using Kind = Parameters::Kind;
using Score = Attention::Score;

// Two heads with d_k 3 and d_v 2. Queries and keys are different sequences.
Scene given_scene(std::size_t layers, Score score, std::size_t queries = 3, std::size_t keys = 4) {
  Scene scene = small_scene(queries);
  for (std::size_t key = 0; key < keys; ++key) scene.encoder.tokens.push_back(joined("key", key));
  scene.attention.heads = 2;
  scene.attention.score = score;
  scene.parameters.kind = Kind::given;
  scene.layers = layers;
  scene.embedding.kind = Embedding::Kind::qkv;
  scene.embedding.layers.resize(layers);
  std::uint32_t seed = 0;
  for (Matrices& layer : scene.embedding.layers) layer[Matrix::v] = random_tensor({keys, 4}, ++seed);
  return scene;
}

Scene compared_scene(std::size_t layers) {
  Scene scene = given_scene(layers, Score::scaled_dot);
  std::uint32_t seed = 100;
  for (Matrices& layer : scene.embedding.layers) {
    layer[Matrix::q] = random_tensor({3, 6}, ++seed);
    layer[Matrix::k] = random_tensor({4, 6}, ++seed);
  }
  return scene;
}

// Weights of another scene, so that each row adds up to 1.
Scene weights_scene(std::size_t layers) {
  const Trace computed = value_of(attend(compared_scene(layers)));
  Scene scene = given_scene(layers, Score::weights);
  for (std::size_t layer = 0; layer < layers; ++layer)
    scene.embedding.layers[layer][Matrix::weights] = computed.find("weights", layer)->tensor;
  return scene;
}

std::string refused(const Scene& scene) {
  return text_of(attend(scene));
}

// The scene with one of its layers alone.
Scene alone(const Scene& scene, std::size_t layer) {
  Scene single = scene;
  single.layers = 1;
  single.embedding.layers = {scene.embedding.layers[layer]};
  return single;
}

// Checks that each layer has the steps and bits that it has alone. Returns the steps of the first layer after tokens.
std::vector<std::string> check_unchained(const Scene& scene) {
  const Trace all = value_of(attend(scene));
  for (std::size_t layer = 0; layer < scene.layers; ++layer) {
    const Trace single = value_of(attend(alone(scene, layer)));
    for (const TraceTensor& step : single.steps) {
      if (step.name == "tokens" || step.name == "tokens_k") continue;
      const TraceTensor* found = all.find(step.name, layer);
      REQUIRE(found != nullptr);
      CHECK(found->layer == layer);
      CHECK(difference(found->tensor, step.tensor) == "");
    }
  }
  std::vector<std::string> names = step_names(all);
  names.erase(names.begin(), names.begin() + 2);
  for (std::size_t layer = 1; layer < scene.layers; ++layer) CHECK(step_names(all, layer) == names);
  return names;
}

}  // namespace

TEST_CASE("given layers are computed on their own, each as it is alone") {
  Scene scene = compared_scene(3);
  CHECK(check_unchained(scene) ==
        std::vector<std::string>{"q", "k", "v", "scores", "scaled", "weights", "z", "output"});
  checked_trace(alone(scene, 2));
  scene.attention.temperature = 0.5;
  scene.attention.mask.kind = Mask::Kind::causal;
  scene.attention.softcap = 2;
  check_unchained(scene);
  scene.attention.kv_heads = 1;
  for (Matrices& layer : scene.embedding.layers) layer[Matrix::k] = random_tensor({4, 3}, 9);
  check_unchained(scene);
}

TEST_CASE("more layers may be given than can be computed one after the other") {
  Scene scene = compared_scene(limits::max_given_layers);
  CHECK(refused(scene) == "");
  scene.layers = limits::max_given_layers + 1;
  scene.embedding.layers.push_back(scene.embedding.layers[0]);
  CHECK(without(refused(scene), {"too-large /embedding/layers", "49", "48"}) == "");
}

TEST_CASE("scores of each layer and head give the weights of the scene that they come from") {
  const Scene compared = compared_scene(2);
  const Trace expected = value_of(attend(compared));
  Scene scene = given_scene(2, Score::given);
  scene.attention.scale = 1 / std::sqrt(3.0);
  for (std::size_t layer = 0; layer < 2; ++layer) {
    scene.embedding.layers[layer][Matrix::scores] = expected.find("scores", layer)->tensor;
    scene.embedding.layers[layer][Matrix::v] = compared.embedding.layers[layer][Matrix::v];
  }
  const Trace trace = value_of(attend(scene));
  for (std::size_t layer = 0; layer < 2; ++layer) {
    for (const char* name : {"scores", "weights", "output"})
      CHECK(difference(trace.find(name, layer)->tensor, array_of(expected.find(name, layer)->tensor), 1e-6) == "");
  }
}

TEST_CASE("scores that are given for all layers need no layers of a model") {
  Scene scene = small_scene();
  scene.layers = 3;
  scene.attention.score = Score::given;
  scene.attention.scores = random_tensor({3, 3}, 1);
  const Trace trace = checked_trace(scene);
  CHECK(difference(trace.find("scores", 2)->tensor, trace.find("scores", 0)->tensor) == "");
}

TEST_CASE("given weights are the weights, bit by bit, and mix the values") {
  const Scene scene = weights_scene(2);
  CHECK(check_unchained(scene) == std::vector<std::string>{"v", "weights", "z", "output"});
  const Trace trace = value_of(attend(scene));
  for (std::size_t layer = 0; layer < 2; ++layer) {
    const Matrices& given = scene.embedding.layers[layer];
    CHECK(difference(trace.find("weights", layer)->tensor, given[Matrix::weights]) == "");
    const Heads weights = heads_of(given[Matrix::weights]);
    const Rows v = matrix_of(given[Matrix::v]), output = matrix_of(trace.find("output", layer)->tensor);
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t column = 0; column < 4; ++column) {
        double sum = 0;
        for (std::size_t j = 0; j < 4; ++j) sum += weights(column / 2, i, j) * v(j, column);
        CHECK(output(i, column) == doctest::Approx(sum).epsilon(1e-5));
      }
    }
  }
}

TEST_CASE("without values, the weights are the last step") {
  Scene scene = weights_scene(2);
  for (Matrices& layer : scene.embedding.layers) layer[Matrix::v] = no_tensor();
  CHECK(check_unchained(scene) == std::vector<std::string>{"weights"});
  scene.attention.round = 1;
  CHECK(check_unchained(scene) == std::vector<std::string>{"weights", "rounded"});
  scene.attention.weighted = true;
  CHECK(without(refused(scene), {"range /attention/weightedValues"}) == "");
  scene.attention.weighted = false;
  scene.block.norm = Block::Norm::layer;
  CHECK(without(refused(scene), {"range /block"}) == "");
  scene.block = {};
  scene.parameters.matrices[Matrix::w_o] = random_tensor({4, 4}, 1);
  CHECK(without(refused(scene), {"range /parameters/wO"}) == "");
  scene.parameters.matrices = {};
  scene.mistake = Mistake::wrong_axis_values;
  CHECK(without(refused(scene), {"/mistake"}) == "");
}

TEST_CASE("rows of weights that do not add up to 1 are refused, except hidden ones") {
  Scene scene = weights_scene(2);
  Tensor& weights = scene.embedding.layers[1][Matrix::weights];
  float* row = weights.data() + (1 * 3 + 2) * 4;
  const auto set = [&](const std::array<float, 4>& numbers) { std::copy(numbers.begin(), numbers.end(), row); };
  set({0, 0, 0, 0});
  CHECK(refused(scene) == "");
  set({0.25F, 0.25F, 0.25F, 0.258F});
  CHECK(refused(scene) == "");
  set({0.25F, 0.25F, 0.25F, 0.2F});
  CHECK(without(refused(scene),
                {"range /embedding/layers/1/weights", "layer 2: weights[1,2] adds up to 0.9499", "0.01"}) == "");
  set({1.5F, -0.5F, 0, 0});
  CHECK(without(refused(scene), {"range /embedding/layers/1/weights", "weights[1,2] has -0.5"}) == "");
  set({not_a_number, 0, 0, 1});
  CHECK(without(refused(scene), {"not-finite /embedding/layers/1/weights", "[1,2,0]"}) == "");
}

TEST_CASE("settings that given weights make useless are refused, each at its place") {
  const Scene scene = weights_scene(1);
  const auto check_refused = [&](const std::string& place, const auto& change) {
    Scene changed = scene;
    change(changed);
    CHECK(without(refused(changed), {"range " + place}) == "");
  };
  check_refused("/attention/temperature", [](Scene& own) { own.attention.temperature = 2; });
  check_refused("/attention/scale", [](Scene& own) { own.attention.scale = 2; });
  check_refused("/attention/softcap", [](Scene& own) { own.attention.softcap = 2; });
  check_refused("/attention/mask", [](Scene& own) { own.attention.mask.kind = Mask::Kind::causal; });
  check_refused("/attention/normalizer",
                [](Scene& own) { own.attention.normalizer = Attention::Normalizer::sparsemax; });
  check_refused("/positions", [](Scene& own) { own.positions.kind = Positions::Kind::alibi; });
  check_refused("/mistake", [](Scene& own) { own.mistake = Mistake::overflow_softmax; });
}

TEST_CASE("layers that do not fit the scene, the score or each other are refused") {
  const auto with = [](Scene scene, const auto& change) {
    change(scene);
    return refused(scene);
  };
  CHECK(without(with(compared_scene(2), [](Scene& own) { own.layers = 3; }),
                {"shape /embedding/layers", "2 layers", "3"}) == "");
  CHECK(without(with(compared_scene(2),
                     [](Scene& own) {
                       own.embedding.layers[1][Matrix::q] = random_tensor({3, 8}, 1);
                     }),
                {"shape /embedding/layers/1/k", "layer 2", "4×6", "4×8"}) == "");
  CHECK(without(with(compared_scene(2),
                     [](Scene& own) {
                       own.embedding.layers[1][Matrix::v] = random_tensor({4, 2}, 1);
                     }),
                {"shape /embedding/layers", "layer 2 has d_k 3, d_v 1", "3, 2"}) == "");
  CHECK(without(with(compared_scene(2), [](Scene& own) { own.embedding.layers[1][Matrix::v] = no_tensor(); }),
                {"shape /embedding/layers/1/v", "missing"}) == "");
  CHECK(without(with(compared_scene(1),
                     [](Scene& own) {
                       own.embedding.layers[0][Matrix::weights] = filled({2, 3, 4}, 1);
                     }),
                {"shape /embedding/layers/0/weights"}) == "");
  CHECK(without(with(compared_scene(1),
                     [](Scene& own) {
                       own.embedding.layers[0][Matrix::scores] = filled({2, 3, 4}, 1);
                     }),
                {"shape /embedding/layers/0/scores"}) == "");
  CHECK(without(with(weights_scene(1),
                     [](Scene& own) {
                       own.embedding.layers[0][Matrix::q] = filled({3, 6}, 1);
                     }),
                {"shape /embedding/layers/0/q"}) == "");
  CHECK(without(with(weights_scene(1),
                     [](Scene& own) {
                       own.embedding.layers[0][Matrix::weights] = filled({2, 4, 4}, 0.25F);
                     }),
                {"shape /embedding/layers/0/weights", "2×4×4", "2×3×4"}) == "");
  CHECK(without(with(weights_scene(1), [](Scene& own) { own.embedding.layers[0][Matrix::weights] = no_tensor(); }),
                {"shape /embedding/layers/0/weights", "missing"}) == "");
  CHECK(without(with(given_scene(2, Score::given), [](Scene&) {}), {"shape /embedding/layers/0/scores", "missing"}) ==
        "");
  CHECK(without(with(weights_scene(1), [](Scene& own) { own.block.residual = true; }), {"shape /block"}) == "");
  Scene embedded = small_scene();
  embedded.attention.score = Score::weights;
  CHECK(without(refused(embedded), {"shape /attention/score"}) == "");
}

TEST_CASE("an incremental trace computes the rows again that changed in any head") {
  for (const Score score : {Score::weights, Score::given}) {
    Scene scene = weights_scene(2);
    scene.attention.score = score;
    if (score == Score::given) {
      for (Matrices& layer : scene.embedding.layers) std::swap(layer[Matrix::scores], layer[Matrix::weights]);
    }
    IncrementalTrace incremental;
    REQUIRE(text_of(update(incremental, scene)) == "");
    Matrices& layer = scene.embedding.layers[1];
    Tensor& cells = score == Score::given ? layer[Matrix::scores] : layer[Matrix::weights];
    // The second row of the second head.
    const std::array<float, 4> other{0.5F, 0, 0.5F, 0};
    std::copy(other.begin(), other.end(), cells.data() + (1 * 3 + 1) * 4);
    REQUIRE(text_of(update(incremental, scene)) == "");
    check_same(incremental, scene);
  }
}
