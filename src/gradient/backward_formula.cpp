#include "backward_formula.hpp"

#include <vector>

namespace self_attention {

using namespace formula_text;

Text BackwardFormula::d(const Text& letters) const {
  return named("∂" + text(step.name), letters);
}
Text BackwardFormula::s(const Text& letters) const {
  return named(text(step.name), letters);
}
Text BackwardFormula::cell(std::size_t place, const Text& letters) const {
  return named(text(input(place).name), letters);
}

// With its layer, unless that is the layer of `to`.
Text BackwardFormula::named(const Text& name, const Text& letters) const {
  return "(" + name + (step.layer == to.layer ? "" : in_layer(step.layer)) + " " + letters + ")";
}

Text BackwardFormula::own_letters() const {
  Text letters;
  for (const Text& axis : axes_of(to)) {
    if (!letters.empty()) letters += ' ';
    letters += letter_of(axis);
  }
  return letters;
}

Text BackwardFormula::same_cell() const {
  // One input for all heads.
  if (to.shape.size() < step.shape.size()) return sum_over("h", "H", d("h " + own_letters()));
  // The input may have more rows: positions of a longer side.
  if (to.rows > step.rows) {
    return list("where", list("<=", list("+", row_letter(to), "1"), row_axis(step)), d(row_letter(to) + " m"), "0");
  }
  return d(own_letters());
}

Text BackwardFormula::through_temperature(const Text& gradient, double temperature) {
  return temperature == 1 ? gradient : list("/", gradient, "temperature");
}

Text BackwardFormula::key_head(std::size_t place, const Text& head) const {
  return step.heads == input(place).heads ? head : list("div", head, "group");
}

}  // namespace self_attention
