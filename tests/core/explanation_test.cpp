// Why a weight is what it is, against plain loops: rows are taken apart forwards here, word by word and head by head.
#include "trace/explanation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

using Kind = Origin::Kind;
using Numbers = std::vector<double>;

constexpr std::size_t everything = 100000;

// Five tokens that see those before them, four heads with two heads of keys and values, biases and w_o.
Scene scene_of(Positions::Kind positions, std::size_t layers = 1) {
  Scene scene = small_scene(5, 8);
  scene.layers = layers;
  scene.parameters.kind = Parameters::Kind::random;
  scene.parameters.draw.seed = 7;
  scene.parameters.biases = scene.parameters.output = true;
  scene.positions.kind = positions;
  scene.attention.heads = 4;
  scene.attention.kv_heads = 2;
  scene.attention.mask.kind = Mask::Kind::causal;
  return scene;
}

struct Computed {
  explicit Computed(const Scene& scene) : trace(value_of(attend(scene))), evaluator(trace) {}

  const TraceTensor& tensor(const char* name, std::size_t layer) const { return *trace.find(name, layer); }
  Numbers row(const char* name, std::size_t layer, std::size_t row, std::size_t head = 0) const {
    const TraceTensor& found = tensor(name, layer);
    const float* from = found.tensor.data() + (head * found.rows + row) * found.width;
    return Numbers(from, from + found.width);
  }
  double at(const char* name, std::size_t layer, std::size_t row, std::size_t column) const {
    const TraceTensor& found = tensor(name, layer);
    return static_cast<double>(found.tensor.data()[row * found.width + column]);
  }
  double score(const Pair& pair) const { return row("scores", pair.layer, pair.query, pair.head)[pair.key]; }

  ScoreParts parts(const Pair& pair, Breakdown how, std::size_t most = everything) {
    ScoreParts parts;
    CHECK(text_of(explain_score(evaluator, trace, pair, how, most, parts)) == "");
    CHECK(parts.score == score(pair));
    return parts;
  }
  std::string refusal(const Pair& pair, Breakdown how) {
    ScoreParts parts;
    return text_of(explain_score(evaluator, trace, pair, how, everything, parts));
  }

  // x · w of one head, without its bias.
  Numbers projected(const Numbers& x, const char* w, std::size_t layer, std::size_t head, std::size_t width) const {
    Numbers result(width, 0);
    for (std::size_t c = 0; c < width; ++c) {
      for (std::size_t m = 0; m < x.size(); ++m) result[c] += x[m] * at(w, layer, m, head * width + c);
    }
    return result;
  }

  Trace trace;
  Evaluator evaluator;
};

double product(const Numbers& a, const Numbers& b) {
  double sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c) sum += a[c] * b[c];
  return sum;
}

double sum_of(const ScoreParts& found) {
  double sum = found.rest;
  for (const ScorePart& part : found.parts) sum += part.value;
  return sum;
}

const ScorePart& part_of(const ScoreParts& found, Origin query, Origin key) {
  const auto same = [](const Origin& a, const Origin& b) {
    return a.kind == b.kind && a.index == b.index && a.token == b.token;
  };
  const auto part = std::find_if(found.parts.begin(), found.parts.end(),
                                 [&](const ScorePart& one) { return same(one.query, query) && same(one.key, key); });
  REQUIRE(part != found.parts.end());
  return *part;
}

constexpr Pair pair{0, 3, 4, 2};

}  // namespace

TEST_CASE("a score is the sum over the dimensions of its head") {
  Computed computed(scene_of(Positions::Kind::none));
  const ScoreParts found = computed.parts(pair, Breakdown::dimensions);
  const Numbers q = computed.row("q", 0, 4, 3), k = computed.row("k", 0, 2, 1);
  CHECK(found.parts.size() == q.size());
  CHECK(found.rest_count == 0);
  for (std::size_t c = 0; c < q.size(); ++c) {
    CHECK(part_of(found, {Kind::dimension, static_cast<std::uint32_t>(c), 4},
                  {Kind::dimension, static_cast<std::uint32_t>(c), 2})
              .value == q[c] * k[c]);
  }
  CHECK(sum_of(found) == doctest::Approx(computed.score(pair)).epsilon(1e-6));
}

