#include "error.hpp"

#include <cmath>
#include <cstdint>

namespace self_attention {
namespace {

constexpr int significant = 9;

// Digits of a positive finite number, as digits[0].digits[1…] · 10^exponent. Written out because printf costs the
// module 10 kB and std::to_chars 100.
struct Decimal {
  std::string digits;
  int exponent;
};

Decimal decimal_of(double number) {
  int exponent = 0;
  for (; number >= 10; number /= 10) ++exponent;
  for (; number < 1; number *= 10) --exponent;
  auto scaled = static_cast<std::uint64_t>(number * 1e8 + 0.5);
  if (scaled >= 1000000000) {
    scaled /= 10;
    ++exponent;
  }
  std::string digits = std::to_string(scaled);
  while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
  return {digits, exponent};
}

}  // namespace

std::string number_text(double number) {
  if (std::isnan(number)) return "nan";
  const double size = std::fabs(number);
  if (size < 1e15 && size == std::floor(size)) return std::to_string(static_cast<std::int64_t>(number));
  std::string text = number < 0 ? "-" : "";
  if (std::isinf(number)) return text += "inf";
  auto [digits, exponent] = decimal_of(size);
  const bool scientific = exponent < -5 || exponent >= significant;
  const int before = scientific ? 1 : exponent + 1;
  if (before > 0) {
    const auto whole = static_cast<std::size_t>(before);
    if (digits.size() < whole) digits.append(whole - digits.size(), '0');
    text += digits.substr(0, whole);
    if (digits.size() > whole) text += '.';
    text += digits.substr(whole);
  } else {
    text += "0.";
    text.append(static_cast<std::size_t>(-before), '0');
    text += digits;
  }
  if (!scientific) return text;
  text += exponent < 0 ? "e-" : "e+";
  return text += std::to_string(exponent < 0 ? -exponent : exponent);
}

void Piece::append_to(std::string& message) const {
  if (is_number_) {
    message += number_text(number_);
  } else {
    message += text_;
  }
}

std::string sentence(std::string_view format, std::initializer_list<Piece> pieces) {
  std::string text;
  for (const Piece& piece : pieces) {
    const std::size_t hole = format.find("{}");
    text += format.substr(0, hole);
    piece.append_to(text);
    format.remove_prefix(hole + 2);
  }
  return text += format;
}

Error error(std::string_view code, std::string_view path, std::string_view format,
            std::initializer_list<Piece> pieces) {
  return Error{code, sentence(format, pieces), path};
}

}  // namespace self_attention
