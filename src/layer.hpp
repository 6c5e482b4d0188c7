// One layer: attention and the block around it.
#pragma once

#include "attention.hpp"
#include "scene/dimensions.hpp"
#include "trace/trace_builder.hpp"

namespace self_attention {

// Adds the layer's parameters and steps to the trace. Queries (and the residual) come from `x`, keys and values from
// `encoded`; the two are the same without an encoder, and null if q, k and v are given. Returns the layer's result:
// output, y, or weights if there are no values.
TraceTensor& attend_layer(const Scene& scene, const Dimensions& dimensions, TraceTensor* x, TraceTensor* encoded,
                          TraceBuilder& builder);

}  // namespace self_attention
