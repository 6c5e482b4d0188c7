#include "error.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <utility>

namespace self_attention {
namespace {

constexpr int significant = 9;

// Written out because printf costs the module 10 kB, std::to_chars of a double 100, and of whole numbers 1.
std::string digits_of(std::uint64_t number) {
  char digits[20];
  char* first = std::end(digits);
  do {
    *--first = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  return {first, std::end(digits)};
}

// Digits of a positive finite number, as digits[0].digits[1…] · 10^exponent.
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
  while (scaled % 10 == 0) scaled /= 10;
  return {digits_of(scaled), exponent};
}

}  // namespace

bool operator==(Literal one, Literal other) {
  return std::strcmp(one.text_, other.text_) == 0;
}

std::string number_text(double number) {
  if (std::isnan(number)) return "nan";
  const double size = std::fabs(number);
  std::string text = number < 0 ? "-" : "";
  if (std::isinf(number)) return text += "inf";
  if (size < 1e15 && size == std::floor(size)) return text += digits_of(static_cast<std::uint64_t>(size));
  const auto [digits, exponent] = decimal_of(size);
  const bool scientific = exponent < -5 || exponent >= significant;
  // How many digits stand before the point.
  const int before = scientific ? 1 : exponent + 1;
  const int count = static_cast<int>(digits.size());
  if (before <= 0) text += "0.";
  for (int zeros = before; zeros < 0; ++zeros) text += '0';
  for (int at = 0; at < count || at < before; ++at) {
    if (at > 0 && at == before) text += '.';
    text += at < count ? digits[static_cast<std::size_t>(at)] : '0';
  }
  if (!scientific) return text;
  text += exponent < 0 ? "e-" : "e+";
  return text += digits_of(static_cast<std::uint64_t>(exponent < 0 ? -exponent : exponent));
}

namespace writing {
namespace {

// A thread writes one sentence at a time.
thread_local std::string text;
// What is left of the format.
thread_local const char* rest = "";

// Up to the next {}, and past it.
void go_on() {
  for (; *rest != '\0'; ++rest) {
    if (rest[0] == '{' && rest[1] == '}') {
      rest += 2;
      return;
    }
    text += *rest;
  }
}

}  // namespace

void begin(Literal format) {
  text.clear();
  rest = format.begin();
  go_on();
}

void put(std::string_view piece) {
  text += piece;
  go_on();
}

void put(const std::string& piece) {
  put(std::string_view(piece));
}

void put(Literal piece) {
  put(std::string_view(piece));
}

void put(double number) {
  put(number_text(number));
}

std::string ended() {
  return std::move(text);
}

Check ended(Literal code, Literal path) {
  thread_local Error last;
  last = {code, ended(), path};
  return &last;
}

}  // namespace writing
}  // namespace self_attention
