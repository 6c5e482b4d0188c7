#include <algorithm>

#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "../math/random.hpp"
#include "../scene/parameters.hpp"
#include "steps.hpp"

namespace self_attention::steps {
namespace {

using namespace formula_text;

struct Inputs {
  enum : std::size_t { tokens, E };
};

void compute(const RowBlock& block) {
  const Tensor& E = block.tensor(Inputs::E);
  float* out = block.out;
  for (std::size_t token = block.rows.from; token < block.rows.to; ++token) {
    const auto row = static_cast<std::size_t>(block.tensor(Inputs::tokens).data()[token]);
    out = std::copy_n(E.data() + row * E.shape(1), E.shape(1), out);
  }
}

void backward(const Backward& back) {
  const auto tokens = back.read(Inputs::tokens);
  const auto x0 = back.gradient_of();
  auto E = back.gradient_to(Inputs::E);
  for (std::size_t token = 0; token < tokens.size(); ++token) {
    xt::row(E, static_cast<std::ptrdiff_t>(tokens(token, 0))) += xt::row(x0, static_cast<std::ptrdiff_t>(token));
  }
}

std::string backward_formula(const BackwardFormula& back) {
  if (back.index != Inputs::E) return "";
  const std::string row = row_letter(back.step);
  return sum_over(row, row_axis(back.step),
                  list("where", is_equal(back.cell(Inputs::tokens, row), "t"), back.d(row + " m"), "0"));
}

}  // namespace

Tensor embedding_matrix(const Embedding& embedding, const std::vector<std::string>& vocabulary, std::size_t d_word,
                        const std::vector<std::string>& previous_vocabulary, const Tensor* previous) {
  Tensor E(Tensor::shape_type{vocabulary.size(), d_word});
  if (embedding.kind == Embedding::Kind::zero) E.fill(0);
  if (embedding.kind == Embedding::Kind::one_hot) {
    fill(E.data(), vocabulary.size(), d_word, {.distribution = Distribution::identity}, 0);
  }
  if (embedding.kind != Embedding::Kind::random && embedding.kind != Embedding::Kind::table) return E;
  // Empty unless there is a table.
  const auto names = indices_of(embedding.row_names);
  const auto first_new = std::ranges::mismatch(vocabulary, previous_vocabulary).in1 - vocabulary.begin();
  for (std::size_t row = 0; row < vocabulary.size(); ++row) {
    float* target = E.data() + row * d_word;
    const auto copy_row = [&](const Tensor& rows, std::size_t source) {
      std::copy_n(rows.data() + source * d_word, d_word, target);
    };
    if (const auto named = names.find(vocabulary[row]); named != names.end()) {
      copy_row(embedding.rows, named->second);
    } else if (row < static_cast<std::size_t>(first_new)) {
      copy_row(*previous, row);
    } else {
      // Drawn from the token's text and the seed alone, so another word in the sentence changes no other row.
      fill(target, 1, d_word, embedding.draw, stream_of(vocabulary[row]));
    }
  }
  return E;
}

Op embed(Side side, bool concat) {
  return {.name = of_side(side, "x0", "x0", "x0_k"),
          .axes = concat ? of_side(side, "T d_word", "T_q d_word", "T_k d_word")
                         : of_side(side, "T d_model", "T_q d_model", "T_k d_model"),
          .formula = "(= ({} {i} m) ({1} ({0} {i}) m))",
          .inputs = {Dependency::same_row, Dependency::looked_up},
          .compute = compute,
          .derivative = {backward, backward_formula}};
}

Op given_x0(Side side, bool concat, const Tensor& x) {
  const Op embedded = embed(side, concat);
  return given(embedded.name, embedded.axes, x, "(= ({} {i} m) (lookup scene {i} m))");
}

}  // namespace self_attention::steps
