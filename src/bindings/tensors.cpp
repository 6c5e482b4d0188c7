#include "tensors.hpp"

#include <emscripten/bind.h>

namespace self_attention::bindings {

using emscripten::typed_memory_view;
using emscripten::val;

std::vector<std::size_t> shape_from(const NumberArray& shape) {
  return emscripten::vecFromJSArray<std::size_t>(shape);
}

Tensor tensor_from(const NamedTensor& tensor) {
  Tensor copy = Tensor::from_shape(shape_from(tensor.shape));
  val(typed_memory_view(copy.size(), copy.data())).call<void>("set", tensor.data);
  return copy;
}

FloatArray view_of(std::span<float> numbers) {
  return FloatArray(val(typed_memory_view(numbers.size(), numbers.data())));
}

FloatArray copy_of(const Tensor& tensor) {
  return FloatArray(val(typed_memory_view(tensor.size(), tensor.data())).call<val>("slice"));
}

EMSCRIPTEN_BINDINGS(tensors) {
  using namespace emscripten;
  register_type<FloatArray>("Float32Array");
  register_type<IntegerArray>("Int32Array");
  register_type<DoubleArray>("Float64Array");
  register_type<NumberArray>("number[]");
  register_type<TextArray>("string[]");
  register_type<MessageValues>("(string | number)[]");
  register_type<TensorArray>("NamedTensor[]");
  register_optional<std::size_t>();
  register_optional<double>();
  register_optional<FloatArray>();

  value_object<NamedTensor>("NamedTensor")
      .field("name", &NamedTensor::name)
      .field("layer", &NamedTensor::layer)
      .field("shape", &NamedTensor::shape)
      .field("data", &NamedTensor::data);
}

}  // namespace self_attention::bindings
