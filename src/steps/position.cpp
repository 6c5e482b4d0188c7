#include <algorithm>
#include <utility>

#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "../math/elementary_functions.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {

using namespace formula_text;

Sinusoids sinusoids(Span places, double base, std::size_t width) {
  const std::size_t pairs = (width + 1) / 2;
  using Row = xt::xtensor<double, 1>;
  Row sine = xt::zeros<double>({pairs}), cosine = xt::ones<double>({pairs});
  Row next(std::array{pairs}), sine_of_one(std::array{pairs}), cosine_of_one(std::array{pairs});
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    const double angle = frequency(base, static_cast<double>(2 * pair) / static_cast<double>(width));
    sine_of_one(pair) = self_attention::sine(angle);
    cosine_of_one(pair) = self_attention::cosine(angle);
  }
  const std::array shape{places.to - places.from, pairs};
  Sinusoids table{xt::empty<double>(shape), xt::empty<double>(shape)};
  for (std::size_t place = 0; place < places.to; ++place) {
    if (place >= places.from) {
      assign(row_at(&table.sines(place - places.from, 0), pairs), sine);
      assign(row_at(&table.cosines(place - places.from, 0), pairs), cosine);
    }
    // From one place to the next by the sine and cosine of a sum.
    assign(next, sine * cosine_of_one + cosine * sine_of_one);
    assign(cosine, cosine * cosine_of_one - sine * sine_of_one);
    std::swap(sine, next);
  }
  return table;
}

void sinusoidal(const RowBlock& block) {
  const auto [sines, cosines] = sinusoids(block.rows, block.constant(0), block.width());
  for (std::size_t at = 0; at < block.count(); ++at) {
    auto p = output_row(block, at);
    assign(even(p), row_at(&sines(at, 0), sines.shape(1)));
    assign(odd(p), row_at(&cosines(at, 0), sines.shape(1)));
  }
}

Description describe_p(Side side) {
  const SideNames of = names_of(side);
  return {of.p, "(= ({} {0} m) (where (<= (mod m 2) 0) (sin {1}) (cos {1})))", of.T_d_p, of.row,
          "(/ {0} (pow base (/ (- m (mod m 2)) d_p)))"};
}

void position(const RowBlock& block) {
  auto x = output_of(block);
  assign(x, x + input_of(block, 1));
}

void position_backward(const Backward& back) {
  const auto x = back.gradient_of();
  back.gradient_to(0) += x;
  auto p = back.gradient_to(1);
  xt::view(p, xt::range(0, x.shape(0)), xt::all()) += x;
}

std::string position_backward_formula(const BackwardFormula& back) {
  return back.same_cell();
}

void position_beside(const RowBlock& block) {
  const std::size_t d_word = block.input(0).width, d_p = block.input(1).width;
  const float* x0 = block.rows_of(0);
  const float* p = block.rows_of(1);
  float* out = block.out;
  for (std::size_t token = 0; token < block.count(); ++token) {
    out = std::copy_n(x0 + token * d_word, d_word, out);
    out = std::copy_n(p + token * d_p, d_p, out);
  }
}

void position_beside_backward(const Backward& back) {
  const auto x = back.gradient_of();
  const std::size_t d_word = back.input(0).width, d_p = back.input(1).width;
  back.gradient_to(0) += columns_of(x, 0, d_word);
  back.gradient_to(1) += columns_of(x, d_word, d_p);
}

std::string position_beside_backward_formula(const BackwardFormula& back) {
  return back.index == 0 ? back.d(back.own_letters()) : back.d(row_letter(back.to) + " (+ m d_word)");
}

Description describe_x(Side side, bool learned, bool concat) {
  const SideNames of = names_of(side);
  return {of.x,
          concat ? "(= ({} {1} m) (where (<= (+ m 1) d_word) (x0{0} {1} m) (p{0} {1} (- m d_word))))"
                 : "(= ({} {1} m) (+ (x0{0} {1} m) ({2} {1} m)))",
          of.T_d_model,
          of.k,
          of.row,
          learned ? "P" : "p{0}"};
}

Description describe_next_x(Literal given) {
  return {"x", "(= ({} i m) (previous {0} i m))", "T_q d_model", given};
}

}  // namespace self_attention::steps
