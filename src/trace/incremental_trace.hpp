// The trace of a scene that somebody edits.
#pragma once

#include <memory>

#include "../attention.hpp"
#include "evaluate.hpp"

namespace self_attention {

class IncrementalTrace {
 public:
  // Tests lower the limit to see what happens beyond it.
  explicit IncrementalTrace(std::size_t kept_score_bytes = limits::kept_score_bytes)
      : kept_score_bytes_(kept_score_bytes) {
    trace_->kept_score_bytes = kept_score_bytes;
  }
  IncrementalTrace(const IncrementalTrace&) = delete;
  IncrementalTrace& operator=(const IncrementalTrace&) = delete;

  // Replaces the trace by that of `scene`. Every number has the bits that `attend` gives; rows that cannot have changed
  // are not computed again (reuse.hpp). `lazy`: rows are computed when they are read. Errors as `attend`, and
  // "too-large" if there is not enough memory. After an error the trace is as it was.
  MaybeError update(std::unique_ptr<Scene> scene, bool lazy);

  // The scene of the trace.
  Scene& scene() { return *trace_->scene; }
  // Before the first update.
  bool empty() const { return trace_->scene == nullptr; }
  Trace& trace() { return *trace_; }
  const Trace& trace() const { return *trace_; }
  Evaluator& evaluator() { return evaluator_; }

 private:
  std::size_t kept_score_bytes_;
  std::unique_ptr<Trace> trace_ = std::make_unique<Trace>();
  Evaluator evaluator_{*trace_};
};

}  // namespace self_attention
