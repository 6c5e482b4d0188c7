#include <algorithm>
#include <array>
#include <cstddef>

#include "kernels.hpp"
#include "lanes.hpp"

namespace self_attention::kernels {
namespace {

// So many rows of a at a time stay in the cache while all panels pass them.
constexpr std::size_t cached_height = 16 * block_height;

// lanes×lanes floats turned over: as many rounds of interleaving rows that are half of them apart.
void transpose(const float* from, std::size_t stride, float* to) {
  std::array<Lanes, lanes> rows;
#pragma GCC unroll 8
  for (std::size_t row = 0; row < lanes; ++row) rows[row] = Lanes::load_unaligned(from + row * stride);
#pragma GCC unroll 8
  for (std::size_t round = 1; round < lanes; round *= 2) {
    const std::array<Lanes, lanes> before = rows;
#pragma GCC unroll 8
    for (std::size_t row = 0; row < lanes / 2; ++row) {
      rows[2 * row] = xsimd::zip_lo(before[row], before[row + lanes / 2]);
      rows[2 * row + 1] = xsimd::zip_hi(before[row], before[row + lanes / 2]);
    }
  }
#pragma GCC unroll 8
  for (std::size_t row = 0; row < lanes; ++row) rows[row].store_unaligned(to + row * panel_width);
}

// c (6×8) = so many rows of a, the last repeated to make six, times a panel. The loops over rows are written out by the
// compiler at any level of optimisation, or their sums would not stay in registers.
inline void block(Rows a, std::size_t height, const float* panel, MutableRows c, std::size_t depth) {
  std::array<Lanes, block_height> left, right;
  std::array<const float*, block_height> rows;
#pragma GCC unroll 6
  for (std::size_t row = 0; row < block_height; ++row) {
    rows[row] = a.data + std::min(row, height - 1) * a.stride;
    left[row] = right[row] = Lanes(0.0F);
  }
  for (std::size_t p = 0; p < depth; ++p, panel += panel_width) {
    const Lanes first = Lanes::load_unaligned(panel);
    const Lanes second = Lanes::load_unaligned(panel + lanes);
#pragma GCC unroll 6
    for (std::size_t row = 0; row < block_height; ++row) {
      const Lanes factor(rows[row][p]);
      left[row] = multiply_add(factor, first, left[row]);
      right[row] = multiply_add(factor, second, right[row]);
    }
  }
#pragma GCC unroll 6
  for (std::size_t row = 0; row < block_height; ++row) {
    // A product so small that it is −0 when fused with the add: 0 more would make it +0, and 0 skipped would not.
    (left[row] + Lanes(0.0F)).store_unaligned(c.data + row * c.stride);
    (right[row] + Lanes(0.0F)).store_unaligned(c.data + row * c.stride + lanes);
  }
}

// Without packing all of b first: a panel at a time stays in the cache, and a small product needs little memory.
void multiply(Rows a, Rows b, MutableRows c, std::size_t m, std::size_t n, std::size_t k, bool transposed) {
  Packed panel;
  for (std::size_t from = 0; from < n; from += panel_width) {
    const std::size_t width = std::min(panel_width, n - from);
    if (transposed) {
      panel.pack_transposed({b.data + from * b.stride, b.stride}, width, k);
    } else {
      panel.pack({b.data + from, b.stride}, width, k);
    }
    matmul(a, panel, {c.data + from, c.stride}, m, {0, width}, {0, k});
  }
}

}  // namespace

std::size_t Packed::size(std::size_t n, std::size_t k) {
  return rounded_up(n, panel_width) * k;
}

void Packed::resize(std::size_t n, std::size_t k) {
  columns_ = n;
  depth_ = k;
  panels_.resize(size(n, k));
}

void Packed::pack(Rows b, std::size_t n, std::size_t k) {
  resize(n, k);
  float* target = panels_.data();
  for (std::size_t from = 0; from < n; from += panel_width) {
    const std::size_t width = std::min(panel_width, n - from);
    for (std::size_t p = 0; p < k; ++p, target += panel_width) {
      const float* row = b.data + p * b.stride + from;
      if (width == panel_width) {
        Lanes::load_unaligned(row).store_unaligned(target);
        Lanes::load_unaligned(row + lanes).store_unaligned(target + lanes);
      } else {
        for (std::size_t column = 0; column < panel_width; ++column) target[column] = column < width ? row[column] : 0;
      }
    }
  }
}

void Packed::pack_transposed(Rows b, std::size_t n, std::size_t k, Span changed) {
  resize(n, k);
  // Half a panel at a time: lanes columns of the product. What is missing from the last panel is 0.
  const std::size_t end = rounded_up(changed.to, panel_width);
  for (std::size_t from = changed.from / lanes * lanes; from < end; from += lanes) {
    float* target = panels_.data() + from / panel_width * panel_width * k + from % panel_width;
    const float* rows = b.data + from * b.stride;
    std::size_t p = 0;
    if (from + lanes <= n) {
      for (; p + lanes <= k; p += lanes) transpose(rows + p, b.stride, target + p * panel_width);
    }
    for (; p < k; ++p) {
      for (std::size_t row = 0; row < lanes; ++row) {
        target[p * panel_width + row] = from + row < n ? rows[row * b.stride + p] : 0;
      }
    }
  }
}

void matmul(Rows a, const Packed& b, MutableRows c, std::size_t m, Span columns, Span depth) {
  const std::size_t deep = depth.to - depth.from;
  std::array<float, block_height * panel_width> edge;
  for (std::size_t top = 0; top < m; top += cached_height) {
    const std::size_t bottom = std::min(m, top + cached_height);
    for (std::size_t column = columns.from; column < columns.to;) {
      const std::size_t start = column / panel_width * panel_width;
      const std::size_t width = std::min(columns.to, start + panel_width) - column;
      const float* panel = b.data() + start * b.depth() + depth.from * panel_width;
      for (std::size_t row = top; row < bottom; row += block_height) {
        const std::size_t height = std::min(block_height, bottom - row);
        float* target = c.data + row * c.stride + (column - columns.from);
        // What is missing from a whole block goes nowhere.
        const bool whole = height == block_height && width == panel_width;
        block({a.data + row * a.stride, a.stride}, height, panel,
              whole ? MutableRows{target, c.stride} : MutableRows{edge.data(), panel_width}, deep);
        if (whole) continue;
        for (std::size_t line = 0; line < height; ++line) {
          const float* from = edge.data() + line * panel_width + (column - start);
          for (std::size_t at = 0; at < width; ++at) target[line * c.stride + at] = from[at];
        }
      }
      column += width;
    }
  }
}

void matmul(Rows a, Rows b, MutableRows c, std::size_t m, std::size_t n, std::size_t k) {
  multiply(a, b, c, m, n, k, false);
}

void matmul_transposed(Rows a, Rows b, MutableRows c, std::size_t m, std::size_t n, std::size_t k) {
  multiply(a, b, c, m, n, k, true);
}

}  // namespace self_attention::kernels
