#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {
namespace {

using namespace formula_text;

struct Rotation {
  double base;
};

void compute(const RowBlock& block) {
  const auto [sines, cosines] = sinusoids(block.rows, block.settings<Rotation>().base, block.width());
  const auto sine = xt::cast<float>(row_at(sines.data(), sines.size()));
  const auto cosine = xt::cast<float>(row_at(cosines.data(), cosines.size()));
  const auto q = input_of(block, 0);
  auto rotated = output_of(block);
  assign(even(rotated), even(q) * cosine - odd(q) * sine);
  assign(odd(rotated), odd(q) * cosine + even(q) * sine);
}

// The inverse of a rotation is its transpose, so the gradient is rotated back.
void backward(const Backward& back) {
  const auto [sines, cosines] = sinusoids({0, back.step.rows}, back.settings<Rotation>().base, back.step.width);
  const FloatMatrix sine = sines, cosine = cosines;
  const auto pairs = [](auto& matrix, std::size_t first) {
    return xt::view(matrix, xt::all(), xt::range(first, matrix.shape(1), 2));
  };
  for (std::size_t head = 0; head < back.heads(); ++head) {
    const auto rotated = back.gradient_of(head);
    auto q = back.gradient_to(0, head);
    pairs(q, 0) += pairs(rotated, 0) * cosine + pairs(rotated, 1) * sine;
    pairs(q, 1) += pairs(rotated, 1) * cosine - pairs(rotated, 0) * sine;
  }
}

std::string backward_formula(const BackwardFormula& back) {
  const std::string row = row_letter(back.to);
  const std::string angle = "(/ " + row + " (pow base (/ (- c (mod c 2)) d_k)))";
  const std::string along = times(back.d("h " + row + " c"), list("cos", angle)), sine = list("sin", angle);
  return list("where", "(<= (mod c 2) 0)", list("+", along, times(back.d("h " + row + " (+ c 1)"), sine)),
              list("-", along, times(back.d("h " + row + " (- c 1)"), sine)));
}

}  // namespace

Op rotate(Projection which, double base) {
  const bool query = which == Projection::q;
  return {.name = query ? "q_rotated" : "k_rotated",
          .axes = query ? "H T_q d_k" : "H_kv T_k d_k",
          .formula =
              "(= ({} h {i} c) (where (<= (mod c 2) 0) (- {a} (* ({0} h {i} (+ c 1)) (sin {b})))"
              " (+ {a} (* ({0} h {i} (- c 1)) (sin {b})))))",
          .words = {"(* ({0} h {i} c) (cos {b}))", "(/ {i} (pow base (/ (- c (mod c 2)) d_k)))"},
          .compute = compute,
          .derivative = {backward, backward_formula},
          .settings = Rotation{base}};
}

}  // namespace self_attention::steps
