// The mistakes that can be made on purpose: which steps they change, and in which scenes they can be made at all.
#pragma once

#include <array>
#include <utility>

#include "../attention.hpp"
#include "dimensions.hpp"

namespace self_attention {

// As scenes call them.
inline constexpr std::array<std::pair<Mistake, Literal>, 10> mistake_names{{
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

// What keeps a mistake from being made in a scene, where something does.
struct MistakeCheck {
  Literal requirement;  // by a word: MistakeRequirement in web/core/types.ts
  Check error;          // "range" at /mistake, with the reason
};
MistakeCheck check_mistake(Mistake mistake, const Scene& scene, const Dimensions& dimensions);

// The step `weighted` is asked for, or the mistake happens there.
inline bool needs_weighted(const Scene& scene) {
  return scene.attention.weighted || scene.mistake == Mistake::wrong_axis_values;
}

}  // namespace self_attention
