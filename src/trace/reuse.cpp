#include "reuse.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "../kernels/kernels.hpp"
#include "../steps/steps.hpp"

namespace self_attention {
namespace {

// How many leading rows of two tensors have the same bits, in all heads.
std::size_t equal_rows(const Tensor& a, const Tensor& b) {
  struct Axes {
    std::size_t heads, rows, width;
  };
  const auto axes_of = [](const Tensor& tensor) {
    const std::size_t heads = tensor.dimension() == 3 ? tensor.shape(0) : 1;
    const std::size_t rows = tensor.shape(tensor.dimension() == 3 ? 1 : 0);
    return Axes{heads, rows, tensor.size() / std::max<std::size_t>(1, heads * rows)};
  };
  const Axes of_a = axes_of(a), of_b = axes_of(b);
  if (of_a.heads != of_b.heads || of_a.width != of_b.width) return 0;
  const std::size_t width = of_a.width;
  std::size_t equal = std::min(of_a.rows, of_b.rows);
  for (std::size_t head = 0; head < of_a.heads; ++head) {
    const float *in_a = a.data() + head * of_a.rows * width, *in_b = b.data() + head * of_b.rows * width;
    std::size_t row = 0;
    while (row < equal && kernels::same(in_a + row * width, in_b + row * width, width)) ++row;
    equal = row;
  }
  return equal;
}

class Reuse {
 public:
  Reuse(Trace& previous, Trace& next)
      : previous_(previous), causal_(steps::hides_the_future(next.scene->attention.mask)) {
    for (TraceTensor& parameter : next.parameters) reuse(parameter);
    for (TraceTensor& step : next.steps) reuse(step);
  }

 private:
  void reuse(TraceTensor& step) {
    TraceTensor* previous = find_previous(step);
    const std::size_t rows = previous == nullptr ? 0 : unchanged_rows(step, *previous);
    unchanged_[&step] = {rows, previous != nullptr && rows == step.rows && rows == previous->rows};
    // The columns of (T_q, T_k) are keys, and an unchanged row may have new ones.
    if (rows != 0 && step.kept && step.tensor.size() == 0 && !step.columns_are_keys()) take_rows(*previous, step, rows);
  }

  TraceTensor* find_previous(const TraceTensor& step) const {
    auto* found = const_cast<TraceTensor*>(previous_.find(step.name, step.layer));
    if (found == nullptr || found->layer != step.layer) return nullptr;
    const Op &a = step.op, &b = found->op;
    const bool same_op = a.compute == b.compute && a.compute_fused == b.compute_fused && a.settings == b.settings &&
                         std::string_view(a.formula) == b.formula && step.heads == found->heads &&
                         (step.width == found->width || step.columns_are_keys()) &&
                         (!a.needs_all_rows || step.shape == found->shape);
    return same_op ? found : nullptr;
  }

  // A row of (T_q, T_k) counts as unchanged if the cells of the keys up to its query have the same bits. The others are
  // hidden wherever that matters.
  std::size_t unchanged_rows(const TraceTensor& step, const TraceTensor& previous) {
    std::size_t rows = std::min(step.rows, previous.rows);
    if (step.op.given != nullptr) rows = std::min(rows, equal_rows(*step.op.given, *previous.op.given));
    if (step.op.compute == nullptr) rows = std::min(rows, equal_rows(step.tensor, previous.tensor));
    for (std::size_t index = 0; index < max_inputs; ++index) {
      const TraceTensor* input = step.inputs[index];
      const TraceTensor* previous_input = previous.inputs[index];
      if ((input == nullptr) != (previous_input == nullptr)) return 0;
      if (input == nullptr) continue;
      if (std::string_view(input->name) != previous_input->name || input->layer != previous_input->layer) return 0;
      const Unchanged unchanged = unchanged_.at(input);
      switch (step.op.inputs[index]) {
        case Dependency::same_row:
          rows = std::min(rows, unchanged.rows);
          break;
        case Dependency::keys:
          if (!unchanged.entirely) rows = causal_ ? std::min(rows, unchanged.rows) : 0;
          break;
        case Dependency::all_rows:
          if (!unchanged.entirely) rows = 0;
          break;
        case Dependency::looked_up: {
          const float* indices = step.inputs[0]->tensor.data();
          rows = static_cast<std::size_t>(
              std::find_if(indices, indices + rows,
                           [&](float row) { return static_cast<std::size_t>(row) >= unchanged.rows; }) -
              indices);
          break;
        }
      }
    }
    return rows;
  }

  static void take_rows(TraceTensor& previous, TraceTensor& step, std::size_t rows) {
    if (previous.tensor.size() == 0) return;
    step.is_computed.assign(step.rows, 0);
    std::copy_n(previous.is_computed.begin(), rows, step.is_computed.begin());
    if (previous.shape == step.shape) {
      step.tensor = std::move(previous.tensor);
      return;
    }
    step.tensor = Tensor(step.shape, 0.0F);
    for (std::size_t head = 0; head < step.heads; ++head) {
      std::copy_n(previous.tensor.data() + head * previous.rows * step.width, rows * step.width,
                  step.tensor.data() + head * step.rows * step.width);
    }
  }

  struct Unchanged {
    std::size_t rows;
    bool entirely;  // all rows, and there were no more
  };

  Trace& previous_;
  const bool causal_;
  std::unordered_map<const TraceTensor*, Unchanged> unchanged_;
};

}  // namespace

void reuse_leading_rows(Trace& previous, Trace& next) {
  // A mistake may let numbers overflow that no other scene keeps.
  if (previous.scene->mistake == Mistake::none && next.scene->mistake == Mistake::none) Reuse(previous, next);
}

}  // namespace self_attention
