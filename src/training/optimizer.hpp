// How gradients change numbers, and by how much at which step.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "../error.hpp"

namespace self_attention::training {

// sgd with momentum: b = momentum·b + g, p −= η·b. adam (Kingma & Ba 2015, arXiv:1412.6980): m and v are the moving
// means of g and g², each divided by 1 − βᵗ; p −= η·m/(√v + ε); weight decay is added to g. adamw (Loshchilov & Hutter
// 2019, arXiv:1711.05101): the decay is apart from that, p −= η·decay·p before.
struct OptimizerOptions {
  enum class Kind { sgd, adam, adamw };
  Kind kind = Kind::adamw;
  double learning_rate = 1e-3;  // η, times what the schedule says
  double momentum = 0;
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, weight_decay = 0;
  // What the gradient of all numbers together is shortened to where it is longer.
  std::optional<double> clip{};
};

// From a part of the learning rate to all of it in `warmup` steps; from there down along a cosine in `decay` steps
// (Loshchilov & Hutter 2017, arXiv:1608.03983) to `least` of it, where it stays. Either may be 0: there is none.
struct Schedule {
  std::size_t warmup = 0, decay = 0;
  double least = 0;
};

// "range": their paths are /optimizer/… and /schedule/….
Check check_optimizer(const OptimizerOptions& options);
Check check_schedule(const Schedule& schedule);

// Of the learning rate, at a step; the first is 1.
double share_of_rate(const Schedule& schedule, std::size_t step);

class Optimizer {
 public:
  Optimizer(const OptimizerOptions& options, const Schedule& schedule, std::size_t count);

  // One step. The gradients are used up. Gives their length before it was shortened; where that is no number, nothing
  // is changed.
  double step(std::span<float> numbers, std::span<float> gradients);

  std::size_t steps() const { return steps_; }

  // What it keeps beside the numbers, and the steps that were taken: written, and read again.
  std::span<const float> state() const { return state_; }
  void restore(std::span<const float> state, std::size_t steps);

  // Floats that it keeps of so many numbers.
  static std::size_t size_of_state(OptimizerOptions::Kind kind, std::size_t count);

 private:
  OptimizerOptions options_;
  Schedule schedule_;
  std::size_t steps_ = 0;
  // b; or m, and v after it.
  std::vector<float> state_;
};

}  // namespace self_attention::training
