// The tensor type of the whole project: an xtensor array, row-major, float32, with any number of axes.
#pragma once

#include <xtensor/containers/xarray.hpp>

namespace self_attention {

using Tensor = xt::xarray<float>;

// A missing tensor. xtensor's default constructor would make one that holds a single number.
inline Tensor no_tensor() {
  return Tensor(Tensor::shape_type{0});
}

}  // namespace self_attention
