// Evaluates a run on sequences that it is not trained on.
#include <algorithm>

#include "../scene/checks.hpp"
#include "../trace/head_patterns.hpp"
#include "run.hpp"

namespace self_attention::training {
namespace {

// Sequences for the measures of heads at most, and sequences of one portion.
constexpr std::size_t most_measured = 16, looked_at_once = 32;

}  // namespace

MaybeError Run::evaluate(std::size_t examples, std::uint32_t seed, Evaluation& evaluation,
                         std::span<const HeadPlace> without) {
  if (auto wrong = check_count(examples, max_evaluated, "examples", "/examples")) return wrong;
  TrainedNumbers part;
  if (!without.empty()) {
    part = trained_;
    if (auto wrong = leave_out(without, part)) return wrong;
  }
  const TrainedNumbers& trained = without.empty() ? trained_ : part;
  evaluation = {};
  if (!task_) examples = 1;
  Batch batch;
  for (std::size_t from = 0; from < examples; from += looked_at_once) {
    if (task_) draw_portion(batch, from, examples, seed);
    Outcome outcome;
    if (auto wrong = model_->evaluate(batch, trained, outcome, nullptr)) return wrong;
    // The mean is over targets, and portions may have different numbers of them.
    const double weight = task_ ? static_cast<double>(batch.targeted) : 1;
    evaluation.outcome.loss += outcome.loss * weight;
    evaluation.outcome.right += outcome.right;
    evaluation.outcome.targeted += outcome.targeted;
  }
  if (task_) evaluation.outcome.loss /= static_cast<double>(evaluation.outcome.targeted);
  return measure(trained, std::min(examples, most_measured), seed, evaluation);
}

// output = [z of head 0, z of head 1, …] · w_o: a head's result counts as 0 where its rows of w_o are 0.
MaybeError Run::leave_out(std::span<const HeadPlace> heads, TrainedNumbers& trained) const {
  for (const auto [layer, head] : heads) {
    if (layer >= layers_ || head >= heads_) {
      return error("out-of-range", "/without", "head {} of layer {}; there are {} heads in {} layers", head, layer,
                   heads_, layers_);
    }
    const Trained* w_o = trained.find("w_o", layer);
    if (w_o == nullptr) return error("unknown-tensor", "/without", "there is no w_o, so no head can be left out");
    const auto size = static_cast<std::ptrdiff_t>(w_o->size / heads_);
    const auto first = trained.numbers.begin() + static_cast<std::ptrdiff_t>(w_o->from);
    const auto rows = first + static_cast<std::ptrdiff_t>(head) * size;
    std::fill(rows, rows + size, 0.0F);
  }
  return {};
}

void Run::draw_portion(Batch& batch, std::size_t from, std::size_t examples, std::uint32_t seed) {
  const std::size_t count = std::min(looked_at_once, examples - from);
  draw(batch, count, seed, (std::uint64_t{for_evaluation} << 32U) + from);
}

MaybeError Run::evaluation_batch(std::size_t examples, std::uint32_t seed, Batch& batch) {
  if (auto wrong = check_count(examples, max_evaluated, "examples", "/examples")) return wrong;
  batch = example(seed);
  if (!task_) return {};
  batch.ids.clear();
  batch.targets.clear();
  Batch portion;
  for (std::size_t from = 0; from < examples; from += looked_at_once) {
    draw_portion(portion, from, examples, seed);
    batch.ids.insert(batch.ids.end(), portion.ids.begin(), portion.ids.end());
    batch.targets.insert(batch.targets.end(), portion.targets.begin(), portion.targets.end());
  }
  batch.count = examples;
  return {};
}

MaybeError Run::measure(const TrainedNumbers& trained, std::size_t examples, std::uint32_t seed,
                        Evaluation& evaluation) {
  Batch batch = example(seed);
  if (task_) draw(batch, examples, seed, std::uint64_t{for_evaluation} << 32U);
  const std::size_t tokens = batch.tokens, period = tokens / 2;
  const double sequences = static_cast<double>(batch.count);
  std::vector<HeadMeasures>& heads = evaluation.heads;
  for (std::size_t index = 0; index < layers_ * heads_; ++index)
    heads.push_back({index / heads_, index % heads_, 0, 0, {}, {}});
  bool any = false;
  Outcome outcome;
  if (auto wrong = model_->evaluate(batch, trained, outcome,
                                    [&](std::size_t, std::size_t layer, std::size_t head, const float* weights) {
                                      HeadMeasures& of = heads[layer * heads_ + head];
                                      of.previous_token += previous_token(weights, tokens) / sequences;
                                      of.first_token += first_token(weights, tokens) / sequences;
                                      any = true;
                                    })) {
    return wrong;
  }
  // Weights that are not square have no measures.
  if (!any) heads.clear();
  if (!any || !task_ || tokens < 4) return {};
  Pcg32 random(seed, for_measures);
  for (std::size_t index = 0; index < batch.ids.size(); ++index) {
    batch.ids[index] = index % tokens < period
                           ? static_cast<std::uint32_t>(random.uniform() * static_cast<double>(symbols_.size()))
                           : batch.ids[index - period];
  }
  for (HeadMeasures& of : heads) of.induction = of.same_token = 0;
  LastOccurrences last(tokens);
  for (std::size_t place = 0; place < tokens; ++place) last[place] = place < period ? place : place - period;
  return model_->evaluate(batch, trained, outcome,
                          [&](std::size_t, std::size_t layer, std::size_t head, const float* weights) {
                            HeadMeasures& of = heads[layer * heads_ + head];
                            *of.induction += prefix_matching(weights, last) / sequences;
                            *of.same_token += same_token(weights, last) / sequences;
                          });
}

}  // namespace self_attention::training
