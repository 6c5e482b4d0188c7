#include "formulas.hpp"

#include "backward_formula.hpp"

namespace self_attention {
namespace {

using namespace formula_text;

Text cell_of(const TraceTensor& tensor, const Text& mark) {
  std::vector<Text> words{mark + text(tensor.name)};
  for (const Text& axis : axes_of(tensor)) words.push_back(letter_of(axis));
  return join(words);
}

// The loss's own contribution: to the tensor that it is computed from, and to E where the unembedding is tied to it.
Text of_loss(const Trace& trace, const Loss& loss, const TraceTensor& tensor) {
  const TraceTensor& last = trace.steps.back();
  if (loss.kind == Loss::Kind::weights) {
    const std::size_t layer = loss.layer.value_or(trace.scene->layers - 1);
    if (&tensor != trace.find("weights", layer)) return "";
    const Text each = list("where", "(<= (lookup target i j) 0)", "0", "(- 0 (/ (lookup target i j) (weights h i j)))");
    return list("where", is_equal("h", std::to_string(loss.head)), each, "0");
  }
  const Text cell = cell_of(last, "");
  const Text m = letter_of(axes_of(last).back());
  if (loss.kind == Loss::Kind::output) {
    return &tensor == &last ? list("-", cell, "(lookup target i " + m + ")") : "";
  }
  const bool tied = loss.unembedding.size() == 0;
  if (&tensor == &last) {
    return sum_over("t", tied ? "V" : std::to_string(loss.unembedding.shape(1)),
                    list("*", "(lookup off i t)", tied ? "(E t " + m + ")" : "(lookup unembedding " + m + " t)"));
  }
  if (!tied || &tensor != trace.find("E")) return "";
  const Text other = text(last.name) + (last.layer == 0 ? "" : in_layer(last.layer));
  const Text each = list("*", "(lookup off i t)", list(other, "i", "m"));
  return sum_over("i", "T_q", each);
}

}  // namespace

std::vector<GradientFormula> formulas_of(const Trace& trace, const Loss& loss, const Gradient& gradient) {
  std::vector<GradientFormula> all;
  const auto write = [&](const TraceTensor& tensor) {
    if (!gradient.tensors.contains(&tensor)) return;
    Text right = of_loss(trace, loss, tensor);
    for (const TraceTensor& step : trace.steps) {
      if (!gradient.tensors.contains(&step)) continue;
      for (std::size_t index = 0; index < max_inputs; ++index) {
        if (step.inputs[index] != &tensor || step.op.derivative.formula == nullptr) continue;
        const Text more = step.op.derivative.formula({step, index, tensor});
        if (!more.empty()) right = right.empty() ? more : list("+", right, more);
      }
    }
    all.push_back({&tensor, list("=", cell_of(tensor, "∂"), right)});
  };
  for (auto step = trace.steps.rbegin(); step != trace.steps.rend(); ++step) write(*step);
  for (const TraceTensor& parameter : trace.parameters) write(parameter);
  return all;
}

std::string formula_of_jacobian(const TraceTensor& weights) {
  if (weights.op.derivative.jacobian_formula == nullptr) return "";
  const TraceTensor& read = *weights.inputs[0];
  const Text cell = list("∂" + text(weights.name) + "/∂" + text(read.name), "h", "i", "j", "j'");
  return list("=", cell, weights.op.derivative.jacobian_formula({weights, 0, weights}));
}

}  // namespace self_attention
