// Several layers: each reads the previous one's result and has separate parameters.

#include <memory>

#include "oracle.hpp"
#include "support.hpp"
#include "trace/incremental_trace.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

using Names = std::vector<std::string>;

Scene deep_scene(std::size_t layers) {
  Scene scene = small_scene(4, 6);
  scene.attention.heads = 2;
  scene.layers = layers;
  return scene;
}

Matrices random_matrices(std::uint32_t seed, std::size_t d_model = 6) {
  Matrices matrices;
  for (const Matrix name : {Matrix::w_q, Matrix::w_k, Matrix::w_v}) {
    matrices[name] = random_tensor({d_model, d_model}, seed * 10 + static_cast<std::uint32_t>(name));
  }
  return matrices;
}

Scene stacked_scene(std::size_t layers) {
  Scene scene = deep_scene(layers);
  scene.parameters.kind = Parameters::Kind::given;
  for (std::uint32_t layer = 1; layer <= layers; ++layer) scene.parameters.stack.push_back(random_matrices(layer));
  return scene;
}

}  // namespace

TEST_CASE("1 to 6 layers agree with the oracle, with and without a block") {
  for (std::size_t layers = 1; layers <= 6; ++layers) {
    INFO(layers, " layers");
    Scene scene = deep_scene(layers);
    checked_trace(scene);
    scene.block = {.residual = true, .norm = Block::Norm::layer, .d_ff = 9};
    scene.attention.mask.kind = Mask::Kind::causal;
    scene.parameters.biases = scene.parameters.output = true;
    checked_trace(scene);
    scene.block.pre = true;
    scene.block.norm = Block::Norm::rms;
    checked_trace(scene);
  }
}

TEST_CASE("a later layer begins with x, the previous layer's result, and only the first has tokens and x0") {
  Scene scene = deep_scene(2);
  Trace trace = checked_trace(scene);
  CHECK(step_names(trace, 0) == Names{"tokens", "x0", "q", "k", "v", "scores", "scaled", "weights", "z", "output"});
  CHECK(step_names(trace, 1) == Names{"x", "q", "k", "v", "scores", "scaled", "weights", "z", "output"});
  CHECK(difference(trace.find("x", 1)->tensor, trace.find("output", 0)->tensor) == "");
  scene.block.residual = true;
  scene.positions.kind = Positions::Kind::sinusoidal;
  trace = checked_trace(scene);
  CHECK(difference(trace.find("x", 1)->tensor, trace.find("y", 0)->tensor) == "");
}

TEST_CASE("find reads the last layer by default, or the nearest earlier layer with that name") {
  const Trace trace = value_of(attend(deep_scene(3)));
  CHECK(trace.find("weights") == trace.find("weights", 2));
  CHECK(trace.find("weights")->layer == 2);
  for (std::size_t layer = 0; layer < 3; ++layer) CHECK(trace.find("weights", layer)->layer == layer);
  CHECK(trace.find("x0", 2)->layer == 0);
  CHECK(trace.find("x0")->layer == 0);
  CHECK(trace.find("x", 0) == nullptr);
  CHECK(trace.find("nothing", 1) == nullptr);
}

TEST_CASE("every layer draws separate parameters, and the first draws those of a single layer") {
  Scene scene = deep_scene(3);
  scene.parameters.biases = scene.parameters.output = true;
  const Trace trace = value_of(attend(scene));
  scene.layers = 1;
  const Trace alone = value_of(attend(scene));
  for (const char* name : {"w_q", "b_q", "w_k", "w_v", "w_o", "b_o"}) {
    CHECK(difference(trace.find(name, 0)->tensor, tensor_of(alone, name)) == "");
    for (const std::size_t layer : {1U, 2U}) {
      CHECK(trace.find(name, layer)->layer == layer);
      CHECK(difference(trace.find(name, layer)->tensor, trace.find(name, layer - 1)->tensor) != "");
    }
  }
}

TEST_CASE("relative and rotary positions, ALiBi and masks apply in every layer") {
  using Kind = Positions::Kind;
  for (const Kind kind : {Kind::sinusoidal, Kind::learned, Kind::rope, Kind::alibi, Kind::relative}) {
    Scene scene = small_scene(4, 8);
    scene.attention.heads = 2;
    scene.layers = 2;
    scene.positions.kind = kind;
    scene.attention.mask.kind = Mask::Kind::causal;
    const Trace trace = checked_trace(scene);
    CHECK(trace.find("masked", 1)->layer == 1);
    if (kind == Kind::rope) CHECK(trace.find("q_rotated", 1)->layer == 1);
    if (kind == Kind::relative) CHECK(trace.find("skewed", 1)->layer == 1);
  }
}

