// Each optimiser against its formulas in double precision, and schedules against numbers by hand.
#include "training/optimizer.hpp"

#include <cmath>
#include <limits>

#include "math/random.hpp"
#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;
using namespace self_attention::training;

namespace {

using Kind = OptimizerOptions::Kind;

// The formulas of the papers, for one number at a time.
struct Reference {
  OptimizerOptions options;
  std::vector<double> p, m, v;
  int t = 0;

  void step(std::vector<double> g) {
    ++t;
    double square = 0;
    for (const double one : g) square += one * one;
    const double length = std::sqrt(square);
    for (std::size_t at = 0; at < p.size(); ++at) {
      if (options.clip && length > *options.clip) g[at] *= *options.clip / length;
      const double rate = options.learning_rate;
      if (options.kind == Kind::sgd) {
        m[at] = options.momentum * m[at] + g[at];
        p[at] -= rate * m[at];
        continue;
      }
      if (options.kind == Kind::adam) g[at] += options.weight_decay * p[at];
      const double decayed = options.kind == Kind::adamw ? rate * options.weight_decay * p[at] : 0;
      m[at] = options.beta1 * m[at] + (1 - options.beta1) * g[at];
      v[at] = options.beta2 * v[at] + (1 - options.beta2) * g[at] * g[at];
      const double mean = m[at] / (1 - std::pow(options.beta1, t)),
                   square_mean = v[at] / (1 - std::pow(options.beta2, t));
      p[at] -= decayed + rate * mean / (std::sqrt(square_mean) + options.epsilon);
    }
  }
};

void check_against_reference(const OptimizerOptions& options) {
  constexpr std::size_t count = 13;
  Pcg32 random(7, 1);
  std::vector<float> numbers(count), gradients(count);
  Reference reference{options, {}, std::vector<double>(count), std::vector<double>(count)};
  for (float& number : numbers)
    reference.p.push_back(static_cast<double>(number = static_cast<float>(random.normal())));
  Optimizer optimizer(options, {}, count);
  for (int step = 0; step < 40; ++step) {
    std::vector<double> same;
    for (float& one : gradients) same.push_back(static_cast<double>(one = static_cast<float>(random.normal())));
    reference.step(same);
    optimizer.step(numbers, gradients);
  }
  CHECK(optimizer.steps() == 40);
  for (std::size_t at = 0; at < count; ++at) {
    CHECK(static_cast<double>(numbers[at]) == doctest::Approx(reference.p[at]).epsilon(2e-5));
  }
}

std::string refused(OptimizerOptions options) {
  return text_of(check_optimizer(options));
}

}  // namespace

TEST_CASE("optimisers agree with their papers") {
  check_against_reference({.kind = Kind::sgd, .learning_rate = 0.1});
  check_against_reference({.kind = Kind::sgd, .learning_rate = 0.05, .momentum = 0.9});
  check_against_reference({.kind = Kind::sgd, .learning_rate = 0.05, .momentum = 0.5, .clip = 0.7});
  check_against_reference({.kind = Kind::adam, .learning_rate = 0.01});
  check_against_reference(
      {.kind = Kind::adam, .learning_rate = 0.01, .beta1 = 0.8, .beta2 = 0.95, .weight_decay = 0.1});
  check_against_reference({.kind = Kind::adamw, .learning_rate = 0.02, .epsilon = 1e-4, .weight_decay = 0.1});
  check_against_reference({.kind = Kind::adamw, .learning_rate = 0.02, .weight_decay = 0.01, .clip = 1});
}

TEST_CASE("the first step of Adam is the learning rate, whatever the gradient's size") {
  std::vector<float> numbers{1, 1}, gradients{1e-3F, -5};
  Optimizer optimizer({.kind = Kind::adam, .learning_rate = 0.125}, {}, 2);
  CHECK(optimizer.step(numbers, gradients) == doctest::Approx(5.0000001));
  CHECK(numbers[0] == doctest::Approx(0.875).epsilon(1e-4));
  CHECK(numbers[1] == doctest::Approx(1.125).epsilon(1e-6));
}

TEST_CASE("a gradient above the clip is scaled to it, and keeps its direction") {
  std::vector<float> numbers{0, 0}, gradients{3, 4};
  Optimizer optimizer({.kind = Kind::sgd, .learning_rate = 1, .clip = 1}, {}, 2);
  CHECK(optimizer.step(numbers, gradients) == 5);
  CHECK(numbers[0] == doctest::Approx(-0.6));
  CHECK(numbers[1] == doctest::Approx(-0.8));
}

TEST_CASE("a gradient that is not finite changes nothing") {
  std::vector<float> numbers{1, 2}, gradients{std::numeric_limits<float>::quiet_NaN(), 1};
  Optimizer optimizer({.kind = Kind::adamw, .learning_rate = 0.1, .weight_decay = 0.1}, {}, 2);
  CHECK(!std::isfinite(optimizer.step(numbers, gradients)));
  CHECK(numbers == std::vector<float>{1, 2});
  CHECK(optimizer.steps() == 0);
}

TEST_CASE("a schedule has a linear warm-up and a cosine decay") {
  const Schedule schedule{.warmup = 4, .decay = 8, .least = 0.2};
  CHECK(rate_factor(schedule, 1) == 0.25);
  CHECK(rate_factor(schedule, 4) == 1);
  CHECK(rate_factor(schedule, 6) == doctest::Approx(0.2 + 0.8 * (0.5 + std::sqrt(0.5) / 2)));
  CHECK(rate_factor(schedule, 8) == doctest::Approx(0.6));
  CHECK(rate_factor(schedule, 12) == doctest::Approx(0.2));
  CHECK(rate_factor(schedule, 1000) == doctest::Approx(0.2));
  CHECK(rate_factor({}, 1) == 1);
  CHECK(rate_factor({.warmup = 2}, 77) == 1);
}

TEST_CASE("an optimiser with a restored state gives the same bits") {
  const OptimizerOptions options{.kind = Kind::adamw, .learning_rate = 0.1, .weight_decay = 0.1};
  std::vector<float> numbers{1, -2, 3}, gradients{1, 2, -3};
  Optimizer one(options, {}, 3);
  one.step(numbers, gradients);
  Optimizer other(options, {}, 3);
  other.restore(one.state(), one.steps());
  std::vector<float> copy = numbers, again = gradients;
  one.step(numbers, gradients);
  other.step(copy, again);
  CHECK(numbers == copy);
}

TEST_CASE("unusable options are refused, with the limit") {
  for (const double rate : {0.0, -0.1, 1e6, std::nan("")}) {
    CHECK(without(refused({.learning_rate = rate}), {"range /optimizer/learningRate", "greater than 0", "100"}) == "");
  }
  CHECK(without(refused({.learning_rate = 1e6}), {"1000000"}) == "");
  CHECK(without(refused({.momentum = 1}), {"range /optimizer/momentum", "momentum is 1"}) == "");
  CHECK(without(refused({.beta1 = 1}), {"range /optimizer/beta1"}) == "");
  CHECK(without(refused({.beta2 = -0.1}), {"range /optimizer/beta2", "-0.1"}) == "");
  CHECK(without(refused({.epsilon = 0}), {"range /optimizer/epsilon"}) == "");
  CHECK(without(refused({.weight_decay = 2}), {"range /optimizer/weightDecay", "2"}) == "");
  CHECK(without(refused({.clip = 0}), {"range /optimizer/clip", "0"}) == "");
  CHECK(refused({.learning_rate = 100, .clip = 1}) == "");
  CHECK(without(text_of(check_schedule({.least = 1.5})), {"range /schedule/least", "1.5"}) == "");
}
