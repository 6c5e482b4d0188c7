// The number of allocations so far. The test program counts every `new`.
#pragma once

#include <cstddef>

namespace self_attention::testing {

std::size_t allocations();

}  // namespace self_attention::testing
