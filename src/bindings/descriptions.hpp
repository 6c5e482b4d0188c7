// Descriptions of a trace's tensors for JavaScript.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "../attention.hpp"
#include "tensors.hpp"

namespace self_attention::bindings {

EMSCRIPTEN_DECLARE_VAL_TYPE(Descriptions)  // TensorDescription[]
EMSCRIPTEN_DECLARE_VAL_TYPE(Symbols)       // Record<string, number>

struct TensorDescription {
  std::string name;
  std::size_t layer;
  // The axes' letters, separated by spaces.
  std::string axes;
  NumberArray shape{emscripten::val::undefined()};
};

TensorDescription description(const TraceTensor& tensor);
Symbols symbols_of(const Trace& trace);

template <class List>
Descriptions described(const List& tensors) {
  emscripten::val all = emscripten::val::array();
  for (const TraceTensor& tensor : tensors) all.call<void>("push", description(tensor));
  return Descriptions(all);
}

}  // namespace self_attention::bindings
