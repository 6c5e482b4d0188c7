#include <algorithm>
#include <cstddef>

#include "kernels.hpp"
#include "lanes.hpp"
#include "rows.hpp"

namespace self_attention::kernels {
namespace {

// How many queries are processed together. Their scores stay in the cache. With a band, fewer queries leave out more of
// the hidden keys.
constexpr std::size_t most_queries = 4 * tile_height, queries_of_band = 2 * tile_height;

}  // namespace

std::size_t first_of_panel(std::size_t column) {
  return column / panel_width * panel_width;
}

std::size_t Packed::size(std::size_t n, std::size_t k) {
  return rounded_up(n, panel_width) * k;
}

void Packed::resize(std::size_t n, std::size_t k) {
  columns_ = n;
  depth_ = k;
  panels_.resize(size(n, k));
}

void attention(Rows q, const Packed& k, const Packed& v, MutableRows z, float* weights, std::size_t count,
               std::size_t first, Band band, float factor, float temperature, Scratch& scratch) {
  const std::size_t keys = k.columns();
  // Rows that are a power of two apart would compete for the same cache lines.
  const std::size_t stride = rounded_up(keys, panel_width) + 2 * panel_width;
  const bool all_seen = visible(band, first, keys).to == keys && visible(band, first + count - 1, keys).from == 0;
  const std::size_t at_once = all_seen ? most_queries : queries_of_band;
  scratch.resize(std::max(scratch.size(), stride * at_once));
  for (std::size_t done = 0; done < count; done += at_once) {
    const std::size_t some = std::min(at_once, count - done);
    const Span seen{visible(band, first + done, keys).from, visible(band, first + done + some - 1, keys).to};
    const Span panels{seen.from / panel_width * panel_width, rounded_up(seen.to, panel_width)};
    // Whole panels, even past the last key, because the scratch memory has room for them.
    matmul({q.data + done * q.stride, q.stride}, k, {scratch.data() + panels.from, stride}, some, panels,
           {0, k.depth()});
    const MutableRows shown =
        weights == nullptr ? MutableRows{scratch.data(), stride} : MutableRows{weights + done * keys, keys};
    softmax_rows({scratch.data(), stride}, shown, some, first + done, keys, weights == nullptr ? seen : Span{0, keys},
                 band, factor, temperature);
    matmul({shown.data + seen.from, shown.stride}, v, {z.data + done * z.stride, z.stride}, some, {0, v.columns()},
           seen);
  }
}

}  // namespace self_attention::kernels
