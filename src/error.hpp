// Errors are values. A check returns one; nothing is thrown, and no input is clamped.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace self_attention {

// A string literal: a name, a path or a format. It lives as long as the program and is never copied.
class StaticString {
 public:
  constexpr StaticString(const char* text = "") : text_(text) {}
  constexpr operator std::string_view() const { return text_; }
  constexpr const char* begin() const { return text_.data(); }
  constexpr bool empty() const { return text_.empty(); }

  friend constexpr bool operator==(StaticString one, std::string_view other) { return std::string_view(one) == other; }
  friend constexpr bool operator==(StaticString one, StaticString other) { return one == std::string_view(other); }
  friend constexpr bool operator==(StaticString one, const char* other) { return one == std::string_view(other); }

 private:
  std::string_view text_;
};

// A value in a message. Counts are text. A number stays a number, so that each language can format it.
using Argument = std::variant<std::string, double>;

// What is wrong. The format and its arguments stay apart, so that the message can be translated.
struct Error {
  std::string code;                 // one of the published codes, e.g. "heads"
  std::string path;                 // where in the scene or the call, e.g. "/attention/heads"
  std::string format;               // with a {} for each argument: "d_model {} is not divisible by {} heads"
  std::vector<Argument> arguments;  // "144", "7"

  // The format with its arguments filled in, in English.
  std::string message() const;
};

// The result of a check: an error, or nothing if all is well.
using MaybeError = std::optional<Error>;

template <class Value>
using Result = std::variant<Value, Error>;

// Writes whole numbers below 1e15 in full and others with nine significant digits, which distinguish any two float32
// numbers: 7, 0.5, -1.25e-07, inf, nan.
std::string number_text(double number);

// Replaces each {} of `format` by the next argument. There must be one argument for each {}.
std::string fill_in(std::string_view format, const std::vector<std::string>& arguments);

// Counts become text here because every language writes them in full.
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

// Part of a message, made from text and counts.
template <class... Pieces>
std::string sentence(std::string_view format, const Pieces&... pieces) {
  static_assert((!std::is_floating_point_v<Pieces> && ...), "a number is an argument of the whole message");
  return fill_in(format, {std::get<std::string>(argument_of(pieces))...});
}

template <class... Pieces>
MaybeError error(std::string_view code, std::string_view path, std::string_view format, const Pieces&... pieces) {
  return Error{std::string(code), std::string(path), std::string(format), {argument_of(pieces)...}};
}

}  // namespace self_attention
