#include "trace/certainty.hpp"

#include <limits>
#include <map>
#include <memory>
#include <vector>

#include "math/random.hpp"
#include "oracle.hpp"
#include "support.hpp"
#include "trace/incremental_trace.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

bool does_stand_out(const std::vector<float>& weights) {
  return stands_out(weights);
}

// Three words with a row each, which attend to themselves.
Scene scene_of(float sharpness) {
  Scene scene = small_scene(3, 3);
  scene.embedding.kind = Embedding::Kind::table;
  scene.embedding.row_names = scene.tokens;
  scene.embedding.rows = sharpness * xt::eye<float>(3);
  scene.parameters.kind = Parameters::Kind::identity;
  scene.attention.heads = 1;
  return scene;
}

// Two layers in which the first token sees the first two, and the second the last two.
Scene chain_of(float sharpness) {
  Scene scene = scene_of(sharpness);
  scene.layers = 2;
  scene.block.residual = true;
  scene.parameters.kind = Parameters::Kind::given;
  scene.attention.mask.kind = Mask::Kind::painted;
  scene.attention.mask.visible = xt::xtensor<float, 2>{{1, 1, 0}, {0, 1, 1}, {1, 1, 1}};
  return scene;
}

RowCertainty certainty_in(const Scene& scene, std::size_t query, std::size_t layer = 0) {
  IncrementalTrace incremental;
  REQUIRE(text_of(incremental.update(std::make_unique<Scene>(scene), false)) == "");
  RowCertainty result;
  REQUIRE(text_of(certainty_of(incremental.evaluator(), incremental.trace(), layer, 0, query, result)) == "");
  return result;
}

std::string name_of(Certainty certainty) {
  const std::map<Certainty, std::string> names{{Certainty::clear, "clear"},
                                               {Certainty::unclear, "unclear"},
                                               {Certainty::guess, "guess"},
                                               {Certainty::noise, "noise"},
                                               {Certainty::not_a_number, "not a number"}};
  return names.at(certainty);
}

constexpr std::size_t T = 5, d_model = 6;

// A scene whose rows are partly given, partly estimated and partly random.
Scene random_scene(std::uint32_t seed) {
  Pcg32 random(seed, 1);
  const auto one_in = [&](std::uint32_t count) { return random.next() % count == 0; };
  Scene scene = small_scene(T, d_model);
  if (one_in(4)) scene.encoder.tokens = {"word0", "other1", "word2", "other3", "other4"};
  Embedding& embedding = scene.embedding;
  embedding.kind = Embedding::Kind::table;
  embedding.draw_missing = true;
  const std::uint32_t scarcity = one_in(2) ? 4 : 12;
  for (const auto& tokens : {scene.tokens, scene.encoder.tokens}) {
    for (const std::string& token : tokens) {
      if (one_in(2 * scarcity)) continue;
      embedding.row_names.push_back(token);
      if (one_in(scarcity)) embedding.estimated.push_back(token);
    }
  }
  embedding.rows = random_tensor({embedding.row_names.size(), d_model}, seed, 2);
  Attention& attention = scene.attention;
  attention.heads = 1 + random.next() % 3;
  attention.mask = masks_of_every_kind(T)[random.next() % 6];
  if (one_in(4)) attention.round = 1 + random.next() % 2;
  const std::array mistakes{
      Mistake::none,     Mistake::none, Mistake::none, Mistake::overflow_softmax, Mistake::mask_after_softmax,
      Mistake::zero_mask};
  scene.mistake = mistakes[random.next() % mistakes.size()];
  const bool needs_mask = scene.mistake == Mistake::mask_after_softmax || scene.mistake == Mistake::zero_mask;
  if (needs_mask && attention.mask.kind == Mask::Kind::none) attention.mask.kind = Mask::Kind::causal;
  if (scene.mistake == Mistake::overflow_softmax) attention.temperature = 0.05;
  if (scene.mistake == Mistake::none && one_in(2)) attention.normalizer = Attention::Normalizer::sparsemax;
  scene.layers = 1 + random.next() % 3;
  scene.block.residual = one_in(2);
  if (!one_in(9)) {
    scene.parameters.kind = Parameters::Kind::given;
    for (const Matrix name : {Matrix::w_q, Matrix::w_k, Matrix::w_v, Matrix::w_o})
      scene.parameters.matrices[name] = random_tensor({d_model, d_model}, random.next(), 1);
  }
  return scene;
}

