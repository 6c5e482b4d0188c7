// A model that is being trained.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../attention.hpp"
#include "../gradient/gradient.hpp"
#include "model.hpp"
#include "optimizer.hpp"
#include "task.hpp"

namespace self_attention::training {

// Sequences that are learned from at a time, and that are looked at.
inline constexpr std::size_t most_learned_from = 1024, most_looked_at = 4096;
// What a run may take: its parameters, what the optimiser keeps of each, and all that a step computes.
inline constexpr std::size_t most_bytes = std::size_t{256} << 20;

struct RunOptions {
  // Either a task, whose sequences stand in place of the scene's tokens, or a loss of the scene itself.
  std::optional<TaskOptions> task{};
  std::optional<Loss> loss{};
  OptimizerOptions optimizer{};
  Schedule schedule{};
  std::size_t batch = 16;  // sequences that are learned from at a time
  std::uint32_t seed = 1;  // of the sequences
  // task: whether the last tensor is compared with E's rows, or with columns of its own, which are trained.
  bool tied = true;
  // Sequence by sequence, even where the model knows the scene a batch at a time: to hold one against the other.
  bool by_sequence = false;
  // Names of what stays as it is: E, w_q …
  std::vector<std::string> fixed{};
};

// What a head has become, from 0 to 1: how much a token looks at the one before it and at the first, the mean of all
// but the first; and how much at what came after its own last occurrence, where tokens that were drawn come a second
// time (prefix matching; Olsson et al. 2022, arXiv:2209.11895).
struct HeadMeasures {
  std::size_t layer, head;
  double previous_token, first_token;
  // None of sequences of less than four tokens.
  std::optional<double> induction;
};

struct Evaluation {
  Outcome outcome;
  std::vector<HeadMeasures> heads;
};

class Run {
 public:
  // Errors: those of the scene, their paths in it; of the options, their paths /task/…, /loss/…, /optimizer/…,
  // /schedule/… and /batch; "too-large" with the bytes it would take and the limit, before any of them is taken;
  // "empty" where nothing is left to be trained; "no-gradient". A run that was refused is of no use.
  Check begin(std::unique_ptr<Scene> scene, const RunOptions& options);

  // So many steps. Error: "not-finite" where the loss is no number any more; then the parameters are those of the last
  // step whose loss was one, and so it stays until `restore`.
  Check step(std::size_t count);

  // Of the steps of the last call together.
  const Outcome& outcome() const { return outcome_; }
  std::size_t steps() const { return optimizer_->steps(); }

  // On other sequences than those that are learned from. "range", "too-large" of the examples.
  Check evaluate(std::size_t examples, std::uint32_t seed, Evaluation& evaluation);

  const TrainedNumbers& trained() const { return trained_; }
  // The text of every symbol: a row of E, a column of the unembedding.
  const std::vector<std::string>& symbols() const { return symbols_; }
  // A sequence of the task as places in the symbols, and its targets; or the scene's own tokens.
  Batch example(std::uint32_t seed);
  // The sequences that the step after so many others learns from; or the scene's own tokens.
  Batch sequences(std::size_t steps);
  // Those that `evaluate` looks at. Errors: as there.
  Check evaluated(std::size_t examples, std::uint32_t seed, Batch& batch);
  // Errors: as `attend`, and "empty" of a run without a task.
  Check predict(std::span<const std::uint32_t> ids, Prediction& prediction) const;
  // What is to be said at such tokens. Errors: "empty" of a run without a task, "out-of-range" of what is no symbol.
  Check targets(std::span<const std::uint32_t> ids, std::vector<std::int32_t>& targets);
  // What the run takes.
  std::size_t bytes() const { return bytes_; }

  // All that decides how it goes on: the numbers, and what the optimiser keeps.
  std::vector<float> snapshot() const;
  // "shape" unless it is of such a run.
  Check restore(std::span<const float> snapshot, std::size_t steps);

 private:
  Check draw_task(Scene& scene);
  Check take_parameters(Scene& scene);
  Check check_size(const Trace& trace);
  void draw(Batch& batch, std::size_t count, std::uint64_t seed, std::uint64_t stream);
  void draw_batch();
  void take_part(std::size_t index);
  Check learn();
  Check take_step();
  bool update();
  // The sequences from that one on that are looked at together.
  void draw_portion(Batch& batch, std::size_t from, std::size_t examples, std::uint32_t seed);
  Check measure(std::size_t examples, std::uint32_t seed, Evaluation& evaluation);

  RunOptions options_;
  Scene scene_;
  std::optional<Task> task_;
  std::vector<std::string> symbols_;
  std::vector<std::uint32_t> own_tokens_;
  std::size_t layers_ = 1, heads_ = 1, bytes_ = 0;
  TrainedNumbers trained_;
  std::unique_ptr<Model> model_;
  std::optional<Optimizer> optimizer_;
  // The batch of the next step, and the part of it that the model learns from.
  Batch batch_, part_;
  // The sum of the gradients of the batch's parts.
  std::vector<float> gradients_;
  Outcome outcome_;
  // The numbers whose loss was the last that was a number.
  std::vector<float> good_;
  Check stopped_;
};

}  // namespace self_attention::training
