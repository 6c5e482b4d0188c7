#include <cmath>

#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {

using namespace formula_text;
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

void mean_of_rows_backward(const Backward& back) {
  back.gradient_to(0) += back.gradient_of() / static_cast<float>(back.input(0).width);
}

std::string mean_of_rows_backward_formula(const BackwardFormula& back) {
  return list("/", back.d("i"), "d_model");
}

void variance_of_rows(const RowBlock& block) {
  for (std::size_t at = 0; at < block.count(); ++at) {
    const auto x = input_row(block, 0, at);
    const float mean = block.rows_of(1)[at];
    block.out[at] = sum_of(xt::square(x - mean)) / static_cast<float>(x.size());
  }
}

void variance_of_rows_backward(const Backward& back) {
  const FloatMatrix each =
      2.0F / static_cast<float>(back.input(0).width) * back.gradient_of() * (back.read(0) - back.read(1));
  back.gradient_to(0) += each;
  back.gradient_to(1) -= xt::expand_dims(xt::eval(xt::sum(each, {1})), 1);
}

std::string variance_of_rows_backward_formula(const BackwardFormula& back) {
  const std::string each =
      times(times(list("/", "2", "d_model"), back.d("i")), list("-", back.cell(0, "i m"), back.cell(1, "i")));
  return back.index == 0 ? each : list("-", "0", sum_over("m", "d_model", each));
}

void mean_square_of_rows(const RowBlock& block) {
  for (std::size_t at = 0; at < block.count(); ++at) {
    const auto x = input_row(block, 0, at);
    block.out[at] = sum_of(xt::square(x)) / static_cast<float>(x.size());
  }
}

void mean_square_of_rows_backward(const Backward& back) {
  back.gradient_to(0) += 2.0F / static_cast<float>(back.input(0).width) * back.gradient_of() * back.read(0);
}

std::string mean_square_of_rows_backward_formula(const BackwardFormula& back) {
  return times(times(list("/", "2", "d_model"), back.d("i")), back.cell(0, "i m"));
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

void norm_backward(const Backward& back) {
  const auto gradient = back.gradient_of();
  const bool layer = back.has_input(4);
  FloatMatrix centred = back.read(0);
  if (layer) centred -= back.read(4);
  const FloatMatrix deviation = xt::sqrt(back.read(1) + static_cast<float>(norm_epsilon));
  const FloatMatrix gamma = xt::transpose(back.read(2));
  const FloatMatrix each = gamma * gradient / deviation, of_gamma = gradient * centred / deviation;
  const FloatMatrix of_spread = -0.5F * each * centred / xt::square(deviation);
  back.gradient_to(0) += each;
  back.gradient_to(1) += xt::expand_dims(xt::eval(xt::sum(of_spread, {1})), 1);
  back.gradient_to(2) += xt::expand_dims(xt::eval(xt::sum(of_gamma, {0})), 1);
  if (!layer) return;
  back.gradient_to(3) += xt::expand_dims(xt::eval(xt::sum(gradient, {0})), 1);
  back.gradient_to(4) -= xt::expand_dims(xt::eval(xt::sum(each, {1})), 1);
}

std::string norm_backward_formula(const BackwardFormula& back) {
  const std::string centred =
      back.has_input(4) ? list("-", back.cell(0, "i m"), back.cell(4, "i")) : back.cell(0, "i m");
  const std::string deviation = list("sqrt", list("+", back.cell(1, "i"), "epsilon"));
  const std::string each = list("/", times(back.cell(2, "m"), back.d("i m")), deviation);
  if (back.index == 0) return each;
  if (back.index == 1) {
    return sum_over("m", "d_model", times(each, times("-0.5", list("/", centred, list("pow", deviation, "2")))));
  }
  if (back.index == 2) return sum_over("i", row_axis(back.step), list("/", times(back.d("i m"), centred), deviation));
  if (back.index == 3) return sum_over("i", row_axis(back.step), back.d("i m"));
  return list("-", "0", sum_over("m", "d_model", each));
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
