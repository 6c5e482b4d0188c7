#include <cmath>
#include <vector>

#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {
namespace {

using namespace formula_text;

struct Inputs {
  enum : std::size_t { q, k };
};

// In double, where no product of two float32 numbers overflows or vanishes: the angle is the same at any length.
void compute(const RowBlock& block) {
  const std::size_t keys = block.width(), d_k = block.input(Inputs::q).width;
  const auto dot = [](const auto& a, const auto& b) { return sum_of(xt::cast<double>(a) * xt::cast<double>(b)); };
  const float* all_keys = block.rows_of(Inputs::k, {0, keys});
  const auto row_of_key = [&](std::size_t key) { return row_at(all_keys + key * d_k, d_k); };
  std::vector<double> lengths(keys);
  for (std::size_t key = 0; key < keys; ++key) lengths[key] = std::sqrt(dot(row_of_key(key), row_of_key(key)));
  float* cell = block.out;
  for (std::size_t row = 0; row < block.count(); ++row) {
    const auto q = input_row(block, Inputs::q, row);
    const double length = std::sqrt(dot(q, q));
    for (std::size_t key = 0; key < keys; ++key, ++cell) {
      const double both = length * lengths[key];
      *cell = both == 0 ? 0 : static_cast<float>(dot(q, row_of_key(key)) / both);
    }
  }
}

// The derivative of the cosine c of q and k by q is (k/|k| − c·q/|q|) / |q|; that by k follows by symmetry.
void backward(const Backward& back) {
  for (std::size_t head = 0; head < back.heads(); ++head) {
    const auto cosines = back.numbers(head), gradient = back.gradient_of(head);
    const auto q = back.read(Inputs::q, head), k = back.read(Inputs::k, head);
    auto q_gradient = back.gradient_to(Inputs::q, head), k_gradient = back.gradient_to(Inputs::k, head);
    // A row of zeros has no direction; all its cosines are 0.
    const auto units = [](const auto& rows, FloatMatrix& unit, FloatMatrix& inverse) {
      const FloatMatrix squares = xt::square(rows);
      const xt::xtensor<float, 1> length = xt::sqrt(xt::sum(squares, {1}));
      inverse = xt::expand_dims(xt::where(length > 0.0F, 1.0F / length, 0.0F), 1);
      unit = rows * inverse;
    };
    FloatMatrix q_unit, k_unit, q_inverse, k_inverse;
    units(q, q_unit, q_inverse);
    units(k, k_unit, k_inverse);
    const FloatMatrix along = gradient * cosines;
    const FloatMatrix along_q = xt::expand_dims(xt::eval(xt::sum(along, {1})), 1);
    const FloatMatrix along_k = xt::expand_dims(xt::eval(xt::sum(along, {0})), 1);
    q_gradient += q_inverse * (product(gradient, k_unit) - along_q * q_unit);
    k_gradient += k_inverse * (product_of_transposed(gradient, q_unit) - along_k * k_unit);
  }
}

std::string length(const BackwardFormula& back, std::size_t input, const std::string& head, const std::string& row) {
  return list("sqrt", sum_over("s", "d_k", list("pow", back.cell(input, head + " " + row + " s"), "2")));
}
// A row of zeros has no direction.
std::string unit(const BackwardFormula& back, std::size_t input, const std::string& head, const std::string& row) {
  const std::string size = length(back, input, head, row);
  return list("where", list("<=", size, "0"), "0", list("/", back.cell(input, head + " " + row + " c"), size));
}

std::string backward_formula(const BackwardFormula& back) {
  const bool query = back.index == Inputs::q;
  const std::string over = query ? "j" : "i", own = query ? "i" : "j", size = query ? "T_k" : "T_q";
  const auto each = [&](const std::string& head) {
    const std::string other_head = query ? back.key_head(Inputs::k) : head;
    const std::string own_head = query ? head : std::string("h");
    const std::string other_unit = unit(back, query ? Inputs::k : Inputs::q, other_head, over);
    const std::string other = sum_over(over, size, times(back.d(head + " i j"), other_unit));
    const std::string along = sum_over(over, size, times(back.d(head + " i j"), back.s(head + " i j")));
    const std::string own_length = length(back, back.index, own_head, own);
    return list("where", list("<=", own_length, "0"), "0",
                list("/", list("-", other, times(along, unit(back, back.index, own_head, own))), own_length));
  };
  return query ? each("h") : back.over_heads(each);
}

}  // namespace

// The same inputs and axes as the dot product's.
Op score_cosine() {
  Op op = score();
  op.formula =
      "(= ({} h i j) (/ (sum c d_k (* ({0} h i c) ({1} {h1} j c)))"
      " (* (sqrt (sum c d_k (* ({0} h i c) ({0} h i c))))"
      " (sqrt (sum c d_k (* ({1} {h1} j c) ({1} {h1} j c)))))))";
  op.compute = compute;
  op.derivative = {backward, backward_formula};
  return op;
}

}  // namespace self_attention::steps
