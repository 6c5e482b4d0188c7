#include "description.hpp"

namespace self_attention {
namespace {

// Where the hole that `next` is in ends: at its }.
const char* end_of_hole(const char* next) {
  for (int depth = 0; *next != '}' || depth-- != 0; ++next) depth += *next == '{' ? 1 : 0;
  return next;
}

}  // namespace

Description::Description(Literal own, Literal written, Literal letters, Literal word_0, Literal word_1, Literal word_2,
                         Literal word_3)
    : name(own), form(written), axes(letters), words{word_0, word_1, word_2, word_3} {}

void Description::write(const char* next, std::string& text) const {
  for (; *next != '\0' && *next != '}'; ++next) {
    if (*next != '{') {
      text += *next;
      continue;
    }
    if (*++next == '}') {
      text += name.begin();
      continue;
    }
    const Literal word = words[static_cast<std::size_t>(*next++ - '0')];
    if (*next == '}') {
      write(word.begin(), text);
    } else {
      if (word.empty() == (*next == '!')) write(next + 1, text);
      next = end_of_hole(next);
    }
  }
}

std::string Description::formula() const {
  std::string text;
  write(form.begin(), text);
  return text;
}

}  // namespace self_attention
