// Every tensor of the project: an array of xtensor, row-major, float32, of any number of axes.
#pragma once

#include <xtensor/containers/xarray.hpp>

namespace self_attention {

using Tensor = xt::xarray<float>;

// One that is not there: xtensor's own default is a single number.
inline Tensor no_tensor() {
  return Tensor(Tensor::shape_type{0});
}

}  // namespace self_attention
