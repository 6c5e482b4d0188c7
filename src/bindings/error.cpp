// An error for JavaScript: a template and its arguments.
#include <emscripten/bind.h>

#include <string>
#include <variant>

#include "../error.hpp"
#include "tensors.hpp"

namespace self_attention::bindings {
namespace {

using emscripten::val;

MessageValues get_values(const Error& error) {
  val values = val::array();
  for (const Argument& argument : error.arguments) {
    std::visit([&values](const auto& value) { values.call<void>("push", value); }, argument);
  }
  return MessageValues(values);
}
void set_values(Error& error, const MessageValues& values) {
  for (const val& value : emscripten::vecFromJSArray<val>(values)) {
    if (value.isNumber()) {
      error.arguments.emplace_back(value.as<double>());
    } else {
      error.arguments.emplace_back(value.as<std::string>());
    }
  }
}

}  // namespace

EMSCRIPTEN_BINDINGS(error) {
  using namespace emscripten;

  register_optional<Error>();
  value_object<Error>("CoreError")
      .field("code", &Error::code)
      .field("path", &Error::path)
      .field("template", &Error::format)
      .field("values", &get_values, &set_values);
}

}  // namespace self_attention::bindings
