// Relative positions: each distance has a row of E_rel, which is looked up cell by cell (Shaw et al.) or by skewing
// (Music Transformer).

#include <algorithm>
#include <cmath>

#include "oracle.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

using Names = std::vector<std::string>;

Scene relative_scene(std::size_t tokens = 5, std::size_t d_model = 6, std::size_t heads = 2) {
  Scene scene = small_scene(tokens, d_model);
  scene.attention.heads = heads;
  scene.positions.kind = Positions::Kind::relative;
  return scene;
}

Scene causal(Scene scene) {
  scene.attention.mask.kind = Mask::Kind::causal;
  return scene;
}

// The largest difference between skewed and relative at distances that qe has, divided by the largest number.
double apart(const Scene& scene) {
  const Trace trace = value_of(attend(scene));
  const Heads skewed = heads_of(tensor_of(trace, "skewed")), plain = heads_of(tensor_of(trace, "relative"));
  const std::size_t T_q = plain.shape(1), T_k = plain.shape(2), R = tensor_of(trace, "qe").shape(2);
  double most = 0, largest = 0;
  for (std::size_t h = 0; h < plain.shape(0); ++h) {
    for (std::size_t i = 0; i < T_q; ++i) {
      for (std::size_t j = 0; j < T_k; ++j) {
        if (j + T_q - 1 - i >= R) continue;
        most = std::max(most, std::abs(skewed(h, i, j) - plain(h, i, j)));
        largest = std::max(largest, std::abs(plain(h, i, j)));
      }
    }
  }
  return most / largest;
}

Scene given_scene() {
  Scene scene = relative_scene(4, 6);
  scene.positions = {.kind = Positions::Kind::given, .rows = random_tensor({4, 4}, 7)};
  return scene;
}

template <class Change>
std::string refused(Scene scene, Change change) {
  change(scene);
  return text_of(attend(scene));
}

}  // namespace

TEST_CASE("given position scores are added to every head before scaling") {
  const Trace trace = checked_trace(given_scene());
  CHECK(step_names(trace) ==
        Names{"tokens", "x0", "q", "k", "v", "scores", "related", "scaled", "weights", "z", "output"});
  CHECK(shape_of(tensor_of(trace, "S_rel")) == Shape{4, 4});
  const Heads scores = heads_of(tensor_of(trace, "scores")), related = heads_of(tensor_of(trace, "related"));
  const Tensor S_rel = tensor_of(trace, "S_rel");
  for (std::size_t h = 0; h < 2; ++h) {
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 4; ++j) {
        CHECK(related(h, i, j) == doctest::Approx(scores(h, i, j) + static_cast<double>(S_rel(i, j))));
      }
    }
  }
  Scene two = given_scene();
  two.layers = 2;
  two.parameters.output = true;
  checked_trace(two);
  two.encoder.tokens = {"a", "b"};
  two.positions.rows = random_tensor({4, 2}, 7);
  checked_trace(two);
}

TEST_CASE("given position scores of the wrong shape are refused") {
  const auto rows = [](std::size_t queries, std::size_t keys) {
    return refused(given_scene(), [&](Scene& scene) { scene.positions.rows = xt::zeros<float>({queries, keys}); });
  };
  CHECK(rows(4, 4).empty());
  CHECK(rows(4, 5).find("S_rel is 4×5, expected 4×4") != std::string::npos);
  CHECK(rows(3, 4).find("/positions/rows") != std::string::npos);
  CHECK_FALSE(refused(given_scene(), [](Scene& scene) { scene.positions.rows = no_tensor(); }).empty());
}

TEST_CASE("relative positions add the steps skewed, relative and related before scaling") {
  const Trace trace = checked_trace(relative_scene());
  CHECK(step_names(trace) == Names{"tokens", "x0", "q", "k", "v", "scores", "qe", "skewed", "relative", "related",
                                   "scaled", "weights", "z", "output"});
  CHECK(shape_of(tensor_of(trace, "E_rel")) == Shape{9, 6});
  CHECK(shape_of(tensor_of(trace, "qe")) == Shape{2, 5, 9});
}

TEST_CASE("under a causal mask there is one distance for each token, none ahead") {
  const Trace trace = checked_trace(causal(relative_scene()));
  CHECK(shape_of(tensor_of(trace, "E_rel")) == Shape{5, 6});
  CHECK(shape_of(tensor_of(trace, "qe")) == Shape{2, 5, 5});
  const Heads relative = heads_of(tensor_of(trace, "relative"));
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = i + 1; j < 5; ++j) CHECK(relative(1, i, j) == 0);
  }
}

TEST_CASE("row r of E_rel is distance j − i = r − (T_q − 1)") {
  // With one head of width 1 and q = 1, relative equals the number in E_rel.
  Scene scene = relative_scene(3, 1, 1);
  scene.embedding.kind = Embedding::Kind::given;
  scene.embedding.x = filled({3, 1}, 1);
  scene.parameters.kind = Parameters::Kind::identity;
  scene.positions.rows = matrix({{-2}, {-1}, {10}, {1}, {2}});
  Trace trace = checked_trace(scene);
  CHECK(difference(tensor_of(trace, "relative"), Heads{{{10, 1, 2}, {-1, 10, 1}, {-2, -1, 10}}}, 0) == "");
  CHECK(difference(tensor_of(trace, "skewed"), tensor_of(trace, "relative")) == "");
  scene.positions.rows = matrix({{-2}, {-1}, {10}});
  trace = checked_trace(causal(scene));
  CHECK(difference(tensor_of(trace, "relative"), Heads{{{10, 0, 0}, {-1, 10, 0}, {-2, -1, 10}}}, 0) == "");
}

