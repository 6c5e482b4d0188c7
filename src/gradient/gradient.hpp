// Backpropagation through a trace (Rumelhart, Hinton & Williams 1986): the derivatives of one number, the loss, by
// every number of the trace's steps and parameters.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "../attention.hpp"

namespace self_attention {

// The number to differentiate.
struct Loss {
  // output: ½·Σ (last tensor − target)².
  // weights: Σ over rows of KL(target row ‖ row of the weights), natural logarithm; a target row of zeros does not
  // count. cross_entropy: between softmax(last tensor · unembedding) and the target of each row, averaged over the rows
  // that have a target.
  enum class Kind { output, weights, cross_entropy };
  Kind kind = Kind::output;
  // output: the shape of the last tensor. weights: (T_q, T_k); each row adds up to 1 or is all zeros.
  Tensor target = no_tensor();
  // weights: of which head and layer. The default is the last layer.
  std::size_t head = 0;
  std::optional<std::size_t> layer{};
  // cross_entropy: for each row, a column of the unembedding or nothing.
  std::vector<std::optional<std::size_t>> targets{};
  // cross_entropy: (d_model, V). Size 0 means Eᵀ ("tied").
  Tensor unembedding = no_tensor();
};

// d loss / d tensor for the tensors of one trace. The trace must outlive it.
struct Gradient {
  double loss = 0;
  // Of the tensors that the loss depends on, each in the shape of the tensor.
  std::map<const TraceTensor*, Tensor> tensors;
  // cross_entropy, unless tied: in the shape of the unembedding.
  Tensor unembedding = no_tensor();
  // All tensors that the loss depends on. Some, such as tokens and masks, have no gradient.
  std::set<const TraceTensor*> read;

  // The gradient of the step or parameter that `trace` finds by this name. Null if the loss does not depend on it.
  const Tensor* find(const Trace& trace, std::string_view name, std::size_t layer = static_cast<std::size_t>(-1)) const;

  // "no-gradient" for a tensor that the loss depends on, but not differentiably. The gradient of a tensor that the loss
  // does not depend on is 0.
  MaybeError check_differentiable(const TraceTensor& tensor) const;
};

// Every kept tensor of `trace` must be computed. `gradient` must be empty; after an error it must not be used. Errors:
// "shape" and "range" of the loss; "not-finite" if the loss is not finite, for example because a target names a hidden
// key; "too-large" if the scores are not kept; "no-gradient", with its name, for a step that has none (rounding, or a
// deliberate mistake).
MaybeError gradient(const Trace& trace, const Loss& loss, Gradient& gradient);

// The Jacobian (T_k, T_k) of one row of the softmax: d weights[head, row, i] / d input[head, row, j]. Errors:
// "no-gradient" for weights without a gradient; "too-large" if the weights are not kept.
MaybeError jacobian_of_row(const TraceTensor& weights, std::size_t head, std::size_t row, Tensor& jacobian);

}  // namespace self_attention
