// A model in training.
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

// Sequences of a batch, and of an evaluation.
inline constexpr std::size_t max_batch = 1024, max_evaluated = 4096;
// Steps of a run. Counts have 32 bits in WebAssembly.
inline constexpr std::size_t max_steps = 1'000'000'000;
// Bytes of a run: its parameters, the optimiser's state, and everything that a step computes.
inline constexpr std::size_t most_bytes = std::size_t{256} << 20;

struct RunOptions {
  // Either a task, whose sequences replace the scene's tokens, or a loss of the scene itself.
  std::optional<TaskOptions> task{};
  std::optional<Loss> loss{};
  OptimizerOptions optimizer{};
  Schedule schedule{};
  std::size_t batch = 16;  // sequences of a step
  std::uint32_t seed = 1;  // of the sequences
  // task: whether the unembedding is E, or separate columns, which are trained.
  bool tied = true;
  // For tests: computes one sequence at a time even where a whole batch is possible, to compare the two.
  bool by_sequence = false;
  // Names of parameters that are not trained: E, w_q …
  std::vector<std::string> fixed{};
};

// The patterns of a head, from 0 to 1: the attention to the previous token and to the first, averaged over all tokens
// but the first; and, for drawn tokens that repeat, the attention to the token after the last occurrence of the same
// token (prefix matching; Olsson et al. 2022, arXiv:2209.11895) and to that occurrence itself (duplicate token head;
// Wang et al. 2022, arXiv:2211.00593).
struct HeadMeasures {
  std::size_t layer, head;
  double previous_token, first_token;
  // Absent for sequences of fewer than four tokens.
  std::optional<double> induction, same_token;
};

// A head of a model: its layer, and its place in the layer, from 0.
struct HeadPlace {
  std::size_t layer, head;
};

struct Evaluation {
  Outcome outcome;
  std::vector<HeadMeasures> heads;
};

class Run {
 public:
  // Errors: those of the scene, with paths in it; those of the options, with paths /task/…, /loss/…, /optimizer/…,
  // /schedule/… and /batch; "too-large" with the bytes and the limit, before anything is allocated; "empty" if nothing
  // is left to train; "no-gradient". After an error the run cannot be used.
  MaybeError begin(std::unique_ptr<Scene> scene, const RunOptions& options);

  // Takes `count` steps. Errors: "not-finite" when the loss or a parameter is no longer finite. The parameters are then
  // the last finite ones, and every further step fails until `restore`. "range" beyond max_steps.
  MaybeError step(std::size_t count);

  // The outcome of all steps of the last call.
  const Outcome& outcome() const { return outcome_; }
  std::size_t steps() const { return optimizer_->steps(); }

  // On sequences that were not trained on. The heads `without` are left out (ablated): their results reach w_o as 0.
  // The run itself does not change. Errors: "range" and "too-large" for `examples`; "out-of-range" for a head that the
  // model does not have; "unknown-tensor" without w_o.
  MaybeError evaluate(std::size_t examples, std::uint32_t seed, Evaluation& evaluation,
                      std::span<const HeadPlace> without = {});

  const TrainedNumbers& trained() const { return trained_; }
  // The text of each row of E, and of each column of the unembedding.
  const std::vector<std::string>& symbols() const { return symbols_; }
  // A sequence of the task as indices of symbols, with its targets; or the scene's own tokens.
  Batch example(std::uint32_t seed);
  // The batch of the step that follows `steps` others; or the scene's own tokens.
  Batch batch_after(std::size_t steps);
  // The sequences of `evaluate`, with the same errors.
  MaybeError evaluation_batch(std::size_t examples, std::uint32_t seed, Batch& batch);
  // The model's output for some tokens: the probability of each symbol at each token (T, V), and the weights
  // (layers, H, T, T). Errors: those of `attend`, "empty" for a run without a task, "too-large".
  // `mask`: in place of the scene's, or null.
  MaybeError predict(std::span<const std::uint32_t> ids, Tensor& probabilities, const Mask* mask = nullptr) const;
  MaybeError attention(std::span<const std::uint32_t> ids, Tensor& weights) const;
  // The answers at these tokens. Errors: "empty" for a run without a task, "out-of-range" for an unknown symbol.
  MaybeError targets(std::span<const std::uint32_t> ids, std::vector<std::int32_t>& targets);
  // Approximate memory.
  std::size_t bytes() const { return bytes_; }

  // The whole state: the trained numbers and the optimiser's.
  std::vector<float> snapshot() const;
  std::size_t snapshot_size() const { return trained_.numbers.size() + optimizer_->state().size(); }
  // Errors: "shape" for another number of numbers, "not-finite", and "range" for steps beyond max_steps and for a state
  // that no optimiser can have. After an error the run is as it was.
  MaybeError restore(std::span<const float> snapshot, std::size_t steps);

 private:
  MaybeError draw_task(Scene& scene);
  MaybeError take_parameters(Scene& scene);
  MaybeError check_size(const Trace& trace);
  void draw(Batch& batch, std::size_t count, std::uint64_t seed, std::uint64_t stream);
  void draw_batch();
  void take_part(std::size_t index);
  MaybeError learn();
  MaybeError take_step();
  bool update();
  // The portion of an evaluation that begins with sequence `from`.
  void draw_portion(Batch& batch, std::size_t from, std::size_t examples, std::uint32_t seed);
  MaybeError leave_out(std::span<const HeadPlace> heads, TrainedNumbers& trained) const;
  MaybeError measure(const TrainedNumbers& trained, std::size_t examples, std::uint32_t seed, Evaluation& evaluation);

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
  // The parameters of the last finite loss.
  std::vector<float> last_finite_;
  MaybeError stopped_;
};

}  // namespace self_attention::training
