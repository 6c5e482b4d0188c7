// Adds steps and parameters to a trace. Nothing is computed yet: each tensor gets its operation, its inputs and its
// shape.
#pragma once

#include <string_view>
#include <utility>

#include "../attention.hpp"
#include "../scene/dimensions.hpp"

namespace self_attention {

class TraceBuilder {
 public:
  // One input too many does not compile. Null: there is no such tensor.
  using Inputs = std::array<TraceTensor*, max_inputs>;

  TraceBuilder(Trace& trace, const Dimensions& dimensions) : trace_(trace), dimensions_(dimensions) {}

  std::size_t layer = 0;
  // Read by all layers where positions are relative; null otherwise.
  TraceTensor* E_rel = nullptr;
  TraceTensor* S_rel = nullptr;

  TraceTensor& step(const Op& op, const Inputs& inputs) {
    TraceTensor& traced = add(trace_.steps, op);
    traced.inputs = inputs;
    return traced;
  }
  TraceTensor& parameter(const Op& op) { return add(trace_.parameters, op); }

  // A tensor whose numbers are known already.
  static TraceTensor& store(TraceTensor& traced, Tensor&& tensor) {
    traced.tensor = std::move(tensor);
    traced.is_computed.assign(traced.rows, 1);
    return traced;
  }

  // Whatever the last step of a block is, later layers and the page call it `name`.
  void rename_last(StaticString name) { trace_.steps.back().name = name; }

 private:
  TraceTensor& add(std::list<TraceTensor>& to, const Op& op) const {
    TraceTensor& traced = to.emplace_back();
    traced.op = op;
    traced.name = op.name;
    traced.axes = op.axes;
    traced.layer = layer;
    traced.shape = dimensions_.shape_of(op.axes);
    const std::string_view axes = op.axes;
    const bool by_head = axes.starts_with("H ") || axes.starts_with("H_kv ");
    traced.heads = by_head ? traced.shape[0] : 1;
    traced.rows = traced.shape[by_head ? 1 : 0];
    for (std::size_t axis = by_head ? 2 : 1; axis < traced.shape.size(); ++axis) traced.width *= traced.shape[axis];
    traced.kept = dimensions_.keeps_scores || !(traced.columns_are_keys() || axes == "H T_q R");
    return traced;
  }

  Trace& trace_;
  const Dimensions& dimensions_;
};

}  // namespace self_attention
