// The argument of a step's computation.
#pragma once

#include <cstddef>

#include "evaluate.hpp"

namespace self_attention {

// Rows of one head of a step, to be written to `out` one after the other. A tensor without heads has one head.
struct RowBlock {
  const TraceTensor& step;
  std::size_t head;
  Span rows;
  float* out;
  Evaluator& evaluator;

  std::size_t count() const { return rows.to - rows.from; }
  std::size_t width() const { return step.width; }
  template <class Own>
  Own settings() const {
    return step.op.settings.as<Own>();
  }
  const Tensor& given() const { return *step.op.given; }
  bool has_input(std::size_t index) const { return step.inputs[index] != nullptr; }
  const TraceTensor& input(std::size_t index) const { return *step.inputs[index]; }
  // The whole tensor of an input that is kept.
  const Tensor& tensor(std::size_t index) const { return input(index).tensor; }
  // The input's head that belongs to this head (grouped-query attention), and rows of it, kept or not.
  std::size_t head_of(std::size_t index) const { return head / (step.heads / input(index).heads); }
  const float* rows_of(std::size_t index) const { return rows_of(index, rows); }
  const float* rows_of(std::size_t index, Span of) const { return evaluator.rows_of(input(index), head_of(index), of); }
  // All rows of that head, packed as the right-hand matrix of a product.
  const kernels::Packed& packed(std::size_t index, bool transposed) const {
    return evaluator.packed(input(index), head_of(index), transposed);
  }
  // Uninitialised memory until this block is computed.
  float* scratch(std::size_t size) const { return evaluator.scratch(size); }
};

}  // namespace self_attention