TEST_CASE("with rope a score is the sum over the pairs") {
  for (const auto pairs : {Positions::Pairs::adjacent, Positions::Pairs::halves}) {
    Scene scene = scene_of(Positions::Kind::rope);
    scene.parameters.d_k = 4;
    scene.positions.pairs = pairs;
    Computed computed(scene);
    const ScoreParts found = computed.parts(pair, Breakdown::dimensions);
    CHECK(found.parts.size() == 2);
    const Numbers q = computed.row("q_rotated", 0, 4, 3), k = computed.row("k_rotated", 0, 2, 1);
    for (std::size_t index = 0; index < 2; ++index) {
      const bool halves = pairs == Positions::Pairs::halves;
      const std::size_t a = halves ? index : 2 * index, b = halves ? index + 2 : 2 * index + 1;
      CHECK(part_of(found, {Kind::pair, static_cast<std::uint32_t>(index), 4},
                    {Kind::pair, static_cast<std::uint32_t>(index), 2})
                .value == doctest::Approx(q[a] * k[a] + q[b] * k[b]));
    }
    // Also by features, which are rotated with the row.
    CHECK(sum_of(computed.parts(pair, Breakdown::features)) == doctest::Approx(computed.score(pair)).epsilon(1e-5));
  }
}

TEST_CASE("a score is the sum over pairs of features, and of the biases") {
  Computed computed(scene_of(Positions::Kind::none));
  const ScoreParts found = computed.parts(pair, Breakdown::features);
  CHECK(found.parts.size() == 81);
  const Numbers x = computed.row("x0", 0, 4), y = computed.row("x0", 0, 2);
  for (std::size_t m = 0; m < 8; ++m) {
    for (std::size_t n = 0; n < 8; ++n) {
      double expected = 0;
      for (std::size_t c = 0; c < 2; ++c) {
        expected += x[m] * computed.at("w_q", 0, m, 6 + c) * computed.at("w_k", 0, n, 2 + c) * y[n];
      }
      CHECK(part_of(found, {Kind::feature, static_cast<std::uint32_t>(m), 4},
                    {Kind::feature, static_cast<std::uint32_t>(n), 2})
                .value == doctest::Approx(expected));
    }
  }
  double biases = 0;
  for (std::size_t c = 0; c < 2; ++c) biases += computed.at("b_q", 0, 6 + c, 0) * computed.at("b_k", 0, 2 + c, 0);
  CHECK(part_of(found, {Kind::bias, 0, 4}, {Kind::bias, 0, 2}).value == doctest::Approx(biases));
  CHECK(sum_of(found) == doctest::Approx(computed.score(pair)).epsilon(1e-5));
}

TEST_CASE("words and places, where places are added or stand beside, with and without a norm before") {
  for (const auto positions : {Positions::Kind::learned, Positions::Kind::sinusoidal}) {
    for (const bool concat : {false, true}) {
      for (const auto norm : {Block::Norm::none, Block::Norm::layer, Block::Norm::rms}) {
        Scene scene = scene_of(positions);
        scene.positions.concat = concat && positions == Positions::Kind::sinusoidal;
        scene.block.norm = norm;
        scene.block.pre = true;
        Computed computed(scene);
        const ScoreParts found = computed.parts(pair, Breakdown::places);
        CHECK(found.parts.size() == 9);
        CHECK(sum_of(found) == doctest::Approx(computed.score(pair)).epsilon(1e-4));
        if (norm != Block::Norm::none || scene.positions.concat) continue;
        const char* p = positions == Positions::Kind::learned ? "P" : "p";
        const std::size_t d_k = computed.tensor("q", 0).width;
        const Numbers word = computed.projected(computed.row("x0", 0, 4), "w_q", 0, 3, d_k);
        const Numbers place = computed.projected(computed.row(p, 0, 2), "w_k", 0, 1, d_k);
        CHECK(part_of(found, {Kind::word, 0, 4}, {Kind::place, 0, 2}).value == doctest::Approx(product(word, place)));
      }
    }
  }
}

