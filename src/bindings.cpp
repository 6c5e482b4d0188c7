// The only door between C++ and JavaScript, and the only Emscripten include. Thin: it says where memory is and passes
// calls on. `web/core/` has checked types, keys and finiteness before anything comes here, because Embind coerces in
// silence (null to 0, a string to NaN).
//
// A door is a number there, and what memory holds is read and written through views that JavaScript makes: classes,
// arrays and texts that cross through Embind take 5 kB more to download.
#include <emscripten/bind.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "door.hpp"
#include "limits.hpp"

namespace {

using namespace self_attention;

Door& door_at(std::uintptr_t door) {
  return *reinterpret_cast<Door*>(door);
}

std::uintptr_t open_door() {
  return reinterpret_cast<std::uintptr_t>(new Door);
}
void close_door(std::uintptr_t door) {
  delete &door_at(door);
}
std::uintptr_t memory_of(std::uintptr_t door, int which, std::size_t count) {
  return reinterpret_cast<std::uintptr_t>(door_at(door).memory(static_cast<Door::Memory>(which), count));
}
double ask_at(std::uintptr_t door, int what) {
  return door_at(door).ask(static_cast<Ask>(what));
}

}  // namespace

EMSCRIPTEN_BINDINGS(self_attention) {
  using namespace emscripten;

  constant("maxTokens", static_cast<double>(limits::max_tokens));
  function("open", &open_door);
  function("close", &close_door);
  function("memory", &memory_of);
  function("ask", &ask_at);
}

// ---- Embind's own part in C++ --------------------------------------------------------------------------------------

// Cut down to what crosses here. The library's registers forty types, of which four cross here, and names types by
// their RTTI, which brings in the whole of dynamic_cast: together a twentieth of the module and an eighth of its
// JavaScript. These symbols take the place of the library's: the linker finds them first.

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

// The library's raises a signal first, and Embind's JavaScript has timers for it.
void abort() {
  __builtin_trap();
}
void _emscripten_timeout(int, double) {}
}

EMSCRIPTEN_BINDINGS(types) {
  using namespace emscripten::internal;
  _embind_register_void(TypeID<void>::get(), "void");
  _embind_register_integer(TypeID<int>::get(), "int", sizeof(int), INT32_MIN, INT32_MAX);
  _embind_register_integer(TypeID<std::size_t>::get(), "size_t", sizeof(std::size_t), 0, UINT32_MAX);
  _embind_register_float(TypeID<double>::get(), "double", sizeof(double));
}
