// The block around attention: residual, norms before or after, feed-forward network.

#include <cmath>

#include "oracle.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

using Names = std::vector<std::string>;
using Norm = Block::Norm;
using Activation = Block::Activation;

Scene block_scene(const Block& block) {
  Scene scene = small_scene(4, 6);
  scene.attention.heads = 2;
  scene.block = block;
  return scene;
}

// The steps after output.
Names after_output(const Block& block) {
  const Names names = step_names(checked_trace(block_scene(block)));
  return {std::ranges::find(names, "output") + 1, names.end()};
}

// A scene whose output equals x: a single token sees itself, and all matrices are the identity.
Scene echo_scene(const Row& x, const Block& block) {
  Scene scene = small_scene(1);
  scene.embedding.kind = Embedding::Kind::given;
  scene.embedding.x = matrix(xt::expand_dims(x, 0));
  scene.parameters.kind = Parameters::Kind::identity;
  scene.block = block;
  return scene;
}

}  // namespace

TEST_CASE("without a block, `output` is the last step") {
  CHECK(after_output({}) == Names{});
}

TEST_CASE("the steps of a block with norms after, as in Vaswani et al. 2017; the last is y") {
  CHECK(after_output({.residual = true}) == Names{"y"});
  CHECK(after_output({.norm = Norm::layer}) == Names{"mean_1", "variance_1", "y"});
  CHECK(after_output({.norm = Norm::rms}) == Names{"mean_square_1", "y"});
  CHECK(after_output({.d_ff = 5}) == Names{"hidden", "y"});
  CHECK(after_output({.residual = true, .norm = Norm::layer}) == Names{"added_1", "mean_1", "variance_1", "y"});
  CHECK(after_output({.residual = true, .d_ff = 5}) == Names{"added_1", "hidden", "fed", "y"});
  CHECK(after_output({.norm = Norm::rms, .d_ff = 5}) ==
        Names{"mean_square_1", "normed_1", "hidden", "fed", "mean_square_2", "y"});
  CHECK(after_output({.residual = true, .norm = Norm::layer, .d_ff = 5}) ==
        Names{"added_1", "mean_1", "variance_1", "normed_1", "hidden", "fed", "added_2", "mean_2", "variance_2", "y"});
  CHECK(after_output({.residual = true, .norm = Norm::rms, .d_ff = 5}) ==
        Names{"added_1", "mean_square_1", "normed_1", "hidden", "fed", "added_2", "mean_square_2", "y"});
}

TEST_CASE("the steps of a block with norms before") {
  const Block whole{.residual = true, .norm = Norm::layer, .pre = true, .d_ff = 5};
  CHECK(step_names(checked_trace(block_scene(whole))) ==
        Names{"tokens", "x0",         "mean_1",   "variance_1", "normed_1", "q",      "k",
              "v",      "scores",     "scaled",   "weights",    "z",        "output", "added_1",
              "mean_2", "variance_2", "normed_2", "hidden",     "fed",      "y"});
  CHECK(after_output({.residual = true, .norm = Norm::rms, .pre = true, .d_ff = 5}) ==
        Names{"added_1", "mean_square_2", "normed_2", "hidden", "fed", "y"});
  CHECK(after_output({.norm = Norm::layer, .pre = true, .d_ff = 5}) ==
        Names{"mean_2", "variance_2", "normed_2", "hidden", "y"});
  CHECK(after_output({.residual = true, .norm = Norm::layer, .pre = true}) == Names{"y"});
  CHECK(after_output({.norm = Norm::layer, .pre = true}) == Names{});
  CHECK(after_output({.residual = true, .pre = true, .d_ff = 5}) == Names{"added_1", "hidden", "fed", "y"});
}

TEST_CASE("every combination of block options agrees with the oracle") {
  for (const bool residual : {false, true}) {
    for (const Norm norm : {Norm::none, Norm::layer, Norm::rms}) {
      for (const bool pre : {false, true}) {
        for (const std::size_t d_ff : {0U, 1U, 9U}) {
          for (const Activation activation : {Activation::relu, Activation::gelu}) {
            Scene scene = block_scene({residual, norm, pre, d_ff, activation});
            scene.parameters.biases = scene.parameters.output = true;
            INFO("residual ", residual, ", norm ", static_cast<int>(norm), ", before ", pre, ", d_ff ", d_ff);
            checked_trace(scene);
          }
        }
      }
    }
  }
}

