#include <cmath>

#include "steps.hpp"

namespace self_attention::steps {
namespace {

// (T): `of` each row, which it is given as its first number, its length and its place.
template <class Of>
Tensor by_row(const Tensor& x, const Of& of) {
  Tensor found = Tensor::of_shape({x.extent(0)});
  for (std::size_t row = 0; row < x.extent(0); ++row) {
    found.data()[row] = of(x.data() + row * x.extent(1), x.extent(1), row);
  }
  return found;
}

struct Names {
  Literal mean, variance, mean_square, normed, gamma, beta;
};
constexpr Names names[] = {{"mean_1", "variance_1", "mean_square_1", "normed_1", "gamma_1", "beta_1"},
                           {"mean_2", "variance_2", "mean_square_2", "normed_2", "gamma_2", "beta_2"}};

float mean_square_around(const float* row, std::size_t count, float middle) {
  float squares = 0;
  for (std::size_t column = 0; column < count; ++column) squares += (row[column] - middle) * (row[column] - middle);
  return squares / static_cast<float>(count);
}

}  // namespace

Tensor mean_of_rows(const Tensor& x) {
  return by_row(x, [](const float* row, std::size_t count, std::size_t) {
    float sum = 0;
    for (std::size_t column = 0; column < count; ++column) sum += row[column];
    return sum / static_cast<float>(count);
  });
}

Tensor variance_of_rows(const Tensor& x, const Tensor& mean) {
  return by_row(x, [&](const float* row, std::size_t count, std::size_t at) {
    return mean_square_around(row, count, mean.data()[at]);
  });
}

Tensor mean_square_of_rows(const Tensor& x) {
  return by_row(x, [](const float* row, std::size_t count, std::size_t) { return mean_square_around(row, count, 0); });
}

Tensor norm(const Tensor& x, const Tensor* mean, const Tensor& spread, const Tensor& gamma, const Tensor* beta) {
  Tensor normed = x;
  float* cell = normed.data();
  for (std::size_t row = 0; row < x.extent(0); ++row) {
    const float middle = mean == nullptr ? 0 : mean->data()[row];
    const float root = std::sqrt(spread.data()[row] + static_cast<float>(norm_epsilon));
    for (std::size_t column = 0; column < x.extent(1); ++column, ++cell) {
      *cell = gamma.data()[column] * ((*cell - middle) / root) + (beta == nullptr ? 0 : beta->data()[column]);
    }
  }
  return normed;
}

Description describe_mean(Literal input, std::size_t which) {
  const Literal name = names[which - 1].mean;
  return {name, sentence("(= ({} i) (/ (sum m d_model ({} i m)) d_model))", {name, input}), "T_q"};
}

Description describe_variance(Literal input, std::size_t which) {
  const auto& [mean, variance, mean_square, normed, gamma, beta] = names[which - 1];
  return {variance,
          sentence("(= ({} i) (/ (sum m d_model (pow (- ({} i m) ({} i)) 2)) d_model))", {variance, input, mean}),
          "T_q"};
}

Description describe_mean_square(Literal input, std::size_t which) {
  const Literal name = names[which - 1].mean_square;
  return {name, sentence("(= ({} i) (/ (sum m d_model (pow ({} i m) 2)) d_model))", {name, input}), "T_q"};
}

Description describe_normed(Literal input, std::size_t which, bool layer) {
  const auto& [mean, variance, mean_square, normed, gamma, beta] = names[which - 1];
  const std::string cell = sentence("({} i m)", {input});
  const std::string above = layer ? sentence("(- {} ({} i))", {cell, mean}) : cell;
  std::string right =
      sentence("(* ({} m) (/ {} (sqrt (+ ({} i) epsilon))))", {gamma, above, layer ? variance : mean_square});
  if (layer) right = sentence("(+ {} ({} m))", {right, beta});
  return {normed, sentence("(= ({} i m) {})", {normed, right}), "T_q d_model"};
}

}  // namespace self_attention::steps
