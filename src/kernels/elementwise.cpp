#include <bit>
#include <cstdint>

#include "kernels.hpp"
#include "lanes.hpp"

namespace self_attention::kernels {

Span visible(Band band, Span queries, std::size_t keys) {
  return {visible(band, queries.from, keys).from, visible(band, queries.to - 1, keys).to};
}

void add_to_rows(const float* row, float* rows, std::size_t count, std::size_t width) {
  // Written out because a compiler has to assume that `row` overlaps `rows`, and then adds one number at a time.
  for (; count > 0; --count, rows += width) {
    std::size_t column = 0;
    for (; column + lanes <= width; column += lanes) {
      (Lanes::load_unaligned(rows + column) + Lanes::load_unaligned(row + column)).store_unaligned(rows + column);
    }
    for (; column < width; ++column) rows[column] += row[column];
  }
}

bool same(const float* a, const float* b, std::size_t count) {
  // Written out because compilers do not vectorise it, and each key press compares every number that the scene gives.
  using Bits = xsimd::batch<std::uint32_t>;
  Bits differing(0U);
  std::size_t index = 0;
  for (; index + lanes <= count; index += lanes) {
    differing |= xsimd::bitwise_cast<std::uint32_t>(Lanes::load_unaligned(a + index)) ^
                 xsimd::bitwise_cast<std::uint32_t>(Lanes::load_unaligned(b + index));
  }
  bool all = xsimd::all(differing == Bits(0U));
  for (; index < count; ++index) {
    all &= std::bit_cast<std::uint32_t>(a[index]) == std::bit_cast<std::uint32_t>(b[index]);
  }
  return all;
}

}  // namespace self_attention::kernels
