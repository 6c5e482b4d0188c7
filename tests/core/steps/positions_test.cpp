// Positions: sinusoids, learned rows, rotation and slopes.

#include <cmath>

#include "oracle.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

using Names = std::vector<std::string>;
using Kind = Positions::Kind;

Scene placed_scene(Kind kind, std::size_t tokens = 5, std::size_t d_model = 8, std::size_t heads = 2) {
  Scene scene = small_scene(tokens, d_model);
  scene.attention.heads = heads;
  scene.positions.kind = kind;
  return scene;
}

// The same word at every position, so rows differ by their position alone.
Scene repeated_scene(Kind kind, std::size_t tokens, std::size_t d_model = 8, std::size_t heads = 2) {
  Scene scene = placed_scene(kind, tokens, d_model, heads);
  for (std::string& token : scene.tokens) token = "same";
  return scene;
}

template <class Change>
std::string refused(Kind kind, Change change, std::size_t d_model = 8) {
  Scene scene = placed_scene(kind, 5, d_model);
  change(scene);
  return text_of(attend(scene));
}

}  // namespace

TEST_CASE("sinusoidal positions are added to the embedding, at any base") {
  for (const double base : {10000.0, 100.0, 1.5}) {
    Scene scene = placed_scene(Kind::sinusoidal);
    scene.positions.base = base;
    INFO("base ", base);
    const Trace trace = checked_trace(scene);
    CHECK(step_names(trace) ==
          Names{"tokens", "x0", "p", "x", "q", "k", "v", "scores", "scaled", "weights", "z", "output"});
  }
}

TEST_CASE("sinusoids follow Vaswani et al.: alternating sin and cos, wavelengths from 2π") {
  Scene scene = placed_scene(Kind::sinusoidal, 3, 4, 1);
  const Rows p = matrix_of(tensor_of(value_of(attend(scene)), "p"));
  CHECK(xt::row(p, 0) == Row{0, 1, 0, 1});
  CHECK(difference(vector(xt::row(p, 1)), Row{std::sin(1.0), std::cos(1.0), std::sin(0.01), std::cos(0.01)}, 1e-7) ==
        "");
  CHECK(difference(vector(xt::row(p, 2)), Row{std::sin(2.0), std::cos(2.0), std::sin(0.02), std::cos(0.02)}, 1e-7) ==
        "");
}

TEST_CASE("every pair of a sinusoid has length 1, and similarity depends only on the distance") {
  const Rows p = matrix_of(tensor_of(value_of(attend(placed_scene(Kind::sinusoidal, 40, 16, 1))), "p"));
  const auto likeness = [&](std::size_t i, std::size_t j) { return xt::sum(xt::view(p, i) * xt::view(p, j))(); };
  for (std::size_t i = 0; i < 40; ++i) {
    for (std::size_t c = 0; c < 8; ++c) CHECK(std::hypot(p(i, 2 * c), p(i, 2 * c + 1)) == doctest::Approx(1));
    if (i + 3 < 40) CHECK(likeness(i, i + 3) == doctest::Approx(likeness(0, 3)).epsilon(1e-5));
  }
}

TEST_CASE("concatenated sinusoidal positions of any width make d_model wider") {
  for (const std::size_t width : {0U, 1U, 4U, 6U}) {
    Scene scene = placed_scene(Kind::sinusoidal, 5, 6);
    scene.positions.concat = true;
    scene.positions.width = width;
    scene.parameters.d_k = scene.parameters.d_v = 3;
    INFO("width ", width);
    const Trace trace = checked_trace(scene);
    const std::size_t d_model = 6 + (width == 0 ? 6 : width);
    CHECK(tensor_of(trace, "x0").shape(1) == 6);
    CHECK(tensor_of(trace, "x").shape(1) == d_model);
    CHECK(tensor_of(trace, "w_q").shape(0) == d_model);
  }
}

