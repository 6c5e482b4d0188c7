// The largest input that the core accepts. Everything is checked against these limits before memory is allocated.
#pragma once

#include <cstddef>

namespace self_attention::limits {

inline constexpr std::size_t max_tokens = 8192;
inline constexpr std::size_t max_d_model = 1024;
inline constexpr std::size_t max_heads = 64;
// The width of one head's q, k or v.
inline constexpr std::size_t max_head_width = 1024;
inline constexpr std::size_t max_d_ff = 4096;
inline constexpr std::size_t max_layers = 6;
// Layers of somebody else's model. As none of them reads another, a page computes only those that it shows.
inline constexpr std::size_t max_given_layers = 48;
// Decimals of rounded weights. float32 has no more.
inline constexpr std::size_t max_decimals = 6;
// All tensors of one scene together. So many take about a second to compute, and a page must stay responsive.
inline constexpr std::size_t max_scene_bytes = std::size_t{128} << 20;
// The same with given layers, which are computed one at a time. A file of 128 MiB of q, k and v needs so many.
inline constexpr std::size_t max_given_scene_bytes = std::size_t{256} << 20;
// All tensors (H, T_q, T_k) of one scene together. Beyond this size they are not kept, but computed each time they are
// read.
inline constexpr std::size_t kept_score_bytes = std::size_t{12} << 20;
// All tensors of one scaled_dot_product_attention, including working memory: half of the largest wasm memory.
inline constexpr std::size_t max_bytes = std::size_t{512} << 20;

}  // namespace self_attention::limits
