// Builds formulas of gradients as text, in the form of the steps' formulas (src/trace/op.hpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "../attention.hpp"

namespace self_attention::formula_text {

using Text = std::string;

inline Text text(StaticString literal) {
  return Text(std::string_view(literal));
}

// A tensor's axes, one text each: "H T_q d_k" has three.
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

// The letter that formulas use for an index along an axis.
inline Text letter_of(const Text& axis) {
  if (axis == "H" || axis == "H_kv") return "h";
  if (axis == "T_k") return "j";
  if (axis == "T" || axis == "T_q") return "i";
  if (axis == "V") return "t";
  if (axis == "d_k" || axis == "d_v") return "c";
  if (axis == "d_a") return "a";
  if (axis == "d_ff") return "n";
  if (axis == "R" || axis == "R_clip") return "r";
  // Heads that stand side by side.
  if (axis.find("·") != Text::npos) return "e";
  return "m";
}

// The axis of the rows, behind that of the heads.
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

// Follows the name of a tensor of another layer.
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
// 1 if they are equal, else 0.
inline Text is_equal(const Text& a, const Text& b) {
  return list("=", a, b);
}

}  // namespace self_attention::formula_text