// The oracle's view of a scene.
reference::Judged judged_of(const Scene& scene, const Trace& trace) {
  const auto source_of = [&](const std::string& token) {
    const auto has = [&](const std::vector<std::string>& names) {
      return std::ranges::find(names, token) != names.end();
    };
    if (!has(scene.embedding.row_names)) return reference::Source::random;
    return has(scene.embedding.estimated) ? reference::Source::estimated : reference::Source::given;
  };
  reference::Judged judged;
  if (scene.parameters.kind == Parameters::Kind::random) judged.parameters = reference::Source::random;
  for (const std::string& token : scene.tokens) judged.of_queries.push_back(source_of(token));
  for (const std::string& token : scene.encoder.tokens) judged.of_keys.push_back(source_of(token));
  for (std::size_t layer = 0; layer < scene.layers; ++layer) {
    reference::JudgedLayer& own = judged.layers.emplace_back();
    for (const TraceTensor& step : trace.steps) {
      if (step.layer != layer) continue;
      if (step.name == "weights" || step.name == "rounded") own.weights = array_of(step.tensor);
      if (step.name == "masked") own.masked = array_of(step.tensor);
    }
  }
  return judged;
}

}  // namespace

TEST_CASE("a weight stands out if it is more than three fifths of the row") {
  CHECK(does_stand_out({0.65F, 0.2F, 0.15F}));
  CHECK(does_stand_out({0.1F, 0.2F, 0.7F}));
  CHECK_FALSE(does_stand_out({0.45F, 0.45F, 0.1F}));
  CHECK_FALSE(does_stand_out({0.4F, 0.16F, 0.14F, 0.3F}));
  CHECK_FALSE(does_stand_out({0.5F, 0.5F}));
  CHECK_FALSE(does_stand_out({0.25F, 0.25F, 0.25F, 0.25F}));
}

TEST_CASE("a weight that is a little more than another does not stand out") {
  CHECK_FALSE(does_stand_out({0.55F, 0.25F, 0.2F}));
  CHECK_FALSE(does_stand_out({0.01F, 0.51F, 0.48F}));
}

TEST_CASE("three fifths of a row do not stand out, whatever float32 makes of the others") {
  CHECK_FALSE(does_stand_out({0.6F, 0.4F}));
  CHECK_FALSE(does_stand_out({0.2F, 0.6F, 0.2F}));
  CHECK_FALSE(does_stand_out({0.6F, 0.3F, 0.1F}));
}

TEST_CASE("a single key stands out, and no key does not") {
  CHECK(does_stand_out({0.1F}));
  CHECK_FALSE(does_stand_out({}));
}

TEST_CASE("a sharp row of given numbers is clear, and names its key") {
  const RowCertainty row = certainty_in(scene_of(4), 1);
  CHECK(row.certainty == Certainty::clear);
  CHECK(row.key == 1);
  CHECK(row.weight > 0.9F);
}

TEST_CASE("an even row is unclear") {
  CHECK(certainty_in(scene_of(0), 1).certainty == Certainty::unclear);
}

TEST_CASE("an estimated row that decides makes a guess, and a random one noise") {
  Scene scene = scene_of(4);
  scene.embedding.estimated = {scene.tokens[1]};
  CHECK(certainty_in(scene, 1).certainty == Certainty::guess);
  scene.embedding.draw_missing = true;
  scene.embedding.draw.distribution = Distribution::normal;
  scene.embedding.draw.std = 9;
  scene.embedding.row_names = {scene.tokens[0], scene.tokens[1]};
  scene.embedding.rows = 4 * xt::eye<float>({2, 3});
  CHECK(certainty_in(scene, 2).certainty == Certainty::noise);
}

TEST_CASE("a visible key whose row is not given makes a guess, and a hidden one does not") {
  Scene scene = scene_of(4);
  scene.embedding.estimated = {scene.tokens[2]};
  CHECK(certainty_in(scene, 0).certainty == Certainty::guess);
  scene.attention.mask.kind = Mask::Kind::causal;
  CHECK(certainty_in(scene, 0).certainty == Certainty::clear);
  CHECK(certainty_in(scene, 1).certainty == Certainty::clear);
}

TEST_CASE("random parameters are noise") {
  Scene scene = scene_of(40);
  scene.parameters.kind = Parameters::Kind::random;
  scene.parameters.draw.distribution = Distribution::normal;
  scene.parameters.draw.std = 9;
  CHECK(certainty_in(scene, 0).certainty == Certainty::noise);
}

TEST_CASE("what a token looked at in an earlier layer decides as well") {
  Scene scene = scene_of(4);
  scene.layers = 2;
  scene.attention.mask.kind = Mask::Kind::causal;
  scene.embedding.estimated = {scene.tokens[2]};
  CHECK(certainty_in(scene, 2, 1).certainty == Certainty::guess);
  CHECK(certainty_in(scene, 0, 1).certainty == Certainty::clear);
}

TEST_CASE("keys that a mask hides are not counted") {
  Scene scene = scene_of(0);
  scene.attention.mask.kind = Mask::Kind::causal;
  CHECK(certainty_in(scene, 0).certainty == Certainty::clear);
  CHECK(certainty_in(scene, 1).certainty == Certainty::unclear);
}

