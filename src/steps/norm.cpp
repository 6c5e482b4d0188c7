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
  Literal which, mean, variance, mean_square, normed;
};
constexpr Names names[] = {{"1", "mean_1", "variance_1", "mean_square_1", "normed_1"},
                           {"2", "mean_2", "variance_2", "mean_square_2", "normed_2"}};

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
  return {names[which - 1].mean, "(= ({} i) (/ (sum m d_model ({0} i m)) d_model))", "T_q", {input}};
}

Description describe_variance(Literal input, std::size_t which) {
  return {names[which - 1].variance,
          "(= ({} i) (/ (sum m d_model (pow (- ({0} i m) (mean_{1} i)) 2)) d_model))",
          "T_q",
          {input, names[which - 1].which}};
}

Description describe_mean_square(Literal input, std::size_t which) {
  return {names[which - 1].mean_square, "(= ({} i) (/ (sum m d_model (pow ({0} i m) 2)) d_model))", "T_q", {input}};
}

Description describe_normed(Literal input, std::size_t which, bool layer) {
  return {names[which - 1].normed,
          layer ? "(= ({} i m) (+ (* (gamma_{1} m) (/ (- ({0} i m) (mean_{1} i)) (sqrt (+ (variance_{1} i) epsilon)))) "
                  "(beta_{1} m)))"
                : "(= ({} i m) (* (gamma_{1} m) (/ ({0} i m) (sqrt (+ (mean_square_{1} i) epsilon)))))",
          "T_q d_model",
          {input, names[which - 1].which}};
}

}  // namespace self_attention::steps
