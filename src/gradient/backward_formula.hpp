// The arguments of a step's backward formula: one step's contribution to d loss / d one input, as text. It says what
// the step's backward function (backward.hpp) computes, for the cell of the input that its axes' letters name.
#pragma once

#include <cstddef>
#include <string>

#include "formula_text.hpp"

namespace self_attention {

struct BackwardFormula {
  using Text = formula_text::Text;

  const TraceTensor& step;
  // Which input, and that input's tensor.
  std::size_t index;
  const TraceTensor& to;

  template <class Own>
  Own settings() const {
    return step.op.settings.as<Own>();
  }
  const TraceTensor& input(std::size_t place) const { return *step.inputs[place]; }
  bool has_input(std::size_t place) const { return step.inputs[place] != nullptr; }

  // A cell of the step's gradient, of the step, or of an input.
  Text d(const Text& letters) const;
  Text s(const Text& letters) const;
  Text cell(std::size_t place, const Text& letters) const;
  // The letters of a cell of `to`, and that cell of the step's gradient.
  Text own_letters() const;
  Text same_cell() const;

  // Divided by the temperature, unless that is 1.
  static Text through_temperature(const Text& gradient, double temperature);

  // The key/value head that a query head reads.
  Text key_head(std::size_t place, const Text& head = "h") const;
  // The sum over the step's heads that read this head of `to`. `term` gets their letter.
  template <class Term>
  Text over_heads(const Term& term) const {
    if (step.heads == to.heads) return term("h");
    return formula_text::sum_over("a", "group", term("(+ (* h group) a)"));
  }

 private:
  Text named(const Text& name, const Text& letters) const;
};

}  // namespace self_attention