TEST_CASE("a weight that is NaN is not a number") {
  Scene scene = scene_of(4);
  scene.mistake = Mistake::overflow_softmax;
  scene.attention.temperature = 0.01F;
  CHECK(certainty_in(scene, 0).certainty == Certainty::not_a_number);
}

TEST_CASE("keys of another sentence have their own rows") {
  Scene scene = scene_of(4);
  scene.encoder.tokens = {"other", scene.tokens[0]};
  scene.embedding.row_names.push_back("other");
  scene.embedding.rows = 4 * xt::eye<float>({4, 3});
  scene.embedding.estimated = {"other"};
  RowCertainty row = certainty_in(scene, 0);
  CHECK(row.key == 1);
  CHECK(row.certainty == Certainty::guess);
  scene.embedding.estimated = {scene.tokens[1]};
  row = certainty_in(scene, 0);
  CHECK(row.certainty == Certainty::clear);
}

TEST_CASE("an earlier row decides what stands out in it, and nothing if no key does") {
  Scene scene = chain_of(4);
  Matrices first, second;
  for (Matrices* layer : {&first, &second}) {
    for (const Matrix name : {Matrix::w_q, Matrix::w_k, Matrix::w_v}) (*layer)[name] = xt::eye<float>(3);
  }
  first[Matrix::w_q] = filled({3, 3}, 0);
  // The first token looks at the second.
  second[Matrix::w_q] = xt::xtensor<float, 2>{{0, 1, 0}, {0, 0, 0}, {0, 0, 0}};
  scene.parameters.stack = {first, second};
  scene.embedding.estimated = {scene.tokens[2]};
  CHECK(certainty_in(scene, 0, 1).key == 1);
  CHECK(certainty_in(scene, 0, 1).certainty == Certainty::clear);
  // The second looked at the third.
  scene.parameters.stack[0][Matrix::w_q] = xt::xtensor<float, 2>{{0, 0, 0}, {0, 0, 1}, {0, 0, 0}};
  CHECK(certainty_in(scene, 0, 1).certainty == Certainty::guess);
}

TEST_CASE("every head of an earlier layer decides") {
  Scene scene = chain_of(4);
  scene.attention.heads = 3;
  // One number a head: only the last head of the first layer finds something, which is the last token.
  Matrices first, second;
  first[Matrix::w_q] = xt::xtensor<float, 2>{{0, 0, 0}, {0, 0, 4}, {0, 0, 0}};
  first[Matrix::w_k] = xt::xtensor<float, 2>{{0, 0, 0}, {0, 0, 0}, {0, 0, 4}};
  second[Matrix::w_q] = xt::xtensor<float, 2>{{4, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  second[Matrix::w_k] = xt::xtensor<float, 2>{{0, 0, 0}, {4, 0, 0}, {0, 0, 0}};
  for (Matrices* layer : {&first, &second}) {
    (*layer)[Matrix::w_v] = xt::eye<float>(3);
    (*layer)[Matrix::w_o] = filled({3, 3}, 0);
  }
  scene.parameters.stack = {first, second};
  CHECK(certainty_in(scene, 0, 1).key == 1);
  CHECK(certainty_in(scene, 0, 1).certainty == Certainty::clear);
  scene.embedding.estimated = {scene.tokens[2]};
  CHECK(certainty_in(scene, 0, 1).certainty == Certainty::guess);
}

TEST_CASE("rounded weights are those that decide") {
  Scene scene = scene_of(0.6F);
  scene.attention.scale = 5;
  CHECK(certainty_in(scene, 1).certainty == Certainty::clear);
  scene.attention.round = 0;
  CHECK(certainty_in(scene, 1).weight == 1);
}

TEST_CASE("any row is as certain as the oracle says") {
  std::map<std::string, int> counts;
  for (std::uint32_t seed = 1; seed <= 240; ++seed) {
    const Scene scene = random_scene(seed);
    IncrementalTrace incremental;
    REQUIRE(text_of(incremental.update(std::make_unique<Scene>(scene), seed % 2 == 0)) == "");
    const Trace trace = value_of(attend(scene));
    const reference::Judged judged = judged_of(scene, trace);
    for (std::size_t layer = 0; layer < scene.layers; ++layer) {
      for (std::size_t head = 0; head < scene.attention.heads; ++head) {
        for (std::size_t query = 0; query < T; ++query) {
          INFO("seed ", seed, ", layer ", layer, ", head ", head, ", query ", query);
          RowCertainty row;
          REQUIRE(text_of(certainty_of(incremental.evaluator(), incremental.trace(), layer, head, query, row)) == "");
          const reference::Verdict expected = reference::verdict(judged, layer, head, query);
          CHECK(name_of(row.certainty) == expected.kind);
          if (expected.kind != "not a number") CHECK(row.key == expected.key);
          ++counts[expected.kind];
        }
      }
    }
  }
  CHECK(counts.size() == 5);
  for (const auto& [kind, count] : counts) CHECK_MESSAGE(count > 100, kind, ": ", count);
}
