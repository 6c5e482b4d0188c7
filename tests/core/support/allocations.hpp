// How often memory was asked for: a test's program counts every `new`.
#pragma once

#include <cstddef>

namespace self_attention::testing {

std::size_t allocations();

}  // namespace self_attention::testing
