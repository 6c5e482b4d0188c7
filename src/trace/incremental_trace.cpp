#include "incremental_trace.hpp"

#include <utility>

#include "../scene/checks.hpp"
#include "reuse.hpp"

namespace self_attention {
namespace {

// Of all tensors that are kept, whether they are computed yet or not.
std::size_t bytes_of_kept(const Trace& trace) {
  std::size_t bytes = 0;
  for (const auto* list : {&trace.parameters, &trace.steps}) {
    for (const TraceTensor& traced : *list) {
      if (traced.kept) bytes += traced.heads * traced.rows * traced.width * sizeof(float);
    }
  }
  return bytes;
}

// Frees every tensor that can be computed again, so that there is never memory for two scenes.
void free_tensors(Trace& trace) {
  for (auto* list : {&trace.parameters, &trace.steps}) {
    for (TraceTensor& traced : *list) {
      if (traced.op.compute == nullptr) continue;
      traced.tensor = no_tensor();
      traced.is_computed.clear();
    }
  }
}

}  // namespace

MaybeError IncrementalTrace::update(std::unique_ptr<Scene> scene, bool lazy) {
  auto next = std::make_unique<Trace>();
  next->kept_score_bytes = kept_score_bytes_;
  if (auto wrong = build_trace(std::move(scene), empty() ? nullptr : trace_.get(), *next)) return wrong;
  if (auto wrong = check_memory(bytes_of_kept(*next))) return wrong;
  if (!empty()) reuse_leading_rows(*trace_, *next);
  free_tensors(*trace_);
  evaluator_.set_trace(*next);
  MaybeError wrong = lazy ? MaybeError() : evaluator_.compute_all();
  if (!wrong) trace_ = std::move(next);
  evaluator_.set_trace(*trace_);
  // What was freed or reused is computed again.
  if (wrong && !empty()) evaluator_.compute_all();
  return wrong;
}

}  // namespace self_attention