TEST_CASE("learned positions are drawn with their seed and deviation, and added") {
  Scene scene = placed_scene(Kind::learned, 64, 32);
  const Trace trace = checked_trace(scene);
  const Tensor& P = tensor_of(trace, "P");
  CHECK(shape_of(P) == Shape{64, 32});
  CHECK(std::sqrt(variance(P.data(), P.size())) == doctest::Approx(0.5).epsilon(0.1));
  CHECK(difference(tensor_of(value_of(attend(scene)), "P"), P) == "");
  scene.positions.seed = 2;
  CHECK(difference(tensor_of(value_of(attend(scene)), "P"), P) != "");
  scene.positions.std = 3;
  const Trace wider = checked_trace(scene);
  CHECK(std::sqrt(variance(tensor_of(wider, "P").data(), P.size())) == doctest::Approx(3).epsilon(0.1));
}

TEST_CASE("learned positions keep their numbers when a token is added, and change no parameter") {
  const Trace five = value_of(attend(placed_scene(Kind::learned))),
              six = value_of(attend(placed_scene(Kind::learned, 6)));
  const Rows before = matrix_of(tensor_of(five, "P")), after = matrix_of(tensor_of(six, "P"));
  CHECK(xt::view(after, xt::range(0, 5)) == before);
  const Trace none = value_of(attend(placed_scene(Kind::none)));
  for (const char* name : {"E", "w_q", "w_k", "w_v"})
    CHECK(difference(tensor_of(none, name), tensor_of(five, name)) == "");
}

TEST_CASE("drawn positions differ from parameters of the same seed") {
  for (const Kind kind : {Kind::learned, Kind::relative}) {
    Scene scene = placed_scene(kind);
    scene.positions.std = 1;
    scene.parameters.draw = {.distribution = Distribution::normal, .seed = scene.positions.seed};
    const Trace trace = value_of(attend(scene));
    const Rows rows = matrix_of(tensor_of(trace, kind == Kind::learned ? "P" : "E_rel"));
    for (const char* name : {"w_q", "w_k", "w_v"}) {
      CHECK(xt::all(xt::not_equal(xt::col(rows, 0), matrix_of(tensor_of(trace, name))(0, 0))));
    }
  }
}

TEST_CASE("learned positions can be given, with more rows than tokens") {
  Scene scene = placed_scene(Kind::learned);
  scene.positions.rows = random_tensor({9, 8}, 5);
  const Trace trace = checked_trace(scene);
  const Rows x0 = matrix_of(tensor_of(trace, "x0")), x = matrix_of(tensor_of(trace, "x"));
  CHECK(x(4, 7) == doctest::Approx(x0(4, 7) + matrix_of(scene.positions.rows)(4, 7)));
}

TEST_CASE("with an embedding of zeros, x is the position") {
  for (const Kind kind : {Kind::sinusoidal, Kind::learned}) {
    Scene scene = placed_scene(kind);
    scene.embedding.kind = Embedding::Kind::zero;
    const Trace trace = checked_trace(scene);
    CHECK(difference(tensor_of(trace, "x0"), filled({5, 8}, 0)) == "");
    CHECK(difference(tensor_of(trace, "x"), tensor_of(trace, kind == Kind::learned ? "P" : "p")) == "");
  }
}

TEST_CASE("RoPE rotates q and k after their projection, pair by pair") {
  for (const double base : {10000.0, 3.0}) {
    Scene scene = placed_scene(Kind::rope, 7, 12, 3);
    scene.positions.base = base;
    const Trace trace = checked_trace(scene);
    CHECK(step_names(trace) ==
          Names{"tokens", "x0", "q", "k", "v", "q_rotated", "k_rotated", "scores", "scaled", "weights", "z", "output"});
  }
}

