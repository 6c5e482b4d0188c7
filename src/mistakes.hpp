// The mistakes that can be made on purpose: which steps they change, and in which scenes they can be made at all.
#pragma once

#include "attention.hpp"
#include "dimensions.hpp"

namespace self_attention {

// "range" at /mistake when the scene's mistake cannot be made in it, with the reason.
Check check_mistake(const Scene& scene, const Dimensions& dimensions);

// The step `weighted` is asked for, or the mistake happens there.
inline bool needs_weighted(const Scene& scene) {
  return scene.attention.weighted || scene.mistake == Mistake::wrong_axis_values;
}

}  // namespace self_attention
