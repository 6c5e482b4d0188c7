// After an update, an incremental trace has the bits of a new trace, whatever it reuses.
#include <array>

#include "support.hpp"
#include "trace_support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

Tensor read(IncrementalTrace& incremental, TraceTensor& traced) {
  return value_of(read_or_refuse(incremental, traced));
}

std::size_t computed_rows(IncrementalTrace& incremental, std::string_view name) {
  return incremental.trace().find(name)->computed_rows;
}

}  // namespace

TEST_CASE("an overflow that a mistake allows is refused once the mistake is removed") {
  Scene scene = scene_of(2, 1, 1);
  scene.attention.mask.kind = Mask::Kind::causal;
  scene.embedding.kind = Embedding::Kind::qkv;
  scene.embedding.layers[0][Matrix::q] = filled({2, 1}, 1e20F);
  scene.embedding.layers[0][Matrix::k] = filled({2, 1}, -1e20F);
  scene.embedding.layers[0][Matrix::v] = filled({2, 1}, 1);
  for (const Mistake mistake : {Mistake::zero_mask, Mistake::whole_matrix_softmax, Mistake::overflow_softmax}) {
    for (const bool lazy : {false, true}) {
      IncrementalTrace incremental;
      scene.mistake = mistake;
      REQUIRE(text_of(update(incremental, scene)) == "");
      Scene right = scene;
      right.mistake = Mistake::none;
      MaybeError wrong = update(incremental, right, lazy);
      if (lazy) {
        auto& scores = const_cast<TraceTensor&>(*incremental.trace().find("scores"));
        wrong = incremental.evaluator().read(scores, 0, {0, 2}, {0, 2}, std::array<float, 4>().data());
      }
      CHECK(without(text_of(wrong), {"not-finite", "scores[0,0,0] is -inf"}) == "");
    }
  }
}

TEST_CASE("removing a mistake keeps no result of its overflow") {
  Scene scene = scene_of(3);
  scene.embedding.draw.std = 1e20F;
  scene.block.norm = Block::Norm::layer;
  scene.block.pre = true;
  scene.mistake = Mistake::swapped_qk;
  IncrementalTrace incremental;
  REQUIRE(text_of(update(incremental, scene)) == "");
  scene.mistake = Mistake::none;
  REQUIRE(text_of(update(incremental, scene, true)) == "");
  // The variance is ∞, and a number divided by its root is 0.
  check_same(incremental, scene, true);
}

TEST_CASE("an overflow at a hidden key does not affect the query") {
  Scene scene = scene_of(2, 1, 1);
  scene.attention.mask.kind = Mask::Kind::window;
  scene.attention.normalizer = Attention::Normalizer::sparsemax;
  scene.embedding.kind = Embedding::Kind::qkv;
  scene.embedding.layers[0][Matrix::q] = filled({2, 1}, 0);
  scene.embedding.layers[0][Matrix::q].data()[1] = 1e20F;
  scene.embedding.layers[0][Matrix::k] = filled({2, 1}, 1);
  scene.embedding.layers[0][Matrix::k].data()[0] = 1e20F;
  scene.embedding.layers[0][Matrix::v] = filled({2, 1}, 2);
  // Scores that are not kept are checked when they are read.
  IncrementalTrace incremental(0);
  REQUIRE(text_of(update(incremental, scene)) == "");
  CHECK(read(incremental, const_cast<TraceTensor&>(*incremental.trace().find("z"))) == filled({1, 2, 1}, 2));
}

TEST_CASE("changing 0 to −0 in a table or in the scale counts as a change") {
  Scene scene = scene_of(2);
  scene.embedding.kind = Embedding::Kind::table;
  scene.embedding.row_names = scene.tokens;
  scene.embedding.rows = filled({2, 8}, 0);
  scene.attention.scale = 0;
  IncrementalTrace incremental;
  REQUIRE(text_of(update(incremental, scene)) == "");
  scene.embedding.rows.data()[3] = -0.0F;
  REQUIRE(text_of(update(incremental, scene)) == "");
  check_same(incremental, scene);
  scene.attention.scale = -0.0;
  REQUIRE(text_of(update(incremental, scene)) == "");
  check_same(incremental, scene);
}

