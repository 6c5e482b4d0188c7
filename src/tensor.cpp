#include "tensor.hpp"

#include <algorithm>

namespace self_attention {

Tensor::Shape::Shape(std::size_t first, std::size_t second, std::size_t third, std::size_t fourth)
    : extents{first, second, third, fourth} {}

Tensor::Tensor() : array_(Array::shape_type{1, 1, 1, 0}) {}
Tensor::~Tensor() = default;
Tensor::Tensor(const Tensor& other) = default;
Tensor::Tensor(Tensor&& other) noexcept = default;
Tensor& Tensor::operator=(const Tensor& other) = default;
Tensor& Tensor::operator=(Tensor&& other) noexcept = default;

Tensor Tensor::of_shape(std::span<const std::size_t> shape) {
  Array::shape_type axes{1, 1, 1, 1};
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    axes[std::max(most_axes + axis, shape.size()) - shape.size()] *= shape[axis];
  }
  Tensor tensor;
  tensor.array_.resize(axes);
  tensor.rank_ = shape.size();
  return tensor;
}

Tensor Tensor::reshaped(std::span<const std::size_t> shape) const {
  Tensor tensor = of_shape(shape);
  std::copy_n(data(), size(), tensor.data());
  return tensor;
}

std::span<const std::size_t> Tensor::shape() const {
  return std::span(array_.shape()).last(std::min(rank_, most_axes));
}

}  // namespace self_attention
