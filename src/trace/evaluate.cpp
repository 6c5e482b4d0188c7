#include "evaluate.hpp"

#include <algorithm>
#include <iterator>

#include "../scene/checks.hpp"
#include "row_block.hpp"

namespace self_attention {

namespace {

constexpr std::size_t no_width = 0;

// The widest tensor that is not kept and that has to be computed on the way to the step.
std::size_t widest(const TraceTensor& traced) {
  std::size_t most = no_width;
  for (const TraceTensor* input : traced.inputs) {
    if (input == nullptr || input->kept) continue;
    most = std::max({most, input->width, widest(*input)});
  }
  return most;
}

}  // namespace

std::size_t Evaluator::rows_at_once(std::size_t width) {
  // 256 kB stay in the cache together with their inputs. The kernels process five or six rows at a time.
  constexpr std::size_t floats = std::size_t{1} << 16U, together = 12;
  return std::max(together, floats / std::max<std::size_t>(width, 1) / together * together);
}

float* Evaluator::scratch(std::size_t size) {
  if (used_ == scratch_.size()) scratch_.emplace_back();
  std::vector<float>& room = *std::next(scratch_.begin(), static_cast<std::ptrdiff_t>(used_++));
  if (room.size() < size) room.resize(size);
  return room.data();
}

const float* Evaluator::rows_of(const TraceTensor& traced, std::size_t head, Span rows) {
  if (traced.kept) return traced.tensor.data() + (head * traced.rows + rows.from) * traced.width;
  float* out = scratch((rows.to - rows.from) * traced.width);
  write_rows(traced, head, rows, out);
  return out;
}

const kernels::Packed& Evaluator::packed(const TraceTensor& traced, std::size_t head, bool transposed) {
  Packing& packing = packings_[transposed ? 1 : 0];
  if (packing.of == &traced && packing.head == head) return packing.packed;
  packing.of = &traced;
  packing.head = head;
  const kernels::Rows rows{traced.tensor.data() + head * traced.rows * traced.width, traced.width};
  if (transposed) {
    packing.packed.pack_transposed(rows, traced.rows, traced.width);
  } else {
    packing.packed.pack(rows, traced.width, traced.rows);
  }
  return packing.packed;
}

void Evaluator::write_rows(const TraceTensor& traced, std::size_t head, Span rows, float* out) {
  const std::size_t used = used_;
  const Op& op = traced.op;
  const TraceTensor* first = traced.inputs[0];
  const RowBlock block{traced, head, rows, out, *this};
  if (op.compute_fused != nullptr && !first->kept) {
    op.compute_fused(block);
  } else {
    if (op.in_place) write_or_copy_rows(*first, block.head_of(0), rows, out);
    op.compute(block);
  }
  used_ = used;
}

void Evaluator::write_or_copy_rows(const TraceTensor& traced, std::size_t head, Span rows, float* out) {
  if (!traced.kept) return write_rows(traced, head, rows, out);
  std::copy_n(rows_of(traced, head, rows), (rows.to - rows.from) * traced.width, out);
}

MaybeError Evaluator::compute_inputs(const TraceTensor& traced, Span rows) {
  for (std::size_t index = 0; index < max_inputs; ++index) {
    TraceTensor* input = traced.inputs[index];
    if (input == nullptr) continue;
    const bool same_row = traced.op.inputs[index] == Dependency::same_row;
    const Span needed = same_row ? Span{rows.from, std::min(rows.to, input->rows)} : Span{0, input->rows};
    if (auto wrong = input->kept ? compute_missing_rows(*input, needed) : compute_inputs(*input, needed)) return wrong;
  }
  return {};
}

MaybeError Evaluator::compute_missing_rows(TraceTensor& traced, Span rows) {
  if (traced.op.needs_all_rows) rows = {0, traced.rows};
  if (traced.tensor.size() == 0) {
    traced.tensor = Tensor(traced.shape, 0.0F);
    traced.is_computed.assign(traced.rows, 0);
  }
  const auto end = traced.is_computed.begin() + static_cast<std::ptrdiff_t>(rows.to);
  for (auto next = traced.is_computed.begin() + static_cast<std::ptrdiff_t>(rows.from);;) {
    const auto from = std::find(next, end, 0);
    if (from == end) return {};
    next = std::find(from, end, 1);
    const Span missing{static_cast<std::size_t>(from - traced.is_computed.begin()),
                       static_cast<std::size_t>(next - traced.is_computed.begin())};
    if (auto wrong = compute_rows(traced, missing)) return wrong;
    std::fill(from, next, 1);
  }
}

MaybeError Evaluator::compute_rows(TraceTensor& traced, Span rows) {
  if (auto wrong = compute_inputs(traced, rows)) return wrong;
  const std::size_t through = widest(traced);
  const std::size_t step = through == no_width ? rows.to - rows.from : rows_at_once(through);
  packings_[0].of = packings_[1].of = nullptr;
  for (std::size_t head = 0; head < traced.heads; ++head) {
    float* out = traced.tensor.data() + (head * traced.rows + rows.from) * traced.width;
    for (std::size_t from = rows.from; from < rows.to; from += step) {
      const Span some{from, std::min(from + step, rows.to)};
      write_rows(traced, head, some, out + (from - rows.from) * traced.width);
    }
    if (auto wrong = check_numbers(traced, out, (rows.to - rows.from) * traced.width)) return wrong;
  }
  traced.computed_rows += rows.to - rows.from;
  return {};
}

MaybeError Evaluator::check_numbers(const TraceTensor& traced, const float* numbers, std::size_t count) const {
  if (trace_->scene->mistake != Mistake::none ||
      kernels::first_not_finite(numbers, count, traced.op.allows_hidden) == count)
    return {};
  // In a whole tensor, the message can name the cell.
  MaybeError wrong = check_finite(traced.tensor, traced.name, "", traced.op.allows_hidden);
  if (!wrong) wrong = error("not-finite", "", "{} is not finite", traced.name);
  wrong->format += ". The numbers in the scene are too large for its steps";
  return wrong;
}

MaybeError Evaluator::compute_all() {
  for (auto* list : {&trace_->parameters, &trace_->steps}) {
    for (TraceTensor& traced : *list) {
      if (!traced.kept) continue;
      if (auto wrong = compute_missing_rows(traced, {0, traced.rows})) return wrong;
    }
  }
  return {};
}

MaybeError Evaluator::read(TraceTensor& traced, std::size_t head, Span rows, Span columns, float* out) {
  if (auto wrong = traced.kept ? compute_missing_rows(traced, rows) : compute_inputs(traced, rows)) return wrong;
  packings_[0].of = packings_[1].of = nullptr;
  const std::size_t width = columns.to - columns.from;
  const std::size_t step = traced.kept ? rows.to - rows.from : rows_at_once(std::max(traced.width, widest(traced)));
  for (std::size_t from = rows.from; from < rows.to; from += step) {
    const Span some{from, std::min(from + step, rows.to)};
    const float* numbers = rows_of(traced, head, some) + columns.from;
    for (std::size_t row = some.from; row < some.to; ++row, numbers += traced.width) {
      out = std::copy_n(numbers, width, out);
    }
    if (!traced.kept) {
      const std::size_t count = (some.to - some.from) * width;
      if (auto wrong = check_numbers(traced, out - count, count)) return wrong;
    }
    used_ = 0;
  }
  return {};
}

}  // namespace self_attention
