// The arguments of a step's backward function: its numbers, inputs and gradients, as matrices for xtensor expressions.
#pragma once

#include <array>
#include <cstddef>
#include <map>

#include "../attention.hpp"
#include "../kernels/kernels.hpp"

#include <xtensor/containers/xadapt.hpp>
#include <xtensor/containers/xtensor.hpp>
#include <xtensor/core/xmath.hpp>
#include <xtensor/misc/xmanipulation.hpp>
#include <xtensor/views/xview.hpp>

namespace self_attention {

using FloatMatrix = xt::xtensor<float, 2>;

// One head of `tensor` as a matrix (rows, width). `tensor` has the shape of `of`.
template <class AnyTensor>
auto matrix_of(AnyTensor& tensor, const TraceTensor& of, std::size_t head = 0) {
  const std::size_t size = of.rows * of.width;
  return xt::adapt(tensor.data() + head * size, size, xt::no_ownership(), std::array{of.rows, of.width});
}

// A backward function adds, for each input, d loss / d step times d step / d input to d loss / d input (the chain
// rule).
struct Backward {
  const TraceTensor& step;
  const Tensor& gradient;
  std::map<const TraceTensor*, Tensor>& gradients;

  std::size_t heads() const { return step.heads; }
  template <class Own>
  Own settings() const {
    return step.op.settings.as<Own>();
  }
  bool has_input(std::size_t index) const { return step.inputs[index] != nullptr; }
  const TraceTensor& input(std::size_t index) const { return *step.inputs[index]; }

  // One head of the step, and of d loss / d step.
  auto numbers(std::size_t head = 0) const { return matrix_of(step.tensor, step, head); }
  auto gradient_of(std::size_t head = 0) const { return matrix_of(gradient, step, head); }
  // One head of an input, and of the gradient to add to. `head` counts the input's own heads …
  auto read_head(std::size_t index, std::size_t head) const {
    return matrix_of(input(index).tensor, input(index), head);
  }
  auto gradient_to_head(std::size_t index, std::size_t head) const {
    return matrix_of(whole_gradient_to(index), input(index), head);
  }
  // … or the step's heads, each of which reads one head of the input (grouped-query attention).
  auto read(std::size_t index, std::size_t head = 0) const { return read_head(index, head_of(index, head)); }
  auto gradient_to(std::size_t index, std::size_t head = 0) const {
    return gradient_to_head(index, head_of(index, head));
  }

 private:
  std::size_t head_of(std::size_t index, std::size_t head) const { return head / (step.heads / input(index).heads); }

  Tensor& whole_gradient_to(std::size_t index) const {
    const auto [found, is_new] = gradients.try_emplace(&input(index), no_tensor());
    if (is_new) found->second = xt::zeros<float>(input(index).shape);
    return found->second;
  }
};

// ---- Products of matrices whose rows are contiguous ----

// a · b
template <class A, class B>
FloatMatrix product(const A& a, const B& b) {
  FloatMatrix c(std::array{a.shape(0), b.shape(1)});
  kernels::matmul({a.data(), a.shape(1)}, {b.data(), b.shape(1)}, {c.data(), b.shape(1)}, a.shape(0), b.shape(1),
                  a.shape(1));
  return c;
}
// a · bᵀ
template <class A, class B>
FloatMatrix product_with_transposed(const A& a, const B& b) {
  FloatMatrix c(std::array{a.shape(0), b.shape(0)});
  kernels::matmul_transposed({a.data(), a.shape(1)}, {b.data(), b.shape(1)}, {c.data(), b.shape(0)}, a.shape(0),
                             b.shape(0), a.shape(1));
  return c;
}
// aᵀ · b
template <class A, class B>
FloatMatrix product_of_transposed(const A& a, const B& b) {
  const FloatMatrix transposed = xt::transpose(a);
  return product(transposed, b);
}

// Columns `from` to `from + width − 1`: those of one head in a matrix of all heads.
template <class Whole>
auto columns_of(Whole& matrix, std::size_t from, std::size_t width) {
  return xt::view(matrix, xt::all(), xt::range(from, from + width));
}

}  // namespace self_attention
