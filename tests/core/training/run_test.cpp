// A run: its gradients, bits, snapshots and errors. The package's tests check what runs learn.
#include "training/run.hpp"

#include <cmath>

#include "allocations.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;
using namespace self_attention::training;

namespace {

Scene model(std::size_t layers = 1) {
  Scene scene;
  scene.tokens = {"a"};
  scene.embedding.kind = Embedding::Kind::random;
  scene.embedding.d_model = 8;
  scene.embedding.draw = {.seed = 1, .std = 0.5};
  scene.positions.kind = Positions::Kind::learned;
  scene.parameters.draw = {.distribution = Distribution::xavier, .seed = 2};
  scene.parameters.biases = scene.parameters.output = true;
  scene.attention.heads = 2;
  scene.attention.mask.kind = Mask::Kind::causal;
  scene.block = {.residual = true, .norm = Block::Norm::layer, .pre = true, .d_ff = 6};
  scene.layers = layers;
  return scene;
}

RunOptions options(double rate = 0.01) {
  return {.task = TaskOptions{.kind = TaskOptions::Kind::copy, .length = 3, .vocabulary = 4},
          .optimizer = {.learning_rate = rate},
          .batch = 4,
          .seed = 5};
}

std::string begun(Run& run, const Scene& scene, const RunOptions& given) {
  return text_of(run.begin(std::make_unique<Scene>(scene), given));
}

std::string refused(const Scene& scene, const RunOptions& given) {
  Run run;
  return begun(run, scene, given);
}

// Compares two steps and an evaluation of a whole batch with those of one sequence at a time.
void check_batched(const Scene& scene, bool tied) {
  RunOptions given = options();
  given.tied = tied;
  given.optimizer = {.kind = OptimizerOptions::Kind::sgd, .learning_rate = 0.1};
  Run batched, one_by_one;
  REQUIRE(begun(batched, scene, given) == "");
  given.by_sequence = true;
  REQUIRE(begun(one_by_one, scene, given) == "");
  REQUIRE(text_of(batched.step(2)) == "");
  REQUIRE(text_of(one_by_one.step(2)) == "");
  CHECK(batched.outcome().loss == doctest::Approx(one_by_one.outcome().loss).epsilon(1e-5));
  CHECK(batched.outcome().right == one_by_one.outcome().right);
  const std::vector<float>&numbers = batched.trained().numbers, &expected = one_by_one.trained().numbers;
  for (const Trained& tensor : batched.trained().tensors) {
    INFO(std::string_view(tensor.name), " of layer ", tensor.layer);
    float most = 0;
    for (std::size_t at = tensor.from; at < tensor.from + tensor.size; ++at) {
      most = std::max(most, std::abs(numbers[at] - expected[at]));
    }
    CHECK(most < 2e-5F);
  }
  Evaluation evaluation, same;
  REQUIRE(text_of(batched.evaluate(9, 1, evaluation)) == "");
  REQUIRE(text_of(one_by_one.evaluate(9, 1, same)) == "");
  CHECK(evaluation.outcome.loss == doctest::Approx(same.outcome.loss).epsilon(1e-4));
  REQUIRE(evaluation.heads.size() == same.heads.size());
  for (std::size_t head = 0; head < same.heads.size(); ++head) {
    CHECK(evaluation.heads[head].previous_token == doctest::Approx(same.heads[head].previous_token).epsilon(1e-3));
    CHECK(*evaluation.heads[head].induction == doctest::Approx(*same.heads[head].induction).epsilon(1e-3));
    CHECK(*evaluation.heads[head].same_token == doctest::Approx(*same.heads[head].same_token).epsilon(1e-3));
  }
}

}  // namespace

TEST_CASE("a step follows the gradient of the batch's loss for every trained number") {
  for (const bool tied : {true, false}) {
    RunOptions given = options();
    given.tied = tied;
    given.optimizer = {.kind = OptimizerOptions::Kind::sgd, .learning_rate = 1e-2};
    Scene scene = model(2);
    // It is smooth, so differences approximate the slope.
    scene.block.activation = Block::Activation::gelu;
    Run run;
    REQUIRE(begun(run, scene, given) == "");
    const std::vector<float> before = run.snapshot();
    REQUIRE(text_of(run.step(1)) == "");
    const std::vector<float> after = run.snapshot();
    const auto loss_at = [&](std::size_t at, float by) {
      std::vector<float> moved = before;
      moved[at] += by;
      REQUIRE(text_of(run.restore(moved, 0)) == "");
      REQUIRE(text_of(run.step(1)) == "");
      return run.outcome().loss;
    };
    for (const Trained& tensor : run.trained().tensors) {
      INFO(std::string_view(tensor.name), " of layer ", tensor.layer);
      for (std::size_t at = tensor.from; at < tensor.from + tensor.size; at += 1 + tensor.size / 6) {
        const double gradient = static_cast<double>(before[at] - after[at]) / 1e-2;
        const double difference = (loss_at(at, 1.0F / 256) - loss_at(at, -1.0F / 256)) * 128;
        CHECK(std::abs(gradient - difference) < 1e-3);
      }
    }
  }
}