TEST_CASE("in a later layer a score is the sum over what the layer before moved in") {
  for (const bool norm : {false, true}) {
    Scene scene = scene_of(Positions::Kind::learned, 2);
    scene.block.residual = true;
    scene.block.d_ff = 8;
    if (norm) scene.block.norm = Block::Norm::layer;
    Computed computed(scene);
    const Pair later{1, 3, 4, 2};
    const ScoreParts both = computed.parts(later, Breakdown::sources);
    CHECK(both.parts.size() == 49);
    CHECK(sum_of(both) == doctest::Approx(computed.score(later)).epsilon(1e-4));
    for (const bool of_query : {true, false}) {
      const ScoreParts one = computed.parts(later, of_query ? Breakdown::query_sources : Breakdown::key_sources);
      CHECK(sum_of(one) == doctest::Approx(computed.score(later)).epsilon(1e-4));
      CHECK(one.parts.size() == 3 + 4 * 5);
    }
    if (norm) continue;
    // What head 1 moved from token 0 into token 4, through w_o and w_q, times the whole k.
    const std::size_t d_v = computed.tensor("v", 0).width, d_k = computed.tensor("q", 1).width;
    const Numbers v = computed.row("v", 0, 0, 0);
    const double weight = computed.row("weights", 0, 4, 1)[0];
    Numbers moved(8, 0);
    for (std::size_t m = 0; m < 8; ++m) {
      for (std::size_t c = 0; c < d_v; ++c) moved[m] += weight * v[c] * computed.at("w_o", 0, d_v + c, m);
    }
    const double expected = product(computed.projected(moved, "w_q", 1, 3, d_k), computed.row("k", 1, 2, 1));
    const ScoreParts found = computed.parts(later, Breakdown::query_sources);
    CHECK(part_of(found, {Kind::head, 1, 0}, {Kind::whole, 0, 2}).value == doctest::Approx(expected).epsilon(1e-5));
  }
}

TEST_CASE("the largest parts come first, and the others are one sum") {
  Computed computed(scene_of(Positions::Kind::none));
  const ScoreParts all = computed.parts(pair, Breakdown::features);
  const ScoreParts some = computed.parts(pair, Breakdown::features, 10);
  CHECK(some.parts.size() == 10);
  CHECK(some.rest_count == 71);
  CHECK(sum_of(some) == doctest::Approx(sum_of(all)));
  CHECK(all.rounding == doctest::Approx(all.score - sum_of(all)));
  CHECK(some.rounding == doctest::Approx(all.rounding));
  for (std::size_t index = 0; index < 10; ++index) {
    CHECK(std::abs(some.parts[index].value) == std::abs(all.parts[index].value));
    if (index > 0) CHECK(std::abs(all.parts[index].value) <= std::abs(all.parts[index - 1].value));
  }
}

TEST_CASE("every score function is taken apart, as far as it is a sum") {
  using Score = Attention::Score;
  for (const auto score : {Score::dot, Score::scaled_dot, Score::general, Score::cosine, Score::additive}) {
    Scene scene = scene_of(Positions::Kind::learned);
    scene.attention.score = score;
    Computed computed(scene);
    CHECK(sum_of(computed.parts(pair, Breakdown::dimensions)) == doctest::Approx(computed.score(pair)).epsilon(1e-5));
    if (score == Score::additive) {
      CHECK(without(computed.refusal(pair, Breakdown::features), {"range", "features", "dimensions"}) == "");
      continue;
    }
    for (const Breakdown how : {Breakdown::features, Breakdown::places}) {
      CHECK(sum_of(computed.parts(pair, how)) == doctest::Approx(computed.score(pair)).epsilon(1e-4));
    }
  }
  Scene scene = scene_of(Positions::Kind::none);
  scene.attention.score = Score::given;
  scene.attention.scores = random_tensor({5, 5}, 3);
  Computed given(scene);
  const ScoreParts found = given.parts(pair, Breakdown::dimensions);
  CHECK(found.parts.size() == 1);
  CHECK(found.parts[0].query.kind == Kind::given);
  CHECK(found.parts[0].value == given.score(pair));
}

