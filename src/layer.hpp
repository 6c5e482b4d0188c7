// One layer: attention, and the block around it.
#pragma once

#include "attention.hpp"
#include "dimensions.hpp"
#include "recorder.hpp"

namespace self_attention {

// A tensor of the trace by the name that formulas call it.
struct Named {
  Literal name;
  const Tensor* tensor = nullptr;
};

// Records the layer's parameters and steps; `x` is what queries (and what is added back) come from, `encoded` what keys
// and values come from: the same, unless there is an encoder. Returns what the layer gives: output, or y.
Named attend_layer(const Scene& scene, const Dimensions& dimensions, Named x, Named encoded, Recorder& record);

}  // namespace self_attention
