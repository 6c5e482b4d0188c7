// The inner loops of backpropagation and of the optimiser. As in kernels.hpp, no function checks a shape and no SIMD
// type appears. None of them allocates. Rows without a stride are dense.
#pragma once

#include <cstddef>

#include "kernels.hpp"

namespace self_attention::kernels {

// ---- Products ------------------------------------------------------------------------------------------------------

// c (m×n) += aᵀ·b, a (k×m), b (k×n): the gradient of a matrix from its input and the gradient of its output. Each sum
// continues in the order of k.
void add_matmul_of_transposed(Rows a, Rows b, MutableRows c, std::size_t m, std::size_t n, std::size_t k);

// ---- Element by element --------------------------------------------------------------------------------------------

// Σ numbers², in double precision.
double sum_of_squares(const float* numbers, std::size_t count);
// numbers += others
void add(const float* others, float* numbers, std::size_t count);
// sum = a + b
void add(const float* a, const float* b, float* sum, std::size_t count);
// sums (width) += all of `count` rows
void add_rows(const float* rows, float* sums, std::size_t count, std::size_t width);
// numbers = factor·numbers + others
void scale_and_add(float factor, const float* others, float* numbers, std::size_t count);

// y = max(x, 0). Backward: the gradient where x > 0, else 0.
void relu(const float* x, float* y, std::size_t count);
void relu_backward(const float* x, float* gradient, std::size_t count);

// y = 0.5·x·(1 + t) with t = tanh(√(2/π)·(x + 0.044715·x³)), which the backward function needs.
void gelu(const float* x, float* t, float* y, std::size_t count);
void gelu_backward(const float* x, const float* t, float* gradient, std::size_t count);

// For capped = tanh(score · factor): gradient = factor·(1 − capped²)·gradient.
void cap_backward(const float* capped, float factor, float* gradient, std::size_t count);

// Rotates the pairs of `width` numbers by the angles with these sines (times `direction`) and cosines. Pair c is (2c,
// 2c + 1), or (c, c + width/2) with `halves`.
void rotate(float* numbers, const float* sines, const float* cosines, float direction, std::size_t width, bool halves);

// ---- Rows ----------------------------------------------------------------------------------------------------------

// Backward through the softmax that gave `weights`, row by row: gradient = factor · weights·(gradient − Σ
// weights·gradient).
void softmax_backward(const float* weights, float* gradient, std::size_t count, std::size_t width, float factor);

// Layer norm, or RMS norm if not `centred`: unit = (x − mean)·inverse and y = unit·gamma + beta, with one inverse =
// 1/√(variance + ε) for each row. beta may be null.
struct NormRows {
  std::size_t count, width;
  bool centred;
};
void norm(NormRows rows, const float* x, float epsilon, const float* gamma, const float* beta, float* unit,
          float* inverse, float* y);
// Adds to dx, of_gamma and of_beta (which may be null). With g = dy·gamma: dx += inverse·(g − mean g −
// unit·mean(g·unit)).
void norm_backward(NormRows rows, const float* dy, const float* unit, const float* inverse, const float* gamma,
                   float* dx, float* of_gamma, float* of_beta);

// ---- An optimiser's step -------------------------------------------------------------------------------------------

// y = a·x + b·y
void axpby(float a, const float* x, float b, float* y, std::size_t count);

// m = beta1·m + (1 − beta1)·g, v = beta2·v + (1 − beta2)·g², p = keep·p − size·m / (√v + epsilon).
struct AdamStep {
  float beta1, beta2, keep, size, epsilon;
};
void adam(AdamStep step, const float* g, float* m, float* v, float* p, std::size_t count);

}  // namespace self_attention::kernels
