#include "formulas.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "../steps/steps.hpp"
#include "formula_text.hpp"

namespace self_attention {
namespace {

using namespace steps;
using namespace formula_text;
// What one step brings to the gradient of one of the tensors that it reads, in the letters of that tensor's cell.
class Contribution {
 public:
  Contribution(const TraceTensor& step, std::size_t index, const TraceTensor& to)
      : step_(step), index_(index), to_(to) {}

  // Empty where it brings nothing.
  Text text() const {
    const Compute compute = step_.computation.compute;
    if (compute == bias || compute == add || compute == static_cast<Compute>(steps::position)) return same_cell();
    if (compute == copy) return d(own_letters());
    if (compute == static_cast<Compute>(cap)) {
      return product(d("h i j"), list("-", "1", list("pow", list("/", s("h i j"), "softcap"), "2")));
    }
    if (compute == embed) return of_embedding();
    if (compute == linear) return of_linear(d(join_letters({row_of(step_), column_of(step_)})));
    if (compute == linear_relu) {
      return of_linear(list("where", list("<=", s("i n"), "0"), "0", d("i n")));
    }
    if (compute == linear_gelu) return of_linear(product(d("i n"), slope_of_gelu()));
    if (compute == mask_scores) {
      return index_ != 0 ? "" : list("where", list("<=", "0", cell(1, "i j")), d("h i j"), "0");
    }
    if (compute == merge) return d("i (+ (* h d_v) c)");
    if (compute == merge_through) return of_merged();
    if (compute == static_cast<Compute>(mix)) return of_mixed();
    if (compute == static_cast<Compute>(weigh)) return of_weighed();
    if (compute == static_cast<Compute>(sum_weighted)) return d("h i c");
    if (compute == mean_of_rows) return list("/", d("i"), "d_model");
    if (compute == variance_of_rows) return of_variance();
    if (compute == mean_square_of_rows) return product(product(list("/", "2", "d_model"), d("i")), cell(0, "i m"));
    if (compute == norm) return of_norm();
    if (compute == position_beside) return index_ == 0 ? d(own_letters()) : d(row_of(to_) + " (+ m d_word)");
    if (compute == project) return of_projection();
    if (compute == relate) return of_relative();
    if (compute == rotate) return of_rotated();
    if (compute == static_cast<Compute>(scale)) return of_scaled();
    if (compute == score) return of_scores();
    if (compute == score_cosine) return of_cosines();
    if (compute == project_heads) return of_projected_heads();
    if (compute == score_additive) return of_additive();
    if (compute == static_cast<Compute>(softmax)) return of_softmax();
    if (compute == sparsemax) return of_sparsemax();
    return "";
  }

 private:
  // ---- Cells: of the step's gradient, of the step, of what it reads ----

  Text d(const Text& letters) const { return named("∂" + self_attention::text(step_.name), letters); }
  Text s(const Text& letters) const { return named(self_attention::text(step_.name), letters); }
  Text cell(std::size_t index, const Text& letters) const {
    return named(self_attention::text(input(index).name), letters);
  }
  // As the step's layer sees it.
  Text named(const Text& name, const Text& letters) const {
    return "(" + name + (step_.layer == to_.layer ? "" : in_layer(step_.layer)) + " " + letters + ")";
  }
  const TraceTensor& input(std::size_t index) const { return *step_.computation.inputs[index].from; }
  bool has_input(std::size_t index) const {
    return index < step_.computation.inputs_count && step_.computation.inputs[index].from != nullptr;
  }

  static Text join_letters(const std::vector<Text>& letters) {
    const Text all = join(letters);
    return all.substr(1, all.size() - 2);
  }
  // Rows of heads are of queries, or of keys.
  static Text row_of(const TraceTensor& tensor) {
    const auto axes = axes_of(tensor);
    return letter_of(axes[tensor.shape.size() > 2 ? 1 : 0]);
  }
  static Text rows_of(const TraceTensor& tensor) { return axes_of(tensor)[tensor.shape.size() > 2 ? 1 : 0]; }
  static Text column_of(const TraceTensor& tensor) { return letter_of(axes_of(tensor).back()); }
  static Text columns_of(const TraceTensor& tensor) { return axes_of(tensor).back(); }
  Text own_letters() const {
    std::vector<Text> letters;
    for (const Text& axis : axes_of(to_)) letters.push_back(letter_of(axis));
    return join_letters(letters);
  }
  Text same_cell() const {
    // One for all heads.
    if (to_.shape.size() < step_.shape.size()) return sum("h", "H", d("h " + own_letters()));
    // A row a place, of which the other side may have more.
    if (to_.rows > step_.rows) {
      return list("where", list("<=", list("+", row_of(to_), "1"), rows_of(step_)), d(row_of(to_) + " m"), "0");
    }
    return d(own_letters());
  }