TEST_CASE("skewing agrees with the direct computation to 1e-6 at every size") {
  for (const std::size_t tokens : {1U, 2U, 3U, 8U, 17U, 40U}) {
    for (const std::size_t heads : {1U, 3U}) {
      INFO(tokens, " tokens, ", heads, " heads");
      CHECK(apart(relative_scene(tokens, 12, heads)) <= 1e-6);
      CHECK(apart(causal(relative_scene(tokens, 12, heads))) <= 1e-6);
    }
  }
}

TEST_CASE("skewing is correct with more or fewer keys than queries") {
  for (const std::size_t keys : {1U, 3U, 5U, 9U}) {
    for (const bool masked : {false, true}) {
      Scene scene = relative_scene();
      if (masked) scene = causal(scene);
      for (std::size_t key = 0; key < keys; ++key) scene.encoder.tokens.push_back("key" + std::to_string(key));
      INFO(keys, " keys", masked ? ", causal" : "");
      CHECK(apart(scene) <= 1e-6);
      const Trace trace = checked_trace(scene);
      // 5 tokens under a causal mask have backward distances only; two sequences have all.
      const std::size_t R = tensor_of(trace, "qe").shape(2);
      CHECK(R == (masked && keys == 5 ? 5 : 5 + keys - 1));
    }
  }
}

TEST_CASE("distances beyond the clip share a row") {
  for (const std::size_t clip : {1U, 2U, 4U, 30U}) {
    Scene scene = relative_scene();
    scene.positions.clip = clip;
    INFO("clip ", clip);
    const Trace trace = checked_trace(scene);
    CHECK(shape_of(tensor_of(trace, "E_rel")) == Shape{2 * clip + 1, 6});
    CHECK(apart(scene) <= 1e-6);
    const Heads qe = heads_of(tensor_of(trace, "qe"));
    for (std::size_t r = 0; r + 5 <= 9 && clip < 4; ++r) {
      if (r + clip < 4) CHECK(qe(0, 0, r) == qe(0, 0, 0));
    }
    checked_trace(causal(scene));
    CHECK(apart(causal(scene)) <= 1e-6);
  }
}

TEST_CASE("E_rel is drawn with its seed and deviation") {
  Scene scene = relative_scene(40, 24);
  const Trace trace = value_of(attend(scene));
  const Tensor& E_rel = tensor_of(trace, "E_rel");
  CHECK(std::sqrt(variance(E_rel.data(), E_rel.size())) == doctest::Approx(0.5).epsilon(0.1));
  CHECK(difference(tensor_of(value_of(attend(scene)), "E_rel"), E_rel) == "");
  scene.positions.seed = 7;
  CHECK(difference(tensor_of(value_of(attend(scene)), "E_rel"), E_rel) != "");
  scene.positions.std = 0;
  CHECK(difference(tensor_of(value_of(attend(scene)), "relative"), filled({2, 40, 40}, 0)) == "");
}

TEST_CASE("relative positions with shared key/value heads, other scores, a scale and layers") {
  Scene scene = relative_scene(5, 8, 4);
  scene.attention.kv_heads = 2;
  checked_trace(scene);
  scene.attention.score = Attention::Score::cosine;
  checked_trace(scene);
  scene.attention.scale = 3;
  checked_trace(scene);
  scene.layers = 3;
  checked_trace(scene);
}

TEST_CASE("relative positions with a wrong number or shape are refused with the numbers") {
  const auto rows = [](std::size_t count, std::size_t width) {
    return [=](Scene& scene) { scene.positions.rows = random_tensor({count, width}, 1); };
  };
  CHECK(without(refused(relative_scene(), rows(8, 6)), {"shape /positions/rows", "8×6", "9×6"}) == "");
  CHECK(without(refused(relative_scene(), rows(9, 5)), {"shape /positions/rows", "9×5", "9×6"}) == "");
  CHECK(without(refused(causal(relative_scene()), rows(9, 6)), {"shape /positions/rows", "9×6", "5×6"}) == "");
  Scene clipped = relative_scene();
  clipped.positions.clip = 2;
  CHECK(without(refused(clipped, rows(9, 6)), {"shape /positions/rows", "9×6", "5×6"}) == "");
  CHECK(refused(clipped, rows(5, 6)) == "");
  for (const std::size_t clip : {std::size_t{8193}, std::size_t{1} << 31U, std::size_t{4294967295}}) {
    clipped.positions.clip = clip;
    CHECK(without(text_of(attend(clipped)),
                  {"too-large /positions/clip", "clip is " + number_text(static_cast<double>(clip)), "8192"}) == "");
  }
  CHECK(without(refused(relative_scene(), [](Scene& scene) { scene.positions.std = -1; }), {"range", "std", "-1"}) ==
        "");
}

TEST_CASE("relative positions are refused with given scores, which have no q") {
  Scene scene = relative_scene(2, 4, 1);
  scene.attention.score = Attention::Score::given;
  scene.attention.scores = matrix({{1, 2}, {3, 4}});
  CHECK(without(text_of(attend(scene)), {"/positions"}) == "");
}
