// Scenes that one session computes one after the other.
#pragma once

#include <string>

#include "trace/session.hpp"

namespace self_attention::testing {

Check update(Session& session, const Scene& scene, bool lazy = false);

// The whole tensor as it is read, whether it is kept or not.
Result<Tensor> read_or_refuse(Session& session, TraceTensor& traced);

// An error without the cell that it names: which of several cells that overflow is found first is nobody's business.
std::string kind_of(const std::string& error);

// Every tensor of the live trace has the bits of one that was computed from nothing, or is refused as there.
void check_same(Session& session, const Scene& scene, bool lazy = false);

Scene scene_of(std::size_t tokens, std::size_t d_model = 8, std::size_t heads = 2);

}  // namespace self_attention::testing