TEST_CASE("LayerNorm gives each row mean 0 and variance 1; RMSNorm gives it mean square 1") {
  Scene scene = block_scene({.norm = Norm::layer});
  Rows y = matrix_of(tensor_of(checked_trace(scene), "y"));
  CHECK(xt::all(xt::abs(xt::mean(y, {1})) < 1e-6));
  CHECK(xt::allclose(xt::mean(y * y, {1}), 1.0, 1e-3));
  scene.block.norm = Norm::rms;
  y = matrix_of(tensor_of(checked_trace(scene), "y"));
  CHECK(xt::allclose(xt::mean(y * y, {1}), 1.0, 1e-3));
}

TEST_CASE("norms by hand, with the population variance and an epsilon of 1e-5") {
  Trace trace = checked_trace(echo_scene({1, 2, 3, 6}, {.norm = Norm::layer}));
  CHECK(row_of(tensor_of(trace, "mean_1")) == Row{3});
  CHECK(row_of(tensor_of(trace, "variance_1")) == Row{3.5});
  const double root = std::sqrt(3.5 + 1e-5);
  CHECK(difference(tensor_of(trace, "y"), Rows{{-2 / root, -1 / root, 0, 3 / root}}, 1e-6) == "");
  trace = checked_trace(echo_scene({1, 2, 3, 6}, {.norm = Norm::rms}));
  CHECK(row_of(tensor_of(trace, "mean_square_1")) == Row{12.5});
  CHECK(trace.find("mean_1") == nullptr);
  CHECK(trace.find("beta_1") == nullptr);
}

TEST_CASE("a row of equal numbers is normed to 0, and a row of large numbers keeps its precision") {
  const Trace trace = checked_trace(echo_scene({5, 5, 5, 5}, {.norm = Norm::layer}));
  CHECK(difference(tensor_of(trace, "y"), filled({1, 4}, 0)) == "");
  checked_trace(echo_scene({10001, 10002, 10003, 10004}, {.norm = Norm::layer}), 1e-4);
}

TEST_CASE("ReLU and GELU by hand") {
  // w_1 and w_2 are the identity: y is the activation of the output.
  Trace trace = checked_trace(echo_scene({-2, -0.5, 0, 3}, {.d_ff = 4, .activation = Activation::relu}));
  CHECK(difference(tensor_of(trace, "hidden"), Rows{{0, 0, 0, 3}}, 0) == "");
  trace = checked_trace(echo_scene({-2, -0.5, 0, 3}, {.d_ff = 4, .activation = Activation::gelu}));
  // The numbers of torch.nn.functional.gelu(approximate='tanh').
  CHECK(difference(tensor_of(trace, "hidden"), Rows{{-0.04540229, -0.15428598, 0, 2.99636268}}, 1e-6) == "");
}

TEST_CASE("GELU of large numbers is 0 or the number itself, never NaN") {
  const Trace trace = checked_trace(echo_scene({-1e15, 1e15, -50, 50}, {.d_ff = 4, .activation = Activation::gelu}));
  CHECK(difference(tensor_of(trace, "hidden"), Rows{{0, 1e15, 0, 50}}, 1e-6) == "");
}

TEST_CASE("feed-forward parameters have their shapes, gamma starts at 1 and beta at 0") {
  Scene scene = block_scene({.norm = Norm::layer, .d_ff = 9});
  scene.parameters.biases = true;
  const Trace trace = checked_trace(scene);
  CHECK(shape_of(tensor_of(trace, "w_1")) == Shape{6, 9});
  CHECK(shape_of(tensor_of(trace, "b_1")) == Shape{9});
  CHECK(shape_of(tensor_of(trace, "w_2")) == Shape{9, 6});
  CHECK(shape_of(tensor_of(trace, "b_2")) == Shape{6});
  for (const char* gamma : {"gamma_1", "gamma_2"}) CHECK(difference(tensor_of(trace, gamma), filled({6}, 1)) == "");
  for (const char* beta : {"beta_1", "beta_2"}) CHECK(difference(tensor_of(trace, beta), filled({6}, 0)) == "");
  scene.parameters.biases = false;
  const Trace plain = checked_trace(scene);
  CHECK(plain.find("b_1") == nullptr);
  for (const char* name : {"w_q", "w_k", "w_v", "w_1", "w_2"}) {
    CHECK(difference(tensor_of(plain, name), tensor_of(trace, name)) == "");
  }
}

