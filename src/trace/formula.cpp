#include <string>
#include <string_view>

#include "../attention.hpp"

namespace self_attention {
namespace {

// Fills in the holes of an Op's formula (op.hpp describes them).
class FormulaWriter {
 public:
  explicit FormulaWriter(const TraceTensor& step) : step_(step) {}

  // Writes up to the end of `next`, or to the } that closes the hole it is in.
  void write(const char* next) {
    for (; *next != '\0' && *next != '}'; ++next) {
      if (*next == '{') {
        next = fill(next + 1);
      } else {
        text_ += *next;
      }
    }
  }

  const std::string& text() const { return text_; }

 private:
  // `hole` is behind the {; returns the } of the hole.
  const char* fill(const char* hole) {
    if (*hole == '}') {
      text_ += step_.name.begin();
      return hole;
    }
    if (*hole == 'i') {
      text_ += rows_are_keys() ? 'j' : 'i';
      return hole + 1;
    }
    if (*hole == 'h') {
      const TraceTensor& input = *step_.inputs[digit(hole[1])];
      text_ += input.heads == step_.heads ? "h" : "(div h group)";
      return hole + 2;
    }
    if (hole[1] == '?') {
      if (is_present(*hole)) write(hole + 2);
      return end_of_hole(hole);
    }
    if (*hole >= 'a') {
      write(step_.op.words[static_cast<std::size_t>(*hole - 'a')].begin());
    } else {
      text_ += step_.inputs[digit(*hole)]->name.begin();
    }
    return hole + 1;
  }

  static std::size_t digit(char sign) { return static_cast<std::size_t>(sign - '0'); }

  bool is_present(char name) const {
    if (name >= 'a') return !step_.op.words[static_cast<std::size_t>(name - 'a')].empty();
    return step_.inputs[digit(name)] != nullptr;
  }

  bool rows_are_keys() const {
    const std::string_view axes = step_.axes;
    return axes.starts_with("T_k") || axes.starts_with("H T_k") || axes.starts_with("H_kv T_k");
  }

  // The } of the hole that `next` is in, past the holes inside it.
  static const char* end_of_hole(const char* next) {
    for (int depth = 0; *next != '}' || depth-- != 0; ++next) depth += *next == '{' ? 1 : 0;
    return next;
  }

  const TraceTensor& step_;
  std::string text_;
};

}  // namespace

std::string TraceTensor::formula() const {
  FormulaWriter writer(*this);
  writer.write(op.formula.begin());
  return writer.text();
}

}  // namespace self_attention
