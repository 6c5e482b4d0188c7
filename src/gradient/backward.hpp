// What a step's backward is given: rows and heads as matrices that xtensor's expressions are made of.
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

// (rows, width) of one head of `tensor`, which is shaped as `of` is.
template <class AnyTensor>
auto matrix_of(AnyTensor& tensor, const TraceTensor& of, std::size_t head = 0) {
  const std::size_t size = of.rows * of.width;
  return xt::adapt(tensor.data() + head * size, size, xt::no_ownership(), std::array{of.rows, of.width});
}

// Adds to d loss / d input, for everything that the step reads, what the step brings: by the chain rule d loss / d step
// times d step / d input.
struct Backward {
  const TraceTensor& step;
  const Tensor& gradient;
  std::map<const TraceTensor*, Tensor>& gradients;

  std::size_t heads() const { return step.heads; }
  double constant(std::size_t index) const { return step.computation.constants[index]; }
  bool has_input(std::size_t index) const { return step.computation.inputs[index].from != nullptr; }
  const TraceTensor& input(std::size_t index) const { return *step.computation.inputs[index].from; }

  // Of one head: the step's numbers and d loss / d step …
  auto numbers(std::size_t head = 0) const { return matrix_of(step.tensor, step, head); }
  auto gradient_of(std::size_t head = 0) const { return matrix_of(gradient, step, head); }
  // … and of what it reads: numbers, and where to add. Of any head …
  auto read_head(std::size_t index, std::size_t head) const {
    return matrix_of(input(index).tensor, input(index), head);
  }
  auto gradient_to_head(std::size_t index, std::size_t head) const {
    return matrix_of(whole_gradient_to(index), input(index), head);
  }
  // … or of the one that belongs to a head of the step (grouped-query attention).
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

using BackwardCompute = void (*)(const Backward&);

// ---- Products of matrices without gaps between their rows ----

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
  const FloatMatrix turned = xt::transpose(a);
  return product(turned, b);
}

// Columns `from` … `from + width − 1`, as the columns of one head are of a matrix of all.
template <class Whole>
auto columns_of(Whole& matrix, std::size_t from, std::size_t width) {
  return xt::view(matrix, xt::all(), xt::range(from, from + width));
}

}  // namespace self_attention