TEST_CASE("a whole batch gives the numbers of single sequences") {
  using Place = Positions::Kind;
  using Norm = Block::Norm;
  Scene scene = model(2);
  SUBCASE("learned positions, layer norm before, ReLU") {}
  SUBCASE("sinusoidal positions, RMS norm after, GELU") {
    scene.positions.kind = Place::sinusoidal;
    scene.block = {.residual = true, .norm = Norm::rms, .d_ff = 5, .activation = Block::Activation::gelu};
  }
  SUBCASE("RoPE, layer norm after, and no residual") {
    scene.positions.kind = Place::rope;
    scene.block = {.norm = Norm::layer, .d_ff = 5};
  }
  SUBCASE("ALiBi, shared key/value heads, softcap, temperature, no norm and no feed-forward") {
    scene.positions.kind = Place::alibi;
    scene.block = {.residual = true};
    scene.attention.heads = 4;
    scene.attention.kv_heads = 2;
    scene.attention.temperature = 0.7;
    scene.attention.softcap = 2;
  }
  SUBCASE("RoPE on halves") {
    scene.positions = {.kind = Place::rope, .pairs = Positions::Pairs::halves};
  }
  SUBCASE("ALiBi with the reference slopes") {
    scene.positions = {.kind = Place::alibi, .slopes = Positions::Slopes::reference};
    scene.embedding.d_model = 12;
    scene.attention.heads = 3;
  }
  SUBCASE("plain dot products in a window, heads that are merged alone, RMS norm before") {
    scene.parameters.output = false;
    scene.attention.score = Attention::Score::dot;
    scene.attention.mask.kind = Mask::Kind::window;
    scene.attention.mask.before = 2;
    scene.attention.mask.after = 1;
    scene.block = {.residual = true, .norm = Norm::rms, .pre = true, .d_ff = 5};
  }
  for (const bool tied : {true, false}) check_batched(scene, tied);
}

TEST_CASE("the same seed gives the same bits, and another seed gives others") {
  Run one, same, other;
  RunOptions given = options();
  REQUIRE(begun(one, model(), given) == "");
  REQUIRE(begun(same, model(), given) == "");
  given.seed = 6;
  REQUIRE(begun(other, model(), given) == "");
  for (Run* run : {&one, &same, &other}) REQUIRE(text_of(run->step(3)) == "");
  CHECK(one.snapshot() == same.snapshot());
  CHECK(one.snapshot() != other.snapshot());
  CHECK(one.steps() == 3);
}

TEST_CASE("a restored run gives the same bits") {
  Run run, other;
  REQUIRE(begun(run, model(), options()) == "");
  REQUIRE(text_of(run.step(2)) == "");
  const std::vector<float> kept = run.snapshot();
  REQUIRE(text_of(run.step(2)) == "");
  const std::vector<float> end = run.snapshot();
  REQUIRE(begun(other, model(), options()) == "");
  for (Run* each : {&run, &other}) {
    REQUIRE(text_of(each->restore(kept, 2)) == "");
    REQUIRE(text_of(each->step(2)) == "");
    CHECK(each->snapshot() == end);
  }
  CHECK(without(text_of(run.restore(std::vector<float>(7), 2)), {"shape /snapshot", "7"}) == "");
  std::vector<float> spoilt = kept;
  spoilt[3] = std::nanf("");
  CHECK(without(text_of(run.restore(spoilt, 2)), {"not-finite /snapshot"}) == "");
}

TEST_CASE("fixed parameters stay, and the others are trained") {
  RunOptions given = options();
  given.fixed = {"E", "w_q"};
  given.optimizer.weight_decay = 0.5;
  Run run;
  REQUIRE(begun(run, model(2), given) == "");
  const std::vector<float> before = run.trained().numbers;
  REQUIRE(text_of(run.step(3)) == "");
  for (const Trained& tensor : run.trained().tensors) {
    INFO(std::string_view(tensor.name));
    const auto from = static_cast<std::ptrdiff_t>(tensor.from), to = from + static_cast<std::ptrdiff_t>(tensor.size);
    const bool same = std::equal(before.begin() + from, before.begin() + to, run.trained().numbers.begin() + from);
    CHECK(same == (tensor.name == "E" || tensor.name == "w_q"));
  }
}

TEST_CASE("a loss that is not finite stops the run at the last finite parameters") {
  RunOptions given = options();
  given.optimizer = {.kind = OptimizerOptions::Kind::sgd, .learning_rate = 100};
  Scene scene = model();
  scene.block.norm = Block::Norm::none;
  Run run;
  REQUIRE(begun(run, scene, given) == "");
  const std::vector<float> first = run.snapshot();
  MaybeError wrong;
  for (std::size_t step = 0; step < 50 && !wrong; ++step) wrong = run.step(1);
  CHECK(without(text_of(wrong), {"not-finite /optimizer/learningRate", "100"}) == "");
  CHECK(std::all_of(run.trained().numbers.begin(), run.trained().numbers.end(),
                    [](float one) { return std::isfinite(one); }));
  CHECK(text_of(run.step(1)) == text_of(wrong));
  Evaluation evaluation;
  CHECK(text_of(run.evaluate(4, 1, evaluation)) == "");
  REQUIRE(text_of(run.restore(first, 0)) == "");
  CHECK(text_of(run.step(1)) == "");
}

