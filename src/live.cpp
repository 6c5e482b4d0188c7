#include "live.hpp"

#include <cstdlib>
#include <utility>

#include "carry.hpp"

namespace self_attention {
namespace {

// Whether there is memory for all that is kept: asked before anything is given up for it. Little always fits.
Check check_room(const Trace& trace) {
  constexpr std::size_t little = std::size_t{1} << 20U;
  std::size_t bytes = 0;
  for (const auto* list : {&trace.parameters, &trace.steps}) {
    for (const Traced& traced : *list) {
      if (traced.kept) bytes += traced.heads * traced.rows * traced.width * sizeof(float);
    }
  }
  if (bytes <= little) return {};
  void* room = std::malloc(bytes);
  if (room == nullptr) return error("too-large", "", "this needs {} MiB, and there is no memory left", bytes >> 20U);
  std::free(room);
  return {};
}

}  // namespace

// The two change places.
void Live::turn_to(std::unique_ptr<Trace>& next) {
  carry(*next, *trace_);
  std::swap(trace_, next);
  evaluator_.turn_to(*trace_);
}

Check Live::update(std::unique_ptr<Scene> scene, bool lazy) {
  auto next = std::make_unique<Trace>();
  if (auto wrong = plan(std::move(scene), empty() ? nullptr : trace_.get(), *next)) return wrong;
  if (auto wrong = check_room(*next)) return wrong;
  turn_to(next);
  if (lazy) return {};
  Check wrong = evaluator_.compute_all();
  if (!wrong) return wrong;
  auto back = std::make_unique<Trace>();
  if (next->scene == nullptr) {
    std::swap(trace_, back);
    evaluator_.turn_to(*trace_);
    return wrong;
  }
  // Back by the same way: what was given up is computed again.
  plan(std::move(next->scene), trace_.get(), *back);
  turn_to(back);
  evaluator_.compute_all();
  return wrong;
}

Check Live::refresh(bool lazy) {
  self_attention::refresh(*trace_);
  return lazy ? Check() : evaluator_.compute_all();
}

}  // namespace self_attention
