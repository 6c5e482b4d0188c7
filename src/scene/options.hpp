// Checks of relative and rotary positions, of attention and its mask, and of the block. They need the sizes.
#pragma once

#include "../attention.hpp"
#include "dimensions.hpp"

namespace self_attention {

// Errors: "range", "shape" or "too-large".
MaybeError check_options(const Scene& scene, const Dimensions& dimensions);

}  // namespace self_attention
