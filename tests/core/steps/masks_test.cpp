// Which keys a query sees: every kind of mask in a whole scene. (mask_test.cpp has the masks of
// scaled_dot_product_attention.)

#include <cmath>
#include <limits>

#include "oracle.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

using Names = std::vector<std::string>;
using Kind = Mask::Kind;

Scene masked_scene(const Mask& mask, std::size_t tokens = 5) {
  Scene scene = small_scene(tokens, 6);
  scene.attention.heads = 2;
  scene.attention.mask = mask;
  return scene;
}

Mask of(Kind kind, std::size_t length = 0) {
  Mask mask;
  mask.kind = kind;
  mask.length = length;
  return mask;
}
Mask causal(std::int64_t offset = 0) {
  Mask mask = of(Kind::causal);
  mask.causal_offset = offset;
  return mask;
}
Mask padding(std::size_t length) {
  return of(Kind::padding, length);
}
Mask prefix(std::size_t length) {
  return of(Kind::prefix, length);
}
Mask window(std::size_t before, std::size_t after) {
  Mask mask = of(Kind::window);
  mask.before = before;
  mask.after = after;
  return mask;
}
Mask painted(const Rows& visible) {
  Mask mask = of(Kind::painted);
  mask.visible = matrix(visible);
  return mask;
}

Rows blocked_of(const Mask& mask, std::size_t tokens = 4) {
  return matrix_of(tensor_of(checked_trace(masked_scene(mask, tokens)), "blocked"));
}

std::string refused(const Mask& mask) {
  return text_of(attend(masked_scene(mask)));
}

constexpr double hidden = -reference::infinity;

}  // namespace

TEST_CASE("a mask has three tensors: blocked, mask and masked") {
  const Trace trace = checked_trace(masked_scene(causal(), 3));
  CHECK(step_names(trace) == Names{"tokens", "x0", "q", "k", "v", "scores", "scaled", "blocked", "mask", "masked",
                                   "weights", "z", "output"});
  CHECK(difference(tensor_of(trace, "blocked"), Rows{{0, 1, 1}, {0, 0, 1}, {0, 0, 0}}, 0) == "");
  CHECK(difference(tensor_of(trace, "mask"), Rows{{0, hidden, hidden}, {0, 0, hidden}, {0, 0, 0}}, 0) == "");
}

TEST_CASE("without a mask the trace has no blocked, mask or masked") {
  const Trace trace = checked_trace(masked_scene({}));
  for (const char* name : {"blocked", "mask", "masked"}) CHECK(trace.find(name) == nullptr);
}

TEST_CASE("each kind of mask hides its keys") {
  const Rows nothing = xt::zeros<double>({4, 4});
  CHECK(blocked_of(causal()) == Rows{{0, 1, 1, 1}, {0, 0, 1, 1}, {0, 0, 0, 1}, {0, 0, 0, 0}});
  CHECK(blocked_of(padding(3)) == Rows{{0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 1}});
  CHECK(blocked_of(padding(4)) == nothing);
  CHECK(blocked_of(window(1, 0)) == Rows{{0, 1, 1, 1}, {0, 0, 1, 1}, {1, 0, 0, 1}, {1, 1, 0, 0}});
  CHECK(blocked_of(window(0, 2)) == Rows{{0, 0, 0, 1}, {1, 0, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}});
  CHECK(blocked_of(window(0, 0)) == Rows{{0, 1, 1, 1}, {1, 0, 1, 1}, {1, 1, 0, 1}, {1, 1, 1, 0}});
  CHECK(blocked_of(window(~std::size_t{0}, ~std::size_t{0})) == nothing);
  CHECK(blocked_of(prefix(2)) == Rows{{0, 0, 1, 1}, {0, 0, 1, 1}, {0, 0, 0, 1}, {0, 0, 0, 0}});
  CHECK(blocked_of(prefix(4)) == nothing);
  CHECK(blocked_of(prefix(0)) == blocked_of(causal()));
  CHECK(blocked_of(painted({{1, 0, 1, 0}, {0, 1, 1, 1}, {1, 1, 1, 1}, {0, 0, 0, 1}})) ==
        Rows{{0, 1, 0, 1}, {1, 0, 0, 0}, {0, 0, 0, 0}, {1, 1, 1, 0}});
}

TEST_CASE("an offset moves the triangle of a causal mask, as far as a whole number can be") {
  CHECK(blocked_of(causal(1)) == Rows{{0, 0, 1, 1}, {0, 0, 0, 1}, {0, 0, 0, 0}, {0, 0, 0, 0}});
  CHECK(blocked_of(causal(-1)) == Rows{{1, 1, 1, 1}, {0, 1, 1, 1}, {0, 0, 1, 1}, {0, 0, 0, 1}});
  const Rows nothing = xt::zeros<double>({4, 4}), everything = xt::ones<double>({4, 4});
  CHECK(blocked_of(causal(std::numeric_limits<std::int64_t>::max())) == nothing);
  CHECK(blocked_of(causal(std::numeric_limits<std::int64_t>::min())) == everything);
}

