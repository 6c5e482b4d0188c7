// What is trained: numbers, and what says how far a batch of sequences is off and where to.
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

// A tensor that is trained: E, P, E_rel, S_rel, a matrix of a layer, or the unembedding.
struct Trained {
  Literal name;
  // Where it stands in a scene; empty where it does not.
  Literal path;
  std::size_t layer;
  Tensor::shape_type shape;
  // Among all numbers, and how many.
  std::size_t from, size;
  // It stays as it is.
  bool fixed;
};

// All numbers that are trained one after the other, and d loss / d each.
struct TrainedNumbers {
  std::vector<Trained> tensors;
  std::vector<float> numbers, gradients;

  void add(Literal name, Literal path, std::size_t layer, const Tensor& tensor, bool fixed);
  const Trained* find(std::string_view name, std::size_t layer = 0) const;
  const float* of(const Trained& tensor) const { return numbers.data() + tensor.from; }
  float* gradient_of(const Trained& tensor) { return gradients.data() + tensor.from; }
};

// Sequences of as many tokens each, one after the other, and what is to be said at each token (no_target: nothing).
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

// Weights (T, T) of one head in one sequence.
using SeeWeights = std::function<void(std::size_t sequence, std::size_t layer, std::size_t head, const float* weights)>;

class Model {
 public:
  virtual ~Model() = default;

  // The outcome, and the gradients of it. Errors: "not-finite", and those of `gradient`.
  virtual Check learn(const Batch& batch, TrainedNumbers& trained, Outcome& outcome) = 0;
  // The outcome alone.
  virtual Check look(const Batch& batch, const TrainedNumbers& trained, Outcome& outcome, const SeeWeights& see) = 0;
};

// A model of any scene, by its trace: sequence by sequence. The scene's embedding is ids; its tokens are replaced by
// those of each sequence. With a loss there are no sequences: the scene itself is learned from.
std::unique_ptr<Model> model_of(const Scene& scene);
std::unique_ptr<Model> model_of(const Scene& scene, const Loss& loss);

// The same of a whole batch at a time, where the scene is one that it knows: its scores are dot products, its weights
// softmax's, its positions none, sinusoidal, learned, RoPE or ALiBi.
bool is_batched(const Scene& scene, const TrainedNumbers& trained);
std::unique_ptr<Model> batched_model_of(const Scene& scene);

// What the model makes of some tokens.
struct Prediction {
  // (T, V): how likely each symbol is at each.
  Tensor probabilities;
  // (layers, H, T, T)
  Tensor weights;
};

// Errors: those of `attend`.
Check predict(const Scene& scene, const TrainedNumbers& trained, std::span<const std::uint32_t> ids,
              Prediction& prediction);

// Puts trained numbers into a scene whose parameters are a stack.
void write_to(Scene& scene, const TrainedNumbers& trained);

}  // namespace self_attention::training
