// A formula is not decoration: evaluated over the trace, cell by cell, it gives the step's own numbers.
#pragma once

#include "support.hpp"

namespace self_attention::testing {

// Every step's numbers are what its formula comes to, from tensors that were there before it; to `tolerance` of each
// tensor's largest number.
void check_formulas(const Scene& scene, double tolerance = 2e-6);

}  // namespace self_attention::testing
