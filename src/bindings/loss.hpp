// A loss as JavaScript writes it: its fields by name (loss.cpp), its tensors beside it, among those of the scene.
#pragma once

#include "../gradient/gradient.hpp"
#include "tensors.hpp"

namespace self_attention::bindings {

// Those called /loss/target and /loss/unembedding.
void read_tensors(const TensorArray& tensors, Loss& loss);

}  // namespace self_attention::bindings
