#include <cmath>

#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {
namespace {

struct Names {
  Literal which, mean, variance, mean_square, normed;
};
constexpr Names names[] = {{"1", "mean_1", "variance_1", "mean_square_1", "normed_1"},
                           {"2", "mean_2", "variance_2", "mean_square_2", "normed_2"}};

}  // namespace

void mean_of_rows(const RowBlock& block) {
  for (std::size_t at = 0; at < block.count(); ++at) {
    const auto x = input_row(block, 0, at);
    block.out[at] = sum_of(x) / static_cast<float>(x.size());
  }
}

void variance_of_rows(const RowBlock& block) {
  for (std::size_t at = 0; at < block.count(); ++at) {
    const auto x = input_row(block, 0, at);
    const float mean = block.rows_of(1)[at];
    block.out[at] = sum_of(xt::square(x - mean)) / static_cast<float>(x.size());
  }
}

void mean_square_of_rows(const RowBlock& block) {
  for (std::size_t at = 0; at < block.count(); ++at) {
    const auto x = input_row(block, 0, at);
    block.out[at] = sum_of(xt::square(x)) / static_cast<float>(x.size());
  }
}

void norm(const RowBlock& block) {
  const auto gamma = row_at(block.tensor(2).data(), block.width());
  const bool layer = block.has_input(4);
  for (std::size_t at = 0; at < block.count(); ++at) {
    auto x = output_row(block, at);
    const float deviation = std::sqrt(block.rows_of(1)[at] + static_cast<float>(norm_epsilon));
    if (layer) {
      const auto beta = row_at(block.tensor(3).data(), block.width());
      const float mean = block.rows_of(4)[at];
      assign(x, gamma * ((x - mean) / deviation) + beta);
    } else {
      assign(x, gamma * (x / deviation));
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
