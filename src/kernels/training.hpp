// The inner loops of the way back and of the optimiser. As in kernels.hpp nothing checks a shape and no SIMD shows;
// nothing here allocates at all. Rows are dense where no stride is given.
#pragma once

#include <cstddef>

#include "kernels.hpp"

namespace self_attention::kernels {

// ---- Products ------------------------------------------------------------------------------------------------------

// c (m×n) += aᵀ·b, a (k×m), b (k×n): the gradient of a matrix, of what it was given and what came of it. Each sum goes
// on in the order of k.
void add_matmul_of_transposed(Rows a, Rows b, MutableRows c, std::size_t m, std::size_t n, std::size_t k);

// ---- Number by number ----------------------------------------------------------------------------------------------

// Σ numbers², in double precision.
double sum_of_squares(const float* numbers, std::size_t count);
// numbers += others
void add(const float* others, float* numbers, std::size_t count);
// sum = one + other
void add(const float* one, const float* other, float* sum, std::size_t count);
// sums (width) += all of `count` rows
void add_rows(const float* rows, float* sums, std::size_t count, std::size_t width);
// numbers = factor·numbers + others
void scale_and_add(float factor, const float* others, float* numbers, std::size_t count);

// after = max(before, 0), and the way back: gradient where before > 0, else 0.
void relu(const float* before, float* after, std::size_t count);
void relu_backward(const float* before, float* gradient, std::size_t count);

// after = 0.5·u·(1 + t), t = tanh(√(2/π)·(u + 0.044715·u³)), u before; t is kept for the way back.
void gelu(const float* before, float* t, float* after, std::size_t count);
void gelu_backward(const float* before, const float* t, float* gradient, std::size_t count);

// Of scores that a softcap bounds, capped = tanh(score · factor): gradient = factor·(1 − capped²)·gradient.
void cap_backward(const float* capped, float factor, float* gradient, std::size_t count);

// Pairs (even, odd) of `width` numbers rotated by the angle whose sine (times `direction`) and cosine are given.
void rotate(float* numbers, const float* sines, const float* cosines, float direction, std::size_t width);

// ---- Rows ----------------------------------------------------------------------------------------------------------

// gradient = factor · weights·(gradient − Σ weights·gradient), row by row: through a softmax whose weights these are.
void softmax_backward(const float* weights, float* gradient, std::size_t count, std::size_t width, float factor);

// Layer norm, or RMS norm where it is not centred: unit = (x − mean)·inverse, inverse = 1/√(variance + ε) a row,
// y = unit·gamma + beta. beta may be null.
struct NormRows {
  std::size_t count, width;
  bool centred;
};
void norm(NormRows rows, const float* x, float epsilon, const float* gamma, const float* beta, float* unit,
          float* inverse, float* y);
// dx, of_gamma and of_beta (which may be null) are added to. With g = dy·gamma: dx += inverse·(g − mean g −
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
