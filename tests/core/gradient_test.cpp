// Every gradient is compared with central differences of the oracle, which computes in double precision.
#include "gradient/gradient.hpp"

#include <cmath>

#include "math/random.hpp"
#include "oracle.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

using Score = Attention::Score;
using Places = Positions::Kind;

Gradient gradient_of(const Trace& trace, const Loss& loss) {
  Gradient result;
  REQUIRE(text_of(gradient(trace, loss, result)) == "");
  return result;
}

std::string refused(const Scene& scene, const Loss& loss) {
  const Trace trace = value_of(attend(scene));
  Gradient result;
  return text_of(gradient(trace, loss, result));
}

Loss output_loss(const Trace& trace) {
  const TraceTensor& last = trace.steps.back();
  return {.target = random_tensor({last.rows, last.width}, 11)};
}

// Random rows over the visible keys that add up to 1.
Loss weights_loss(const Trace& trace, std::size_t head = 0) {
  const TraceTensor& weights = *trace.find("weights");
  Tensor target(Tensor::shape_type{weights.rows, weights.width}, 0.0F);
  for (std::size_t row = 0; row < weights.rows; ++row) {
    double sum = 0;
    for (std::size_t key = 0; key < weights.width; ++key) {
      if (weights.tensor(head, row, key) == 0) continue;
      target(row, key) = static_cast<float>(1 + (row + 2 * key) % 3);
      sum += static_cast<double>(target(row, key));
    }
    for (std::size_t key = 0; sum > 0 && key < weights.width; ++key) target(row, key) /= static_cast<float>(sum);
  }
  return {.kind = Loss::Kind::weights, .target = target, .head = head};
}

Loss token_loss(const Trace& trace, bool tied) {
  const TraceTensor& last = trace.steps.back();
  Loss loss{.kind = Loss::Kind::cross_entropy};
  for (std::size_t row = 0; row < last.rows; ++row) loss.targets.emplace_back((row + 1) % 3);
  loss.targets.front() = std::nullopt;
  if (!tied) loss.unembedding = random_tensor({last.width, 4}, 12);
  return loss;
}

const Array& found(const std::vector<reference::Step>& steps, const std::string& name) {
  return std::find_if(steps.rbegin(), steps.rend(), [&](const auto& step) { return step.name == name; })->tensor;
}

double loss_of(const reference::Setup& setup, const Loss& loss, const Array& unembedding) {
  const std::vector<reference::Step> steps = reference::attend(setup);
  const Array& last = steps.back().tensor;
  if (loss.kind == Loss::Kind::output) return xt::sum(xt::square(last - array_of(loss.target)))() / 2;
  if (loss.kind == Loss::Kind::weights) {
    const Array weights = xt::view(found(steps, "weights"), loss.head), target = array_of(loss.target);
    return xt::sum(xt::where(target > 0.0, target * xt::log(xt::where(target > 0.0, target / weights, 1.0)), 0.0))();
  }
  const Array logits = reference::matmul(last, unembedding);
  double sum = 0, counted = 0;
  for (std::size_t row = 0; row < loss.targets.size(); ++row) {
    if (!loss.targets[row]) continue;
    sum += std::log(xt::sum(xt::exp(xt::row(logits, static_cast<std::ptrdiff_t>(row))))()) -
           logits(row, *loss.targets[row]);
    ++counted;
  }
  return sum / counted;
}

struct Checked {
  std::string name;
  Array* numbers;
  const Tensor* gradient;
};

