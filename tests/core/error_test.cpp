#include "error.hpp"

#include <limits>

#include "support.hpp"

using namespace self_attention;
using namespace self_attention::testing;

TEST_CASE("messages write numbers briefly but distinguish any two float32 numbers") {
  CHECK(number_text(0) == "0");
  CHECK(number_text(-0.0) == "0");
  CHECK(number_text(7) == "7");
  CHECK(number_text(-144) == "-144");
  CHECK(number_text(100'000) == "100000");
  CHECK(number_text(0.5) == "0.5");
  CHECK(number_text(-0.00125) == "-0.00125");
  CHECK(number_text(123456.789) == "123456.789");
  CHECK(number_text(1 / 3.0) == "0.333333333");
  CHECK(number_text(9.9999999999) == "10");
  CHECK(number_text(static_cast<double>(0.1F)) == "0.100000001");
  CHECK(number_text(static_cast<double>(16777217.0F)) == "16777216");
}

TEST_CASE("very large and very small numbers are written with a power of ten") {
  CHECK(number_text(1e38) == "1e+38");
  CHECK(number_text(-3.25e20) == "-3.25e+20");
  CHECK(number_text(1e-7) == "1e-07");
  CHECK(number_text(-1.25e-300) == "-1.25e-300");
  CHECK(number_text(std::numeric_limits<double>::max()) == "1.79769313e+308");
  CHECK(number_text(std::numeric_limits<double>::denorm_min()) == "4.94065646e-324");
}

TEST_CASE("NaN and infinities are written by name") {
  CHECK(number_text(std::numeric_limits<double>::quiet_NaN()) == "nan");
  CHECK(number_text(std::numeric_limits<double>::infinity()) == "inf");
  CHECK(number_text(-std::numeric_limits<double>::infinity()) == "-inf");
}

TEST_CASE("counts are written in full, to the last digit") {
  CHECK(sentence("{}", std::size_t{513}) == "513");
  CHECK(sentence("{}", std::uint32_t{4'294'967'295}) == "4294967295");
  CHECK(sentence("{}×{}", std::size_t{1'234'567'891}, 2) == "1234567891×2");
}

TEST_CASE("a message is its format with the arguments filled in, in order") {
  const std::string name = "w_q";
  CHECK(sentence("{} is {}×{}, not {}{}", name, 4, 3U, 5, "") == "w_q is 4×3, not 5");
  CHECK(sentence("{}{}", "a", "b") == "ab");
  CHECK(sentence("no hole") == "no hole");
  CHECK(sentence("") == "");
  CHECK(sentence("[{}]", std::string_view()) == "[]");
}

TEST_CASE("an argument that looks like a hole is not filled in") {
  CHECK(sentence("{} and {}", "{}", 7) == "{} and 7");
}

TEST_CASE("an error keeps its code, its path and the parts of its message") {
  const Error wrong = *error("heads", "/attention/heads", "d_model {} is not divisible by {} heads", 144, 7);
  CHECK(wrong.code == "heads");
  CHECK(wrong.path == "/attention/heads");
  CHECK(wrong.format == "d_model {} is not divisible by {} heads");
  CHECK(wrong.arguments == std::vector<Argument>{"144", "7"});
  CHECK(wrong.message() == "d_model 144 is not divisible by 7 heads");
}

TEST_CASE("a number in an error stays a number until the message is written") {
  const Error wrong = *error("range", "scale", "scale is {}; {} rows", 1e39, 3);
  CHECK(wrong.arguments == std::vector<Argument>{1e39, "3"});
  CHECK(wrong.message() == "scale is 1e+39; 3 rows");
}
