#include <cmath>

#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {
namespace {

using namespace formula_text;

// ---- The mean of each row ----

void compute_mean(const RowBlock& block) {
  for (std::size_t row = 0; row < block.count(); ++row) {
    const auto x = input_row(block, 0, row);
    block.out[row] = sum_of(x) / static_cast<float>(x.size());
  }
}

void mean_backward(const Backward& back) {
  back.gradient_to(0) += back.gradient_of() / static_cast<float>(back.input(0).width);
}

std::string mean_backward_formula(const BackwardFormula& back) {
  return list("/", back.d("i"), "d_model");
}

// ---- The variance of each row ----

struct VarianceInputs {
  enum : std::size_t { x, mean };
};

void compute_variance(const RowBlock& block) {
  for (std::size_t row = 0; row < block.count(); ++row) {
    const auto x = input_row(block, VarianceInputs::x, row);
    const float mean = block.rows_of(VarianceInputs::mean)[row];
    block.out[row] = sum_of(xt::square(x - mean)) / static_cast<float>(x.size());
  }
}

void variance_backward(const Backward& back) {
  const auto x = back.read(VarianceInputs::x), mean = back.read(VarianceInputs::mean);
  const FloatMatrix each =
      2.0F / static_cast<float>(back.input(VarianceInputs::x).width) * back.gradient_of() * (x - mean);
  back.gradient_to(VarianceInputs::x) += each;
  back.gradient_to(VarianceInputs::mean) -= xt::expand_dims(xt::eval(xt::sum(each, {1})), 1);
}

std::string variance_backward_formula(const BackwardFormula& back) {
  const std::string centred = list("-", back.cell(VarianceInputs::x, "i m"), back.cell(VarianceInputs::mean, "i"));
  const std::string each = times(times(list("/", "2", "d_model"), back.d("i")), centred);
  return back.index == VarianceInputs::x ? each : list("-", "0", sum_over("m", "d_model", each));
}

// ---- The mean square of each row ----

void compute_mean_square(const RowBlock& block) {
  for (std::size_t row = 0; row < block.count(); ++row) {
    const auto x = input_row(block, 0, row);
    block.out[row] = sum_of(xt::square(x)) / static_cast<float>(x.size());
  }
}

void mean_square_backward(const Backward& back) {
  back.gradient_to(0) += 2.0F / static_cast<float>(back.input(0).width) * back.gradient_of() * back.read(0);
}

std::string mean_square_backward_formula(const BackwardFormula& back) {
  return times(times(list("/", "2", "d_model"), back.d("i")), back.cell(0, "i m"));
}

// ---- The normed rows. RMS norm has no beta and no mean ----

struct Inputs {
  enum : std::size_t { x, spread, gamma, beta, mean };
};

void compute_normed(const RowBlock& block) {
  const auto gamma = row_at(block.tensor(Inputs::gamma).data(), block.width());
  const bool layer = block.has_input(Inputs::mean);
  for (std::size_t row = 0; row < block.count(); ++row) {
    auto x = output_row(block, row);
    const float deviation = std::sqrt(block.rows_of(Inputs::spread)[row] + static_cast<float>(norm_epsilon));
    if (layer) {
      const auto beta = row_at(block.tensor(Inputs::beta).data(), block.width());
      const float mean = block.rows_of(Inputs::mean)[row];
      assign(x, gamma * ((x - mean) / deviation) + beta);
    } else {
      assign(x, gamma * (x / deviation));
    }
  }
}

void normed_backward(const Backward& back) {
  const auto gradient = back.gradient_of();
  const bool layer = back.has_input(Inputs::mean);
  FloatMatrix centred = back.read(Inputs::x);
  if (layer) centred -= back.read(Inputs::mean);
  const FloatMatrix deviation = xt::sqrt(back.read(Inputs::spread) + static_cast<float>(norm_epsilon));
  const FloatMatrix gamma = xt::transpose(back.read(Inputs::gamma));
  const FloatMatrix each = gamma * gradient / deviation, of_gamma = gradient * centred / deviation;
  const FloatMatrix of_spread = -0.5F * each * centred / xt::square(deviation);
  back.gradient_to(Inputs::x) += each;
  back.gradient_to(Inputs::spread) += xt::expand_dims(xt::eval(xt::sum(of_spread, {1})), 1);
  back.gradient_to(Inputs::gamma) += xt::expand_dims(xt::eval(xt::sum(of_gamma, {0})), 1);
  if (!layer) return;
  back.gradient_to(Inputs::beta) += xt::expand_dims(xt::eval(xt::sum(gradient, {0})), 1);
  back.gradient_to(Inputs::mean) -= xt::expand_dims(xt::eval(xt::sum(each, {1})), 1);
}

std::string normed_backward_formula(const BackwardFormula& back) {
  const std::string x = back.cell(Inputs::x, "i m"), rows = row_axis(back.step);
  const std::string centred = back.has_input(Inputs::mean) ? list("-", x, back.cell(Inputs::mean, "i")) : x;
  const std::string deviation = list("sqrt", list("+", back.cell(Inputs::spread, "i"), "epsilon"));
  const std::string each = list("/", times(back.cell(Inputs::gamma, "m"), back.d("i m")), deviation);
  switch (back.index) {
    case Inputs::x:
      return each;
    case Inputs::spread:
      return sum_over("m", "d_model", times(each, times("-0.5", list("/", centred, list("pow", deviation, "2")))));
    case Inputs::gamma:
      return sum_over("i", rows, list("/", times(back.d("i m"), centred), deviation));
    case Inputs::beta:
      return sum_over("i", rows, back.d("i m"));
    default:
      return list("-", "0", sum_over("m", "d_model", each));
  }
}

Op normed(std::size_t place, StaticString formula) {
  return {.name = place == 1 ? "normed_1" : "normed_2",
          .axes = "T_q d_model",
          .formula = formula,
          .inputs = {Dependency::same_row, Dependency::same_row, Dependency::all_rows, Dependency::all_rows,
                     Dependency::same_row},
          .compute = compute_normed,
          .derivative = {normed_backward, normed_backward_formula},
          .in_place = true};
}

}  // namespace

