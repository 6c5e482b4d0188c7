#include <algorithm>
#include <array>
#include <cstddef>

#include "kernels.hpp"
#include "lanes.hpp"

namespace self_attention::kernels {
namespace {

// So many columns and rows of a at a time, that its rows and a panel stay in the cache while they are used again.
constexpr std::size_t cached_depth = 512;
constexpr std::size_t cached_height = 16 * block_height;

// lanes×lanes floats turned over: as many rounds of interleaving rows that are half of them apart.
void transpose(std::array<Lanes, lanes>& rows) {
  for (std::size_t round = 1; round < lanes; round *= 2) {
    const std::array<Lanes, lanes> before = rows;
    for (std::size_t row = 0; row < lanes / 2; ++row) {
      rows[2 * row] = xsimd::zip_lo(before[row], before[row + lanes / 2]);
      rows[2 * row + 1] = xsimd::zip_hi(before[row], before[row + lanes / 2]);
    }
  }
}

// c (height × 8) = so many rows of a times a panel, added to what is there if `more`. Rows past the last repeat it.
inline void block(const float* a, std::size_t stride, std::size_t height, const float* panel, float* c,
                  std::size_t c_stride, std::size_t depth, bool more) {
  std::array<Lanes, block_height> left, right;
  std::array<const float*, block_height> rows;
  for (std::size_t row = 0; row < block_height; ++row) rows[row] = a + std::min(row, height - 1) * stride;
  left.fill(Lanes(0.0F));
  right.fill(Lanes(0.0F));
  if (more) {
    for (std::size_t row = 0; row < block_height; ++row) {
      left[row] = Lanes::load_unaligned(c + row * c_stride);
      right[row] = Lanes::load_unaligned(c + row * c_stride + lanes);
    }
  }
  for (std::size_t p = 0; p < depth; ++p, panel += panel_width) {
    const Lanes first = Lanes::load_unaligned(panel);
    const Lanes second = Lanes::load_unaligned(panel + lanes);
    for (std::size_t row = 0; row < block_height; ++row) {
      const Lanes factor(rows[row][p]);
      left[row] = multiply_add(factor, first, left[row]);
      right[row] = multiply_add(factor, second, right[row]);
    }
  }
  for (std::size_t row = 0; row < block_height; ++row) {
    // A product so small that it is −0 when fused with the add: 0 more would make it +0, and 0 skipped would not.
    (left[row] + Lanes(0.0F)).store_unaligned(c + row * c_stride);
    (right[row] + Lanes(0.0F)).store_unaligned(c + row * c_stride + lanes);
  }
}

void copy(const float* from, std::size_t from_stride, float* to, std::size_t to_stride, std::size_t height,
          std::size_t width) {
  for (; height > 0; --height, from += from_stride, to += to_stride) {
    for (std::size_t column = 0; column < width; ++column) to[column] = from[column];
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

void Packed::pack_transposed(Rows b, std::size_t n, std::size_t k) {
  pack_transposed(b, n, k, {0, n});
}

void Packed::pack_transposed(Rows b, std::size_t n, std::size_t k, Span changed) {
  resize(n, k);
  // Half a panel at a time: lanes columns of the product.
  for (std::size_t from = changed.from / lanes * lanes; from < rounded_up(changed.to, panel_width); from += lanes) {
    float* target = panels_.data() + from / panel_width * panel_width * k + from % panel_width;
    std::size_t p = 0;
    if (from + lanes <= n) {
      for (; p + lanes <= k; p += lanes) {
        std::array<Lanes, lanes> rows;
        for (std::size_t row = 0; row < lanes; ++row) {
          rows[row] = Lanes::load_unaligned(b.data + (from + row) * b.stride + p);
        }
        transpose(rows);
        for (std::size_t row = 0; row < lanes; ++row) rows[row].store_unaligned(target + (p + row) * panel_width);
      }
    }
    for (; p < k; ++p) {
      for (std::size_t row = 0; row < lanes; ++row) {
        target[p * panel_width + row] = from + row < n ? b.data[(from + row) * b.stride + p] : 0;
      }
    }
  }
}

void matmul(Rows a, const Packed& b, MutableRows c, std::size_t m, Span columns, Span depth) {
  std::array<float, block_height * panel_width> edge;
  for (std::size_t top = 0; top < m; top += cached_height) {
    const std::size_t bottom = std::min(m, top + cached_height);
    // At least once: without depth the product is zeros.
    std::size_t from = depth.from;
    do {
      const std::size_t deep = std::min(depth.to - from, cached_depth);
      for (std::size_t column = columns.from; column < columns.to;) {
        const std::size_t start = column / panel_width * panel_width;
        const std::size_t end = std::min(columns.to, start + panel_width);
        const float* panel = b.data() + start * b.depth() + from * panel_width;
        const float* left = a.data + top * a.stride + (from - depth.from);
        float* target = c.data + top * c.stride + (column - columns.from);
        const bool more = from != depth.from;
        for (std::size_t row = top; row < bottom; row += block_height) {
          const std::size_t height = std::min(block_height, bottom - row), width = end - column;
          // What is missing from a whole block goes nowhere.
          const bool whole = height == block_height && width == panel_width;
          float* const shown = edge.data() + (column - start);
          if (!whole && more) copy(target, c.stride, shown, panel_width, height, width);
          block(left, a.stride, height, panel, whole ? target : edge.data(), whole ? c.stride : panel_width, deep,
                more);
          if (!whole) copy(shown, panel_width, target, c.stride, height, width);
          left += block_height * a.stride;
          target += block_height * c.stride;
        }
        column = end;
      }
      from += deep;
    } while (from < depth.to);
  }
}

void matmul(Rows a, Rows b, MutableRows c, std::size_t m, std::size_t n, std::size_t k) {
  // A panel at a time: it stays in the cache, and a small product needs little memory.
  Packed panel;
  for (std::size_t from = 0; from < n; from += panel_width) {
    const std::size_t width = std::min(panel_width, n - from);
    panel.pack({b.data + from, b.stride}, width, k);
    matmul(a, panel, {c.data + from, c.stride}, m, {0, width}, {0, k});
  }
}

void matmul_transposed(Rows a, Rows b, MutableRows c, std::size_t m, std::size_t n, std::size_t k) {
  Packed panel;
  for (std::size_t from = 0; from < n; from += panel_width) {
    const std::size_t width = std::min(panel_width, n - from);
    panel.pack_transposed({b.data + from * b.stride, b.stride}, width, k);
    matmul(a, panel, {c.data + from, c.stride}, m, {0, width}, {0, k});
  }
}

}  // namespace self_attention::kernels
