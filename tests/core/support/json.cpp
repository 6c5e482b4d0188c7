#include "json.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace self_attention::testing {
namespace {

struct Reader {
  std::string_view rest;

  char peek() {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \n"), rest.size()));
    REQUIRE_FALSE(rest.empty());
    return rest.front();
  }

  bool take(char expected) {
    if (peek() != expected) return false;
    rest.remove_prefix(1);
    return true;
  }

  std::string text(std::string_view end) {
    const std::size_t length = rest.find_first_of(end);
    REQUIRE(length != std::string_view::npos);
    std::string taken(rest.substr(0, length));
    rest.remove_prefix(length);
    REQUIRE(taken.find('\\') == std::string::npos);
    return taken;
  }

  std::string string() {
    REQUIRE(take('"'));
    std::string taken = text("\"");
    rest.remove_prefix(1);
    return taken;
  }

  Json value() {
    Json json;
    if (take('{')) {
      do {
        std::string name = string();
        REQUIRE(take(':'));
        json.members.emplace(std::move(name), value());
      } while (take(','));
      REQUIRE(take('}'));
    } else if (take('[')) {
      do json.items.push_back(value());
      while (take(','));
      REQUIRE(take(']'));
    } else {
      json.text = peek() == '"' ? string() : text(",]} \n");
    }
    return json;
  }
};

}  // namespace

const Json& Json::operator[](std::string_view name) const {
  const auto member = members.find(name);
  INFO(std::string(name));
  REQUIRE(member != members.end());
  return member->second;
}

double Json::number() const {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  INFO(text);
  REQUIRE((!text.empty() && *end == '\0'));
  return number;
}

Json read_json(const std::string& file) {
  std::ifstream stream(file);
  INFO(file);
  REQUIRE(stream.is_open());
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  Reader reader{text};
  return reader.value();
}

}  // namespace self_attention::testing