TEST_CASE("RoPE of halves agrees with Llama's form, and with adjacent pairs after a change of order") {
  Scene scene = placed_scene(Kind::rope, 7, 12, 3);
  const Heads adjacent = heads_of(tensor_of(value_of(attend(scene)), "q_rotated"));
  const Heads q = heads_of(tensor_of(value_of(attend(scene)), "q"));
  scene.positions.pairs = Positions::Pairs::halves;
  const Heads halves = heads_of(tensor_of(checked_trace(scene), "q_rotated"));
  CHECK(halves != adjacent);
  // Position 1, head 0: the pair (0, 2) of a head of 4 turns by one radian.
  CHECK(halves(0, 1, 0) == doctest::Approx(q(0, 1, 0) * std::cos(1.0) - q(0, 1, 2) * std::sin(1.0)).epsilon(1e-5));
  CHECK(halves(0, 1, 2) == doctest::Approx(q(0, 1, 2) * std::cos(1.0) + q(0, 1, 0) * std::sin(1.0)).epsilon(1e-5));
  scene.parameters.d_k = 2;
  scene.positions.pairs = Positions::Pairs::adjacent;
  const Tensor one_pair = tensor_of(value_of(attend(scene)), "q_rotated");
  scene.positions.pairs = Positions::Pairs::halves;
  CHECK(difference(one_pair, tensor_of(value_of(attend(scene)), "q_rotated")) == "");
}

TEST_CASE("RoPE with shared key/value heads") {
  Scene scene = placed_scene(Kind::rope, 6, 16, 4);
  scene.attention.kv_heads = 2;
  checked_trace(scene);
}

TEST_CASE("RoPE keeps the length of every vector and does not change the first token") {
  const Trace trace = value_of(attend(placed_scene(Kind::rope, 30, 24, 2)));
  for (const std::string name : {"q", "k"}) {
    const Heads before = heads_of(tensor_of(trace, name)), after = heads_of(tensor_of(trace, name + "_rotated"));
    CHECK(xt::view(after, xt::all(), 0) == xt::view(before, xt::all(), 0));
    CHECK(xt::allclose(xt::sqrt(xt::sum(xt::square(after), {2})), xt::sqrt(xt::sum(xt::square(before), {2})), 1e-6));
  }
}

TEST_CASE("RoPE: the score of two equal words depends only on their distance") {
  const Heads scores = heads_of(tensor_of(value_of(attend(repeated_scene(Kind::rope, 24))), "scores"));
  auto all_but_last = xt::range(0, 23), all_but_first = xt::range(1, 24);
  for (const std::size_t h : {0U, 1U}) {
    const Rows head = xt::view(scores, h);
    const Rows further = xt::view(head, all_but_first, all_but_first) - xt::view(head, all_but_last, all_but_last);
    CHECK(xt::amax(xt::abs(further))() < 1e-5 * xt::amax(xt::abs(xt::row(head, 0)))());
  }
}

TEST_CASE("ALiBi subtracts the distance times the head's slope") {
  Scene scene = placed_scene(Kind::alibi, 6, 12, 3);
  const Trace trace = checked_trace(scene);
  CHECK(step_names(trace) ==
        Names{"tokens", "x0", "q", "k", "v", "scores", "scaled", "biased", "weights", "z", "output"});
  scene.attention.softcap = 1.5;
  scene.attention.mask.kind = Mask::Kind::causal;
  CHECK(step_names(checked_trace(scene)) == Names{"tokens", "x0", "q", "k", "v", "scores", "scaled", "capped", "biased",
                                                  "blocked", "mask", "masked", "weights", "z", "output"});
}

TEST_CASE("ALiBi's slopes for 8 heads are those of its paper: 1/2, 1/4 … 1/256") {
  const Trace trace = value_of(attend(placed_scene(Kind::alibi, 3, 16, 8)));
  const Heads before = heads_of(tensor_of(trace, "scaled")), after = heads_of(tensor_of(trace, "biased"));
  for (std::size_t h = 0; h < 8; ++h) {
    const double slope = std::pow(0.5, static_cast<double>(h + 1));
    CHECK(before(h, 0, 0) == after(h, 0, 0));
    CHECK(before(h, 2, 0) - after(h, 2, 0) == doctest::Approx(2 * slope).epsilon(1e-5));
    CHECK(before(h, 0, 1) - after(h, 0, 1) == doctest::Approx(slope).epsilon(1e-4));
  }
}

