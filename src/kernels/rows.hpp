// The softmax that the other kernels call.
#pragma once

#include "kernels.hpp"

namespace self_attention::kernels {

// As softmax_band, but hidden columns are only set to 0 inside `written`.
void softmax_rows(Rows scores, MutableRows weights, std::size_t count, std::size_t first, std::size_t keys,
                  Span written, Band band, float factor, float temperature);

}  // namespace self_attention::kernels
