// The way back through a trace (reverse-mode differentiation; Rumelhart, Hinton & Williams 1986): of one number that is
// made of it, the loss, what it changes by with every number that the trace computed or was given.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "../attention.hpp"

namespace self_attention {

// What a scene is to become better at.
struct Loss {
  // output: ½·Σ (last tensor − target)².
  // weights: Σ over rows of KL(target row ‖ row of the weights), natural logarithm; a target row of zeros does not
  // count. cross_entropy: of softmax(last tensor · unembedding) and the target of each row, the mean over the rows that
  // have one.
  enum class Kind { output, weights, cross_entropy };
  Kind kind = Kind::output;
  // output: shaped as the last tensor. weights: (T_q, T_k), each row adds up to 1, or to 0.
  Tensor target = no_tensor();
  // weights: whose; the last layer unless told.
  std::size_t head = 0;
  std::optional<std::size_t> layer{};
  // cross_entropy: a column of the unembedding a row, or none.
  std::vector<std::optional<std::size_t>> targets{};
  // cross_entropy: (d_model, V); of size 0: Eᵀ ("tied").
  Tensor unembedding = no_tensor();
};

// d loss / d tensor for the tensors of one trace, which must outlive it.
struct Gradient {
  double loss = 0;
  // Those that the loss depends on, each shaped as the tensor.
  std::map<const TraceTensor*, Tensor> tensors;
  // cross_entropy, unless tied: shaped as the unembedding.
  Tensor unembedding = no_tensor();
  // What the loss follows from, whether it has a gradient or not: tokens and masks have none.
  std::set<const TraceTensor*> read;

  // Of the step or parameter that `trace` finds by that name; null where the loss does not depend on it.
  const Tensor* find(const Trace& trace, std::string_view name, std::size_t layer = static_cast<std::size_t>(-1)) const;

  // "no-gradient" of a tensor that the loss follows from and that is nothing to differentiate by. One that it does not
  // follow from has zeros.
  Check check_differentiable(const TraceTensor& tensor) const;
};

// `trace` is what `attend` returned. `gradient` is empty before; after an error it is of no use. Errors: "shape" and
// "range" of the loss; "not-finite" for one that is no number, as where a target asks for a key that is hidden;
// "too-large" where the scores are not kept; "no-gradient" for a step that has none (a rounding, or a mistake made on
// purpose), named.
Check gradient(const Trace& trace, const Loss& loss, Gradient& gradient);

// d weights[head, row, i] / d what the softmax reads [head, row, j], as (T_k, T_k): the Jacobian of one row that there
// is. Errors: "no-gradient" for weights that have none; "too-large" where they are not kept.
Check jacobian_of_row(const TraceTensor& weights, std::size_t head, std::size_t row, Tensor& jacobian);

}  // namespace self_attention
