#include <algorithm>

#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "../math/random.hpp"
#include "../scene/parameters.hpp"
#include "steps.hpp"

namespace self_attention::steps {

using namespace formula_text;
namespace {

// A drawn vector depends on its token's text and the seed alone, so typing another word changes no other row.
void draw_row(float* row, std::size_t d_model, const Draw& draw, const std::string& token) {
  fill(row, 1, d_model, draw, stream_of(token));
}

}  // namespace

Tensor embedding_matrix(const Embedding& embedding, const std::vector<std::string>& vocabulary, std::size_t d_word,
                        const std::vector<std::string>& known, const Tensor* before) {
  Tensor E(Tensor::shape_type{vocabulary.size(), d_word});
  if (embedding.kind == Embedding::Kind::zero) E.fill(0);
  if (embedding.kind == Embedding::Kind::one_hot) {
    fill(E.data(), vocabulary.size(), d_word, {.distribution = Distribution::identity}, 0);
  }
  if (embedding.kind != Embedding::Kind::random && embedding.kind != Embedding::Kind::table) return E;
  // Only a table has row names.
  const auto names = places_of(embedding.row_names);
  // Mostly a token stands where it stood: of the others it is found where.
  std::unordered_map<std::string_view, std::size_t> moved;
  const auto place_before = [&](std::size_t row, const std::string& token) {
    if (row < known.size() && known[row] == token) return row;
    if (moved.empty()) moved = places_of(known);
    const auto found = moved.find(token);
    return found == moved.end() ? known.size() : found->second;
  };
  for (std::size_t row = 0; row < vocabulary.size(); ++row) {
    float* target = E.data() + row * d_word;
    const std::string& token = vocabulary[row];
    const auto take = [&](const Tensor& rows, std::size_t source) {
      std::copy_n(rows.data() + source * d_word, d_word, target);
    };
    if (const auto given = names.find(token); given != names.end()) {
      take(embedding.rows, given->second);
    } else if (const std::size_t place = place_before(row, token); place < known.size()) {
      take(*before, place);
    } else {
      draw_row(target, d_word, embedding.draw, token);
    }
  }
  return E;
}

void embed(const RowBlock& block) {
  const Tensor& E = block.tensor(1);
  float* out = block.out;
  for (std::size_t token = block.rows.from; token < block.rows.to; ++token) {
    const auto row = static_cast<std::size_t>(block.tensor(0).data()[token]);
    out = std::copy_n(E.data() + row * E.shape(1), E.shape(1), out);
  }
}

void embed_backward(const Backward& back) {
  const auto tokens = back.read(0);
  const auto x0 = back.gradient_of();
  auto E = back.gradient_to(1);
  for (std::size_t token = 0; token < tokens.size(); ++token) {
    xt::row(E, static_cast<std::ptrdiff_t>(tokens(token, 0))) += xt::row(x0, static_cast<std::ptrdiff_t>(token));
  }
}

std::string embed_backward_formula(const BackwardFormula& back) {
  if (back.index != 1) return "";
  const std::string row = row_letter(back.step);
  return sum_over(row, row_axis(back.step), list("where", is_equal(back.cell(0, row), "t"), back.d(row + " m"), "0"));
}

void copy_given(const RowBlock& block) {
  std::copy_n(block.given().data() + block.rows.from * block.width(), block.count() * block.width(), block.out);
}

Description describe_x0(Side side, bool given, bool concat) {
  const Literal form = given ? "(= ({} {1} m) (lookup scene {1} m))" : "(= ({} {1} m) (E (tokens{0} {1}) m))";
  const SideNames of = names_of(side);
  return {of.x0, form, concat ? of.T_d_word : of.T_d_model, of.k, of.row};
}

}  // namespace self_attention::steps
