// Runs for JavaScript.
#include "../training/run.hpp"

#include <emscripten/bind.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../training/sampling.hpp"
#include "descriptions.hpp"
#include "loss.hpp"
#include "scene.hpp"
#include "tensors.hpp"

namespace self_attention::bindings {
namespace {

using namespace training;
using emscripten::val;

EMSCRIPTEN_DECLARE_VAL_TYPE(TrainedTensors)  // TrainedTensor[]
EMSCRIPTEN_DECLARE_VAL_TYPE(Measures)        // CoreHeadMeasures[]

struct TrainedTensor {
  std::string name, path;
  std::size_t layer;
  NumberArray shape{val::undefined()};
};

struct EvaluationAnswer {
  MaybeError error;
  Outcome outcome;
  Measures heads{val::array()};
};

// A chosen symbol, or an error.
struct SampleAnswer {
  MaybeError error;
  std::size_t chosen = 0;
};

TextArray get_fixed(const RunOptions& options) {
  return TextArray(val::array(options.fixed));
}
void set_fixed(RunOptions& options, TextArray given) {
  options.fixed = emscripten::vecFromJSArray<std::string>(given);
}

val numbers_of(const Batch& batch, bool targets) {
  return targets ? val::array(batch.targets.begin(), batch.targets.end())
                 : val::array(batch.ids.begin(), batch.ids.end());
}

class TrainingRun {
 public:
  MaybeError begin(Scene& scene, RunOptions& options, const TensorArray& tensors) {
    auto own = std::make_unique<Scene>(std::move(scene));
    read_tensors(tensors, *own);
    if (options.loss) read_tensors(tensors, *options.loss);
    return run_.begin(std::move(own), options);
  }

  MaybeError step(std::size_t count) { return run_.step(count); }
  Outcome outcome() const { return run_.outcome(); }
  std::size_t steps() const { return run_.steps(); }
  double bytes() const { return static_cast<double>(run_.bytes()); }

  // `without`: the layer and the head of each head that is left out, one after the other.
  EvaluationAnswer evaluate(std::size_t examples, std::uint32_t seed, const NumberArray& without) {
    EvaluationAnswer answer;
    Evaluation evaluation;
    const std::vector<std::size_t> places = shape_from(without);
    std::vector<HeadPlace> heads;
    for (std::size_t at = 0; at + 1 < places.size(); at += 2) heads.push_back({places[at], places[at + 1]});
    answer.error = run_.evaluate(examples, seed, evaluation, heads);
    if (answer.error) return answer;
    answer.outcome = evaluation.outcome;
    for (const HeadMeasures& head : evaluation.heads) answer.heads.call<void>("push", head);
    return answer;
  }

  TrainedTensors tensors() const {
    val all = val::array();
    for (const Trained& tensor : run_.trained().tensors) {
      all.call<void>(
          "push", TrainedTensor{std::string(std::string_view(tensor.name)), std::string(std::string_view(tensor.path)),
                                tensor.layer, NumberArray(val::array(tensor.shape.begin(), tensor.shape.end()))});
    }
    return TrainedTensors(all);
  }
  // The numbers of the tensor with that index.
  FloatArray numbers(std::size_t index) {
    const Trained& tensor = run_.trained().tensors[index];
    const float* first = run_.trained().of(tensor);
    numbers_.assign(first, first + tensor.size);
    return view_of(numbers_);
  }

  TextArray symbols() const { return TextArray(val::array(run_.symbols())); }
  NumberArray tokens(std::uint32_t seed) { return NumberArray(numbers_of(run_.example(seed), false)); }
  NumberArray targets(std::uint32_t seed) { return NumberArray(numbers_of(run_.example(seed), true)); }
  NumberArray drawn_tokens(std::size_t steps) { return NumberArray(numbers_of(run_.batch_after(steps), false)); }
  NumberArray drawn_targets(std::size_t steps) { return NumberArray(numbers_of(run_.batch_after(steps), true)); }

  // The sequences of an evaluation, which `evaluatedTokens` and `evaluatedTargets` return.
  MaybeError draw_evaluated(std::size_t examples, std::uint32_t seed) {
    return run_.evaluation_batch(examples, seed, evaluated_);
  }
  NumberArray evaluated_tokens() { return NumberArray(numbers_of(evaluated_, false)); }
  NumberArray evaluated_targets() { return NumberArray(numbers_of(evaluated_, true)); }

