#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "../kernels/kernels.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {
namespace {

using namespace formula_text;

struct Inputs {
  enum : std::size_t { weights, v };
};

// ---- z in one step ----

struct Mix {
  kernels::Band band;
};

void compute(const RowBlock& block) {
  const std::size_t keys = block.input(Inputs::v).rows, d_v = block.width();
  const Span seen = kernels::visible(block.settings<Mix>().band, block.rows, keys);
  kernels::matmul({block.rows_of(Inputs::weights) + seen.from, keys}, block.packed(Inputs::v, false), {block.out, d_v},
                  block.count(), {0, d_v}, seen);
}

void backward(const Backward& back) {
  for (std::size_t head = 0; head < back.heads(); ++head) {
    const auto z = back.gradient_of(head);
    back.gradient_to(Inputs::weights, head) += product_with_transposed(z, back.read(Inputs::v, head));
    back.gradient_to(Inputs::v, head) += product_of_transposed(back.read(Inputs::weights, head), z);
  }
}

// `letters` of a cell of the gradient, after its head and row.
std::string product_formula(const BackwardFormula& back, const std::string& letters) {
  if (back.index == Inputs::weights) {
    const std::string v = back.cell(Inputs::v, back.key_head(Inputs::v) + " j c");
    return sum_over("c", "d_v", times(back.d("h i " + letters), v));
  }
  return back.over_heads([&](const std::string& head) {
    return sum_over("i", "T_q", times(back.cell(Inputs::weights, head + " i j"), back.d(head + " i " + letters)));
  });
}

std::string backward_formula(const BackwardFormula& back) {
  return product_formula(back, "c");
}

// ---- weighted, and then z ----

void compute_products(const RowBlock& block) {
  const std::size_t keys = block.input(Inputs::v).rows, d_v = block.input(Inputs::v).width;
  const float* v = block.rows_of(Inputs::v, {0, keys});
  float* out = block.out;
  for (std::size_t row = 0; row < block.count(); ++row) {
    const auto weights = input_row(block, Inputs::weights, row);
    for (std::size_t key = 0; key < keys; ++key, out += d_v) {
      assign(row_at(out, d_v), weights(key) * row_at(v + key * d_v, d_v));
    }
  }
}

void products_backward(const Backward& back) {
  const std::size_t queries = back.step.rows, keys = back.input(Inputs::v).rows, d_v = back.input(Inputs::v).width;
  for (std::size_t head = 0; head < back.heads(); ++head) {
    const auto weighted = back.gradient_of(head), weights = back.read(Inputs::weights, head),
               v = back.read(Inputs::v, head);
    auto weights_gradient = back.gradient_to(Inputs::weights, head), v_gradient = back.gradient_to(Inputs::v, head);
    for (std::size_t query = 0; query < queries; ++query) {
      const auto row = static_cast<std::ptrdiff_t>(query);
      const FloatMatrix each = xt::adapt(&weighted(query, 0), keys * d_v, xt::no_ownership(), std::array{keys, d_v});
      const FloatMatrix products = each * v;
      xt::row(weights_gradient, row) += xt::sum(products, {1});
      v_gradient += xt::expand_dims(xt::row(weights, row), 1) * each;
    }
  }
}

std::string products_backward_formula(const BackwardFormula& back) {
  return product_formula(back, "j c");
}

void compute_sum(const RowBlock& block) {
  const std::size_t keys = block.input(0).shape[2], d_v = block.width();
  const float* weighted = block.rows_of(0);
  for (std::size_t row = 0; row < block.count(); ++row) {
    auto z = output_row(block, row);
    z.fill(0);
    for (std::size_t key = 0; key < keys; ++key, weighted += d_v) assign(z, z + row_at(weighted, d_v));
  }
}

void sum_backward(const Backward& back) {
  const std::size_t keys = back.input(0).shape[2], d_v = back.step.width;
  for (std::size_t head = 0; head < back.heads(); ++head) {
    const auto z = back.gradient_of(head);
    auto weighted = back.gradient_to(0, head);
    for (std::size_t key = 0; key < keys; ++key) columns_of(weighted, key * d_v, d_v) += z;
  }
}

std::string sum_backward_formula(const BackwardFormula& back) {
  return back.d("h i c");
}

// ---- The mistake wrong-axis-values ----

void compute_wrong_products(const RowBlock& block) {
  const std::size_t keys = block.input(Inputs::v).rows, d_v = block.input(Inputs::v).width;
  const float* v = block.rows_of(Inputs::v, {0, keys});
  float* out = block.out;
  for (std::size_t row = 0; row < block.count(); ++row) {
    const auto weights = row_at(block.rows_of(Inputs::weights) + row * keys, d_v);
    for (std::size_t key = 0; key < keys; ++key, out += d_v) {
      assign(row_at(out, d_v), weights * row_at(v + key * d_v, d_v));
    }
  }
}

void compute_wrong_sum(const RowBlock& block) {
  const std::size_t d_v = block.input(0).shape[3], cells = block.count() * block.width();
  const float* weighted = block.rows_of(0);
  for (std::size_t cell = 0; cell < cells; ++cell) block.out[cell] = sum_of(row_at(weighted + cell * d_v, d_v));
}

}  // namespace

Op mix(kernels::Band band) {
  return {.name = "z",
          .axes = "H T_q d_v",
          .formula = "(= ({} h i c) (sum j T_k (* ({0} h i j) ({1} {h1} j c))))",
          .inputs = {Dependency::same_row, Dependency::keys},
          .compute = compute,
          .derivative = {backward, backward_formula},
          .settings = Mix{band}};
}

Op weigh() {
  return {.name = "weighted",
          .axes = "H T_q T_k d_v",
          .formula = "(= ({} h i j c) (* ({0} h i j) ({1} {h1} j c)))",
          .inputs = {Dependency::same_row, Dependency::keys},
          .compute = compute_products,
          .derivative = {products_backward, products_backward_formula}};
}

Op sum_weighted() {
  return {.name = "z",
          .axes = "H T_q d_v",
          .formula = "(= ({} h i c) (sum j T_k ({0} h i j c)))",
          .compute = compute_sum,
          .derivative = {sum_backward, sum_backward_formula}};
}

Op weigh_wrong_axis() {
  return {.name = "weighted",
          .axes = "H T_q T_k d_v",
          .formula = "(= ({} h i j c) (* ({0} h i c) ({1} {h1} j c)))",
          .inputs = {Dependency::same_row, Dependency::keys},
          .compute = compute_wrong_products};
}

Op sum_wrong_axis() {
  return {.name = "z",
          .axes = "H T_q T_k",
          .formula = "(= ({} h i j) (sum c d_v ({0} h i j c)))",
          .compute = compute_wrong_sum};
}

}  // namespace self_attention::steps
