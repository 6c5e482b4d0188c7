#include <bit>
#include <cstdint>

#include "kernels.hpp"
#include "lanes.hpp"

namespace self_attention::kernels {

Span visible(Band band, Span queries, std::size_t keys) {
  return {visible(band, queries.from, keys).from, visible(band, queries.to - 1, keys).to};
}

void add_to_rows(const float* row, float* rows, std::size_t count, std::size_t width) {
  // A compiler that does not know that the row is none of the rows adds one number at a time.
  for (; count > 0; --count, rows += width) {
    std::size_t column = 0;
    for (; column + lanes <= width; column += lanes) {
      (Lanes::load_unaligned(rows + column) + Lanes::load_unaligned(row + column)).store_unaligned(rows + column);
    }
    for (; column < width; ++column) rows[column] += row[column];
  }
}

bool same(const float* one, const float* other, std::size_t count) {
  // Asked of every given number on every keystroke, and of many a compiler makes only one at a time.
  using Bits = xsimd::batch<std::uint32_t>;
  Bits differing(0U);
  std::size_t index = 0;
  for (; index + lanes <= count; index += lanes) {
    differing |= xsimd::bitwise_cast<std::uint32_t>(Lanes::load_unaligned(one + index)) ^
                 xsimd::bitwise_cast<std::uint32_t>(Lanes::load_unaligned(other + index));
  }
  bool all = xsimd::all(differing == Bits(0U));
  for (; index < count; ++index) {
    all &= std::bit_cast<std::uint32_t>(one[index]) == std::bit_cast<std::uint32_t>(other[index]);
  }
  return all;
}

}  // namespace self_attention::kernels
