// Evaluates formulas over the trace, cell by cell. They must give the step's numbers.
#pragma once

#include "support.hpp"

namespace self_attention::testing {

// Compares every step's numbers with its formula, evaluated from earlier tensors, with a tolerance relative to each
// tensor's largest number.
void check_formulas(const Scene& scene, double tolerance = 2e-6);

}  // namespace self_attention::testing
