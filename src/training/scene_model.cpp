#include <algorithm>
#include <cmath>
#include <utility>

#include "../gradient/backward.hpp"
#include "../scene/checks.hpp"
#include "../scene/parameters.hpp"
#include "../trace/incremental_trace.hpp"
#include "model.hpp"
#include "task.hpp"

namespace self_attention::training {
namespace {

Tensor* place_of(Scene& scene, const Trained& tensor) {
  if (tensor.name == "E") return &scene.embedding.rows;
  if (tensor.name == "P" || tensor.name == "E_rel" || tensor.name == "S_rel") return &scene.positions.rows;
  for (std::size_t index = 0; index < Matrices::count; ++index) {
    if (matrix_names[index].name == tensor.name) {
      return &scene.parameters.stack[tensor.layer][static_cast<Matrix>(index)];
    }
  }
  return nullptr;
}

// Of size 0 if the unembedding is tied to E.
Tensor unembedding_of(const TrainedNumbers& trained) {
  const Trained* found = trained.find("unembedding");
  if (found == nullptr) return no_tensor();
  Tensor unembedding = Tensor::from_shape(found->shape);
  std::copy_n(trained.of(*found), found->size, unembedding.data());
  return unembedding;
}

FloatMatrix logits_of(const Trace& trace, const Tensor& unembedding) {
  const TraceTensor& last = trace.steps.back();
  const auto rows = matrix_of(last.tensor, last);
  if (unembedding.size() > 0) return product(rows, FloatMatrix(unembedding));
  const TraceTensor& E = *trace.find("E");
  return product_with_transposed(rows, matrix_of(E.tensor, E));
}

class SceneModel : public Model {
 public:
  SceneModel(const Scene& scene, std::optional<Loss> loss) : scene_(scene), loss_(std::move(loss)) {}

  MaybeError learn(const Batch& batch, TrainedNumbers& trained, Outcome& outcome) override {
    write_to(scene_, trained);
    outcome = {};
    std::fill(trained.gradients.begin(), trained.gradients.end(), 0.0F);
    if (loss_) {
      if (auto wrong = attend(nullptr)) return wrong;
      return differentiate(*loss_, 1, trained, outcome);
    }
    for (std::size_t sequence = 0; sequence < batch.count; ++sequence) {
      Loss loss = loss_of(batch, sequence, trained);
      const auto targeted = static_cast<std::size_t>(std::count_if(
          loss.targets.begin(), loss.targets.end(), [](const auto& target) { return target.has_value(); }));
      if (targeted == 0) continue;
      if (auto wrong = attend(&batch.ids[sequence * batch.tokens])) return wrong;
      const double share = static_cast<double>(targeted) / static_cast<double>(batch.averaged);
      if (auto wrong = differentiate(loss, share, trained, outcome)) return wrong;
    }
    return {};
  }

  MaybeError evaluate(const Batch& batch, const TrainedNumbers& trained, Outcome& outcome,
                      const WeightsReceiver& receive) override {
    write_to(scene_, trained);
    outcome = {};
    if (loss_) {
      if (auto wrong = attend(nullptr)) return wrong;
      if (receive) show_weights(0, receive);
      Gradient gradient;
      if (auto wrong = self_attention::gradient(incremental_.trace(), *loss_, gradient)) return wrong;
      outcome.loss = gradient.loss;
      count_right(*loss_, outcome);
      return {};
    }
    for (std::size_t sequence = 0; sequence < batch.count; ++sequence) {
      if (auto wrong = attend(&batch.ids[sequence * batch.tokens])) return wrong;
      if (receive) show_weights(sequence, receive);
      const Loss loss = loss_of(batch, sequence, trained);
      count_right(loss, outcome);
      const FloatMatrix logits = logits_of(incremental_.trace(), loss.unembedding);
      for (std::size_t row = 0; row < logits.shape(0); ++row) {
        if (!loss.targets[row]) continue;
        const auto index = static_cast<std::ptrdiff_t>(row);
        const double most = xt::amax(xt::row(logits, index))();
        double sum = 0;
        for (const float logit : xt::row(logits, index)) sum += std::exp(static_cast<double>(logit) - most);
        outcome.loss += (most + std::log(sum) - static_cast<double>(logits(row, *loss.targets[row]))) /
                        static_cast<double>(batch.averaged);
      }
    }
    return {};
  }

 private:
  // Without ids the scene keeps its tokens.
  MaybeError attend(const std::uint32_t* ids) {
    auto next = std::make_unique<Scene>(scene_);
    if (ids != nullptr) {
      for (std::size_t index = 0; index < next->tokens.size(); ++index)
        next->tokens[index] = std::to_string(ids[index]);
    }
    return incremental_.update(std::move(next), false);
  }

  static Loss loss_of(const Batch& batch, std::size_t sequence, const TrainedNumbers& trained) {
    Loss loss{.kind = Loss::Kind::cross_entropy};
    for (std::size_t index = 0; index < batch.tokens; ++index) {
      const std::int32_t target = batch.targets[sequence * batch.tokens + index];
      loss.targets.push_back(target == no_target ? std::nullopt : std::optional(static_cast<std::size_t>(target)));
    }
    loss.unembedding = unembedding_of(trained);
    return loss;
  }

