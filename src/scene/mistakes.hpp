// The mistakes that can be made on purpose, and the scenes in which each is possible.
#pragma once

#include <array>
#include <utility>

#include "../attention.hpp"
#include "dimensions.hpp"

namespace self_attention {

// The names that scenes use.
inline constexpr std::array<std::pair<Mistake, StaticString>, 10> mistake_names{{
    {Mistake::none, "none"},
    {Mistake::whole_matrix_softmax, "whole-matrix-softmax"},
    {Mistake::wrong_axis_values, "wrong-axis-values"},
    {Mistake::no_transpose, "no-transpose"},
    {Mistake::no_scale, "no-scale"},
    {Mistake::model_scale, "model-scale"},
    {Mistake::zero_mask, "zero-mask"},
    {Mistake::mask_after_softmax, "mask-after-softmax"},
    {Mistake::overflow_softmax, "overflow-softmax"},
    {Mistake::swapped_qk, "swapped-qk"},
}};

// Why a mistake is impossible in a scene. Both are empty if it is possible.
struct MistakeCheck {
  StaticString requirement;  // one word: MistakeRequirement in web/core/types.ts
  MaybeError error;          // "range" at /mistake, with the reason
};
MistakeCheck check_mistake(Mistake mistake, const Scene& scene, const Dimensions& dimensions);

// Whether the scene has the step `weighted`. The mistake wrong-axis-values needs it.
inline bool needs_weighted(const Scene& scene) {
  return scene.attention.weighted || scene.mistake == Mistake::wrong_axis_values;
}

}  // namespace self_attention
