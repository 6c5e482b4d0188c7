// From one scene to the next: what an edit does not change is not computed again. What depends on what is read off the
// steps (computation.hpp), and a kept number has the bits that computing it again would give.
#pragma once

#include "../attention.hpp"

namespace self_attention {

// Takes over from `before` what `next`, built but not computed, has in common with it; `before` is of no use
// afterwards.
void reuse_unchanged(Trace& next, Trace& before);

}  // namespace self_attention
