#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {
namespace {

using namespace formula_text;
using Pairs = Positions::Pairs;

struct Rotation {
  double base;
  Pairs pairs;
  std::uint32_t padding = 0;  // settings have no undefined bytes
};

// The first or the second numbers of all pairs of a row.
template <class Row>
auto side_of(Row& row, Pairs pairs, std::size_t side) {
  const std::size_t count = row.size() / 2, step = pairs == Pairs::halves ? 1 : 2;
  const std::size_t first = pairs == Pairs::halves ? side * count : side;
  return xt::adapt(row.data() + first, count, xt::no_ownership(), std::array{count}, std::array{step});
}

void compute(const RowBlock& block) {
  const auto [base, pairs, _] = block.settings<Rotation>();
  const auto [sines, cosines] = sinusoids(block.rows, base, block.width());
  for (std::size_t row = 0; row < block.count(); ++row) {
    const auto sine = xt::cast<float>(row_at(&sines(row, 0), sines.shape(1)));
    const auto cosine = xt::cast<float>(row_at(&cosines(row, 0), sines.shape(1)));
    const auto q = input_row(block, 0, row);
    auto rotated = output_row(block, row);
    const auto first = side_of(q, pairs, 0), second = side_of(q, pairs, 1);
    assign(side_of(rotated, pairs, 0), first * cosine - second * sine);
    assign(side_of(rotated, pairs, 1), second * cosine + first * sine);
  }
}

// The inverse of a rotation is its transpose, so the gradient is rotated back.
void backward(const Backward& back) {
  const auto settings = back.settings<Rotation>();
  const auto [sines, cosines] = sinusoids({0, back.step.rows}, settings.base, back.step.width);
  const FloatMatrix sine = sines, cosine = cosines;
  const auto side = [&](auto& matrix, std::size_t index) {
    const std::size_t width = matrix.shape(1);
    return settings.pairs == Pairs::halves
               ? xt::view(matrix, xt::all(), xt::range(index * width / 2, (index + 1) * width / 2, 1))
               : xt::view(matrix, xt::all(), xt::range(index, width, 2));
  };
  for (std::size_t head = 0; head < back.heads(); ++head) {
    const auto rotated = back.gradient_of(head);
    auto q = back.gradient_to(0, head);
    side(q, 0) += side(rotated, 0) * cosine + side(rotated, 1) * sine;
    side(q, 1) += side(rotated, 1) * cosine - side(rotated, 0) * sine;
  }
}

// The texts of a pair: whether c is its first number, the distance to the other, and the exponent of its frequency.
struct PairText {
  const char *is_first, *distance, *exponent;
};
constexpr PairText adjacent_text{"(<= (mod c 2) 0)", "1", "(/ (- c (mod c 2)) d_k)"};
constexpr PairText halves_text{"(<= (+ c 1) (div d_k 2))", "(div d_k 2)", "(/ (* 2 (mod c (div d_k 2))) d_k)"};

std::string backward_formula(const BackwardFormula& back) {
  const PairText& pair = back.settings<Rotation>().pairs == Pairs::halves ? halves_text : adjacent_text;
  const std::string row = row_letter(back.to);
  const std::string angle = list("/", row, list("pow", "base", pair.exponent));
  const std::string along = times(back.d("h " + row + " c"), list("cos", angle)), sine = list("sin", angle);
  const auto other = [&](const char* sign) {
    return times(back.d("h " + row + " " + list(sign, "c", pair.distance)), sine);
  };
  return list("where", pair.is_first, list("+", along, other("+")), list("-", along, other("-")));
}

}  // namespace

Op rotate(Projection which, const Positions& positions) {
  const bool query = which == Projection::q, halves = positions.pairs == Pairs::halves;
  return {.name = query ? "q_rotated" : "k_rotated",
          .axes = query ? "H T_q d_k" : "H_kv T_k d_k",
          .formula = halves ? "(= ({} h {i} c) (where (<= (+ c 1) (div d_k 2))"
                              " (- {a} (* ({0} h {i} (+ c (div d_k 2))) (sin {b})))"
                              " (+ {a} (* ({0} h {i} (- c (div d_k 2))) (sin {b})))))"
                            : "(= ({} h {i} c) (where (<= (mod c 2) 0) (- {a} (* ({0} h {i} (+ c 1)) (sin {b})))"
                              " (+ {a} (* ({0} h {i} (- c 1)) (sin {b})))))",
          .words = {"(* ({0} h {i} c) (cos {b}))", halves ? "(/ {i} (pow base (/ (* 2 (mod c (div d_k 2))) d_k)))"
                                                          : "(/ {i} (pow base (/ (- c (mod c 2)) d_k)))"},
          .compute = compute,
          .derivative = {backward, backward_formula},
          .settings = Rotation{positions.base, positions.pairs}};
}

}  // namespace self_attention::steps