TEST_CASE("ALiBi's reference slopes are those of the authors' code") {
  // get_slopes(3), get_slopes(6) and get_slopes(12) of github.com/ofirpress/attention_with_linear_biases.
  const std::vector<std::vector<double>> published = {
      {0.0625, 0.00390625, 0.25},
      {0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125},
      {0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625, 0.7071067811865476, 0.35355339059327384,
       0.17677669529663692, 0.08838834764831849}};
  for (const std::vector<double>& slopes : published) {
    const std::size_t heads = slopes.size();
    INFO(heads, " heads");
    Scene scene = placed_scene(Kind::alibi, 4, 12, heads);
    scene.positions.slopes = Positions::Slopes::reference;
    checked_trace(scene);
    for (std::size_t head = 0; head < heads; ++head) {
      const float slope = steps::alibi_slope(Positions::Slopes::reference, head, heads);
      CHECK(static_cast<double>(slope) == doctest::Approx(slopes[head]).epsilon(1e-7));
    }
  }
  for (const std::size_t heads : {1U, 2U, 8U, 64U}) {
    for (std::size_t head = 0; head < heads; ++head) {
      CHECK(steps::alibi_slope(Positions::Slopes::reference, head, heads) ==
            steps::alibi_slope(Positions::Slopes::geometric, head, heads));
    }
  }
}

TEST_CASE("positions with a wrong number are refused with the number") {
  CHECK(without(refused(Kind::rope, [](Scene& scene) { scene.parameters.d_k = 3; }),
                {"/positions", "d_k", "3", "even"}) == "");
  CHECK(without(refused(
                    Kind::rope, [](Scene&) {}, 6),
                {"/positions", "d_k", "3", "even"}) == "");
  for (const Kind kind : {Kind::rope, Kind::sinusoidal}) {
    for (const double base : {1.0, 0.5, 0.0, -2.0, static_cast<double>(infinity), static_cast<double>(not_a_number)}) {
      INFO("base ", base);
      const std::string wrong = refused(kind, [&](Scene& scene) { scene.positions.base = base; });
      CHECK(without(wrong, {"range /positions/base", "base", "1"}) == "");
      if (std::isfinite(base)) CHECK(without(wrong, {joined("base is ", base)}) == "");
    }
  }
  for (const double std : {-0.5, static_cast<double>(infinity), static_cast<double>(not_a_number)}) {
    CHECK(without(refused(Kind::learned, [&](Scene& scene) { scene.positions.std = std; }),
                  {"range /positions", "std"}) == "");
  }
}

TEST_CASE("given positions of the wrong shape are refused with both shapes") {
  CHECK(without(refused(Kind::learned,
                        [](Scene& scene) {
                          scene.positions.rows = random_tensor({4, 8}, 1);
                        }),
                {"shape /positions/rows", "4", "5"}) == "");
  CHECK(without(refused(Kind::learned,
                        [](Scene& scene) {
                          scene.positions.rows = random_tensor({5, 7}, 1);
                        }),
                {"shape /positions/rows", "7", "8"}) == "");
  CHECK(without(refused(Kind::learned,
                        [](Scene& scene) {
                          scene.positions.rows = random_tensor({5, 8}, 1);
                          scene.positions.rows.data()[17] = not_a_number;
                        }),
                {"not-finite /positions/rows", "[2,1]", "nan"}) == "");
}

TEST_CASE("positions that make d_model too wide are refused") {
  CHECK(without(refused(Kind::sinusoidal,
                        [](Scene& scene) {
                          scene.positions.concat = true;
                          scene.positions.width = 1017;
                        }),
                {"too-large", "1025", "1024"}) == "");
}

TEST_CASE("given q, k and v allow no added position, since there is no x") {
  for (const Kind kind : {Kind::sinusoidal, Kind::learned}) {
    Scene scene = placed_scene(kind, 3);
    scene.embedding.kind = Embedding::Kind::qkv;
    scene.embedding.layers[0][Matrix::q] = scene.embedding.layers[0][Matrix::k] = scene.embedding.layers[0][Matrix::v] =
        random_tensor({3, 8}, 1);
    scene.parameters.kind = Parameters::Kind::given;
    CHECK(without(text_of(attend(scene)), {"/positions"}) == "");
    scene.positions.kind = Kind::rope;
    checked_trace(scene);
    scene.positions.kind = Kind::alibi;
    checked_trace(scene);
  }
}