  MaybeError predict(const NumberArray& given) {
    return run_.predict(emscripten::vecFromJSArray<std::uint32_t>(given), predicted_);
  }
  MaybeError attention(const NumberArray& given) {
    return run_.attention(emscripten::vecFromJSArray<std::uint32_t>(given), predicted_);
  }
  // The symbol that follows these tokens. `takePredicted` then has the probabilities from which it was drawn.
  // `mask`: in place of the scene's.
  SampleAnswer sample(const NumberArray& given, double temperature, std::size_t top_k, std::uint32_t seed,
                      const std::optional<Mask>& mask) {
    SampleAnswer answer;
    const std::vector<std::uint32_t> ids = emscripten::vecFromJSArray<std::uint32_t>(given);
    answer.error = run_.predict(ids, predicted_, mask ? &*mask : nullptr);
    if (answer.error) return answer;
    const std::size_t tokens = predicted_.shape(0), symbols = predicted_.shape(1);
    Sample drawn;
    answer.error = training::sample({predicted_.data() + (tokens - 1) * symbols, symbols}, {temperature, top_k, seed},
                                    tokens, drawn);
    predicted_ = Tensor(Tensor::shape_type{drawn.probabilities.size()});
    std::copy(drawn.probabilities.begin(), drawn.probabilities.end(), predicted_.data());
    answer.chosen = drawn.chosen;
    return answer;
  }
  // The numbers of the last `predict`, `attention` or `sample`, which are then freed.
  FloatArray take_predicted() {
    const Tensor predicted = std::exchange(predicted_, no_tensor());
    return copy_of(predicted);
  }

  MaybeError ask(const NumberArray& given) {
    return run_.targets(emscripten::vecFromJSArray<std::uint32_t>(given), targets_);
  }
  // Of the last `ask`.
  NumberArray answers() { return NumberArray(val::array(targets_.begin(), targets_.end())); }

  std::size_t snapshot_size() const { return run_.snapshot_size(); }
  FloatArray snapshot() {
    numbers_ = run_.snapshot();
    return view_of(numbers_);
  }
  // The tensor is the snapshot.
  MaybeError restore(const TensorArray& snapshot, std::size_t steps) {
    const auto given = emscripten::vecFromJSArray<NamedTensor>(snapshot);
    const Tensor numbers = tensor_from(given.front());
    return run_.restore({numbers.data(), numbers.size()}, steps);
  }