  // ---- Heads of keys, each of a group of queries' heads ----

  bool grouped() const { return step_.heads != to_.heads && to_.heads > 1; }
  Text key_head(std::size_t index, const Text& head = "h") const {
    return step_.heads == input(index).heads ? head : list("div", head, "group");
  }
  // Over the step's heads that read this one; `term` is given their letter.
  template <class Term>
  Text over_heads(const Term& term) const {
    if (step_.heads == to_.heads) return term("h");
    return sum("a", "group", term("(+ (* h group) a)"));
  }

  // ---- The steps, in the order of the table of gradient.cpp ----

  Text of_embedding() const {
    if (index_ != 1) return "";
    const Text row = row_of(step_);
    return sum(row, rows_of(step_), list("where", equal(cell(0, row), "t"), d(row + " m"), "0"));
  }

  // x · w + b, where d loss / d of that is given.
  Text of_linear(const Text& given) const {
    const Text out = column_of(step_), in = letter_of(columns_of(input(0)));
    if (index_ == 0) return sum(out, columns_of(step_), product(given, cell(1, in + " " + out)));
    if (index_ == 1) return sum("i", rows_of(step_), product(cell(0, "i " + in), given));
    return sum("i", rows_of(step_), given);
  }

  // Of gelu (tanh form) at what hidden is made of.
  Text slope_of_gelu() const {
    Text u = sum("s", columns_of(input(0)), product(cell(0, "i s"), cell(1, "s n")));
    if (has_input(2)) u = list("+", u, cell(2, "n"));
    const Text inner = product("0.7978845608", list("+", u, product("0.044715", list("pow", u, "3"))));
    const Text tanh = list("tanh", inner);
    const Text steep = product("0.7978845608", list("+", "1", product("0.134145", list("pow", u, "2"))));
    return list("+", product("0.5", list("+", "1", tanh)),
                product(product("0.5", u), product(list("-", "1", list("pow", tanh, "2")), steep)));
  }

  Text of_merged() const {
    if (index_ == 0) return sum("m", columns_of(step_), product(d("i m"), cell(1, "(+ (* h d_v) c) m")));
    if (index_ == 1) return sum("i", rows_of(step_), product(cell(0, "(div e d_v) i (mod e d_v)"), d("i m")));
    return sum("i", rows_of(step_), d("i m"));
  }

  Text of_mixed() const {
    if (index_ == 0) return sum("c", "d_v", product(d("h i c"), cell(1, key_head(1) + " j c")));
    return over_heads(
        [this](const Text& head) { return sum("i", "T_q", product(cell(0, head + " i j"), d(head + " i c"))); });
  }

  Text of_weighed() const {
    if (index_ == 0) return sum("c", "d_v", product(d("h i j c"), cell(1, key_head(1) + " j c")));
    return over_heads(
        [this](const Text& head) { return sum("i", "T_q", product(cell(0, head + " i j"), d(head + " i j c"))); });
  }

  Text of_variance() const {
    const Text each = product(product(list("/", "2", "d_model"), d("i")), list("-", cell(0, "i m"), cell(1, "i")));
    return index_ == 0 ? each : list("-", "0", sum("m", "d_model", each));
  }

  Text of_norm() const {
    const Text centred = has_input(4) ? list("-", cell(0, "i m"), cell(4, "i")) : cell(0, "i m");
    const Text deviation = list("sqrt", list("+", cell(1, "i"), "epsilon"));
    const Text each = list("/", product(cell(2, "m"), d("i m")), deviation);
    if (index_ == 0) return each;
    if (index_ == 1) {
      return sum("m", "d_model", product(each, product("-0.5", list("/", centred, list("pow", deviation, "2")))));
    }
    if (index_ == 2) return sum("i", rows_of(step_), list("/", product(d("i m"), centred), deviation));
    if (index_ == 3) return sum("i", rows_of(step_), d("i m"));
    return list("-", "0", sum("m", "d_model", each));
  }

