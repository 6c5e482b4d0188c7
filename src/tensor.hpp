// Every tensor of the project: an array of xtensor, row-major, float32, of any number of axes. Included before any of
// xtensor's own headers.
#pragma once

#include <cstdlib>

#include <xtensor/core/xtensor_config.hpp>
#include <xtl/xtl_config.hpp>

// Without exceptions xtensor reports its own errors through std::cerr, which brings all of the library's streams into a
// wasm module. Shapes are checked before any expression is made, so none is ever reported; should one be, stopping is
// all there is to do.
#ifdef XTENSOR_DISABLE_EXCEPTIONS
#undef XTENSOR_THROW
#undef XTL_THROW
#define XTENSOR_THROW(exception, message) std::abort()
#define XTL_THROW(exception, message) std::abort()
#endif

#include <xtensor/containers/xarray.hpp>
#include <xtensor/containers/xtensor.hpp>

namespace self_attention {

using Tensor = xt::xarray<float>;

// One that is not there: xtensor's own default is a single number.
inline Tensor no_tensor() {
  return Tensor(Tensor::shape_type{0});
}

}  // namespace self_attention
