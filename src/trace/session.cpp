#include "session.hpp"

#include <cstdlib>
#include <utility>

#include "reuse.hpp"

namespace self_attention {
namespace {

// Whether there is memory for all that is kept: asked before anything is given up for it. Little always fits.
Check check_room(const Trace& trace) {
  constexpr std::size_t little = std::size_t{1} << 20U;
  std::size_t bytes = 0;
  for (const auto* list : {&trace.parameters, &trace.steps}) {
    for (const TraceTensor& traced : *list) {
      if (traced.kept) bytes += traced.heads * traced.rows * traced.width * sizeof(float);
    }
  }
  if (bytes <= little) return {};
  // Volatile: compilers take away memory that is given back unused, and with it the question.
  void* volatile room = std::malloc(bytes);
  if (room == nullptr) return error("too-large", "", "this needs {} MiB, and there is no memory left", bytes >> 20U);
  std::free(room);
  return {};
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
  if (auto wrong = check_room(*next)) return wrong;
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