  // q, k or v: heads side by side in the matrix.
  Text of_projection() const {
    const Text row = row_of(step_), rows = rows_of(step_), width = columns_of(step_), heads = axes_of(step_)[0];
    const Text of_cell = d("(div e " + width + ") " + row + " (mod e " + width + ")");
    if (index_ == 0) {
      const Text to = row_of(to_);
      const Text each = product(d("h " + to + " c"), cell(1, "m (+ (* h " + width + ") c)"));
      return sum("h", heads, sum("c", width, each));
    }
    if (index_ == 1) return sum(row, rows, product(cell(0, row + " m"), of_cell));
    return sum(row, rows, of_cell);
  }

  Text of_relative() const {
    const Text place = self_attention::text(step_.words[2]);
    Text row = self_attention::text(step_.words[1]);
    if (const auto hole = row.find("{2}"); hole != Text::npos) row.replace(hole, 3, place);
    const Text there = list("<=", list("+", list("-", "j", "i"), "T_q"), "R");
    if (index_ == 0) {
      const Text each = product(d("h i j"), cell(1, row + " (+ (* h d_k) c)"));
      return sum("j", "T_k", list("where", there, each, "0"));
    }
    const Text head = "(div e d_k)", each = product(d(head + " i j"), cell(0, head + " i (mod e d_k)"));
    return sum("i", "T_q", sum("j", "T_k", list("where", there, list("where", equal(row, "r"), each, "0"), "0")));
  }

  // Turned back.
  Text of_rotated() const {
    const Text row = row_of(to_);
    const Text angle = "(/ " + row + " (pow base (/ (- c (mod c 2)) d_k)))";
    const Text along = product(d("h " + row + " c"), list("cos", angle)), sine = list("sin", angle);
    return list("where", "(<= (mod c 2) 0)", list("+", along, product(d("h " + row + " (+ c 1)"), sine)),
                list("-", along, product(d("h " + row + " (- c 1)"), sine)));
  }

  Text of_scaled() const {
    const bool given = std::string_view(step_.form).find("(* scale") != std::string_view::npos;
    return given ? product("scale", d("h i j")) : list("/", d("h i j"), "(sqrt d_k)");
  }

  Text of_scores() const {
    const Text c = column_of(to_);
    if (index_ == 0) return sum("j", "T_k", product(d("h i j"), cell(1, key_head(1) + " j " + c)));
    const Text of_query = column_of(to_);
    return over_heads(
        [&](const Text& head) { return sum("i", "T_q", product(d(head + " i j"), cell(0, head + " i " + of_query))); });
  }

  // A row of zeros has no direction.
  Text length(std::size_t index, const Text& head, const Text& row) const {
    return list("sqrt", sum("s", "d_k", list("pow", cell(index, head + " " + row + " s"), "2")));
  }
  Text unit(std::size_t index, const Text& head, const Text& row) const {
    const Text size = length(index, head, row);
    return list("where", list("<=", size, "0"), "0", list("/", cell(index, head + " " + row + " c"), size));
  }
  Text of_cosines() const {
    const bool query = index_ == 0;
    const Text over = query ? "j" : "i", own = query ? "i" : "j", size = query ? "T_k" : "T_q";
    const auto each = [&](const Text& head) {
      const Text other_head = query ? key_head(1) : head, own_head = query ? head : Text("h");
      const Text other = sum(over, size, product(d(head + " i j"), unit(query ? 1 : 0, other_head, over)));
      const Text along = sum(over, size, product(d(head + " i j"), s(head + " i j")));
      const Text own_length = length(index_, own_head, own);
      return list("where", list("<=", own_length, "0"), "0",
                  list("/", list("-", other, product(along, unit(index_, own_head, own))), own_length));
    };
    return query ? each("h") : over_heads(each);
  }

