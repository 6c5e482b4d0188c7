// Errors are values until they reach the caller: a check returns one, nothing is thrown and nothing is clamped.
#pragma once

#include <concepts>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace self_attention {

struct Error {
  std::string_view code;  // one of the published codes, e.g. "heads"; a literal
  std::string message;    // for people, with the numbers: "d_model 144 is not divisible by 7 heads"
  std::string_view path;  // where in the scene or the call, e.g. "/attention/heads"; a literal
};

// What a check returns: nothing, or what is wrong.
using Check = std::optional<Error>;

template <class Value>
using Result = std::variant<Value, Error>;

// What is put into a message: a text, which must outlive it, or a number.
class Piece {
 public:
  Piece(std::string_view text) : text_(text) {}
  Piece(const std::string& text) : text_(text) {}
  Piece(const char* text) : text_(text) {}
  template <class Number>
  requires std::integral<Number> || std::floating_point<Number> Piece(Number number)
      : is_number_(true), number_(static_cast<double>(number)) {}

  void append_to(std::string& message) const;

 private:
  bool is_number_ = false;
  double number_ = 0;
  std::string_view text_{};
};

// `format` with each {} replaced by the next piece; there are as many of one as of the other.
std::string sentence(std::string_view format, std::initializer_list<Piece> pieces = {});

Error error(std::string_view code, std::string_view path, std::string_view format,
            std::initializer_list<Piece> pieces = {});

// Whole numbers below 1e15 in full, others by nine significant digits, which tell any two float32 numbers apart: 7,
// 0.5, -1.25e-07, inf, nan.
std::string number_text(double number);

}  // namespace self_attention
