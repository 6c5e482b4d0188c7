// The layers of somebody else's model that a scene brings.
#pragma once

#include "dimensions.hpp"

namespace self_attention {

// Checks every layer and sets d_k and d_v, which are 0 where there are no keys or no values. Errors: "shape" "range"
// "too-large" "not-finite", at the layer's tensor: /embedding/layers/2/q.
MaybeError size_given_layers(const Scene& scene, Dimensions& dimensions);

}  // namespace self_attention
