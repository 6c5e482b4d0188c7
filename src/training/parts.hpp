// Parts of a model over rows of numbers, forward and backward.
#pragma once

#include <cstddef>
#include <vector>

#include "../kernels/kernels.hpp"
#include "../kernels/training.hpp"
#include "../steps/steps.hpp"

namespace self_attention::training {

using Numbers = std::vector<float>;

// A parameter and its gradient. Null: the model has no such parameter.
struct Parameter {
  const float* numbers = nullptr;
  float* gradient = nullptr;

  explicit operator bool() const { return numbers != nullptr; }
};

// y (N×n) = x (N×k) · w (k×n) + b.
struct Linear {
  std::size_t k = 0, n = 0;
  Numbers y;

  void forward(const float* x, Parameter w, Parameter b, std::size_t N) {
    y.resize(N * n);
    packed.pack({w.numbers, n}, n, k);
    kernels::matmul({x, k}, packed, {y.data(), n}, N, {0, n}, {0, k});
    if (b) kernels::add_to_rows(b.numbers, y.data(), N, n);
  }

  // dx (N×k) = dy · wᵀ. Adds to the gradients of w, xᵀ · dy, and of b, Σ dy.
  void backward(const float* x, const float* dy, Parameter w, Parameter b, std::size_t N, float* dx) {
    kernels::add_matmul_of_transposed({x, k}, {dy, n}, {w.gradient, n}, k, n, N);
    if (b) kernels::add_rows(dy, b.gradient, N, n);
    packed.pack_transposed({w.numbers, n}, k, n);
    kernels::matmul({dy, n}, packed, {dx, k}, N, {0, k}, {0, n});
  }

 private:
  kernels::Packed packed;
};

// Layer or RMS norm.
struct Norm {
  std::size_t d = 0;
  bool layer = true;
  // unit: x less its mean, divided by the deviation. inverse: 1 / deviation. y: gamma · unit + beta.
  Numbers unit, inverse, y;

  void forward(const float* x, Parameter gamma, Parameter beta, std::size_t N) {
    unit.resize(N * d);
    y.resize(N * d);
    inverse.resize(N);
    kernels::norm({N, d, layer}, x, static_cast<float>(steps::norm_epsilon), gamma.numbers, beta.numbers, unit.data(),
                  inverse.data(), y.data());
  }

  // Adds to dx, and to the gradients of gamma and beta.
  void backward(const float* dy, Parameter gamma, Parameter beta, std::size_t N, float* dx) const {
    kernels::norm_backward({N, d, layer}, dy, unit.data(), inverse.data(), gamma.numbers, dx, gamma.gradient,
                           beta.gradient);
  }
};

}  // namespace self_attention::training
