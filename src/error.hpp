// Errors are values until they reach the caller: a check returns one, nothing is thrown and nothing is clamped.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace self_attention {

// A text that lives as long as the program: names, paths, formats.
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

// What is put into a message: a text, counts among them, or a number, which whoever says the message writes.
using Argument = std::variant<std::string, double>;

// What is wrong. The message stays in parts, so that it can be said in another language with the same arguments.
struct Error {
  std::string code;                 // one of the published codes, e.g. "heads"
  std::string path;                 // where in the scene or the call, e.g. "/attention/heads"
  std::string format;               // with a {} for each argument: "d_model {} is not divisible by {} heads"
  std::vector<Argument> arguments;  // "144", "7"

  // The format with its arguments filled in, in English.
  std::string message() const;
};

// What a check returns: nothing, or what is wrong.
using Check = std::optional<Error>;

template <class Value>
using Result = std::variant<Value, Error>;

// Whole numbers below 1e15 in full, others by nine significant digits, which tell any two float32 numbers apart: 7,
// 0.5, -1.25e-07, inf, nan.
std::string number_text(double number);

// `format` with each {} replaced by the next argument; there are as many of one as of the other.
std::string fill_in(std::string_view format, const std::vector<std::string>& arguments);

// Counts are texts from the start: they are written in full wherever they are said.
template <class Piece>
Argument argument_of(const Piece& piece) {
  if constexpr (std::is_floating_point_v<Piece>) {
    return static_cast<double>(piece);
  } else if constexpr (std::is_integral_v<Piece>) {
    return std::to_string(piece);
  } else {
    return std::string(std::string_view(piece));
  }
}

// Part of a message, of texts and counts.
template <class... Pieces>
std::string sentence(std::string_view format, const Pieces&... pieces) {
  static_assert((!std::is_floating_point_v<Pieces> && ...), "a number is an argument of the whole message");
  return fill_in(format, {std::get<std::string>(argument_of(pieces))...});
}

template <class... Pieces>
Check error(std::string_view code, std::string_view path, std::string_view format, const Pieces&... pieces) {
  return Error{std::string(code), std::string(path), std::string(format), {argument_of(pieces)...}};
}

}  // namespace self_attention
