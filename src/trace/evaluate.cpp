#include "evaluate.hpp"

#include <algorithm>
#include <iterator>

#include "../scene/checks.hpp"

namespace self_attention {

TraceTensor& TraceTensor::add_input(TraceTensor* from, Dependency dependency) {
  computation.inputs[computation.inputs_count++] = {from, dependency};
  return *this;
}
TraceTensor& TraceTensor::in_place_of(TraceTensor& from) {
  computation.in_place = true;
  return reads_row(&from);
}
TraceTensor& TraceTensor::with_constant(double number) {
  computation.constants[computation.constants_count++] = number;
  return *this;
}

std::size_t RowBlock::width() const {
  return step.width;
}
double RowBlock::constant(std::size_t index) const {
  return step.computation.constants[index];
}
const Tensor& RowBlock::given() const {
  return *step.computation.given;
}
bool RowBlock::has_input(std::size_t index) const {
  return step.computation.inputs[index].from != nullptr;
}
const TraceTensor& RowBlock::input(std::size_t index) const {
  return *step.computation.inputs[index].from;
}
const Tensor& RowBlock::tensor(std::size_t index) const {
  return input(index).tensor;
}
std::size_t RowBlock::head_of(std::size_t index) const {
  return head / (step.heads / input(index).heads);
}
const float* RowBlock::rows_of(std::size_t index, Span of) const {
  return evaluator.rows_of(input(index), head_of(index), of);
}
const kernels::Packed& RowBlock::packed(std::size_t index, bool transposed) const {
  return evaluator.packed(input(index), head_of(index), transposed);
}
float* RowBlock::scratch(std::size_t size) const {
  return evaluator.scratch(size);
}

namespace {

constexpr std::size_t no_width = 0;

// The widest tensor that a step is computed through and that is not kept.
std::size_t widest(const TraceTensor& traced) {
  std::size_t most = no_width;
  for (const Input& read : traced.computation.inputs) {
    if (read.from == nullptr || read.from->kept) continue;
    most = std::max({most, read.from->width, widest(*read.from)});
  }
  return most;
}

}  // namespace

std::size_t Evaluator::rows_at_once(std::size_t width) {
  // 256 kB stay in the cache beside what they are made from; kernels take rows by five or six.
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
  run(traced, head, rows, out);
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

void Evaluator::run(const TraceTensor& traced, std::size_t head, Span rows, float* out) {
  const std::size_t used = used_;
  const Computation& computation = traced.computation;
  const TraceTensor* first = computation.inputs[0].from;
  const RowBlock block{traced, head, rows, out, *this};
  if (computation.direct != nullptr && !first->kept) {
    computation.direct(block);
  } else {
    if (computation.in_place) fill(*first, block.head_of(0), rows, out);
    computation.compute(block);
  }
  used_ = used;
}

void Evaluator::fill(const TraceTensor& traced, std::size_t head, Span rows, float* out) {
  if (!traced.kept) return run(traced, head, rows, out);
  std::copy_n(rows_of(traced, head, rows), (rows.to - rows.from) * traced.width, out);
}

Check Evaluator::prepare(const TraceTensor& traced, Span rows) {
  for (const auto& [from, dependency] : traced.computation.inputs) {
    if (from == nullptr) continue;
    const Span needed =
        dependency == Dependency::same_row ? Span{rows.from, std::min(rows.to, from->rows)} : Span{0, from->rows};
    if (auto wrong = from->kept ? ensure(*from, needed) : prepare(*from, needed)) return wrong;
  }
  return {};
}

Check Evaluator::ensure(TraceTensor& traced, Span rows) {
  if (traced.computation.needs_all_rows) rows = {0, traced.rows};
  if (traced.tensor.size() == 0) {
    traced.tensor = Tensor(traced.shape, 0.0F);
    traced.done.assign(traced.rows, 0);
  }
  const auto end = traced.done.begin() + static_cast<std::ptrdiff_t>(rows.to);
  for (auto at = traced.done.begin() + static_cast<std::ptrdiff_t>(rows.from);;) {
    const auto from = std::find(at, end, 0);
    if (from == end) return {};
    at = std::find(from, end, 1);
    const Span missing{static_cast<std::size_t>(from - traced.done.begin()),
                       static_cast<std::size_t>(at - traced.done.begin())};
    if (auto wrong = compute(traced, missing)) return wrong;
    std::fill(from, at, 1);
  }
}

Check Evaluator::compute(TraceTensor& traced, Span rows) {
  if (auto wrong = prepare(traced, rows)) return wrong;
  const std::size_t through = widest(traced);
  const std::size_t step = through == no_width ? rows.to - rows.from : rows_at_once(through);
  packings_[0].of = packings_[1].of = nullptr;
  for (std::size_t head = 0; head < traced.heads; ++head) {
    float* out = traced.tensor.data() + (head * traced.rows + rows.from) * traced.width;
    for (std::size_t from = rows.from; from < rows.to; from += step) {
      const Span block{from, std::min(from + step, rows.to)};
      run(traced, head, block, out + (from - rows.from) * traced.width);
    }
    if (auto wrong = checked(traced, out, (rows.to - rows.from) * traced.width)) return wrong;
  }
  traced.computed += rows.to - rows.from;
  return {};
}

Check Evaluator::checked(const TraceTensor& traced, const float* numbers, std::size_t count) const {
  if (trace_->scene->mistake != Mistake::none ||
      kernels::first_not_finite(numbers, count, traced.allows_hidden) == count)
    return {};
  // With the whole tensor the message can say which cell.
  Check wrong = check_finite(traced.tensor, traced.name, "", traced.allows_hidden);
  if (!wrong) wrong = error("not-finite", "", "{} is not finite", traced.name);
  wrong->format += ". The numbers in the scene are too large for its steps";
  return wrong;
}

Check Evaluator::compute_all() {
  for (auto* list : {&trace_->parameters, &trace_->steps}) {
    for (TraceTensor& traced : *list) {
      if (!traced.kept) continue;
      if (auto wrong = ensure(traced, {0, traced.rows})) return wrong;
    }
  }
  return {};
}

Check Evaluator::read(TraceTensor& traced, std::size_t head, Span rows, Span columns, float* out) {
  if (auto wrong = traced.kept ? ensure(traced, rows) : prepare(traced, rows)) return wrong;
  packings_[0].of = packings_[1].of = nullptr;
  const std::size_t width = columns.to - columns.from;
  const std::size_t step = traced.kept ? rows.to - rows.from : rows_at_once(std::max(traced.width, widest(traced)));
  for (std::size_t from = rows.from; from < rows.to; from += step) {
    const Span block{from, std::min(from + step, rows.to)};
    const float* numbers = rows_of(traced, head, block) + columns.from;
    for (std::size_t row = block.from; row < block.to; ++row, numbers += traced.width) {
      out = std::copy_n(numbers, width, out);
    }
    if (!traced.kept) {
      const std::size_t count = (block.to - block.from) * width;
      if (auto wrong = checked(traced, out - count, count)) return wrong;
    }
    used_ = 0;
  }
  return {};
}

}  // namespace self_attention