  Text of_projected_heads() const {
    const Text row = row_of(step_), width = columns_of(step_);
    if (index_ == 0) {
      return over_heads([&](const Text& head) {
        const Text each = product(d(head + " " + row + " n"), cell(1, "c (+ (* " + head + " " + width + ") n)"));
        return sum("n", width, each);
      });
    }
    const Text head = "(div e " + width + ")";
    const Text each =
        product(cell(0, key_head(0, head) + " " + row + " c"), d(head + " " + row + " (mod e " + width + ")"));
    return sum(row, rows_of(step_), each);
  }
  Text of_additive() const {
    const auto tanh = [this](const Text& head, const Text& a) {
      return list("tanh", list("+", cell(0, head + " i " + a), cell(1, head + " j " + a)));
    };
    if (index_ == 2) {
      const Text head = "(div e d_a)";
      return sum("i", "T_q", sum("j", "T_k", product(d(head + " i j"), tanh(head, "(mod e d_a)"))));
    }
    const Text slope = list("-", "1", list("pow", tanh("h", "a"), "2"));
    const Text each = product(d("h i j"), product(cell(2, "(+ (* h d_a) a)"), slope));
    return index_ == 0 ? sum("j", "T_k", each) : sum("i", "T_q", each);
  }

  Text through_temperature(const Text& gradient) const {
    return step_.computation.constants[0] == 1 ? gradient : list("/", gradient, "temperature");
  }
  Text of_softmax() const {
    if (index_ != 0) return "";
    const Text mean = sum("j'", "T_k", product(d("h i j'"), s("h i j'")));
    return through_temperature(product(s("h i j"), list("-", d("h i j"), mean)));
  }
  Text of_sparsemax() const {
    const auto among = [this](const Text& j, const Text& number) {
      return list("where", list("<=", s("h i " + j), "0"), "0", number);
    };
    const Text mean = list("/", sum("j'", "T_k", among("j'", d("h i j'"))), sum("j'", "T_k", among("j'", "1")));
    return through_temperature(among("j", list("-", d("h i j"), mean)));
  }

  const TraceTensor& step_;
  std::size_t index_;
  const TraceTensor& to_;
};

Text cell_of(const TraceTensor& tensor, const Text& mark) {
  std::vector<Text> words{mark + text(tensor.name)};
  for (const Text& axis : axes_of(tensor)) words.push_back(letter_of(axis));
  return join(words);
}

// What the loss itself brings to the tensor that it is of, and tied E.
Text of_loss(const Trace& trace, const Loss& loss, const TraceTensor& tensor) {
  const TraceTensor& last = trace.steps.back();
  if (loss.kind == Loss::Kind::weights) {
    const std::size_t layer = loss.layer.value_or(trace.scene->layers - 1);
    if (&tensor != trace.find("weights", layer)) return "";
    const Text each = list("where", "(<= (lookup target i j) 0)", "0", "(- 0 (/ (lookup target i j) (weights h i j)))");
    return list("where", equal("h", std::to_string(loss.head)), each, "0");
  }
  const Text cell = cell_of(last, "");
  const Text m = letter_of(axes_of(last).back());
  if (loss.kind == Loss::Kind::output) {
    return &tensor == &last ? list("-", cell, "(lookup target i " + m + ")") : "";
  }
  const bool tied = loss.unembedding.size() == 0;
  if (&tensor == &last) {
    return sum("t", tied ? "V" : std::to_string(loss.unembedding.shape(1)),
               list("*", "(lookup off i t)", tied ? "(E t " + m + ")" : "(lookup unembedding " + m + " t)"));
  }
  if (!tied || &tensor != trace.find("E")) return "";
  const Text other = text(last.name) + (last.layer == 0 ? "" : in_layer(last.layer));
  const Text each = list("*", "(lookup off i t)", list(other, "i", "m"));
  return sum("i", "T_q", each);
}

}  // namespace

std::vector<GradientFormula> formulas_of(const Trace& trace, const Loss& loss, const Gradient& gradient) {
  std::vector<GradientFormula> all;
  const auto write = [&](const TraceTensor& tensor) {
    if (!gradient.tensors.contains(&tensor)) return;
    Text right = of_loss(trace, loss, tensor);
    for (const TraceTensor& step : trace.steps) {
      if (!gradient.tensors.contains(&step)) continue;
      for (std::size_t index = 0; index < step.computation.inputs_count; ++index) {
        if (step.computation.inputs[index].from != &tensor) continue;
        const Text more = Contribution(step, index, tensor).text();
        if (!more.empty()) right = right.empty() ? more : list("+", right, more);
      }
    }
    all.push_back({&tensor, list("=", cell_of(tensor, "∂"), right)});
  };
  for (auto step = trace.steps.rbegin(); step != trace.steps.rend(); ++step) write(*step);
  for (const TraceTensor& parameter : trace.parameters) write(parameter);
  return all;
}

}  // namespace self_attention
