// One layer: attention, and the block around it.
#pragma once

#include "attention.hpp"
#include "scene/dimensions.hpp"
#include "trace/trace_builder.hpp"

namespace self_attention {

// Records the layer's parameters and steps; `x` is what queries (and what is added back) come from, `encoded` what keys
// and values come from: the same, unless there is an encoder; null where q, k and v are given. Returns what the layer
// gives: output, or y.
TraceTensor& attend_layer(const Scene& scene, const Dimensions& dimensions, TraceTensor* x, TraceTensor* encoded,
                          TraceBuilder& builder);

}  // namespace self_attention
