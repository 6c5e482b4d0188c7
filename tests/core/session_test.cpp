// What changes from scene to scene is computed, the rest is kept, and nobody can tell from the numbers.
#include "trace/session.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <functional>

#include "math/random.hpp"
#include "oracle.hpp"
#include "scene/mistakes.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

using Edit = std::function<void(Scene&)>;

Check update(Session& session, const Scene& scene, bool lazy = false) {
  return session.update(std::make_unique<Scene>(scene), lazy);
}

// The whole tensor as it is read, whether it is kept or not.
Result<Tensor> read_or_refuse(Session& session, TraceTensor& traced) {
  Tensor tensor = Tensor::from_shape(traced.shape);
  float* out = tensor.data();
  for (std::size_t head = 0; head < traced.heads; ++head, out += traced.rows * traced.width) {
    if (auto wrong = session.evaluator().read(traced, head, {0, traced.rows}, {0, traced.width}, out)) return *wrong;
  }
  return tensor;
}
Tensor read(Session& session, TraceTensor& traced) {
  return value_of(read_or_refuse(session, traced));
}

// An error without the cell that it names: which of several cells that overflow is found first is nobody's business.
std::string kind_of(const std::string& error) {
  return error.substr(0, error.find('['));
}

// Every tensor of the live trace has the bits of one that was computed from nothing, or is refused as there.
void check_same(Session& session, const Scene& scene, bool lazy = false) {
  Session fresh(session.trace().kept_score_bytes);
  REQUIRE(text_of(update(fresh, scene, lazy)) == "");
  CHECK(session.trace().vocabulary == fresh.trace().vocabulary);
  CHECK(session.trace().steps.size() == fresh.trace().steps.size());
  for (auto list : {&Trace::parameters, &Trace::steps}) {
    auto other = (fresh.trace().*list).begin();
    for (TraceTensor& traced : session.trace().*list) {
      INFO(traced.name, " of layer ", traced.layer);
      CHECK(traced.name == other->name);
      CHECK(traced.formula() == other->formula());
      const Result<Tensor> actual = read_or_refuse(session, traced), expected = read_or_refuse(fresh, *other);
      CHECK(kind_of(text_of(actual)) == kind_of(text_of(expected)));
      if (actual.index() == 0 && expected.index() == 0) {
        CHECK(difference(std::get<Tensor>(actual), std::get<Tensor>(expected)) == "");
      }
      ++other;
    }
  }
}

std::size_t computed_rows(Session& session, std::string_view name) {
  return session.trace().find(name)->computed;
}

Scene scene_of(std::size_t tokens, std::size_t d_model = 8, std::size_t heads = 2) {
  Scene scene = small_scene(tokens, d_model);
  scene.attention.heads = heads;
  return scene;
}

using Edits = std::vector<std::pair<std::string, Edit>>;

Edits with_every_mask(Edits edits) {
  for (const Mask& mask : masks_of_every_kind(5)) {
    // A painted one is of one number of tokens.
    if (mask.kind == Mask::Kind::painted) continue;
    edits.emplace_back("mask " + std::to_string(static_cast<int>(mask.kind)),
                       [mask](Scene& scene) { scene.attention.mask = mask; });
  }
  return edits;
}

Edits with_every_mistake(Edits edits) {
  for (const auto& [mistake, name] : mistake_names) {
    // Taken away more often than any is made, with what it let overflow.
    for (int times = mistake == Mistake::none ? 3 : 1; times > 0; --times) {
      edits.emplace_back(joined("mistake ", std::string_view(name)),
                         [made = mistake](Scene& scene) { scene.mistake = made; });
    }
  }
  return edits;
}

// 0 in place of −0, and the other way round.
float with_other_sign(float zero) {
  return std::signbit(zero) ? 0.0F : -0.0F;
}

