#include <algorithm>
#include <array>

#include "lanes.hpp"
#include "training.hpp"

namespace self_attention::kernels {
namespace {

// How many rows of a and b, and columns of a, are copied without gaps to stay in the cache.
constexpr std::size_t cached_depth = 64, cached_columns = 16 * tile_height;

// The last tile of a row may read beyond it.
using CachedA = std::array<float, cached_depth * cached_columns + tile_height>;
using CachedPanel = std::array<float, cached_depth * panel_width>;
using Tile = std::array<float, tile_height * panel_width>;

// Copies `count` rows of `width` numbers and fills each with zeros up to `end`.
template <std::size_t stride>
void copy(Rows from, std::size_t count, std::size_t width, std::size_t end, float* to) {
  for (; count > 0; --count, from.data += from.stride, to += stride) {
    std::size_t index = 0;
    for (; index + lanes <= width; index += lanes) Lanes::load_unaligned(from.data + index).store_unaligned(to + index);
    for (; index < width; ++index) to[index] = from.data[index];
    for (; index < end; ++index) to[index] = 0;
  }
}

// The sums have to stay in registers, as in matmul.cpp. The depth must not be 0.
template <std::size_t height>
void add_tile(const float* a, const float* b, MutableRows c, std::size_t depth) {
  std::array<Lanes, height * 2> sums;
#pragma GCC unroll 8
  for (std::size_t row = 0; row < height; ++row) {
    sums[2 * row] = Lanes::load_unaligned(c.data + row * c.stride);
    sums[2 * row + 1] = Lanes::load_unaligned(c.data + row * c.stride + lanes);
  }
  do {
    const Lanes left = Lanes::load_unaligned(b), right = Lanes::load_unaligned(b + lanes);
#pragma GCC unroll 8
    for (std::size_t row = 0; row < height; ++row) {
      const Lanes factor(a[row]);
      sums[2 * row] = multiply_add(factor, left, sums[2 * row]);
      sums[2 * row + 1] = multiply_add(factor, right, sums[2 * row + 1]);
    }
    a += cached_columns;
    b += panel_width;
  } while (--depth > 0);
#pragma GCC unroll 8
  for (std::size_t row = 0; row < height; ++row) {
    sums[2 * row].store_unaligned(c.data + row * c.stride);
    sums[2 * row + 1].store_unaligned(c.data + row * c.stride + lanes);
  }
}

// A tile at the edge of c, which has fewer rows or columns. The sums go through a full one.
template <std::size_t height>
void add_edge(const float* a, const float* b, MutableRows c, std::size_t rows, std::size_t columns, std::size_t depth) {
  Tile tile{};
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      tile[row * panel_width + column] = c.data[row * c.stride + column];
    }
  }
  add_tile<height>(a, b, {tile.data(), panel_width}, depth);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      c.data[row * c.stride + column] = tile[row * panel_width + column];
    }
  }
}

template <std::size_t height>
void add_rows_of(const float* a, const float* b, MutableRows c, std::size_t rows, std::size_t columns,
                 std::size_t depth) {
  if (rows >= height && columns == panel_width) {
    add_tile<height>(a, b, c, depth);
  } else {
    add_edge<height>(a, b, c, std::min(rows, height), columns, depth);
  }
}

// Multiplies m columns of a by one panel of b.
void add_panel(const float* a, const float* b, MutableRows c, std::size_t m, std::size_t columns, std::size_t depth) {
  while (m > 0) {
    const bool high = m == tile_height || m > 2 * low_tile_height;
    if (high) {
      add_rows_of<tile_height>(a, b, c, m, columns, depth);
    } else {
      add_rows_of<low_tile_height>(a, b, c, m, columns, depth);
    }
    const std::size_t done = std::min(m, high ? tile_height : low_tile_height);
    a += done;
    c.data += done * c.stride;
    m -= done;
  }
}

}  // namespace

void add_matmul_of_transposed(Rows a, Rows b, MutableRows c, std::size_t m, std::size_t n, std::size_t k) {
  CachedA left;
  CachedPanel right;
  for (std::size_t top = 0; top < k; top += cached_depth) {
    const std::size_t depth = std::min(cached_depth, k - top);
    for (std::size_t row = 0; row < m; row += cached_columns) {
      const std::size_t rows = std::min(cached_columns, m - row);
      copy<cached_columns>({a.data + top * a.stride + row, a.stride}, depth, rows, rows + low_tile_height, left.data());
      for (std::size_t column = 0; column < n; column += panel_width) {
        const std::size_t columns = std::min(panel_width, n - column);
        copy<panel_width>({b.data + top * b.stride + column, b.stride}, depth, columns, panel_width, right.data());
        add_panel(left.data(), right.data(), {c.data + row * c.stride + column, c.stride}, rows, columns, depth);
      }
    }
  }
}

}  // namespace self_attention::kernels
