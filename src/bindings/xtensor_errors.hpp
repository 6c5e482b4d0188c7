// Read before every file of the wasm modules (CMakeLists.txt). Without exceptions xtensor reports its own errors
// through std::cerr, which brings all of the library's streams into a module. Shapes are checked before any expression
// is made, so none is ever reported; should one be, stopping is all there is to do.
#pragma once

#include <cstdlib>

#include <xtensor/core/xtensor_config.hpp>
#include <xtl/xtl_config.hpp>

#undef XTENSOR_THROW
#undef XTL_THROW
#define XTENSOR_THROW(exception, message) std::abort()
#define XTL_THROW(exception, message) std::abort()
