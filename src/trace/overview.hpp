// A downscaled image of a tensor that has more cells than fit on the screen.
#pragma once

#include <cstddef>

#include "evaluate.hpp"

namespace self_attention {

// The pixels (height, width) of R rows and some columns of one head of a tensor (H, T_q, T_k) or (T_q, T_k). Pixel (y,
// x) covers the rows from floor(y·R/height) to floor((y+1)·R/height), but at least one, and likewise columns. `hidden`
// is the fraction of its cells that the mask hides, for `masked` and later tensors. `mean` and `maximum` are of the
// visible cells, or NaN if there are none.
struct Pixels {
  std::size_t height, width;
  float *mean, *maximum, *hidden;
};

// Errors as Evaluator::read.
MaybeError overview(Evaluator& evaluator, const Scene& scene, TraceTensor& traced, std::size_t head, Span rows,
                    Span columns, const Pixels& pixels);

}  // namespace self_attention
