#include <algorithm>
#include <cstdint>
#include <limits>

#include "../gradient/backward.hpp"
#include "../gradient/backward_formula.hpp"
#include "../kernels/kernels.hpp"
#include "../scene/checks.hpp"
#include "../scene/dimensions.hpp"
#include "steps.hpp"
#include "views.hpp"

namespace self_attention::steps {

MaybeError check_mask(const Mask& mask, const Dimensions& dimensions) {
  const auto check_length = [&](std::size_t least) -> MaybeError {
    if (mask.length >= least && mask.length <= dimensions.T_k) return {};
    return error("range", "/attention/mask/length", "length is {}; it must be from {} to {} (the number of keys)",
                 mask.length, least, dimensions.T_k);
  };
  switch (mask.kind) {
    case Mask::Kind::padding:
      return check_length(1);
    case Mask::Kind::prefix:
      return check_length(0);
    case Mask::Kind::painted: {
      constexpr StaticString path = "/attention/mask/visible";
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

namespace {

// There are never more keys.
template <class Integer>
Integer clamped(std::size_t keys) {
  return static_cast<Integer>(std::min(keys, limits::max_tokens));
}

// Beyond this, every offset shows or hides all keys.
std::int32_t clamped_offset(const Mask& mask) {
  constexpr auto most = static_cast<std::int64_t>(2 * limits::max_tokens);
  return static_cast<std::int32_t>(std::clamp(mask.causal_offset, -most, most));
}

}  // namespace

std::vector<Symbol> mask_symbols(const Mask& mask) {
  switch (mask.kind) {
    case Mask::Kind::padding:
    case Mask::Kind::prefix:
      return {{"length", static_cast<double>(mask.length)}};
    case Mask::Kind::window:
      if (mask.sinks != 0) {
        return {{"before", static_cast<double>(mask.before)},
                {"after", static_cast<double>(mask.after)},
                {"sinks", static_cast<double>(mask.sinks)}};
      }
      return {{"before", static_cast<double>(mask.before)}, {"after", static_cast<double>(mask.after)}};
    case Mask::Kind::causal:
      if (mask.causal_offset == 0) return {};
      return {{"offset", static_cast<double>(mask.causal_offset)}};
    default:
      return {};
  }
}

Span visible_keys(const Mask& mask, std::size_t query, std::size_t keys) {
  const auto up_to = [&](std::size_t end) { return Span{0, std::min(end, keys)}; };
  switch (mask.kind) {
    case Mask::Kind::causal: {
      const std::int64_t end = static_cast<std::int64_t>(query) + 1 + clamped_offset(mask);
      return up_to(static_cast<std::size_t>(std::max<std::int64_t>(end, 0)));
    }
    case Mask::Kind::padding:
      return up_to(mask.length);
    case Mask::Kind::window: {
      const std::size_t from = mask.sinks != 0 ? 0 : query - std::min(query, mask.before);
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

bool has_gaps(const Mask& mask) {
  return mask.kind == Mask::Kind::painted || (mask.kind == Mask::Kind::window && mask.sinks != 0);
}

bool hides(const Mask& mask, std::size_t query, std::size_t key) {
  const Span seen = visible_keys(mask, query, key + 1);
  if (key < seen.from || key >= seen.to) return true;
  if (mask.kind == Mask::Kind::window) return key >= mask.sinks && key + mask.before < query;
  return mask.kind == Mask::Kind::painted && mask.visible(query, key) == 0;
}

bool hides_the_future(const Mask& mask) {
  if (mask.kind == Mask::Kind::causal) return mask.causal_offset <= 0;
  return mask.kind == Mask::Kind::window && mask.after == 0;
}

std::size_t count_visible(const Mask& mask, std::size_t query, std::size_t keys) {
  const Span seen = visible_keys(mask, query, keys);
  if (!has_gaps(mask)) return seen.to - seen.from;
  std::size_t count = 0;
  for (std::size_t key = seen.from; key < seen.to; ++key) count += hides(mask, query, key) ? 0 : 1;
  return count;
}

kernels::Band band_of(const Mask& mask) {
  if (mask.kind == Mask::Kind::causal) return {kernels::Band::all, clamped_offset(mask)};
  if (mask.kind != Mask::Kind::window) return kernels::every_key;
  // The hidden keys between the sinks and the window have weights of 0.
  if (mask.sinks != 0) return {kernels::Band::all, clamped<std::ptrdiff_t>(mask.after)};
  return {clamped<std::ptrdiff_t>(mask.before), clamped<std::ptrdiff_t>(mask.after)};
}

namespace {

using namespace formula_text;

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

struct Blocked {
  Mask::Kind kind;
  std::uint32_t length, before, after, sinks;
  std::int32_t causal_offset;
};

void compute_blocked(const RowBlock& block) {
  const auto [kind, length, before, after, sinks, offset] = block.settings<Blocked>();
  const Mask mask{
      .kind = kind, .length = length, .before = before, .after = after, .sinks = sinks, .causal_offset = offset};
  for (std::size_t query = block.rows.from; query < block.rows.to; ++query) {
    auto row = output_row(block, query - block.rows.from);
    row.fill(1);
    const Span seen = visible_keys(mask, query, block.width());
    row_at(row.data() + seen.from, seen.to - seen.from).fill(0);
    if (!has_gaps(mask)) continue;
    for (std::size_t key = seen.from; key < seen.to; ++key) row.data()[key] = hides(mask, query, key) ? 1.0F : 0.0F;
  }
}

StaticString formula_of_blocked(const Mask& mask) {
  switch (mask.kind) {
    case Mask::Kind::causal:
      if (mask.causal_offset != 0) return "(= ({} i j) (where (<= j (+ i offset)) 0 1))";
      return "(= ({} i j) (where (<= j i) 0 1))";
    case Mask::Kind::padding:
      return "(= ({} i j) (where (<= length j) 1 0))";
    case Mask::Kind::window:
      if (mask.sinks != 0) {
        return "(= ({} i j) (where (<= j (+ i after)) (where (<= i (+ j before)) 0 (where (<= sinks j) 1 0)) 1))";
      }
      return "(= ({} i j) (where (<= i (+ j before)) (where (<= j (+ i after)) 0 1) 1))";
    case Mask::Kind::prefix:
      return "(= ({} i j) (where (<= j i) 0 (where (<= length j) 1 0)))";
    case Mask::Kind::none:
    case Mask::Kind::painted:
      break;
  }
  return "(= ({} i j) (- 1 (lookup scene i j)))";
}

void compute_painted(const RowBlock& block) {
  copy_given(block);
  auto cells = output_of(block);
  assign(cells, 1.0F - cells);
}

void compute_mask(const RowBlock& block) {
  auto blocked = output_of(block);
  assign(blocked, xt::where(blocked > 0.0F, minus_infinity, 0.0F));
}

struct Inputs {
  enum : std::size_t { scores, mask };
};

void compute_masked(const RowBlock& block) {
  auto scores = output_of(block);
  const auto mask = input_of(block, Inputs::mask);
  // A hidden score counts as −∞ even if it overflowed. The sum would be NaN, and so would the row of a query that does
  // not see it.
  assign(scores, xt::where(mask < 0.0F, mask, scores + mask));
}

// The gradient of a hidden score is 0.
void masked_backward(const Backward& back) {
  const auto mask = back.read(Inputs::mask);
  for (std::size_t head = 0; head < back.heads(); ++head) {
    back.gradient_to(Inputs::scores, head) += xt::where(mask < 0.0F, 0.0F, back.gradient_of(head));
  }
}

std::string masked_backward_formula(const BackwardFormula& back) {
  if (back.index != Inputs::scores) return "";
  return list("where", list("<=", "0", back.cell(Inputs::mask, "i j")), back.d("h i j"), "0");
}

void compute_masked_zero(const RowBlock& block) {
  auto scores = output_of(block);
  assign(scores, xt::where(input_of(block, Inputs::mask) > 0.0F, 0.0F, scores));
}

}  // namespace

Op blocked(const Mask& mask) {
  Op op{.name = "blocked", .axes = "T_q T_k", .formula = formula_of_blocked(mask), .compute = compute_blocked};
  if (mask.kind == Mask::Kind::painted) {
    op.compute = compute_painted;
    op.given = &mask.visible;
  } else {
    op.settings = Blocked{mask.kind,
                          clamped<std::uint32_t>(mask.length),
                          clamped<std::uint32_t>(mask.before),
                          clamped<std::uint32_t>(mask.after),
                          clamped<std::uint32_t>(mask.sinks),
                          clamped_offset(mask)};
  }
  return op;
}

Op mask() {
  return {.name = "mask",
          .axes = "T_q T_k",
          .formula = "(= ({} i j) (where (<= 1 ({0} i j)) -inf 0))",
          .compute = compute_mask,
          .in_place = true,
          .allows_hidden = true};
}

Op mask_scores() {
  return {.name = "masked",
          .axes = "H T_q T_k",
          .formula = "(= ({} h i j) (where (<= 0 ({1} i j)) (+ ({0} h i j) ({1} i j)) ({1} i j)))",
          .inputs = {Dependency::same_row, Dependency::same_row},
          .compute = compute_masked,
          .derivative = {masked_backward, masked_backward_formula},
          .in_place = true,
          .allows_hidden = true};
}

Op mask_zero() {
  return {.name = "masked",
          .axes = "H T_q T_k",
          .formula = "(= ({} h i j) (where (<= 1 ({1} i j)) 0 ({0} h i j)))",
          .inputs = {Dependency::same_row, Dependency::same_row},
          .compute = compute_masked_zero,
          .in_place = true,
          .allows_hidden = true};
}

}  // namespace self_attention::steps