TEST_CASE("target weights are learned, and measures describe the head") {
  Scene scene = model();
  scene.tokens = {"a", "b", "c", "d"};
  scene.block = {};
  scene.attention.heads = 1;
  Loss loss{.kind = Loss::Kind::weights, .target = xt::zeros<float>({4, 4})};
  for (std::size_t row = 1; row < 4; ++row) loss.target(row, row - 1) = 1;
  Run run;
  REQUIRE(begun(run, scene, {.loss = loss, .optimizer = {.learning_rate = 0.05}}) == "");
  REQUIRE(text_of(run.step(1)) == "");
  const double before = run.outcome().loss;
  REQUIRE(text_of(run.step(60)) == "");
  Evaluation evaluation;
  REQUIRE(text_of(run.evaluate(1, 1, evaluation)) == "");
  CHECK(evaluation.outcome.loss < before / 5);
  REQUIRE(evaluation.heads.size() == 1);
  CHECK(evaluation.heads[0].previous_token > 0.7);
  CHECK(!evaluation.heads[0].induction);
  CHECK(!evaluation.heads[0].same_token);
}

TEST_CASE("impossible runs are refused, with values and limits") {
  CHECK(without(refused(model(), options(0)), {"range /optimizer/learningRate", "0"}) == "");
  Scene scene = model();
  scene.attention.heads = 3;
  CHECK(without(refused(scene, options()), {"heads /attention/heads", "8", "3"}) == "");
  RunOptions given = options();
  given.batch = 0;
  CHECK(without(refused(model(), given), {"range /batch", "0"}) == "");
  given.batch = 2000;
  CHECK(without(refused(model(), given), {"too-large /batch", "2000", "1024"}) == "");
  given = options();
  given.fixed = {"w_x"};
  CHECK(without(refused(model(), given), {"unknown-tensor /fixed", "w_x"}) == "");
  scene = model();
  scene.encoder.tokens = {"a"};
  CHECK(without(refused(scene, options()), {"range /encoder"}) == "");
  scene = model();
  scene.embedding.kind = Embedding::Kind::zero;
  CHECK(without(refused(scene, options()), {"range /embedding/kind"}) == "");
  scene = model();
  scene.attention.round = 2;
  CHECK(without(refused(scene, options()), {"no-gradient", "rounded"}) == "");
  scene = model();
  scene.embedding.kind = Embedding::Kind::ids;
  scene.embedding.rows = random_tensor({4, 8}, 1);
  CHECK(without(refused(scene, options()), {"shape /embedding/rows", "4 rows", "5 symbols"}) == "");
  Run run;
  REQUIRE(begun(run, model(), options()) == "");
  Evaluation evaluation;
  CHECK(without(text_of(run.evaluate(0, 1, evaluation)), {"range /examples", "0"}) == "");
  CHECK(without(text_of(run.evaluate(5000, 1, evaluation)), {"too-large /examples", "5000", "4096"}) == "");
}

TEST_CASE("too much memory is refused before it is allocated, with both numbers") {
  RunOptions given = options();
  given.task = TaskOptions{.kind = TaskOptions::Kind::copy, .length = 256, .vocabulary = 500};
  given.tied = false;
  Scene scene = model(6);
  scene.embedding.d_model = 1024;
  scene.block.d_ff = 4096;
  scene.attention.heads = 16;
  CHECK(without(refused(scene, given), {"too-large", "MiB"}) == "");
}

TEST_CASE("steps after the first ones allocate nothing") {
  using Kind = TaskOptions::Kind;
  const std::string text = "it is snowing, and the animal did not cross the street";
  for (const Kind kind : {Kind::copy, Kind::reverse, Kind::previous, Kind::induction, Kind::sort, Kind::count,
                          Kind::brackets, Kind::modular_addition, Kind::recall, Kind::text}) {
    for (const Positions::Kind place : {Positions::Kind::learned, Positions::Kind::rope}) {
      Scene scene = model(2);
      scene.positions.kind = place;
      // Deeper than a product's stack buffer, so that packing would allocate.
      scene.block.d_ff = 300;
      if (place == Positions::Kind::rope) {
        scene.block.activation = Block::Activation::gelu;
        scene.block.pre = false;
        scene.attention.softcap = 5;
      }
      RunOptions given = options();
      given.task = TaskOptions{.kind = kind, .length = 4, .vocabulary = 4, .text = text};
      given.optimizer.clip = 1;
      given.tied = place == Positions::Kind::rope;
      Run run;
      REQUIRE(begun(run, scene, given) == "");
      REQUIRE(text_of(run.step(2)) == "");
      const std::size_t before = allocations();
      const MaybeError wrong = run.step(20);
      INFO(static_cast<int>(kind));
      CHECK(allocations() == before);
      CHECK(text_of(wrong) == "");
    }
  }
}
