// The gradients' formulas, as data: what each number of d loss / d tensor is made of. What a step brings stands beside
// it (src/steps/); here they are put together.
#pragma once

#include <string>
#include <vector>

#include "gradient.hpp"

namespace self_attention {

struct GradientFormula {
  const TraceTensor* of;
  // As Description::formula writes it. ∂scores is d loss / d scores; (layer 1 (∂q h i c)) is the ∂q of that layer,
  // where it is another than the tensor's own. What the loss was given is looked up: target, off and unembedding, where
  // off is softmax(logits) less 1 at the target, through the number of targets.
  std::string formula;
};

// Of every tensor that has a gradient: what the loss is of first, then against the way of the data, parameters last.
std::vector<GradientFormula> formulas_of(const Trace& trace, const Loss& loss, const Gradient& gradient);

// Of the cell (h, i, j, j') of jacobian_of_row: ∂weights/∂masked, by the name of what the softmax reads. Empty for
// weights that have no gradient.
std::string formula_of_jacobian(const TraceTensor& weights);

}  // namespace self_attention
