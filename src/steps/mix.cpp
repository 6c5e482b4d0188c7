#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "../kernels/kernels.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {

using namespace formula_text;

Description describe_z(Literal weights, std::size_t group) {
  return {"z", "(= ({} h i c) (sum j T_k (* ({0} h i j) (v {1} j c))))", "H T_q d_v", weights, head_of(group)};
}

void mix(const RowBlock& block) {
  const std::size_t keys = block.input(1).rows, d_v = block.width();
  const kernels::Band band{static_cast<std::ptrdiff_t>(block.constant(0)),
                           static_cast<std::ptrdiff_t>(block.constant(1))};
  const Span seen = kernels::visible(band, block.rows, keys);
  kernels::matmul({block.rows_of(0) + seen.from, keys}, block.packed(1, false), {block.out, d_v}, block.count(),
                  {0, d_v}, seen);
}

void mix_backward(const Backward& back) {
  for (std::size_t head = 0; head < back.heads(); ++head) {
    const auto z = back.gradient_of(head);
    back.gradient_to(0, head) += product_with_transposed(z, back.read(1, head));
    back.gradient_to(1, head) += product_of_transposed(back.read(0, head), z);
  }
}

std::string mix_backward_formula(const BackwardFormula& back) {
  if (back.index == 0) return sum_over("c", "d_v", times(back.d("h i c"), back.cell(1, back.key_head(1) + " j c")));
  return back.over_heads([&](const std::string& head) {
    return sum_over("i", "T_q", times(back.cell(0, head + " i j"), back.d(head + " i c")));
  });
}

void weigh(const RowBlock& block) {
  const std::size_t keys = block.input(1).rows, d_v = block.input(1).width;
  const float* v = block.rows_of(1, {0, keys});
  float* out = block.out;
  for (std::size_t at = 0; at < block.count(); ++at) {
    const auto weights = input_row(block, 0, at);
    for (std::size_t key = 0; key < keys; ++key, out += d_v) {
      assign(row_at(out, d_v), weights(key) * row_at(v + key * d_v, d_v));
    }
  }
}

void weigh_backward(const Backward& back) {
  const std::size_t queries = back.step.rows, keys = back.input(1).rows, d_v = back.input(1).width;
  for (std::size_t head = 0; head < back.heads(); ++head) {
    const auto weighted = back.gradient_of(head), weights = back.read(0, head), v = back.read(1, head);
    auto weights_gradient = back.gradient_to(0, head), v_gradient = back.gradient_to(1, head);
    for (std::size_t query = 0; query < queries; ++query) {
      const auto row = static_cast<std::ptrdiff_t>(query);
      const FloatMatrix each = xt::adapt(&weighted(query, 0), keys * d_v, xt::no_ownership(), std::array{keys, d_v});
      const FloatMatrix products = each * v;
      xt::row(weights_gradient, row) += xt::sum(products, {1});
      v_gradient += xt::expand_dims(xt::row(weights, row), 1) * each;
    }
  }
}

std::string weigh_backward_formula(const BackwardFormula& back) {
  if (back.index == 0) return sum_over("c", "d_v", times(back.d("h i j c"), back.cell(1, back.key_head(1) + " j c")));
  return back.over_heads([&](const std::string& head) {
    return sum_over("i", "T_q", times(back.cell(0, head + " i j"), back.d(head + " i j c")));
  });
}

void weigh_wrong_axis(const RowBlock& block) {
  const std::size_t keys = block.input(1).rows, d_v = block.input(1).width;
  const float* v = block.rows_of(1, {0, keys});
  float* out = block.out;
  for (std::size_t at = 0; at < block.count(); ++at) {
    const auto weights = row_at(block.rows_of(0) + at * keys, d_v);
    for (std::size_t key = 0; key < keys; ++key, out += d_v) {
      assign(row_at(out, d_v), weights * row_at(v + key * d_v, d_v));
    }
  }
}

Description describe_weighted(Literal weights, std::size_t group, bool wrong_axis) {
  return {"weighted",      "(= ({} h i j c) (* ({0} h i {2}) (v {1} j c)))",
          "H T_q T_k d_v", weights,
          head_of(group),  wrong_axis ? "c" : "j"};
}

void sum_weighted(const RowBlock& block) {
  const std::size_t keys = block.input(0).shape[2], d_v = block.width();
  const float* weighted = block.rows_of(0);
  for (std::size_t at = 0; at < block.count(); ++at) {
    auto z = output_row(block, at);
    z.fill(0);
    for (std::size_t key = 0; key < keys; ++key, weighted += d_v) assign(z, z + row_at(weighted, d_v));
  }
}

void sum_weighted_backward(const Backward& back) {
  const std::size_t keys = back.input(0).shape[2], d_v = back.step.width;
  for (std::size_t head = 0; head < back.heads(); ++head) {
    const auto z = back.gradient_of(head);
    auto weighted = back.gradient_to(0, head);
    for (std::size_t key = 0; key < keys; ++key) columns_of(weighted, key * d_v, d_v) += z;
  }
}

std::string sum_weighted_backward_formula(const BackwardFormula& back) {
  return back.d("h i c");
}

void sum_wrong_axis(const RowBlock& block) {
  const std::size_t d_v = block.input(0).shape[3], cells = block.count() * block.width();
  const float* weighted = block.rows_of(0);
  for (std::size_t cell = 0; cell < cells; ++cell) block.out[cell] = sum_of(row_at(weighted + cell * d_v, d_v));
}

Description describe_summed(bool wrong_axis) {
  if (wrong_axis) return {"z", "(= ({} h i j) (sum c d_v (weighted h i j c)))", "H T_q T_k"};
  return {"z", "(= ({} h i c) (sum j T_k (weighted h i j c)))", "H T_q d_v"};
}

}  // namespace self_attention::steps
