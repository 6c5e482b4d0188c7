#include "reuse.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include "../steps/steps.hpp"
#include "evaluate.hpp"

namespace self_attention {
namespace {

// The smallest span that holds both.
Span union_of(Span a, Span b) {
  if (a.from >= a.to) return b;
  if (b.from >= b.to) return a;
  return {std::min(a.from, b.from), std::max(a.to, b.to)};
}

// What is in one of two counts and not in the other.
Span difference_of(std::size_t a, std::size_t b) {
  return {std::min(a, b), std::max(a, b)};
}

// How many, of one that has them: blocked (T_q, T_k), weights (H, T_q, T_k), weighted (H, T_q, T_k, d_v).
std::size_t keys_of(const TraceTensor& traced) {
  return traced.shape[traced.shape.size() == 2 ? 1 : 2];
}

// Bit for bit: 0 and −0 give other numbers.
bool same_bits(double one, double other) {
  return std::bit_cast<std::uint64_t>(one) == std::bit_cast<std::uint64_t>(other);
}

// The same computation, on whatever it reads now.
bool alike(const TraceTensor& one, const TraceTensor& other) {
  const Computation &a = one.computation, &b = other.computation;
  if (a.compute != b.compute || a.direct != b.direct || !std::ranges::equal(a.constants, b.constants, same_bits) ||
      std::string_view(one.form) != other.form || one.words != other.words || one.heads != other.heads ||
      one.kept != other.kept || (a.needs_all_rows && one.shape != other.shape)) {
    return false;
  }
  for (std::size_t index = 0; index < a.inputs.size(); ++index) {
    const auto& [from, dependency] = a.inputs[index];
    const auto& [from_other, dependency_other] = b.inputs[index];
    if ((from == nullptr) != (from_other == nullptr) || dependency != dependency_other) return false;
    if (from != nullptr && (std::string_view(from->name) != from_other->name || from->layer != from_other->layer))
      return false;
  }
  return one.width == other.width || one.columns_are_keys;
}

class Reuse {
 public:
  Reuse(Trace& next, const Trace& before) : evaluator_(next) {
    const Scene& scene = *next.scene;
    if (scene.mistake != Mistake::none) return;
    hides_ = &scene.attention.mask;
    unchecked_ = before.scene != nullptr && before.scene->mistake != Mistake::none;
  }

  // `before` is the step of that name, or the step itself where only numbers are new.
  void update(TraceTensor& step, TraceTensor* before) {
    step.computed = 0;
    if (before != nullptr && before != &step && !alike(step, *before)) before = nullptr;
    const bool read = changes(step);
    if (before == &step && !read && step.computation.given == nullptr) {
      step.change = {};
    } else if (step.computation.compute == nullptr) {
      compare_whole(step, before);
    } else if (step.computation.given != nullptr || (step.computation.compares_rows && (before == nullptr || read))) {
      compare_rows(step, before);
    } else {
      propagate(step, before);
    }
  }

 private:
  static bool changes(const TraceTensor& step) {
    return std::ranges::any_of(step.computation.inputs,
                               [](const Input& read) { return read.from != nullptr && read.from->change.any(); });
  }

  static Span all_rows(const TraceTensor& step, const TraceTensor* before) {
    return {0, before == nullptr ? step.rows : std::max(step.rows, before->rows)};
  }

  // Had at once: the same or not.
  static void compare_whole(TraceTensor& step, const TraceTensor* before) {
    const bool same = before != nullptr && step.shape == before->shape &&
                      kernels::same(step.tensor.data(), before->tensor.data(), step.tensor.size());
    step.change = {same ? Span{0, 0} : all_rows(step, before)};
  }

  // All of it given, or computed again as a whole, and compared row by row with what was there.
  void compare_rows(TraceTensor& step, TraceTensor* before) {
    if (!step.kept) {
      step.change = {all_rows(step, before)};
      return;
    }
    const bool comparable = before != nullptr && before->tensor.size() != 0 && before->width == step.width;
    const std::size_t common = comparable ? std::min(step.rows, before->rows) : 0;
    const std::size_t size = step.heads * step.rows * step.width;
    const float* now = step.computation.given == nullptr ? nullptr : step.computation.given->data();
    if (now == nullptr || step.computation.compute != steps::copy_given || step.heads != 1) {
      now_.resize(size);
      for (std::size_t head = 0; head < step.heads; ++head) {
        step.computation.compute({step, head, {0, step.rows}, now_.data() + head * step.rows * step.width, evaluator_});
      }
      now = now_.data();
    }
    Span changed = comparable ? difference_of(step.rows, before->rows) : all_rows(step, before);
    // At once: nearly always all is as it was.
    const bool alike =
        common == step.rows && changed.from == changed.to && kernels::same(before->tensor.data(), now, size);
    for (std::size_t row = 0; !alike && row < common; ++row) {
      for (std::size_t head = 0; head < step.heads; ++head) {
        const float* was = before->tensor.data() + (head * before->rows + row) * step.width;
        const float* is = now + (head * step.rows + row) * step.width;
        if (!kernels::same(was, is, step.width)) changed = union_of(changed, {row, row + 1});
      }
    }
    step.change = {changed};
    if (before == nullptr || before->shape != step.shape || before->tensor.size() == 0) {
      step.tensor = Tensor(step.shape);
    } else if (before != &step) {
      step.tensor = std::move(before->tensor);
    }
    step.done.assign(step.rows, 1);
    if (!alike) std::copy_n(now, size, step.tensor.data());
    step.computed = std::min(changed.to, step.rows) - std::min(changed.from, step.rows);
    if (!alike || unchecked_) compute_again_unless_finite(step);
  }

