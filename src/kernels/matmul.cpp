#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>

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

// What is packed of a matrix of that depth.
struct Panels {
  const float* data;
  std::size_t depth;
};

// Of the last rows, those that would leave a third of a block or more empty.
constexpr bool is_low(std::size_t left) {
  return left <= low_height || (left > block_height && left <= 2 * low_height);
}

// 0 from where nobody knows what is there: sums that begin as a constant each are kept in memory by an engine, a third
// slower, and those that begin as one and the same value in registers.
Lanes zeros() {
  static constexpr float zero = 0;
  const float* from = &zero;
  asm("" : "+r"(from));
  return Lanes(*from);
}

// How much of a product is made at once: rows of a, panels of b. What is missing at an edge repeats the last, and goes
// nowhere. Its sums have to stay in registers: the loops over them are written out at any level of optimisation.
//
// c (height × width) = so many rows of a times so many panels, each `stride` floats after the one before.
template <std::size_t height, std::size_t panels>
inline void multiply_block(Rows a, std::size_t rows, const float* b, std::size_t count, std::size_t stride,
                           MutableRows c, std::size_t depth) {
  constexpr std::size_t vectors = 2 * panels;
  std::array<const float*, height> left;
  std::array<const float*, panels> right;
  std::array<Lanes, height * vectors> sums;
#pragma GCC unroll 8
  for (std::size_t row = 0; row < height; ++row) left[row] = a.data + std::min(row, rows - 1) * a.stride;
#pragma GCC unroll 8
  for (std::size_t panel = 0; panel < panels; ++panel) right[panel] = b + std::min(panel, count - 1) * stride;
  sums.fill(zeros());
  for (std::size_t p = 0; p < depth; ++p) {
    std::array<Lanes, vectors> columns;
#pragma GCC unroll 8
    for (std::size_t at = 0; at < vectors; ++at) {
      columns[at] = Lanes::load_unaligned(right[at / 2] + at % 2 * lanes);
    }
#pragma GCC unroll 8
    for (const float*& panel : right) panel += panel_width;
#pragma GCC unroll 8
    for (std::size_t row = 0; row < height; ++row) {
      const Lanes factor(left[row][p]);
#pragma GCC unroll 8
      for (std::size_t at = 0; at < vectors; ++at) {
        sums[row * vectors + at] = multiply_add(factor, columns[at], sums[row * vectors + at]);
      }
    }
  }
#pragma GCC unroll 8
  for (std::size_t row = 0; row < height; ++row) {
#pragma GCC unroll 8
    for (std::size_t at = 0; at < vectors; ++at) {
      // A product so small that it is −0 when fused with the add: 0 more would make it +0, and 0 skipped would not.
      (sums[row * vectors + at] + Lanes(0.0F)).store_unaligned(c.data + row * c.stride + at * lanes);
    }
  }
}

// A row alone is a word that was appended: four panels at once, or each of its sums would wait for itself.
void multiply(Rows a, Panels b, MutableRows c, std::size_t m, Span columns, Span depth) {
  constexpr std::size_t most_panels = 4;
  const bool alone = m == 1;
  const std::size_t stride = b.depth * panel_width, width = alone ? most_panels * panel_width : panel_width;
  std::array<float, block_height * panel_width> edge;
  static_assert(edge.size() >= most_panels * panel_width);
  for (std::size_t top = 0; top < m; top += cached_height) {
    const std::size_t bottom = std::min(m, top + cached_height);
    for (std::size_t column = columns.from; column < columns.to;) {
      const std::size_t panel = column / panel_width;
      const std::size_t start = panel * panel_width, some = std::min(columns.to, start + width) - column;
      const std::size_t count = (column + some - start + panel_width - 1) / panel_width;
      for (std::size_t row = top, full = 1; row < bottom; row += full) {
        if (!alone) full = is_low(bottom - row) ? low_height : block_height;
        const std::size_t rows = std::min(full, bottom - row);
        float* target = c.data + row * c.stride + (column - columns.from);
        const bool whole = rows == full && some == width;
        const Rows left{a.data + row * a.stride, a.stride};
        const float* right = b.data + panel * stride + depth.from * panel_width;
        const MutableRows made = whole ? MutableRows{target, c.stride} : MutableRows{edge.data(), width};
        if (full == block_height) {
          multiply_block<block_height, 1>(left, rows, right, count, stride, made, depth.to - depth.from);
        } else if (full == low_height) {
          multiply_block<low_height, 1>(left, rows, right, count, stride, made, depth.to - depth.from);
        } else {
          multiply_block<1, most_panels>(left, rows, right, count, stride, made, depth.to - depth.from);
        }
        if (whole) continue;
        for (std::size_t line = 0; line < rows; ++line) {
          const float* from = edge.data() + line * width + (column - start);
          for (std::size_t at = 0; at < some; ++at) target[line * c.stride + at] = from[at];
        }
      }
      column += some;
    }
  }
}

// Half a panel at a time: lanes columns of the product. What is missing from the last panel is 0.
void pack(Rows b, std::size_t n, std::size_t k, float* panels) {
  const std::size_t end = rounded_up(n, panel_width);
  for (std::size_t from = 0; from < end; from += lanes) {
    float* target = panels + from / panel_width * panel_width * k + from % panel_width;
    const float* row = b.data + from;
    for (std::size_t p = 0; p < k; ++p, target += panel_width, row += b.stride) {
      if (from + lanes <= n) {
        Lanes::load_unaligned(row).store_unaligned(target);
      } else {
        for (std::size_t column = 0; column < lanes; ++column) target[column] = from + column < n ? row[column] : 0;
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

// Without packing all of b first: a panel at a time stays in the cache, and a small product needs no memory.
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
