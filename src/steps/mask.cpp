#include <algorithm>
#include <limits>

#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "../kernels/kernels.hpp"
#include "../scene/checks.hpp"
#include "../scene/dimensions.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {

using namespace formula_text;
namespace {

constexpr float hidden = -std::numeric_limits<float>::infinity();

}  // namespace

Check check_mask(const Mask& mask, const Dimensions& dimensions) {
  const auto length = [&](std::size_t least) -> Check {
    if (mask.length >= least && mask.length <= dimensions.T_k) return {};
    return error("range", "/attention/mask/length", "length is {}; it must be from {} to {} (the number of keys)",
                 mask.length, least, dimensions.T_k);
  };
  switch (mask.kind) {
    case Mask::Kind::padding:
      return length(1);
    case Mask::Kind::prefix:
      return length(0);
    case Mask::Kind::painted: {
      constexpr Literal path = "/attention/mask/visible";
      if (auto wrong = check_shape(mask.visible, dimensions.T_q, dimensions.T_k, "the painted mask", path))
        return wrong;
      const float* end = mask.visible.data() + mask.visible.size();
      const float* odd = std::find_if(mask.visible.data(), end, [](float cell) { return cell != 0 && cell != 1; });
      if (odd != end)
        return error("range", path, "the painted mask has {}; it may have 0 (hidden) and 1 (visible)", *odd);
      return {};
    }
    default:
      return {};
  }
}

std::vector<Symbol> mask_symbols(const Mask& mask) {
  const auto at = [](std::size_t number) { return static_cast<double>(number); };
  switch (mask.kind) {
    case Mask::Kind::padding:
    case Mask::Kind::prefix:
      return {{"length", at(mask.length)}};
    case Mask::Kind::window:
      return {{"before", at(mask.before)}, {"after", at(mask.after)}};
    default:
      return {};
  }
}

Span visible_keys(const Mask& mask, std::size_t query, std::size_t keys) {
  const auto up_to = [&](std::size_t end) { return Span{0, std::min(end, keys)}; };
  switch (mask.kind) {
    case Mask::Kind::causal:
      return up_to(query + 1);
    case Mask::Kind::padding:
      return up_to(mask.length);
    case Mask::Kind::window: {
      const std::size_t from = query - std::min(query, mask.before);
      return {std::min(from, keys), mask.after < keys ? std::min(query + mask.after + 1, keys) : keys};
    }
    case Mask::Kind::prefix:
      return up_to(std::max(mask.length, query + 1));
    case Mask::Kind::none:
    case Mask::Kind::painted:
      return up_to(keys);
  }
  return up_to(keys);
}

Span seeing_queries(const Mask& mask, Span keys, std::size_t queries) {
  Span seeing{queries, 0};
  for (std::size_t query = 0; query < queries; ++query) {
    const Span seen = visible_keys(mask, query, keys.to);
    if (std::max(seen.from, keys.from) >= seen.to) continue;
    seeing = {std::min(seeing.from, query), query + 1};
  }
  return seeing;
}

void blocked(const RowBlock& block) {
  const Mask mask{static_cast<Mask::Kind>(block.constant(0)), static_cast<std::size_t>(block.constant(1)),
                  static_cast<std::size_t>(block.constant(2)), static_cast<std::size_t>(block.constant(3))};
  for (std::size_t at = 0; at < block.count(); ++at) {
    auto row = output_row(block, at);
    row.fill(1);
    const Span seen = visible_keys(mask, block.rows.from + at, block.width());
    row_at(row.data() + seen.from, seen.to - seen.from).fill(0);
  }
}

void blocked_painted(const RowBlock& block) {
  copy_given(block);
  auto cells = output_of(block);
  assign(cells, 1.0F - cells);
}

Description describe_blocked(const Mask& mask) {
  using enum Mask::Kind;
  const Literal hides = mask.kind == causal    ? "(where (<= j i) 0 1)"
                        : mask.kind == padding ? "(where (<= length j) 1 0)"
                        : mask.kind == window  ? "(where (<= i (+ j before)) (where (<= j (+ i after)) 0 1) 1)"
                        : mask.kind == prefix  ? "(where (<= j i) 0 (where (<= length j) 1 0))"
                                               : "(- 1 (lookup scene i j))";
  return {"blocked", "(= ({} i j) {0})", "T_q T_k", hides};
}

void mask(const RowBlock& block) {
  auto blocked = output_of(block);
  assign(blocked, xt::where(blocked > 0.0F, hidden, 0.0F));
}

Description describe_mask() {
  return {"mask", "(= ({} i j) (where (<= 1 (blocked i j)) -inf 0))", "T_q T_k"};
}

void mask_scores(const RowBlock& block) {
  auto scores = output_of(block);
  const auto mask = input_of(block, 1);
  // Hidden whatever its score is: with one that overflowed the sum would be NaN, and so would the row of a query that
  // does not see it.
  assign(scores, xt::where(mask < 0.0F, mask, scores + mask));
}

// A hidden score changes nothing.
void mask_scores_backward(const Backward& back) {
  const auto mask = back.read(1);
  for (std::size_t head = 0; head < back.heads(); ++head) {
    back.gradient_to(0, head) += xt::where(mask < 0.0F, 0.0F, back.gradient_of(head));
  }
}

std::string mask_scores_backward_formula(const BackwardFormula& back) {
  if (back.index != 0) return "";
  return list("where", list("<=", "0", back.cell(1, "i j")), back.d("h i j"), "0");
}

void mask_zero(const RowBlock& block) {
  auto scores = output_of(block);
  assign(scores, xt::where(input_of(block, 1) > 0.0F, 0.0F, scores));
}

Description describe_masked(Literal input, bool zero) {
  return {"masked",
          zero ? "(= ({} h i j) (where (<= 1 (blocked i j)) 0 ({0} h i j)))"
               : "(= ({} h i j) (where (<= 0 (mask i j)) (+ ({0} h i j) (mask i j)) (mask i j)))",
          "H T_q T_k", input};
}

}  // namespace self_attention::steps
