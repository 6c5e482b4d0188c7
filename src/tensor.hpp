// Every tensor of the project: an xtensor array, dense, row-major, float32, of up to four axes. xtensor is included
// here only.
//
// It wraps the array only so that copying, moving, freeing and adding are compiled once, in tensor.cpp; inlined
// wherever a tensor is passed on they were a third of the wasm module.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <initializer_list>
#include <span>

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
#include <xtensor/containers/xtensor.hpp>

namespace self_attention {

class Tensor {
 public:
  // Leading axes that a tensor lacks are 1, so that they line up from the last one on. xtensor's arrays of any rank
  // keep three lists on the heap for each: 1 kB of module as it is sent.
  static constexpr std::size_t most_axes = 4;
  using Array = xt::xtensor<float, most_axes>;
  // Up to four extents, outermost first, none of them 0; not a vector, which takes memory wherever one is written.
  struct Shape {
    std::array<std::size_t, most_axes> extents;

    // Out of line: every step has one.
    Shape(std::size_t first = 0, std::size_t second = 0, std::size_t third = 0, std::size_t fourth = 0);

    std::size_t size() const { return static_cast<std::size_t>(std::ranges::find(extents, 0U) - extents.begin()); }
    const std::size_t* begin() const { return extents.data(); }
    const std::size_t* end() const { return begin() + size(); }
    std::size_t operator[](std::size_t axis) const { return extents[axis]; }
    friend bool operator==(const Shape& one, const Shape& other) = default;
  };

  // Of rank 1 and size 0.
  Tensor();
  ~Tensor();
  Tensor(const Tensor& other);
  Tensor(Tensor&& other) noexcept;
  Tensor& operator=(const Tensor& other);
  Tensor& operator=(Tensor&& other) noexcept;

  // Arrays of xtensor's own go in and come out.
  Tensor(const xt::xarray<float>& array) : Tensor(of_shape(array.shape())) {
    std::copy_n(array.data(), array.size(), data());
  }
  operator xt::xarray<float>() const {
    xt::xarray<float> array = xt::xarray<float>::from_shape(shape());
    std::copy_n(data(), size(), array.data());
    return array;
  }

  // Uninitialised. Of more than four axes, which nothing takes, the first ones are multiplied.
  static Tensor of_shape(std::span<const std::size_t> shape);
  static Tensor of_shape(std::initializer_list<std::size_t> shape) { return of_shape(std::span(shape)); }

  // The same numbers in the same order under another shape of the same size.
  Tensor reshaped(std::span<const std::size_t> shape) const;
  Tensor reshaped(std::initializer_list<std::size_t> shape) const { return reshaped(std::span(shape)); }

  std::span<const std::size_t> shape() const;
  // With the leading ones.
  const Array::shape_type& axes() const { return array_.shape(); }
  std::size_t rank() const { return rank_; }
  std::size_t extent(std::size_t axis) const { return shape()[axis]; }
  std::size_t size() const { return array_.storage().size(); }

  float* data() { return array_.storage().data(); }
  const float* data() const { return array_.storage().data(); }

 private:
  std::size_t rank_ = 1;
  Array array_;
};

}  // namespace self_attention