TEST_CASE("an offset of T_k - T_q aligns the triangle at the bottom right, with more keys or fewer") {
  for (const std::size_t T_k : std::array<std::size_t, 3>{2, 5, 7}) {
    INFO(T_k, " keys");
    constexpr std::size_t T_q = 5;
    Scene scene = masked_scene(causal(static_cast<std::int64_t>(T_k) - static_cast<std::int64_t>(T_q)));
    for (std::size_t key = 0; key < T_k; ++key) scene.encoder.tokens.push_back("key" + std::to_string(key));
    const Trace trace = checked_trace(scene);
    const Rows blocked = matrix_of(tensor_of(trace, "blocked"));
    const Heads weights = heads_of(tensor_of(trace, "weights"));
    for (std::size_t i = 0; i < T_q; ++i) {
      double seen = 0;
      for (std::size_t j = 0; j < T_k; ++j) {
        const bool visible = j + T_q <= i + T_k;
        seen += visible ? 1 : 0;
        CHECK(blocked(i, j) == (visible ? 0 : 1));
        if (!visible) CHECK(weights(0, i, j) == 0);
      }
      // A query before the first key sees none.
      CHECK(std::abs(xt::sum(xt::view(weights, 0, i))() - (seen > 0 ? 1 : 0)) < 1e-6);
    }
  }
}

TEST_CASE("every kind hides exactly the cells that are blocked") {
  for (const Mask& mask : masks_of_every_kind(5)) {
    if (mask.kind == Kind::none) continue;
    INFO("mask ", static_cast<int>(mask.kind));
    const Rows blocked = blocked_of(mask, 5);
    for (std::size_t query = 0; query < 5; ++query) {
      for (std::size_t key = 0; key < 5; ++key) CHECK(steps::hides(mask, query, key) == (blocked(query, key) == 1));
    }
  }
}

TEST_CASE("a hidden key has weight 0, and every row that sees a key sums to 1") {
  for (const Mask& mask : {causal(), padding(2), window(1, 1), prefix(3)}) {
    const Trace trace = checked_trace(masked_scene(mask));
    const Rows blocked = matrix_of(tensor_of(trace, "blocked"));
    const Heads weights = heads_of(tensor_of(trace, "weights"));
    CHECK(xt::all(xt::equal(weights * blocked, 0.0)));
    CHECK(xt::allclose(xt::sum(weights, {2}), 1.0, 1e-6));
  }
}

TEST_CASE("under a causal mask, a later token changes no earlier row in any layer") {
  Scene scene = masked_scene(causal());
  scene.block = {.residual = true, .norm = Block::Norm::layer, .d_ff = 7};
  scene.layers = 3;
  const Trace before = value_of(attend(scene));
  scene.tokens.back() = "another";
  const Trace after = value_of(attend(scene));
  for (std::size_t layer = 0; layer < 3; ++layer) {
    const Rows one = matrix_of(before.find("y", layer)->tensor), other = matrix_of(after.find("y", layer)->tensor);
    CHECK(xt::view(one, xt::range(0, 4)) == xt::view(other, xt::range(0, 4)));
    CHECK(xt::row(one, 4) != xt::row(other, 4));
  }
}

TEST_CASE("a row that sees no key has weights 0 and z 0, with softmax and with sparsemax") {
  for (const auto normalizer : {Attention::Normalizer::softmax, Attention::Normalizer::sparsemax}) {
    Scene scene = masked_scene(painted({{1, 1, 1}, {0, 0, 0}, {0, 1, 0}}), 3);
    scene.attention.normalizer = normalizer;
    const Trace trace = checked_trace(scene);
    CHECK(xt::view(heads_of(tensor_of(trace, "weights")), 1, 1) == Row{0, 0, 0});
    CHECK(xt::view(heads_of(tensor_of(trace, "z")), 1, 1) == Row{0, 0, 0});
    CHECK(xt::view(heads_of(tensor_of(trace, "weights")), 1, 2) == Row{0, 1, 0});
  }
}

TEST_CASE("a mask may hide every key") {
  const Trace trace = checked_trace(masked_scene(painted(xt::zeros<double>({5, 5}))));
  CHECK(difference(tensor_of(trace, "output"), filled({5, 6}, 0)) == "");
}

TEST_CASE("40 random painted masks agree with the oracle") {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    INFO("seed ", seed);
    checked_trace(masked_scene(painted(xt::cast<double>(array_of(random_tensor({5, 5}, seed)) > -0.2))));
  }
}

TEST_CASE("masks between two sequences count queries and keys from 0 each") {
  const Rows every_other = xt::broadcast(Row{1, 0, 1, 0, 1, 0, 1}, {5, 7});
  for (const Mask& mask : {causal(), padding(7), window(1, 2), prefix(7), painted(every_other)}) {
    Scene scene = masked_scene(mask);
    for (std::size_t key = 0; key < 7; ++key) scene.encoder.tokens.push_back("key" + std::to_string(key));
    const Trace trace = checked_trace(scene);
    CHECK(shape_of(tensor_of(trace, "blocked")) == Shape{5, 7});
  }
}

TEST_CASE("a mask with a wrong number is refused with the number and the limit") {
  CHECK(without(refused(padding(0)), {"range /attention/mask/length", "length is 0", "from 1 to 5"}) == "");
  CHECK(without(refused(padding(6)), {"range /attention/mask/length", "length is 6", "from 1 to 5"}) == "");
  CHECK(without(refused(prefix(6)), {"range /attention/mask/length", "length is 6", "from 0 to 5"}) == "");
}

TEST_CASE("a painted mask of the wrong shape, or with a cell other than 0 and 1, is refused") {
  CHECK(without(refused(painted(xt::ones<double>({4, 5}))), {"shape /attention/mask/visible", "4×5", "5×5"}) == "");
  CHECK(without(refused(painted(xt::ones<double>({5, 6}))), {"shape /attention/mask/visible", "5×6", "5×5"}) == "");
  Rows visible = xt::ones<double>({5, 5});
  visible(3, 1) = 0.5;
  CHECK(without(refused(painted(visible)), {"range /attention/mask/visible", "0.5"}) == "");
  visible(3, 1) = not_a_number;
  CHECK(without(refused(painted(visible)), {"/attention/mask/visible", "nan"}) == "");
}
