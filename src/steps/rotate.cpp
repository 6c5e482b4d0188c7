#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {

using namespace formula_text;

void rotate(const RowBlock& block) {
  const auto [sines, cosines] = sinusoids(block.rows, block.constant(0), block.width());
  const auto sine = xt::cast<float>(row_at(sines.data(), sines.size()));
  const auto cosine = xt::cast<float>(row_at(cosines.data(), cosines.size()));
  const auto q = input_of(block, 0);
  auto rotated = output_of(block);
  assign(even(rotated), even(q) * cosine - odd(q) * sine);
  assign(odd(rotated), odd(q) * cosine + even(q) * sine);
}

// Rotated back: the inverse of a rotation is its transpose.
void rotate_backward(const Backward& back) {
  const auto [sines, cosines] = sinusoids({0, back.step.rows}, back.constant(0), back.step.width);
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

// Rotated back.
std::string rotate_backward_formula(const BackwardFormula& back) {
  const std::string row = row_letter(back.to);
  const std::string angle = "(/ " + row + " (pow base (/ (- c (mod c 2)) d_k)))";
  const std::string along = times(back.d("h " + row + " c"), list("cos", angle)), sine = list("sin", angle);
  return list("where", "(<= (mod c 2) 0)", list("+", along, times(back.d("h " + row + " (+ c 1)"), sine)),
              list("-", along, times(back.d("h " + row + " (- c 1)"), sine)));
}

Description describe_rotated(Literal name) {
  const bool query = name == "q";
  return {query ? "q_rotated" : "k_rotated",
          "(= ({} h {1} c) (where (<= (mod c 2) 0) (- {2} (* ({0} h {1} (+ c 1)) (sin {3})))"
          " (+ {2} (* ({0} h {1} (- c 1)) (sin {3})))))",
          query ? "H T_q d_k" : "H_kv T_k d_k",
          name,
          query ? "i" : "j",
          "(* ({0} h {1} c) (cos {3}))",
          "(/ {1} (pow base (/ (- c (mod c 2)) d_k)))"};
}

}  // namespace self_attention::steps
