// Parts of a model over rows of numbers: how each is computed, and what d loss / d what it gives brings.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "../kernels/kernels.hpp"
#include "../steps/steps.hpp"
#include "../steps/views.hpp"

#include <xtensor/containers/xadapt.hpp>
#include <xtensor/core/xmath.hpp>
#include <xtensor/views/xview.hpp>

namespace self_attention::training {

using Numbers = std::vector<float>;

using steps::assign;
using steps::sum_of;

template <class Number>
auto row(Number* numbers, std::size_t count) {
  return steps::row_at(numbers, count);
}

// `turned` (columns×rows) = the transposed of rows×columns.
inline void transpose(const float* numbers, std::size_t rows, std::size_t columns, float* turned) {
  const auto all = xt::adapt(numbers, rows * columns, xt::no_ownership(), std::array{rows, columns});
  for (std::size_t column = 0; column < columns; ++column) {
    assign(row(turned + column * rows, rows), xt::view(all, xt::all(), column));
  }
}

// A matrix that is trained, and its gradient; null where there is none.
struct Weight {
  const float* numbers = nullptr;
  float* gradient = nullptr;

  explicit operator bool() const { return numbers != nullptr; }
};

// y (N×n) = x (N×k) · w (k×n) + b.
struct Linear {
  std::size_t k = 0, n = 0;
  Numbers y;

  void forward(const float* x, Weight w, Weight b, std::size_t N) {
    y.resize(N * n);
    kernels::matmul({x, k}, {w.numbers, n}, {y.data(), n}, N, n, k);
    if (b) kernels::add_to_rows(b.numbers, y.data(), N, n);
  }

  // Writes d loss / d x, or adds to it; the gradients of w and b are written.
  void backward(const float* x, const float* dy, Weight w, Weight b, std::size_t N, float* dx, bool adds,
                Numbers& scratch) {
    scratch.resize(N * k + (adds ? N * k : 0));
    transpose(x, N, k, scratch.data());
    kernels::matmul({scratch.data(), N}, {dy, n}, {w.gradient, n}, k, n, N);
    if (b) {
      auto sums = row(b.gradient, n);
      sums.fill(0);
      for (std::size_t at = 0; at < N; ++at) assign(sums, sums + row(dy + at * n, n));
    }
    float* out = adds ? scratch.data() + N * k : dx;
    kernels::matmul_transposed({dy, n}, {w.numbers, n}, {out, k}, N, k, n);
    if (adds) {
      auto sum = row(dx, N * k);
      assign(sum, sum + row(out, N * k));
    }
  }
};

// Layer or RMS norm.
struct Norm {
  std::size_t d = 0;
  bool layer = true;
  // x less its mean over the deviation, that gamma and beta are applied to; 1 over the deviation.
  Numbers unit, inverse, y;

  void forward(const float* x, Weight gamma, Weight beta, std::size_t N) {
    unit.resize(N * d);
    y.resize(N * d);
    inverse.resize(N);
    const auto scale = row(gamma.numbers, d);
    for (std::size_t at = 0; at < N; ++at) {
      const auto numbers = row(x + at * d, d);
      auto units = row(&unit[at * d], d), out = row(&y[at * d], d);
      const float mean = layer ? sum_of(numbers) / static_cast<float>(d) : 0;
      assign(units, numbers - mean);
      const float spread = sum_of(units * units) / static_cast<float>(d);
      inverse[at] = 1 / std::sqrt(spread + static_cast<float>(steps::norm_epsilon));
      assign(units, units * inverse[at]);
      assign(out, units * scale);
      if (beta) assign(out, out + row(beta.numbers, d));
    }
  }

  // Adds to d loss / d x.
  void backward(const float* dy, Weight gamma, Weight beta, std::size_t N, float* dx, Numbers& scratch) {
    scratch.resize(d);
    auto of_gamma = row(gamma.gradient, d), each = row(scratch.data(), d);
    of_gamma.fill(0);
    if (beta) row(beta.gradient, d).fill(0);
    const auto scale = row(gamma.numbers, d);
    for (std::size_t at = 0; at < N; ++at) {
      const auto given = row(dy + at * d, d);
      const auto units = row(static_cast<const float*>(&unit[at * d]), d);
      auto out = row(dx + at * d, d);
      assign(of_gamma, of_gamma + given * units);
      if (beta) {
        auto of_beta = row(beta.gradient, d);
        assign(of_beta, of_beta + given);
      }
      assign(each, given * scale);
      const float mean = layer ? sum_of(each) / static_cast<float>(d) : 0;
      const float along = sum_of(each * units) / static_cast<float>(d);
      assign(out, out + inverse[at] * (each - mean - along * units));
    }
  }
};

// 0.5·u·(1 + tanh(√(2/π)·(u + 0.044715·u³))), and its slope.
inline void gelu(const Numbers& before, Numbers& tanh, Numbers& after) {
  const auto u = row(before.data(), before.size());
  tanh.resize(before.size());
  after.resize(before.size());
  auto t = row(tanh.data(), tanh.size()), y = row(after.data(), after.size());
  assign(t, 0.7978845608F * (u + 0.044715F * u * u * u));
  kernels::tanh(tanh.data(), tanh.size());
  assign(y, 0.5F * u * (1.0F + t));
}
inline void gelu_backward(const Numbers& before, const Numbers& tanh, float* gradient) {
  const auto u = row(before.data(), before.size()), t = row(tanh.data(), tanh.size());
  auto g = row(gradient, before.size());
  assign(g, g * (0.5F * (1.0F + t) + 0.5F * u * (1.0F - t * t) * 0.7978845608F * (1.0F + 0.134145F * u * u)));
}

}  // namespace self_attention::training
