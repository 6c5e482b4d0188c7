#include "error.hpp"

#include <cmath>
#include <cstdint>
#include <utility>

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

Error::Error(Literal where_code, std::string text, Literal place)
    : code(where_code), message(std::move(text)), path(place) {}
Error::~Error() = default;
Error::Error(const Error& other) = default;
Error& Error::operator=(const Error& other) = default;

Check::Check(const Error& error) : error_(new Error(error)) {}

void Check::free() {
  delete error_;
}

void Piece::append_to(std::string& message) const {
  if (size_ == none) {
    message += number_text(number_);
  } else if (size_ == to_its_end) {
    message += text_;
  } else {
    message.append(text_, size_);
  }
}

std::string sentence(Literal format, const Piece* pieces) {
  std::string text;
  for (const char* next = format.begin(); *next != '\0'; ++next) {
    if (next[0] == '{' && next[1] == '}') {
      pieces++->append_to(text);
      ++next;
    } else {
      text += *next;
    }
  }
  return text;
}

Check error(Literal code, Literal path, Literal format, const Piece* pieces) {
  return Error(code, sentence(format, pieces), path);
}

}  // namespace self_attention
