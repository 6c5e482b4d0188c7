// A loss from JavaScript: its fields by name (loss.cpp). Its tensors come with those of the scene.
#pragma once

#include "../gradient/gradient.hpp"
#include "tensors.hpp"

namespace self_attention::bindings {

// Copies the tensors named /loss/target and /loss/unembedding into the loss.
void read_tensors(const TensorArray& tensors, Loss& loss);

}  // namespace self_attention::bindings
