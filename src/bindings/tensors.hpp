// Numbers that cross between JavaScript and the core. A tensor is a Float32Array and its shape, copied at once.
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
EMSCRIPTEN_DECLARE_VAL_TYPE(IntegerArray)   // Int32Array
EMSCRIPTEN_DECLARE_VAL_TYPE(DoubleArray)    // Float64Array
EMSCRIPTEN_DECLARE_VAL_TYPE(NumberArray)    // number[]
EMSCRIPTEN_DECLARE_VAL_TYPE(TextArray)      // string[]
EMSCRIPTEN_DECLARE_VAL_TYPE(MessageValues)  // (string | number)[]
EMSCRIPTEN_DECLARE_VAL_TYPE(TensorArray)    // NamedTensor[]

// A tensor from JavaScript. `name` is a JSON pointer into the scene, or the name of an argument.
struct NamedTensor {
  std::string name;
  // The layer it belongs to, if the parameters are a stack.
  std::optional<std::size_t> layer;
  NumberArray shape{emscripten::val::undefined()};
  FloatArray data{emscripten::val::undefined()};
};

std::vector<std::size_t> shape_from(const NumberArray& shape);
Tensor tensor_from(const NamedTensor& tensor);

// A view of the core's own memory. It becomes invalid when the memory or the vector grows.
FloatArray view_of(std::span<float> numbers);
// A copy that JavaScript owns.
FloatArray copy_of(const Tensor& tensor);

}  // namespace self_attention::bindings