  // What the evaluator would refuse is not kept, nor what was made of it, so that it finds it.
  static void compute_again_unless_finite(TraceTensor& step) {
    const std::size_t size = step.tensor.size();
    if (kernels::first_not_finite(step.tensor.data(), size, step.allows_hidden) == size) return;
    step.done.assign(step.rows, 0);
    step.change = {{0, step.rows}};
  }

  // What it reads has changed, or where there was nothing before, everything.
  void propagate(TraceTensor& step, TraceTensor* before) {
    step.change = before == nullptr ? Change{all_rows(step, nullptr)} : propagated_change(step, *before);
    if (before == nullptr || !step.kept || before->tensor.size() == 0) return;
    if (before->shape == step.shape) {
      if (before != &step) {
        step.tensor = std::move(before->tensor);
        step.done = std::move(before->done);
      }
    } else if (before->width == step.width) {
      resize_rows(step, *before);
    } else {
      return;
    }
    const Span gone = step.change.columns.from < step.change.columns.to ? Span{0, step.rows} : step.change.rows;
    for (std::size_t row = gone.from; row < std::min(gone.to, step.rows); ++row) step.done[row] = 0;
    if (unchecked_) compute_again_unless_finite(step);
  }

  Change propagated_change(const TraceTensor& step, const TraceTensor& before) const {
    const Span everything = all_rows(step, &before);
    Change change{difference_of(step.rows, before.rows), {0, 0}};
    if (step.columns_are_keys) change.columns = difference_of(keys_of(step), keys_of(before));
    for (const auto& [from, dependency] : step.computation.inputs) {
      if (from == nullptr || !from->change.any()) continue;
      const Change& read = from->change;
      switch (dependency) {
        case Dependency::all_rows:
          change.rows = everything;
          break;
        case Dependency::keys:
          change.columns = union_of(change.columns, read.rows);
          break;
        case Dependency::same_row:
          change.rows = union_of(change.rows, read.rows);
          change.columns = union_of(change.columns, read.columns);
          break;
      }
    }
    // Up to the mask a changed key changes its column only. After it, it changes all of a row that sees it.
    if (!step.mixes_keys || change.columns.from >= change.columns.to) return change;
    const Span seen = hides_ == nullptr ? everything : steps::seeing_queries(*hides_, change.columns, everything.to);
    return {union_of(change.rows, seen), {0, 0}};
  }

  // Other rows, each as wide as before.
  static void resize_rows(TraceTensor& step, const TraceTensor& before) {
    step.tensor = Tensor(step.shape, 0.0F);
    const std::size_t common = std::min(step.rows, before.rows) * step.width;
    for (std::size_t head = 0; head < step.heads; ++head) {
      std::copy_n(before.tensor.data() + head * before.rows * step.width, common,
                  step.tensor.data() + head * step.rows * step.width);
    }
    step.done.assign(step.rows, 0);
    std::copy_n(before.done.begin(), std::min(step.rows, before.rows), step.done.begin());
  }

  Evaluator evaluator_;
  // Null where a mistake is made with the mask, or may be.
  const Mask* hides_ = nullptr;
  // Whether the numbers of the scene before were made with a mistake, which may overflow, and those of this one may
  // not.
  bool unchecked_ = false;
  std::vector<float> now_;
};

TraceTensor* find_same(std::list<TraceTensor>& list, const TraceTensor& traced) {
  const auto found = std::ranges::find_if(list, [&](const TraceTensor& other) {
    return std::string_view(other.name) == traced.name && other.layer == traced.layer;
  });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace

void reuse_unchanged(Trace& next, Trace& before) {
  Reuse carrier(next, before);
  for (TraceTensor& traced : next.parameters) carrier.update(traced, find_same(before.parameters, traced));
  for (TraceTensor& traced : next.steps) carrier.update(traced, find_same(before.steps, traced));
}

}  // namespace self_attention
