#include "error.hpp"

#include <array>
#include <cmath>
#include <cstdio>

namespace self_attention {

std::string Error::message() const {
  std::vector<std::string> texts;
  for (const Argument& argument : arguments) {
    const double* number = std::get_if<double>(&argument);
    texts.push_back(number == nullptr ? std::get<std::string>(argument) : number_text(*number));
  }
  return fill_in(format, texts);
}

std::string number_text(double number) {
  // C libraries print different signs for NaN, and a zero may be negative.
  if (std::isnan(number)) return "nan";
  if (number == 0) return "0";
  const bool whole = std::fabs(number) < 1e15 && number == std::floor(number);
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), whole ? "%.0f" : "%.9g", number);
  return text.data();
}

std::string fill_in(std::string_view format, const std::vector<std::string>& arguments) {
  std::string text;
  for (const std::string& argument : arguments) {
    const std::size_t hole = format.find("{}");
    text += format.substr(0, hole);
    text += argument;
    format.remove_prefix(hole + 2);
  }
  return text += format;
}

}  // namespace self_attention
