// Trained numbers, and models that compute the loss and the gradient of a batch of sequences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "../attention.hpp"
#include "../gradient/gradient.hpp"

namespace self_attention::training {

// A trained tensor: E, P, E_rel, S_rel, a matrix of a layer, or the unembedding.
struct Trained {
  StaticString name;
  // Its path in a scene; empty: it is not in the scene.
  StaticString path;
  std::size_t layer;
  Tensor::shape_type shape;
  // The index of its first number in TrainedNumbers, and how many it has.
  std::size_t from, size;
  // It is not trained.
  bool fixed;
};

// All trained numbers in one array, and d loss / d each.
struct TrainedNumbers {
  std::vector<Trained> tensors;
  std::vector<float> numbers, gradients;

  void add(StaticString name, StaticString path, std::size_t layer, const Tensor& tensor, bool fixed);
  const Trained* find(std::string_view name, std::size_t layer = 0) const;
  const float* of(const Trained& tensor) const { return numbers.data() + tensor.from; }
  float* gradient_of(const Trained& tensor) { return gradients.data() + tensor.from; }
};

// Sequences of equal length, one after the other, with a target at each token (no_target: none).
struct Batch {
  std::size_t count = 0, tokens = 0;
  std::vector<std::uint32_t> ids;
  std::vector<std::int32_t> targets;
  // How many targets there are, and how many the loss is averaged over: all targets of the whole batch.
  std::size_t targeted = 0, averaged = 0;
};

// The loss of a batch, which is the mean over its targets, and at how many targets the likeliest symbol is the right
// one. The losses of a batch's parts add up to that of the batch.
struct Outcome {
  double loss = 0;
  std::size_t right = 0, targeted = 0;
};

// Receives the weights (T, T) of one head in one sequence.
using WeightsReceiver =
    std::function<void(std::size_t sequence, std::size_t layer, std::size_t head, const float* weights)>;

class Model {
 public:
  virtual ~Model() = default;

  // The outcome and its gradients. Errors: "not-finite", and those of `gradient`.
  virtual MaybeError learn(const Batch& batch, TrainedNumbers& trained, Outcome& outcome) = 0;
  // The outcome alone.
  virtual MaybeError evaluate(const Batch& batch, const TrainedNumbers& trained, Outcome& outcome,
                              const WeightsReceiver& receive) = 0;
};

// A model of any scene, computed by its trace, one sequence at a time. The scene's embedding is ids, and each sequence
// replaces its tokens. With a loss there are no sequences: the scene itself is trained.
std::unique_ptr<Model> model_of(const Scene& scene);
std::unique_ptr<Model> model_of(const Scene& scene, const Loss& loss);

// The same for a whole batch at a time. Only for scenes with dot products, softmax, and no, sinusoidal, learned, RoPE
// or ALiBi positions.
bool is_batched(const Scene& scene, const TrainedNumbers& trained);
std::unique_ptr<Model> batched_model_of(const Scene& scene);

// The model's output for some tokens: the probability of each symbol at each token (T, V), and the weights (layers, H,
// T, T). Errors: those of `attend`, and "too-large".
MaybeError predict(const Scene& scene, const TrainedNumbers& trained, std::span<const std::uint32_t> ids,
                   Tensor& probabilities);
MaybeError attention(const Scene& scene, const TrainedNumbers& trained, std::span<const std::uint32_t> ids,
                     Tensor& weights);

// Writes trained numbers to a scene whose parameters are a stack.
void write_to(Scene& scene, const TrainedNumbers& trained);

}  // namespace self_attention::training
