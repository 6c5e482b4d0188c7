// The inner loops. The only SIMD in the project is behind this header, and none of it shows here.
//
// Matrices are row-major float32 with a leading dimension (floats from one row to the next). Nothing allocates a
// result, nothing checks a shape. Each element of a product is summed in the order of k, so its bits do not depend on
// where the element stands in the matrix; the relaxed-SIMD flavour may fuse each multiply with its add.
#pragma once

#include <cstddef>

namespace self_attention::kernels {

struct Rows {
  const float* data;
  std::size_t stride;
};

struct MutableRows {
  float* data;
  std::size_t stride;
};

// c (m×n) = a (m×k) · b (k×n)
void matmul(Rows a, Rows b, MutableRows c, std::size_t m, std::size_t n, std::size_t k);

// c (m×n) = a (m×k) · bᵀ, b (n×k)
void matmul_transposed(Rows a, Rows b, MutableRows c, std::size_t m, std::size_t n, std::size_t k);

// Each row of `weights` = softmax(row of `scores` / temperature), the row's maximum subtracted first (unless not
// `stable`: then exp of a large score is infinite). A row of −∞ alone gives zeros. Scores are finite or −∞; both are
// rows×columns and dense; they may be the same memory.
void softmax(const float* scores, float* weights, std::size_t rows, std::size_t columns, float temperature,
             bool stable = true);

// Index of the first number that is NaN or infinite (−∞ counts only if `allow_hidden` is false); `count` when there is
// none.
std::size_t first_not_finite(const float* data, std::size_t count, bool allow_hidden);

}  // namespace self_attention::kernels
