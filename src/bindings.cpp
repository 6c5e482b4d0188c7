// The only door between C++ and JavaScript, and the only Emscripten include. Thin: it hands out views of memory and
// passes calls on. `web/core/` has checked types, keys and finiteness before anything comes here, because Embind
// coerces in silence (null to 0, a string to NaN).
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "door.hpp"
#include "limits.hpp"

// What a plain `val` is in TypeScript (the .d.ts is generated).
EMSCRIPTEN_DECLARE_VAL_TYPE(Float32ArrayVal);
EMSCRIPTEN_DECLARE_VAL_TYPE(Float64ArrayVal);

namespace {

using emscripten::val;
using namespace self_attention;

// A view of the heap itself: good until memory grows, when its length becomes 0, or what it shows is moved.
template <class View = Float32ArrayVal, class Numbers>
View view_of(const Numbers& numbers) {
  return View(val(emscripten::typed_memory_view(numbers.size(), numbers.data())));
}

Float64ArrayVal numbers(Door& door, std::size_t count) {
  door.numbers().resize(count);
  return view_of<Float64ArrayVal>(door.numbers());
}
Float32ArrayVal floats(Door& door, std::size_t count) {
  door.floats().resize(count);
  return view_of(door.floats());
}
Float32ArrayVal window(Door& door, std::size_t count) {
  door.window().resize(count);
  return view_of(door.window());
}
Float32ArrayVal shown(const Door& door) {
  return view_of(door.shown());
}

}  // namespace

EMSCRIPTEN_BINDINGS(self_attention) {
  using namespace emscripten;

  register_type<Float32ArrayVal>("Float32Array");
  register_type<Float64ArrayVal>("Float64Array");

  constant("maxTokens", static_cast<double>(limits::max_tokens));

  class_<Door>("Door")
      .constructor<>()
      .function("numbers", &numbers)
      .function("floats", &floats)
      .function("window", &window)
      .function("shown", &shown)
      .function("say", &Door::say)
      .function("said", &Door::said)
      .function("ask", &Door::ask);
}

// ---- Embind's own part in C++ --------------------------------------------------------------------------------------

// Cut down to what crosses here. The library's registers forty types, of which four
// cross here, and names types by their RTTI, which brings in the whole of dynamic_cast: together a twentieth of the
// module and an eighth of its JavaScript. These symbols take the place of the library's: the linker finds them first.

namespace {

emscripten::internal::InitFunc* first = nullptr;

}  // namespace

extern "C" {

void _embind_register_bindings(emscripten::internal::InitFunc* init) {
  init->next = first;
  first = init;
}

void _embind_initialize_bindings() {
  for (const auto* init = first; init != nullptr; init = init->next) init->init_func();
}

// What Embind calls a type that crosses without being registered below; it frees the name.
const char* __getTypeName(emscripten::internal::TYPEID) {
  return strdup("(not registered in bindings.cpp)");
}

// Nothing here waits for a promise.
void _emval_coro_resume(void*, void*) {}
void _emval_coro_reject(void*, void*) {}
}

EMSCRIPTEN_BINDINGS(types) {
  using namespace emscripten;
  using namespace emscripten::internal;
  _embind_register_void(TypeID<void>::get(), "void");
  _embind_register_bool(TypeID<bool>::get(), "bool", true, false);
  _embind_register_integer(TypeID<int>::get(), "int", sizeof(int), INT32_MIN, INT32_MAX);
  _embind_register_integer(TypeID<unsigned>::get(), "unsigned", sizeof(unsigned), 0, UINT32_MAX);
  _embind_register_integer(TypeID<std::size_t>::get(), "size_t", sizeof(std::size_t), 0, UINT32_MAX);
  _embind_register_float(TypeID<float>::get(), "float", sizeof(float));
  _embind_register_float(TypeID<double>::get(), "double", sizeof(double));
  _embind_register_std_string(TypeID<std::string>::get(), "std::string");
  _embind_register_emval(TypeID<val>::get());
  // The places of these arrays in Embind's list.
  constexpr unsigned float32_array = 6, float64_array = 7;
  _embind_register_memory_view(TypeID<memory_view<float>>::get(), float32_array, "memory_view<float>");
  _embind_register_memory_view(TypeID<memory_view<double>>::get(), float64_array, "memory_view<double>");
}
