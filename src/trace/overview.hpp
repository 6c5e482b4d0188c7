// A picture of a tensor that has more cells than there is room for.
#pragma once

#include <cstddef>

#include "evaluate.hpp"

namespace self_attention {

// Pixels of rows × columns of one head of a tensor (H, T_q, T_k) or (T_q, T_k). Pixel (y, x) covers rows from
// floor(y·R/height) to floor((y+1)·R/height), one at least, and columns likewise. `hidden` is the share of its cells
// that the mask hides (of `masked` and what follows from it), `mean` and `maximum` are of the others, NaN where there
// is none.
struct Pixels {
  std::size_t height, width;
  float *mean, *maximum, *hidden;
};

// Errors as Evaluator::read.
Check overview(Evaluator& evaluator, const Scene& scene, TraceTensor& traced, std::size_t head, Span rows, Span columns,
               const Pixels& pixels);

}  // namespace self_attention