  // Adds the loss and its gradients, multiplied by `share`.
  MaybeError differentiate(const Loss& loss, double share, TrainedNumbers& trained, Outcome& outcome) {
    const Trace& trace = incremental_.trace();
    Gradient gradient;
    if (auto wrong = self_attention::gradient(trace, loss, gradient)) return wrong;
    outcome.loss += share * gradient.loss;
    count_right(loss, outcome);
    for (const Trained& tensor : trained.tensors) {
      const bool is_unembedding = tensor.name == "unembedding";
      const Tensor* found = is_unembedding ? &gradient.unembedding : gradient.find(trace, tensor.name, tensor.layer);
      if (found == nullptr) continue;
      float* sum = trained.gradient_of(tensor);
      for (std::size_t index = 0; index < tensor.size; ++index)
        sum[index] += static_cast<float>(share) * found->data()[index];
    }
    return {};
  }

  void count_right(const Loss& loss, Outcome& outcome) const {
    if (loss.kind != Loss::Kind::cross_entropy) return;
    const FloatMatrix logits = logits_of(incremental_.trace(), loss.unembedding);
    for (std::size_t row = 0; row < logits.shape(0); ++row) {
      if (!loss.targets[row]) continue;
      const auto numbers = xt::row(logits, static_cast<std::ptrdiff_t>(row));
      const auto likeliest = std::max_element(numbers.begin(), numbers.end()) - numbers.begin();
      ++outcome.targeted;
      outcome.right += static_cast<std::size_t>(likeliest) == *loss.targets[row] ? 1U : 0U;
    }
  }

  void show_weights(std::size_t sequence, const WeightsReceiver& receive) const {
    const Trace& trace = incremental_.trace();
    for (std::size_t layer = 0; layer < trace.scene->layers; ++layer) {
      const TraceTensor& weights = *trace.find("weights", layer);
      if (weights.rows != weights.width || !weights.kept) continue;
      for (std::size_t head = 0; head < weights.heads; ++head) {
        receive(sequence, layer, head, weights.tensor.data() + head * weights.rows * weights.width);
      }
    }
  }

  Scene scene_;
  std::optional<Loss> loss_;
  IncrementalTrace incremental_;
};

// The scene with the trained numbers and these tokens.
std::unique_ptr<Scene> scene_with(const Scene& given, const TrainedNumbers& trained,
                                  std::span<const std::uint32_t> ids) {
  auto scene = std::make_unique<Scene>(given);
  write_to(*scene, trained);
  scene->tokens.clear();
  for (const std::uint32_t id : ids) scene->tokens.push_back(std::to_string(id));
  return scene;
}

}  // namespace

void TrainedNumbers::add(StaticString name, StaticString path, std::size_t layer, const Tensor& tensor, bool fixed) {
  tensors.push_back({name, path, layer, tensor.shape(), numbers.size(), tensor.size(), fixed});
  numbers.insert(numbers.end(), tensor.begin(), tensor.end());
  gradients.resize(numbers.size());
}

const Trained* TrainedNumbers::find(std::string_view name, std::size_t layer) const {
  const auto found = std::find_if(tensors.begin(), tensors.end(),
                                  [&](const Trained& one) { return one.name == name && one.layer == layer; });
  return found == tensors.end() ? nullptr : &*found;
}

void write_to(Scene& scene, const TrainedNumbers& trained) {
  for (const Trained& tensor : trained.tensors) {
    Tensor* place = place_of(scene, tensor);
    if (place == nullptr) continue;
    if (place->shape() != tensor.shape) *place = Tensor::from_shape(tensor.shape);
    std::copy_n(trained.of(tensor), tensor.size, place->data());
  }
}

MaybeError predict(const Scene& scene, const TrainedNumbers& trained, std::span<const std::uint32_t> ids,
                   Tensor& probabilities) {
  IncrementalTrace incremental;
  if (auto wrong = incremental.update(scene_with(scene, trained, ids), false)) return wrong;
  probabilities = logits_of(incremental.trace(), unembedding_of(trained));
  kernels::softmax(probabilities.data(), probabilities.data(), probabilities.shape(0), probabilities.shape(1), 1);
  return {};
}

MaybeError attention(const Scene& scene, const TrainedNumbers& trained, std::span<const std::uint32_t> ids,
                     Tensor& weights) {
  const std::size_t layers = scene.layers, heads = scene.attention.heads, T = ids.size();
  const auto cells = static_cast<double>(layers * heads) * static_cast<double>(T) * static_cast<double>(T);
  if (auto wrong = check_bytes(cells * sizeof(float), limits::max_bytes)) return wrong;
  if (auto wrong = check_memory(static_cast<std::size_t>(cells) * sizeof(float))) return wrong;
  IncrementalTrace incremental;
  if (auto wrong = incremental.update(scene_with(scene, trained, ids), true)) return wrong;
  weights = Tensor::from_shape({layers, heads, T, T});
  float* out = weights.data();
  for (std::size_t layer = 0; layer < layers; ++layer) {
    auto& traced = const_cast<TraceTensor&>(*incremental.trace().find("weights", layer));
    for (std::size_t head = 0; head < heads; ++head, out += T * T) {
      if (auto wrong = incremental.evaluator().read(traced, head, {0, T}, {0, T}, out)) return wrong;
    }
  }
  return {};
}

std::unique_ptr<Model> model_of(const Scene& scene) {
  return std::make_unique<SceneModel>(scene, std::nullopt);
}

std::unique_ptr<Model> model_of(const Scene& scene, const Loss& loss) {
  return std::make_unique<SceneModel>(scene, loss);
}

}  // namespace self_attention::training
