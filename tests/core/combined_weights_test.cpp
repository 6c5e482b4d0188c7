// Weights of several heads in one matrix, and with the lengths of values, against plain loops.
#include "trace/combined_weights.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

// Two layers of four heads with grouped values, of five tokens that see those before them.
Scene scene_of(bool output) {
  Scene scene = small_scene(5, 8);
  scene.layers = 2;
  scene.parameters.kind = Parameters::Kind::random;
  scene.parameters.output = output;
  scene.attention.heads = 4;
  scene.attention.kv_heads = 2;
  scene.attention.mask.kind = Mask::Kind::causal;
  return scene;
}

struct Computed {
  explicit Computed(const Scene& scene) : trace(value_of(attend(scene))), evaluator(trace) {}

  // A number of a matrix of one head.
  double at(const char* name, std::size_t layer, std::size_t head, std::size_t row, std::size_t column) const {
    return static_cast<double>(trace.find(name, layer)->tensor(head, row, column));
  }
  std::vector<float> combined(Combination how, Span layers) {
    std::vector<float> numbers(25);
    CHECK(!combine_weights(evaluator, trace, "weights", how, layers, numbers.data()));
    return numbers;
  }

  Trace trace;
  Evaluator evaluator;
};

}  // namespace

TEST_CASE("the mean and the largest weight are those of all heads of the layers") {
  Computed computed(scene_of(true));
  for (const Span layers : {Span{0, 1}, Span{1, 2}, Span{0, 2}}) {
    const std::vector<float> mean = computed.combined(Combination::mean, layers);
    const std::vector<float> largest = computed.combined(Combination::largest, layers);
    for (std::size_t query = 0; query < 5; ++query) {
      for (std::size_t key = 0; key < 5; ++key) {
        double sum = 0, most = 0, count = 0;
        for (std::size_t layer = layers.from; layer < layers.to; ++layer) {
          for (std::size_t head = 0; head < 4; ++head, ++count) {
            const double weight = computed.at("weights", layer, head, query, key);
            sum += weight;
            most = std::max(most, weight);
          }
        }
        CHECK(mean[query * 5 + key] == doctest::Approx(sum / count).epsilon(1e-6));
        CHECK(static_cast<double>(largest[query * 5 + key]) == most);
      }
    }
  }
}

TEST_CASE("rollout multiplies the layers, each half attention and half what was there") {
  Computed computed(scene_of(true));
  std::vector<double> expected(25, 0);
  for (std::size_t token = 0; token < 5; ++token) expected[token * 6] = 1;
  for (std::size_t layer = 0; layer < 2; ++layer) {
    std::vector<double> next(25, 0);
    for (std::size_t query = 0; query < 5; ++query) {
      for (std::size_t key = 0; key < 5; ++key) {
        double mean = 0;
        for (std::size_t head = 0; head < 4; ++head) mean += computed.at("weights", layer, head, query, key) / 4;
        const double part = 0.5 * (mean + (query == key ? 1 : 0));
        for (std::size_t word = 0; word < 5; ++word) next[query * 5 + word] += part * expected[key * 5 + word];
      }
    }
    expected = next;
  }
  const std::vector<float> rollout = computed.combined(Combination::rollout, {0, 2});
  for (std::size_t cell = 0; cell < 25; ++cell) CHECK(rollout[cell] == doctest::Approx(expected[cell]).epsilon(1e-5));
  for (std::size_t query = 0; query < 5; ++query) {
    double sum = 0;
    for (std::size_t word = 0; word < 5; ++word) sum += static_cast<double>(rollout[query * 5 + word]);
    CHECK(sum == doctest::Approx(1).epsilon(1e-5));
  }
}

TEST_CASE("nothing has to be computed before it is combined") {
  for (const bool output : {true, false}) {
    Computed computed(scene_of(output));
    Trace lazy;
    CHECK(!build_trace(std::make_unique<Scene>(scene_of(output)), nullptr, lazy));
    Evaluator evaluator(lazy);
    std::vector<float> expected(25), norms(25), mean(25);
    CHECK(!weighted_norms(computed.evaluator, computed.trace, "weights", 1, 3, expected.data()));
    CHECK(!weighted_norms(evaluator, lazy, "weights", 1, 3, norms.data()));
    CHECK(norms == expected);
    CHECK(!combine_weights(evaluator, lazy, "weights", Combination::mean, {0, 2}, mean.data()));
    CHECK(mean == computed.combined(Combination::mean, {0, 2}));
  }
}

TEST_CASE("a weight times the length of its value, with the head's rows of w_o where there is one") {
  for (const bool output : {true, false}) {
    Computed computed(scene_of(output));
    const TraceTensor* w_o = computed.trace.find("w_o", 1);
    CHECK((w_o != nullptr) == output);
    const std::size_t d_v = computed.trace.find("v", 1)->width;
    for (std::size_t head = 0; head < 4; ++head) {
      std::vector<float> norms(25);
      CHECK(!weighted_norms(computed.evaluator, computed.trace, "weights", 1, head, norms.data()));
      for (std::size_t query = 0; query < 5; ++query) {
        for (std::size_t key = 0; key < 5; ++key) {
          double squares = 0;
          for (std::size_t column = 0; column < (output ? w_o->width : d_v); ++column) {
            double number = output ? 0 : computed.at("v", 1, head / 2, key, column);
            for (std::size_t row = 0; output && row < d_v; ++row) {
              number += computed.at("v", 1, head / 2, key, row) *
                        static_cast<double>(w_o->tensor.data()[(head * d_v + row) * w_o->width + column]);
            }
            squares += number * number;
          }
          const double expected = computed.at("weights", 1, head, query, key) * std::sqrt(squares);
          CHECK(norms[query * 5 + key] == doctest::Approx(expected).epsilon(1e-5));
        }
      }
    }
  }
}
