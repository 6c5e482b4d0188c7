#include "tensor.hpp"

#include <utility>

namespace self_attention {

Tensor::Tensor() : array_(Array::from_shape({0})) {}
Tensor::~Tensor() = default;
Tensor::Tensor(const Tensor& other) = default;
Tensor::Tensor(Tensor&& other) noexcept = default;
Tensor& Tensor::operator=(const Tensor& other) = default;
Tensor& Tensor::operator=(Tensor&& other) noexcept = default;
Tensor::Tensor(Array array) : array_(std::move(array)) {}

Tensor Tensor::of_shape(const Shape& shape) {
  return Array::from_shape(shape);
}

Tensor Tensor::reshaped(const Shape& shape) const {
  Tensor tensor = *this;
  tensor.array_.reshape(shape);
  return tensor;
}

Tensor& Tensor::operator+=(const Tensor& other) {
  array_ += other.array_;
  return *this;
}

Tensor& Tensor::operator*=(float factor) {
  array_ *= factor;
  return *this;
}

Tensor& Tensor::operator/=(float divisor) {
  array_ /= divisor;
  return *this;
}

}  // namespace self_attention
