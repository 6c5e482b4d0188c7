#include "run.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "../kernels/training.hpp"
#include "../scene/checks.hpp"
#include "../scene/parameters.hpp"
#include "../trace/incremental_trace.hpp"

namespace self_attention::training {
namespace {

// A batch of at least two sequences is learned from in two parts. The number of parts decides the order of the sums,
// and so the last bits of every run.
constexpr std::size_t most_parts = 2;

constexpr StaticString unembedding_name = "unembedding";

MaybeError check_embedding(const Scene& scene) {
  if (!scene.encoder.tokens.empty()) {
    return error("range", "/encoder", "a task has sequences of one kind: there can be no encoder");
  }
  switch (scene.embedding.kind) {
    case Embedding::Kind::given:
    case Embedding::Kind::zero:
    case Embedding::Kind::qkv:
      return error("range", "/embedding/kind", "a task has tokens of its own: the embedding must have a row for each");
    default:
      return {};
  }
}

// With `lazy`, describes every step and computes none.
MaybeError trace_of(const Scene& scene, IncrementalTrace& incremental, bool lazy) {
  return incremental.update(std::make_unique<Scene>(scene), lazy);
}

// The embeddings of all symbols, in their order.
MaybeError embeddings_of(const Scene& scene, const std::vector<std::string>& symbols, Tensor& E) {
  Scene words;
  words.embedding = scene.embedding;
  words.parameters.kind = Parameters::Kind::identity;
  words.tokens = symbols;
  IncrementalTrace incremental;
  if (auto wrong = trace_of(words, incremental, true)) return wrong;
  auto& found = const_cast<TraceTensor&>(*incremental.trace().find("E"));
  E = Tensor::from_shape(found.shape);
  return incremental.evaluator().read(found, 0, {0, found.rows}, {0, found.width}, E.data());
}

std::vector<std::string> as_ids(std::size_t count) {
  std::vector<std::string> ids;
  for (std::size_t id = 0; id < count; ++id) ids.push_back(std::to_string(id));
  return ids;
}

// The index of a token's row in E.
std::uint32_t id_of(const std::string& token, const std::vector<std::string>& vocabulary) {
  return static_cast<std::uint32_t>(std::find(vocabulary.begin(), vocabulary.end(), token) - vocabulary.begin());
}

void to_ids(std::vector<std::string>& tokens, const std::vector<std::string>& vocabulary) {
  for (std::string& token : tokens) token = std::to_string(id_of(token, vocabulary));
}

std::size_t count_targets(const Batch& batch) {
  return static_cast<std::size_t>(std::count_if(batch.targets.begin(), batch.targets.end(),
                                                [](std::int32_t target) { return target != no_target; }));
}

void add_to(Outcome& sum, const Outcome& one) {
  sum.loss += one.loss;
  sum.right += one.right;
  sum.targeted += one.targeted;
}

StaticString path_of(StaticString name) {
  for (const MatrixName& matrix : matrix_names) {
    if (matrix.name == std::string_view(name)) return matrix.path;
  }
  return name == "E" ? "/embedding/rows" : name == unembedding_name ? "" : "/positions/rows";
}

}  // namespace

MaybeError Run::begin(std::unique_ptr<Scene> given, const RunOptions& options) {
  Scene& scene = *given;
  options_ = options;
  if (auto wrong = check_optimizer(options.optimizer)) return wrong;
  if (auto wrong = check_schedule(options.schedule)) return wrong;
  if (auto wrong = check_count(options.batch, max_batch, "batch", "/batch")) return wrong;
  if (options.task) {
    if (auto wrong = draw_task(scene)) return wrong;
  }
  if (auto wrong = take_parameters(scene)) return wrong;
  layers_ = scene.layers;
  heads_ = scene.attention.heads;
  write_to(scene, trained_);
  scene_ = scene;
  model_ = options.loss                                          ? model_of(scene, *options.loss)
           : !options.by_sequence && is_batched(scene, trained_) ? batched_model_of(scene)
                                                                 : model_of(scene);
  optimizer_.emplace(options.optimizer, options.schedule, trained_.numbers.size());
  last_finite_ = trained_.numbers;
  gradients_.resize(trained_.gradients.size());
  // The first batch shows whether every step has a derivative.
  draw_batch();
  return learn();
}

// The scene's tokens become a sequence of the task.
MaybeError Run::draw_task(Scene& scene) {
  if (auto wrong = check_embedding(scene)) return wrong;
  task_.emplace();
  if (auto wrong = make_task(*options_.task, *task_)) return wrong;
  symbols_ = task_->symbols;
  const bool ids = scene.embedding.kind == Embedding::Kind::ids;
  if (ids && scene.embedding.rows.shape(0) < symbols_.size()) {
    return error("shape", "/embedding/rows", "there are {} rows for {} symbols", scene.embedding.rows.shape(0),
                 symbols_.size());
  }
  if (scene.embedding.kind == Embedding::Kind::one_hot && scene.embedding.d_model == 0) {
    scene.embedding.d_model = symbols_.size();
  }
  Batch one;
  draw(one, 1, options_.seed, for_example);
  scene.tokens.clear();
  for (const std::uint32_t id : one.ids) scene.tokens.push_back(ids ? std::to_string(id) : symbols_[id]);
  return {};
}

// Afterwards the embedding is ids, and the parameters are a stack.
MaybeError Run::take_parameters(Scene& scene) {
  IncrementalTrace incremental;
  if (auto wrong = trace_of(scene, incremental, true)) return wrong;
  if (auto wrong = check_size(incremental.trace())) return wrong;
  if (auto wrong = incremental.evaluator().compute_all()) return wrong;
  const Trace& trace = incremental.trace();
  const bool zero = scene.embedding.kind == Embedding::Kind::zero;
  const auto stays = [this](StaticString name) {
    return std::find(options_.fixed.begin(), options_.fixed.end(), std::string_view(name)) != options_.fixed.end();
  };
  if (!task_) symbols_ = trace.vocabulary;
  for (const TraceTensor& traced : trace.parameters) {
    Tensor numbers = traced.tensor;
    if (task_ && traced.name == "E") {
      const bool ids = scene.embedding.kind == Embedding::Kind::ids;
      if (auto wrong = embeddings_of(scene, ids ? as_ids(symbols_.size()) : symbols_, numbers)) return wrong;
    }
    trained_.add(traced.name, path_of(traced.name), traced.layer, numbers,
                 stays(traced.name) || (zero && traced.name == "E"));
  }
  if (task_ && !options_.tied) {
    const std::size_t width = trace.steps.back().width;
    Tensor unembedding(Tensor::shape_type{width, symbols_.size()});
    fill(unembedding.data(), width, symbols_.size(), {.distribution = Distribution::xavier, .seed = options_.seed},
         for_unembedding);
    trained_.add(unembedding_name, "", 0, unembedding, stays(unembedding_name));
  }
  for (const std::string& name : options_.fixed) {
    if (std::none_of(trained_.tensors.begin(), trained_.tensors.end(),
                     [&](const Trained& tensor) { return tensor.name == std::string_view(name); })) {
      return error("unknown-tensor", "/fixed", "there is no parameter {}", name);
    }
  }
  if (std::all_of(trained_.tensors.begin(), trained_.tensors.end(), [](const Trained& one) { return one.fixed; })) {
    return error("empty", "/parameters", "there is nothing to train");
  }
  for (const std::string& token : scene.tokens) own_tokens_.push_back(id_of(token, trace.vocabulary));
  if (const Trained* E = trained_.find("E")) {
    if (!task_ && scene.embedding.kind != Embedding::Kind::ids) {
      to_ids(scene.tokens, trace.vocabulary);
      to_ids(scene.encoder.tokens, trace.vocabulary);
    }
    scene.embedding.kind = Embedding::Kind::ids;
    scene.embedding.row_names.clear();
    scene.embedding.rows = Tensor::from_shape(E->shape);
  }
  scene.parameters.kind = Parameters::Kind::given;
  scene.parameters.matrices = {};
  scene.parameters.stack.assign(scene.layers, {});
  return {};
}

MaybeError Run::check_size(const Trace& trace) {
  double parameters = 0, steps = 0;
  for (const TraceTensor& traced : trace.parameters) {
    parameters +=
        static_cast<double>(traced.heads) * static_cast<double>(traced.rows) * static_cast<double>(traced.width);
  }
  for (const TraceTensor& traced : trace.steps) {
    steps += static_cast<double>(traced.heads) * static_cast<double>(traced.rows) * static_cast<double>(traced.width);
  }
  const double words = static_cast<double>(symbols_.size()) * static_cast<double>(trace.steps.back().width);
  // Seven copies of the parameters: themselves, gradients of a part and of the batch, the optimiser's two, the last
  // finite ones and the scene's. Three of a step's tensors: themselves, their gradients, and temporaries.
  if (task_) steps *= static_cast<double>(options_.batch);
  const double count = 7 * (parameters + 2 * words) + 3 * steps +
                       4 * static_cast<double>(trace.scene->tokens.size()) * static_cast<double>(options_.batch);
  if (auto wrong = check_bytes(count * sizeof(float), most_bytes)) return wrong;
  bytes_ = static_cast<std::size_t>(count) * sizeof(float);
  return check_memory(bytes_);
}

void Run::draw(Batch& batch, std::size_t count, std::uint64_t seed, std::uint64_t stream) {
  const std::size_t tokens = task_->tokens;
  batch.count = count;
  batch.tokens = tokens;
  batch.ids.resize(count * tokens);
  batch.targets.resize(count * tokens);
  std::fill(batch.targets.begin(), batch.targets.end(), no_target);
  Pcg32 random(seed, stream);
  for (std::size_t sequence = 0; sequence < count; ++sequence) {
    draw_sequence(*task_, random, &batch.ids[sequence * tokens], &batch.targets[sequence * tokens]);
  }
  batch.targeted = batch.averaged = count_targets(batch);
}

// Draws the next batch. A run without a task has none.
void Run::draw_batch() {
  if (task_) draw(batch_, options_.batch, options_.seed, for_steps + optimizer_->steps());
}

// The parts have the same number of sequences; of an odd number the last has one more.
void Run::take_part(std::size_t index) {
  const std::size_t tokens = batch_.tokens, count = std::min(most_parts, batch_.count);
  const std::size_t from = index * batch_.count / count, to = (index + 1) * batch_.count / count;
  const auto first = static_cast<std::ptrdiff_t>(from * tokens), last = static_cast<std::ptrdiff_t>(to * tokens);
  part_.count = to - from;
  part_.tokens = tokens;
  part_.ids.assign(batch_.ids.begin() + first, batch_.ids.begin() + last);
  part_.targets.assign(batch_.targets.begin() + first, batch_.targets.begin() + last);
  part_.targeted = count_targets(part_);
  part_.averaged = batch_.averaged;
}

// The outcome of the next batch, and its gradients.
MaybeError Run::learn() {
  outcome_ = {};
  for (std::size_t index = 0; index < std::clamp<std::size_t>(batch_.count, 1, most_parts); ++index) {
    if (task_) take_part(index);
    Outcome outcome;
    if (auto wrong = model_->learn(part_, trained_, outcome)) return wrong;
    add_to(outcome_, outcome);
    if (index == 0) {
      std::swap(gradients_, trained_.gradients);
    } else {
      kernels::add(trained_.gradients.data(), gradients_.data(), gradients_.size());
    }
  }
  return {};
}

// False where the gradient or a parameter is not finite.
bool Run::update() {
  last_finite_ = trained_.numbers;
  for (const Trained& tensor : trained_.tensors) {
    if (tensor.fixed) std::fill_n(&gradients_[tensor.from], tensor.size, 0.0F);
  }
  const bool finite = std::isfinite(optimizer_->step(trained_.numbers, gradients_));
  // Weight decay changes numbers without a gradient too.
  for (const Trained& tensor : trained_.tensors) {
    if (tensor.fixed) std::copy_n(&last_finite_[tensor.from], tensor.size, &trained_.numbers[tensor.from]);
  }
  const std::size_t count = trained_.numbers.size();
  return finite && kernels::first_not_finite(trained_.numbers.data(), count, false) == count;
}

MaybeError Run::take_step() {
  draw_batch();
  const std::size_t before = optimizer_->steps();
  const MaybeError wrong = learn();
  if (wrong && wrong->code != "not-finite") return wrong;
  if (!wrong && std::isfinite(outcome_.loss) && update()) return {};
  trained_.numbers = last_finite_;
  optimizer_->set_steps(before);
  stopped_ = error("not-finite", "/optimizer/learningRate",
                   "after step {} the loss is no number; the learning rate is {}: a smaller one may go on", before,
                   options_.optimizer.learning_rate);
  return stopped_;
}

MaybeError Run::step(std::size_t count) {
  if (stopped_) return stopped_;
  if (count > max_steps - optimizer_->steps()) {
    return error("range", "/steps", "{} more steps after {}; the limit is {}", count, optimizer_->steps(), max_steps);
  }
  Outcome all;
  for (std::size_t step = 0; step < count; ++step) {
    if (auto wrong = take_step()) return wrong;
    add_to(all, outcome_);
  }
  outcome_ = all;
  outcome_.loss /= static_cast<double>(count);
  return {};
}

Batch Run::example(std::uint32_t seed) {
  Batch batch;
  if (task_) {
    draw(batch, 1, seed, for_example);
  } else {
    batch.count = 1;
    batch.tokens = own_tokens_.size();
    batch.ids = own_tokens_;
    batch.targets.assign(own_tokens_.size(), no_target);
  }
  return batch;
}

Batch Run::batch_after(std::size_t steps) {
  if (!task_) return example(0);
  Batch batch;
  draw(batch, options_.batch, options_.seed, for_steps + steps);
  return batch;
}

MaybeError Run::predict(std::span<const std::uint32_t> ids, Tensor& probabilities, const Mask* mask) const {
  if (!task_) return error("empty", "/task", "there is no task whose symbols could be predicted");
  if (mask != nullptr) {
    Scene scene = scene_;
    scene.attention.mask = *mask;
    return training::predict(scene, trained_, ids, probabilities);
  }
  return training::predict(scene_, trained_, ids, probabilities);
}

MaybeError Run::attention(std::span<const std::uint32_t> ids, Tensor& weights) const {
  if (!task_) return error("empty", "/task", "there is no task whose symbols could be predicted");
  return training::attention(scene_, trained_, ids, weights);
}

MaybeError Run::targets(std::span<const std::uint32_t> ids, std::vector<std::int32_t>& targets) {
  if (!task_) return error("empty", "/task", "there is no task that could say what is right");
  const auto other = std::find_if(ids.begin(), ids.end(), [this](std::uint32_t id) { return id >= symbols_.size(); });
  if (other != ids.end()) {
    return error("out-of-range", "/tokens", "token {}; the task has {} symbols", *other, symbols_.size());
  }
  targets = targets_of(*task_, ids);
  return {};
}

std::vector<float> Run::snapshot() const {
  std::vector<float> all = trained_.numbers;
  const auto state = optimizer_->state();
  all.insert(all.end(), state.begin(), state.end());
  return all;
}

MaybeError Run::restore(std::span<const float> snapshot, std::size_t steps) {
  const std::size_t count = trained_.numbers.size(), size = snapshot_size();
  if (snapshot.size() != size) {
    return error("shape", "/snapshot", "the snapshot has {} numbers; this run has {}", snapshot.size(), size);
  }
  if (kernels::first_not_finite(snapshot.data(), size, false) != size) {
    return error("not-finite", "/snapshot", "a number of the snapshot is not finite");
  }
  if (steps > max_steps) return error("range", "/snapshot", "step is {}; the limit is {}", steps, max_steps);
  if (auto wrong = optimizer_->check_state(snapshot.subspan(count))) return wrong;
  std::copy_n(snapshot.begin(), count, trained_.numbers.begin());
  optimizer_->restore(snapshot.subspan(count), steps);
  last_finite_ = trained_.numbers;
  stopped_ = {};
  return {};
}

}  // namespace self_attention::training
