// What is asked of positions in the heads, of attention and its mask, and of the block, once the sizes are known.
#pragma once

#include "../attention.hpp"
#include "dimensions.hpp"

namespace self_attention {

// "range", "shape" or "too-large".
Check check_options(const Scene& scene, const Dimensions& dimensions);

}  // namespace self_attention
