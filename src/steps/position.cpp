#include <algorithm>
#include <utility>

#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "../math/elementary_functions.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {

Sinusoids sinusoids(Span positions, double base, std::size_t width) {
  const std::size_t pairs = (width + 1) / 2;
  using Row = xt::xtensor<double, 1>;
  Row sine = xt::zeros<double>({pairs}), cosine = xt::ones<double>({pairs});
  Row next(std::array{pairs}), sine_of_one(std::array{pairs}), cosine_of_one(std::array{pairs});
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    const double angle = frequency(base, static_cast<double>(2 * pair) / static_cast<double>(width));
    sine_of_one(pair) = self_attention::sine(angle);
    cosine_of_one(pair) = self_attention::cosine(angle);
  }
  const std::array shape{positions.to - positions.from, pairs};
  Sinusoids table{xt::empty<double>(shape), xt::empty<double>(shape)};
  for (std::size_t position = 0; position < positions.to; ++position) {
    if (position >= positions.from) {
      assign(row_at(&table.sines(position - positions.from, 0), pairs), sine);
      assign(row_at(&table.cosines(position - positions.from, 0), pairs), cosine);
    }
    // The next position's angle is the sum of this one's and the first one's.
    assign(next, sine * cosine_of_one + cosine * sine_of_one);
    assign(cosine, cosine * cosine_of_one - sine * sine_of_one);
    std::swap(sine, next);
  }
  return table;
}

namespace {

struct Sinusoidal {
  double base;
};

void compute_sinusoidal(const RowBlock& block) {
  const auto [sines, cosines] = sinusoids(block.rows, block.settings<Sinusoidal>().base, block.width());
  for (std::size_t row = 0; row < block.count(); ++row) {
    auto p = output_row(block, row);
    assign(even(p), row_at(&sines(row, 0), sines.shape(1)));
    assign(odd(p), row_at(&cosines(row, 0), sines.shape(1)));
  }
}

struct Inputs {
  enum : std::size_t { x0, p };
};

void compute_sum(const RowBlock& block) {
  auto x = output_of(block);
  assign(x, x + input_of(block, Inputs::p));
}

void sum_backward(const Backward& back) {
  const auto x = back.gradient_of();
  back.gradient_to(Inputs::x0) += x;
  // P may have more rows than there are tokens.
  auto p = back.gradient_to(Inputs::p);
  xt::view(p, xt::range(0, x.shape(0)), xt::all()) += x;
}

std::string sum_backward_formula(const BackwardFormula& back) {
  return back.same_cell();
}

void compute_beside(const RowBlock& block) {
  const std::size_t d_word = block.input(Inputs::x0).width, d_p = block.input(Inputs::p).width;
  const float* x0 = block.rows_of(Inputs::x0);
  const float* p = block.rows_of(Inputs::p);
  float* out = block.out;
  for (std::size_t token = 0; token < block.count(); ++token) {
    out = std::copy_n(x0 + token * d_word, d_word, out);
    out = std::copy_n(p + token * d_p, d_p, out);
  }
}

void beside_backward(const Backward& back) {
  const auto x = back.gradient_of();
  const std::size_t d_word = back.input(Inputs::x0).width, d_p = back.input(Inputs::p).width;
  back.gradient_to(Inputs::x0) += columns_of(x, 0, d_word);
  back.gradient_to(Inputs::p) += columns_of(x, d_word, d_p);
}

std::string beside_backward_formula(const BackwardFormula& back) {
  if (back.index == Inputs::x0) return back.d(back.own_letters());
  return back.d(formula_text::row_letter(back.to) + " (+ m d_word)");
}

// The result of the previous layer already is in place.
void keep(const RowBlock&) {}

void keep_backward(const Backward& back) {
  back.gradient_to(0) += back.gradient_of();
}

std::string keep_backward_formula(const BackwardFormula& back) {
  return back.d(back.own_letters());
}

}  // namespace

Op sinusoidal(Side side, double base) {
  return {.name = of_side(side, "p", "p", "p_k"),
          .axes = of_side(side, "T d_p", "T_q d_p", "T_k d_p"),
          .formula = "(= ({} {i} m) (where (<= (mod m 2) 0) (sin {a}) (cos {a})))",
          .words = {"(/ {i} (pow base (/ (- m (mod m 2)) d_p)))"},
          .compute = compute_sinusoidal,
          .settings = Sinusoidal{base}};
}

Op position(Side side) {
  return {.name = of_side(side, "x", "x", "x_k"),
          .axes = of_side(side, "T d_model", "T_q d_model", "T_k d_model"),
          .formula = "(= ({} {i} m) (+ ({0} {i} m) ({1} {i} m)))",
          .inputs = {Dependency::same_row, Dependency::same_row},
          .compute = compute_sum,
          .derivative = {sum_backward, sum_backward_formula},
          .in_place = true};
}

Op position_beside(Side side) {
  return {.name = of_side(side, "x", "x", "x_k"),
          .axes = of_side(side, "T d_model", "T_q d_model", "T_k d_model"),
          .formula = "(= ({} {i} m) (where (<= (+ m 1) d_word) ({0} {i} m) ({1} {i} (- m d_word))))",
          .inputs = {Dependency::same_row, Dependency::same_row},
          .compute = compute_beside,
          .derivative = {beside_backward, beside_backward_formula}};
}

Op next_x() {
  return {.name = "x",
          .axes = "T_q d_model",
          .formula = "(= ({} i m) (previous {0} i m))",
          .compute = keep,
          .derivative = {keep_backward, keep_backward_formula},
          .in_place = true};
}

}  // namespace self_attention::steps
