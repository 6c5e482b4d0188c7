#include "parameters.hpp"

#include <cmath>
#include <utility>

#include "random.hpp"

namespace self_attention {

void fill(float* data, std::size_t rows, std::size_t columns, const Draw& draw, std::uint64_t stream) {
  Pcg32 random(draw.seed, stream);
  // Below `high` also when rounding to float32 would reach it.
  const auto uniform = [&](double low, double high) {
    const auto bound = static_cast<float>(high);
    const auto number = static_cast<float>(low + (high - low) * random.uniform());
    return static_cast<double>(number < bound ? number : std::nextafter(bound, static_cast<float>(low)));
  };
  const double xavier = std::sqrt(6.0 / static_cast<double>(rows + columns));
  const double kaiming = std::sqrt(2.0 / static_cast<double>(rows));
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column, ++data) {
      double number = 0;
      switch (draw.distribution) {
        case Distribution::uniform:
          number = uniform(draw.low, draw.high);
          break;
        case Distribution::normal:
          number = draw.mean + draw.std * random.normal();
          break;
        case Distribution::xavier:
          number = uniform(-xavier, xavier);
          break;
        case Distribution::kaiming:
          number = kaiming * random.normal();
          break;
        case Distribution::identity:
          number = row == column ? 1 : 0;
          break;
      }
      *data = static_cast<float>(number);
    }
  }
}

MatrixShape shape_of(Matrix matrix, const Dimensions& dimensions) {
  const auto& [T, V, d_model, H, H_kv, d_k, d_v] = dimensions;
  const auto of = [bias = is_bias(matrix)](std::size_t rows, std::size_t blocks, std::size_t width) {
    return MatrixShape{bias ? 1 : rows, blocks, width};
  };
  switch (matrix) {
    case Matrix::w_q:
    case Matrix::b_q:
      return of(d_model, H, d_k);
    case Matrix::w_k:
    case Matrix::b_k:
      return of(d_model, H_kv, d_k);
    case Matrix::w_v:
    case Matrix::b_v:
      return of(d_model, H_kv, d_v);
    case Matrix::w_o:
    case Matrix::b_o:
      break;
  }
  return of(H * d_v, 1, d_model);
}

Matrices initialise(const Parameters& parameters, const Dimensions& dimensions) {
  if (parameters.kind == Parameters::Kind::given) return parameters.matrices;
  Draw draw = parameters.draw;
  if (parameters.kind == Parameters::Kind::identity) draw.distribution = Distribution::identity;
  const double bound = 1 / std::sqrt(static_cast<double>(dimensions.d_model));
  const Draw bias_draw{.distribution = Distribution::uniform, .seed = draw.seed, .low = -bound, .high = bound};

  Matrices matrices;
  for (std::size_t index = 0; index < Matrices::count; ++index) {
    const auto matrix = static_cast<Matrix>(index);
    const bool output = matrix == Matrix::w_o || matrix == Matrix::b_o;
    if ((is_bias(matrix) && !parameters.biases) || (output && !parameters.output)) continue;
    const MatrixShape shape = shape_of(matrix, dimensions);
    const std::size_t columns = shape.columns();
    Tensor tensor = Tensor::of_shape(is_bias(matrix) ? Tensor::Shape{columns} : Tensor::Shape{shape.rows, columns});
    // A stream each, so that switching one matrix on or off, or resizing it, leaves the others' numbers as they were.
    fill(tensor.data(), shape.rows, columns, is_bias(matrix) ? bias_draw : draw, index + 1);
    matrices[matrix] = std::move(tensor);
  }
  return matrices;
}

}  // namespace self_attention
