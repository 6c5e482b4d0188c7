// After any series of edits, an incremental trace has the bits that a new trace of the scene has.
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <functional>

#include "math/random.hpp"
#include "oracle.hpp"
#include "scene/mistakes.hpp"
#include "support.hpp"
#include "trace_support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

using Edit = std::function<void(Scene&)>;

using Edits = std::vector<std::pair<std::string, Edit>>;

Edits with_every_mask(Edits edits) {
  for (const Mask& mask : masks_of_every_kind(5)) {
    // A painted mask fits only one number of tokens.
    if (mask.kind == Mask::Kind::painted) continue;
    edits.emplace_back("mask " + std::to_string(static_cast<int>(mask.kind)),
                       [mask](Scene& scene) { scene.attention.mask = mask; });
  }
  return edits;
}

Edits with_every_mistake(Edits edits) {
  for (const auto& [mistake, name] : mistake_names) {
    // Mistakes are removed more often than made, together with the overflow that they allow.
    for (int times = mistake == Mistake::none ? 3 : 1; times > 0; --times) {
      edits.emplace_back(joined("mistake ", std::string_view(name)),
                         [made = mistake](Scene& scene) { scene.mistake = made; });
    }
  }
  return edits;
}

// Swaps 0 and −0.
float with_other_sign(float zero) {
  return std::signbit(zero) ? 0.0F : -0.0F;
}

Edits edits_of_tokens() {
  return {{"replace a token", [](Scene& scene) { scene.tokens[scene.tokens.size() / 2] += "x"; }},
          {"repeat a token", [](Scene& scene) { scene.tokens.back() = scene.tokens.front(); }},
          {"append", [](Scene& scene) { scene.tokens.push_back("new" + std::to_string(scene.tokens.size())); }},
          {"insert", [](Scene& scene) { scene.tokens.insert(scene.tokens.begin() + 1, "in"); }},
          {"remove the last",
           [](Scene& scene) {
             if (scene.tokens.size() > 2) scene.tokens.pop_back();
           }},
          {"remove the first", [](Scene& scene) {
             if (scene.tokens.size() > 2) scene.tokens.erase(scene.tokens.begin());
           }}};
}

Edits edits_of_numbers() {
  return {{"temperature", [](Scene& scene) { scene.attention.temperature *= 1.5; }},
          {"scale",
           [](Scene& scene) { scene.attention.scale = scene.attention.scale ? std::nullopt : std::optional(0.3); }},
          {"softcap", [](Scene& scene) { scene.attention.softcap = scene.attention.softcap == 0 ? 4 : 0; }},
          {"seed of the embedding", [](Scene& scene) { ++scene.embedding.draw.seed; }},
          {"seed of the parameters", [](Scene& scene) { ++scene.parameters.draw.seed; }},
          {"w_o", [](Scene& scene) { scene.parameters.output = !scene.parameters.output; }},
          {"biases", [](Scene& scene) { scene.parameters.biases = !scene.parameters.biases; }},
          {"heads", [](Scene& scene) { scene.attention.heads = scene.attention.heads == 2 ? 4 : 2; }},
          {"kv heads", [](Scene& scene) { scene.attention.kv_heads = scene.attention.kv_heads == 0 ? 1 : 0; }}};
}

Edits edits_of_kinds() {
  return {{"sinusoids", [](Scene& scene) { scene.positions = {.kind = Positions::Kind::sinusoidal}; }},
          {"learned", [](Scene& scene) { scene.positions = {.kind = Positions::Kind::learned}; }},
          {"rotary", [](Scene& scene) { scene.positions = {.kind = Positions::Kind::rope}; }},
          {"alibi", [](Scene& scene) { scene.positions = {.kind = Positions::Kind::alibi}; }},
          {"relative", [](Scene& scene) { scene.positions = {.kind = Positions::Kind::relative}; }},
          {"clipped", [](Scene& scene) { scene.positions = {.kind = Positions::Kind::relative, .clip = 2}; }},
          {"halves",
           [](Scene& scene) { scene.positions = {.kind = Positions::Kind::rope, .pairs = Positions::Pairs::halves}; }},
          {"reference slopes",
           [](Scene& scene) {
             scene.positions = {.kind = Positions::Kind::alibi, .slopes = Positions::Slopes::reference};
           }},
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
          {"encoder", [](Scene& scene) {
             scene.encoder.tokens = scene.encoder.tokens.empty() ? std::vector<std::string>{"ja", "nein", "ja"}
                                                                 : std::vector<std::string>{};
           }}};
}

Edits edits_of_extreme_numbers() {
  return {{"numbers that overflow",
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
           }}};
}

// Their order decides the series of every seed.
const Edits& edits() {
  static const Edits all = [] {
    Edits own = edits_of_tokens();
    for (const auto& more : {edits_of_numbers(), edits_of_kinds(), edits_of_extreme_numbers()}) {
      own.insert(own.end(), more.begin(), more.end());
    }
    return with_every_mistake(with_every_mask(std::move(own)));
  }();
  return all;
}

// Makes `rounds` random edits. If `lazy`, only a few cells are read between most of them.
void wander(Scene scene, std::uint32_t seed, std::size_t rounds, bool lazy,
            std::size_t kept_score_bytes = limits::kept_score_bytes) {
  Pcg32 random(seed, 1);
  IncrementalTrace incremental(kept_score_bytes);
  REQUIRE(text_of(update(incremental, scene)) == "");
  for (std::size_t round = 0; round < rounds; ++round) {
    Scene next = scene;
    const auto& [name, edit] = edits()[random.next() % edits().size()];
    INFO("seed ", seed, ", round ", round, ": ", name);
    edit(next);
    IncrementalTrace fresh(kept_score_bytes);
    const MaybeError wrong = update(incremental, next, lazy);
    CHECK(kind_of(text_of(wrong)) == kind_of(text_of(update(fresh, next, lazy))));
    if (wrong) {
      CHECK(incremental.trace().steps.front().rows == scene.tokens.size());
    } else {
      scene = next;
    }
    if (!lazy || round % 7 == 6) {
      check_same(incremental, scene, lazy);
    } else {
      auto traced = incremental.trace().steps.begin();
      std::advance(traced, random.next() % incremental.trace().steps.size());
      const std::size_t from = random.next() % traced->rows;
      std::vector<float> out(traced->width);
      const MaybeError overflow =
          incremental.evaluator().read(*traced, 0, {from, from + 1}, {0, traced->width}, out.data());
      if (overflow) CHECK(std::string_view(overflow->code) == "not-finite");
    }
  }
}

}  // namespace

TEST_CASE("any series of edits gives the bits of a new computation") {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) wander(scene_of(5), seed, 60, false);
}

TEST_CASE("any series of edits gives the same bits if only a few rows are read in between") {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) wander(scene_of(6), seed, 70, true);
}

TEST_CASE("any series of edits gives the same bits if the (H, T, T) tensors are not kept") {
  for (std::uint32_t seed = 1; seed <= 6; ++seed) {
    for (const bool lazy : {false, true}) wander(scene_of(4), seed, 60, lazy, 0);
  }
  Scene scene = scene_of(500, 16, 4);
  scene.attention.mask.kind = Mask::Kind::causal;
  wander(scene, 3, 8, true);
  REQUIRE(attend(scene).index() == 0);
  CHECK(tensor_of(value_of(attend(scene)), "weights").size() == 0);
}

// npm test -- fuzz: runs for FUZZ_SECONDS from FUZZ_SEED on, eager and lazy, with scores kept or not.
TEST_CASE("fuzz: series of edits" * doctest::skip()) {
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
