// Which steps have a gradient: how it is computed, and its formula. Both stand beside the step (src/steps/).
#pragma once

#include "backward.hpp"
#include "backward_formula.hpp"

namespace self_attention {

struct Derivative {
  BackwardCompute backward;
  WriteBackward formula;
  // Of weights: the formula of their Jacobian; null where nobody asks for it.
  WriteBackward jacobian = nullptr;
};

// Null of a step that has none.
const Derivative* derivative_of(Compute compute);

}  // namespace self_attention