TEST_CASE("mistakes in the score are taken apart as they are") {
  for (const Mistake mistake : {Mistake::swapped_qk, Mistake::no_transpose}) {
    Scene scene = scene_of(Positions::Kind::none);
    scene.mistake = mistake;
    scene.attention.kv_heads = 4;
    scene.parameters.d_k = 5;
    Computed computed(scene);
    CHECK(sum_of(computed.parts(pair, Breakdown::dimensions)) == doctest::Approx(computed.score(pair)).epsilon(1e-5));
  }
}

TEST_CASE("a breakdown that does not exist is refused") {
  Computed one(scene_of(Positions::Kind::none)), two(scene_of(Positions::Kind::learned, 2));
  CHECK(without(one.refusal(pair, Breakdown::sources), {"range by", "layer 0", "places"}) == "");
  CHECK(without(two.refusal({1, 0, 4, 2}, Breakdown::places), {"range by", "layer 1", "sources"}) == "");
  Scene scene = small_scene(2, 2);
  scene.embedding.kind = Embedding::Kind::qkv;
  scene.attention.score = Attention::Score::weights;
  scene.embedding.layers[0][Matrix::weights] = filled({1, 2, 2}, 0.5F);
  Computed weights(scene);
  CHECK(without(weights.refusal({0, 0, 1, 0}, Breakdown::dimensions), {"unknown-tensor", "scores"}) == "");
  std::vector<double> parts;
  CHECK(without(text_of(explain_output(weights.evaluator, weights.trace, 0, 1, {0, 1}, parts)),
                {"unknown-tensor", "no values"}) == "");
}

TEST_CASE("the output is the sum over the keys, and of its bias") {
  for (const bool output : {true, false}) {
    for (const bool weighted : {true, false}) {
      Scene scene = scene_of(Positions::Kind::learned);
      scene.parameters.output = output;
      scene.attention.weighted = weighted;
      scene.attention.round = 2;
      Computed computed(scene);
      std::vector<double> parts;
      CHECK(text_of(explain_output(computed.evaluator, computed.trace, 0, 4, {0, 4}, parts)) == "");
      const Numbers whole = computed.row("output", 0, 4);
      CHECK(parts.size() == 7 * whole.size());
      for (std::size_t m = 0; m < whole.size(); ++m) {
        double sum = 0;
        for (std::size_t row = 0; row < 6; ++row) sum += parts[row * whole.size() + m];
        CHECK(sum == doctest::Approx(whole[m]).epsilon(1e-5));
        CHECK(sum == parts[6 * whole.size() + m]);
      }
      // Of one head, key 1.
      CHECK(text_of(explain_output(computed.evaluator, computed.trace, 0, 4, {2, 3}, parts)) == "");
      const Numbers v = computed.row("v", 0, 1, 1);
      const double weight = computed.row("rounded", 0, 4, 2)[1];
      for (std::size_t m = 0; m < whole.size(); ++m) {
        double expected = 0;
        for (std::size_t c = 0; c < v.size(); ++c) {
          const double w = output ? computed.at("w_o", 0, 2 * v.size() + c, m) : m == 2 * v.size() + c ? 1 : 0;
          expected += weight * v[c] * w;
        }
        CHECK(parts[whole.size() + m] == doctest::Approx(expected));
        CHECK(parts[5 * whole.size() + m] == 0);
      }
    }
  }
}

TEST_CASE("nothing has to be computed before it is explained") {
  Scene scene = scene_of(Positions::Kind::learned, 2);
  scene.block.residual = true;
  Computed computed(scene);
  Trace lazy;
  CHECK(!build_trace(std::make_unique<Scene>(scene), nullptr, lazy));
  Evaluator evaluator(lazy);
  ScoreParts found;
  const Pair later{1, 3, 4, 2};
  CHECK(!explain_score(evaluator, lazy, later, Breakdown::query_sources, everything, found));
  CHECK(sum_of(found) == sum_of(computed.parts(later, Breakdown::query_sources)));
}
