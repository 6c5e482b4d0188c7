// Writes the trace while the steps compute: what a step is given is what the trace holds.
#pragma once

#include <utility>

#include "attention.hpp"
#include "parameters.hpp"

namespace self_attention {

class Recorder {
 public:
  explicit Recorder(Trace& trace) : trace_(trace) {}

  std::size_t layer = 0;

  const Tensor& step(Description&& description, Tensor&& tensor) { return add(trace_.steps, description, tensor); }

  const Tensor& parameter(Literal name, Literal axes, Tensor&& tensor) {
    Description description{name, "", axes};
    return add(trace_.parameters, description, tensor);
  }

  const Trace& trace() const { return trace_; }

  // The name of the step before.
  Literal last() const { return trace_.steps.back().name; }

  // The block's last step is called by what it is for everything after it.
  void rename_last(Literal name) { trace_.steps.back().name = name; }

 private:
  const Tensor& add(std::list<Traced>& to, Description& description, Tensor& tensor) const {
    return to.emplace_back(Traced{std::move(description), layer, std::move(tensor)}).tensor;
  }

  Trace& trace_;
};

}  // namespace self_attention
