#include "allocations.hpp"

#include <cstdlib>
#include <new>

namespace {

std::size_t count = 0;

void* counted(void* memory) {
  ++count;
  // Nothing here throws; without memory there is nothing to test.
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
// AddressSanitizer has forms of its own of these, which do not call the one above; what they give must not come to the
// delete below.
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
// Of what has to stand at a rounder place. The size that is asked for is a multiple of it.
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
