# What the native tests test: the core once more, compiled with what ends a program that reads beyond an array or does what C++ leaves
# undefined. The core that is installed, compared and measured is compiled without; so are the tests, which it would take minutes.
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_FLAGS "-fsanitize=address,undefined")
check_cxx_source_compiles("int main() { return 0; }" SELF_ATTENTION_HAS_SANITIZERS)
unset(CMAKE_REQUIRED_FLAGS)
if(SELF_ATTENTION_HAS_SANITIZERS)
  # Compiling takes two thirds of the time without what needs no check here: a null pointer ends the program by itself, what lies beyond
  # an object is AddressSanitizer's to find, no number is read as another type, and there are no virtual functions.
  set(sanitizers -O1 -fsanitize=address,undefined -fno-sanitize=null,alignment,object-size,vptr -fno-sanitize-recover=all)
  set(tested_core self_attention_sanitized)
  add_core(${tested_core} ${sanitizers})
  target_link_options(${tested_core} PUBLIC ${sanitizers})
else()
  message(STATUS "The compiler has no runtime for -fsanitize=address,undefined: the native tests are built without it.")
endif()
