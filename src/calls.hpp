// What can be asked beside scenes: attention on tensors that stand alone, and a layer of it.
#pragma once

#include <memory>
#include <vector>

#include "error.hpp"
#include "reading.hpp"

namespace self_attention {

class Calls {
 public:
  virtual ~Calls() = default;

  // As Door::ask; `floats` are the tensors that were written.
  virtual double answered(Ask what, Numbers& in, std::vector<float>& floats, Check& wrong) = 0;
  // What was last asked for by `result`; of the layer, JavaScript writes and reads it where it is.
  virtual const float* shown() const = 0;
};

// Null in the modules for pages, which ask about scenes only: a module is linked with calls.cpp or no_calls.cpp.
std::unique_ptr<Calls> new_calls();

}  // namespace self_attention
