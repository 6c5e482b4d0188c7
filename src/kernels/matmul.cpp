#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>

#include "kernels.hpp"
#include "lanes.hpp"

namespace self_attention::kernels {
namespace {

// How many rows of a stay in the cache while they are multiplied by all panels.
constexpr std::size_t cached_height = 16 * tile_height;

// Transposes lanes×lanes floats. Each of log₂(lanes) rounds interleaves rows that are lanes / 2 apart.
void transpose(const float* from, std::size_t stride, float* to) {
  std::array<Lanes, lanes> rows;
#pragma GCC unroll 8
  for (std::size_t row = 0; row < lanes; ++row) rows[row] = Lanes::load_unaligned(from + row * stride);
#pragma GCC unroll 8
  for (std::size_t round = 1; round < lanes; round *= 2) {
    const std::array<Lanes, lanes> previous = rows;
#pragma GCC unroll 8
    for (std::size_t row = 0; row < lanes / 2; ++row) {
      rows[2 * row] = xsimd::zip_lo(previous[row], previous[row + lanes / 2]);
      rows[2 * row + 1] = xsimd::zip_hi(previous[row], previous[row + lanes / 2]);
    }
  }
#pragma GCC unroll 8
  for (std::size_t row = 0; row < lanes; ++row) rows[row].store_unaligned(to + row * panel_width);
}

// The panels of a packed matrix.
struct Panels {
  const float* data;
  std::size_t depth;
};

// Zeros that the compiler does not know to be constant. WebAssembly engines keep sums that start as constants in
// memory, which is a third slower. The two zeros are distinct because one that is used before and after a loop would
// occupy a register inside it.
Lanes zeros(std::size_t which) {
  static constexpr std::array<float, 2> zero{};
  const float* from = &zero[which];
  asm("" : "+r"(from));
  return Lanes(*from);
}

// Multiplies `height` rows of a by `panels` panels, which are `stride` floats apart. If fewer rows or panels exist, the
// last one is repeated. The loops are unrolled at every optimisation level so that the sums stay in registers. The
// depth must not be 0.
template <std::size_t height, std::size_t panels>
inline void multiply_tile(Rows a, std::size_t rows, const float* b, std::size_t count, std::size_t stride,
                          MutableRows c, std::size_t depth) {
  constexpr std::size_t vectors = 2 * panels;
  std::array<const float*, height> left;
  std::array<const float*, panels> right;
  std::array<Lanes, height * vectors> sums;
#pragma GCC unroll 8
  for (std::size_t row = 0; row < height; ++row) left[row] = a.data + std::min(row, rows - 1) * a.stride;
#pragma GCC unroll 8
  for (std::size_t panel = 0; panel < panels; ++panel) right[panel] = b + std::min(panel, count - 1) * stride;
  const Lanes first = zeros(0);
#pragma GCC unroll 16
  for (Lanes& sum : sums) sum = first;
  std::size_t p = 0;
  do {
    std::array<Lanes, vectors> columns;
#pragma GCC unroll 8
    for (std::size_t vector = 0; vector < vectors; ++vector) {
      columns[vector] = Lanes::load_unaligned(right[vector / 2] + vector % 2 * lanes);
    }
#pragma GCC unroll 8
    for (const float*& panel : right) panel += panel_width;
#pragma GCC unroll 8
    for (std::size_t row = 0; row < height; ++row) {
      const Lanes factor(left[row][p]);
#pragma GCC unroll 8
      for (std::size_t vector = 0; vector < vectors; ++vector) {
        sums[row * vectors + vector] = multiply_add(factor, columns[vector], sums[row * vectors + vector]);
      }
    }
  } while (++p < depth);
  // A product so small that it is −0 when fused with the add: 0 more makes it +0, as a 0 that is skipped does.
  const Lanes last = zeros(1);
#pragma GCC unroll 8
  for (std::size_t row = 0; row < height; ++row) {
#pragma GCC unroll 8
    for (std::size_t vector = 0; vector < vectors; ++vector) {
      (sums[row * vectors + vector] + last).store_unaligned(c.data + row * c.stride + vector * lanes);
    }
  }
}

// Multiplies all rows of a by one panel. The last tile overlaps the previous one if too few rows are left, and
// computes the same numbers again. If a has fewer rows than a low tile, only those are written.
inline void multiply_panel(Rows a, const float* b, MutableRows c, std::size_t m, std::size_t depth) {
  const auto move = [&](std::ptrdiff_t rows) {
    a.data += rows * static_cast<std::ptrdiff_t>(a.stride);
    c.data += rows * static_cast<std::ptrdiff_t>(c.stride);
  };
  std::size_t left = m;
  for (; left == tile_height || left > 2 * low_tile_height; left -= tile_height) {
    multiply_tile<tile_height, 1>(a, tile_height, b, 1, 0, c, depth);
    move(tile_height);
  }
  for (; left > 0; left -= std::min(left, low_tile_height)) {
    if (left < low_tile_height && left < m) {
      move(static_cast<std::ptrdiff_t>(left) - static_cast<std::ptrdiff_t>(low_tile_height));
    }
    multiply_tile<low_tile_height, 1>(a, std::min(m, low_tile_height), b, 1, 0, c, depth);
    move(low_tile_height);
  }
}

void multiply(Rows a, Panels b, MutableRows c, std::size_t m, Span columns, Span depth) {
  if (depth.from >= depth.to) {
    for (std::size_t row = 0; row < m; ++row) {
      std::fill_n(c.data + row * c.stride, columns.to - columns.from, 0.0F);
    }
    return;
  }
  // A single row is common: a word was appended. With four panels at a time, each sum need not wait for its last add.
  constexpr std::size_t most_panels = 4;
  const bool alone = m == 1;
  const std::size_t width = alone ? most_panels * panel_width : panel_width, deep = depth.to - depth.from;
  std::array<float, cached_height * panel_width> edge;
  for (std::size_t top = 0; top < m; top += cached_height) {
    const std::size_t height = std::min(m - top, cached_height);
    const Rows left{a.data + top * a.stride, a.stride};
    for (std::size_t from = columns.from; from < columns.to; from += width) {
      const std::size_t some = std::min(width, columns.to - from);
      const float* right = b.data + from * b.depth + depth.from * panel_width;
      float* target = c.data + top * c.stride + (from - columns.from);
      const bool whole = some == width && (alone || height >= low_tile_height);
      const MutableRows made = whole ? MutableRows{target, c.stride} : MutableRows{edge.data(), width};
      if (alone) {
        const std::size_t count = (some + panel_width - 1) / panel_width;
        multiply_tile<1, most_panels>(left, 1, right, count, b.depth * panel_width, made, deep);
      } else {
        multiply_panel(left, right, made, height, deep);
      }
      for (std::size_t row = 0; row < height && !whole; ++row) {
        for (std::size_t column = 0; column < some; ++column)
          target[row * c.stride + column] = edge[row * width + column];
      }
    }
  }
}

// Packs half a panel at a time, which is `lanes` columns of the product. The last panel is padded with zeros.
void pack(Rows b, std::size_t n, std::size_t k, float* panels) {
  const std::size_t end = rounded_up(n, panel_width);
  for (std::size_t from = 0; from < end; from += lanes) {
    float* target = panels + from / panel_width * panel_width * k + from % panel_width;
    const float* row = b.data + from;
    for (std::size_t p = 0; p < k; ++p, target += panel_width, row += b.stride) {
      if (from + lanes <= n) {
        Lanes::load_unaligned(row).store_unaligned(target);
      } else {
        Lanes(0.0F).store_unaligned(target);
        for (std::size_t column = from; column < n; ++column) target[column - from] = row[column - from];
      }
    }
  }
}

void pack_transposed(Rows b, std::size_t n, std::size_t k, float* panels) {
  const std::size_t end = rounded_up(n, panel_width);
  for (std::size_t from = 0; from < end; from += lanes) {
    float* target = panels + from / panel_width * panel_width * k + from % panel_width;
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

// Packs one panel of b at a time. It stays in the cache, and a small product allocates nothing.
void multiply(Rows a, Rows b, MutableRows c, std::size_t m, std::size_t n, std::size_t k, bool transposed) {
  std::array<float, 256 * panel_width> near;
  std::unique_ptr<float[]> far;
  if (k * panel_width > near.size()) far.reset(new float[k * panel_width]);
  float* panel = far ? far.get() : near.data();
  for (std::size_t from = 0; from < n; from += panel_width) {
    const std::size_t width = std::min(panel_width, n - from);
    if (transposed) {
      pack_transposed({b.data + from * b.stride, b.stride}, width, k, panel);
    } else {
      pack({b.data + from, b.stride}, width, k, panel);
    }
    multiply(a, {panel, k}, {c.data + from, c.stride}, m, {0, width}, {0, k});
  }
}

}  // namespace

void Packed::pack(Rows b, std::size_t n, std::size_t k) {
  resize(n, k);
  kernels::pack(b, n, k, panels_.data());
}

void Packed::pack_transposed(Rows b, std::size_t n, std::size_t k) {
  resize(n, k);
  kernels::pack_transposed(b, n, k, panels_.data());
}

void matmul(Rows a, const Packed& b, MutableRows c, std::size_t m, Span columns, Span depth) {
  multiply(a, Panels{b.data(), b.depth()}, c, m, columns, depth);
}

void matmul(Rows a, Rows b, MutableRows c, std::size_t m, std::size_t n, std::size_t k) {
  multiply(a, b, c, m, n, k, false);
}

void matmul_transposed(Rows a, Rows b, MutableRows c, std::size_t m, std::size_t n, std::size_t k) {
  multiply(a, b, c, m, n, k, true);
}

}  // namespace self_attention::kernels
