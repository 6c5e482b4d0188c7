// Writes the trace while its steps are described: each knows what it reads and how it is computed, none is computed
// yet.
#pragma once

#include <algorithm>
#include <utility>

#include "../attention.hpp"
#include "../scene/dimensions.hpp"
#include "../scene/parameters.hpp"

namespace self_attention {

class TraceBuilder {
 public:
  TraceBuilder(Trace& trace, const Dimensions& dimensions) : trace_(trace), dimensions_(dimensions) {}

  std::size_t layer = 0;
  // What all layers read of the distances, where positions are relative.
  TraceTensor* E_rel = nullptr;
  TraceTensor* S_rel = nullptr;

  TraceTensor& step(const Description& description, const Tensor::shape_type& shape, Compute compute) {
    TraceTensor& traced = add(trace_.steps, description, shape);
    traced.computation.compute = compute;
    return traced;
  }
  // Of what the scene gives.
  TraceTensor& step(const Description& description, const Tensor::shape_type& shape, Compute compute,
                    const Tensor& given) {
    TraceTensor& traced = step(description, shape, compute);
    traced.computation.given = &given;
    return traced;
  }
  TraceTensor& parameter(Literal name, Literal axes, const Source& source) {
    TraceTensor& traced = add(trace_.parameters, {name, "", axes}, source.shape);
    traced.computation.compute = source.compute;
    traced.computation.given = source.given;
    traced.computation.constants = source.constants;
    traced.computation.needs_all_rows = source.needs_all_rows;
    return traced;
  }

  // One that is had at once.
  static TraceTensor& store(TraceTensor& traced, Tensor&& tensor) {
    traced.tensor = std::move(tensor);
    traced.done.assign(traced.rows, 1);
    return traced;
  }

  // The block's last step is called by what it is for everything after it.
  void rename_last(Literal name) { trace_.steps.back().name = name; }

 private:
  TraceTensor& add(std::list<TraceTensor>& to, const Description& description, const Tensor::shape_type& shape) const {
    TraceTensor& traced = to.emplace_back();
    static_cast<Description&>(traced) = description;
    traced.layer = layer;
    traced.shape = shape;
    const std::string_view axes = traced.axes;
    const bool by_head = axes.starts_with("H ") || axes.starts_with("H_kv ");
    traced.heads = by_head ? shape[0] : 1;
    traced.rows = shape[by_head ? 1 : 0];
    for (std::size_t axis = by_head ? 2 : 1; axis < shape.size(); ++axis) traced.width *= shape[axis];
    traced.columns_are_keys = axes.substr(by_head ? 2 : 0).starts_with("T_q T_k");
    traced.mixes_keys = !traced.columns_are_keys || traced.name == "weights" || traced.name == "support";
    traced.allows_hidden = traced.name == "masked" || traced.name == "mask";
    traced.kept = dimensions_.keeps_scores || !(traced.columns_are_keys || axes == "H T_q R");
    return traced;
  }

  Trace& trace_;
  const Dimensions& dimensions_;
};

}  // namespace self_attention
