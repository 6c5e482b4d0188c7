// A scene as JavaScript writes it: its fields by name (scene.cpp registers each once), its tensors beside it, each
// named by its JSON pointer into the scene.
#pragma once

#include "../attention.hpp"
#include "tensors.hpp"

namespace self_attention::bindings {

// Copies the tensors into the scene. A name that the scene does not have is passed over: TypeScript gives none.
void read_tensors(const TensorArray& tensors, Scene& scene);

}  // namespace self_attention::bindings