// Compares each gradient with the change of the oracle's loss, with a tolerance of 1e-4 of the tensor's largest number.
void check_gradient(const Scene& scene, const std::function<Loss(const Trace&)>& loss_for) {
  const Trace trace = value_of(attend(scene));
  const Loss loss = loss_for(trace);
  const Gradient gradient = gradient_of(trace, loss);
  reference::Setup setup = setup_of(scene, trace);
  const bool has_classes = loss.kind == Loss::Kind::cross_entropy;
  const bool tied = has_classes && loss.unembedding.size() == 0;
  Array unembedding = !has_classes ? Array()
                      : tied       ? reference::transposed(array_of(tensor_of(trace, "E")))
                                   : array_of(loss.unembedding);
  CHECK(gradient.loss == doctest::Approx(loss_of(setup, loss, unembedding)).epsilon(1e-4));

  std::vector<Checked> all{{"x0", &setup.x0, gradient.find(trace, "x0")},
                           {"x0_k", &setup.x0_k, gradient.find(trace, "x0_k")},
                           {"P", &setup.P, gradient.find(trace, "P")},
                           {"E_rel", &setup.E_rel, gradient.find(trace, "E_rel")},
                           {"S_rel", &setup.S_rel, gradient.find(trace, "S_rel")},
                           {"q", &setup.q, gradient.find(trace, "q")},
                           {"k", &setup.k, gradient.find(trace, "k")},
                           {"v", &setup.v, gradient.find(trace, "v")},
                           {"unembedding", &unembedding, tied ? nullptr : &gradient.unembedding}};
  for (std::size_t layer = 0; layer < setup.layers.size(); ++layer) {
    for (auto& [name, numbers] : setup.layers[layer]) {
      if (name != "E" && name != "P" && name != "E_rel" && name != "S_rel")
        all.push_back({name, &numbers, gradient.find(trace, name, layer)});
    }
  }
  for (const auto& [name, numbers, computed] : all) {
    if (!reference::is_there(*numbers) || (name == "unembedding" && tied)) continue;
    INFO(name);
    Array expected(numbers->shape());
    constexpr double step = 1e-5;
    for (std::size_t at = 0; at < numbers->size(); ++at) {
      double& number = numbers->flat(at);
      const double before = number;
      number = before + step;
      const double above = loss_of(setup, loss, unembedding);
      number = before - step;
      const double below = loss_of(setup, loss, unembedding);
      number = before;
      expected.flat(at) = (above - below) / (2 * step);
    }
    // Softmax ignores a constant added to a row of scores, so that gradient is 0 up to rounding. Small gradients are
    // differences of float32 numbers near 1.
    const double largest = xt::amax(xt::abs(expected))();
    if (largest > 1e-6) {
      REQUIRE(computed != nullptr);
      CHECK(difference(*computed, expected, std::max(1e-4, 1e-7 / largest)) == "");
    } else if (computed != nullptr) {
      CHECK(xt::amax(xt::abs(*computed))() < 1e-5F);
    }
  }
}

void check_gradients(const Scene& scene) {
  check_gradient(scene, output_loss);
  check_gradient(scene, [](const Trace& trace) { return weights_loss(trace); });
}

Scene scene_of(std::size_t tokens = 4, std::size_t d_model = 6) {
  Scene scene = small_scene(tokens, d_model);
  scene.attention.heads = 2;
  scene.parameters.draw.distribution = Distribution::xavier;
  return scene;
}

}  // namespace

TEST_CASE("gradients of projections, with and without biases and w_o") {
  Scene scene = scene_of();
  check_gradients(scene);
  scene.parameters.biases = scene.parameters.output = true;
  check_gradients(scene);
  scene.attention.heads = 4;
  scene.attention.kv_heads = 2;
  scene.parameters.d_k = 3;
  scene.parameters.d_v = 2;
  check_gradients(scene);
  check_gradient(scene, [](const Trace& trace) { return weights_loss(trace, 3); });
}

TEST_CASE("gradients of every score function") {
  for (const Score score : {Score::dot, Score::scaled_dot, Score::additive, Score::general, Score::cosine}) {
    INFO("score ", static_cast<int>(score));
    Scene scene = scene_of();
    scene.attention.score = score;
    check_gradients(scene);
    scene.attention.kv_heads = 1;
    if (score != Score::dot) scene.attention.scale = 0.7;
    check_gradients(scene);
  }
}

TEST_CASE("a zero vector has cosines of 0 and a gradient of 0") {
  Scene scene = scene_of(3);
  scene.attention.score = Score::cosine;
  scene.embedding.kind = Embedding::Kind::zero;
  const Trace trace = value_of(attend(scene));
  CHECK(xt::amax(xt::abs(*gradient_of(trace, output_loss(trace)).find(trace, "q")))() == 0);
}

TEST_CASE("gradients of every kind of position") {
  for (const Places kind : {Places::sinusoidal, Places::learned, Places::rope, Places::alibi, Places::relative}) {
    INFO("positions ", static_cast<int>(kind));
    Scene scene = scene_of(4, 4);
    scene.positions.kind = kind;
    check_gradients(scene);
    scene.encoder.tokens = {"a", "b", "word1"};
    check_gradients(scene);
  }
  Scene scene = scene_of(5);
  scene.positions = {.kind = Places::relative, .clip = 2};
  check_gradients(scene);
  scene.positions = {.kind = Places::given, .rows = random_tensor({5, 5}, 7)};
  check_gradients(scene);
  scene.attention.mask.kind = Mask::Kind::causal;
  check_gradients(scene);
  scene.positions = {.kind = Places::sinusoidal, .concat = true, .width = 2};
  check_gradients(scene);
  scene = scene_of(5, 12);
  scene.attention.heads = 3;
  scene.positions = {.kind = Places::rope, .pairs = Positions::Pairs::halves};
  check_gradients(scene);
  scene.positions = {.kind = Places::alibi, .slopes = Positions::Slopes::reference};
  check_gradients(scene);
}

