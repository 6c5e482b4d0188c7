// Optimisers and learning rate schedules.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "../error.hpp"

namespace self_attention::training {

// sgd with momentum: b = momentum·b + g, p −= η·b. adam (Kingma & Ba 2015, arXiv:1412.6980): m and v are the moving
// means of g and g², each divided by 1 − βᵗ; p −= η·m/(√v + ε); weight decay is added to g. adamw (Loshchilov & Hutter
// 2019, arXiv:1711.05101): the decay is separate, p −= η·decay·p first.
struct OptimizerOptions {
  enum class Kind { sgd, adam, adamw };
  Kind kind = Kind::adamw;
  double learning_rate = 1e-3;  // η, multiplied by the schedule
  double momentum = 0;
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8, weight_decay = 0;
  // The largest norm of the whole gradient.
  std::optional<double> clip{};
};

// A linear warm-up to the full learning rate in `warmup` steps, then a cosine decay in `decay` steps (Loshchilov &
// Hutter 2017, arXiv:1608.03983) to `least` times the rate, where it stays. 0 steps: no warm-up, or no decay.
struct Schedule {
  std::size_t warmup = 0, decay = 0;
  double least = 0;
};

// "range": their paths are /optimizer/… and /schedule/….
MaybeError check_optimizer(const OptimizerOptions& options);
MaybeError check_schedule(const Schedule& schedule);

// The factor of the learning rate at a step. The first step is 1.
double rate_factor(const Schedule& schedule, std::size_t step);

class Optimizer {
 public:
  Optimizer(const OptimizerOptions& options, const Schedule& schedule, std::size_t count);

  // Takes one step, and overwrites the gradients. Returns their norm before clipping. If it is not finite, nothing
  // changes.
  double step(std::span<float> numbers, std::span<float> gradients);

  std::size_t steps() const { return steps_; }

  // Its state beside the numbers.
  std::span<const float> state() const { return state_; }
  void restore(std::span<const float> state, std::size_t steps);
  // "range" with the path /snapshot if a moving mean of squares is negative.
  MaybeError check_state(std::span<const float> state) const;
  void set_steps(std::size_t steps) { steps_ = steps; }

  // The size of the state for `count` numbers.
  static std::size_t size_of_state(OptimizerOptions::Kind kind, std::size_t count);

 private:
  OptimizerOptions options_;
  Schedule schedule_;
  std::size_t steps_ = 0;
  // sgd: b. adam, adamw: m, then v.
  std::vector<float> state_;
};

}  // namespace self_attention::training