const Edits& edits() {
  static const Edits all = with_every_mistake(with_every_mask(
      {{"replace a token", [](Scene& scene) { scene.tokens[scene.tokens.size() / 2] += "x"; }},
       {"repeat a token", [](Scene& scene) { scene.tokens.back() = scene.tokens.front(); }},
       {"append", [](Scene& scene) { scene.tokens.push_back("new" + std::to_string(scene.tokens.size())); }},
       {"insert", [](Scene& scene) { scene.tokens.insert(scene.tokens.begin() + 1, "in"); }},
       {"remove the last",
        [](Scene& scene) {
          if (scene.tokens.size() > 2) scene.tokens.pop_back();
        }},
       {"remove the first",
        [](Scene& scene) {
          if (scene.tokens.size() > 2) scene.tokens.erase(scene.tokens.begin());
        }},
       {"temperature", [](Scene& scene) { scene.attention.temperature *= 1.5; }},
       {"scale",
        [](Scene& scene) { scene.attention.scale = scene.attention.scale ? std::nullopt : std::optional(0.3); }},
       {"softcap", [](Scene& scene) { scene.attention.softcap = scene.attention.softcap == 0 ? 4 : 0; }},
       {"seed of the embedding", [](Scene& scene) { ++scene.embedding.draw.seed; }},
       {"seed of the parameters", [](Scene& scene) { ++scene.parameters.draw.seed; }},
       {"w_o", [](Scene& scene) { scene.parameters.output = !scene.parameters.output; }},
       {"biases", [](Scene& scene) { scene.parameters.biases = !scene.parameters.biases; }},
       {"heads", [](Scene& scene) { scene.attention.heads = scene.attention.heads == 2 ? 4 : 2; }},
       {"kv heads", [](Scene& scene) { scene.attention.kv_heads = scene.attention.kv_heads == 0 ? 1 : 0; }},
       {"sinusoids", [](Scene& scene) { scene.positions = {.kind = Positions::Kind::sinusoidal}; }},
       {"learned", [](Scene& scene) { scene.positions = {.kind = Positions::Kind::learned}; }},
       {"rotary", [](Scene& scene) { scene.positions = {.kind = Positions::Kind::rope}; }},
       {"alibi", [](Scene& scene) { scene.positions = {.kind = Positions::Kind::alibi}; }},
       {"relative", [](Scene& scene) { scene.positions = {.kind = Positions::Kind::relative}; }},
       {"clipped", [](Scene& scene) { scene.positions = {.kind = Positions::Kind::relative, .clip = 2}; }},
       {"no positions", [](Scene& scene) { scene.positions = {}; }},
       {"dot",
        [](Scene& scene) {
          scene.attention.score = Attention::Score::dot;
          scene.attention.scale = {};
        }},
       {"scaled dot", [](Scene& scene) { scene.attention.score = Attention::Score::scaled_dot; }},
       {"additive", [](Scene& scene) { scene.attention.score = Attention::Score::additive; }},
       {"general", [](Scene& scene) { scene.attention.score = Attention::Score::general; }},
       {"cosine", [](Scene& scene) { scene.attention.score = Attention::Score::cosine; }},
       {"sparsemax", [](Scene& scene) { scene.attention.normalizer = Attention::Normalizer::sparsemax; }},
       {"softmax", [](Scene& scene) { scene.attention.normalizer = Attention::Normalizer::softmax; }},
       {"round",
        [](Scene& scene) {
          scene.attention.round = scene.attention.round ? std::nullopt : std::optional<std::size_t>(2);
        }},
       {"weighted", [](Scene& scene) { scene.attention.weighted = !scene.attention.weighted; }},
       {"residual", [](Scene& scene) { scene.block.residual = !scene.block.residual; }},
       {"norm",
        [](Scene& scene) {
          scene.block.norm = scene.block.norm == Block::Norm::none ? Block::Norm::layer : Block::Norm::none;
        }},
       {"pre", [](Scene& scene) { scene.block.pre = !scene.block.pre; }},
       {"feed forward", [](Scene& scene) { scene.block.d_ff = scene.block.d_ff == 0 ? 6 : 0; }},
       {"layers", [](Scene& scene) { scene.layers = scene.layers == 1 ? 2 : 1; }},
       {"encoder",
        [](Scene& scene) {
          scene.encoder.tokens =
              scene.encoder.tokens.empty() ? std::vector<std::string>{"ja", "nein", "ja"} : std::vector<std::string>{};
        }},
       {"numbers that overflow",
        [](Scene& scene) { scene.embedding.draw.std = scene.embedding.draw.std == 1 ? 1e20 : 1; }},
       {"numbers that fit", [](Scene& scene) { scene.embedding.draw.std = 1; }},
       {"a scale of 0 and of −0",
        [](Scene& scene) {
          scene.attention.scale = with_other_sign(static_cast<float>(scene.attention.scale.value_or(1)));
        }},
       {"a table of 0 and of −0", [](Scene& scene) {
          Embedding& embedding = scene.embedding;
          const float zero = embedding.rows.size() == 0 ? 0.0F : with_other_sign(embedding.rows.data()[0]);
          embedding.kind = Embedding::Kind::table;
          embedding.draw_missing = true;
          embedding.row_names = {scene.tokens.front()};
          embedding.rows = filled({1, embedding.d_model}, zero);
        }}}));
  return all;
}

