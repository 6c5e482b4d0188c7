// Numbers that cross between JavaScript and the core: a tensor is a Float32Array and its shape, copied in one go.
#pragma once

#include <emscripten/val.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../tensor.hpp"

namespace self_attention::bindings {

EMSCRIPTEN_DECLARE_VAL_TYPE(FloatArray)     // Float32Array
EMSCRIPTEN_DECLARE_VAL_TYPE(NumberArray)    // number[]
EMSCRIPTEN_DECLARE_VAL_TYPE(TextArray)      // string[]
EMSCRIPTEN_DECLARE_VAL_TYPE(MessageValues)  // (string | number)[]
EMSCRIPTEN_DECLARE_VAL_TYPE(TensorArray)    // NamedTensor[]

// A tensor of JavaScript. `name` says which one it is: a JSON pointer into the scene, or the name of an argument.
struct NamedTensor {
  std::string name;
  // Which set of a stack of parameters it belongs to, where there is a stack.
  std::optional<std::size_t> layer;
  NumberArray shape{emscripten::val::undefined()};
  FloatArray data{emscripten::val::undefined()};
};

std::vector<std::size_t> shape_from(const NumberArray& shape);
Tensor tensor_from(const NamedTensor& tensor);

// The memory of the core itself: a view that comes to nothing when memory grows or the vector does.
FloatArray view_of(std::span<float> numbers);
// A copy that belongs to JavaScript.
FloatArray copy_of(const Tensor& tensor);

}  // namespace self_attention::bindings
