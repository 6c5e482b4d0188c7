// A scene from JavaScript: its fields by name (scene.cpp registers each once). Its tensors come separately, each named
// by its JSON pointer into the scene.
#pragma once

#include "../attention.hpp"
#include "tensors.hpp"

namespace self_attention::bindings {

// Copies the tensors into the scene. Unknown names are ignored; TypeScript never sends any.
void read_tensors(const TensorArray& tensors, Scene& scene);

}  // namespace self_attention::bindings