// `rounds` random edits; lazy, only a few cells are read between most of them.
void wander(Scene scene, std::uint32_t seed, std::size_t rounds, bool lazy,
            std::size_t kept_score_bytes = limits::kept_score_bytes) {
  Pcg32 random(seed, 1);
  Session session(kept_score_bytes);
  REQUIRE(text_of(update(session, scene)) == "");
  for (std::size_t round = 0; round < rounds; ++round) {
    Scene next = scene;
    const auto& [name, edit] = edits()[random.next() % edits().size()];
    INFO("seed ", seed, ", round ", round, ": ", name);
    edit(next);
    Session fresh(kept_score_bytes);
    const Check wrong = update(session, next, lazy);
    CHECK(kind_of(text_of(wrong)) == kind_of(text_of(update(fresh, next, lazy))));
    if (wrong) {
      CHECK(session.trace().steps.front().rows == scene.tokens.size());
    } else {
      scene = next;
    }
    if (!lazy || round % 7 == 6) {
      check_same(session, scene, lazy);
    } else {
      auto traced = session.trace().steps.begin();
      std::advance(traced, random.next() % session.trace().steps.size());
      const std::size_t from = random.next() % traced->rows;
      std::vector<float> out(traced->width);
      const Check overflow = session.evaluator().read(*traced, 0, {from, from + 1}, {0, traced->width}, out.data());
      if (overflow) CHECK(std::string_view(overflow->code) == "not-finite");
    }
  }
}

}  // namespace

TEST_CASE("any run of edits gives the bits of computing from nothing") {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) wander(scene_of(5), seed, 60, false);
}

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
      Check wrong = update(session, right, lazy);
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
  // The variance is ∞, what is divided by its root is 0.
  check_same(session, scene, true);
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

TEST_CASE("and so it does when little is asked for between them") {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) wander(scene_of(6), seed, 70, true);
}

TEST_CASE("and where the pictures are too many to keep") {
  for (std::uint32_t seed = 1; seed <= 6; ++seed) {
    for (const bool lazy : {false, true}) wander(scene_of(4), seed, 60, lazy, 0);
  }
  Scene scene = scene_of(500, 16, 4);
  scene.attention.mask.kind = Mask::Kind::causal;
  wander(scene, 3, 8, true);
  REQUIRE(attend(scene).index() == 0);
  CHECK(tensor_of(value_of(attend(scene)), "weights").size() == 0);
}

TEST_CASE("another temperature or mask leaves the projections and scores") {
  Scene scene = scene_of(6);
  Session session;
  REQUIRE(text_of(update(session, scene)) == "");
  CHECK(computed_rows(session, "q") == 6);
  scene.attention.temperature = 2;
  REQUIRE(text_of(update(session, scene)) == "");
  for (const auto* name : {"x0", "q", "k", "v", "scores", "scaled"}) CHECK(computed_rows(session, name) == 0);
  CHECK(computed_rows(session, "weights") == 6);
  scene.attention.mask.kind = Mask::Kind::causal;
  REQUIRE(text_of(update(session, scene)) == "");
  for (const auto* name : {"x0", "q", "k", "v", "scores", "scaled"}) CHECK(computed_rows(session, name) == 0);
  CHECK(computed_rows(session, "z") == 6);
}

TEST_CASE("a token that is edited is projected alone") {
  Scene scene = scene_of(9);
  scene.attention.mask.kind = Mask::Kind::causal;
  Session session;
  REQUIRE(text_of(update(session, scene)) == "");
  scene.tokens[4] = "other";
  REQUIRE(text_of(update(session, scene)) == "");
  for (const auto* name : {"x0", "q", "k", "v"}) CHECK(computed_rows(session, name) == 1);
  // Queries before it do not see it.
  CHECK(computed_rows(session, "z") == 5);
  CHECK(computed_rows(session, "output") == 5);
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
  CHECK(computed_rows(session, "q") == 1);
  CHECK(computed_rows(session, "scores") == 5);
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

// npm test -- fuzz: FUZZ_SECONDS from FUZZ_SEED on, eager and lazy, with all pictures kept and with none.
TEST_CASE("fuzz: runs of edits" * doctest::skip()) {
  const auto number_from = [](const char* name) {
    const char* text = std::getenv(name);
    REQUIRE(text != nullptr);
    return static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10));
  };
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(number_from("FUZZ_SECONDS"));
  const std::uint32_t first = number_from("FUZZ_SEED");
  std::uint32_t seed = first;
  for (; std::chrono::steady_clock::now() < end; ++seed) {
    wander(scene_of(2 + seed % 5), seed, 60, seed % 2 == 0, seed % 3 == 0 ? 0 : limits::kept_score_bytes);
  }
  const std::uint32_t runs = seed - first;
  MESSAGE(runs, " runs of 60 edits");
}
