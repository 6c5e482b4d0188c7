// Appending a token under a causal mask, or in a window of the past, computes the new row only. No row before the first
// edit can change there, as with the key/value cache of a language model.
#pragma once

#include "../attention.hpp"

namespace self_attention {

// Takes from `previous` the leading rows of `next` that are certain to have the same bits. `next` is built, but not yet
// computed; all other rows are computed as for a new scene. Tensors of `previous` may be moved from.
void reuse_leading_rows(Trace& previous, Trace& next);

}  // namespace self_attention
