// Formulas of gradients as text: the form that those of the steps have (src/attention.hpp, Description), put together
// at run time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "../attention.hpp"

namespace self_attention::formula_text {

using Text = std::string;

inline Text text(Literal literal) {
  return Text(std::string_view(literal));
}

// The letters of a tensor's cell, by its axes; rows and columns of square matrices have letters of their own.
inline std::vector<Text> axes_of(const TraceTensor& tensor) {
  std::vector<Text> all(1);
  for (const char sign : text(tensor.axes)) {
    if (sign == ' ') {
      all.emplace_back();
    } else {
      all.back() += sign;
    }
  }
  return all;
}

inline Text letter_of(const Text& axis) {
  if (axis == "H" || axis == "H_kv") return "h";
  if (axis == "T_k") return "j";
  if (axis == "T" || axis == "T_q") return "i";
  if (axis == "V") return "t";
  if (axis == "d_k" || axis == "d_v") return "c";
  if (axis == "d_a") return "a";
  if (axis == "d_ff") return "n";
  if (axis == "R" || axis == "R_clip") return "r";
  // Heads side by side.
  if (axis.find("·") != Text::npos) return "e";
  return "m";
}

// Rows of heads are of queries, or of keys.
inline Text row_axis(const TraceTensor& tensor) {
  return axes_of(tensor)[tensor.shape.size() > 2 ? 1 : 0];
}
inline Text row_letter(const TraceTensor& tensor) {
  return letter_of(row_axis(tensor));
}
inline Text column_axis(const TraceTensor& tensor) {
  return axes_of(tensor).back();
}
inline Text column_letter(const TraceTensor& tensor) {
  return letter_of(column_axis(tensor));
}

// What stands behind the name of a tensor of another layer.
inline Text in_layer(std::size_t layer) {
  return Text("@").append(std::to_string(layer));
}

inline Text join(const std::vector<Text>& words) {
  Text all = "(";
  for (const Text& word : words) all += (all.size() > 1 ? " " : "") + word;
  return all + ")";
}
template <class... Words>
Text list(const Words&... words) {
  return join({Text(words)...});
}
inline Text sum_over(const Text& letter, const Text& size, const Text& term) {
  return list("sum", letter, size, term);
}
inline Text times(const Text& a, const Text& b) {
  return list("*", a, b);
}
// 1 where they are equal.
inline Text is_equal(const Text& a, const Text& b) {
  return list("=", a, b);
}

}  // namespace self_attention::formula_text
