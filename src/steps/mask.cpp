#include <algorithm>
#include <limits>

#include "../checks.hpp"
#include "../dimensions.hpp"
#include "../kernels/kernels.hpp"
#include "steps.hpp"

namespace self_attention::steps {
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

bool visible(const Mask& mask, std::size_t i, std::size_t j) {
  switch (mask.kind) {
    case Mask::Kind::none:
      return true;
    case Mask::Kind::causal:
      return j <= i;
    case Mask::Kind::padding:
      return j < mask.length;
    case Mask::Kind::window:
      return j <= i ? i - j <= mask.before : j - i <= mask.after;
    case Mask::Kind::prefix:
      return j < mask.length || j <= i;
    case Mask::Kind::painted:
      return mask.visible.data()[i * mask.visible.extent(1) + j] != 0;
  }
  return true;
}

Span seen_from(const Mask& mask, std::size_t i, std::size_t keys) {
  switch (mask.kind) {
    case Mask::Kind::causal:
      return {0, std::min(i + 1, keys)};
    case Mask::Kind::padding:
      return {0, std::min(mask.length, keys)};
    case Mask::Kind::window:
      return {std::min(i - std::min(i, mask.before), keys),
              mask.after < keys ? std::min(i + mask.after + 1, keys) : keys};
    case Mask::Kind::prefix:
      return {0, std::min(std::max(mask.length, i + 1), keys)};
    default:
      return {0, keys};
  }
}

Span seen_by(const Mask& mask, Span keys, std::size_t queries) {
  switch (mask.kind) {
    case Mask::Kind::causal:
      return {std::min(keys.from, queries), queries};
    case Mask::Kind::padding:
      return {0, keys.from < mask.length ? queries : 0};
    case Mask::Kind::window:
      return {std::min(queries, keys.from - std::min(keys.from, mask.after)),
              mask.before < queries ? std::min(queries, keys.to + mask.before) : queries};
    case Mask::Kind::prefix:
      return {keys.from < mask.length ? 0 : std::min(keys.from, queries), queries};
    default:
      return {0, queries};
  }
}

void blocked(const RowBlock& block) {
  const Mask mask{static_cast<Mask::Kind>(block.constant(0)), static_cast<std::size_t>(block.constant(1)),
                  static_cast<std::size_t>(block.constant(2)), static_cast<std::size_t>(block.constant(3))};
  float* cell = block.out;
  for (std::size_t i = block.rows.from; i < block.rows.to; ++i) {
    for (std::size_t j = 0; j < block.width(); ++j) *cell++ = visible(mask, i, j) ? 0 : 1;
  }
}

void blocked_painted(const RowBlock& block) {
  copy_given(block);
  std::transform(block.out, block.out + block.count() * block.width(), block.out, [](float seen) { return 1 - seen; });
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
  std::replace(block.out, block.out + block.count() * block.width(), 1.0F, hidden);
}

Description describe_mask() {
  return {"mask", "(= ({} i j) (where (<= 1 (blocked i j)) -inf 0))", "T_q T_k"};
}

void mask_scores(const RowBlock& block) {
  kernels::add(block.rows_of(1), block.out, block.count() * block.width());
}

void mask_zero(const RowBlock& block) {
  const float* blocked = block.rows_of(1);
  for (std::size_t index = 0; index < block.count() * block.width(); ++index) {
    if (blocked[index] != 0) block.out[index] = 0;
  }
}

Description describe_masked(Literal input, bool zero) {
  return {
      "masked",
      zero ? "(= ({} h i j) (where (<= 1 (blocked i j)) 0 ({0} h i j)))" : "(= ({} h i j) (+ ({0} h i j) (mask i j)))",
      "H T_q T_k", input};
}

}  // namespace self_attention::steps
