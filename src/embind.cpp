// Embind's own part in C++, cut down to what bindings.cpp needs. The library's registers forty types, of which four
// cross here, and names types by their RTTI, which brings in the whole of dynamic_cast: together a twentieth of the
// module and an eighth of its JavaScript. These symbols take the place of the library's: the linker finds them first.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

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
  return strdup("(missing in embind.cpp)");
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
