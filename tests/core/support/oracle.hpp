// A whole trace held against the oracle.
#pragma once

#include "support.hpp"

namespace self_attention::testing {

// What the oracle needs to know of a scene; x0 and the parameters are the trace's own.
reference::Setup setup_of(const Scene& scene, const Trace& trace);

// The trace of a scene: the same steps as the oracle's in the same order, of the same shapes, with the same numbers to
// `tolerance` of each tensor's largest.
Trace checked_trace(const Scene& scene, double tolerance = 2e-5);

// A mask of every kind, as T >= 5 tokens may have it; a row of the painted one sees no key.
std::vector<Mask> masks_of_every_kind(std::size_t T);

std::vector<std::string> step_names(const Trace& trace, std::size_t layer = 0);

}  // namespace self_attention::testing
