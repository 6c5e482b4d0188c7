#include <bit>
#include <cstdint>

#include "kernels.hpp"

namespace self_attention::kernels {

Span visible(Band band, Span queries, std::size_t keys) {
  return {visible(band, queries.from, keys).from, visible(band, queries.to - 1, keys).to};
}

// Loops that every compiler takes several numbers at a time by itself.
void add(const float* from, float* to, std::size_t count) {
  for (std::size_t index = 0; index < count; ++index) to[index] += from[index];
}

void multiply(float* numbers, float factor, std::size_t count) {
  for (std::size_t index = 0; index < count; ++index) numbers[index] *= factor;
}

void add_to_rows(const float* row, float* rows, std::size_t count, std::size_t width) {
  for (; count > 0; --count, rows += width) add(row, rows, width);
}

bool same(const float* one, const float* other, std::size_t count) {
  std::uint32_t differing = 0;
  for (std::size_t index = 0; index < count; ++index) {
    differing |= std::bit_cast<std::uint32_t>(one[index]) ^ std::bit_cast<std::uint32_t>(other[index]);
  }
  return differing == 0;
}

}  // namespace self_attention::kernels
