// What there is to say of a tensor beside its numbers.
#pragma once

#include <array>
#include <string>

#include "../error.hpp"

namespace self_attention {

struct Description {
  Description() = default;
  Description(Literal name, Literal form, Literal axes, Literal word_0 = "", Literal word_1 = "", Literal word_2 = "",
              Literal word_3 = "");

  Literal name;
  // The formula with holes in it, written out only when somebody asks. {} is the step's own name; {0} a word, with
  // holes of its own perhaps; {0?text} is the text where there is such a word, {0!text} where there is none.
  Literal form;
  Literal axes;  // their letters, outermost first, a space between: "H T_q d_k"
  std::array<Literal, 4> words{};

  // As an s-expression over cells, e.g. "(= (scaled h i j) (/ (scores h i j) (sqrt d_k)))"; empty for a parameter. A
  // list whose head is a tensor's name is one of its cells, and the tensors on the right are what the step reads;
  // `(sum c d_k term)` sums over c < d_k.
  std::string formula() const;

 private:
  void write(const char* next, std::string& text) const;
};

// A word that only says yes or no.
constexpr Literal when(bool yes) {
  return yes ? "yes" : "";
}

}  // namespace self_attention
