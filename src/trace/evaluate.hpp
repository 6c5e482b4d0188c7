// Computes what is asked for, and what that needs; rows that are there are not computed again.
#pragma once

#include <array>
#include <cstddef>
#include <list>
#include <vector>

#include "../attention.hpp"

namespace self_attention {

// Keeps its working memory from one question to the next. The trace must outlive it; nothing else may change the trace
// while it works.
class Evaluator {
 public:
  explicit Evaluator(Trace& trace) : trace_(&trace) {}

  // Another trace; the memory stays.
  void set_trace(Trace& trace) { trace_ = &trace; }

  // Every tensor that is kept. "not-finite": sound input can still overflow float32 on the way (1e38 · 10); a mistake
  // may, that is what it shows. What is not kept is not computed here: its overflow is found when it is read.
  Check compute_all();

  // Rows and columns of one head, one row after the other, to `out`. "not-finite" as compute_all.
  Check read(TraceTensor& traced, std::size_t head, Span rows, Span columns, float* out);

  // For steps (computation.hpp).
  const float* rows_of(const TraceTensor& traced, std::size_t head, Span rows);
  const kernels::Packed& packed(const TraceTensor& traced, std::size_t head, bool transposed);
  float* scratch(std::size_t size);

  // Rows that are worked on at a time where what they are computed from is not kept.
  static std::size_t rows_at_once(std::size_t width);

 private:
  // What the rows of a step are computed from is there …
  Check prepare(const TraceTensor& traced, Span rows);
  // … the rows of a tensor that is kept are there …
  Check ensure(TraceTensor& traced, Span rows);
  Check compute(TraceTensor& traced, Span rows);
  // … and are copied to `out`, or computed there where they are not kept.
  void fill(const TraceTensor& traced, std::size_t head, Span rows, float* out);
  void run(const TraceTensor& traced, std::size_t head, Span rows, float* out);
  Check checked(const TraceTensor& traced, const float* numbers, std::size_t count) const;

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
