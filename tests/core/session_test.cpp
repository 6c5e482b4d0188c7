// A session after an update has the bits of a new trace, whatever it reuses.
#include <array>

#include "sessions.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

Tensor read(Session& session, TraceTensor& traced) {
  return value_of(read_or_refuse(session, traced));
}

std::size_t computed_rows(Session& session, std::string_view name) {
  return session.trace().find(name)->computed;
}

}  // namespace

TEST_CASE("what overflows under a mistake is refused when the mistake is taken away") {
  Scene scene = scene_of(2, 1, 1);
  scene.attention.mask.kind = Mask::Kind::causal;
  scene.embedding.kind = Embedding::Kind::qkv;
  scene.embedding.q = filled({2, 1}, 1e20F);
  scene.embedding.k = filled({2, 1}, -1e20F);
  scene.embedding.v = filled({2, 1}, 1);
  for (const Mistake mistake : {Mistake::zero_mask, Mistake::whole_matrix_softmax, Mistake::overflow_softmax}) {
    for (const bool lazy : {false, true}) {
      Session session;
      scene.mistake = mistake;
      REQUIRE(text_of(update(session, scene)) == "");
      Scene right = scene;
      right.mistake = Mistake::none;
      MaybeError wrong = update(session, right, lazy);
      if (lazy) {
        auto& scores = const_cast<TraceTensor&>(*session.trace().find("scores"));
        wrong = session.evaluator().read(scores, 0, {0, 2}, {0, 2}, std::array<float, 4>().data());
      }
      CHECK(without(text_of(wrong), {"not-finite", "scores[0,0,0] is -inf"}) == "");
    }
  }
}

TEST_CASE("nothing that was made of what overflowed under a mistake is kept when the mistake is taken away") {
  Scene scene = scene_of(3);
  scene.embedding.draw.std = 1e20F;
  scene.block.norm = Block::Norm::layer;
  scene.block.pre = true;
  scene.mistake = Mistake::swapped_qk;
  Session session;
  REQUIRE(text_of(update(session, scene)) == "");
  scene.mistake = Mistake::none;
  REQUIRE(text_of(update(session, scene, true)) == "");
  // The variance is ∞, and a number divided by its root is 0.
  check_same(session, scene, true);
}

TEST_CASE("what overflows where it is hidden is nothing to the query that does not see it") {
  Scene scene = scene_of(2, 1, 1);
  scene.attention.mask.kind = Mask::Kind::window;
  scene.attention.normalizer = Attention::Normalizer::sparsemax;
  scene.embedding.kind = Embedding::Kind::qkv;
  scene.embedding.q = filled({2, 1}, 0);
  scene.embedding.q.data()[1] = 1e20F;
  scene.embedding.k = filled({2, 1}, 1);
  scene.embedding.k.data()[0] = 1e20F;
  scene.embedding.v = filled({2, 1}, 2);
  // Scores that are not kept are checked when they are read.
  Session session(0);
  REQUIRE(text_of(update(session, scene)) == "");
  CHECK(read(session, const_cast<TraceTensor&>(*session.trace().find("z"))) == filled({1, 2, 1}, 2));
}

TEST_CASE("0 that becomes −0 is another number: of a table, and of the scale") {
  Scene scene = scene_of(2);
  scene.embedding.kind = Embedding::Kind::table;
  scene.embedding.row_names = scene.tokens;
  scene.embedding.rows = filled({2, 8}, 0);
  scene.attention.scale = 0;
  Session session;
  REQUIRE(text_of(update(session, scene)) == "");
  scene.embedding.rows.data()[3] = -0.0F;
  REQUIRE(text_of(update(session, scene)) == "");
  check_same(session, scene);
  scene.attention.scale = -0.0;
  REQUIRE(text_of(update(session, scene)) == "");
  check_same(session, scene);
}

TEST_CASE("under a causal mask an appended token computes its own row and no other: k and v are a cache") {
  Scene scene = scene_of(400, 16, 4);
  scene.attention.mask.kind = Mask::Kind::causal;
  Session session;
  REQUIRE(text_of(update(session, scene)) == "");
  scene.tokens.push_back("more");
  REQUIRE(text_of(update(session, scene)) == "");
  for (const auto* name : {"x0", "q", "k", "v", "z", "output"}) CHECK(computed_rows(session, name) == 1);
  check_same(session, scene);
}

TEST_CASE("what is lazy computes the rows that are asked for") {
  Scene scene = scene_of(400, 16, 4);
  Session session;
  REQUIRE(text_of(update(session, scene, true)) == "");
  CHECK(computed_rows(session, "q") == 0);
  auto& weights = const_cast<TraceTensor&>(*session.trace().find("weights"));
  std::vector<float> window(3 * 5);
  REQUIRE(text_of(session.evaluator().read(weights, 2, {10, 13}, {20, 25}, window.data())) == "");
  CHECK(computed_rows(session, "q") == 3);
  CHECK(computed_rows(session, "k") == 400);
  CHECK(computed_rows(session, "v") == 0);
  const Tensor all = read(session, weights);
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 5; ++column) {
      CHECK(window[row * 5 + column] == all.data()[(2 * 400 + 10 + row) * 400 + 20 + column]);
    }
  }
}

TEST_CASE("after an error the trace is as it was, whether it is found before anything is computed or after") {
  Scene scene = scene_of(5);
  scene.attention.mask.kind = Mask::Kind::causal;
  Session session;
  REQUIRE(text_of(update(session, scene)) == "");
  Scene wrong = scene;
  wrong.attention.heads = 3;
  CHECK(without(text_of(update(session, wrong)), {"heads"}) == "");
  check_same(session, scene);
  wrong = scene;
  wrong.tokens[2] = "other";
  wrong.embedding.draw.std = 3e38;
  CHECK(without(text_of(update(session, wrong)), {"not-finite"}) == "");
  check_same(session, scene);
}

TEST_CASE("other numbers in the same matrices compute what follows from them") {
  Scene scene = scene_of(5);
  scene.embedding.kind = Embedding::Kind::given;
  scene.embedding.x = random_tensor({5, 8}, 1);
  scene.parameters.kind = Parameters::Kind::given;
  for (const Matrix matrix : {Matrix::w_q, Matrix::w_k, Matrix::w_v}) {
    scene.parameters.matrices[matrix] = random_tensor({8, 8}, 2);
  }
  Session session;
  REQUIRE(text_of(update(session, scene)) == "");
  scene.embedding.x.data()[3 * 8] = 5;
  REQUIRE(text_of(update(session, scene)) == "");
  check_same(session, scene);
  Scene wrong = scene;
  wrong.parameters.matrices[Matrix::w_v].data()[7] = 3e38F;
  wrong.embedding.x.data()[0] = 100;
  CHECK(without(text_of(update(session, wrong)), {"not-finite"}) == "");
  check_same(session, scene);
}

TEST_CASE("thousands of tokens give outputs and windows without keeping a picture") {
  Scene scene = scene_of(8192, 16, 2);
  Session session;
  REQUIRE(text_of(update(session, scene, true)) == "");
  auto& output = const_cast<TraceTensor&>(*session.trace().find("output"));
  std::vector<float> rows(64 * 16);
  REQUIRE(text_of(session.evaluator().read(output, 0, {4000, 4064}, {0, 16}, rows.data())) == "");
  CHECK(session.trace().find("weights")->tensor.size() == 0);
  CHECK(computed_rows(session, "z") == 64);
}
