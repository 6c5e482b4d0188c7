#include "session.hpp"

#include <utility>

#include "../scene/checks.hpp"
#include "reuse.hpp"

namespace self_attention {
namespace {

// What all that is kept takes.
std::size_t bytes_of(const Trace& trace) {
  std::size_t bytes = 0;
  for (const auto* list : {&trace.parameters, &trace.steps}) {
    for (const TraceTensor& traced : *list) {
      if (traced.kept) bytes += traced.heads * traced.rows * traced.width * sizeof(float);
    }
  }
  return bytes;
}

}  // namespace

// The two change places.
void Session::set_trace(std::unique_ptr<Trace>& next) {
  reuse_unchanged(*next, *trace_);
  std::swap(trace_, next);
  evaluator_.set_trace(*trace_);
}

Check Session::update(std::unique_ptr<Scene> scene, bool lazy) {
  auto next = empty_trace();
  if (auto wrong = build_trace(std::move(scene), empty() ? nullptr : trace_.get(), *next)) return wrong;
  if (auto wrong = check_memory(bytes_of(*next))) return wrong;
  set_trace(next);
  if (lazy) return {};
  Check wrong = evaluator_.compute_all();
  if (!wrong) return wrong;
  auto back = empty_trace();
  if (next->scene == nullptr) {
    std::swap(trace_, back);
    evaluator_.set_trace(*trace_);
    return wrong;
  }
  // Back by the same way: what was given up is computed again.
  build_trace(std::move(next->scene), trace_.get(), *back);
  set_trace(back);
  evaluator_.compute_all();
  return wrong;
}

}  // namespace self_attention
