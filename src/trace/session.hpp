// The trace of a scene that is being changed.
#pragma once

#include <memory>

#include "../attention.hpp"
#include "evaluate.hpp"

namespace self_attention {

class Session {
 public:
  // Fewer bytes than the limit are for tests.
  explicit Session(std::size_t kept_score_bytes = limits::kept_score_bytes) : kept_score_bytes_(kept_score_bytes) {}
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Another scene: what it has in common with the one before is not computed again, and every number has the bits that
  // `attend` gives. `lazy`: nothing is computed before it is asked for. Errors as attend, and "too-large" where there
  // is no memory; then the trace is as it was before.
  Check update(std::unique_ptr<Scene> scene, bool lazy);

  // Of the scene that the trace is of.
  Scene& scene() { return *trace_->scene; }
  bool empty() const { return trace_->scene == nullptr; }
  Trace& trace() { return *trace_; }
  const Trace& trace() const { return *trace_; }
  Evaluator& evaluator() { return evaluator_; }

 private:
  void set_trace(std::unique_ptr<Trace>& next);

  std::unique_ptr<Trace> empty_trace() const {
    auto trace = std::make_unique<Trace>();
    trace->kept_score_bytes = kept_score_bytes_;
    return trace;
  }

  std::size_t kept_score_bytes_;
  std::unique_ptr<Trace> trace_ = std::make_unique<Trace>();
  Evaluator evaluator_{*trace_};
};

}  // namespace self_attention
