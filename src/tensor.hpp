// Every tensor of the project: an xtensor array, dense, row-major, float32, of any rank. xtensor is included here only.
//
// It wraps the array only so that copying, moving, freeing and adding are compiled once, in tensor.cpp; inlined
// wherever a tensor is passed on they were a third of the wasm module.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <vector>

#include <xtensor/core/xtensor_config.hpp>
#include <xtl/xtl_config.hpp>

// Without exceptions xtensor reports its own errors through std::cerr, which alone is half of a wasm module. Shapes are
// checked before any expression is made, so none is ever reported; should one be, stopping is all there is to do.
#ifdef XTENSOR_DISABLE_EXCEPTIONS
#undef XTENSOR_THROW
#undef XTL_THROW
#define XTENSOR_THROW(exception, message) std::abort()
#define XTL_THROW(exception, message) std::abort()
#endif

#include <xtensor/containers/xarray.hpp>

namespace self_attention {

class Tensor {
 public:
  using Array = xt::xarray<float>;
  using Shape = std::vector<std::size_t>;

  // Of rank 1 and size 0.
  Tensor();
  ~Tensor();
  Tensor(const Tensor& other);
  Tensor(Tensor&& other) noexcept;
  Tensor& operator=(const Tensor& other);
  Tensor& operator=(Tensor&& other) noexcept;

  // From an array or the value of an expression.
  Tensor(Array array);
  template <class Expression>
  Tensor(const xt::xexpression<Expression>& expression) : Tensor(Array(expression)) {}

  // Uninitialised.
  static Tensor of_shape(const Shape& shape);

  // The same numbers in the same order under another shape of the same size.
  Tensor reshaped(const Shape& shape) const;

  // Element by element; `other` is broadcast.
  Tensor& operator+=(const Tensor& other);
  Tensor& operator*=(float factor);
  Tensor& operator/=(float divisor);

  const Array::shape_type& shape() const { return array_.shape(); }
  std::size_t rank() const { return array_.dimension(); }
  std::size_t extent(std::size_t axis) const { return array_.shape()[axis]; }
  std::size_t size() const { return array_.size(); }

  float* data() { return array_.data(); }
  const float* data() const { return array_.data(); }

 private:
  Array array_;
};

}  // namespace self_attention
