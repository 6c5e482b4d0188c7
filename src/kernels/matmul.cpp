#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "kernels.hpp"
#include "lanes.hpp"

namespace self_attention::kernels {
namespace {

// One panel is this many columns of b, packed so that the inner loop reads it front to back; a block is this many rows
// of a. 4×(2 vectors) keeps 8 accumulators, 2 columns and a broadcast in 16 registers.
constexpr std::size_t panel_width = 2 * lanes;
constexpr std::size_t block_height = 4;

// A matrix whose neighbours below and to the right are so many floats away: a transposed one has them swapped.
struct Strided {
  const float* data;
  std::size_t below, right;
};

// The first `width` columns of b as k rows of panel_width, zeros in the missing columns.
void pack(Strided b, std::size_t k, std::size_t width, float* panel) {
  for (std::size_t p = 0; p < k; ++p, panel += panel_width) {
    std::size_t column = 0;
    for (; column < width; ++column) panel[column] = b.data[p * b.below + column * b.right];
    for (; column < panel_width; ++column) panel[column] = 0;
  }
}

// c's block of Height rows and `width` columns = a's rows times the panel.
template <std::size_t Height>
void block(Rows a, const float* panel, MutableRows c, std::size_t k, std::size_t width) {
  std::array<Lanes, Height> left;
  std::array<Lanes, Height> right;
  left.fill(Lanes(0.0F));
  right.fill(Lanes(0.0F));
  for (std::size_t p = 0; p < k; ++p) {
    const Lanes first = Lanes::load_unaligned(panel + p * panel_width);
    const Lanes second = Lanes::load_unaligned(panel + p * panel_width + lanes);
    for (std::size_t row = 0; row < Height; ++row) {
      const Lanes factor(a.data[row * a.stride + p]);
      left[row] = multiply_add(factor, first, left[row]);
      right[row] = multiply_add(factor, second, right[row]);
    }
  }
  for (std::size_t row = 0; row < Height; ++row) {
    std::array<float, panel_width> sums;
    left[row].store_unaligned(sums.data());
    right[row].store_unaligned(sums.data() + lanes);
    std::copy_n(sums.data(), width, c.data + row * c.stride);
  }
}

void multiply(Rows a, Strided b, MutableRows c, std::size_t m, std::size_t n, std::size_t k) {
  std::vector<float> panel(k * panel_width);
  for (std::size_t from = 0; from < n; from += panel_width) {
    const std::size_t width = std::min(panel_width, n - from);
    pack({b.data + from * b.right, b.below, b.right}, k, width, panel.data());
    std::size_t row = 0;
    for (; row + block_height <= m; row += block_height) {
      block<block_height>({a.data + row * a.stride, a.stride}, panel.data(), {c.data + row * c.stride + from, c.stride},
                          k, width);
    }
    for (; row < m; ++row) {
      block<1>({a.data + row * a.stride, a.stride}, panel.data(), {c.data + row * c.stride + from, c.stride}, k, width);
    }
  }
}

}  // namespace

void matmul(Rows a, Rows b, MutableRows c, std::size_t m, std::size_t n, std::size_t k) {
  multiply(a, {b.data, b.stride, 1}, c, m, n, k);
}

void matmul_transposed(Rows a, Rows b, MutableRows c, std::size_t m, std::size_t n, std::size_t k) {
  multiply(a, {b.data, 1, b.stride}, c, m, n, k);
}

}  // namespace self_attention::kernels
