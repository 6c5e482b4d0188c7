#include <cmath>

#include "steps.hpp"

namespace self_attention::steps {
namespace {

// Of each row, what `of` makes of its first number, its length and its place.
template <class Of>
void by_row(const RowBlock& block, const Of& of) {
  const std::size_t width = block.input(0).width;
  const float* x = block.rows_of(0);
  for (std::size_t row = 0; row < block.count(); ++row) block.out[row] = of(x + row * width, width, row);
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

void mean_of_rows(const RowBlock& block) {
  by_row(block, [](const float* row, std::size_t count, std::size_t) {
    float sum = 0;
    for (std::size_t column = 0; column < count; ++column) sum += row[column];
    return sum / static_cast<float>(count);
  });
}

void variance_of_rows(const RowBlock& block) {
  const float* mean = block.rows_of(1);
  by_row(block,
         [&](const float* row, std::size_t count, std::size_t at) { return mean_square_around(row, count, mean[at]); });
}

void mean_square_of_rows(const RowBlock& block) {
  by_row(block, [](const float* row, std::size_t count, std::size_t) { return mean_square_around(row, count, 0); });
}

void norm(const RowBlock& block) {
  const float* spread = block.rows_of(1);
  const float* gamma = block.tensor(2).data();
  const float* beta = block.has_input(3) ? block.tensor(3).data() : nullptr;
  const float* mean = block.has_input(4) ? block.rows_of(4) : nullptr;
  float* cell = block.out;
  for (std::size_t row = 0; row < block.count(); ++row) {
    const float middle = mean == nullptr ? 0 : mean[row];
    const float root = std::sqrt(spread[row] + static_cast<float>(norm_epsilon));
    for (std::size_t column = 0; column < block.width(); ++column, ++cell) {
      *cell = gamma[column] * ((*cell - middle) / root) + (beta == nullptr ? 0 : beta[column]);
    }
  }
}

Description describe_mean(Literal input, std::size_t which) {
  return {names[which - 1].mean, "(= ({} i) (/ (sum m d_model ({0} i m)) d_model))", "T_q", input};
}

Description describe_variance(Literal input, std::size_t which) {
  return {names[which - 1].variance, "(= ({} i) (/ (sum m d_model (pow (- ({0} i m) (mean_{1} i)) 2)) d_model))", "T_q",
          input, names[which - 1].which};
}

Description describe_mean_square(Literal input, std::size_t which) {
  return {names[which - 1].mean_square, "(= ({} i) (/ (sum m d_model (pow ({0} i m) 2)) d_model))", "T_q", input};
}

Description describe_normed(Literal input, std::size_t which, bool layer) {
  return {names[which - 1].normed,
          layer ? "(= ({} i m) (+ (* (gamma_{1} m) (/ (- ({0} i m) (mean_{1} i)) (sqrt (+ (variance_{1} i) epsilon)))) "
                  "(beta_{1} m)))"
                : "(= ({} i m) (* (gamma_{1} m) (/ ({0} i m) (sqrt (+ (mean_square_{1} i) epsilon)))))",
          "T_q d_model", input, names[which - 1].which};
}

}  // namespace self_attention::steps
