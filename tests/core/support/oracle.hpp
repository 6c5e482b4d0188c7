// Compares a whole trace with the oracle.
#pragma once

#include "support.hpp"

namespace self_attention::testing {

// The scene as the oracle needs it. x0 and the parameters come from the trace.
reference::Setup setup_of(const Scene& scene, const Trace& trace);

// The trace of a scene, after checking that its steps have the order, shapes and numbers of the oracle's. The tolerance
// is relative to each tensor's largest number.
Trace checked_trace(const Scene& scene, double tolerance = 2e-5);

// A mask of every kind for T >= 5 tokens. One row of the painted mask sees no key.
std::vector<Mask> masks_of_every_kind(std::size_t T);

std::vector<std::string> step_names(const Trace& trace, std::size_t layer = 0);

}  // namespace self_attention::testing
