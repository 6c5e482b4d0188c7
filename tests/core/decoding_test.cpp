// Decoding with a cache, against plain counts, and against tensors in which everything else is spoilt.
#include "trace/decoding.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "support.hpp"
#include "trace_support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

constexpr std::size_t T = 9, H = 4, d_model = 8, d = 2;

Scene decoded(std::size_t kv_heads, const Mask& mask, Positions::Kind positions = Positions::Kind::none) {
  Scene scene = small_scene(T, d_model);
  scene.layers = 2;
  scene.parameters.kind = Parameters::Kind::random;
  scene.parameters.output = true;
  scene.attention.heads = H;
  scene.attention.kv_heads = kv_heads;
  scene.attention.mask = mask;
  scene.positions.kind = positions;
  scene.block = {.residual = true, .norm = Block::Norm::layer, .pre = true, .d_ff = 16};
  return scene;
}

std::vector<Mask> cached_masks() {
  using Kind = Mask::Kind;
  return {{.kind = Kind::causal}, {.kind = Kind::window, .before = 3}, {.kind = Kind::window, .before = 2, .sinks = 1}};
}

Decoding decoding(const Scene& scene) {
  Decoding result;
  REQUIRE(text_of(decoding_of(value_of(attend(scene)), result)) == "");
  return result;
}

// Fills all rows with numbers that no step would give, except those of k and v that the cache holds.
void spoil_all_but_the_cache(Trace& trace, std::size_t next) {
  const bool rotates = trace.find("k_rotated") != nullptr;
  for (TraceTensor& step : trace.steps) {
    if (step.op.compute == nullptr) continue;
    const std::string name(std::string_view(step.name));
    const bool cached = name == "v" || name == (rotates ? "k_rotated" : "k");
    for (std::size_t row = 0; row < step.rows; ++row) {
      if (cached && !steps::hides(trace.scene->attention.mask, next, row)) continue;
      for (std::size_t head = 0; head < step.heads; ++head) {
        std::fill_n(step.tensor.data() + (head * step.rows + row) * step.width, step.width, 1e9F);
      }
    }
  }
}

// Of the last token, in all heads. The cells of hidden keys count as 0: their scores are never used.
std::vector<float> last_row(IncrementalTrace& incremental, const TraceTensor& step) {
  const Mask& mask = incremental.scene().attention.mask;
  std::vector<float> row(step.heads * step.width);
  for (std::size_t head = 0; head < step.heads; ++head) {
    REQUIRE(text_of(incremental.evaluator().read(const_cast<TraceTensor&>(step), head, {step.rows - 1, step.rows},
                                                 {0, step.width}, row.data() + head * step.width)) == "");
    if (!step.columns_are_keys()) continue;
    for (std::size_t key = 0; key < step.width; ++key) {
      if (steps::hides(mask, step.rows - 1, key)) row[head * step.width + key] = 0;
    }
  }
  return row;
}

}  // namespace

TEST_CASE("the cached rows of k and v are enough for a new row with the bits of a new trace") {
  using Kind = Positions::Kind;
  for (const Mask& mask : cached_masks()) {
    for (const std::size_t kv_heads : {H, std::size_t{2}, std::size_t{1}}) {
      for (const Kind positions : {Kind::none, Kind::sinusoidal, Kind::rope, Kind::alibi}) {
        CAPTURE(kv_heads);
        CAPTURE(static_cast<int>(positions));
        const Scene whole = decoded(kv_heads, mask, positions);
        Scene grown = whole;
        grown.tokens.resize(T - 1);
        IncrementalTrace incremental;
        REQUIRE(text_of(update(incremental, grown)) == "");
        spoil_all_but_the_cache(incremental.trace(), T - 1);
        REQUIRE(text_of(update(incremental, whole, true)) == "");
        IncrementalTrace fresh;
        REQUIRE(text_of(update(fresh, whole)) == "");
        for (const TraceTensor& step : incremental.trace().steps) {
          if (step.rows != T) continue;
          CAPTURE(std::string(std::string_view(step.name)));
          CHECK(last_row(incremental, step) == last_row(fresh, *fresh.trace().find(step.name, step.layer)));
          if (step.op.compute != nullptr && !step.columns_are_keys()) CHECK(step.computed_rows == 1);
        }
      }
    }
  }
}

TEST_CASE("decoding counts bytes and products as plain sums do") {
  for (const Mask& mask : cached_masks()) {
    for (const std::size_t kv_heads : {H, std::size_t{2}, std::size_t{1}}) {
      const Decoding found = decoding(decoded(kv_heads, mask));
      double pairs = 0, keys = 0;
      for (std::size_t query = 0; query < T; ++query) {
        keys = 0;
        for (std::size_t key = 0; key <= query; ++key) {
          const bool near = mask.kind == Mask::Kind::causal || query - key <= mask.before;
          keys += near || key < mask.sinks ? 1 : 0;
        }
        pairs += keys;
      }
      const auto row = static_cast<double>(d_model * (H * d + 2 * kv_heads * d) + H * d * d_model + 2 * d_model * 16);
      CHECK(static_cast<double>(found.keys) == keys);
      CHECK(found.bytes == 2 * keys * 2 * static_cast<double>(kv_heads * d) * 4);
      CHECK(found.operations == 2 * (row + keys * 2 * H * d));
      CHECK(found.recomputed == 2 * (T * row + pairs * 2 * H * d));
    }
  }
}

TEST_CASE("an additive score caches its keys as it reads them, and relative positions add products") {
  Scene scene = decoded(2, {.kind = Mask::Kind::causal});
  const Decoding plain = decoding(scene);
  scene.attention.score = Attention::Score::additive;
  scene.parameters.d_a = 5;
  CHECK(decoding(scene).bytes == 2 * T * (H * 5 + 2 * d) * 4.0);
  const Decoding relative = decoding(decoded(2, {.kind = Mask::Kind::causal}, Positions::Kind::relative));
  CHECK(relative.bytes == plain.bytes);
  CHECK(relative.operations == plain.operations + 2.0 * T * H * d);
}

TEST_CASE("scenes whose earlier rows can change have no cache") {
  const auto refusal = [](const Scene& scene) {
    Decoding result;
    return text_of(decoding_of(value_of(attend(scene)), result));
  };
  Scene scene = decoded(H, {});
  CHECK(without(refusal(scene), {"range /attention/mask", "causal mask"}) == "");
  scene.attention.mask = {.kind = Mask::Kind::window, .before = 2, .after = 1};
  CHECK(without(refusal(scene), {"range /attention/mask"}) == "");
  scene.attention.mask = {.kind = Mask::Kind::causal};
  scene.mistake = Mistake::no_scale;
  CHECK(without(refusal(scene), {"range /mistake"}) == "");
  scene.mistake = Mistake::none;
  scene.encoder.tokens = {"a", "b"};
  CHECK(without(refusal(scene), {"range /encoder"}) == "");
}

TEST_CASE("a cache longer than its limit is refused with the number and the limit") {
  const Trace causal = value_of(attend(decoded(H, {.kind = Mask::Kind::causal})));
  CHECK(text_of(check_cache(causal, T + 1)) == "");
  CHECK(without(text_of(check_cache(causal, T)), {"too-large", "10 keys", "limit is 9"}) == "");
  // A window never holds more.
  const Trace window = value_of(attend(decoded(H, {.kind = Mask::Kind::window, .before = 2, .sinks = 1})));
  CHECK(text_of(check_cache(window, 4)) == "");
  CHECK(without(text_of(check_cache(window, 3)), {"4 keys", "limit is 3"}) == "");
}
