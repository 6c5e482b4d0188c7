// Writes the trace while its steps are described: each knows what it reads and how it is computed, none is computed
// yet.
#pragma once

#include <algorithm>
#include <utility>

#include "attention.hpp"
#include "dimensions.hpp"
#include "parameters.hpp"

namespace self_attention {

class Recorder {
 public:
  Recorder(Trace& trace, const Dimensions& dimensions) : trace_(trace), dimensions_(dimensions) {}

  std::size_t layer = 0;
  // What all layers read of the distances, where positions are relative.
  Traced* E_rel = nullptr;

  Traced& step(const Description& description, const Tensor::Shape& shape, Compute compute) {
    Traced& traced = add(trace_.steps, description, shape);
    traced.work.compute = compute;
    return traced;
  }
  // Of what the scene gives.
  Traced& step(const Description& description, const Tensor::Shape& shape, Compute compute, const Tensor& given) {
    Traced& traced = step(description, shape, compute);
    traced.work.given = &given;
    return traced;
  }
  Traced& parameter(Literal name, Literal axes, const Source& source) {
    Traced& traced = add(trace_.parameters, {name, "", axes}, source.shape);
    traced.work.compute = source.compute;
    traced.work.given = source.given;
    traced.work.numbers = source.numbers;
    traced.work.whole = source.whole;
    return traced;
  }

  // One that is had at once.
  static Traced& made(Traced& traced, Tensor&& tensor) {
    traced.tensor = std::move(tensor);
    traced.done.assign(traced.rows, 1);
    return traced;
  }

  // The block's last step is called by what it is for everything after it.
  void rename_last(Literal name) { trace_.steps.back().name = name; }

 private:
  Traced& add(std::list<Traced>& to, const Description& description, const Tensor::Shape& shape) const {
    Traced& traced = to.emplace_back();
    static_cast<Description&>(traced) = description;
    traced.layer = layer;
    traced.shape = shape;
    const std::string_view axes = traced.axes;
    const bool by_head = axes.starts_with("H ") || axes.starts_with("H_kv ");
    traced.heads = by_head ? shape[0] : 1;
    traced.rows = shape[by_head ? 1 : 0];
    for (std::size_t axis = by_head ? 2 : 1; axis < shape.size(); ++axis) traced.width *= shape[axis];
    traced.has_keys = axes.substr(by_head ? 2 : 0).starts_with("T_q T_k");
    traced.mixes = !traced.has_keys || traced.name == "weights" || traced.name == "support";
    traced.hides = traced.name == "masked" || traced.name == "mask";
    traced.kept = dimensions_.keeps_pictures || !(traced.has_keys || axes == "H T_q R");
    return traced;
  }

  Trace& trace_;
  const Dimensions& dimensions_;
};

}  // namespace self_attention
