#include "descriptions.hpp"

#include <emscripten/bind.h>

#include <string_view>

namespace self_attention::bindings {

using emscripten::val;

TensorDescription description(const TraceTensor& tensor) {
  const val shape = val::array(tensor.shape.begin(), tensor.shape.end());
  return {std::string(std::string_view(tensor.name)), tensor.layer, std::string(std::string_view(tensor.axes)),
          NumberArray(shape)};
}

Symbols symbols_of(const Trace& trace) {
  val symbols = val::object();
  for (const auto& [name, value] : trace.symbols) symbols.set(std::string(std::string_view(name)), value);
  return Symbols(symbols);
}

EMSCRIPTEN_BINDINGS(descriptions) {
  using namespace emscripten;

  register_type<Descriptions>("TensorDescription[]");
  register_type<Symbols>("Record<string, number>");
  register_optional<TensorDescription>();

  value_object<TensorDescription>("TensorDescription")
      .field("name", &TensorDescription::name)
      .field("layer", &TensorDescription::layer)
      .field("axes", &TensorDescription::axes)
      .field("shape", &TensorDescription::shape);
}

}  // namespace self_attention::bindings