TEST_CASE("gradients from scores to weights: every mask, temperature, softcap, sparsemax") {
  for (const Mask& mask : masks_of_every_kind(5)) {
    INFO("mask ", static_cast<int>(mask.kind));
    Scene scene = scene_of(5);
    scene.attention.mask = mask;
    check_gradients(scene);
    scene.attention.temperature = 0.6;
    scene.attention.softcap = 2;
    check_gradients(scene);
    scene.attention.normalizer = Attention::Normalizer::sparsemax;
    check_gradients(scene);
  }
}

TEST_CASE("gradients with weighted values as a separate step") {
  Scene scene = scene_of();
  scene.attention.weighted = true;
  check_gradients(scene);
  scene.attention.kv_heads = 1;
  scene.encoder.tokens = {"a", "b", "c"};
  check_gradients(scene);
}

TEST_CASE("gradients through blocks and layers") {
  for (const Block::Norm norm : {Block::Norm::none, Block::Norm::layer, Block::Norm::rms}) {
    for (const bool pre : {false, true}) {
      for (const auto activation : {Block::Activation::relu, Block::Activation::gelu}) {
        INFO("norm ", static_cast<int>(norm), ", pre ", pre, ", activation ", static_cast<int>(activation));
        Scene scene = scene_of(3, 4);
        scene.block = {.residual = true, .norm = norm, .pre = pre, .d_ff = 3, .activation = activation};
        scene.parameters.biases = scene.parameters.output = true;
        scene.attention.mask.kind = Mask::Kind::causal;
        scene.layers = 2;
        check_gradient(scene, output_loss);
      }
    }
  }
}

TEST_CASE("gradients of given q, k and v") {
  Scene scene = scene_of(3);
  scene.embedding.kind = Embedding::Kind::qkv;
  scene.embedding.layers[0][Matrix::q] = random_tensor({3, 8}, 1);
  scene.embedding.layers[0][Matrix::k] = random_tensor({3, 8}, 2);
  scene.embedding.layers[0][Matrix::v] = random_tensor({3, 6}, 3);
  scene.parameters.kind = Parameters::Kind::given;
  check_gradients(scene);
}

TEST_CASE("cross-entropy of the next token, with a separate unembedding and with a tied one") {
  Scene scene = scene_of(5);
  scene.parameters.output = true;
  scene.block.residual = true;
  check_gradient(scene, [](const Trace& trace) { return token_loss(trace, false); });
  // With E tied, x0 changes the logits only through the last tensor. The unembedding's part of E's gradient is
  // separate.
  check_gradient(scene, [](const Trace& trace) { return token_loss(trace, true); });
}

TEST_CASE("the gradient of E adds up its rows' uses and the tied unembedding") {
  Scene scene = scene_of(5);
  scene.tokens = {"a", "b", "a", "c", "a"};
  scene.block.residual = true;
  scene.parameters.output = true;
  const Trace trace = value_of(attend(scene));
  const Gradient plain = gradient_of(trace, output_loss(trace));
  const Rows x0 = matrix_of(*plain.find(trace, "x0")), E = matrix_of(*plain.find(trace, "E"));
  CHECK(difference(vector(xt::row(E, 0)), Array(xt::row(x0, 0) + xt::row(x0, 2) + xt::row(x0, 4)), 1e-6) == "");
  CHECK(difference(vector(xt::row(E, 2)), Array(xt::row(x0, 3)), 1e-6) == "");

  const Loss tied = token_loss(trace, true);
  Loss apart = tied;
  apart.unembedding = matrix(xt::transpose(matrix_of(tensor_of(trace, "E"))));
  const Gradient together = gradient_of(trace, tied), separate = gradient_of(trace, apart);
  const Array expected = matrix_of(*separate.find(trace, "E")) + xt::transpose(matrix_of(separate.unembedding));
  CHECK(difference(*together.find(trace, "E"), expected, 1e-6) == "");
}

TEST_CASE("gradients of random scenes") {
  Pcg32 random(2026, 11);
  const auto one_of = [&](std::size_t count) {
    return static_cast<std::size_t>(random.uniform() * static_cast<double>(count));
  };
  for (std::size_t round = 0; round < 20; ++round) {
    INFO("round ", round);
    const std::size_t tokens = 2 + one_of(4);
    Scene scene = scene_of(tokens, 4);
    scene.tokens.back() = scene.tokens.front();
    scene.embedding.draw.seed = scene.parameters.draw.seed = static_cast<std::uint32_t>(round);
    scene.attention.kv_heads = 1 + one_of(2);
    scene.attention.score =
        std::array{Score::dot, Score::scaled_dot, Score::additive, Score::general, Score::cosine}[one_of(5)];
    scene.positions.kind = std::array{Places::none, Places::sinusoidal, Places::learned,
                                      Places::rope, Places::alibi,      Places::relative}[one_of(6)];
    const std::vector<Mask> masks = masks_of_every_kind(tokens);
    scene.attention.mask = masks[one_of(masks.size())];
    scene.attention.softcap = one_of(2) == 0 ? 0 : 3;
    scene.attention.temperature = one_of(2) == 0 ? 1 : 1.5;
    scene.attention.weighted = one_of(3) == 0;
    scene.parameters.biases = one_of(2) == 0;
    scene.parameters.output = true;
    scene.block = {.residual = one_of(2) == 0,
                   .norm = std::array{Block::Norm::none, Block::Norm::layer, Block::Norm::rms}[one_of(3)],
                   .pre = one_of(2) == 0,
                   .d_ff = one_of(2) == 0 ? 0U : 5U,
                   .activation = Block::Activation::gelu};
    scene.layers = 1 + one_of(2);
    check_gradient(scene, output_loss);
  }
}