 private:
  Run run_;
  // Returned as views.
  std::vector<float> numbers_;
  Batch evaluated_;
  std::vector<std::int32_t> targets_;
  Tensor predicted_ = no_tensor();
};

}  // namespace

EMSCRIPTEN_BINDINGS(training_options) {
  using namespace emscripten;

  register_optional<TaskOptions>();
  register_optional<Loss>();
  register_optional<Mask>();

  enum_<TaskOptions::Kind>("TaskKind", enum_value_type::string)
      .value("copy", TaskOptions::Kind::copy)
      .value("reverse", TaskOptions::Kind::reverse)
      .value("previous", TaskOptions::Kind::previous)
      .value("induction", TaskOptions::Kind::induction)
      .value("sort", TaskOptions::Kind::sort)
      .value("count", TaskOptions::Kind::count)
      .value("brackets", TaskOptions::Kind::brackets)
      .value("modularAddition", TaskOptions::Kind::modular_addition)
      .value("recall", TaskOptions::Kind::recall)
      .value("text", TaskOptions::Kind::text);
  enum_<OptimizerOptions::Kind>("OptimizerKind", enum_value_type::string)
      .value("sgd", OptimizerOptions::Kind::sgd)
      .value("adam", OptimizerOptions::Kind::adam)
      .value("adamw", OptimizerOptions::Kind::adamw);
  value_object<TaskOptions>("Task")
      .field("kind", &TaskOptions::kind)
      .field("length", &TaskOptions::length)
      .field("vocabulary", &TaskOptions::vocabulary)
      .field("text", &TaskOptions::text);
  value_object<OptimizerOptions>("OptimizerOptions")
      .field("kind", &OptimizerOptions::kind)
      .field("learningRate", &OptimizerOptions::learning_rate)
      .field("momentum", &OptimizerOptions::momentum)
      .field("beta1", &OptimizerOptions::beta1)
      .field("beta2", &OptimizerOptions::beta2)
      .field("epsilon", &OptimizerOptions::epsilon)
      .field("weightDecay", &OptimizerOptions::weight_decay)
      .field("clip", &OptimizerOptions::clip);
  value_object<Schedule>("Schedule")
      .field("warmup", &Schedule::warmup)
      .field("decay", &Schedule::decay)
      .field("least", &Schedule::least);
  value_object<RunOptions>("RunOptions")
      .field("task", &RunOptions::task)
      .field("loss", &RunOptions::loss)
      .field("optimizer", &RunOptions::optimizer)
      .field("schedule", &RunOptions::schedule)
      .field("batch", &RunOptions::batch)
      .field("seed", &RunOptions::seed)
      .field("tied", &RunOptions::tied)
      .field("fixed", &get_fixed, &set_fixed);
}

EMSCRIPTEN_BINDINGS(training) {
  using namespace emscripten;

  register_type<TrainedTensors>("TrainedTensor[]");
  register_type<Measures>("CoreHeadMeasures[]");
  value_object<Outcome>("Outcome")
      .field("loss", &Outcome::loss)
      .field("right", &Outcome::right)
      .field("targeted", &Outcome::targeted);
  value_object<HeadMeasures>("CoreHeadMeasures")
      .field("layer", &HeadMeasures::layer)
      .field("head", &HeadMeasures::head)
      .field("previousToken", &HeadMeasures::previous_token)
      .field("firstToken", &HeadMeasures::first_token)
      .field("induction", &HeadMeasures::induction)
      .field("sameToken", &HeadMeasures::same_token);
  value_object<EvaluationAnswer>("EvaluationAnswer")
      .field("error", &EvaluationAnswer::error)
      .field("outcome", &EvaluationAnswer::outcome)
      .field("heads", &EvaluationAnswer::heads);
  value_object<SampleAnswer>("SampleAnswer")
      .field("error", &SampleAnswer::error)
      .field("chosen", &SampleAnswer::chosen);
  value_object<TrainedTensor>("TrainedTensor")
      .field("name", &TrainedTensor::name)
      .field("path", &TrainedTensor::path)
      .field("layer", &TrainedTensor::layer)
      .field("shape", &TrainedTensor::shape);

  class_<TrainingRun>("TrainingRun")
      .constructor<>()
      .function("begin(scene, options, tensors)", &TrainingRun::begin)
      .function("step(count)", &TrainingRun::step)
      .function("outcome", &TrainingRun::outcome)
      .function("steps", &TrainingRun::steps)
      .function("bytes", &TrainingRun::bytes)
      .function("evaluate(examples, seed, without)", &TrainingRun::evaluate)
      .function("tensors", &TrainingRun::tensors)
      .function("numbers(index)", &TrainingRun::numbers)
      .function("symbols", &TrainingRun::symbols)
      .function("tokens(seed)", &TrainingRun::tokens)
      .function("targets(seed)", &TrainingRun::targets)
      .function("drawnTokens(steps)", &TrainingRun::drawn_tokens)
      .function("drawnTargets(steps)", &TrainingRun::drawn_targets)
      .function("drawEvaluated(examples, seed)", &TrainingRun::draw_evaluated)
      .function("evaluatedTokens", &TrainingRun::evaluated_tokens)
      .function("evaluatedTargets", &TrainingRun::evaluated_targets)
      .function("predict(tokens)", &TrainingRun::predict)
      .function("attention(tokens)", &TrainingRun::attention)
      .function("sample(tokens, temperature, topK, seed, mask)", &TrainingRun::sample)
      .function("takePredicted", &TrainingRun::take_predicted)
      .function("ask(tokens)", &TrainingRun::ask)
      .function("answers", &TrainingRun::answers)
      .function("snapshot", &TrainingRun::snapshot)
      .function("snapshotSize", &TrainingRun::snapshot_size)
      .function("restore(snapshot, steps)", &TrainingRun::restore);
}

}  // namespace self_attention::bindings
