// What the core accepts at most. Everything is checked against these before anything is allocated.
#pragma once

#include <cstddef>

namespace self_attention::limits {

inline constexpr std::size_t max_tokens = 8192;
inline constexpr std::size_t max_d_model = 1024;
inline constexpr std::size_t max_heads = 64;
// Width of q, k or v of one head.
inline constexpr std::size_t max_head_width = 1024;
inline constexpr std::size_t max_d_ff = 4096;
inline constexpr std::size_t max_layers = 6;
// Of weights that are rounded: float32 has no more to say.
inline constexpr std::size_t max_decimals = 6;
// All tensors of one scene together. A page has to stay alive with them: this much takes about a second.
inline constexpr std::size_t max_scene_bytes = std::size_t{128} << 20;
// Tensors (H, T_q, T_k) of one scene together, up to which they are kept and not computed again for every look.
inline constexpr std::size_t kept_score_bytes = std::size_t{12} << 20;
// All tensors of one scaled_dot_product_attention, working copies included; half of what the wasm memory may grow to.
inline constexpr std::size_t max_bytes = std::size_t{512} << 20;

}  // namespace self_attention::limits
