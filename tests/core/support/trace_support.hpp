// Helpers for an incremental trace of several scenes.
#pragma once

#include <string>

#include "trace/incremental_trace.hpp"

namespace self_attention::testing {

MaybeError update(IncrementalTrace& incremental, const Scene& scene, bool lazy = false);

// Reads the whole tensor, whether it is kept or not.
Result<Tensor> read_or_refuse(IncrementalTrace& incremental, TraceTensor& traced);

// An error without its cell, because several cells may overflow and any of them may be found first.
std::string kind_of(const std::string& error);

// Checks that every tensor has the bits of a new trace, or fails with the same error.
void check_same(IncrementalTrace& incremental, const Scene& scene, bool lazy = false);

Scene scene_of(std::size_t tokens, std::size_t d_model = 8, std::size_t heads = 2);

}  // namespace self_attention::testing