TEST_CASE("given gamma and beta scale and shift") {
  Scene scene = block_scene({.residual = true, .norm = Norm::layer, .d_ff = 3});
  scene.parameters.kind = Parameters::Kind::given;
  Matrices& given = scene.parameters.matrices;
  for (const Matrix name : {Matrix::w_q, Matrix::w_k, Matrix::w_v}) given[name] = random_tensor({6, 6}, 1);
  given[Matrix::w_1] = random_tensor({6, 3}, 2);
  given[Matrix::w_2] = random_tensor({3, 6}, 3);
  given[Matrix::b_2] = random_tensor({6}, 4);
  checked_trace(scene);
  given[Matrix::gamma_1] = random_tensor({6}, 5);
  given[Matrix::beta_1] = random_tensor({6}, 6);
  given[Matrix::gamma_2] = random_tensor({6}, 7);
  given[Matrix::beta_2] = random_tensor({6}, 8);
  checked_trace(scene);
  scene.block.pre = true;
  checked_trace(scene);
  given[Matrix::gamma_1] = random_tensor({5}, 5);
  CHECK(without(text_of(attend(scene)), {"shape /parameters/gamma1", "gamma_1 is 5", "6"}) == "");
  given[Matrix::gamma_1] = no_tensor();
  given[Matrix::w_2] = random_tensor({4, 6}, 3);
  CHECK(without(text_of(attend(scene)), {"shape /parameters/w2", "w_2 is 4×6", "3×6"}) == "");
  given[Matrix::w_2] = random_tensor({3, 6}, 3);
  given[Matrix::w_1].data()[4] = not_a_number;
  CHECK(without(text_of(attend(scene)), {"not-finite /parameters/w1", "w_1[1,1]", "nan"}) == "");
}

TEST_CASE("missing feed-forward matrices are drawn from the seed, but missing biases are left out") {
  Scene scene = block_scene({.d_ff = 3});
  scene.parameters.kind = Parameters::Kind::given;
  for (const Matrix name : {Matrix::w_q, Matrix::w_k, Matrix::w_v}) {
    scene.parameters.matrices[name] = random_tensor({6, 6}, 1);
  }
  const Trace trace = checked_trace(scene);
  CHECK(tensor_of(trace, "w_1").size() == 18);
  CHECK(trace.find("b_1") == nullptr);
  scene.parameters.draw.seed = 77;
  CHECK(difference(tensor_of(checked_trace(scene), "w_1"), tensor_of(trace, "w_1")) != "");
}

TEST_CASE("a residual needs an output as wide as d_model, which w_o provides") {
  Scene scene = block_scene({.residual = true});
  scene.parameters.d_v = 2;
  CHECK(without(text_of(attend(scene)), {"shape", "4", "6"}) == "");
  scene.parameters.output = true;
  checked_trace(scene);
}

TEST_CASE("given q, k and v allow no residual, since there is no x") {
  Scene scene = block_scene({.residual = true});
  scene.embedding.kind = Embedding::Kind::qkv;
  scene.embedding.layers[0][Matrix::q] = scene.embedding.layers[0][Matrix::k] = scene.embedding.layers[0][Matrix::v] =
      random_tensor({4, 6}, 1);
  scene.parameters.kind = Parameters::Kind::given;
  CHECK(without(text_of(attend(scene)), {"/block"}) == "");
}

TEST_CASE("a feed-forward network that is too wide is refused with both numbers") {
  const std::string wrong = text_of(attend(block_scene({.d_ff = 100'000})));
  CHECK(without(wrong, {"too-large /block/feedForward/width", "100000"}) == "");
}
