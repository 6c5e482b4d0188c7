#include "optimizer.hpp"

#include <algorithm>
#include <cmath>

#include "../attention.hpp"
#include "../kernels/kernels.hpp"
#include "../kernels/training.hpp"
#include "../math/elementary_functions.hpp"

namespace self_attention::training {
namespace {

using Kind = OptimizerOptions::Kind;

// No optimiser works with a larger one.
constexpr double most_learning_rate = 100;

MaybeError check_between(double value, double low, double high, StaticString name, StaticString path) {
  if (value >= low && value <= high) return {};
  return error("range", path, "{} is {}; it must be from {} to {}", name, value, low, high);
}

MaybeError check_below_one(double value, StaticString name, StaticString path) {
  if (value >= 0 && value < 1) return {};
  return error("range", path, "{} is {}; it must be from 0 and less than 1", name, value);
}

}  // namespace

MaybeError check_optimizer(const OptimizerOptions& options) {
  const double rate = options.learning_rate;
  if (!(rate > 0 && rate <= most_learning_rate)) {
    return error("range", "/optimizer/learningRate",
                 "the learning rate is {}; it must be greater than 0 and at most {}", rate, most_learning_rate);
  }
  if (auto wrong = check_below_one(options.momentum, "momentum", "/optimizer/momentum")) return wrong;
  if (auto wrong = check_below_one(options.beta1, "beta1", "/optimizer/beta1")) return wrong;
  if (auto wrong = check_below_one(options.beta2, "beta2", "/optimizer/beta2")) return wrong;
  if (auto wrong = check_between(options.epsilon, 1e-12, 1, "epsilon", "/optimizer/epsilon")) return wrong;
  if (auto wrong = check_between(options.weight_decay, 0, 1, "weightDecay", "/optimizer/weightDecay")) return wrong;
  if (!options.clip || (*options.clip > 0 && std::isfinite(*options.clip))) return {};
  return error("range", "/optimizer/clip", "clip is {}; it must be a number greater than 0", *options.clip);
}

MaybeError check_schedule(const Schedule& schedule) {
  return check_between(schedule.least, 0, 1, "least", "/schedule/least");
}

double rate_factor(const Schedule& schedule, std::size_t step) {
  if (step <= schedule.warmup) return static_cast<double>(step) / static_cast<double>(schedule.warmup);
  if (schedule.decay == 0) return 1;
  const double done = std::min(1.0, static_cast<double>(step - schedule.warmup) / static_cast<double>(schedule.decay));
  // (1 + cos πx)/2 = 1 − sin² πx/2, and sin 2a = 2·sin a·cos a. So a stays below 1, as `sine` requires.
  constexpr double quarter = 3.14159265358979323846 / 4;
  const double half_sine = 2 * sine(quarter * done) * cosine(quarter * done);
  return schedule.least + (1 - schedule.least) * (1 - half_sine * half_sine);
}

Optimizer::Optimizer(const OptimizerOptions& options, const Schedule& schedule, std::size_t count)
    : options_(options), schedule_(schedule), state_(size_of_state(options.kind, count)) {}

std::size_t Optimizer::size_of_state(Kind kind, std::size_t count) {
  return kind == Kind::sgd ? count : 2 * count;
}

MaybeError Optimizer::check_state(std::span<const float> state) const {
  if (options_.kind == Kind::sgd) return {};
  const auto squares = state.subspan(state.size() / 2);
  const auto negative = std::find_if(squares.begin(), squares.end(), [](float square) { return square < 0; });
  if (negative == squares.end()) return {};
  return error("range", "/snapshot", "a mean of squared gradients is {}; it must be at least 0", *negative);
}

void Optimizer::restore(std::span<const float> state, std::size_t steps) {
  std::copy(state.begin(), state.end(), state_.begin());
  steps_ = steps;
}

double Optimizer::step(std::span<float> numbers, std::span<float> gradients) {
  const std::size_t count = numbers.size();
  float *p = numbers.data(), *g = gradients.data(), *m = state_.data(), *v = m + count;
  const double length = std::sqrt(kernels::sum_of_squares(g, count));
  if (!std::isfinite(length)) return length;
  ++steps_;
  if (options_.clip && length > *options_.clip) {
    kernels::multiply(g, static_cast<float>(*options_.clip / length), count);
  }
  const double rate = options_.learning_rate * rate_factor(schedule_, steps_);
  if (options_.kind == Kind::sgd) {
    kernels::axpby(1, g, static_cast<float>(options_.momentum), m, count);
    kernels::axpby(-static_cast<float>(rate), m, 1, p, count);
    return length;
  }
  const double decay = options_.weight_decay;
  if (decay > 0 && options_.kind == Kind::adam) kernels::axpby(static_cast<float>(decay), p, 1, g, count);
  const double keep = options_.kind == Kind::adamw ? 1 - rate * decay : 1;
  // m/(1 − β1ᵗ) / (√(v/(1 − β2ᵗ)) + ε), with one division for each number.
  const auto t = static_cast<double>(steps_);
  const double of_v = std::sqrt(1 - std::pow(options_.beta2, t));
  kernels::adam({.beta1 = static_cast<float>(options_.beta1),
                 .beta2 = static_cast<float>(options_.beta2),
                 .keep = static_cast<float>(keep),
                 .size = static_cast<float>(rate * of_v / (1 - std::pow(options_.beta1, t))),
                 .epsilon = static_cast<float>(options_.epsilon * of_v)},
                g, m, v, p, count);
  return length;
}

}  // namespace self_attention::training
