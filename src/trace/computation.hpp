// How a step is computed: some rows at a time, when they are asked for. What is computed and what is not, and what an
// edit leaves as it was, follows from this alone.
#pragma once

#include <array>
#include <cstddef>

#include "../kernels/kernels.hpp"
#include "../tensor.hpp"

namespace self_attention {

using kernels::Span;

class Evaluator;
struct TraceTensor;

// Rows of one head of a step, to be written to `out`, one after the other. A tensor without heads has one.
struct RowBlock {
  const TraceTensor& step;
  std::size_t head;
  Span rows;
  float* out;
  Evaluator& evaluator;

  std::size_t count() const { return rows.to - rows.from; }
  std::size_t width() const;
  // What decides the step beside what it reads.
  double constant(std::size_t index) const;
  const Tensor& given() const;
  // What it reads; a tensor that is kept, whole.
  bool has_input(std::size_t index) const;
  const TraceTensor& input(std::size_t index) const;
  const Tensor& tensor(std::size_t index) const;
  // Its head that belongs to this one (grouped-query attention), and rows of that head, kept or not.
  std::size_t head_of(std::size_t index) const;
  const float* rows_of(std::size_t index, Span rows) const;
  const float* rows_of(std::size_t index) const { return rows_of(index, rows); }
  // All rows of that head as the right-hand matrix of a product.
  const kernels::Packed& packed(std::size_t index, bool transposed) const;
  // Uninitialised room for as long as this part is computed.
  float* scratch(std::size_t size) const;
};

using Compute = void (*)(const RowBlock&);

// Which rows of a tensor a row of the step follows from.
enum class Dependency {
  same_row,  // the row of the same place
  keys,      // every row; each is a key, and what a mask hides from a query does not change it
  all_rows,  // every row
};

struct Input {
  TraceTensor* from = nullptr;
  Dependency dependency = Dependency::same_row;
};

// Everything that decides a step's numbers: equal computations on equal tensors give equal bits.
struct Computation {
  Compute compute = nullptr;
  std::array<Input, 5> inputs{};
  std::array<double, 7> constants{};
  unsigned char inputs_count = 0, constants_count = 0;
  // From the scene, for tensors that nothing in the trace leads to.
  const Tensor* given = nullptr;
  // `out` already holds the rows of the first tensor that it reads.
  bool in_place = false;
  // No row can be had without the others.
  bool needs_all_rows = false;
  // Row by row the same as before more often than what it reads: compared instead of guessed.
  bool compares_rows = false;
  // In place of `compute`, where the first tensor that it reads is not kept; the same bits.
  Compute direct = nullptr;
};

}  // namespace self_attention
