// Included before every file of the wasm modules (CMakeLists.txt). Without exceptions, xtensor reports errors through
// std::cerr, which would link all of the standard library's streams. Shapes are checked before an expression is built,
// so no error should ever occur. If one does, the module aborts.
#pragma once

#include <cstdlib>

#include <xtensor/core/xtensor_config.hpp>
#include <xtl/xtl_config.hpp>

#undef XTENSOR_THROW
#undef XTL_THROW
#define XTENSOR_THROW(exception, message) std::abort()
#define XTL_THROW(exception, message) std::abort()