TEST_CASE("under a causal mask an appended token computes only its own row") {
  Scene scene = scene_of(400, 16, 4);
  scene.attention.mask.kind = Mask::Kind::causal;
  IncrementalTrace incremental;
  REQUIRE(text_of(update(incremental, scene)) == "");
  scene.tokens.push_back("more");
  REQUIRE(text_of(update(incremental, scene)) == "");
  for (const auto* name : {"x0", "q", "k", "v", "z", "output"}) CHECK(computed_rows(incremental, name) == 1);
  check_same(incremental, scene);
}

TEST_CASE("a lazy trace computes only the rows that are read") {
  Scene scene = scene_of(400, 16, 4);
  IncrementalTrace incremental;
  REQUIRE(text_of(update(incremental, scene, true)) == "");
  CHECK(computed_rows(incremental, "q") == 0);
  auto& weights = const_cast<TraceTensor&>(*incremental.trace().find("weights"));
  std::vector<float> window(3 * 5);
  REQUIRE(text_of(incremental.evaluator().read(weights, 2, {10, 13}, {20, 25}, window.data())) == "");
  CHECK(computed_rows(incremental, "q") == 3);
  CHECK(computed_rows(incremental, "k") == 400);
  CHECK(computed_rows(incremental, "v") == 0);
  const Tensor all = read(incremental, weights);
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 5; ++column) {
      CHECK(window[row * 5 + column] == all.data()[(2 * 400 + 10 + row) * 400 + 20 + column]);
    }
  }
}

TEST_CASE("an error before or during the computation leaves the trace as it was") {
  Scene scene = scene_of(5);
  scene.attention.mask.kind = Mask::Kind::causal;
  IncrementalTrace incremental;
  REQUIRE(text_of(update(incremental, scene)) == "");
  Scene wrong = scene;
  wrong.attention.heads = 3;
  CHECK(without(text_of(update(incremental, wrong)), {"heads"}) == "");
  check_same(incremental, scene);
  wrong = scene;
  wrong.tokens[2] = "other";
  wrong.embedding.draw.std = 3e38;
  CHECK(without(text_of(update(incremental, wrong)), {"not-finite"}) == "");
  check_same(incremental, scene);
}

TEST_CASE("new numbers in matrices of the same shape recompute their dependants") {
  Scene scene = scene_of(5);
  scene.embedding.kind = Embedding::Kind::given;
  scene.embedding.x = random_tensor({5, 8}, 1);
  scene.parameters.kind = Parameters::Kind::given;
  for (const Matrix matrix : {Matrix::w_q, Matrix::w_k, Matrix::w_v}) {
    scene.parameters.matrices[matrix] = random_tensor({8, 8}, 2);
  }
  IncrementalTrace incremental;
  REQUIRE(text_of(update(incremental, scene)) == "");
  scene.embedding.x.data()[3 * 8] = 5;
  REQUIRE(text_of(update(incremental, scene)) == "");
  check_same(incremental, scene);
  Scene wrong = scene;
  wrong.parameters.matrices[Matrix::w_v].data()[7] = 3e38F;
  wrong.embedding.x.data()[0] = 100;
  CHECK(without(text_of(update(incremental, wrong)), {"not-finite"}) == "");
  check_same(incremental, scene);
}

TEST_CASE("thousands of tokens give outputs and windows without keeping (H, T, T) tensors") {
  Scene scene = scene_of(8192, 16, 2);
  IncrementalTrace incremental;
  REQUIRE(text_of(update(incremental, scene, true)) == "");
  auto& output = const_cast<TraceTensor&>(*incremental.trace().find("output"));
  std::vector<float> rows(64 * 16);
  REQUIRE(text_of(incremental.evaluator().read(output, 0, {4000, 4064}, {0, 16}, rows.data())) == "");
  CHECK(incremental.trace().find("weights")->tensor.size() == 0);
  CHECK(computed_rows(incremental, "z") == 64);
}
