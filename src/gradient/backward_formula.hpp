// What one step brings to the gradient of one of the tensors that it reads, as a formula: what its backward
// (backward.hpp) computes, in the letters of that tensor's cell.
#pragma once

#include <cstddef>
#include <string>

#include "formula_text.hpp"

namespace self_attention {

struct BackwardFormula {
  using Text = formula_text::Text;

  const TraceTensor& step;
  // Which of those that it reads, and that.
  std::size_t index;
  const TraceTensor& to;

  const TraceTensor& input(std::size_t at) const { return *step.computation.inputs[at].from; }
  bool has_input(std::size_t at) const {
    return at < step.computation.inputs_count && step.computation.inputs[at].from != nullptr;
  }

  // Cells of the step's gradient, of the step, of what it reads.
  Text d(const Text& letters) const;
  Text s(const Text& letters) const;
  Text cell(std::size_t at, const Text& letters) const;
  // Of `to`, and of the step's gradient there.
  Text own_letters() const;
  Text same_cell() const;

  // Divided by the temperature, where there is one.
  Text through_temperature(const Text& gradient) const;

  // The head of keys that belongs to a head of queries, which may be one of a group.
  Text key_head(std::size_t at, const Text& head = "h") const;
  // Over the step's heads that read this one; `term` is given their letter.
  template <class Term>
  Text over_heads(const Term& term) const {
    if (step.heads == to.heads) return term("h");
    return formula_text::sum_over("a", "group", term("(+ (* h group) a)"));
  }

 private:
  Text named(const Text& name, const Text& letters) const;
};

// Empty where the step brings nothing.
using WriteBackward = std::string (*)(const BackwardFormula&);

}  // namespace self_attention