TEST_CASE("given parameters: one set for every layer, or one set for each") {
  Scene scene = deep_scene(3);
  scene.parameters.kind = Parameters::Kind::given;
  scene.parameters.matrices = random_matrices(1);
  Trace trace = checked_trace(scene);
  for (const std::size_t layer : {0U, 2U}) {
    CHECK(difference(trace.find("w_q", layer)->tensor, scene.parameters.matrices[Matrix::w_q]) == "");
  }
  scene = stacked_scene(3);
  trace = checked_trace(scene);
  for (std::size_t layer = 0; layer < 3; ++layer) {
    CHECK(difference(trace.find("w_v", layer)->tensor, scene.parameters.stack[layer][Matrix::w_v]) == "");
  }
}

TEST_CASE("identity parameters: q, k and v are slices of the layer's input") {
  Scene scene = deep_scene(2);
  scene.parameters.kind = Parameters::Kind::identity;
  scene.block.residual = true;
  const Trace trace = checked_trace(scene);
  CHECK(difference(trace.find("q", 1)->tensor, reference::split_heads(array_of(trace.find("x", 1)->tensor), 2), 0) ==
        "");
}

TEST_CASE("0 and 7 layers are refused with the limit") {
  CHECK(without(text_of(attend(deep_scene(0))), {"range /layers", "layers is 0", "1 to 6"}) == "");
  CHECK(without(text_of(attend(deep_scene(7))), {"too-large /layers", "layers is 7", "6"}) == "");
  CHECK(text_of(attend(deep_scene(6))) == "");
}

TEST_CASE("a stack of the wrong height, or of layers that do not fit, is refused with the numbers") {
  Scene scene = stacked_scene(3);
  scene.layers = 2;
  CHECK(without(text_of(attend(scene)), {"shape /parameters/layers", "3", "2"}) == "");
  scene = stacked_scene(2);
  scene.parameters.stack[1][Matrix::w_k] = random_tensor({6, 4}, 1);
  CHECK(without(text_of(attend(scene)), {"shape /parameters/layers", "w_k is 6×4", "6×"}) == "");
  scene = stacked_scene(2);
  scene.parameters.stack[1][Matrix::w_v] = no_tensor();
  CHECK(without(text_of(attend(scene)), {"shape /parameters/layers", "w_v", "missing"}) == "");
  scene = stacked_scene(2);
  scene.parameters.stack[1][Matrix::w_v].data()[0] = not_a_number;
  CHECK(without(text_of(attend(scene)), {"not-finite /parameters/layers", "w_v[0,0]", "nan"}) == "");
}

TEST_CASE("several layers need an output as wide as d_model") {
  Scene scene = deep_scene(2);
  scene.parameters.d_v = 5;
  CHECK(without(text_of(attend(scene)), {"shape", "10", "6"}) == "");
  scene.parameters.output = true;
  checked_trace(scene);
  scene.parameters.output = false;
  scene.layers = 1;
  checked_trace(scene);
}

TEST_CASE("every layer of a stack needs its own w_o if the output is not as wide as x") {
  Scene scene = stacked_scene(2);
  for (Matrices& matrices : scene.parameters.stack) {
    matrices[Matrix::w_v] = random_tensor({6, 4}, 1);
    matrices[Matrix::w_o] = random_tensor({4, 6}, 2);
  }
  scene.block.residual = true;
  checked_trace(scene);
  scene.parameters.stack[1][Matrix::w_o] = no_tensor();
  CHECK(without(text_of(attend(scene)), {"shape /layers", "4", "6", "w_o"}) == "");
}

TEST_CASE("all layers of an additive score have the same d_a") {
  Scene scene = stacked_scene(2);
  scene.attention.score = Attention::Score::additive;
  scene.parameters.stack[1][Matrix::w_a] = random_tensor({3, 10}, 1);
  CHECK(without(text_of(attend(scene)), {"shape /parameters/layers", "d_a 5", "3"}) == "");
}

TEST_CASE("given q, k and v allow only one layer") {
  Scene scene = deep_scene(2);
  scene.embedding.kind = Embedding::Kind::qkv;
  scene.embedding.layers[0][Matrix::q] = scene.embedding.layers[0][Matrix::k] = scene.embedding.layers[0][Matrix::v] =
      random_tensor({4, 6}, 1);
  scene.parameters.kind = Parameters::Kind::given;
  CHECK(without(text_of(attend(scene)), {"/layers"}) == "");
}

TEST_CASE("the byte limit counts all layers together") {
  Scene scene = small_scene(1024, 512);
  scene.attention.heads = 8;
  scene.block = {.residual = true, .d_ff = 2048};
  // Lazily, the memory check passes without computing anything.
  CHECK(text_of(IncrementalTrace().update(std::make_unique<Scene>(scene), true)) == "");
  scene.layers = 6;
  CHECK(without(text_of(attend(scene)), {"too-large", "128 MiB"}) == "");
}
