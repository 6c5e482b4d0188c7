// Attention whose weights never exist as a matrix.
#pragma once

#include "masked_scores.hpp"

namespace self_attention {

// Fills `result.output`, unless `v` is null, and the statistics if the options ask for them. The arguments have been
// checked. Keys are processed in tiles, in the order of FlashAttention's first loop (Dao et al. 2022,
// arXiv:2205.14135). Each row of the softmax grows with every tile (Milakov and Gimelshein 2018, arXiv:1805.02867).
// Besides its arguments and results it needs the memory of one tile and of some numbers a query. Error: "not-finite".
MaybeError stream_attention(const Tensor& q, const Tensor& k, const Tensor* v, const AttentionOptions& options,
                            AttentionResult& result);

}  // namespace self_attention
