#include "trace/certainty.hpp"

#include <limits>
#include <memory>
#include <vector>

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

RowCertainty certainty_in(const Scene& scene, std::size_t query, std::size_t layer = 0) {
  IncrementalTrace incremental;
  REQUIRE(text_of(incremental.update(std::make_unique<Scene>(scene), false)) == "");
  RowCertainty result;
  REQUIRE(text_of(certainty_of(incremental.evaluator(), incremental.trace(), layer, 0, query, result)) == "");
  return result;
}

}  // namespace

TEST_CASE("a weight stands out if it is more than all others together") {
  CHECK(does_stand_out({0.55F, 0.25F, 0.2F}));
  CHECK(does_stand_out({0.1F, 0.2F, 0.7F}));
  CHECK_FALSE(does_stand_out({0.45F, 0.45F, 0.1F}));
  CHECK_FALSE(does_stand_out({0.4F, 0.16F, 0.14F, 0.3F}));
  CHECK_FALSE(does_stand_out({0.5F, 0.5F}));
  CHECK_FALSE(does_stand_out({0.25F, 0.25F, 0.25F, 0.25F}));
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
  CHECK(certainty_in(scene, 0).certainty == Certainty::clear);
  scene.embedding.draw_missing = true;
  scene.embedding.draw.distribution = Distribution::normal;
  scene.embedding.draw.std = 9;
  scene.embedding.row_names = {scene.tokens[0], scene.tokens[1]};
  scene.embedding.rows = 4 * xt::eye<float>({2, 3});
  CHECK(certainty_in(scene, 2).certainty == Certainty::noise);
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
  const RowCertainty row = certainty_in(scene, 0);
  CHECK(row.key == 1);
  CHECK(row.certainty == Certainty::clear);
}