Op mean_of_rows(std::size_t place) {
  return {.name = place == 1 ? "mean_1" : "mean_2",
          .axes = "T_q",
          .formula = "(= ({} i) (/ (sum m d_model ({0} i m)) d_model))",
          .compute = compute_mean,
          .derivative = {mean_backward, mean_backward_formula}};
}

Op variance_of_rows(std::size_t place) {
  return {.name = place == 1 ? "variance_1" : "variance_2",
          .axes = "T_q",
          .formula = "(= ({} i) (/ (sum m d_model (pow (- ({0} i m) ({1} i)) 2)) d_model))",
          .inputs = {Dependency::same_row, Dependency::same_row},
          .compute = compute_variance,
          .derivative = {variance_backward, variance_backward_formula}};
}

Op mean_square_of_rows(std::size_t place) {
  return {.name = place == 1 ? "mean_square_1" : "mean_square_2",
          .axes = "T_q",
          .formula = "(= ({} i) (/ (sum m d_model (pow ({0} i m) 2)) d_model))",
          .compute = compute_mean_square,
          .derivative = {mean_square_backward, mean_square_backward_formula}};
}

Op layer_norm(std::size_t place) {
  return normed(place, "(= ({} i m) (+ (* ({2} m) (/ (- ({0} i m) ({4} i)) (sqrt (+ ({1} i) epsilon)))) ({3} m)))");
}

Op rms_norm(std::size_t place) {
  return normed(place, "(= ({} i m) (* ({2} m) (/ ({0} i m) (sqrt (+ ({1} i) epsilon)))))");
}

}  // namespace self_attention::steps
