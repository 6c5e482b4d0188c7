// Computes the rows that are read and the rows that these depend on. No row is computed twice.
#pragma once

#include <array>
#include <cstddef>
#include <list>
#include <vector>

#include "../attention.hpp"

namespace self_attention {

// Keeps its working memory between calls. The trace must outlive it, and nothing else may change the trace meanwhile.
class Evaluator {
 public:
  explicit Evaluator(Trace& trace) : trace_(&trace) {}

  // Continues with another trace and keeps the working memory.
  void set_trace(Trace& trace) { trace_ = &trace; }

  // Computes every tensor that is kept. "not-finite": valid input can overflow float32 (1e38 · 10). With a mistake that
  // is allowed, because the mistake shows it. An overflow in a tensor that is not kept is found when it is read.
  MaybeError compute_all();

  // Writes these rows and columns of one head to `out`, row by row. "not-finite" as compute_all.
  MaybeError read(TraceTensor& traced, std::size_t head, Span rows, Span columns, float* out);

  // For RowBlock (row_block.hpp).
  const float* rows_of(const TraceTensor& traced, std::size_t head, Span rows);
  const kernels::Packed& packed(const TraceTensor& traced, std::size_t head, bool transposed);
  float* scratch(std::size_t size);

  // How many rows are computed together if an input is not kept.
  static std::size_t rows_at_once(std::size_t width);

 private:
  // Computes what the rows depend on.
  MaybeError compute_inputs(const TraceTensor& traced, Span rows);
  // Computes those of the rows that are missing in a tensor that is kept.
  MaybeError compute_missing_rows(TraceTensor& traced, Span rows);
  // Computes these rows of a tensor that is kept, and what they depend on.
  MaybeError compute_rows(TraceTensor& traced, Span rows);
  // Computes rows whose inputs are ready, and writes them to `out`.
  void write_rows(const TraceTensor& traced, std::size_t head, Span rows, float* out);
  // The same for a tensor that is not kept. One that is kept is copied.
  void write_or_copy_rows(const TraceTensor& traced, std::size_t head, Span rows, float* out);
  MaybeError check_numbers(const TraceTensor& traced, const float* numbers, std::size_t count) const;

  struct Packing {
    const TraceTensor* of = nullptr;
    std::size_t head = 0;
    kernels::Packed packed{};
  };

  Trace* trace_;
  std::list<std::vector<float>> scratch_;
  std::size_t used_ = 0;
  std::array<Packing, 2> packings_;
};

}  // namespace self_attention
