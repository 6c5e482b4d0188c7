// Errors are values until they reach the caller: a check returns one, nothing is thrown and nothing is clamped.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

namespace self_attention {

// A text that lives as long as the program: names, paths, formats. One pointer, where WebAssembly passes the two words
// of a string_view through memory: a tenth of the module.
class Literal {
 public:
  constexpr Literal(const char* text = "") : text_(text) {}
  constexpr operator std::string_view() const { return text_; }
  constexpr const char* begin() const { return text_; }
  constexpr bool empty() const { return *text_ == '\0'; }

  friend constexpr bool operator==(Literal one, std::string_view other) { return std::string_view(one) == other; }
  // Out of line: names are compared in many places.
  friend bool operator==(Literal one, Literal other);
  friend bool operator==(Literal one, const char* other) { return one == Literal(other); }

 private:
  const char* text_;
};

struct Error {
  Literal code;         // one of the published codes, e.g. "heads"
  std::string message;  // for people, with the numbers: "d_model 144 is not divisible by 7 heads"
  Literal path;         // where in the scene or the call, e.g. "/attention/heads"
};

// What a check returns: null, or what is wrong. A thread has room for one error: it is as it is until the next.
using Check = Error*;

template <class Value>
using Result = std::variant<Value, Error>;

// A sentence is written piece by piece: a list of pieces takes code wherever something is checked. A thread has room
// for one; what is put into it is made before it begins.
namespace writing {

void begin(Literal format);
// In place of the next {}.
void put(double number);
void put(Literal text);
void put(std::string_view text);
void put(const std::string& text);
inline void put(const char* text) {
  put(Literal(text));
}
template <std::integral Number>
void put(Number number) {
  put(static_cast<double>(number));
}
inline void put(float number) {
  put(static_cast<double>(number));
}
std::string ended();
Check ended(Literal code, Literal path);

}  // namespace writing

// `format` with each {} replaced by the next piece, a text or a number; there are as many of one as of the other.
template <class... Pieces>
[[gnu::always_inline]] inline std::string sentence(Literal format, const Pieces&... pieces) {
  writing::begin(format);
  (writing::put(pieces), ...);
  return writing::ended();
}
template <class... Pieces>
[[gnu::always_inline]] inline Check error(Literal code, Literal path, Literal format, const Pieces&... pieces) {
  writing::begin(format);
  (writing::put(pieces), ...);
  return writing::ended(code, path);
}

// Whole numbers below 1e15 in full, others by nine significant digits, which tell any two float32 numbers apart: 7,
// 0.5, -1.25e-07, inf, nan.
std::string number_text(double number);

}  // namespace self_attention
