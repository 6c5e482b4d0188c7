#include "carry.hpp"

#include <algorithm>
#include <utility>

#include "evaluate.hpp"
#include "steps/steps.hpp"

namespace self_attention {
namespace {

// The smallest span that holds both. Not inlined: it is asked for everywhere below.
[[gnu::noinline]] Span around(Span a, Span b) {
  if (a.from >= a.to) return b;
  if (b.from >= b.to) return a;
  return {std::min(a.from, b.from), std::max(a.to, b.to)};
}

// What is in one of two counts and not in the other.
Span between(std::size_t a, std::size_t b) {
  return {std::min(a, b), std::max(a, b)};
}

// How many, of one that has them: blocked (T_q, T_k), weights (H, T_q, T_k), weighted (H, T_q, T_k, d_v).
std::size_t keys_of(const Traced& traced) {
  return traced.shape[traced.shape.size() == 2 ? 1 : 2];
}

// The same computation, on whatever it reads now.
bool alike(const Traced& one, const Traced& other) {
  const Work &a = one.work, &b = other.work;
  if (a.compute != b.compute || a.direct != b.direct || a.numbers != b.numbers ||
      std::string_view(one.form) != other.form || one.words != other.words || one.heads != other.heads ||
      one.kept != other.kept || (a.whole && one.shape != other.shape)) {
    return false;
  }
  for (std::size_t index = 0; index < a.reads.size(); ++index) {
    const auto& [from, reach] = a.reads[index];
    const auto& [from_other, reach_other] = b.reads[index];
    if ((from == nullptr) != (from_other == nullptr) || reach != reach_other) return false;
    if (from != nullptr && (std::string_view(from->name) != from_other->name || from->layer != from_other->layer))
      return false;
  }
  return one.width == other.width || one.has_keys;
}

class Carrier {
 public:
  explicit Carrier(Trace& trace) : evaluator_(trace) {
    const Scene& scene = *trace.scene;
    if (scene.mistake == Mistake::none) hides_ = &scene.attention.mask;
  }

  // `before` is the step of that name, or the step itself where only numbers are new.
  void settle(Traced& step, Traced* before) {
    step.computed = 0;
    if (before != nullptr && before != &step && !alike(step, *before)) before = nullptr;
    const bool read = changes(step);
    if (before == &step && !read && step.work.given == nullptr) {
      step.change = {};
    } else if (step.work.compute == nullptr) {
      compare(step, before);
    } else if (step.work.given != nullptr || (step.work.compared && (before == nullptr || read))) {
      take(step, before);
    } else {
      follow(step, before);
    }
  }

 private:
  static bool changes(const Traced& step) {
    return std::ranges::any_of(step.work.reads,
                               [](const Read& read) { return read.from != nullptr && read.from->change.any(); });
  }

  static Span all(const Traced& step, const Traced* before) {
    return {0, before == nullptr ? step.rows : std::max(step.rows, before->rows)};
  }

  // Had at once: the same or not.
  static void compare(Traced& step, const Traced* before) {
    const bool same = before != nullptr && step.shape == before->shape &&
                      std::equal(step.tensor.data(), step.tensor.data() + step.tensor.size(), before->tensor.data());
    step.change = {same ? Span{0, 0} : all(step, before)};
  }

