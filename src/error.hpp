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
  friend constexpr bool operator==(Literal one, Literal other) { return one == std::string_view(other); }
  friend constexpr bool operator==(Literal one, const char* other) { return one == std::string_view(other); }

 private:
  const char* text_;
};

struct Error {
  Literal code;         // one of the published codes, e.g. "heads"
  std::string message;  // for people, with the numbers: "d_model 144 is not divisible by 7 heads"
  Literal path;         // where in the scene or the call, e.g. "/attention/heads"
};

// What a check returns: null, or what is wrong. There is room for one error; it is as it is until the next one.
using Check = Error*;

template <class Value>
using Result = std::variant<Value, Error>;

// What is put into a message: a text, which must outlive it, or a number.
class Piece {
 public:
  Piece(std::string_view text) : text_(text.data()), size_(text.size()) {}
  Piece(const std::string& text) : text_(text.data()), size_(text.size()) {}
  Piece(Literal text) : text_(text.begin()), size_(to_its_end) {}
  Piece(const char* text) : text_(text), size_(to_its_end) {}
  template <class Number>
  requires std::integral<Number> || std::floating_point<Number> Piece(Number number)
      : number_(static_cast<double>(number)), size_(none) {}

  void append_to(std::string& message) const;

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1), to_its_end = none - 1;

  union {
    const char* text_;
    double number_;
  };
  std::size_t size_;  // of the text; none: it is a number
};

// `format` with each {} replaced by the next piece; there are as many of one as of the other.
std::string sentence(Literal format, const Piece* pieces = nullptr);

Check error(Literal code, Literal path, Literal format, const Piece* pieces = nullptr);

// The same with {a, b}. Only a pointer is handed on: the format knows how many there are.
template <std::size_t count>
std::string sentence(Literal format, const Piece (&pieces)[count]) {
  return sentence(format, &pieces[0]);
}
template <std::size_t count>
Check error(Literal code, Literal path, Literal format, const Piece (&pieces)[count]) {
  return error(code, path, format, &pieces[0]);
}

// Whole numbers below 1e15 in full, others by nine significant digits, which tell any two float32 numbers apart: 7,
// 0.5, -1.25e-07, inf, nan.
std::string number_text(double number);

}  // namespace self_attention
