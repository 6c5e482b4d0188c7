#include "allocations.hpp"

#include <cstdlib>
#include <new>

namespace {

std::size_t count = 0;

void* counted(void* memory) {
  ++count;
  // There are no exceptions here. Without memory, the test cannot continue.
  if (memory == nullptr) std::abort();
  return memory;
}

}  // namespace

std::size_t self_attention::testing::allocations() {
  return count;
}

void* operator new(std::size_t size) {
  return counted(std::malloc(size == 0 ? 1 : size));
}
// AddressSanitizer replaces these operators and does not call the one above. Its memory must not reach the delete
// below.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return operator new(size);
}
void* operator new[](std::size_t size) {
  return operator new(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return operator new(size);
}
void operator delete[](void* memory) noexcept {
  std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
// For types with a larger alignment. The size is a multiple of the alignment.
void* operator new(std::size_t size, std::align_val_t align) {
  const auto step = static_cast<std::size_t>(align);
  return counted(std::aligned_alloc(step, (size + step - 1) / step * step));
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