  // All of it given, or computed again as a whole, and compared row by row with what was there.
  void take(Traced& step, Traced* before) {
    if (!step.kept) {
      step.change = {all(step, before)};
      return;
    }
    const bool comparable = before != nullptr && before->tensor.size() != 0 && before->width == step.width;
    const std::size_t common = comparable ? std::min(step.rows, before->rows) : 0;
    const std::size_t size = step.heads * step.rows * step.width;
    const float* now = step.work.given == nullptr ? nullptr : step.work.given->data();
    if (now == nullptr || step.work.compute != steps::take || step.heads != 1) {
      now_.resize(size);
      for (std::size_t head = 0; head < step.heads; ++head) {
        step.work.compute({step, head, {0, step.rows}, now_.data() + head * step.rows * step.width, evaluator_});
      }
      now = now_.data();
    }
    Span changed = comparable ? between(step.rows, before->rows) : all(step, before);
    // At once: nearly always all is as it was.
    const bool alike =
        common == step.rows && changed.from == changed.to && kernels::same(before->tensor.data(), now, size);
    for (std::size_t row = 0; !alike && row < common; ++row) {
      for (std::size_t head = 0; head < step.heads; ++head) {
        const float* was = before->tensor.data() + (head * before->rows + row) * step.width;
        const float* is = now + (head * step.rows + row) * step.width;
        if (!kernels::same(was, is, step.width)) changed = around(changed, {row, row + 1});
      }
    }
    step.change = {changed};
    if (before == nullptr || before->shape != step.shape || before->tensor.size() == 0) {
      step.tensor = Tensor::of_shape(step.shape);
    } else if (before != &step) {
      step.tensor = std::move(before->tensor);
    }
    step.done.assign(step.rows, 1);
    if (!alike) std::copy_n(now, size, step.tensor.data());
    step.computed = std::min(changed.to, step.rows) - std::min(changed.from, step.rows);
  }

  // What it reads has changed, or where there was nothing before, everything.
  void follow(Traced& step, Traced* before) {
    step.change = before == nullptr ? Change{all(step, nullptr)} : followed(step, *before);
    if (before == nullptr || !step.kept || before->tensor.size() == 0) return;
    if (before->shape == step.shape) {
      if (before != &step) {
        step.tensor = std::move(before->tensor);
        step.done = std::move(before->done);
      }
    } else if (before->width == step.width) {
      regrow(step, *before);
    } else {
      return;
    }
    const Span gone = step.change.columns.from < step.change.columns.to ? Span{0, step.rows} : step.change.rows;
    for (std::size_t row = gone.from; row < std::min(gone.to, step.rows); ++row) step.done[row] = 0;
  }

  Change followed(const Traced& step, const Traced& before) const {
    const Span everything = all(step, &before);
    Change change{between(step.rows, before.rows), {0, 0}};
    if (step.has_keys) change.columns = between(keys_of(step), keys_of(before));
    for (const auto& [from, reach] : step.work.reads) {
      if (from == nullptr || !from->change.any()) continue;
      const Change& read = from->change;
      switch (reach) {
        case Reach::all:
          change.rows = everything;
          break;
        case Reach::key:
          change.columns = around(change.columns, read.rows);
          break;
        case Reach::row:
          change.rows = around(change.rows, read.rows);
          change.columns = around(change.columns, read.columns);
          break;
      }
    }
    // Up to the mask a changed key changes its column only. After it, it changes all of a row that sees it.
    if (!step.mixes || change.columns.from >= change.columns.to) return change;
    const Span seen = hides_ == nullptr ? everything : steps::seen_by(*hides_, change.columns, everything.to);
    return {around(change.rows, seen), {0, 0}};
  }

  // Other rows, each as wide as before.
  static void regrow(Traced& step, const Traced& before) {
    step.tensor = Tensor::of_shape(step.shape);
    std::fill_n(step.tensor.data(), step.tensor.size(), 0.0F);
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
  std::vector<float> now_;
};

Traced* same_name(std::list<Traced>& list, const Traced& traced) {
  const auto found = std::ranges::find_if(list, [&](const Traced& other) {
    return std::string_view(other.name) == traced.name && other.layer == traced.layer;
  });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace

void carry(Trace& next, Trace& before) {
  Carrier carrier(next);
  for (Traced& traced : next.parameters) carrier.settle(traced, same_name(before.parameters, traced));
  for (Traced& traced : next.steps) carrier.settle(traced, same_name(before.steps, traced));
}

void refresh(Trace& trace) {
  Carrier carrier(trace);
  for (auto* list : {&trace.parameters, &trace.steps}) {
    for (Traced& traced : *list) carrier.settle(traced, &traced);
  }
}

}  // namespace self_attention
