// The formulas of d loss / d tensor as data. Each is the sum of the contributions of the steps that read the tensor,
// which are written in the steps' files (src/steps/).
#pragma once

#include <string>
#include <vector>

#include "gradient.hpp"

namespace self_attention {

struct GradientFormula {
  const TraceTensor* of;
  // In the form of TraceTensor::formula. ∂scores is d loss / d scores, and ∂q@1 is ∂q of layer 1 if the tensor belongs
  // to another layer. (lookup target …), (lookup off …) and (lookup unembedding …) read the loss's own tensors, where
  // off is softmax(logits) minus 1 at the target, divided by the number of targets.
  std::string formula;
};

// One formula for every tensor that has a gradient, against the order of the data, with parameters last.
std::vector<GradientFormula> formulas_of(const Trace& trace, const Loss& loss, const Gradient& gradient);

// The formula of the cell (h, i, j, j') of jacobian_of_row: ∂weights/∂masked, named after the input of the softmax.
// Empty for weights without a gradient.
std::string formula_of_jacobian(const TraceTensor& weights);

}  // namespace self_attention