TEST_CASE("the error names the step without a gradient") {
  Scene scene = scene_of();
  const Trace trace = value_of(attend(scene));
  scene.attention.round = 2;
  CHECK(without(refused(scene, output_loss(trace)), {"no-gradient", "rounded"}) == "");
  scene.attention.round = {};
  scene.mistake = Mistake::whole_matrix_softmax;
  CHECK(without(refused(scene, output_loss(trace)), {"no-gradient", "weights"}) == "");
}

TEST_CASE("a loss that does not fit the scene is refused with the numbers") {
  const Scene scene = scene_of(4);
  const Trace trace = value_of(attend(scene));
  CHECK(without(refused(scene, {.target = random_tensor({4, 5}, 1)}), {"shape /loss/target", "4×5", "4×6"}) == "");
  Loss weights = weights_loss(trace);
  weights.target(1, 2) = -0.5F;
  CHECK(without(refused(scene, weights), {"range /loss/target", "target[1,2]", "-0.5"}) == "");
  weights.target(1, 2) = 3;
  CHECK(without(refused(scene, weights), {"range /loss/target", "row 1"}) == "");
  weights = weights_loss(trace);
  weights.head = 2;
  CHECK(without(refused(scene, weights), {"out-of-range /loss/head", "head 2 of 2"}) == "");
  weights.head = 0;
  weights.layer = 1;
  CHECK(without(refused(scene, weights), {"out-of-range /loss/layer", "layer 1 of 1"}) == "");
  Scene causal = scene;
  causal.attention.mask.kind = Mask::Kind::causal;
  CHECK(without(refused(causal, weights_loss(trace)), {"not-finite /loss/target", "target[0,1]", "0"}) == "");
  Loss tokens = token_loss(trace, false);
  tokens.targets[2] = 4;
  CHECK(without(refused(scene, tokens), {"out-of-range /loss/targets", "target 4 of row 2", "4 columns"}) == "");
  tokens.targets.pop_back();
  CHECK(without(refused(scene, tokens), {"shape /loss/targets", "3 targets for 4 rows"}) == "");
  tokens.targets.assign(4, std::nullopt);
  CHECK(without(refused(scene, tokens), {"empty /loss/targets"}) == "");
  tokens.unembedding = random_tensor({5, 3}, 1);
  CHECK(without(refused(scene, tokens), {"shape /loss/unembedding", "5 rows", "6 wide"}) == "");
}

TEST_CASE("a target row of zeros does not count") {
  const Scene scene = scene_of(4);
  const Trace trace = value_of(attend(scene));
  Loss loss = weights_loss(trace);
  xt::view(loss.target, 1, xt::all()) = 0.0F;
  const Gradient gradient = gradient_of(trace, loss);
  CHECK(xt::amax(xt::abs(xt::view(*gradient.find(trace, "scores"), 0, 1)))() == 0);
  CHECK(xt::amax(xt::abs(xt::view(*gradient.find(trace, "scores"), 0, 2)))() > 0);
}

TEST_CASE("tokens and masks have no gradient, and tensors that the loss does not depend on have zeros") {
  Scene scene = scene_of(4);
  scene.attention.mask.kind = Mask::Kind::causal;
  scene.layers = 2;
  scene.parameters.output = true;
  const Trace trace = value_of(attend(scene));
  Loss loss = weights_loss(trace);
  loss.layer = 0;
  const Gradient result = gradient_of(trace, loss);
  for (const char* name : {"tokens", "mask", "blocked"}) {
    CHECK(without(text_of(result.check_differentiable(*trace.find(name, 0))), {"no-gradient", name}) == "");
  }
  for (const char* name : {"x0", "scores", "weights", "output", "w_o"}) {
    CHECK(text_of(result.check_differentiable(*trace.find(name))) == "");
  }
  CHECK(result.find(trace, "output", 1) == nullptr);
}
