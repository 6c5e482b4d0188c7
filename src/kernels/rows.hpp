// Softmax of rows, as its callers inside this folder need it.
#pragma once

#include "kernels.hpp"

namespace self_attention::kernels {

// As softmax_band; of what the band hides only the columns in `written` are written.
void softmax_rows(Rows scores, MutableRows weights, std::size_t count, std::size_t first, std::size_t keys,
                  Span written, Band band, float factor, float temperature);

}  // namespace self_attention::kernels
